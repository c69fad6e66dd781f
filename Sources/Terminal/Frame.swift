import ICUText

/// The size of a screen in cells.
package struct Size: Equatable, Sendable {
  package let columns: Int
  package let rows: Int

  /// - Parameters: Numbers below 1 count as 1. Numbers that no screen has, but some terminals
  ///   claim, count as the maximum.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), Size.mostColumns)
    self.rows = min(max(rows, 1), Size.mostRows)
  }

  private static let mostColumns = 2000
  private static let mostRows = 1000
}

/// How a cell is drawn.
package struct CellStyle: Hashable, Sendable {
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let dimmed = Attributes(rawValue: 2)
    package static let underlined = Attributes(rawValue: 4)
    package static let reversed = Attributes(rawValue: 8)
  }

  /// A colour of the terminal, by its number in SGR (ECMA-48).
  package enum Color: UInt8, Sendable {
    case red = 31
    case green = 32
    case blue = 34
    case magenta = 35
    case brightRed = 91
    case brightGreen = 92
    case brightYellow = 93
    case brightMagenta = 95
    case brightCyan = 96
  }

  package var attributes: Attributes = []
  package var color: Color?
  package var link: Hyperlink?

  package init(_ attributes: Attributes = [], _ color: Color? = nil) {
    (self.attributes, self.color) = (attributes, color)
  }

  package static let plain = CellStyle()

  /// The style of cells for a style of text. In a theme without colours, removed text is bold.
  package init(_ style: TextStyle?, in theme: Theme) {
    switch style {
    case nil, .position: self.init()
    case .title: self.init(.bold)
    case .count, .detail, .dimmed: self.init(.dimmed)
    case .match: self.init([.bold, .underlined], theme.hit)
    case .file: self.init([], theme.file)
    case .added: self.init([], theme.added)
    case .removed: self.init(theme.alert == nil ? .bold : [], theme.alert)
    }
  }

  package func adding(_ more: Attributes) -> CellStyle { CellStyle(attributes.union(more), color) }

  package func leading(to link: Hyperlink?) -> CellStyle {
    var style = self
    style.link = link
    return style
  }

  /// The style of a selected cell: reversed in one colour, so that a selected row has no gaps.
  package func selected(in theme: Theme) -> CellStyle {
    CellStyle(attributes.intersection([.bold, .underlined]).union(.reversed), theme.focus)
  }
}

/// A position on the screen: it shows a character, or a further column of a wide character.
package struct Cell: Equatable, Sendable {
  /// A grapheme cluster; empty for a column that the cell before reaches into.
  package var text: String
  /// In columns.
  package var width: Int
  package var style: CellStyle

  package static let blank = Cell(text: " ", width: 1, style: .plain)

  /// Whether terminals may disagree about where the next cell begins: clusters of several code
  /// points other than letters with accents, and text from right to left.
  var isUncertain: Bool {
    guard text.utf8.count > 1 else { return false }
    let scalars = text.unicodeScalars
    return scalars.first.map { $0.value >= 0x1_0000 } == true || isRightToLeft
      || scalars.dropFirst().contains { !(0x300..<0x370).contains($0.value) }
  }

  var isRightToLeft: Bool {
    guard text.utf8.count > 1, let first = text.unicodeScalars.first else { return false }
    return Cell.rightToLeft.contains { $0.contains(first.value) }
  }

  /// Hebrew, Arabic, Syriac and their presentation forms.
  private static let rightToLeft: [Range<UInt32>] = [
    0x590..<0x900, 0xFB1D..<0xFE00, 0xFE70..<0xFF00,
  ]
}

/// What a screen shows: a grid of cells, a picture over some of them, and the cursor.
package struct Frame: Equatable, Sendable {
  package struct Position: Equatable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
  }

  package let size: Size
  /// Row by row.
  private(set) var cells: [Cell]
  /// Where the cursor is; `nil` if it is hidden.
  package var cursor: Position?
  /// The rows of a list, which may move as a whole.
  package var list = 0..<0
  /// A picture that is drawn over blank cells.
  package var picture: PlacedPicture?
  package var buttons: [Button] = []

  /// A part of a row where a click presses keys.
  package struct Button: Equatable, Sendable {
    package let row: Int
    package let columns: Range<Int>
    package let keys: [Key]

    package init(row: Int, columns: Range<Int>, keys: [Key]) {
      (self.row, self.columns, self.keys) = (row, columns, keys)
    }

    package func contains(_ mouse: Key.Mouse) -> Bool {
      row == mouse.row && columns.contains(mouse.column)
    }
  }

  package init(_ size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  func row(_ row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// The text of each row without blanks at its end.
  package var lines: [String] {
    (0..<size.rows).map { number in
      var line = row(number).map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  package subscript(row: Int, column: Int) -> Cell { cells[row * size.columns + column] }

  /// Writes text, with control characters made visible. Text outside of the frame, or from the
  /// column `end` on, is left out.
  ///
  /// - Returns: The column after the text.
  @discardableResult
  package mutating func write(
    _ text: some StringProtocol, row: Int, column: Int, end: Int? = nil,
    style: CellStyle = .plain
  ) -> Int {
    let end = min(end ?? size.columns, size.columns)
    guard row >= 0, row < size.rows, column >= 0, column <= end else { return column }
    var column = column
    for character in VisibleText.shown(String(text)) {
      let width = DisplayWidth.of(character)
      if width == 0 {
        join(character, row: row, column: column, style)
        continue
      }
      guard column + width <= end else { return column }
      put(Cell(text: String(character), width: width, style: style), row: row, column: column)
      column += width
    }
    return column
  }

  /// Adds a mark to the character before it, without which it cannot be drawn.
  private mutating func join(_ mark: Character, row: Int, column: Int, _ style: CellStyle) {
    guard column > 0 else { return }
    var index = row * size.columns + column - 1
    while index > row * size.columns, cells[index].width == 0 { index -= 1 }
    cells[index].text += String(mark)
  }

  private mutating func put(_ cell: Cell, row: Int, column: Int) {
    let start = row * size.columns
    let columns = start + column..<start + column + cell.width
    // The rest of a wide character that is partly overwritten becomes blank.
    var first = columns.lowerBound
    while first > start, cells[first].width == 0 { first -= 1 }
    for index in first..<columns.lowerBound { cells[index] = .blank }
    var last = columns.upperBound
    while last < start + size.columns, cells[last].width == 0 {
      cells[last] = .blank
      last += 1
    }
    for index in columns { cells[index] = Cell(text: "", width: 0, style: cell.style) }
    cells[columns.lowerBound] = cell
  }

  /// Moves rows of a range up, or down if the distance is negative; rows that come in are blank.
  mutating func scroll(_ rows: Range<Int>, by distance: Int) {
    let old = self
    for row in rows {
      let source = row + distance
      for column in 0..<size.columns {
        cells[row * size.columns + column] = rows.contains(source) ? old[source, column] : .blank
      }
    }
  }

  /// Changes how some columns of a row are drawn.
  package mutating func restyle(row: Int, _ columns: Range<Int>, _ change: (CellStyle) -> CellStyle)
  {
    for column in columns.clamped(to: 0..<size.columns) where row >= 0 && row < size.rows {
      let index = row * size.columns + column
      cells[index].style = change(cells[index].style)
    }
  }
}
