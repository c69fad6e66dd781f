extension Array {
  /// Index of the first element for which the predicate holds, if it holds for all after it.
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
