/// Eight bytes of a text that are searched at once (Mycroft, 1987). Without extensions of the
/// processor, vectors would be split into scalars.
///
/// A result has the highest bit of each byte that is found. Only the lowest of these bits is
/// reliable; those above it may be false positives.
struct ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private let word: UInt64

  /// - Parameter offset: Of the first byte, with at least seven after it in the text.
  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) {
    word = UInt64(
      littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(
        fromByteOffset: offset, as: UInt64.self))
  }

  /// The first bytes, fewer than eight, followed by blanks.
  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>, at offset: Int, first count: Int) {
    let mask = (1 as UInt64) &<< UInt64(8 * count) &- 1
    word = ByteWord(text, at: offset).word & mask | ByteWord.ones &* 0x20 & ~mask
  }

  @inline(__always)
  private func zeros(_ word: UInt64) -> UInt64 { (word &- ByteWord.ones) & ~word }

  /// The positions of a byte.
  @inline(__always)
  func positions(of byte: UInt8) -> UInt64 { zeros(word ^ ByteWord.ones &* UInt64(byte)) }

  /// The positions of an ASCII character, and of characters that differ from it only by lacking the
  /// given bits. Bytes beyond ASCII may be false positives.
  @inline(__always)
  private func candidates(_ byte: UInt8, without bits: UInt8 = 0) -> UInt64 {
    ((word | ByteWord.ones &* UInt64(bits)) ^ ByteWord.ones &* UInt64(byte)) &- ByteWord.ones
  }

  /// The positions of controls, below 0x20.
  var controls: UInt64 { @inline(__always) get { (word &- ByteWord.ones &* 0x20) & ~word } }

  /// The positions of ASCII bytes that XML writes as references or does not allow: `&`, `<`, `>`
  /// and controls.
  var reservedASCII: UInt64 {
    @inline(__always) get {
      (word &- ByteWord.ones &* 0x20 | candidates(0x26) | candidates(0x3E, without: 2)) & ~word
    }
  }

  /// The positions of bytes that may need a reference in XML: `reservedASCII`, and the first byte
  /// of U+FFFE and U+FFFF.
  var reserved: UInt64 { @inline(__always) get { reservedASCII | positions(of: 0xEF) } }

  /// The positions of bytes that may need a reference in XML, of quotes and of backslashes.
  var reservedOrEscape: UInt64 {
    @inline(__always) get {
      (word &- ByteWord.ones &* 0x20 | candidates(0x26, without: 4)
        | candidates(0x3E, without: 2) | candidates(0x5C)) & ~word | positions(of: 0xEF)
    }
  }

  /// The positions of bytes beyond ASCII.
  var highBits: UInt64 { @inline(__always) get { word & ByteWord.ones << 7 } }

  /// The position of the first byte that is found.
  @inline(__always)
  static func first(_ positions: UInt64) -> Int? {
    let positions = positions & ones << 7
    return positions == 0 ? nil : positions.trailingZeroBitCount >> 3
  }

  /// Whether a byte may need a reference in XML.
  @inline(__always)
  static func isReserved(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x26 || byte | 2 == 0x3E || byte == 0xEF
  }
}
