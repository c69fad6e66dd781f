/// Makes a terminal show frames: writes only how each frame differs from the one before, within
/// synchronized output (mode 2026), by sequences that all terminals know.
///
/// Lines must not wrap by themselves (mode 7 reset).
package struct FrameWriter {
  private var shown: Frame?
  /// Whether the terminal may be showing a picture.
  private var showsPicture = false

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
      pen.style = .plain
      if shown.cursor != nil { pen.text += "\u{1B}[?25l" }
      old = shown
    } else {
      pen.text += "\u{1B}[?25l\u{1B}[m\u{1B}[2J"
    }
    let staysPicture = frame.picture != nil && frame.picture == shown?.picture
    if showsPicture, !staysPicture { pen.text += PlacedPicture.deletion }
    if let (rows, distance) = FrameWriter.scroll(old, to: frame) {
      old.scroll(rows, by: distance)
      pen.scroll(rows, of: frame.size.rows, by: distance)
    }
    for row in 0..<frame.size.rows {
      FrameWriter.change(old.row(row), to: frame.row(row), row: row, by: &pen)
    }
    pen.use(.plain)
    if let picture = frame.picture, !staysPicture {
      pen.move(row: picture.position.row, column: picture.position.column)
      pen.text += picture.drawing
    }
    showsPicture = frame.picture != nil
    if let cursor = frame.cursor {
      pen.move(row: cursor.row, column: cursor.column)
      pen.text += "\u{1B}[?25h"
    }
    pen.text += "\u{1B}[?2026l"
    return Array(pen.text.utf8)
  }

  /// Which rows of the list can be scrolled so that less differs, and how far up, if that is worth
  /// it.
  private static func scroll(_ old: Frame, to new: Frame) -> (rows: Range<Int>, distance: Int)? {
    let changed = new.list.filter { old.row($0) != new.row($0) }
    guard changed.count > 4, let first = changed.first, let last = changed.last else { return nil }
    let rows = first..<last + 1
    func cost(_ distance: Int) -> Int {
      rows.reduce(0) { cost, row in
        let source = row + distance
        let isInside = rows.contains(source)
        return cost + self.cost(isInside ? old.row(source) : nil, new.row(row))
      }
    }
    let distances = [1, -1, 2, -2, 3, -3].filter { abs($0) < rows.count }
    let costs = distances.map { (distance: $0, cost: cost($0)) }
    // Scrolling itself takes some bytes, too.
    guard let best = costs.min(by: { $0.cost < $1.cost }), best.cost + 30 < cost(0) else {
      return nil
    }
    return (rows, best.distance)
  }

  /// About how many bytes it takes to turn an old row, or a blank one, into a new row.
  private static func cost(_ old: ArraySlice<Cell>?, _ new: ArraySlice<Cell>) -> Int {
    var (cells, segments, isDifferent) = (0, 0, false)
    for offset in 0..<new.count {
      let before = old.map { $0[$0.startIndex + offset] } ?? .blank
      let isNext = before != new[new.startIndex + offset]
      if isNext, !isDifferent { segments += 1 }
      if isNext { cells += 1 }
      isDifferent = isNext
    }
    // The next row is near if only one position differs in each, as in the strip.
    return segments == 1 && cells <= 2 ? 3 : cells + 6 * segments
  }

  private static func change(
    _ old: ArraySlice<Cell>, to new: ArraySlice<Cell>, row: Int, by pen: inout Pen
  ) {
    if old == new { return }
    var old = Array(old)
    let new = Array(new)
    func erase(from column: Int) {
      pen.eraseLine(row: row, column: column)
      for index in column..<old.count { old[index] = .blank }
    }
    // What follows a cluster of uncertain width may be anywhere.
    if old.contains(where: \.isUncertain) || new.contains(where: \.isUncertain),
      let first = new.indices.first(where: { old[$0] != new[$0] })
    {
      erase(from: first)
    }
    let blanks = new.reversed().prefix { $0 == .blank }.count
    var end = new.count - blanks
    if blanks < 4, old[end...].contains(where: { $0 != .blank }) { end = new.count }
    var column = 0
    while column < end {
      let cell = new[column]
      let width = max(cell.width, 1)
      let isDifferent = old[column..<column + width] != new[column..<column + width]
      if isDifferent, cell == .blank {
        let blanks = new[column..<end].prefix { $0 == .blank }.count
        if blanks >= leastErased {
          // If all cells after the blanks are written anyway, the rest of the line is erased.
          if (column + blanks..<end).allSatisfy({ old[$0] != new[$0] }) {
            erase(from: column)
          } else {
            pen.erase(blanks, row: row, column: column)
          }
          column += blanks
          continue
        }
      }
      if isDifferent || joins(old, new, column, end) && pen.isAt(row, column, cell.style) {
        pen.move(row: row, column: column, in: new)
        let next = column + width < new.count ? new[column + width] : nil
        pen.write(cell, before: next)
      }
      column += width
    }
    if old[end...].contains(where: { $0 != .blank }) { erase(from: end) }
  }

  /// From this many blanks on, erasing them and moving across is shorter than writing them.
  private static let leastErased = 9

  /// Whether cells that stay the same are written because moving across them would take longer.
  private static func joins(_ old: [Cell], _ new: [Cell], _ column: Int, _ end: Int) -> Bool {
    guard let next = (column..<min(column + 4, end)).first(where: { old[$0] != new[$0] }) else {
      return false
    }
    let same = new[column..<next]
    return same.allSatisfy { $0.style == new[column].style && !$0.isUncertain }
      && same.reduce(0) { $0 + $1.text.utf8.count } < (same.count == 1 ? 3 : 4)
  }
}

