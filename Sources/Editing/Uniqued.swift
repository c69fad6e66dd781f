extension Sequence where Element: Hashable {
  /// The elements without duplicates, in order of first occurrence.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
