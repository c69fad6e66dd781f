import CPlatform
import Platform

/// The cyclic redundancy check of zlib and PNG (CRC-32), which detects every change within 32
/// adjacent bits.
struct Checksum: Equatable {
  private(set) var value: UInt32 = 0

  /// Continues with more bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    value = Array(bytes).withUnsafeBytes { cardex_crc32(value, $0.baseAddress, $0.count) }
  }

  /// Eight hexadecimal digits.
  var digits: String { hexadecimal(value) }
}