/// Writes cells, and keeps track of the cursor and of the style in which the terminal writes.
private struct Pen {
  var text = ""
  private var position: Frame.Position?
  /// How the terminal draws now; every frame ends with plain cells.
  var style: CellStyle?

  func isAt(_ row: Int, _ column: Int, _ style: CellStyle) -> Bool {
    position == Frame.Position(row: row, column: column) && self.style == style
  }

  mutating func move(row: Int, column: Int) {
    let wanted = Frame.Position(row: row, column: column)
    if position == wanted { return }
    if let position, position.row == row, position.column < column {
      let distance = column - position.column
      text += distance == 1 ? "\u{1B}[C" : "\u{1B}[\(distance)C"
    } else if let position, (1...2).contains(row - position.row),
      (0...3).contains(position.column - column)
    {
      text += String(repeating: "\n", count: row - position.row)
      text += String(repeating: "\u{8}", count: position.column - column)
    } else if let position, position.row + 1 == row, column < 10 {
      text += "\r\n" + (column == 0 ? "" : column == 1 ? "\u{1B}[C" : "\u{1B}[\(column)C")
    } else {
      text += column == 0 ? "\u{1B}[\(row + 1)H" : "\u{1B}[\(row + 1);\(column + 1)H"
    }
    position = wanted
  }

  /// Moves to a cell of a line that is written next. Blanks before the cell are written if moving
  /// across them would take longer.
  mutating func move(row: Int, column: Int, in line: [Cell]) {
    if line[column].style == .plain { use(.plain) }
    if style == .plain, let position, position.row == row || position.row + 1 == row,
      // Just below, moving takes a byte for each column to the left.
      position.row == row || !(0...2).contains(position.column - column)
    {
      let start = position.row == row ? position.column : 0
      if (1...3).contains(column - start), line[start..<column].allSatisfy({ $0 == .blank }) {
        text += (position.row == row ? "" : "\r\n") + String(repeating: " ", count: column - start)
        self.position = Frame.Position(row: row, column: column)
        return
      }
    }
    move(row: row, column: column)
  }

  /// Makes cells blank from a column to the edge (EL), which leaves the cursor where it is.
  mutating func eraseLine(row: Int, column: Int) {
    use(.plain)
    move(row: row, column: column)
    text += "\u{1B}[K"
  }

  /// Makes cells blank (ECH), which leaves the cursor where it is.
  mutating func erase(_ count: Int, row: Int, column: Int) {
    use(.plain)
    move(row: row, column: column)
    text += "\u{1B}[\(count)X"
  }

  /// - Parameter next: The cell after it; `nil` at the edge.
  mutating func write(_ cell: Cell, before next: Cell?) {
    use(cell.style)
    text += cell.text
    position?.column += cell.width
    // At the edge, terminals differ in where the cursor is. Letters of a right-to-left word belong
    // together.
    let isInWord = cell.isRightToLeft && next?.isRightToLeft == true
    if next == nil || cell.isUncertain && !isInWord { position = nil }
  }

  /// Moves rows of a range up, or down if the distance is negative, by deleting or inserting lines
  /// within margins.
  mutating func scroll(_ rows: Range<Int>, of all: Int, by distance: Int) {
    use(.plain)
    text += "\u{1B}[\(rows.lowerBound + 1);\(rows.upperBound)r\u{1B}[\(rows.lowerBound + 1)H"
    let count = abs(distance) == 1 ? "" : String(abs(distance))
    text += "\u{1B}[\(count)\(distance > 0 ? "M" : "L")\u{1B}[1;\(all)r"
    // Setting margins moves the cursor there.
    position = Frame.Position(row: 0, column: 0)
  }

  mutating func use(_ wanted: CellStyle) {
    if style == wanted { return }
    // Attributes do not end a hyperlink, and a hyperlink does not change attributes.
    if style?.link != wanted.link { text += wanted.link?.opening ?? Hyperlink.closing }
    var codes: [String] = []
    // If no attribute must be removed, only the added ones are written.
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
    if codes == ["0"] {
      text += "\u{1B}[m"
    } else if !codes.isEmpty {
      text += "\u{1B}[" + codes.joined(separator: ";") + "m"
    }
    style = wanted
  }
}
