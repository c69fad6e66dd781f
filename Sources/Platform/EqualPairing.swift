/// Pairs equal elements of two lists, whatever their order: the first one with the first.
package enum EqualPairing {
  /// - Parameters:
  ///   - oldHash: A hash of an old element; different elements should have different hashes.
  ///   - isSame: Whether an old element and a new one are the same.
  /// - Complexity: O(*n*) hashes and comparisons.
  package static func pairs(
    _ old: [Int], _ new: [Int], oldHash: (Int) -> Int, newHash: (Int) -> Int,
    isSame: (_ old: Int, _ new: Int) -> Bool
  ) -> [(old: Int, new: Int)] {
    if old.isEmpty || new.isEmpty { return [] }
    let hashes = old.map(oldHash)
    let mask = (1 << (Int.bitWidth - (old.count * 2).leadingZeroBitCount)) - 1
    // Lists of the old elements in a slot that are still available, in order; 0 is the end, and
    // other numbers are one more than the index.
    var first = [UInt32](repeating: 0, count: mask + 1)
    var next = [UInt32](repeating: 0, count: old.count)
    for index in old.indices.reversed() {
      let slot = hashes[index] & mask
      (next[index], first[slot]) = (first[slot], UInt32(index + 1))
    }
    var result: [(old: Int, new: Int)] = []
    for element in new {
      let hash = newHash(element)
      var before: Int?
      var link = first[hash & mask]
      while link != 0 {
        let index = Int(link) - 1
        if hashes[index] == hash, isSame(old[index], element) { break }
        (before, link) = (index, next[index])
      }
      if link == 0 { continue }
      let index = Int(link) - 1
      if let before { next[before] = next[index] } else { first[hash & mask] = next[index] }
      result.append((old[index], element))
    }
    return result
  }
}
