extension [UInt8] {
  /// Index of the first occurrence of the given bytes.
  ///
  /// - Complexity: O(*n* × *m*); meant for short texts.
  package func firstIndex(of part: [UInt8]) -> Int? {
    guard part.count <= count else { return nil }
    for start in 0...(count - part.count) {
      var length = 0
      while length < part.count, self[start + length] == part[length] { length += 1 }
      if length == part.count { return start }
    }
    return nil
  }
}
