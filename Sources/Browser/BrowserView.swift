import Catalogues
import ICUText
import Language
import Outlines
import Platform
import Presentation
import Terminal

/// How a state looks: where the parts of the screen are, and the frame that shows them. It changes
/// nothing.
struct BrowserView {
  let state: BrowserState
  let session: Session
  let settings: Browser.Settings
  let style: OutlineStyle
  let layout: Layout
  /// The lines of the message or the question at the bottom.
  let bottomLines: [String]

  init(
    _ state: BrowserState, of session: Session, _ settings: Browser.Settings, _ style: OutlineStyle
  ) {
    (self.state, self.session, self.settings, self.style) = (state, session, settings, style)
    bottomLines = state.bottomLines(ellipsis: settings.isASCII ? "..." : "…")
    layout = Layout(state, bottomRows: max(bottomLines.count, 1))
  }

  var list: ListState { state.list }
  var size: Size { state.size }

  var listLines: ListLines {
    var style = style
    style.rowStyle = session.state.rowOptions.style
    style.isGrouped = session.state.rowOptions.isGrouped
    return ListLines(list, layout, style)
  }

  var strip: SectionStrip? { SectionStrip(list, layout) }

  /// The name of the picture that belongs beside the fields.
  var pictureName: String? {
    if case .fields = state.mode { return nil }
    guard case .entry(let entry)? = list.selectedItem, !layout.fields.isEmpty, size.columns >= 20
    else { return nil }
    return session.catalogue.picture(of: entry)?.name
  }

  /// - Parameter lines: The lines of the list.
  func frame(_ lines: [ListLines.Line], _ picture: PlacedPicture?) -> Frame {
    var frame = Frame(size)
    frame.list = layout.list
    frame.picture = picture
    if let row = layout.title { drawTitle(in: &frame, row: row) }
    if let row = layout.filter { drawFilter(in: &frame, row: row) }
    for line in lines { draw(line, in: &frame) }
    if lines.isEmpty {
      let text = list.filter?.found == nil ? "no entries" : "nothing found"
      frame.write(
        text, row: layout.list.lowerBound, column: ListLines.margin, end: layout.listWidth,
        style: CellStyle(.dimmed))
    }
    strip?.draw(in: &frame, settings)
    if let row = layout.rule {
      frame.write(
        String(repeating: settings.isASCII ? "-" : "─", count: size.columns), row: row, column: 0,
        style: CellStyle(.dimmed))
    }
    if let column = layout.sideRule {
      for row in layout.fields {
        frame.write(
          settings.isASCII ? "|" : "│", row: row, column: column, style: CellStyle(.dimmed))
      }
    }
    if case .fields(let form) = state.mode {
      form.draw(
        in: &frame, layout.fields, layout.fieldColumns, style, state.keys, settings)
    } else {
      drawFields(in: &frame)
    }
    drawBottom(in: &frame)
    return frame
  }

  // MARK: Title and filter

  private func drawTitle(in frame: inout Frame, row: Int) {
    let name = ByteText(session.filePath.name ?? session.filePath).shown
    let mark = session.isDirty ? "*" : ""
    let notes = settings.readOnly == nil ? "" : "  (read-only)"
    let counts = counts
    let start = size.columns - DisplayWidth.of(counts)
    let showsCounts = start >= min(DisplayWidth.of(name) + 3, 24)
    frame.write(
      name + mark + notes, row: row, column: 0, end: showsCounts ? start - 2 : size.columns,
      style: CellStyle(.bold))
    if showsCounts {
      frame.write(counts, row: row, column: start, style: CellStyle(.dimmed))
    }
  }

  /// How many entries and sections there are, and how many of them are shown.
  private var counts: String {
    let totals = list.all.totals
    let unit = list.all.rows.sectioning.isOwn ? "section" : "letter"
    guard let found = list.filter?.found else {
      // Hidden rows of a form are under no letter.
      let listed = totals.listed < totals.entries ? "\(totals.listed) of " : ""
      return "\(listed)\(totals.entries) \(totals.entries == 1 ? "entry" : "entries")"
        + (totals.headings > 0 ? " · \(totals.headings) \(unit)" : "")
        + (totals.headings > 1 ? "s" : "")
    }
    let shown = found.rows.sectioning.headings.count
    let sections = session.catalogue.sections.count - 1
    return "\(found.count) of \(totals.entries)"
      + (sections > 0 ? " · \(shown) of \(sections) section" + (sections > 1 ? "s" : "") : "")
  }

  private func drawFilter(in frame: inout Frame, row: Int) {
    let start = frame.write(
      "/ ", row: row, column: 0, style: CellStyle(.bold, settings.theme.focus))
    let filter = list.filter
    let terms =
      (filter?.status ?? .current == .current ? "" : settings.isASCII ? "... " : "… ")
      + (filter?.terms ?? state.terms).shown
    let width = DisplayWidth.of(terms)
    let showsTerms = size.columns - width > 24
    let end = showsTerms ? size.columns - width - 2 : size.columns
    (filter?.line ?? InputLine()).draw(in: &frame, row: row, column: start, end: end)
    if !state.mode.isFilter, !state.filtersByTyping { frame.cursor = nil }
    if showsTerms {
      frame.write(terms, row: row, column: size.columns - width, style: CellStyle(.dimmed))
    }
  }

  // MARK: The list

