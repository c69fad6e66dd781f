/// A hash of the contents of tables, for `ReadingTable.version`.
struct TableHash {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Adds bytes and their number.
  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes { add(UInt64(byte)) }
    add(UInt64(bytes.count))
  }

  mutating func add(_ word: UInt64) {
    let product = (state ^ word) &* TableHash.factor
    state = product ^ product >> 29
  }

  var value: UInt64 { state ^ state >> 32 }
}

extension ReadingCorrections {
  /// Adds the contents of the corrections.
  func hash(into hash: inout TableHash) {
    for entry in entries {
      hash.add(entry.isAtStart ? 1 : 0)
      hash.add(UInt64(entry.characters.count) << 32 | UInt64(entry.readings.count))
      for character in characters[entry.characters] { hash.add(UInt64(character)) }
      for reading in readings[entry.readings] { hash.add(reading.bits) }
    }
  }
}
