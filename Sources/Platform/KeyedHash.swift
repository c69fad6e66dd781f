import CPlatform

/// A hash with a random key, which differs in each process: nobody can write different texts that
/// are known to have the same hash.
package enum KeyedHash {
  nonisolated(unsafe) private static let key: UnsafeRawPointer = {
    let size = Int(CARDEX_HASH_KEY_SIZE)
    let key = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    var generator = SystemRandomNumberGenerator()
    for offset in stride(from: 0, to: size, by: 8) {
      key.storeBytes(of: generator.next(), toByteOffset: offset, as: UInt64.self)
    }
    return UnsafeRawPointer(key)
  }()

  /// The longest text for which XXH3 multiplies parts of the text with different parts of the key.
  /// Of longer ones, parts share the key, which more is known to go wrong with.
  private static let shortLength = 240

  /// The hash of some bytes: by XXH3 if they are few, as mostly, else by SipHash.
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
