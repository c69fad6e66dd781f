/// Reads property lists in the text format of OPENSTEP, and strings files, which are dictionaries
/// in it without their braces.
///
/// The syntax is that of Core Foundation (`CFOldStylePList.c`): which characters need no quotes,
/// single quotes, escapes, a key that is its own value (`key;`), a comma after an array's last
/// element, a semicolon after every member. GNUstep's typed values are read, too: `<*I5>`,
/// `<*R1.5>`, `<*BY>`, `<*D2001-01-01 00:00:00 +0000>` and base64 as `<[…]>`.
///
/// Comments become XML comments in the same place. A comment that does not end is an error, since
/// the rest of the text would be lost in it.
struct OpenStepDecoder {
  let text: UnsafeBufferPointer<UInt8>
  var position = 0
  var writer: DocumentWriter
  /// The last run of comments.
  private var comments = Comment.Run.none
  /// The characters of a string that has escapes.
  private let unescaped = GrowingBuffer<UInt8>()

  /// Decodes a text as the single value of a property list.
  ///
  /// - Parameter text: The whole text in valid UTF-8, without a byte-order mark.
  /// - Throws: `DecodingError`, with an offset in the text.
  /// - Complexity: O(*n*).
  static func decode(
    _ text: UnsafeBufferPointer<UInt8>, into writer: inout DocumentWriter
  ) throws(DecodingError) {
    var decoder = OpenStepDecoder(text: text, writer: writer)
    defer { writer = decoder.writer }
    try decoder.document()
  }

  private init(text: UnsafeBufferPointer<UInt8>, writer: DocumentWriter) {
    self.text = text
    self.writer = writer
  }

  var next: UInt8? { position < text.count ? text[position] : nil }

  private func isNext(_ character: Character) -> Bool { next == character.asciiValue }

  /// - Parameter offset: `nil` means the current one.
  func failure(_ reason: String, at offset: Int? = nil) -> DecodingError {
    DecodingError(
      .malformed(format: "OpenStep text", reason: reason), at: offset ?? position)
  }
}

// MARK: Structure

extension OpenStepDecoder {
  private mutating func document() throws(DecodingError) {
    if try isStringsFile() {
      try writer.begin(.dict)
      try members(until: nil)
      writer.notes.hasNoBrackets = true
      end()
      return
    }
    try skipSpace()
    try value()
    try skipSpace()
    if position < text.count { throw failure("text after its end") }
  }

  /// Whether there are no braces or brackets around the text, and it is not a single string.
  private mutating func isStringsFile() throws(DecodingError) -> Bool {
    defer { position = 0 }
    try skipSpace(keepingComments: false)
    guard let next else { return true }
    if "{(<".utf8.contains(next) { return false }
    _ = try string()
    try skipSpace(keepingComments: false)
    return position < text.count
  }

  private mutating func value() throws(DecodingError) {
    writer.offset = position
    switch next {
    case UInt8(ascii: "{"):
      position += 1
      let start = position - 1
      try writer.begin(.dict)
      try members(until: start)
      end()
    case UInt8(ascii: "("):
      position += 1
      try elements(from: position - 1)
    case UInt8(ascii: "<"):
      position += 1
      try typedValue(from: position - 1)
    default:
      let string = try string()
      writer.notes.endOffset = position
      try writer.string(string)
    }
  }

  /// Ends a container.
  private mutating func end() {
    writer.notes.endOffset = position
    writer.end()
  }

  /// Reads members up to a closing brace or, in a strings file, to the end of the text.
  ///
  /// - Parameter brace: The offset of the opening brace, if there is one.
  private mutating func members(until brace: Int?) throws(DecodingError) {
    while true {
      try skipSpace()
      if isNext("}"), brace != nil {
        position += 1
        return
      }
      if next == nil {
        guard let brace else { return }
        throw failure("the dictionary has no end", at: brace)
      }
      writer.offset = position
      let key = try string()
      let keyEnd = position
      writer.notes.endOffset = keyEnd
      try writer.key(key)
      try skipSpace()
      if isNext("=") {
        position += 1
        try skipSpace()
        try value()
        try skipSpace()
        guard isNext(";") else { throw failure("expected ';' after a value") }
      } else {
        guard isNext(";") else { throw failure("expected '=' or ';' after a key") }
        // The value is not written apart from its key.
        writer.offset = keyEnd
        writer.notes.endOffset = keyEnd
        try writer.string(key)
      }
      position += 1
    }
  }

  /// - Parameter start: The offset of the opening parenthesis.
  private mutating func elements(from start: Int) throws(DecodingError) {
    try writer.begin(.array)
    while true {
      try skipSpace()
      if isNext(")") { break }
      guard next != nil else { throw failure("the array has no end", at: start) }
      try value()
      try skipSpace()
      if isNext(")") { break }
      guard next != nil else { throw failure("the array has no end", at: start) }
      guard isNext(",") else { throw failure("expected ',' or ')' in an array") }
      position += 1
    }
    position += 1
    end()
  }
}

// MARK: Space and comments

extension OpenStepDecoder {
  /// Skips white space and comments.
  private mutating func skipSpace(keepingComments: Bool = true) throws(DecodingError) {
    while let byte = next {
      switch byte {
      case 0x09...0x0D, 0x20: position += 1
      case 0xE2 where Comment.isUnicodeLineEnd(text, at: position): position += 3
      case UInt8(ascii: "/"):
        guard let comment = try comment() else { return }
        if keepingComments {
          writer.offset = position
          if position >= comments.end {
            comments = Comment.Run(in: text, at: position, notAfter: "{(=")
          }
          try writer.comment(UnsafeBufferPointer(rebasing: text[comment.text]), comments)
        }
        position = comment.end
      default: return
      }
    }
  }

