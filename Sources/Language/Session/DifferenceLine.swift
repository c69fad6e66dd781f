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
    guard isOfField else {
      line.append(value: addresses[0], style: style)
      if addresses.count > 1, addresses[0] != addresses[1] {
        line.append(" → ")
        line.append(value: addresses[1])
      }
      return line
    }
    line.append(value: addresses.last ?? "/")
    line.append("  ")
    line.append(value: field, style: .detail)
    let texts = (
      self.old.map { MarkedWords(old.shownValue(at: $0)) },
      self.new.map { MarkedWords(new.shownValue(at: $0)) }
    )
    let pairs = MarkedWords.same(texts.0, texts.1)
    line.append(texts.0, except: Set(pairs.map(\.old)), style: .removed)
    line.append(" →")
    line.append(texts.1, except: Set(pairs.map(\.new)), style: .added)
    return line
  }
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
