extension Range<Int> {
  /// The rows or columns of a screen from one up to another; empty if the end comes before the
  /// start, as on a screen that is too small.
  package init(cellsFrom start: Int, to end: Int) { self = start..<Swift.max(start, end) }
}
