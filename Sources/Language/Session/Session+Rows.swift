import Catalogues
import Editing
package import Forms
import Grammar
import Outlines
import Platform
package import Presentation
import Terminal

/// How a session draws the rows of entries.
package struct RowOptions {
  /// Where details appear; `nil` lets each row choose.
  package var style: RowStyle?
  /// Whether groups of adjacent entries have rules above and below them.
  package var isGrouped = false
  /// The template for details; `nil` means the one that the catalogue is read with.
  package var detail: Template?
  /// The pattern by which dates are shown; `nil` shows them as they are written.
  package var dateFormat: String?
}

extension Session {
  /// The maker of rows of the catalogue as it is now.
  ///
  /// - Parameter hits: The entries that are listed, if they were found or have changed.
  func rowBuilder(_ sectioning: Sectioning, hits: Hits? = nil) -> RowBuilder {
    rowBuilder(sectioning, matches: hits?.matches, isPartial: hits != nil)
  }

  /// The maker of rows of the catalogue as it is now.
  ///
  /// - Parameters:
  ///   - matches: Where the search matches that has found the entries.
  ///   - isPartial: Whether only some entries are shown, under the addresses of their sections.
  package func rowBuilder(
    _ sectioning: Sectioning, matches: HitMatches?, isPartial: Bool
  ) -> RowBuilder {
    let language = editing.dateLanguage
    let contents = EntryContents(
      catalogue, template: rowOptions.detail, form: form, book: book,
      fileName: ByteText(file.path),
      dates: ShownDates(language, pattern: rowOptions.dateFormat), quote: Quoting.quoted
    )
    return RowBuilder(
      sectioning, contents: contents, form: form, hits: matches, book: isPartial ? book : nil)
  }

  /// A template, after checking that entries have its fields.
  func detailTemplate(_ text: String) throws(SessionError) -> Template {
    let template: Template
    do throws(Template.Problem) {
      template = try Template(text)
    } catch {
      throw .template(text, error)
    }
    try attempt(rethrowing(catalogue.checkFields(of: template), as: EditingError.fieldKey))
    return template
  }

  /// The outline with room for the numbers before each line.
  var numberedOutline: Outline {
    var style = output.style
    style.width = style.width.map { max($0 - Session.noNumber.count, 1) }
    style.rowStyle = rowOptions.style
    style.isGrouped = rowOptions.isGrouped
    return Outline(style: style)
  }

  /// What is written in place of a number.
  private static let noNumber = "      "

  /// Writes a line with the next number, which names the item from now on.
  func write(numbered line: StyledText, _ item: Item) throws(SessionError) {
    let number = String(listing.items.count + 1)
    let padding = String(repeating: " ", count: max(4 - number.utf8.count, 0))
    var numbered = StyledText(isColored: output.style.isColored)
    numbered.append(padding + number, style: .count)
    numbered.append("  ")
    numbered.append(line)
    try write(line: numbered)
    // A line that could not be printed has no number.
    listing.items.append(item)
    hasNumberedLines = true
  }

  /// Writes a line that has no number.
  func write(unnumbered line: StyledText) throws(SessionError) {
    var unnumbered = StyledText(isColored: output.style.isColored)
    unnumbered.append(Session.noNumber)
    unnumbered.append(line)
    try write(line: unnumbered)
  }

  // MARK: Many rows

  /// After how many rows those that are waiting to be aligned with their neighbours are drawn.
  private static let batchSize = 4096

  /// Writes rows; those of sections and entries get numbers.
  ///
  /// - Parameter hits: The entries that are listed, if they were found or have changed.
  func write(_ indices: Range<Int>, of rows: Rows, hits: Hits?) throws(SessionError) {
    let builder = rowBuilder(rows.sectioning, hits: hits)
    var group: [(row: Row, entry: Entry.ID)] = []
    var depth = 0
    var index = indices.lowerBound
    func flush() throws(SessionError) {
      guard !group.isEmpty else { return }
      let (first, end) = (index - group.count, index)
      try write(
        group, begins: hits != nil || !rows.continuesEntries(at: first),
        ends: hits != nil || !rows.continuesEntries(at: end))
      group = []
    }
    func advance() throws(SessionError) {
      index += 1
      guard (index - indices.lowerBound) % Session.batchSize == 0 else { return }
      try checkInterrupt()
      try flush()
    }
    for run in rows.runs(in: indices) {
      if case .entries(let entries) = run.content {
        if run.depth != depth { try flush() }
        depth = run.depth
        for entry in entries {
          var row = builder.row(of: entry, depth: run.depth)
          if hits?.showsPositions == true {
            row.position = book.position(of: .entry(entry))
          }
          group.append((row, entry))
          try advance()
        }
        continue
      }
      try flush()
      switch run.content {
      case .heading(let heading, let isExpanded):
        try write(heading, depth: run.depth, isExpanded: isExpanded, by: builder)
      case .footer(let heading):
        try write(unnumbered: builder.footer(of: heading, depth: run.depth))
      case .entries: break
      }
      try advance()
    }
    try flush()
  }

  /// Writes the rows of headings as they are now, with numbers if they are items.
  ///
  /// - Parameter isNested: Whether they are indented by their depth.
  func write(_ headings: [Heading], isNested: Bool) throws(SessionError) {
    let sectioning = try sectioning()
    let builder = rowBuilder(sectioning)
    for heading in headings {
      let depth = isNested ? sectioning.path(to: heading).count - 1 : 0
      try write(
        builder.row(
          of: heading, depth: depth, isExpanded: !outlineState.isClosed(heading, in: sectioning)),
        of: heading)
    }
  }

  /// Writes the row of a heading, and that of its header if it is open.
  private func write(
    _ heading: Heading, depth: Int, isExpanded: Bool, by builder: RowBuilder
  ) throws(SessionError) {
    var row = builder.row(of: heading, depth: depth, isExpanded: isExpanded)
    if row.kind == .heading { row.count = nil }
    try write(row, of: heading)
    if row.kind == .section, isExpanded, let header = builder.header(of: heading, depth: depth + 1)
    {
      try write(unnumbered: header)
    }
  }

  /// Writes a row that has no number.
  func write(unnumbered row: Row) throws(SessionError) {
    for line in numberedOutline.lines(for: row).all { try write(unnumbered: line) }
  }

  private func write(_ row: Row, of heading: Heading) throws(SessionError) {
    guard row.kind == .section, case .section(let section) = heading else {
      return try write(unnumbered: row)
    }
    let lines = numberedOutline.lines(for: row)
    try write(numbered: lines.line, .section(section))
    for line in lines.below { try write(unnumbered: line) }
  }

  /// Writes the rows of a group of adjacent entries, with their numbers.
  ///
  /// - Parameters:
  ///   - begins: Whether the group begins here rather than on the page before.
  ///   - ends: Whether the group ends here rather than on a later page.
  func write(
    _ rows: [(row: Row, entry: Entry.ID)], begins: Bool, ends: Bool
  ) throws(SessionError) {
    guard let depth = rows.first?.row.depth else { return }
    let outline = numberedOutline
    let columns = outline.columns(of: rows.map(\.row))
    let rule = rowOptions.isGrouped ? outline.rule(depth: depth, in: columns) : nil
    if begins, let rule { try write(unnumbered: rule) }
    for (row, entry) in rows {
      let lines = outline.lines(for: row, in: columns)
      try write(numbered: lines.line, .entry(entry))
      for line in lines.below { try write(unnumbered: line) }
    }
    if ends, let rule { try write(unnumbered: rule) }
  }
}
