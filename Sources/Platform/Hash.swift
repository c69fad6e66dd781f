import CPlatform

/// The 64-bit hash of Fowler, Noll and Vo (FNV-1a), which is the same in every run.
///
/// Not for bytes from an attacker, because it is easy to make two texts with the same hash.
package func stableHash(_ bytes: [UInt8]) -> UInt64 {
  bytes.withUnsafeBufferPointer { stableHash($0, after: 0xCBF2_9CE4_8422_2325) }
}

/// The hash of bytes that follow other bytes with a given hash.
package func stableHash(_ bytes: UnsafeBufferPointer<UInt8>, after hash: UInt64) -> UInt64 {
  bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// All hexadecimal digits of a number, with leading zeros, in lower case.
package func hexadecimal(_ number: some FixedWidthInteger) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: number.bitWidth / 4 - digits.utf8.count) + digits
}

/// A hash with a random key for each process, so that nobody can know different texts with the same
/// hash.
package enum KeyedHash {
  nonisolated(unsafe) private static let key: UnsafeRawPointer = {
    let size = Int(CARDEX_HASH_KEY_SIZE)
    let key = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    // All of it by one system call; Swift's generator makes one for each number.
    guard getentropy(key, size) == 0 else { fatalError("no random numbers") }
    return UnsafeRawPointer(key)
  }()

  /// The longest text, in bytes, for which XXH3 multiplies each part of the text with a different
  /// part of the key. In longer texts, parts share the key, for which more weaknesses are known.
  private static let shortLength = 240

  /// The hash of some bytes: by XXH3 for short texts, which are the usual case, otherwise by
  /// SipHash.
  @inline(__always)
  package static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    bytes.count <= shortLength
      ? cardex_keyed_hash(bytes.baseAddress, bytes.count, key) : longHash(bytes)
  }

  @inline(never)
  private static func longHash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

extension [UInt8] {
  /// Appends the bytes of an integer, the lowest first.
  package mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
