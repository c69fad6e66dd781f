/// Where bytes of a text are after changes, and where they were before.
struct TextShift {
  private struct Change {
    /// Where it begins in the text as it was just before.
    let start: Int
    var removed: Int
    var added: Int
  }

  private var changes: [Change] = []

  /// Whether nothing has changed.
  var isEmpty: Bool { changes.isEmpty }

  /// Notes that a range of the text as it is now is replaced.
  mutating func add(_ range: Range<Int>, length: Int) {
    // What is typed is added to what was typed before.
    if let last = changes.last {
      let end = last.start + last.added
      if range.lowerBound >= last.start, range.lowerBound <= end {
        let inside = min(range.upperBound, end) - range.lowerBound
        changes[changes.count - 1].added += length - inside
        changes[changes.count - 1].removed += range.count - inside
        return
      }
    }
    changes.append(Change(start: range.lowerBound, removed: range.count, added: length))
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
