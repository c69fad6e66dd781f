import ICUText

/// Comparison of typed text with titles, and names made of parts.
enum Names {
  /// Whether two texts are equal, ignoring case, accents and surrounding white space.
  static func areAlike(_ one: String, _ other: String) -> Bool {
    let folding = CaseFolding()
    return folding.fold(one.trimmed) == folding.fold(other.trimmed)
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
