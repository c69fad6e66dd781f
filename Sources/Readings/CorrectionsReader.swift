import ICUText
import Platform

/// A lexer that splits a table of corrections into lines, Han characters and syllables.
struct CorrectionsReader {
  private let text: UnsafeBufferPointer<UInt8>
  private(set) var offset = 0
  private var line = 0
  private var lineStart = 0

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  @inline(__always)
  private var byte: UInt8 { offset < text.count ? text[offset] : UInt8(ascii: "\n") }

  /// Advances to the next line; `false` at the end of the text.
  mutating func beginLine() -> Bool {
    if line > 0 {
      while byte != UInt8(ascii: "\n") { offset += 1 }
      offset += 1
    }
    line += 1
    lineStart = offset
    return offset < text.count
  }

  /// Skips to the next item in the line; `false` if only a comment follows.
  @inline(__always)
  mutating func skipSpaces() -> Bool {
    while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") {
      offset += 1
    }
    return byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "#")
  }

  /// Whether a reading begins here.
  @inline(__always)
  var isAtLetter: Bool { letter != nil }

  /// The letter here and its length in bytes.
  @inline(__always)
  private var letter: (value: UInt8, length: Int)? {
    let byte = byte
    let lower = byte | 0x20
    if lower &- 0x61 < 26, lower &- UInt8(ascii: "u") >= 2 { return (lower, 1) }
    return otherLetter
  }

  @inline(never)
  private var otherLetter: (value: UInt8, length: Int)? {
    let lower = byte | 0x20
    let next = offset + 1 < text.count ? text[offset + 1] : 0
    if lower == UInt8(ascii: "u") {
      return next == UInt8(ascii: ":") ? (Syllable.umlaut, 2) : (lower, 1)
    }
    // A v in pinyin represents an ü that could not be typed.
    if lower == UInt8(ascii: "v") { return (Syllable.umlaut, 1) }
    // The bytes of ü and Ü.
    return byte == 0xC3 && next & ~0x20 == 0x9C ? (Syllable.umlaut, 2) : nil
  }

  /// Skips the mark of entries that apply only at the start of a name.
  mutating func readStartMark() -> Bool {
    guard byte == UInt8(ascii: "^") else { return false }
    offset += 1
    return true
  }

  @inline(__always)
  mutating func readSyllable() throws(LocatedError) -> Syllable {
    let start = offset
    var bits: UInt64 = 0
    var shift: UInt64 = 0
    // All letters except u and v stand for themselves, regardless of the next letter.
    var next = offset
    while next < text.count, shift < Syllable.maximumLength * 8 {
      let byte = text[next]
      if byte &- 0x61 >= 26 || byte &- UInt8(ascii: "u") < 2 { break }
      bits |= UInt64(byte) &<< shift
      shift &+= 8
      next &+= 1
    }
    offset = next
    while let (value, length) = letter {
      guard shift < Syllable.maximumLength * 8 else {
        throw error("a reading has at most \(Syllable.maximumLength) letters", at: start)
      }
      bits |= UInt64(value) &<< shift
      shift &+= 8
      offset &+= length
    }
    try checkEnd()
    return Syllable(bits: bits)
  }

  /// The Han character here, or `nil` where a word ends.
  @inline(__always)
  mutating func readCharacter() throws(LocatedError) -> UInt32? {
    if isAtEndOfWord { return nil }
    // Almost all characters have this form.
    if byte & 0xF0 == 0xE0, offset + 3 <= text.count {
      let (second, third) = (text[offset + 1], text[offset + 2])
      let scalar = UInt32(byte & 0x0F) &<< 12 | UInt32(second & 0x3F) &<< 6 | UInt32(third & 0x3F)
      if second & third & 0xC0 == 0x80, (second | third) & 0x40 == 0,
        HanCharacters.areCommon(scalar)
      {
        offset += 3
        return scalar
      }
    }
    return try readOtherCharacter()
  }

  @inline(never)
  private mutating func readOtherCharacter() throws(LocatedError) -> UInt32? {
    let (scalar, length) = text.scalarValue(at: offset)
    guard length > 0 else { throw notUTF8 }
    guard HanCharacters.contain(scalar) else { throw unexpected }
    offset += length
    return scalar
  }

  @inline(__always)
  private var isAtEndOfWord: Bool {
    let byte = byte
    return byte <= UInt8(ascii: " ") || byte == UInt8(ascii: "#")
  }

  private func checkEnd() throws(LocatedError) {
    if !isAtEndOfWord { throw unexpected }
  }

  private var unexpected: LocatedError {
    let (value, length) = text.scalarValue(at: offset)
    guard length > 0, let scalar = Unicode.Scalar(value) else { return notUTF8 }
    return error("'\(scalar)' is neither a Han character nor a letter of a reading")
  }

  private var notUTF8: LocatedError { error("the text is not UTF-8") }

  /// - Parameter offset: The offset of the problem; `nil` for the current position.
  func error(_ message: String, at offset: Int? = nil) -> LocatedError {
    let before = text[lineStart..<min(offset ?? self.offset, text.count)]
    let column = before.count { $0 & 0xC0 != 0x80 } + 1
    return LocatedError(message, line: line, column: column)
  }
}
