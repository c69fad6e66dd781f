/// Pairs lists of features, hashes in any order, that have most in common.
enum Likeness {
  /// How many features two lists have in common.
  ///
  /// - Complexity: O(*m*) in the number of features.
  static func common(_ first: [UInt64], _ second: [UInt64]) -> Int {
    if first.count <= 12 {
      var rest = second
      return first.count { feature in
        guard let index = rest.firstIndex(of: feature) else { return false }
        rest.remove(at: index)
        return true
      }
    }
    var counts: [UInt64: Int] = [:]
    for feature in second { counts[feature, default: 0] += 1 }
    return first.count { feature in
      guard let count = counts[feature], count > 0 else { return false }
      counts[feature] = count - 1
      return true
    }
  }

  /// A feature of more lists than these says nothing.
  private static let commonest = 8

  /// Pairs each old list with the new one that has more than half of the features in common with
  /// it, most of all and, among equals, at the nearest place; none is paired twice.
  ///
  /// - Complexity: O(*n*) in the number of all features, however many lists share one.
  static func pairs(_ old: [[UInt64]], _ new: [[UInt64]]) -> [(old: Int, new: Int)] {
    if old.isEmpty || new.isEmpty { return [] }
    var holders: [UInt64: [Int]] = [:]
    for (index, features) in new.enumerated() {
      for feature in Set(features) where holders[feature, default: []].count <= commonest {
        holders[feature, default: []].append(index)
      }
    }
    var isTaken = [Bool](repeating: false, count: new.count)
    var result: [(old: Int, new: Int)] = []
    for (index, features) in old.enumerated() {
      var counts: [Int: Int] = [:]
      for feature in Set(features) {
        guard let found = holders[feature], found.count <= commonest else { continue }
        for holder in found where !isTaken[holder] { counts[holder, default: 0] += 1 }
      }
      let best = counts.max { first, second in
        first.value != second.value
          ? first.value < second.value : abs(first.key - index) > abs(second.key - index)
      }
      guard let best, isMost(common(features, new[best.key]), of: features, new[best.key]) else {
        continue
      }
      isTaken[best.key] = true
      result.append((index, best.key))
    }
    return result
  }

  /// Whether more than half of both lists is in common.
  static func isMost(_ common: Int, of first: [UInt64], _ second: [UInt64]) -> Bool {
    common * 2 > max(first.count, second.count)
  }
}
