import ICUText

/// Comparison of typed text with titles, and names made of parts.
enum Names {
  /// Whether two texts are equal, ignoring case, accents and surrounding white space.
  static func areAlike(_ one: String, _ other: String) -> Bool {
    let folding = CaseFolding()
    return folding.fold(one.trimmed) == folding.fold(other.trimmed)
  }

  /// The index of the title that a text equals, or is an unambiguous prefix of.
  static func index(of text: String, among titles: [String]) throws(FormError) -> Int {
    let folding = CaseFolding()
    let folded = folding.fold(text.trimmed)
    let tests: [(String) -> Bool] = [
      { $0 == text }, { folding.fold($0.trimmed) == folded },
      { !folded.isEmpty && folding.fold($0).starts(with: folded) },
    ]
    for test in tests {
      let found = titles.indices.filter { test(titles[$0]) }
      if found.count == 1 { return found[0] }
      if found.count > 1 { throw .severalChoices(text, choices: found.map { titles[$0] }) }
    }
    throw .notOffered(text, choices: titles)
  }

  /// The parts of a name in the order given, separated by blanks except in scripts that do not use
  /// them.
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
