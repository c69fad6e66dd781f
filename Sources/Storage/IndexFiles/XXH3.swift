import CPlatform

/// The 64-bit hash XXH3 of Yann Collet's xxHash with a seed of 0: not cryptographic, but faster
/// than reading from memory.
package enum XXH3 {
  /// The hash of bytes at any address; the same on every machine.
  ///
  /// - Complexity: O(*n*).
  package static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    cardex_hash(bytes.baseAddress, bytes.count)
  }
}
