import Catalogues
import ICUText

/// Comparison of typed text with titles, and names made of parts.
enum Names {
  /// Whether two texts are equal, ignoring case, accents and surrounding white space.
  static func areAlike(_ one: String, _ other: String) -> Bool {
    let folding = CaseFolding()
    return folding.fold(one.trimmed) == folding.fold(other.trimmed)
  }

  /// The index of the title that a text equals, or of which it is an unambiguous prefix. `TITLE#2`
  /// is the second of several equal titles, as in addresses.
  static func index(of text: String, among titles: [String]) throws(FormError) -> Int {
    let found = indices(of: text, among: titles)
    if found.count == 1 { return found[0] }
    if found.count > 1 {
      let choices = found.map { index in
        let same = titles.indices.filter { titles[$0] == titles[index] }
        guard same.count > 1, let position = same.firstIndex(of: index) else {
          return titles[index]
        }
        return "\(titles[index])#\(position + 1)"
      }
      throw .severalChoices(text, choices: choices)
    }
    let scalars = text.unicodeScalars
    if let sign = scalars.lastIndex(of: "#"),
      let ordinal = Int(String(scalars[scalars.index(after: sign)...])), ordinal > 0
    {
      let namesakes = indices(of: String(scalars[..<sign]), among: titles)
      if ordinal <= namesakes.count, Set(namesakes.map { titles[$0] }).count == 1 {
        return namesakes[ordinal - 1]
      }
    }
    throw .notOffered(text, choices: titles)
  }

  /// The title that a text means without being exactly that title; `nil` if the text is a title, or
  /// means none or several. If the text may also be `on` or `off`, it may differ only in case and
  /// accents.
  ///
  /// - Parameter allowsFlags: Whether the text may also be a word such as `yes`, which is then not
  ///   taken for the beginning of a title.
  static func title(
    nearestTo text: String, among titles: [String], allowsFlags: Bool = false
  ) -> String? {
    let text = text.trimmed
    let isSwitch = titles.starts(with: ["on", "off"])
    let named = isSwitch ? Array(titles.dropFirst(2)) : titles
    let isAlike = named.contains { areAlike($0, text) }
    if named.contains(text) || !isAlike && (isSwitch || allowsFlags && Flag.value(of: text) != nil)
    {
      return nil
    }
    guard let index = try? index(of: text, among: named) else { return nil }
    let title = named[index]
    let same = named.indices.filter { named[$0] == title }
    if same.count == 1 { return title }
    let numbered = "\(title)#\((same.firstIndex(of: index) ?? 0) + 1)"
    return numbered == text ? nil : numbered
  }

  /// The indices of the titles that a text equals exactly; else of those that it equals folded;
  /// else of those that begin with it.
  private static func indices(of text: String, among titles: [String]) -> [Int] {
    let folding = CaseFolding()
    let folded = folding.fold(text.trimmed)
    let tests: [(String) -> Bool] = [
      { $0 == text }, { folding.fold($0.trimmed) == folded },
      { !folded.isEmpty && folding.fold($0).starts(with: folded) },
    ]
    let found = tests.lazy.map { test in titles.indices.filter { test(titles[$0]) } }
    return found.first { !$0.isEmpty } ?? []
  }

  /// The parts of a name in the given order, separated by blanks except in scripts without blanks.
  static func joined(_ parts: [String]) -> String {
    parts.reduce("") { name, part in
      guard let last = name.unicodeScalars.last, let first = part.unicodeScalars.first else {
        return name + part
      }
      return name + (last.isWrittenSolid && first.isWrittenSolid ? "" : " ") + part
    }
  }
}

extension String {
  /// The text without leading and trailing white space.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
