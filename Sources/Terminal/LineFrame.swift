import ICUText

/// A prompt and a line, broken into the rows of a screen.
struct LineFrame: Equatable {
  /// The width of the screen; `Int.max` for a line that is not broken.
  let columns: Int
  /// The rows; each but the last fills the width of the screen. A control character is shown as
  /// several cells.
  private(set) var rows: [[Cell]] = [[]]
  private(set) var cursor = Frame.Position(row: 0, column: 0)
  /// Whether there are more rows below the screen.
  private(set) var isCut = false
  private var column = 0
  /// Whether the last character was a line end.
  private var endsLine = false

  /// Creates an empty frame.
  init(columns: Int) { self.columns = columns }

  /// Breaks a prompt and a line into rows.
  ///
  /// A line end within the line begins a new row; the row before is filled with blanks.
  ///
  /// - Parameters:
  ///   - columns: The width of the screen, at least 2.
  ///   - height: The height of the screen; a longer frame is cut to the rows around the cursor.
  init(prompt: String, line: InputLine, columns: Int, height: Int) {
    self.init(columns: columns)
    for character in prompt { add(character) }
    let cursor = line.cursor
    var offset = 0
    var position: Frame.Position?
    for character in line.text {
      if offset >= cursor { position = position ?? end }
      if character == "\n", columns < .max { endLine() } else { add(character) }
      offset += character.unicodeScalars.count
    }
    self.cursor = position ?? end
    cut(to: height)
  }

  /// The position after the last cell.
  var end: Frame.Position { Frame.Position(row: rows.count - 1, column: column) }

  private mutating func endLine() {
    // A row that is full has ended already.
    if column > 0 || endsLine {
      repeat { add(Cell(text: " ", width: 1, style: .plain)) } while column > 0
    }
    endsLine = true
  }

  private mutating func add(_ character: Character) {
    endsLine = false
    let shown = VisibleText.shown(String(character))
    if shown.unicodeScalars.elementsEqual(character.unicodeScalars) {
      add(Cell(text: shown, width: min(DisplayWidth.of(character), columns), style: .plain))
    } else {
      for part in shown { add(Cell(text: String(part), width: 1, style: .plain)) }
    }
  }

  private mutating func add(_ cell: Cell) {
    if cell.width == 0, join(cell) { return }
    // A cell that does not fit at the edge moves to the next row.
    while column + cell.width > columns { add(Cell(text: " ", width: 1, style: .plain)) }
    rows[rows.count - 1].append(cell)
    column += cell.width
    if column == columns {
      rows.append([])
      column = 0
    }
  }

  /// Adds a mark to the cell before it, without which it cannot be drawn.
  private mutating func join(_ mark: Cell) -> Bool {
    guard let row = rows.lastIndex(where: { !$0.isEmpty }) else { return false }
    rows[row][rows[row].count - 1].text += mark.text
    return true
  }

  private mutating func cut(to height: Int) {
    guard rows.count > height else { return }
    let first = min(cursor.row, rows.count - height)
    isCut = first + height < rows.count
    rows = Array(rows[first..<first + height])
    cursor.row -= first
    if isCut { column = columns }
  }

  /// The part of a one-row frame that fits, with the cursor in it.
  func part(width: Int) -> LineFrame {
    var part = LineFrame(columns: columns)
    var first = 0
    var start = 0
    while cursor.column - start > width {
      start += rows[0][first].width
      first += 1
    }
    for cell in rows[0][first...] where part.column + cell.width <= width { part.add(cell) }
    part.cursor.column = cursor.column - start
    return part
  }

  var text: String { rows.joined().map(\.text).joined() }

  /// The text before the cursor, in a one-row frame.
  var textBeforeCursor: String {
    var column = 0
    return rows[0].prefix { cell in
      column += cell.width
      return column <= cursor.column
    }
    .map(\.text).joined()
  }

  /// Where a frame of the same width starts to differ, and its contents from there on.
  func difference(to new: LineFrame) -> (position: Frame.Position, rows: [[Cell]])? {
    for (row, (cells, newCells)) in zip(rows, new.rows).enumerated() where cells != newCells {
      let same = zip(cells, newCells).prefix { $0 == $1 }.count
      let column = cells[..<same].reduce(0) { $0 + $1.width }
      return (
        Frame.Position(row: row, column: column),
        [Array(newCells[same...])] + new.rows[(row + 1)...]
      )
    }
    // Only the last row is not full, so one frame cannot end where another continues.
    return nil
  }
}

/// Candidates in columns, sorted downwards as in a shell.
enum CandidateList {
  /// The lines of a list on a screen of a given width.
  ///
  /// - Complexity: O(*n*).
  static func lines(of candidates: [String], width: Int) -> [String] {
    let cells = candidates.map { candidate in
      let text = VisibleText.shown(candidate)
      return (text: text, width: DisplayWidth.of(text))
    }
    let widest = cells.map(\.width).max() ?? 0
    // The last column of the screen stays free so that no line wraps.
    let columns = max(1, (width - 1 + gap) / (widest + gap))
    let rows = (cells.count + columns - 1) / columns
    return (0..<rows).map { row in
      var line = ""
      var padding = 0
      for cell in stride(from: row, to: cells.count, by: rows).map({ cells[$0] }) {
        line += String(repeating: " ", count: padding) + cell.text
        padding = widest + gap - cell.width
      }
      return line
    }
  }

  /// The number of blanks between two columns.
  private static let gap = 2
}
