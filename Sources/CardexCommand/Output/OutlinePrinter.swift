import Catalogues
import Forms
import ICUText
import Outlines
import Presentation
import Terminal

/// Prints sections, labels and entries of a catalogue as an outline.
struct OutlinePrinter {
  private let catalogue: Catalogue
  private let contents: EntryContents
  private let form: Form?
  private let style: OutlineStyle
  private let output: Output
  /// Whether the paths of items and fields are before them, in a column.
  private let showsPaths: Bool

  /// - Parameters:
  ///   - contents: What entries show.
  ///   - form: The catalogue as a form, if it is one.
  ///   - showsPaths: Whether the paths of items and fields are before them, in a column.
  init(
    _ catalogue: Catalogue, contents: EntryContents, form: Form?, style: OutlineStyle,
    showsPaths: Bool, output: Output
  ) {
    self.catalogue = catalogue
    self.contents = contents
    self.form = form
    (self.style, self.showsPaths) = (style, showsPaths)
    self.output = output
  }

  func print(_ page: ShownPage) throws(Failure) {
    for part in page.parts {
      switch part {
      case .fields(let item): try printFields(of: item)
      case .rows(let rows, let range): try print(range ?? 0..<rows.count, of: rows)
      }
    }
    if let note = page.note {
      try output.write(line: Outline(style: style).note("\(style.ellipsis) \(note)"))
    }
  }

  private func print(_ range: Range<Int>, of rows: Rows) throws(Failure) {
    let builder = RowBuilder(rows.sectioning, contents: contents, form: form)
    func lines(_ outline: Outline) -> OutlineLines {
      OutlineLines(
        range, of: rows, by: builder, outline,
        below: range.lowerBound == 0 ? outline.top(of: rows, by: builder) : [], isWhole: true,
        alignedRows: OutlinePrinter.alignedRows)
    }
    try print(lines)
  }

  private func printFields(of item: Item) throws(Failure) {
    let builder = RowBuilder(Sectioning(catalogue), contents: contents)
    let fields =
      switch item {
      case .entry(let entry): builder.fields(of: entry)
      case .section(let section): builder.allFields(of: section)
      }
    let address = AddressBook(catalogue).fullAddress(of: item)
    try print { outline in
      [OutlineLine(text: outline.note(address), item: item)] + outline.fieldLines(of: fields)
    }
  }

  // MARK: Paths

  /// How many lines share the same columns.
  private static let alignedRows = 1000
  /// The least width that is left for a line beside its path.
  private static let leastWidth = 24

  /// Prints the lines that an outline makes, after their paths.
  private func print<Lines: Sequence>(
    _ lines: (Outline) -> Lines
  ) throws(Failure) where Lines.Element == OutlineLine {
    guard showsPaths else {
      for line in lines(Outline(style: style)) { try output.write(line: line.text) }
      return
    }
    // The width changes which lines there are, but not which paths, so these are measured first.
    let first = lines(Outline(style: style)).prefix(OutlinePrinter.alignedRows)
    let column = 2 + (first.map { DisplayWidth.of(path(of: $0)) }.max() ?? 0)
    var narrow = style
    narrow.width = style.width.map { max($0 - column, OutlinePrinter.leastWidth) }
    for line in lines(Outline(style: narrow)) {
      var whole = StyledText(isColored: style.isColored)
      let path = path(of: line)
      whole.append(path, style: .detail)
      whole.pad(to: max(column, path.isEmpty ? 0 : whole.width + 2))
      whole.append(line.text)
      try output.write(line: whole)
    }
  }

  /// The path of the item or field that begins on a line; empty for its further lines.
  private func path(of line: OutlineLine) -> String {
    let path =
      line.item.flatMap(catalogue.path) ?? line.field.flatMap { catalogue.path(to: $0.value) }
    return path.map { VisibleText.shown($0.text) } ?? ""
  }
}
