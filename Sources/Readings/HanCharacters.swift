/// The characters that a reading table knows.
enum HanCharacters {
  /// Those that are looked up without searching.
  static let common: Range<UInt32> = 0x3400..<0xA000
  static let commonCount: UInt32 = 0x6C00
  static let iterationMark: UInt32 = 0x3005

  @inline(__always)
  static func areCommon(_ scalar: UInt32) -> Bool {
    scalar &- 0x3400 < commonCount
  }

  /// Whether a character is a Han character, compatibility forms aside.
  @inline(__always)
  static func contain(_ scalar: UInt32) -> Bool {
    areCommon(scalar) || isRare(scalar)
  }

  private static func isRare(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3005, 0x3007, 0x20000...0x2F7FF, 0x30000...0x3FFFF: true
    // The compatibility forms that are no form of another character.
    case 0xFA0E...0xFA0F, 0xFA11, 0xFA13...0xFA14, 0xFA1F, 0xFA21, 0xFA23...0xFA24, 0xFA27...0xFA29:
      true
    default: false
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The character that begins at an offset and its length in bytes, which is 0 for what is not UTF-8.
  @inline(__always)
  func decodeScalar(at offset: Int) -> (scalar: UInt32, length: Int) {
    let lead = self[offset]
    if lead < 0x80 { return (UInt32(lead), 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead < 0xF5, offset + length <= count else { return (0, 0) }
    var scalar = UInt32(lead) & (0x7F >> UInt32(length))
    for index in (offset + 1)..<(offset + length) {
      guard self[index] & 0xC0 == 0x80 else { return (0, 0) }
      scalar = scalar << 6 | UInt32(self[index] & 0x3F)
    }
    let isOverlong = length == 3 && scalar < 0x800 || length == 4 && scalar < 0x1_0000
    let isSurrogate = scalar &- 0xD800 < 0x800
    return isOverlong || isSurrogate || scalar > 0x10FFFF ? (0, 0) : (scalar, length)
  }
}
