package import Platform

/// Reads the words of a line, even an unfinished one. Errors are recorded, and reading continues.
package struct LineScanner {
  /// The kinds of quotes, by their opening characters.
  package enum Quote: String {
    case single = "'"
    case double = "\""
    case escaped = "$'"

    package var closing: Unicode.Scalar { self == .double ? "\"" : "'" }
  }

  package private(set) var words: [Word] = []
  /// The first error found.
  package private(set) var problem: CommandError?
  /// The quote that is open at the end, and the offset of its opening character.
  package private(set) var openQuote: (quote: Quote, offset: Int)?
  package private(set) var endsInBackslash = false
  package private(set) var endsInComment = false

  private let scalars: [Unicode.Scalar]
  /// The bytes that are not characters, by their offsets, at which `scalars` has U+FFFD.
  private var bytes: [Int: UInt8] = [:]
  private var offset = 0
  private var text = String.UnicodeScalarView()
  private var marks: [Word.Mark] = []
  private var hasQuotes = false

  package init(_ line: String) { scalars = Array(line.unicodeScalars) }

  package init(_ line: ByteText) {
    if let text = line.text {
      scalars = Array(text.unicodeScalars)
      return
    }
    var scalars: [Unicode.Scalar] = []
    for part in line.parts {
      switch part {
      case .character(let scalar): scalars.append(scalar)
      case .byte(let byte):
        bytes[scalars.count] = byte
        scalars.append("\u{FFFD}")
      }
    }
    self.scalars = scalars
  }

  package mutating func scan() {
    scanControlCharacters()
    while true {
      while offset < scalars.count, scalars[offset].isBlank { offset += 1 }
      if offset == scalars.count { return }
      if isAtComment {
        endsInComment = true
        return
      }
      scanWord()
    }
  }

  /// Records the first character that is not allowed in a line, in whatever word.
  package mutating func scanControlCharacters() {
    guard let index = scalars.firstIndex(where: \.isRefused) else { return }
    let code = String(scalars[index].value, radix: 16, uppercase: true)
    let padding = String(repeating: "0", count: max(0, 4 - code.count))
    note(
      "control character U+\(padding)\(code) in the line", at: index..<index + 1,
      hint: "write it as $'\\u{\(code)}'")
  }

  private var isAtComment: Bool {
    guard scalars[offset] == "#" else { return false }
    var end = offset + 1
    if end < scalars.count, scalars[end] == "-" { end += 1 }
    let digits = end
    while end < scalars.count, ("0"..."9").contains(scalars[end]) { end += 1 }
    let isPosition =
      end > digits && (end == scalars.count || scalars[end] == "/" || scalars[end].isBlank)
    return words.isEmpty || !isPosition
  }

  private mutating func scanWord() {
    let start = offset
    text = .init()
    marks = []
    hasQuotes = false
    while offset < scalars.count, !scalars[offset].isBlank { scanPiece() }
    words.append(
      Word(
        text: String(text), columns: start + 1..<offset + 1,
        isQuoted: hasQuotes || marks.contains { $0.writing != .plain }, marks: marks))
  }

  private mutating func scanPiece() {
    switch scalars[offset] {
    case "'": scanQuoted(.single)
    case "\"": scanQuoted(.double)
    case "$" where next == "'": scanQuoted(.escaped)
    case "\\": scanBackslash()
    default: append(scalars[offset], .plain, length: 1)
    }
  }

  private var next: Unicode.Scalar? {
    offset + 1 < scalars.count ? scalars[offset + 1] : nil
  }

  /// Appends a character that is written with `length` characters, and advances past them.
  private mutating func append(_ scalar: Unicode.Scalar, _ writing: Word.Writing, length: Int) {
    text.append(scalar)
    let byte = length == 1 ? bytes[offset] : nil
    marks.append(.init(writing: writing, columns: offset + 1..<offset + 1 + length, byte: byte))
    offset += length
  }

  private mutating func scanBackslash() {
    switch next {
    case nil:
      endsInBackslash = true
      note("nothing follows the backslash", at: offset..<offset + 1)
      append("\\", .plain, length: 1)
    case let scalar? where scalar.isBlank || "'\"=:".unicodeScalars.contains(scalar):
      append(scalar, .escaped, length: 2)
    case let scalar?:
      append("\\", .plain, length: 1)
      append(scalar, .plain, length: 1)
    }
  }

  private mutating func scanQuoted(_ quote: Quote) {
    let start = offset
    hasQuotes = true
    offset += quote.rawValue.unicodeScalars.count
    while offset < scalars.count {
      let scalar = scalars[offset]
      if scalar == quote.closing {
        offset += 1
        return
      }
      switch (quote, next) {
      case (.double, let escaped?) where scalar == "\\" && (escaped == "\"" || escaped == "\\"):
        append(escaped, .quoted, length: 2)
      case (.escaped, let escaped?) where scalar == "\\": scanEscape(escaped)
      default: append(scalar, .quoted, length: 1)
      }
    }
    openQuote = (quote, start)
    note(
      "the quote \(quote.rawValue) is not closed", at: start..<offset,
      hint: quote == .single ? "write an apostrophe as \\'" : nil)
  }

  /// Scans an escape between `$'` and `'`.
  private mutating func scanEscape(_ letter: Unicode.Scalar) {
    switch letter {
    case "n": append("\n", .quoted, length: 2)
    case "t": append("\t", .quoted, length: 2)
    case "r": append("\r", .quoted, length: 2)
    case "\\", "'", "\"": append(letter, .quoted, length: 2)
    default:
      if letter == "u", let digits = codePointDigits() {
        append(character(writtenAs: digits), .quoted, length: digits.count + 4)
      } else if letter == "x", let byte = hexadecimalByte {
        append(byte)
      } else {
        note(
          "'\\\(letter)' is not an escape", at: offset..<offset + 2,
          hint: "the escapes in $'…' are \\n \\t \\r \\\\ \\' \\\" \\u{HEX} and \\xHH")
        append(letter, .quoted, length: 2)
      }
    }
  }

  /// The digits of a `\u{HEX}` at the offset.
  private func codePointDigits() -> String? {
    let digits = scalars[(offset + 2)...].dropFirst().prefix { $0.properties.isASCIIHexDigit }
    guard offset + 2 < scalars.count, scalars[offset + 2] == "{", !digits.isEmpty,
      digits.endIndex < scalars.count, scalars[digits.endIndex] == "}"
    else { return nil }
    return String(String.UnicodeScalarView(digits))
  }

  /// The character of a hexadecimal code point; records an error and returns U+FFFD if there is
  /// none.
  private mutating func character(writtenAs digits: String) -> Unicode.Scalar {
    let value = UInt32(digits, radix: 16)
    if let value, let scalar = Unicode.Scalar(value) { return scalar }
    let code = digits.count > 12 ? digits.prefix(12) + "…" : digits[...]
    let isSurrogate = value.map { (0xD800...0xDFFF).contains($0) } ?? false
    note(
      isSurrogate
        ? "code point \(code) is a surrogate, which is not a character"
        : "code point \(code) is out of range", at: offset..<offset + digits.count + 4,
      hint: "characters are 0 to D7FF and E000 to 10FFFF")
    return "\u{FFFD}"
  }

  /// The byte that `\xHH` denotes.
  private var hexadecimalByte: UInt8? {
    let digits = scalars[(offset + 2)...].prefix(2)
    guard digits.count == 2, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
    return UInt8(String(String.UnicodeScalarView(digits)), radix: 16)
  }

  /// Appends a byte that is written with four characters. A byte below hexadecimal 80 is a
  /// character.
  private mutating func append(_ byte: UInt8) {
    let isCharacter = byte < 0x80
    text.append(isCharacter ? Unicode.Scalar(byte) : "\u{FFFD}")
    marks.append(
      .init(
        writing: .quoted, columns: offset + 1..<offset + 5, byte: isCharacter ? nil : byte))
    offset += 4
  }

  private mutating func note(_ message: String, at range: Range<Int>, hint: String? = nil) {
    if problem != nil { return }
    problem = CommandError(
      message, columns: range.lowerBound + 1..<range.upperBound + 1, hint: hint)
  }
}
