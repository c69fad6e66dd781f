import Editing
import Exchange

/// A part of a text that is replaced.
struct TextChange: Equatable {
  var range: Range<Int>
  var new: [UInt8]

  /// The changes that make one text of another, in their order, each as short as it can be in whole
  /// characters.
  ///
  /// - Complexity: O(*n*) where the texts begin or end alike; more for what is between.
  static func all(from old: [UInt8], to new: [UInt8]) -> [TextChange] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    var end = 0
    while end < most, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    // Whole lines are compared.
    let first = (old[..<start].lastIndex(of: 0x0A) ?? -1) + 1
    let oldTail = old[(old.count - end)...]
    let tail = oldTail.firstIndex(of: 0x0A).map { old.count - $0 - 1 } ?? 0
    let (oldPart, newPart) = (
      Array(old[first..<(old.count - tail)]), Array(new[first..<(new.count - tail)])
    )
    let lines = oldPart.withUnsafeBufferPointer { part in
      TextDifference(from: part, to: newPart).replacements
    }
    return lines.flatMap { line in
      TextChange(
        range: (line.range.lowerBound + first)..<(line.range.upperBound + first), new: line.new
      ).byLine(in: old)
    }
  }

  /// A change of as many lines as there were, as changes of each.
  private func byLine(in text: [UInt8]) -> [TextChange] {
    let olds = TextChange.lines(text[range])
    let news = TextChange.lines(new[...])
    guard olds.count == news.count else { return [shortened(in: text)] }
    var start = range.lowerBound
    var changes: [TextChange] = []
    for (old, new) in zip(olds, news) {
      if !old.elementsEqual(new) {
        changes.append(
          TextChange(range: start..<(start + old.count), new: Array(new)).shortened(in: text))
      }
      start += old.count
    }
    return changes
  }

  private static func lines(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var rest = text
    var lines: [ArraySlice<UInt8>] = []
    while let end = rest.firstIndex(of: 0x0A) {
      lines.append(rest[...end])
      rest = rest[(end + 1)...]
    }
    return rest.isEmpty ? lines : lines + [rest]
  }

  /// The change without what is the same at its beginning and end, where that are whole characters.
  func shortened(in text: [UInt8]) -> TextChange {
    let old = Array(text[range])
    /// Whether a place is between characters, and not inside of a line end.
    func isBoundary(_ offset: Int, in bytes: [UInt8]) -> Bool {
      guard offset > 0, offset < bytes.count else { return true }
      return bytes[offset] & 0xC0 != 0x80 && (bytes[offset] != 0x0A || bytes[offset - 1] != 0x0D)
    }
    var start = zip(old, new).prefix { $0 == $1 }.count
    while start > 0, !isBoundary(start, in: old) || !isBoundary(start, in: new) { start -= 1 }
    let most = min(old.count, new.count) - start
    var end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(most).count
    while end > 0, !isBoundary(old.count - end, in: old) || !isBoundary(new.count - end, in: new) {
      end -= 1
    }
    return TextChange(
      range: (range.lowerBound + start)..<(range.upperBound - end),
      new: Array(new[start..<(new.count - end)]))
  }
}

extension EditedText {
  /// A change as a `TextEdit` of the Language Server Protocol.
  func json(_ change: TextChange) -> String {
    JSON.object([
      ("range", json(change.range)),
      ("newText", JSON.string(String(decoding: change.new, as: UTF8.self))),
    ])
  }
}
