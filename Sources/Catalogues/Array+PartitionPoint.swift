extension Array {
  /// The index of the first element that satisfies the predicate, if all after it do, too.
  ///
  /// - Complexity: O(log *n*).
  func partitionPoint(_ predicate: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
