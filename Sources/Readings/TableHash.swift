/// A hash that tells tables apart, four words at a time.
struct TableHash {
  private var lanes: (UInt64, UInt64, UInt64, UInt64)

  init(seed: UInt64) {
    lanes = (seed, seed ^ TableHash.factor, ~seed, seed &+ 1)
  }

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Adds bytes and their number.
  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    let raw = UnsafeRawBufferPointer(bytes)
    var offset = 0
    while offset + 32 <= raw.count {
      lanes.0 = TableHash.mix(lanes.0, word(of: raw, at: offset))
      lanes.1 = TableHash.mix(lanes.1, word(of: raw, at: offset + 8))
      lanes.2 = TableHash.mix(lanes.2, word(of: raw, at: offset + 16))
      lanes.3 = TableHash.mix(lanes.3, word(of: raw, at: offset + 24))
      offset += 32
    }
    for byte in raw[offset...] { add(UInt64(byte)) }
    add(UInt64(raw.count))
  }

  mutating func add(_ word: UInt64) { lanes.0 = TableHash.mix(lanes.0, word) }

  var value: UInt64 {
    var result = lanes.0
    for lane in [lanes.1, lanes.2, lanes.3] { result = TableHash.mix(result, lane) }
    return result ^ result >> 32
  }

  private func word(of bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func mix(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let product = (lane ^ word) &* factor
    return product ^ product >> 29
  }
}

extension ReadingCorrections {
  /// Adds all that the corrections say.
  func hash(into hash: inout TableHash) {
    for entry in entries {
      hash.add(entry.isAtStart ? 1 : 0)
      hash.add(UInt64(entry.characters.count) << 32 | UInt64(entry.readings.count))
      for character in characters[entry.characters] { hash.add(UInt64(character)) }
      for reading in readings[entry.readings] { hash.add(reading.bits) }
    }
  }
}
