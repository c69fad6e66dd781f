import Platform

/// Which bytes of a document's additions were copied from its source, and which added elements
/// stand for elements of the source.
///
/// When a file that is not XML is saved, the original bytes of its values are found by this.
struct CopiedText {
  /// A stretch of the additions, and the offset in the source from which it was copied.
  private struct Stretch {
    let start: Int
    let end: Int
    let source: Int
  }

  /// In the order of the additions, without overlaps.
  private var stretches: [Stretch] = []

  /// The index of the first stretch that ends after an offset.
  private func index(after offset: Int) -> Int {
    stretches.indices.partitionPoint { stretches[$0].end > offset }
  }

  /// The offset in the source from which the text at an offset of the additions was copied; `nil`
  /// for new text.
  ///
  /// - Complexity: O(log *n*) in the number of stretches.
  func source(of offset: Int) -> Int? {
    let index = index(after: offset)
    guard index < stretches.count, stretches[index].start <= offset else { return nil }
    return stretches[index].source + offset - stretches[index].start
  }

  /// Notes that a range of the additions is a copy. Earlier notes stay: nothing is noted if the
  /// first byte of the range has a note, and otherwise the new note ends where the next one begins.
  ///
  /// - Parameters:
  ///   - new: The range of the additions.
  ///   - old: The offset of the original, in the source or among the additions. If it is among the
  ///     additions, the notes of the original are repeated for the copy.
  ///   - sourceEnd: The offset at which the source ends and the additions begin.
  /// - Complexity: O(log *n*) in the number of stretches for each stretch of the original, if the
  ///   copy is at the end of the additions.
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

  /// The ranges of the source from which ranges of the additions were copied, in ascending order.
  /// They do not overlap unless a range of the source was copied twice.
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
