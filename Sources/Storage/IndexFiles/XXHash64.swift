/// The 64-bit hash XXH64 of Yann Collet's xxHash, from its specification ("XXH64 Algorithm
/// Description" in `doc/xxhash_spec.md`): not cryptographic, but as fast as memory is read.
package enum XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// The hash of bytes at any address; the same on every machine.
  ///
  /// - Complexity: O(*n*), 32 bytes at a time.
  package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    let (stripes, tail) = (bytes.count / 32, bytes.count % 32)
    guard let start = bytes.baseAddress else { return avalanche(seed &+ prime5) }
    var sum = stripes == 0 ? seed &+ prime5 : hash(stripes: stripes, at: start, seed: seed)
    sum &+= UInt64(bytes.count)
    return avalanche(finish(sum, start + stripes * 32, count: tail))
  }

  private static func hash(
    stripes: Int, at start: UnsafeRawPointer, seed: UInt64
  ) -> UInt64 {
    var lane1 = seed &+ prime1 &+ prime2
    var lane2 = seed &+ prime2
    var lane3 = seed
    var lane4 = seed &- prime1
    var place = start
    for _ in 0..<stripes {
      lane1 = round(lane1, word(place))
      lane2 = round(lane2, word(place + 8))
      lane3 = round(lane3, word(place + 16))
      lane4 = round(lane4, word(place + 24))
      place += 32
    }
    var sum = rotate(lane1, 1) &+ rotate(lane2, 7) &+ rotate(lane3, 12) &+ rotate(lane4, 18)
    sum = merge(sum, lane1)
    sum = merge(sum, lane2)
    sum = merge(sum, lane3)
    return merge(sum, lane4)
  }

  /// The hash after the stripes and the rest, fewer than 32 bytes.
  private static func finish(
    _ sum: UInt64, _ start: UnsafeRawPointer, count: Int
  ) -> UInt64 {
    var (sum, place, rest) = (sum, start, count)
    while rest >= 8 {
      sum = rotate(sum ^ round(0, word(place)), 27) &* prime1 &+ prime4
      (place, rest) = (place + 8, rest - 8)
    }
    if rest >= 4 {
      let half = UInt64(UInt32(littleEndian: place.loadUnaligned(as: UInt32.self)))
      sum = rotate(sum ^ half &* prime1, 23) &* prime2 &+ prime3
      (place, rest) = (place + 4, rest - 4)
    }
    while rest > 0 {
      let byte = UInt64(place.load(as: UInt8.self))
      sum = rotate(sum ^ byte &* prime5, 11) &* prime1
      (place, rest) = (place + 1, rest - 1)
    }
    return sum
  }

  @inline(__always)
  private static func word(_ place: UnsafeRawPointer) -> UInt64 {
    UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func merge(_ sum: UInt64, _ lane: UInt64) -> UInt64 {
    (sum ^ round(0, lane)) &* prime1 &+ prime4
  }

  @inline(__always)
  private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word &<< count | word &>> (64 &- count)
  }

  private static func avalanche(_ sum: UInt64) -> UInt64 {
    var sum = sum
    sum ^= sum >> 33
    sum = sum &* prime2
    sum ^= sum >> 29
    sum = sum &* prime3
    return sum ^ sum >> 32
  }
}
