/// Makes a terminal show frames, each replacing the previous one.
///
/// Only escape sequences that all terminals know are used. Terminals without escape sequences get a
/// single row, which shows a part of a longer line.
struct LineScreen {
  private typealias Position = Frame.Position

  /// Whether the terminal has no escape sequences.
  let isDumb: Bool
  /// The frame now on the screen, starting at the row where the cursor was before.
  private var shown: LineFrame?

  init(isDumb: Bool) { self.isDumb = isDumb }

  /// Shows a prompt and a line.
  ///
  /// - Returns: The text to write to the terminal.
  mutating func show(
    prompt: String, line: InputLine, columns: Int, height: Int
  ) -> String {
    if isDumb {
      let frame = LineFrame(prompt: prompt, line: line, columns: .max, height: 1)
      return show(frame.part(width: columns - 1))
    }
    return show(LineFrame(prompt: prompt, line: line, columns: columns, height: height))
  }

  private mutating func show(_ new: LineFrame) -> String {
    defer { shown = new }
    let old = shown ?? LineFrame(columns: new.columns)
    if new == old { return "" }
    return isDumb ? LineScreen.overwrite(old, with: new) : LineScreen.change(old, to: new)
  }

  /// Moves to the row below the frame, after appending a text to it.
  mutating func leave(with text: String = "") -> String {
    defer { shown = nil }
    guard let shown, !isDumb else { return text + "\n" }
    return LineScreen.motion(from: shown.cursor, to: shown.end) + text + "\n"
  }

  /// Erases the frame after the width of the screen has changed.
  mutating func resize(columns: Int) -> String {
    defer { shown = nil }
    guard let shown else { return "" }
    if isDumb { return "\n" }
    // Terminals rewrap what was wrapped.
    let rows = (shown.cursor.row * shown.columns + shown.cursor.column) / columns
    return "\r" + (rows > 0 ? "\u{1B}[\(rows)A" : "") + "\u{1B}[J"
  }

  /// Clears the whole screen.
  mutating func clear() -> String {
    if isDumb { return leave() }
    shown = nil
    return "\u{1B}[H\u{1B}[2J"
  }

  /// Notes that something else has been written, which left the cursor in the first column.
  mutating func forget() { shown = nil }

  private static func change(_ old: LineFrame, to new: LineFrame) -> String {
    guard let (position, rows) = old.difference(to: new) else {
      return motion(from: old.cursor, to: new.cursor)
    }
    var text = motion(from: old.cursor, to: position)
    text += rows.joined().map(\.text).joined()
    // A terminal moves to the next row only when there is something to write there.
    if rows.count > 1, rows.last == [] { text += " \u{8}" }
    // At the edge of the screen, "\r" is the only motion that works alike on all terminals.
    if new.isCut {
      return text + "\r" + motion(from: Position(row: new.end.row, column: 0), to: new.cursor)
    }
    if position != old.end { text += "\u{1B}[J" }
    return text + motion(from: new.end, to: new.cursor)
  }

  private static func motion(from start: Position, to end: Position) -> String {
    func move(_ distance: Int, _ forward: String, _ back: String) -> String {
      distance == 0 ? "" : "\u{1B}[\(abs(distance))\(distance > 0 ? forward : back)"
    }
    return move(end.row - start.row, "B", "A") + move(end.column - start.column, "C", "D")
  }

  /// Overwrites a one-row frame with another one.
  private static func overwrite(_ old: LineFrame, with new: LineFrame) -> String {
    let rest = String(repeating: " ", count: max(0, old.end.column - new.end.column))
    return "\r" + new.text + rest + "\r" + new.textBeforeCursor
  }
}
