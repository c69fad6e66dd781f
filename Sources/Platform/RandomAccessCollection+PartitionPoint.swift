extension RandomAccessCollection where Index == Int {
  /// The index of the first element that satisfies the predicate, if all after it do, too.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package func partitionPoint<Failure: Error>(
    _ predicate: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if try predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
