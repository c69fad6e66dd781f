import ICUText

/// Writes text so that the lexer reads exactly that text.
package enum Quoting {
  /// A text as one word, which is never taken for an option, a number, a keyword such as `to`, or a
  /// field `KEY=VALUE`, wherever it appears in a line.
  ///
  /// Text that needs no quotes gets none. The result is one line without control characters.
  package static func quoted(_ text: String) -> String {
    if let result = quickly(text) { return result }
    if isPlain(text) { return text }
    guard text.unicodeScalars.contains("=") else { return enclosed(text) }
    // An escaped `=` does not separate a key from a value; one in quotes may.
    return text.unicodeScalars.split(separator: "=", omittingEmptySubsequences: false)
      .map { piece in
        let piece = String(piece)
        return piece.isEmpty || isPlain(piece) ? piece : enclosed(piece)
      }
      .joined(separator: "\\=")
  }

  /// The result where the bytes tell it, as for most addresses; `nil` if characters have to be
  /// examined.
  private static func quickly(_ text: String) -> String? {
    var (hasBlank, hasSlash, hasOther) = (false, false, false)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: " "): hasBlank = true
      case UInt8(ascii: "/"): hasSlash = true
      case UInt8(ascii: "'"), UInt8(ascii: "="): return nil
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80..<0xC2, 0xC3..<0xE1, 0xE4..<0xEF: break
      // Other white space begins with C2, E1, E2 or E3, and full-width forms with EF.
      default: hasOther = true
      }
    }
    if hasBlank { return text.mayHoldControls ? nil : "'" + text + "'" }
    // With a slash, a word is neither a number nor a keyword.
    return hasSlash && !hasOther ? text : nil
  }

  /// A text as the end of a word, after `=`.
  package static func quotedTail(_ text: String) -> String {
    isOneWord("=" + text) ? text : enclosed(text)
  }

  /// A key before `=` or `:TYPE=`.
  package static func quotedKey(_ key: String) -> String {
    if key.isEmpty { return "" }
    // Without quotes, it would be read in ASCII.
    if key.halfWidth != key, key.halfWidth.utf8.allSatisfy({ $0 < 0x80 }) { return enclosed(key) }
    let result = quoted(key)
    guard key.unicodeScalars.contains(":") else { return result }
    return key.unicodeScalars.split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : quoted(String($0)) }
      .joined(separator: "\\:")
  }

  /// Whether a text without quotes is one word, and is never taken for anything else.
  private static func isPlain(_ text: String) -> Bool {
    let read = text.halfWidth
    switch read.unicodeScalars.first {
    case nil, "-", ":", ".": return false
    default: break
    }
    let meanings = ["to", "all", "option", ".", "$"]
    return !meanings.contains(read) && !read.unicodeScalars.contains("=")
      && !read.utf8.allSatisfy { (0x30...0x39).contains($0) } && isOneWord(text)
  }

  /// Whether a text without quotes is one word, all of whose characters are literal.
  package static func isOneWord(_ text: String) -> Bool {
    guard !isHard(text) else { return false }
    var scanner = LineScanner(text)
    scanner.scan()
    return scanner.problem == nil && scanner.words.count == 1 && !scanner.words[0].isQuoted
      && scanner.words[0].marks.count == text.unicodeScalars.count
  }

  /// A text in single or double quotes, or between `$'` and `'` if neither can enclose it.
  private static func enclosed(_ text: String) -> String {
    for quote in [LineScanner.Quote.single, .double] {
      if let inside = inside(text, quote) { return quote.rawValue + inside + quote.rawValue }
    }
    return "$'" + escaped(text) + "'"
  }

  /// A text between existing quotes; `nil` if they cannot enclose it.
  package static func inside(_ text: String, _ quote: LineScanner.Quote) -> String? {
    if quote == .escaped { return escaped(text) }
    if text.holdsControls { return nil }
    if quote == .single { return text.unicodeScalars.contains("'") ? nil : text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  package static func escaped(_ text: String) -> String {
    var result = ""
    for (scalar, isControl) in MarkedControls(text) {
      switch scalar {
      case "\\", "'": result += "\\" + String(scalar)
      case _ where isControl: result += scalar.escape
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a word with the text is easier to read in quotes, or requires them.
  private static func isHard(_ text: String) -> Bool {
    MarkedControls(text).contains { $0.isControl || $0.scalar.properties.isWhitespace }
  }
}
