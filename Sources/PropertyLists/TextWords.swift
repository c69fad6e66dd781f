/// A text that is looked at in words of eight bytes, of which the first is the lowest.
struct TextWords {
  private let text: UnsafeBufferPointer<UInt8>

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  var count: Int { text.count }

  /// The byte at an offset, which is not negative; NUL past the end.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 { offset < text.count ? text[offset] : 0 }

  /// The word at an offset, which is not negative; NULs past the end.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    if offset &+ 8 <= text.count {
      return UInt64(
        littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(
          fromByteOffset: offset, as: UInt64.self))
    }
    return (0..<8).reduce(0) { $0 | UInt64(byte(at: offset + $1)) << UInt64(8 * $1) }
  }

  /// Whether there is no byte above that of a space in a range.
  @inline(__always)
  func areBlank(_ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound {
      let word = word(at: start)
      let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
      // The highest bit of each byte that is above 0x20.
      let inked = ((word & low) &+ 0x5F5F_5F5F_5F5F_5F5F | word) & ~low
      let count = min(range.upperBound &- start, 8)
      if inked & TextWords.mask(ofBytes: count) != 0 { return false }
      start &+= count
    }
    return true
  }

  /// Ones in place of the first bytes of a word, as many as are given, from 1 to 8.
  @inline(__always)
  static func mask(ofBytes count: Int) -> UInt64 {
    UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count)
  }
}

/// One to eight bytes that a word may begin with.
struct WordStart {
  private let bytes: UInt64
  private let mask: UInt64

  /// The optimizer makes constants of it.
  @inline(__always)
  init(_ text: StaticString) {
    var bytes: UInt64 = 0
    for index in 0..<text.utf8CodeUnitCount {
      bytes |= UInt64(text.utf8Start[index]) << UInt64(8 * index)
    }
    self.bytes = bytes
    mask = TextWords.mask(ofBytes: text.utf8CodeUnitCount)
  }

  @inline(__always)
  func begins(_ word: UInt64) -> Bool { word & mask == bytes }
}
