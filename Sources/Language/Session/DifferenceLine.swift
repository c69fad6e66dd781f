import Catalogues
package import Comparing
import Platform
package import PropertyLists
import Searching
package import Terminal

extension CatalogueDifference {
  /// The difference as a line.
  ///
  /// - Parameters:
  ///   - old: The document that the old value is in.
  ///   - isColored: Whether the line is coloured and the differing words of texts are marked.
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
      // A value that is its own name is already in the address.
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

  /// The old and the new value as they are shown, empty for a missing one. Of long values, parts
  /// that differ are shown.
  private func shownValues(
    _ old: PropertyListDocument, _ new: PropertyListDocument
  ) -> [String] {
    let texts = [self.old.map(old.shownValue) ?? "", self.new.map(new.shownValue) ?? ""]
    if texts[0] == texts[1], let value = self.old, let other = self.new {
      return zip(texts, [old.kind(of: value), new.kind(of: other)]).map { text, kind in
        "\(text.excerpt(CatalogueDifference.shownLength)) (\(kind.fieldTypeName))"
      }
    }
    return CatalogueDifference.excerpts(texts[0], texts[1])
  }

  /// The beginnings of two texts or, if the beginnings are the same, parts that differ.
  fileprivate static func excerpts(_ old: String, _ new: String) -> [String] {
    let beginnings = [old, new].map { $0.excerpt(shownLength) }
    if old == new || beginnings[0] != beginnings[1] { return beginnings }
    let common = zip(old, new).prefix { $0 == $1 }.count
    return [old, new].map {
      "…" + String($0.dropFirst(max(0, common - shownLength / 4))).excerpt(shownLength)
    }
  }

  /// The maximum number of shown characters of a value.
  private static let shownLength = 100
}

extension CatalogueConflict {
  /// The conflict as a line: `conflict: /Fiat: founded: 1899 → 1900 in ours, 1899 → 1901 in
  /// theirs`.
  package var line: String {
    func text(_ version: Version?) -> String? {
      version.map { $0.document.shownValue(at: $0.value) }
    }
    func change(_ version: Version?, in side: String) -> String {
      guard let new = text(version) else { return "deleted in \(side)" }
      guard let old = text(base) else { return "\(new.excerpt()) in \(side)" }
      if let base, let version, base.document.kind(of: base.value).isContainer,
        version.document.kind(of: version.value).isContainer
      {
        return "changed or moved in \(side)"
      }
      if old == new { return "moved in \(side)" }
      return CatalogueDifference.excerpts(old, new).joined(separator: " → ") + " in \(side)"
    }
    let what =
      switch kind {
      case .moved: "\((text(ours) ?? "").excerpt()) moved to two places"
      case .renamed: "renamed to \(key(ours)) in ours, to \(key(theirs)) in theirs"
      case .changed, .deletedByOurs, .deletedByTheirs:
        change(ours, in: "ours") + ", " + change(theirs, in: "theirs")
      }
    return "conflict: \(address): " + (field.isEmpty ? what : "\(field): \(what)")
  }

  /// The key of a member, in quotes.
  private func key(_ version: Version?) -> String {
    guard let (value, document) = version, let key = document.key(before: value) else { return "" }
    return "'\(document.scalar(key).map(document.text)?.excerpt() ?? "")'"
  }
}

/// The words of a text, each with the space before it.
private struct MarkedWords {
  let words: [String]

  init(_ text: String) {
    words = text.split(separator: " ", omittingEmptySubsequences: false).map { " " + $0 }
  }

  /// The indices of the words that two texts have in common, in order.
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
  /// Appends words, those with the indices in `same` without a style.
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
