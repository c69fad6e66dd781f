import CText

/// The characters that a reading table covers.
enum HanCharacters {
  /// The characters that are looked up by index, without searching.
  static let common: Range<UInt32> = 0x3400..<0xA000
  static let commonCount: UInt32 = 0x6C00
  static let iterationMark: UInt32 = 0x3005

  @inline(__always)
  static func areCommon(_ scalar: UInt32) -> Bool {
    scalar &- 0x3400 < commonCount
  }

  /// Whether a character is a Han character, excluding compatibility forms.
  @inline(__always)
  static func contain(_ scalar: UInt32) -> Bool {
    areCommon(scalar) || isRare(scalar)
  }

  private static func isRare(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3005, 0x3007, 0x20000...0x2F7FF, 0x30000...0x3FFFF: true
    // The unified ideographs in the block of compatibility forms.
    case 0xFA0E...0xFA0F, 0xFA11, 0xFA13...0xFA14, 0xFA1F, 0xFA21, 0xFA23...0xFA24, 0xFA27...0xFA29:
      true
    default: false
    }
  }
}

/// Han characters that are variants of each other, simplified and traditional, from
/// `Data/han-variants`.
package struct HanVariants: Sendable {
  /// Made on first use, in about a millisecond.
  private static let shared = HanVariants(
    UnsafeBufferPointer(start: cardex_han_variants(), count: cardex_han_variants_size()))

  /// All forms of each character that has more than one, the simplified one first.
  private let forms: [Unicode.Scalar: [Unicode.Scalar]]

  private init(_ text: UnsafeBufferPointer<UInt8>) {
    var forms: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for line in text.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      let own = Array(String(decoding: line, as: UTF8.self).unicodeScalars)
      for scalar in own { forms[scalar] = own }
    }
    self.forms = forms
  }

  /// The forms of a character, the simplified one first; only itself if it has no others.
  package static func forms(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if scalar.value < HanCharacters.common.lowerBound { return [scalar] }
    return shared.forms[scalar] ?? [scalar]
  }
}