  private func draw(_ line: ListLines.Line, in frame: inout Frame) {
    let isSelected = line.index == list.selection && line.part != .around
    let item = list.rows.id(at: line.index).item
    if line.part == .first {
      if isSelected {
        frame.write(settings.isASCII ? ">" : "▸", row: line.row, column: 0)
      } else if case .row(let from, let to, _)? = list.drag, to == line.index, from != to {
        frame.write(settings.isASCII ? "=" : "→", row: line.row, column: 0, style: CellStyle(.bold))
      }
      if let item, list.marked.contains(item) {
        frame.write(
          settings.isASCII ? "*" : "•", row: line.row, column: 1,
          style: CellStyle(.bold, settings.theme.mark))
      }
    }
    let isTaken = item.map(list.taken.contains) ?? false
    var column = ListLines.margin
    for part in line.text.parts {
      var style = CellStyle(part.style, in: settings.theme)
      if isTaken { style = style.adding(.dimmed) }
      column = frame.write(
        part.text, row: line.row, column: column, end: layout.listWidth, style: style)
    }
    if isSelected {
      frame.restyle(row: line.row, Range(cellsFrom: 0, to: layout.listWidth)) {
        $0.selected(in: settings.theme)
      }
    }
    guard line.index < list.position.top else { return }
    frame.changeText(
      row: line.row, Range(cellsFrom: ListLines.margin, to: layout.listWidth)
    ) {
      $0.adding(.underlined)
    }
  }

  // MARK: Fields

  private var fields: [FieldRow] {
    switch list.selectedItem {
    case .entry(let entry): list.all.builder.dividedFields(of: entry).read.map(\.outdented)
    case .section(let section): list.all.builder.allFields(of: section).map(\.outdented)
    case nil: []
    }
  }

  private func lines(of fields: [FieldRow], width: Int) -> [StyledText] {
    var style = style
    style.width = width
    return Outline(style: style).lines(of: fields.map(filled))
  }

  /// A field with a dash in place of an empty text.
  private func filled(_ field: FieldRow) -> FieldRow {
    var field = field
    if field.fields.isEmpty, field.row.detail?.value.isEmpty == true {
      field.row.detail = Row.Text(settings.isASCII ? "-" : "–")
    }
    field.fields = field.fields.map(filled)
    return field
  }

  /// The number of the field under the mouse, among all fields, nested ones included.
  ///
  /// - Parameter picture: The picture beside the fields.
  func field(at mouse: Key.Mouse, _ picture: PlacedPicture?) -> Int? {
    guard layout.fields.contains(mouse.row), layout.fieldColumns.contains(mouse.column) else {
      return nil
    }
    func names(_ fields: [FieldRow]) -> [String] {
      fields.flatMap { [$0.row.label.value] + names($0.fields) }
    }
    let (fields, width) = (fields, widthOfFields(picture))
    let names = names(fields)
    var count = 0
    let lines = lines(of: fields, width: width).prefix(mouse.row - layout.fields.lowerBound + 1)
    for line in lines where count < names.count {
      // Other lines continue the value of the field above.
      if line.text.trimmingPrefix(while: { $0 == " " }).hasPrefix(names[count]) { count += 1 }
    }
    return count > 0 ? count - 1 : nil
  }

  private func widthOfFields(_ picture: PlacedPicture?) -> Int {
    layout.fieldColumns.count - 2 - (picture.map { $0.columns + 1 } ?? 0)
  }

  /// Draws the fields of the selected item, beside its picture.
  private func drawFields(in frame: inout Frame) {
    guard !layout.fields.isEmpty else { return }
    let columns = layout.fieldColumns
    let width = widthOfFields(frame.picture)
    let lines = lines(of: fields, width: width)
    for (row, text) in zip(layout.fields, lines) {
      frame.draw(
        text, row: row, column: columns.lowerBound + 1, end: columns.lowerBound + 1 + width,
        in: settings.theme)
    }
    if lines.count > layout.fields.count {
      let mark = settings.isASCII ? "..." : "…"
      frame.write(
        mark, row: layout.fields.upperBound - 1,
        column: columns.lowerBound + width + 2 - mark.count)
    }
  }

  // MARK: The bottom

  /// Draws a prompt, a question, a message or hints at the bottom.
  ///
  /// On a screen of one row, the list has the row, and only a prompt or a question replaces it.
  private func drawBottom(in frame: inout Frame) {
    let rows = layout.bottom.isEmpty ? 0..<1 : layout.bottom
    var cells = CellStyle(.bold)
    switch state.mode {
    case .prompt(let prompt):
      return prompt.draw(
        in: &frame, row: rows.lowerBound, message: state.message?.text, ellipsis: style.ellipsis)
    case .page, .choice, .conflicts: return
    case .question: break
    case .list, .filter, .fields:
      if layout.bottom.isEmpty { return }
      guard let message = state.message else { return drawHints(in: &frame, row: rows.lowerBound) }
      cells = message.isError ? CellStyle(.bold, settings.theme.alert) : .plain
    }
    var end = 0
    for (row, line) in zip(rows, bottomLines) {
      frame.clear(row: row)
      end = frame.write(line, row: row, column: 0, style: cells)
    }
    guard case .question = state.mode else { return }
    frame.cursor = Frame.Position(row: rows.upperBound - 1, column: min(end + 1, size.columns - 1))
  }
}

extension BrowserState.Mode {
  var isFilter: Bool { if case .filter = self { true } else { false } }
}

extension Frame {
  /// Changes how text is drawn, from its first character that is not a blank up to its last one.
  fileprivate mutating func changeText(
    row: Int, _ columns: Range<Int>, _ change: (CellStyle) -> CellStyle
  ) {
    let inside = columns.filter { self[row, $0].text != " " }
    guard let first = inside.first, let last = inside.last else { return }
    restyle(row: row, first..<last + 1, change)
  }
}
