import Catalogues
import Outlines

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
  func row(of entry: Entry.ID, isMatch: Bool, depth: Int) throws(Failure) -> OutlineRow {
    let catalogue = context.catalogue
    let texts =
      isMatch
      ? context.texts(of: entry)
      : (
        label: OutlineRow.Text(catalogue.label(of: entry)),
        detail: catalogue.detail(of: entry).map { OutlineRow.Text($0) }
      )
    var label = texts.label
    if label.value.isEmpty {
      label = OutlineRow.Text("#\(catalogue.position(of: .entry(entry)) + 1)")
    }
    if context.configuration.showsPositions {
      let prefix = context.book.position(of: .entry(entry)) + "  "
      let shift = prefix.utf8.count
      label = OutlineRow.Text(
        prefix + label.value,
        highlights: label.highlights.map { ($0.lowerBound + shift)..<($0.upperBound + shift) })
    }
    return OutlineRow(kind: .entry, depth: depth, label: label, detail: texts.detail)
  }

  /// - Parameter heading: The heading above the rows, and the number of results under it.
  mutating func print(
    _ rows: [OutlineRow], under heading: (title: String, count: String)?
  ) throws(Failure) {
    if !hasPrinted, context.printsName { try printFileName() }
    hasPrinted = true
    if let heading {
      var line = StyledText(isColored: context.outlineStyle.isColored)
      line.append(value: heading.title, style: .title)
      line.append("  (\(heading.count))", style: .count)
      try context.output.write(line.text + context.configuration.lineEnd)
    }
    let column = outline.detailColumn(of: rows)
    for row in rows {
      let line = outline.line(for: row, detailColumn: column)
      try context.output.write(line + context.configuration.lineEnd)
    }
  }

  private func printFileName() throws(Failure) {
    if context.output.hasWritten { try context.output.write(context.configuration.lineEnd) }
    try context.writeName()
    try context.output.write(context.configuration.lineEnd)
  }
}
