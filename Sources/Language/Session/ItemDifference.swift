import Catalogues
package import Comparing
import Editing
import PropertyLists
package import Terminal

/// The changes of an item since the file was read or saved, in words.
package struct ItemDifference {
  /// The name of the item and its changes: `Anna Bauer: phone 1 → 2; added age 30`.
  package private(set) var words: StyledText
  /// The address of the item's section; empty if it is in no section.
  package let section: String
  /// The address of the item or, if it was deleted, of the section that it was in.
  package let place: String
  /// The address by which differences of the same item are joined.
  private let address: String

  private init(_ difference: CatalogueDifference, isColored: Bool) {
    let old = difference.oldAddress.flatMap { try? Address($0) }
    let new = difference.newAddress.flatMap { try? Address($0) }
    // In its new place, a moved item is known by its number.
    let isMove = difference.kind == .moved && difference.field.isEmpty
    let own = isMove ? old ?? new : new ?? old
    address =
      (isMove ? difference.oldAddress : difference.newAddress) ?? difference.oldAddress ?? "/"
    section = (new ?? old)?.section.text ?? ""
    place = new == nil ? section : difference.newAddress ?? ""
    words = StyledText(isColored: isColored)
    let name =
      switch own?.components.last {
      case .name(let name)?: name
      case .namesake(let name, _)?: name
      case .position(let number)?: "#\(number)"
      case nil: "The catalogue"
      }
    words.append(value: name, style: .title)
    words.append(": ")
  }

  /// The changes between two versions, one for each item, in order.
  static func list(
    from old: Catalogue, to new: Catalogue, isColored: Bool
  ) -> [ItemDifference] {
    var result: [ItemDifference] = []
    let differences = CatalogueDifference.differences(from: old, to: new, isForEdits: true)
    // Items in a renamed section have not been moved.
    let renamed = Dictionary(
      differences.compactMap { difference in
        difference.kind == .renamed && difference.oldAddress != difference.newAddress
          ? difference.oldAddress.map { ($0, difference.newAddress ?? $0) } : nil
      }, uniquingKeysWith: { first, _ in first })
    for difference in differences {
      var item = ItemDifference(difference, isColored: isColored)
      if let last = result.last, last.address == item.address {
        item = result.removeLast()
        item.words.append("; ")
      }
      difference.append(to: &item.words, old.document, new.document, renamed)
      result.append(item)
    }
    return result
  }
}

extension Address {
  /// The address of the section of an item.
  fileprivate var section: Address { Address(components: components.dropLast()) }

  /// The address as it is written; empty for the root.
  fileprivate var text: String {
    components.map { component in
      switch component {
      case .name(let name): Address.escaped(name, isWhole: true)
      case .namesake(let name, let ordinal): Address.escaped(name) + "#\(ordinal)"
      case .position(let number): "#\(number)"
      }
    }.joined(separator: "/")
  }
}

extension CatalogueDifference {
  /// Appends the difference in words, without the name of the item.
  ///
  /// - Parameter renamed: The new addresses of renamed items, by the old ones.
  fileprivate func append(
    to words: inout StyledText, _ old: PropertyListDocument, _ new: PropertyListDocument,
    _ renamed: [String: String]
  ) {
    switch kind {
    case .added:
      words.append("added", style: .added)
      append(value: self.new, of: new, to: &words)
    case .removed:
      words.append("deleted", style: .removed)
      append(value: self.old, of: old, to: &words)
    case .moved where field.isEmpty:
      let places = [oldAddress, newAddress].map { address in
        let section = address.flatMap { try? Address($0) }?.section.text ?? ""
        return section.isEmpty ? "the top" : section
      }
      words.append("moved")
      if places[0] != places[1], renamed[places[0]] != places[1] {
        words.append(value: " from \(places[0]) to \(places[1])")
      }
    case .moved:
      words.append("moved ")
      words.append(value: field, style: .detail)
    case .renamed where oldAddress != newAddress:
      words.append("renamed, was ")
      let name = oldAddress.flatMap { try? Address($0) }?.components.last?.name
      words.append(value: name ?? "", style: .removed)
    case .renamed where isOfPlace && !field.isEmpty:
      words.append("the key is now ")
      words.append(value: field, style: .detail)
    case .changed, .renamed:
      words.append(value: field, style: .detail)
      appendValues(old, new, to: &words)
    }
  }

  /// Appends a field and its value, or an item that is a single value.
  private func append(
    value: NodeIndex?, of document: PropertyListDocument, to words: inout StyledText
  ) {
    if !field.isEmpty { words.append(value: " \(field)", style: .detail) }
    guard let value, !isName else { return }
    let text = document.words(at: value)
    if !text.isEmpty, !field.isEmpty || !document.kind(of: value).isContainer {
      words.append(value: " \(text)")
    }
  }
}

extension CatalogueConflict {
  /// The item in conflict, and its field.
  package var title: String {
    let name = (try? Address(address))?.components.last?.name ?? address
    return field.isEmpty ? name : "\(name): \(field)"
  }

  /// What both sides have done, and the value of each.
  package var words: (what: String, ours: String, theirs: String) {
    let values = [ours, theirs].map { version in
      version.map { $0.document.words(at: $0.value) }
    }
    let what =
      switch kind {
      case .changed: "both changed it"
      case .deletedByOurs: "you deleted it, others changed it"
      case .deletedByTheirs: "you changed it, others deleted it"
      case .moved: "both moved it"
      case .renamed: "both renamed it"
      }
    return (what, values[0] ?? "deleted", values[1] ?? "deleted")
  }
}

extension PropertyListDocument {
  /// A value in words; of a list or dictionary, its contents.
  fileprivate func words(at node: NodeIndex) -> String {
    switch kind(of: node) {
    case .array:
      elements(of: node).map { isShort($0) ? words(at: $0) : "…" }.joined(separator: ", ")
    case .dict:
      members(of: node).map { member in
        text(of: member.key) + " " + (isShort(member.value) ? words(at: member.value) : "…")
      }.joined(separator: ", ")
    case .true: "yes"
    case .false: "no"
    case .data: "\(data(at: node)?.count ?? 0) bytes"
    default: scalar(node).map(text) ?? ""
    }
  }

  private func isShort(_ node: NodeIndex) -> Bool { !kind(of: node).isContainer }
}
