/// Eight bytes of a text, in which several are looked for at once (Mycroft, 1987). Vectors would be
/// taken apart without extensions of the processor.
///
/// What is found is the highest bit of each such byte; above the lowest one that is found, others
/// may seem to be found.
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

  /// The word with blanks in place of all but its first bytes, of which there are fewer than eight.
  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>, at offset: Int, first count: Int) {
    let mask = (1 as UInt64) &<< UInt64(8 * count) &- 1
    word = ByteWord(text, at: offset).word & mask | ByteWord.ones &* 0x20 & ~mask
  }

  @inline(__always)
  private func zeros(_ word: UInt64) -> UInt64 { (word &- ByteWord.ones) & ~word }

  /// Where a byte is.
  @inline(__always)
  func positions(of byte: UInt8) -> UInt64 { zeros(word ^ ByteWord.ones &* UInt64(byte)) }

  /// Where a character of ASCII is, or one that differs from it only by lacking the given bits. Bytes
  /// beyond ASCII may seem to be found, too.
  @inline(__always)
  private func candidates(_ byte: UInt8, without bits: UInt8 = 0) -> UInt64 {
    ((word | ByteWord.ones &* UInt64(bits)) ^ ByteWord.ones &* UInt64(byte)) &- ByteWord.ones
  }

  /// Where controls are, below 0x20.
  var controls: UInt64 { @inline(__always) get { (word &- ByteWord.ones &* 0x20) & ~word } }

  /// Where bytes in ASCII are that XML has as references, or not at all: `&`, `<`, `>` and controls.
  var reservedASCII: UInt64 {
    @inline(__always) get {
      (word &- ByteWord.ones &* 0x20 | candidates(0x26) | candidates(0x3E, without: 2)) & ~word
    }
  }

  /// Where bytes are that may need a reference in XML: those in ASCII, and the first byte of U+FFFE
  /// and U+FFFF.
  var reserved: UInt64 { @inline(__always) get { reservedASCII | positions(of: 0xEF) } }

  /// Where bytes are that may need a reference in XML, quotes and backslashes.
  var reservedOrEscape: UInt64 {
    @inline(__always) get {
      (word &- ByteWord.ones &* 0x20 | candidates(0x26, without: 4)
        | candidates(0x3E, without: 2) | candidates(0x5C)) & ~word | positions(of: 0xEF)
    }
  }

  /// Where bytes beyond ASCII are.
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
