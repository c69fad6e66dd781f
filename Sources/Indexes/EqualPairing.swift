/// Pairs elements of two lists that are the same, whatever their order: the first one with the first.
enum EqualPairing {
  /// - Parameters:
  ///   - oldHash: A hash of an old element; that of another had better be another.
  ///   - isSame: Whether an old element and a new one are the same.
  /// - Complexity: O(*n*) hashes and comparisons.
  static func pairs(
    _ old: [Int], _ new: [Int], oldHash: (Int) -> Int, newHash: (Int) -> Int,
    isSame: (_ old: Int, _ new: Int) -> Bool
  ) -> [(old: Int, new: Int)] {
    if old.isEmpty || new.isEmpty { return [] }
    // Lists of the old elements with the same hash that are still to be had, in order.
    var first: [Int: Int] = [:]
    var next = [Int](repeating: -1, count: old.count)
    for index in old.indices.reversed() {
      next[index] = first.updateValue(index, forKey: oldHash(old[index])) ?? -1
    }
    var result: [(old: Int, new: Int)] = []
    for element in new {
      let hash = newHash(element)
      var before = -1
      var index = first[hash] ?? -1
      while index >= 0, !isSame(old[index], element) { (before, index) = (index, next[index]) }
      if index < 0 { continue }
      if before < 0 { first[hash] = next[index] } else { next[before] = next[index] }
      result.append((old[index], element))
    }
    return result
  }
}