  /// The comment that begins here, if one does.
  private func comment() throws(DecodingError) -> Comment? {
    let comment = Comment(in: text, at: position, upTo: text.count)
    if let comment, !comment.isTerminated { throw failure("the comment has no end") }
    return comment
  }
}

// MARK: Strings

extension OpenStepDecoder {
  /// Reads a string; valid until the next one is read.
  private mutating func string() throws(DecodingError) -> UnsafeBufferPointer<UInt8> {
    let start = position
    if isNext("\"") || isNext("'") { return try quotedString() }
    while let byte = next, OpenStepDecoder.needsNoQuotes(byte) { position += 1 }
    guard position > start else {
      throw next == nil
        ? failure("the text ends where a value is expected")
        : failure("expected a value; text with other than letters and digits needs quotes")
    }
    return UnsafeBufferPointer(rebasing: text[start..<position])
  }

  static func needsNoQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "_$/:.-".utf8.contains(byte)
    }
  }

  private mutating func quotedString() throws(DecodingError) -> UnsafeBufferPointer<UInt8> {
    let opening = position
    let quote = text[opening]
    position += 1
    var start = position
    var hasEscapes = false
    while let byte = next, byte != quote {
      guard byte == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      if !hasEscapes { unescaped.removeAll(from: 0) }
      hasEscapes = true
      unescaped.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<position]))
      try escape()
      start = position
    }
    guard next != nil else { throw failure("the string has no end", at: opening) }
    defer { position += 1 }
    let rest = UnsafeBufferPointer(rebasing: text[start..<position])
    guard hasEscapes else { return rest }
    unescaped.append(contentsOf: rest)
    return unescaped.elements
  }

  /// Reads what follows a backslash, and a second escape if the first is half of a surrogate pair.
  private mutating func escape() throws(DecodingError) {
    let start = position
    position += 1
    guard let byte = next else { return }
    switch byte {
    case 0x30...0x37: append(octal())
    case UInt8(ascii: "U"):
      let unit = try hexadecimal()
      guard UTF16.isLeadSurrogate(unit) || UTF16.isTrailSurrogate(unit) else {
        append(Unicode.Scalar(unit))
        return
      }
      guard UTF16.isLeadSurrogate(unit), text[position...].starts(with: "\\U".utf8) else {
        throw DecodingError(.halfCharacter(unit), at: start)
      }
      position += 1
      let second = try hexadecimal()
      guard UTF16.isTrailSurrogate(second) else {
        throw DecodingError(.halfCharacter(unit), at: start)
      }
      append(UTF16.decode(UTF16.EncodedScalar([unit, second])))
    default:
      position += 1
      unescaped.append(OpenStepDecoder.controlCharacters[byte] ?? byte)
    }
  }

  private func append(_ scalar: Unicode.Scalar?) {
    for byte in scalar.flatMap({ UTF8.encode($0) }) ?? UTF8.encodedReplacementCharacter {
      unescaped.append(byte)
    }
  }

  private static let controlCharacters: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "v"): 0x0B, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "r"): 0x0D,
  ]

  /// Reads up to three octal digits, the code of a character in NeXTSTEP's encoding.
  private mutating func octal() -> Unicode.Scalar? {
    var code: UInt8 = 0
    for _ in 0..<3 {
      guard let digit = next, 0x30...0x37 ~= digit else { break }
      code = code << 3 | (digit - 0x30)
      position += 1
    }
    return code < 0x80
      ? Unicode.Scalar(code) : Unicode.Scalar(OpenStepDecoder.nextStep[Int(code) - 0x80])
  }

  /// Reads `U` and up to four hexadecimal digits, a code unit of UTF-16.
  private mutating func hexadecimal() throws(DecodingError) -> UInt16 {
    let start = position - 1
    position += 1
    var unit: UInt16 = 0
    var count = 0
    while count < 4, let digit = next.flatMap(hexadecimalValue) {
      unit = unit << 4 | UInt16(digit)
      position += 1
      count += 1
    }
    if count == 0 { throw failure("expected hexadecimal digits after '\\U'", at: start) }
    return unit
  }

  /// The characters of NeXTSTEP's encoding from 0x80 on.
  private static let nextStep: [UInt16] = [
    0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7,
    0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD, 0x00CE, 0x00CF,
    0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9,
    0x00DA, 0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x00B5, 0x00D7, 0x00F7,
    0x00A9, 0x00A1, 0x00A2, 0x00A3, 0x2044, 0x00A5, 0x0192, 0x00A7,
    0x00A4, 0x2019, 0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02,
    0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022,
    0x201A, 0x201E, 0x201D, 0x00BB, 0x2026, 0x2030, 0x00AC, 0x00BF,
    0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF, 0x02D8, 0x02D9,
    0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7,
    0x2014, 0x00B1, 0x00BC, 0x00BD, 0x00BE, 0x00E0, 0x00E1, 0x00E2,
    0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB,
    0x00EC, 0x00C6, 0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1,
    0x0141, 0x00D8, 0x0152, 0x00BA, 0x00F2, 0x00F3, 0x00F4, 0x00F5,
    0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD,
    0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF, 0xFFFD, 0xFFFD,
  ]
}

/// The value of a hexadecimal digit.
func hexadecimalValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x41 + 10
  case 0x61...0x66: byte - 0x61 + 10
  default: nil
  }
}
