/// Makes a terminal show frames: writes only how each differs from the one before, within
/// synchronized output (mode 2026), by sequences that all terminals know.
///
/// Lines must not wrap by themselves (mode 7 reset).
package struct FrameWriter {
  private var shown: Frame?

  package init() {}

  /// Notes that something else may be on the screen.
  package mutating func forget() { shown = nil }

  /// The bytes that make the terminal show a frame.
  ///
  /// - Complexity: O(*n*) in the number of cells.
  package mutating func bytes(showing frame: Frame) -> [UInt8] {
    defer { shown = frame }
    if shown == frame { return [] }
    var pen = Pen()
    pen.text = "\u{1B}[?2026h"
    var old = Frame(frame.size)
    if let shown, shown.size == frame.size {
      if shown.cursor != nil { pen.text += "\u{1B}[?25l" }
      old = shown
    } else {
      pen.text += "\u{1B}[?25l\u{1B}[m\u{1B}[2J"
    }
    for row in 0..<frame.size.rows {
      FrameWriter.change(old.row(row), to: frame.row(row), row: row, by: &pen)
    }
    pen.use(.plain)
    if let cursor = frame.cursor {
      pen.move(row: cursor.row, column: cursor.column)
      pen.text += "\u{1B}[?25h"
    }
    pen.text += "\u{1B}[?2026l"
    return Array(pen.text.utf8)
  }

  private static func change(
    _ old: ArraySlice<Cell>, to new: ArraySlice<Cell>, row: Int, by pen: inout Pen
  ) {
    if old == new { return }
    let old = Array(old)
    let new = Array(new)
    // What follows a cluster of uncertain width may be anywhere.
    let isUncertain = old.contains(where: \.isUncertain) || new.contains(where: \.isUncertain)
    let blanks = new.reversed().prefix { $0 == .blank }.count
    var end = new.count - blanks
    let isErased = old[end...].contains { $0 != .blank } || isUncertain
    if isErased, blanks < 4 { end = new.count }
    var column = 0
    var isDifferent = false
    while column < end {
      let cell = new[column]
      let width = max(cell.width, 1)
      isDifferent =
        isUncertain && isDifferent || old[column..<column + width] != new[column..<column + width]
      if isDifferent || joins(old, new, column, end) && pen.isAt(row, column, cell.style) {
        pen.move(row: row, column: column)
        pen.write(cell, isLast: column + width == new.count)
      }
      column += width
    }
    guard isErased, end < new.count else { return }
    pen.use(.plain)
    pen.move(row: row, column: end)
    pen.text += "\u{1B}[K"
  }

  /// Whether a cell that stays the same is written because moving across it would take longer.
  private static func joins(_ old: [Cell], _ new: [Cell], _ column: Int, _ end: Int) -> Bool {
    let limit = min(column + 4, end)
    return (column..<limit).contains { old[$0] != new[$0] }
      && (column..<limit).allSatisfy { new[$0].text.utf8.count <= 1 }
  }
}

/// Writes cells, and knows where the cursor is and how it writes.
private struct Pen {
  var text = ""
  private var place: Frame.Place?
  private var style: CellStyle?

  func isAt(_ row: Int, _ column: Int, _ style: CellStyle) -> Bool {
    place == Frame.Place(row: row, column: column) && self.style == style
  }

  mutating func move(row: Int, column: Int) {
    let wanted = Frame.Place(row: row, column: column)
    if place == wanted { return }
    if let place, place.row == row, place.column < column {
      let distance = column - place.column
      text += distance == 1 ? "\u{1B}[C" : "\u{1B}[\(distance)C"
    } else {
      text += column == 0 ? "\u{1B}[\(row + 1)H" : "\u{1B}[\(row + 1);\(column + 1)H"
    }
    place = wanted
  }

  mutating func write(_ cell: Cell, isLast: Bool) {
    use(cell.style)
    text += cell.text
    place?.column += cell.width
    // At the edge, terminals differ in where the cursor is.
    if isLast || cell.isUncertain { place = nil }
  }

  mutating func use(_ wanted: CellStyle) {
    if style == wanted { return }
    var codes: [String] = []
    // Only what is added is written, if nothing must be taken away.
    let isMore =
      style.map { old in
        wanted.attributes.isSuperset(of: old.attributes)
          && (old.color == nil || old.color == wanted.color)
      } ?? false
    let known = isMore ? style ?? .plain : .plain
    if !isMore { codes.append("0") }
    let added = wanted.attributes.subtracting(known.attributes)
    if added.contains(.bold) { codes.append("1") }
    if added.contains(.dimmed) { codes.append("2") }
    if added.contains(.underlined) { codes.append("4") }
    if added.contains(.reversed) { codes.append("7") }
    if let color = wanted.color, color != known.color { codes.append(String(color.rawValue)) }
    text += codes == ["0"] ? "\u{1B}[m" : "\u{1B}[" + codes.joined(separator: ";") + "m"
    style = wanted
  }
}
