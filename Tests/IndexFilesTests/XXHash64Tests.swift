import Testing

@testable import Storage

@Suite struct XXHash64Tests {
  /// The test data of xxHash itself.
  private static let bytes: [UInt8] = {
    var generator: UInt64 = 2_654_435_761
    return (0..<2367).map { _ in
      defer { generator = generator &* 11_400_714_785_074_694_797 }
      return UInt8(generator >> 56)
    }
  }()

  @Test(
    "the values are those of xxHash's own tests",
    arguments: [
      (0, 0, 0xEF46_DB37_51D8_E999), (1, 0, 0xE934_A84A_DB05_2768),
      (1, 2_654_435_761, 0x5014_6076_43A9_B4C3), (4, 0, 0x9136_A0DC_A574_57EE),
      (14, 0, 0x8282_DCC4_994E_35C8), (14, 2_654_435_761, 0xC3BD_6BF6_3DEB_6DF0),
      (32, 0, 0x18B2_1649_2BB4_4B70), (32, 2_654_435_761, 0xB3F3_3BDF_93AD_E409),
      (100, 0, 0x4BFE_019C_D91D_9EA4), (222, 0, 0xB641_AE8C_B691_C174),
      (222, 2_654_435_761, 0x20CB_8AB7_AE10_C14A), (2367, 0, 0xA824_18DD_EC0E_A581),
      (2367, 2_654_435_761, 0xA36A_93C1_8052_673A),
    ] as [(Int, UInt64, UInt64)])
  func published(_ count: Int, _ seed: UInt64, _ expected: UInt64) {
    let hash = XXHash64Tests.bytes.withUnsafeBytes {
      XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[..<count]), seed: seed)
    }
    #expect(hash == expected)
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    if count == 0 { #expect(XXHash64.hash(nothing, seed: seed) == expected) }
  }

  @Test("the values for all short lengths are those of another implementation")
  func lengths() {
    let sum = (0...72).reduce(UInt64(0)) { sum, count in
      let hash = XXHash64Tests.bytes.withUnsafeBytes {
        XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
      return sum &+ hash &* UInt64(2 * count + 1)
    }
    // Computed by `xxh64` in `CardexTests/index_reader.py`.
    #expect(sum == 0x8B92_87A0_4CDE_B5E3)
  }

  @Test("the address of the bytes does not matter", arguments: 1..<8)
  func addresses(_ shift: Int) {
    let shifted = Array(repeating: 0, count: shift) + XXHash64Tests.bytes[..<222]
    let hash = shifted.withUnsafeBytes {
      XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[shift...]))
    }
    #expect(hash == 0xB641_AE8C_B691_C174)
  }
}
