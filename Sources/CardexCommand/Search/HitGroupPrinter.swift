import Catalogues
import Outlines
import Presentation

/// Prints results under a heading.
struct HitGroupPrinter {
  private let context: HitContext
  private let outline: Outline
  private var hasPrinted = false

  init(_ context: HitContext) {
    self.context = context
    outline = Outline(style: context.outlineStyle)
  }

  /// The row of a result, or of an entry around one.
  func row(of entry: Entry.ID, isMatch: Bool, depth: Int) throws(Failure) -> Row {
    let catalogue = context.catalogue
    var (label, detail) = context.texts(of: entry, isMatch: isMatch)
    if label.value.isEmpty { label = Row.Text("#\(catalogue.position(of: .entry(entry)) + 1)") }
    var row = Row(.entry, depth: depth, label: label, detail: detail)
    if context.configuration.showsPositions {
      row.position = context.book.position(of: .entry(entry))
    }
    return row
  }

  /// - Parameter heading: The heading above the rows.
  mutating func print(
    _ rows: [Row], under heading: Row?
  ) throws(Failure) {
    if !hasPrinted, context.printsName { try printFileName() }
    hasPrinted = true
    if let heading { try context.write(outline.line(for: heading)) }
    let column = outline.detailColumn(of: rows)
    for row in rows { try context.write(outline.line(for: row, detailColumn: column)) }
  }

  private func printFileName() throws(Failure) {
    if context.output.hasWritten { try context.output.write(end: context.configuration.lineEnd) }
    try context.writeName()
    try context.output.write(end: context.configuration.lineEnd)
  }
}
