import ICUText
import Outlines

/// A text that is being typed, with the cursor in it.
package struct InputLine: Equatable, Sendable {
  package private(set) var before: String
  package private(set) var after: String

  package init(_ text: String = "") { (before, after) = (text, "") }

  init(before: String, after: String) { (self.before, self.after) = (before, after) }

  package var text: String { before + after }

  package var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// - Returns: Whether the key edits a line.
  package mutating func take(_ key: Key) -> Bool {
    switch key {
    case .character(let character): before.append(character)
    case .paste(let text): before += text
    case .backspace, .control("h"): if !before.isEmpty { before.removeLast() }
    case .delete: if !after.isEmpty { after.removeFirst() }
    case .left: if let last = before.popLast() { after.insert(last, at: after.startIndex) }
    case .right: if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"):
      while before.last == " " { before.removeLast() }
      while let last = before.last, last != " " { before.removeLast() }
    default: return false
    }
    return true
  }

  /// Draws the line in some columns, and puts the cursor into it. If it is too long, the part
  /// around the cursor is shown.
  func draw(in frame: inout Frame, row: Int, column: Int, end: Int, isMasked: Bool = false) {
    let room = end - column
    guard room > 0 else { return }
    // Of a long text, no more than may be seen is looked at; few characters have no width.
    let (before, after) = (String(before.suffix(4 * room)), String(after.prefix(4 * room)))
    let shownBefore = isMasked ? masked(before) : VisibleText.shown(before)
    let shownAfter = isMasked ? masked(after) : VisibleText.shown(after)
    var start = shownBefore[...]
    var width = DisplayWidth.of(shownBefore)
    while width >= room, let first = start.popFirst() { width -= DisplayWidth.of(first) }
    let cursor = frame.write(start, row: row, column: column, end: end)
    frame.write(shownAfter, row: row, column: cursor, end: end)
    frame.cursor = Frame.Place(row: row, column: min(cursor, frame.size.columns - 1))
  }

  private func masked(_ text: String) -> String { String(repeating: "*", count: text.count) }
}
