import Catalogues
package import Comparing
import Platform
package import PropertyLists
import Searching
package import Terminal

extension CatalogueDifference {
  /// What differs, in a line.
  ///
  /// - Parameters:
  ///   - old: The document that the old value is in.
  ///   - isColored: Whether it is coloured, and what differs in texts is marked.
  package func line(
    _ old: PropertyListDocument, _ new: PropertyListDocument, isColored: Bool
  ) -> StyledText {
    var line = StyledText(isColored: isColored)
    let style: TextStyle? = kind == .added ? .added : kind == .removed ? .removed : nil
    let isOfField = !field.isEmpty && (kind != .renamed || oldAddress == newAddress)
    line.append(isOfField ? "changed" : kind.rawValue, style: style)
    line.pad(to: 9)
    let addresses = [oldAddress, newAddress].compactMap { $0 }
    guard isOfField || kind == .changed else {
      line.append(value: addresses[0], style: style)
      if addresses.count > 1, addresses[0] != addresses[1] {
        line.append(" → ")
        line.append(value: addresses[1])
      }
      let value = kind == .added ? self.new : kind == .removed ? self.old : nil
      // What is its own name is in the address.
      if let value, !isName, !(kind == .added ? new : old).kind(of: value).isContainer {
        let text = shownValues(old, new).joined()
        line.append(text.isEmpty ? "" : "  ")
        line.append(value: text, style: style)
      }
      return line
    }
    line.append(value: addresses.last ?? "/")
    line.append(isOfField ? "  " : " ")
    line.append(value: field, style: .detail)
    appendValues(old, new, to: &line)
    return line
  }

  /// Appends both values, with an arrow between them.
  func appendValues(
    _ old: PropertyListDocument, _ new: PropertyListDocument, to line: inout StyledText
  ) {
    let texts = shownValues(old, new)
    let words = (
      self.old.map { _ in MarkedWords(texts[0]) }, self.new.map { _ in MarkedWords(texts[1]) }
    )
    let pairs = MarkedWords.same(words.0, words.1)
    line.append(words.0, except: Set(pairs.map(\.old)), style: .removed)
    line.append(" →")
    line.append(words.1, except: Set(pairs.map(\.new)), style: .added)
  }

  /// The old and the new value as they are shown, empty for one that is not there. Of long ones that is
  /// a part in which they differ.
  private func shownValues(
    _ old: PropertyListDocument, _ new: PropertyListDocument
  ) -> [String] {
    let texts = [self.old.map(old.shownValue) ?? "", self.new.map(new.shownValue) ?? ""]
    let beginnings = texts.map { $0.excerpt(CatalogueDifference.shownLength) }
    if beginnings[0] != beginnings[1] { return beginnings }
    if texts[0] == texts[1] {
      guard let value = self.old, let other = self.new else { return beginnings }
      return zip(beginnings, [old.kind(of: value), new.kind(of: other)]).map { text, kind in
        "\(text) (\(kind.fieldTypeName))"
      }
    }
    let common = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
    return texts.map {
      "…"
        + String($0.dropFirst(max(0, common - CatalogueDifference.shownLength / 4)))
        .excerpt(CatalogueDifference.shownLength)
    }
  }

  /// How many characters of a value are shown.
  private static let shownLength = 100
}

extension CatalogueConflict {
  /// What the conflict is, in a line.
  package var line: String {
    let place = address + (field.isEmpty ? "" : "  \(field)")
    let what =
      switch kind {
      case .changed: "changed on both sides"
      case .deletedByOurs: "deleted in ours, changed or moved in theirs"
      case .deletedByTheirs: "deleted in theirs, changed or moved in ours"
      case .moved: "moved to two places"
      case .renamed: "renamed on both sides"
      }
    let shown = [("base", base), ("ours", ours), ("theirs", theirs)].map { name, version in
      guard let version else { return "\(name) has nothing" }
      return "\(name) has \(version.document.shownValue(at: version.value).excerpt())"
    }
    return "conflict: \(place): \(what): \(shown.joined(separator: ", "))"
  }
}

/// The words of a text, each with the space before it.
private struct MarkedWords {
  let words: [String]

  init(_ text: String) {
    words = text.split(separator: " ", omittingEmptySubsequences: false).map { " " + $0 }
  }

  /// The numbers of the words that two texts have in common, in order.
  static func same(_ old: MarkedWords?, _ new: MarkedWords?) -> [(old: Int, new: Int)] {
    guard let old = old?.words, let new = new?.words else { return [] }
    let pairing = SequencePairing(
      old.count, new.count, isSame: { old[$0] == new[$1] }, oldHash: { old[$0].hashValue },
      newHash: { new[$0].hashValue })
    return pairing.pairs.flatMap { pair in
      (0..<pair.count).map { (pair.old + $0, pair.new + $0) }
    }
  }
}

extension StyledText {
  /// Appends words, those with some numbers without a style.
  fileprivate mutating func append(
    _ text: MarkedWords?, except same: Set<Int>, style: TextStyle
  ) {
    for (number, word) in (text?.words ?? []).enumerated() {
      append(value: word, style: same.contains(number) ? nil : style)
    }
  }
}

extension PropertyListDocument {
  /// A value as a word or two.
  fileprivate func shownValue(at node: NodeIndex) -> String {
    switch kind(of: node) {
    case .array: "[…]"
    case .dict: "{…}"
    case .true: "true"
    case .false: "false"
    default: scalar(node).map(text) ?? ""
    }
  }
}
