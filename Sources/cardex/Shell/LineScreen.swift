/// What makes a terminal show frames, one in the place of the other.
///
/// It takes escape sequences that all terminals know. Those that say they know none are given a
/// single row, a part of a longer line.
struct LineScreen {
  private typealias Place = LineFrame.Place

  /// Whether the terminal has no escape sequences.
  let isDumb: Bool
  /// What is on the screen now, from the row on where the cursor was before.
  private var shown: LineFrame?

  init(isDumb: Bool) { self.isDumb = isDumb }

  /// Shows a prompt and a line; the cursor stands before the scalar of that number.
  ///
  /// - Returns: What is to be written to the terminal.
  mutating func show(
    prompt: String, line: [Unicode.Scalar], cursor: Int, columns: Int, height: Int
  ) -> String {
    if isDumb {
      let frame = LineFrame(prompt: prompt, line: line, cursor: cursor, columns: .max, height: 1)
      return show(frame.part(width: columns - 1))
    }
    return show(
      LineFrame(prompt: prompt, line: line, cursor: cursor, columns: columns, height: height))
  }

  private mutating func show(_ new: LineFrame) -> String {
    defer { shown = new }
    let old = shown ?? LineFrame(columns: new.columns)
    if new == old { return "" }
    return isDumb ? LineScreen.overwrite(old, with: new) : LineScreen.change(old, to: new)
  }

  /// Goes to the row below the frame, after a text behind it.
  mutating func leave(with text: String = "") -> String {
    defer { shown = nil }
    guard let shown, !isDumb else { return text + "\n" }
    return LineScreen.motion(from: shown.cursor, to: shown.end) + text + "\n"
  }

  /// Erases the frame after the screen has got another width.
  mutating func resize(columns: Int) -> String {
    defer { shown = nil }
    guard let shown else { return "" }
    if isDumb { return "\n" }
    // Terminals break what had wrapped anew.
    let rows = (shown.cursor.row * shown.columns + shown.cursor.column) / columns
    return "\r" + (rows > 0 ? "\u{1B}[\(rows)A" : "") + "\u{1B}[J"
  }

  /// Clears the whole screen.
  mutating func clear() -> String {
    if isDumb { return leave() }
    shown = nil
    return "\u{1B}[H\u{1B}[2J"
  }

  /// Takes notice that something else has been written, which left the cursor in the first column.
  mutating func forget() { shown = nil }

  private static func change(_ old: LineFrame, to new: LineFrame) -> String {
    guard let (place, rows) = old.difference(to: new) else {
      return motion(from: old.cursor, to: new.cursor)
    }
    var text = motion(from: old.cursor, to: place)
    text += rows.joined().map(\.text).joined()
    // A terminal goes to the next row only when there is something for it.
    if rows.count > 1, rows.last == [] { text += " \u{8}" }
    // At the edge of the screen, "\r" is the one motion that all terminals do alike.
    if new.isCut { return text + "\r" + motion(from: Place(row: new.end.row), to: new.cursor) }
    if place != old.end { text += "\u{1B}[J" }
    return text + motion(from: new.end, to: new.cursor)
  }

  private static func motion(from start: Place, to end: Place) -> String {
    func move(_ distance: Int, _ forward: String, _ back: String) -> String {
      distance == 0 ? "" : "\u{1B}[\(abs(distance))\(distance > 0 ? forward : back)"
    }
    return move(end.row - start.row, "B", "A") + move(end.column - start.column, "C", "D")
  }

  /// Writes a frame of one row over another one.
  private static func overwrite(_ old: LineFrame, with new: LineFrame) -> String {
    let rest = String(repeating: " ", count: max(0, old.end.column - new.end.column))
    return "\r" + new.text + rest + "\r" + new.textBeforeCursor
  }
}
