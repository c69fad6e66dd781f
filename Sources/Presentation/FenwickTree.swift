/// Numbers whose prefix sums and changes both take logarithmic time. After P. M. Fenwick, "A new
/// data structure for cumulative frequency tables", Software: Practice and Experience 24(3), 1994.
struct FenwickTree {
  /// At `i - 1`, the sum of the numbers `i - (i & -i)` to `i - 1`.
  private var sums: [Int]

  /// - Complexity: O(*n*).
  init(_ numbers: [Int]) {
    sums = numbers
    for index in sums.indices {
      let parent = index | (index + 1)
      if parent < sums.count { sums[parent] += sums[index] }
    }
  }

  /// The sum of the first numbers.
  ///
  /// - Complexity: O(log *n*).
  func sum(ofFirst count: Int) -> Int {
    var (sum, end) = (0, count)
    while end > 0 {
      sum += sums[end - 1]
      end &= end - 1
    }
    return sum
  }

  /// The sum of all numbers.
  var total: Int { sum(ofFirst: sums.count) }

  /// - Complexity: O(log *n*).
  mutating func add(_ change: Int, at index: Int) {
    var index = index
    while index < sums.count {
      sums[index] += change
      index |= index + 1
    }
  }
}
