import Editing
import Exchange

/// A part of a text that is replaced.
struct TextChange: Equatable {
  var range: Range<Int>
  var new: [UInt8]

  /// The changes that turn one text into another, in their order, each as short as possible in
  /// whole characters.
  ///
  /// - Complexity: O(*n*) in the common prefix and suffix of the texts; more for the part between.
  static func all(from old: [UInt8], to new: [UInt8]) -> [TextChange] {
    let (start, end) = commonEnds(old, new)
    // Whole lines are compared.
    let first = (old[..<start].lastIndex(of: 0x0A) ?? -1) + 1
    let oldTail = old[(old.count - end)...]
    let tail = oldTail.firstIndex(of: 0x0A).map { old.count - $0 - 1 } ?? 0
    let (oldPart, newPart) = (
      Array(old[first..<(old.count - tail)]), Array(new[first..<(new.count - tail)])
    )
    let whole = TextChange(range: first..<(old.count - tail), new: newPart)
    // Looking for moved lines takes long if many lines have changed in place.
    if oldPart.count > TextChange.mostCompared, let changes = whole.byLine(in: old) {
      return changes
    }
    let lines = oldPart.withUnsafeBufferPointer { part in
      TextDifference(from: part, to: newPart).replacements
    }
    return lines.flatMap { line in
      let change = TextChange(
        range: (line.range.lowerBound + first)..<(line.range.upperBound + first), new: line.new)
      return change.byLine(in: old) ?? [change.shortened(in: old)]
    }
  }

  /// The lengths of the common prefix of two texts, and of the common suffix of the rest.
  private static func commonEnds(_ one: [UInt8], _ other: [UInt8]) -> (start: Int, end: Int) {
    let most = min(one.count, other.count)
    return one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        var (start, end) = (0, 0)
        while start < most, one[start] == other[start] { start += 1 }
        while end < most - start, one[one.count - 1 - end] == other[other.count - 1 - end] {
          end += 1
        }
        return (start, end)
      }
    }
  }

  /// Parts of texts that are longer, in bytes, are compared line by line if they have the same
  /// number of lines.
  private static let mostCompared = 1 << 16

  /// The change as one change for each line that differs; `nil` if the number of lines changes.
  private func byLine(in text: [UInt8]) -> [TextChange]? {
    let olds = TextChange.lines(text[range])
    let news = TextChange.lines(new[...])
    guard olds.count == news.count else { return nil }
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

  /// The change without the common prefix and suffix of its old and new text, in whole characters.
  func shortened(in text: [UInt8]) -> TextChange {
    let old = Array(text[range])
    /// Whether an offset is between characters, and not inside a CR LF.
    func isBoundary(_ offset: Int, in bytes: [UInt8]) -> Bool {
      guard offset > 0, offset < bytes.count else { return true }
      return bytes[offset] & 0xC0 != 0x80 && (bytes[offset] != 0x0A || bytes[offset - 1] != 0x0D)
    }
    var (start, end) = TextChange.commonEnds(old, new)
    while start > 0, !isBoundary(start, in: old) || !isBoundary(start, in: new) { start -= 1 }
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
