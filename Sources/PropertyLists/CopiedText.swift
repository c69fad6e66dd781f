import Platform

/// Which text of a document's additions stands for text of its source: what has been copied from there, and
/// the beginnings of elements that have taken the place of others.
///
/// Where a file is not XML, this is how the bytes of its values are found again when it is saved.
struct CopiedText {
  /// A stretch of the additions, and where it began in the source.
  private struct Stretch {
    let start: Int
    let end: Int
    let source: Int
  }

  /// In the order of the additions; none overlaps another.
  private var stretches: [Stretch] = []

  /// The index of the first stretch that ends after an offset.
  private func index(after offset: Int) -> Int {
    stretches.indices.partitionPoint { stretches[$0].end > offset }
  }

  /// Where the text at an offset of the additions was in the source.
  ///
  /// - Complexity: O(log *n*) in the number of stretches.
  func source(of offset: Int) -> Int? {
    let index = index(after: offset)
    guard index < stretches.count, stretches[index].start <= offset else { return nil }
    return stretches[index].source + offset - stretches[index].start
  }

  /// Notes that text stands for other text. Text whose first byte is noted already stays as noted, and is noted
  /// from its beginning up to the next text that is.
  ///
  /// - Parameters:
  ///   - new: A range of the additions.
  ///   - old: Where the other text begins: in the source, or in the additions before. Of the additions, what
  ///     is known of the other text is known of the new text then.
  ///   - sourceEnd: Where the source ends and the additions begin.
  /// - Complexity: O(log *n*) in the number of stretches for each stretch of the other text, if the new text is
  ///   at the end of the additions.
  mutating func note(_ new: Range<Int>, insteadOf old: Int, sourceEnd: Int) {
    guard old >= sourceEnd else {
      return insert(Stretch(start: new.lowerBound, end: new.upperBound, source: old))
    }
    var index = index(after: old)
    while index < stretches.count, stretches[index].start < old + new.count {
      let known = stretches[index]
      let start = max(known.start, old)
      let count = min(known.end, old + new.count) - start
      let first = new.lowerBound + start - old
      insert(
        Stretch(start: first, end: first + count, source: known.source + start - known.start))
      index += 1
    }
  }

  private mutating func insert(_ new: Stretch) {
    guard new.start < new.end, source(of: new.start) == nil else { return }
    let index = index(after: new.start)
    let end = index < stretches.count ? min(new.end, stretches[index].start) : new.end
    stretches.insert(Stretch(start: new.start, end: end, source: new.source), at: index)
  }

  /// The ranges of the source for which some ranges of the additions stand, in its order; none overlaps another
  /// as long as nothing is noted for what stays in the text.
  ///
  /// - Parameter ranges: In ascending order.
  /// - Complexity: O(*n* log *n*) in the number of ranges and stretches.
  func sources(in ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var index = 0
    for range in ranges {
      while index < stretches.count, stretches[index].end <= range.lowerBound { index += 1 }
      var next = index
      while next < stretches.count, stretches[next].start < range.upperBound {
        let known = stretches[next]
        let part = range.clamped(to: known.start..<known.end)
        let start = known.source + part.lowerBound - known.start
        result.append(start..<(start + part.count))
        next += 1
      }
    }
    return result.sorted { $0.lowerBound < $1.lowerBound }
  }
}
