import Catalogues
import Editing
import Forms
import ICUText
import Language
import Outlines
import Platform
import Presentation
import Searching
package import Terminal

/// Drawing the screen.
extension Browser {
  /// The screen as it is now.
  package func frame(_ size: Size) -> Frame {
    self.size = size
    let frame = drawn()
    lastFrame = frame
    return frame
  }

  private func drawn() -> Frame {
    var frame = Frame(size)
    if case .page(let page) = mode {
      draw(page, in: &frame)
      return frame
    }
    let layout = layout
    frame.list = layout.list
    scroll(toShow: selection)
    if let row = layout.title { drawTitle(in: &frame, row: row) }
    if let row = layout.filter { drawFilter(in: &frame, row: row) }
    drawList(in: &frame, layout)
    drawStrip(in: &frame)
    if let row = layout.rule {
      frame.write(
        String(repeating: settings.isASCII ? "-" : "─", count: size.columns), row: row, column: 0,
        style: CellStyle(.dimmed))
    }
    drawPreview(in: &frame, layout.preview)
    drawBottom(in: &frame, layout.bottom)
    return frame
  }

  var layout: Layout {
    var (fieldRows, isEditing) = (showsPreview ? size.rows / 4 : 0, false)
    if size.rows < 12 { fieldRows = 0 }
    if case .fields(let form) = mode {
      (fieldRows, isEditing) = (max(form.rows.count, 1), true)
    }
    return Layout(
      size, stripWidth: stripWidth, hasFilter: filter != nil, fieldRows: fieldRows,
      isEditing: isEditing, bottomRows: max(bottomLines.count, 1))
  }

  /// The maker of the rows that are shown.
  var builder: RowBuilder {
    guard let found = filter?.found else { return plainBuilder }
    if let known = builders.found { return known }
    let matches = HitMatches(catalogue, found.search, showsMatches: true)
    let made = plainBuilder.showing(found.rows.sectioning, hits: matches, book: session.book)
    builders.found = made
    return made
  }

  /// The maker of all rows, and of fields.
  var plainBuilder: RowBuilder {
    if let known = builders.all { return known }
    let made = session.rowBuilder(all.sectioning, matches: nil, isPartial: false)
    builders.all = made
    return made
  }

  private func outline(width: Int) -> Outline {
    var style = output.style
    style.width = max(width, 1)
    style.rowStyle = session.rowOptions.style
    style.isGrouped = session.rowOptions.isGrouped
    return Outline(style: style)
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
    let totals =
      totals ?? (catalogue.shownEntryCount(of: .root), all.sectioning.headings.count)
    self.totals = totals
    let unit = all.sectioning.isOwn ? "section" : "letter"
    guard let found = filter?.found else {
      return "\(totals.entries) \(totals.entries == 1 ? "entry" : "entries")"
        + (totals.headings > 0 ? " · \(totals.headings) \(unit)" : "")
        + (totals.headings > 1 ? "s" : "")
    }
    let shown = found.rows.sectioning.headings.count
    let sections = catalogue.sections.count - 1
    return "\(found.count) of \(totals.entries)"
      + (sections > 0 ? " · \(shown) of \(sections) sections" : "")
  }

  private func drawFilter(in frame: inout Frame, row: Int) {
    guard let filter else { return }
    let start = frame.write("/ ", row: row, column: 0, style: CellStyle(.bold))
    let terms = (filter.isBehind ? "… " : "") + filter.terms.shown
    let width = DisplayWidth.of(terms)
    let showsTerms = size.columns - width > 24
    let end = showsTerms ? size.columns - width - 2 : size.columns
    filter.line.draw(in: &frame, row: row, column: start, end: end)
    if !mode.isFilter { frame.cursor = nil }
    if showsTerms {
      frame.write(terms, row: row, column: size.columns - width, style: CellStyle(.dimmed))
    }
  }

  // MARK: The list

  /// The columns before a row: the marks of the selected row and of marked ones.
  private static let margin = 2

  private func drawList(in frame: inout Frame, _ layout: Layout) {
    let count = rows.count
    rowOfLine = []
    guard count > 0 else {
      let text = filter?.found == nil ? "no entries; i inserts one" : "nothing found"
      frame.write(
        text, row: layout.list.lowerBound, column: Browser.margin, end: layout.listWidth,
        style: CellStyle(.dimmed))
      return
    }
    let builder = builder
    var line = layout.list.lowerBound
    if let heading = stickyHeading {
      draw(heading, in: &frame, line: line, layout, builder)
      line += 1
    }
    var index = top
    while line < layout.list.upperBound, index < count {
      for (number, text) in lines(ofRow: index, builder, layout).enumerated()
      where line < layout.list.upperBound {
        draw(text, in: &frame, line: line, index: index, isFirst: number == 0, layout)
        rowOfLine.append((line, index))
        line += 1
      }
      index += 1
    }
  }

