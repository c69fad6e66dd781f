extension UnsafeBufferPointer<UInt8> {
  /// The code point at an offset of UTF-8 text, and its length in bytes, which is 0 if the bytes
  /// are not UTF-8.
  @inlinable
  @inline(__always)
  package func scalarValue(at offset: Int) -> (value: UInt32, length: Int) {
    let lead = self[offset]
    if lead < 0x80 { return (UInt32(lead), 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead < 0xF5, offset + length <= count else { return (0, 0) }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for index in (offset + 1)..<(offset + length) {
      guard self[index] & 0xC0 == 0x80 else { return (0, 0) }
      value = value << 6 | UInt32(self[index] & 0x3F)
    }
    let isOverlong = length == 3 && value < 0x800 || length == 4 && value < 0x1_0000
    let isSurrogate = value &- 0xD800 < 0x800
    return isOverlong || isSurrogate || value > 0x10FFFF ? (0, 0) : (value, length)
  }
}

extension UTF8 {
  /// The length in bytes of a UTF-8 character by its first byte; `nil` if no character begins with
  /// the byte.
  package static func length(startingWith first: UInt8) -> Int? {
    switch first {
    case 0..<0x80: 1
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: nil
    }
  }
}
