import Catalogues
import Editing
package import Forms
import Grammar
import Outlines
import Platform
package import Presentation
import PropertyLists
import Terminal

/// Options of a session for the rows of entries.
package struct RowOptions {
  /// Where details appear; `nil` lets each row choose.
  package var style: RowStyle?
  /// Whether groups of adjacent entries have rules above and below them.
  package var isGrouped = false
  /// The template for details; `nil` means that with which the catalogue is read.
  package var detail: Template?
  /// The pattern by which dates are shown; `nil` shows them as they are written.
  package var dateFormat: String?
}

extension Session {
  /// A builder of rows of the present catalogue.
  ///
  /// - Parameter hits: The listed entries, if they were found, are new or have changed.
  func rowBuilder(_ sectioning: Sectioning, hits: Hits? = nil) -> RowBuilder {
    var builder = rowBuilder(sectioning, matches: hits?.matches, isPartial: hits != nil)
    builder.showsPositions = hits?.showsPositions == true
    return builder
  }

  /// A builder of rows of the present catalogue.
  ///
  /// - Parameters:
  ///   - matches: The matches of the search that found the entries.
  ///   - isPartial: Whether only some entries are shown, under the addresses of their sections.
  package func rowBuilder(
    _ sectioning: Sectioning, matches: HitMatches?, isPartial: Bool
  ) -> RowBuilder {
    let language = editing.dateLanguage
    let form =
      state.rowOptions.dateFormat.flatMap { Form(catalogue, language: language, pattern: $0) }
      ?? form
    var contents = EntryContents(
      catalogue, template: state.rowOptions.detail, form: form, book: book,
      fileName: ByteText(file.path),
      dates: ShownDates(language, pattern: state.rowOptions.dateFormat), quote: Quoting.quoted
    )
    contents.findsLinks = output.style.showsLinks
    var builder = RowBuilder(
      sectioning, contents: contents, form: form, hits: matches, book: isPartial ? book : nil)
    builder.openRows = state.outline.rows
    return builder
  }

  /// A template, after checking that entries have its fields.
  func detailTemplate(_ text: String) throws(SessionError) -> Template {
    let template = try rethrowing(Template(text)) { (error: ReportedError) in
      SessionError.reported(ReportedError("'\(text.excerpt())': \(error)"))
    }
    try rethrowing(catalogue.checkFields(of: template), as: SessionError.reported)
    return template
  }

  /// The outline with room for the numbers before each line.
  var numberedOutline: Outline {
    var style = output.style
    style.width = style.width.map { $0 - SessionListing.noNumber.count }
    style.rowStyle = state.rowOptions.style
    style.isGrouped = state.rowOptions.isGrouped
    return Outline(style: style)
  }

  /// The number of rows after which an interrupt is checked, and the number that determines where
  /// details are aligned.
  private static let batchSize = 4096

  /// Writes rows; those of sections and entries get numbers.
  ///
  /// - Parameters:
  ///   - top: The lines above the rows or, if the first row is a section, below that row.
  ///   - hits: The listed entries, if they were found, are new or have changed.
  func write(
    _ range: Range<Int>, of rows: Rows, below top: [OutlineLine] = [], hits: Hits? = nil
  ) throws(SessionError) {
    let lines = OutlineLines(
      range, of: rows, by: rowBuilder(rows.sectioning, hits: hits), numberedOutline, below: top,
      isWhole: hits != nil, alignedRows: Session.batchSize)
    for (number, line) in lines.enumerated() {
      if (number + 1) % Session.batchSize == 0 { try checkInterrupt() }
      if let item = line.item {
        try listing.write(numbered: line.text, item, to: output)
      } else {
        try listing.write(unnumbered: [line.text], to: output)
      }
    }
  }

  /// Writes the present rows of headings; those of sections get numbers.
  ///
  /// - Parameter isNested: Whether they are indented by their depth.
  func write(_ headings: [Heading], isNested: Bool) throws(SessionError) {
    let sectioning = try sectioning()
    let builder = rowBuilder(sectioning)
    for heading in headings {
      let depth = isNested ? sectioning.path(to: heading).count - 1 : 0
      try write(
        builder.row(
          of: heading, depth: depth, isExpanded: !state.outline.isClosed(heading, in: sectioning)),
        of: heading)
    }
  }

  private func write(_ row: Row, of heading: Heading) throws(SessionError) {
    guard row.kind == .section, case .section(let section) = heading else {
      return try listing.write(unnumbered: numberedOutline.lines(for: row).all, to: output)
    }
    let lines = numberedOutline.lines(for: row)
    try listing.write(numbered: lines.line, .section(section), to: output)
    try listing.write(unnumbered: lines.below, to: output)
  }

  /// Writes the rows of a group of adjacent entries, with their numbers.
  func write(_ rows: [(row: Row, entry: Entry.ID)]) throws(SessionError) {
    guard let depth = rows.first?.row.depth else { return }
    let outline = numberedOutline
    let columns = outline.columns(of: rows.map(\.row))
    let rule = state.rowOptions.isGrouped ? [outline.rule(depth: depth, in: columns)] : []
    try listing.write(unnumbered: rule, to: output)
    for (row, entry) in rows {
      let lines = outline.lines(for: row, in: columns)
      try listing.write(numbered: lines.line, .entry(entry), to: output)
      try listing.write(unnumbered: lines.below, to: output)
    }
    try listing.write(unnumbered: rule, to: output)
  }
}