  /// The row of a heading that has been scrolled away while its rows are shown.
  private func draw(
    _ index: Int, in frame: inout Frame, line: Int, _ layout: Layout, _ builder: RowBuilder
  ) {
    guard let text = lines(ofRow: index, builder, layout).first else { return }
    draw(text, in: &frame, line: line, index: index, isFirst: true, layout)
    frame.changeText(row: line, Browser.margin..<layout.listWidth) { $0.adding(.underlined) }
    rowOfLine.append((line, index))
  }

  /// The index of the heading that stays at the top.
  var stickyHeading: Int? {
    guard top > 0, top < rows.count, layout.listRows > 1 else { return nil }
    if case .heading = rows.id(at: top) { return nil }
    guard let heading = rows.heading(around: top), heading != .top else { return nil }
    return rows.index(of: .heading(heading))
  }

  /// The lines of a row, with those of the texts and rules around it.
  func lines(ofRow index: Int, _ builder: RowBuilder, _ layout: Layout) -> [StyledText] {
    let width = max(layout.listWidth - Browser.margin, 1)
    let outline = outline(width: width)
    let row = rows.row(at: index, by: builder)
    let columns = RowColumns(detail: min(width / 2, 40), edge: width)
    var lines = outline.lines(for: row, in: columns).all
    if index == 0, let header = builder.header(of: .top, depth: 0) {
      lines.insert(contentsOf: outline.lines(for: header).all, at: 0)
    }
    switch rows.id(at: index) {
    case .heading(let heading):
      if row.isExpanded == true, let header = builder.header(of: heading, depth: row.depth + 1) {
        lines += outline.lines(for: header).all
      }
    case .entry where session.rowOptions.isGrouped:
      let rule = outline.rule(depth: row.depth, in: columns)
      if !rows.continuesEntries(at: index) { lines.insert(rule, at: 0) }
      if !rows.continuesEntries(at: index + 1) { lines.append(rule) }
    case .entry, .footer: break
    }
    return lines
  }

  private func draw(
    _ text: StyledText, in frame: inout Frame, line: Int, index: Int, isFirst: Bool,
    _ layout: Layout
  ) {
    let isSelected = index == selection
    let item = item(rows.id(at: index))
    if isFirst {
      if isSelected {
        frame.write(settings.isASCII ? ">" : "▸", row: line, column: 0)
      } else if case .row(let from, let to)? = drag, to == index, from != to {
        frame.write(settings.isASCII ? "=" : "→", row: line, column: 0, style: CellStyle(.bold))
      }
      if let item, marked.contains(item) {
        frame.write(settings.isASCII ? "*" : "•", row: line, column: 1, style: CellStyle(.bold))
      }
    }
    let isTaken = item.map(taken.contains) ?? false
    var column = Browser.margin
    for part in text.parts {
      var style = CellStyle(part.style, isColored: settings.isColored)
      if isTaken { style = style.adding(.dimmed) }
      let start = column
      column = frame.write(
        part.text, row: line, column: column, end: layout.listWidth, style: style)
      guard isSelected, isFirst, !style.attributes.contains(.dimmed) || isTaken else { continue }
      frame.changeText(row: line, start..<column) { $0.adding(.reversed) }
    }
  }

  // MARK: Scrolling

  /// Scrolls until a row is seen.
  func scroll(toShow index: Int) {
    let count = rows.count
    guard count > 0 else {
      top = 0
      return
    }
    top = max(min(top, lastTop), 0)
    let index = min(index, count - 1)
    if index <= top {
      top = index
      return
    }
    let layout = layout
    top = max(top, index - layout.listRows + 1)
    let builder = builder
    while top < index {
      let sticky = stickyHeading == nil ? 0 : 1
      var height = sticky
      for row in top...index where height <= layout.listRows {
        height += lines(ofRow: row, builder, layout).count
      }
      if height <= layout.listRows { return }
      top += 1
    }
  }

  /// The first row that is shown when the last one is, if all take one line.
  private var lastTop: Int {
    let listRows = layout.listRows
    let last = max(rows.count - listRows, 0)
    if last == 0 || listRows < 2 { return last }
    // The heading that stays takes a line.
    if case .heading = rows.id(at: last) { return last }
    return last + 1
  }

  /// Scrolls without regard to what is selected, which stays within what is seen.
  func scroll(by distance: Int) {
    top = max(0, min(top + distance, lastTop))
    let end = top + layout.listRows - (stickyHeading == nil ? 1 : 2)
    if selection < top { select(top) } else if selection > end { select(max(end, top)) }
  }

  /// The row at a line of the screen.
  func rowIndex(at line: Int) -> Int? {
    rowOfLine.first { $0.line == line }?.index
  }
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
