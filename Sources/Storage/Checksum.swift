/// The cyclic redundancy check of zlib and PNG (CRC-32), which detects every change within 32
/// adjacent bits.
struct Checksum: Equatable {
  private(set) var value: UInt32 = 0

  /// Adds bytes to the checksum.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    value = ~bytes.reduce(~value) { sum, byte in
      Checksum.table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8
    }
  }

  /// Eight hexadecimal digits.
  var digits: String { hexadecimal(value) }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 0 ? sum >> 1 : 0xEDB8_8320 ^ sum >> 1 }
  }
}

/// All hexadecimal digits of a number, in lower case.
func hexadecimal(_ number: some FixedWidthInteger) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: number.bitWidth / 4 - digits.utf8.count) + digits
}
