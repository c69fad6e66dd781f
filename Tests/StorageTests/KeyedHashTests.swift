import Platform
import Testing

@Suite("Hashes with a key")
struct KeyedHashTests {
  private func hash(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBufferPointer(KeyedHash.hash) }

  @Test("equal bytes have the same hash, others have another one, however long they are")
  func lengths() {
    var all: Set<UInt64> = []
    for count in 0..<600 {
      var bytes = [UInt8](repeating: 7, count: count)
      #expect(hash(bytes) == hash(Array(bytes)))
      all.insert(hash(bytes))
      for place in bytes.indices {
        bytes[place] ^= 1
        all.insert(hash(bytes))
        bytes[place] ^= 1
      }
    }
    #expect(all.count == 600 + 600 * 599 / 2)
  }
}
