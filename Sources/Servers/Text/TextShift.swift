/// Where bytes of a text are after changes, and where they were before.
struct TextShift {
  private struct Change {
    /// Where it begins in the text as it was just before.
    let start: Int
    var removed: Int
    var added: Int
    /// How much followed it.
    let tail: Int
  }

  private var changes: [Change] = []
  /// Of so many changes, only what is before and after all of them is known.
  private static let most = 64

  /// Notes that a range of the text as it is now is replaced.
  ///
  /// - Parameter count: The length of the text.
  mutating func add(_ change: TextChange, length count: Int) {
    let (range, length) = (change.range, change.new.count)
    // What is typed is added to what was typed before.
    if let last = changes.last {
      let end = last.start + last.added
      if range.lowerBound >= last.start, range.lowerBound <= end, range.upperBound <= end {
        changes[changes.count - 1].added += length - range.count
        return
      }
    }
    changes.append(
      Change(
        start: range.lowerBound, removed: range.count, added: length,
        tail: count - range.upperBound))
    if changes.count > TextShift.most { join(length: count - range.count + length) }
  }

  /// Makes one change of all.
  private mutating func join(length: Int) {
    let start = changes.map(\.start).min() ?? 0
    let tail = changes.map(\.tail).min() ?? 0
    let growth = changes.reduce(0) { $0 + $1.added - $1.removed }
    let added = length - start - tail
    changes = [Change(start: start, removed: added - growth, added: added, tail: tail)]
  }

  /// Where a byte is now. What was replaced is where that begins, or ends.
  func now(_ offset: Int, isEnd: Bool = false) -> Int {
    var offset = offset
    for change in changes {
      if offset >= change.start + change.removed, !(isEnd && offset == change.start) {
        offset += change.added - change.removed
      } else if offset > change.start {
        offset = change.start + (isEnd ? change.added : 0)
      }
    }
    return offset
  }

  func now(_ range: Range<Int>) -> Range<Int> {
    let start = now(range.lowerBound)
    return start..<max(now(range.upperBound, isEnd: true), start)
  }

  /// Where a byte was before; that of what was added is where it was added.
  func before(_ offset: Int) -> Int {
    var offset = offset
    for change in changes.reversed() {
      if offset >= change.start + change.added {
        offset += change.removed - change.added
      } else if offset > change.start {
        offset = change.start
      }
    }
    return offset
  }
}
