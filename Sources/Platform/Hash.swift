/// The 64-bit hash of Fowler, Noll and Vo (FNV-1a), which is the same in every run.
///
/// Not for bytes from an attacker: two texts with the same hash are easily made.
package func stableHash(_ bytes: [UInt8]) -> UInt64 {
  bytes.withUnsafeBufferPointer { stableHash($0, after: 0xCBF2_9CE4_8422_2325) }
}

/// The hash of bytes and others before them, of which the hash is given.
package func stableHash(_ bytes: UnsafeBufferPointer<UInt8>, after hash: UInt64) -> UInt64 {
  bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// All digits of a number, in lower case.
package func hexadecimal(_ number: some FixedWidthInteger) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: number.bitWidth / 4 - digits.utf8.count) + digits
}
