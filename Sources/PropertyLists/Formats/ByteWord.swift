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

  @inline(__always)
  private func zeros(_ word: UInt64) -> UInt64 { (word &- ByteWord.ones) & ~word }

  /// Where a byte is.
  @inline(__always)
  func positions(of byte: UInt8) -> UInt64 { zeros(word ^ ByteWord.ones &* UInt64(byte)) }

  /// Where controls are, below 0x20.
  var controls: UInt64 { @inline(__always) get { (word &- ByteWord.ones &* 0x20) & ~word } }

  /// Where bytes are that may need a reference in XML: `&`, `<`, `>`, controls, and the first byte
  /// of U+FFFE and U+FFFF.
  var reserved: UInt64 {
    @inline(__always) get {
      controls | positions(of: 0x26) | positions(of: 0xEF)
        | zeros((word | ByteWord.ones &* 2) ^ ByteWord.ones &* 0x3E)
    }
  }

  /// Whether there is a byte beyond ASCII.
  var hasHighBits: Bool { @inline(__always) get { word & ByteWord.ones << 7 != 0 } }

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
