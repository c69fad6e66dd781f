import ICUText

/// Comparing what people type with titles.
enum Names {
  /// Whether texts are the same without regard to case, accents and white space around them.
  static func areAlike(_ one: String, _ other: String) -> Bool {
    let folder = TextFolder()
    return folder.fold(one.trimmed) == folder.fold(other.trimmed)
  }

  /// Parts of a name in the order given: with blanks between them, but for scripts whose words have
  /// none.
  static func joined(_ parts: [String]) -> String {
    parts.reduce("") { name, part in
      guard let last = name.unicodeScalars.last, let first = part.unicodeScalars.first else {
        return name + part
      }
      return name + (last.isWrittenSolid && first.isWrittenSolid ? "" : " ") + part
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is of Han script or kana, or the mark of a long vowel, which is of no script.
  fileprivate var isWrittenSolid: Bool {
    ["Hani", "Hira", "Kana"].contains(script) || self == "\u{30FC}"
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
