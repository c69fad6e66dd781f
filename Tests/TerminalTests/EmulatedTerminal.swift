import ICUText

/// A terminal that supports what is needed to draw lines.
struct EmulatedTerminal {
  let columns: Int
  /// The text of each column; the second column of a wide character is empty.
  private var cells: [[String]]
  private(set) var row: Int
  private(set) var column = 0
  /// Whether the last column was written, so that the next character starts a row.
  private var isBeyondEdge = false

  init(columns: Int, height: Int, row: Int) {
    self.columns = columns
    self.row = row
    cells = Array(repeating: Array(repeating: " ", count: columns), count: height)
  }

  /// The rows, without blanks at their ends.
  var rows: [String] {
    cells.map { row in
      let text = row.joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  mutating func write(_ text: String) {
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\r": (column, isBeyondEdge) = (0, false)
      case "\u{8}": (column, isBeyondEdge) = (max(0, column - 1), false)
      case "\u{1B}": obey(&rest)
      default: put(character)
      }
    }
  }

  private mutating func obey(_ rest: inout Substring) {
    rest.removeFirst()
    let parameter = rest.prefix { $0.isNumber }
    rest = rest.dropFirst(parameter.count)
    let count = Int(parameter) ?? 1
    isBeyondEdge = false
    switch rest.removeFirst() {
    case "A": row = max(0, row - count)
    case "B": row = min(cells.count - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "J":
      for index in column..<columns { cells[row][index] = " " }
      for index in (row + 1)..<max(row + 1, cells.count) {
        cells[index] = Array(repeating: " ", count: columns)
      }
    default: fatalError("an unknown sequence")
    }
  }

  private mutating func put(_ character: Character) {
    let width = DisplayWidth.of(character)
    if width == 0 {
      cells[row][isBeyondEdge ? column : max(0, column - 1)] += String(character)
      return
    }
    if isBeyondEdge || column + width > columns { startRow() }
    cells[row][column] = String(character)
    if width == 2 { cells[row][column + 1] = "" }
    column += width
    if column == columns { (column, isBeyondEdge) = (columns - 1, true) }
  }

  private mutating func startRow() {
    (column, isBeyondEdge) = (0, false)
    row += 1
    guard row == cells.count else { return }
    row -= 1
    cells.removeFirst()
    cells.append(Array(repeating: " ", count: columns))
  }
}
