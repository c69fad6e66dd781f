import CPlatform
import Testing

@testable import Storage

/// The expected values are those of Debian's python3-xxhash.
@Suite(.serialized) struct XXH3Tests {
  /// The test data of xxHash itself.
  private static let bytes: [UInt8] = {
    var generator: UInt64 = 2_654_435_761
    return (0..<2367).map { _ in
      defer { generator = generator &* 11_400_714_785_074_694_797 }
      return UInt8(generator >> 56)
    }
  }()

  private static func hash(_ count: Int) -> UInt64 {
    bytes.withUnsafeBytes { XXH3.hash(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  @Test(
    "the values are those of xxHash, whatever instructions are used",
    arguments: [
      (0, 0x2D06_8005_38D3_94C2), (1, 0xC44B_DFF4_074E_ECDB), (6, 0x27B5_6A84_CD2D_7325),
      (12, 0xA713_DAF0_DFBB_77E7), (24, 0xA3FE_70BF_9D35_10EB), (48, 0x397D_A259_ECBA_1F11),
      (80, 0xBCDE_FBBB_2C47_C90A), (195, 0xCD94_217E_E362_EC3A), (403, 0xCDEB_804D_65C6_DEA4),
      (1024, 0xDD85_C9B5_C110_9C5C), (2240, 0x6E73_A905_39CF_2948),
    ] as [(Int, UInt64)])
  func values(_ count: Int, _ expected: UInt64) {
    for isPlain: Int32 in [1, 0] {
      cardex_hash_choose(isPlain)
      #expect(XXH3Tests.hash(count) == expected)
    }
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    if count == 0 { #expect(XXH3.hash(nothing) == expected) }
  }

  @Test("so are those of all lengths", arguments: [1, 0] as [Int32])
  func lengths(isPlain: Int32) {
    cardex_hash_choose(isPlain)
    defer { cardex_hash_choose(0) }
    let sum = (0...2367).reduce(UInt64(0)) { $0 &+ XXH3Tests.hash($1) &* UInt64(2 * $1 + 1) }
    #expect(sum == 0x192C_D26F_9EB9_0E9D)
  }

  @Test("the address of the bytes does not matter", arguments: 1..<8)
  func addresses(_ shift: Int) {
    let shifted = Array(repeating: 0, count: shift) + XXH3Tests.bytes[..<222]
    let hash = shifted.withUnsafeBytes {
      XXH3.hash(UnsafeRawBufferPointer(rebasing: $0[shift...]))
    }
    #expect(hash == 0xB916_3B55_8664_D356)
  }
}
