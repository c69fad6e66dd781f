/// A group of changes shown together, with the lines around them.
package struct Hunk: Equatable, Sendable {
  /// The shown lines of the old text, counted from 0.
  package let oldLines: Range<Int>
  /// The shown lines of the new text, counted from 0.
  package let newLines: Range<Int>
  /// The indices of the shown changes in the difference.
  let changes: Range<Int>
  /// The shown part of the old text, as byte offsets.
  let oldBytes: Range<Int>
}

/// A line of a hunk.
package struct HunkLine {
  package enum Origin: Sendable {
    case kept, removed, added
  }

  package let kind: Origin
  /// The line without its LF, valid only while the closure that receives it runs.
  package let text: UnsafeBufferPointer<UInt8>
  /// Whether the line ends in LF, as all do except possibly the last line of a text.
  package let hasLineFeed: Bool
}

extension TextDifference {
  /// The changes in order, grouped where at most twice the context lies between them.
  ///
  /// - Parameter context: How many unchanged lines are shown before and after changes.
  package func hunks(context: Int = 3) -> [Hunk] {
    var hunks: [Hunk] = []
    var first = 0
    for end in changes.indices.lazy.map({ $0 + 1 }) {
      if end < changes.count, (unchangedLineCount(before: end) + 1) / 2 <= context { continue }
      hunks.append(hunk(of: first..<end, context: context))
      first = end
    }
    return hunks
  }

  /// The number of lines between a change and the previous one.
  private func unchangedLineCount(before change: Int) -> Int {
    changes[change].oldLines.lowerBound - changes[change - 1].oldLines.upperBound
  }

  private func hunk(of range: Range<Int>, context: Int) -> Hunk {
    let (first, last) = (changes[range.lowerBound], changes[range.upperBound - 1])
    var (start, before) = (first.oldBytes.lowerBound, 0)
    while before < context, start > 0 {
      start = old.lineStart(before: start, in: old.indices)
      before += 1
    }
    var (end, after) = (last.oldBytes.upperBound, 0)
    while after < context, end < old.count {
      end = old.lineEnd(from: end, in: old.indices)
      after += 1
    }
    return Hunk(
      oldLines: (first.oldLines.lowerBound - before)..<(last.oldLines.upperBound + after),
      newLines: (first.newLines.lowerBound - before)..<(last.newLines.upperBound + after),
      changes: range, oldBytes: start..<end)
  }

  /// Calls the closure with the lines of a hunk: for each change, the removed lines come first.
  package func forEachLine<Failure: Error>(
    of hunk: Hunk, _ body: (HunkLine) throws(Failure) -> Void
  ) throws(Failure) {
    try newBytes.withUnsafeBufferPointer { new throws(Failure) in
      var position = hunk.oldBytes.lowerBound
      for change in changes[hunk.changes] {
        try old.forEachLine(in: position..<change.oldBytes.lowerBound, .kept, body)
        try old.forEachLine(in: change.oldBytes, .removed, body)
        try new.forEachLine(in: change.newBytes, .added, body)
        position = change.oldBytes.upperBound
      }
      try old.forEachLine(in: position..<hunk.oldBytes.upperBound, .kept, body)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func forEachLine<Failure: Error>(
    in range: Range<Int>, _ kind: HunkLine.Origin, _ body: (HunkLine) throws(Failure) -> Void
  ) throws(Failure) {
    var position = range.lowerBound
    while position < range.upperBound {
      let end = lineEnd(from: position, in: range)
      let hasLineFeed = self[end - 1] == Self.lineFeed
      let text = part(position..<(hasLineFeed ? end - 1 : end))
      try body(HunkLine(kind: kind, text: text, hasLineFeed: hasLineFeed))
      position = end
    }
  }
}
