/// The minimum number of characters to insert, delete, replace, or swap with their neighbour
/// (optimal string alignment distance), or `Int.max` if it exceeds a limit.
///
/// - Complexity: O(*nm*), but stops at the row where the limit is exceeded.
package func editDistance(
  _ first: [Character], _ second: [Character], limit: Int = .max
) -> Int {
  if abs(first.count - second.count) > limit { return .max }
  var (beforeLast, last) = ([Int](), Array(0...second.count))
  for i in first.indices {
    var row = [i + 1]
    row.reserveCapacity(last.count)
    for j in second.indices {
      let isSame = first[i] == second[j]
      var least = min(last[j] + (isSame ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
        least = min(least, beforeLast[j - 1] + 1)
      }
      row.append(least)
    }
    // Each row is computed from the two before it, and distances never decrease.
    if row.allSatisfy({ $0 > limit }), last.allSatisfy({ $0 > limit }) { return .max }
    (beforeLast, last) = (last, row)
  }
  return last[second.count]
}
