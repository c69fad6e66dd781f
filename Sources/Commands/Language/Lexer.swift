package import Platform

/// Splits a command line into words, much as a POSIX shell does.
///
/// - Blanks (spaces and tabs) separate words.
/// - Between `'` and `'` every character is itself. Between `"` and `"` a backslash takes the meaning
///   from `"` and `\`, and is itself elsewhere. Between `$'` and `'` a backslash begins one of
///   `\n \t \r \\ \' \" \u{HEX} \xHH`, the last a byte in the name of a file.
/// - Outside of quotes a backslash takes the meaning from a blank, a quote, `=` and `:`. In front of
///   any other character it stays, and so does that character: addresses have escapes of their own,
///   and `A\/C` is the same address as `'A\/C'`.
/// - `#` begins a comment where a word would begin, but not where an operand is a position, `#2` or
///   `#-1/x`.
/// - Other control characters cannot stand in a line.
package enum Lexer {
  /// - Throws: `CommandError` for a quote that is not closed, an escape that is none, a control
  ///   character, or a backslash at the end.
  package static func words(of line: String) throws(CommandError) -> [Word] {
    try words(of: ByteText(line))
  }

  static func words(of line: ByteText) throws(CommandError) -> [Word] {
    var scanner = LineScanner(line)
    scanner.scan()
    if let problem = scanner.problem { throw problem }
    return scanner.words
  }

  /// Whether a command goes on in the next line, because this one ends in a backslash outside of
  /// quotes and comments.
  package static func continues(_ line: String) -> Bool { continues(ByteText(line)) }

  /// The same for a line in which names of files may be bytes that are no characters.
  package static func continues(_ line: ByteText) -> Bool {
    var scanner = LineScanner(line)
    scanner.scan()
    return scanner.endsInBackslash && title(of: line.description) == nil
  }

  /// The title in a line such as `:New York`, which is all of the rest without the blanks around it.
  static func title(of line: String) -> Word? {
    let scalars = Array(line.unicodeScalars)
    guard let colon = scalars.firstIndex(where: { !$0.isBlank }), scalars[colon] == ":" else {
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
  /// Whether the character separates words.
  var isBlank: Bool { self == " " || self == "\t" }

  /// Whether the character may not stand in a command line as it is.
  var isRefused: Bool { properties.generalCategory == .control && self != "\t" }
}
