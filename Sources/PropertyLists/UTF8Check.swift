/// Detection of invalid UTF-8 that libxml2 accepts.
///
/// libxml2 checks continuation bytes and rejects surrogates and numbers that are not characters,
/// but decodes overlong forms of longer sequences; Swift would replace these, so that values would
/// differ from those that other programs read.
enum UTF8Check {
  /// Whether all bytes are valid UTF-8.
  static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool { firstFault(in: text) == nil }

  /// The offset of the first byte that is not part of valid UTF-8 (Unicode 16, table 3-7).
  ///
  /// - Complexity: O(*n*), 32 bytes of ASCII at a time.
  static func firstFault(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    let bytes = UnsafeRawBufferPointer(text)
    var index = 0
    func highBits(at offset: Int = 0) -> UInt64 {
      bytes.loadUnaligned(fromByteOffset: index + offset, as: UInt64.self).littleEndian
        & 0x8080_8080_8080_8080
    }
    while true {
      while index + 32 <= text.count,
        highBits() | highBits(at: 8) | highBits(at: 16) | highBits(at: 24) == 0
      {
        index += 32
      }
      while index + 8 <= text.count, highBits() == 0 { index += 8 }
      if index + 8 <= text.count { index += highBits().trailingZeroBitCount >> 3 }
      while index < text.count, text[index] < 0x80 { index += 1 }
      if index == text.count { return nil }
      while index < text.count, text[index] >= 0x80 {
        guard let length = sequenceLength(in: text, at: index) else { return index }
        index += length
      }
    }
  }

  /// The length in bytes of the non-ASCII sequence at an offset; `nil` if it is not valid.
  @inline(__always)
  private static func sequenceLength(
    in text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Int? {
    let lead = text[index]
    let length: Int
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return nil
    }
    guard index + length <= text.count else { return nil }
    let second = text[index + 1]
    let range: ClosedRange<UInt8> =
      switch lead {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    let areContinued =
      (length < 3 || text[index + 2] & 0xC0 == 0x80)
      && (length < 4 || text[index + 3] & 0xC0 == 0x80)
    return range.contains(second) && areContinued ? length : nil
  }

  /// Whether a valid sequence begins at the offset.
  static func isValid(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    var decoder = UTF8()
    var bytes = text[offset...].makeIterator()
    if case .scalarValue = decoder.decode(&bytes) { return true }
    return false
  }

  /// The offset of an overlong sequence that begins in the chunk.
  ///
  /// - Complexity: O(*n*), at memory speed while there is no lead byte that can begin an overlong
  ///   sequence.
  static func overlongSequence(
    in chunk: UnsafeBufferPointer<UInt8>, of text: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Int? {
    guard mayHoldOverlongSequence(UnsafeRawBufferPointer(chunk)) else { return nil }
    for index in start..<(start + chunk.count) {
      let byte = text[index]
      let next = index + 1 < text.count ? text[index + 1] : 0xFF
      let isOverlong =
        byte & 0xFE == 0xC0 || byte == 0xE0 && next < 0xA0 || byte == 0xF0 && next < 0x90
      if isOverlong { return index }
    }
    return nil
  }

  /// Whether there is a lead byte C0 or C1, which are always overlong, or E0 or F0, which may be;
  /// eight bytes at a time. There may be false positives.
  private static func mayHoldOverlongSequence(_ chunk: UnsafeRawBufferPointer) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Whether a byte of the word is zero (Mycroft, 1987).
    func hasZero(_ word: UInt64) -> Bool { (word &- ones) & ~word & (ones << 7) != 0 }
    var offset = 0
    while offset + 8 <= chunk.count {
      let word = chunk.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset += 8
      if word & (ones << 7) == 0 { continue }
      if hasZero((word & (ones &* 0xFE)) ^ (ones &* 0xC0)) { return true }
      if hasZero((word & (ones &* 0xEF)) ^ (ones &* 0xE0)) { return true }
    }
    return chunk[offset...].contains { $0 >= 0xC0 }
  }
}
