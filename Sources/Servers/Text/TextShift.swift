/// Maps offsets in a text before changes to offsets after them, and back.
struct TextShift {
  private struct Change {
    /// Where the change begins, in the text just before it.
    let start: Int
    var removed: Int
    var added: Int
    /// How many bytes followed the replaced range.
    let tail: Int
  }

  private var changes: [Change] = []
  /// The most changes that are kept apart. More are joined to one, so that only offsets before and
  /// after all of them are exact.
  private static let most = 64

  /// Notes a change of the current text.
  ///
  /// - Parameter count: The length of the text before the change.
  mutating func add(_ change: TextChange, length count: Int) {
    let (range, length) = (change.range, change.new.count)
    // A change that continues the last one, as in typing, extends it.
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

  /// Joins all changes to one.
  private mutating func join(length: Int) {
    let start = changes.map(\.start).min() ?? 0
    let tail = changes.map(\.tail).min() ?? 0
    let growth = changes.reduce(0) { $0 + $1.added - $1.removed }
    let added = length - start - tail
    changes = [Change(start: start, removed: added - growth, added: added, tail: tail)]
  }

  /// The offset of a byte after the changes. In replaced text, it is the beginning of the
  /// replacement, or the end if `isEnd` is set.
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

  /// The offset of a byte before the changes. For added text, it is where that was added.
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
