import ICUText
package import Platform

/// Splits a command line into words, much as a POSIX shell does.
///
/// - Blanks (spaces and tabs) separate words.
/// - Between `'` and `'` every character is literal. Between `"` and `"` a backslash escapes `"`
///   and `\`, and is literal elsewhere. Between `$'` and `'` a backslash begins one of `\n \t \r \\
///   \' \" \u{HEX} \xHH`, the last of which is a byte in the name of a file.
/// - Outside quotes a backslash escapes a blank, a quote, `=` and `:`. Before any other character,
///   both are kept: addresses have escapes of their own, and `A\/C` is the same address as
///   `'A\/C'`.
/// - `#` begins a comment where a word would begin, except where an operand is a position, `#2` or
///   `#-1/x`.
/// - Other control characters are not allowed in a line.
package enum Lexer {
  /// - Throws: `CommandError` for an unclosed quote, an invalid escape, a control character, or a
  ///   backslash at the end.
  package static func words(of line: String) throws(CommandError) -> [Word] {
    try words(of: ByteText(line))
  }

  package static func words(of line: ByteText) throws(CommandError) -> [Word] {
    var scanner = LineScanner(line)
    scanner.scan()
    if let problem = scanner.problem { throw problem }
    return scanner.words
  }

  /// Whether a command continues on the next line, because this one ends in a backslash outside
  /// quotes and comments.
  package static func continues(_ line: String) -> Bool { continues(ByteText(line)) }

  /// Whether a command continues on the next line; names of files may contain bytes that are not
  /// characters.
  package static func continues(_ line: ByteText) -> Bool {
    var scanner = LineScanner(line)
    scanner.scan()
    return scanner.endsInBackslash && title(of: line.description) == nil
  }

  /// The title in a line such as `:New York`, which is the rest of the line without the blanks
  /// around it.
  package static func title(of line: String) -> Word? {
    let scalars = Array(line.unicodeScalars)
    guard let colon = scalars.firstIndex(where: { !$0.isBlank }), scalars[colon].halfWidth == ":"
    else {
      return nil
    }
    let rest = scalars[(colon + 1)...]
    let start = rest.firstIndex { !$0.isBlank } ?? scalars.endIndex
    let end = (rest.lastIndex { !$0.isBlank } ?? start - 1) + 1
    return .text(
      String(String.UnicodeScalarView(scalars[start..<end])), columns: start + 1..<end + 1)
  }
}

extension Unicode.Scalar {
  /// Whether the character separates words; input methods write U+3000 for a blank.
  package var isBlank: Bool { self == " " || self == "\t" || self == "\u{3000}" }

  /// Whether the character is not allowed unescaped in a command line.
  package var isRefused: Bool { properties.generalCategory == .control && self != "\t" }
}

/// An error in a command line.
package struct CommandError: Error, Equatable, Sendable {
  package let message: String
  /// The position in the line, in Unicode scalars from 1; empty where something is missing.
  package let columns: Range<Int>
  /// What to do about it.
  package let hint: String?

  package init(_ message: String, columns: Range<Int>, hint: String? = nil) {
    self.message = message
    self.columns = columns
    self.hint = hint
  }
}
