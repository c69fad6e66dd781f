import Catalogues
import Outlines

/// Entries under the headings of their sections, which say how many of theirs were found.
final class HeadingPrinter: HitPrinter {
  private let context: HitContext
  private let window: ContextWindow
  private let outline: Outline
  private var section: Int?
  private var rows: [OutlineRow] = []
  private var found = 0
  private var hasPrinted = false

  init(_ context: HitContext) {
    self.context = context
    window = ContextWindow(context)
    outline = Outline(style: context.outlineStyle)
  }

  func print(_ entry: Int) throws(Failure) {
    for line in window.lines(for: entry) { try add(line) }
  }

  func finish() throws(Failure) {
    for line in window.remainder() { try add(line) }
    try printSection()
  }

  private func add(_ line: ContextWindow.Line) throws(Failure) {
    guard case .entry(let entry, let isMatch) = line else { return }
    let entrySection = context.catalogue.section(of: entry)
    if section != entrySection { try printSection() }
    section = entrySection
    if isMatch {
      found += 1
      rows.append(try row(of: entry, texts: context.texts(of: entry)))
    } else {
      let label = OutlineRow.Text(context.catalogue.label(of: entry))
      let detail = context.catalogue.detail(of: entry).map { OutlineRow.Text($0) }
      rows.append(try row(of: entry, texts: (label, detail)))
    }
  }

  private func row(
    of entry: Int, texts: (label: OutlineRow.Text, detail: OutlineRow.Text?)
  ) throws(Failure) -> OutlineRow {
    var label = texts.label
    if label.value.isEmpty {
      label = OutlineRow.Text("#\(context.catalogue.position(of: .entry(entry)) + 1)")
    }
    if context.configuration.showsPositions {
      let prefix = context.book.position(of: .entry(entry)) + "  "
      let shift = prefix.utf8.count
      label = OutlineRow.Text(
        prefix + label.value,
        highlights: label.highlights.map { ($0.lowerBound + shift)..<($0.upperBound + shift) })
    }
    return OutlineRow(
      kind: .entry, depth: context.catalogue.isFlat ? 0 : 1, label: label, detail: texts.detail)
  }

  private func printSection() throws(Failure) {
    guard let section, !rows.isEmpty else { return }
    if !hasPrinted, context.printsName { try printFileName() }
    hasPrinted = true
    if !context.catalogue.isFlat {
      let address = section == 0 ? "/" : context.book.address(of: .section(section))
      let count = "\(found) of \(context.catalogue.sections[section].entryCount)"
      var line = StyledText(isColored: context.outlineStyle.isColored)
      line.append(address, style: .title)
      line.append("  (\(count))", style: .count)
      try context.output.write(line.text + context.configuration.lineEnd)
    }
    let column = outline.detailColumn(of: rows)
    for row in rows {
      let line = outline.line(for: row, detailColumn: column)
      try context.output.write(line + context.configuration.lineEnd)
    }
    rows = []
    found = 0
  }

  private func printFileName() throws(Failure) {
    var line = StyledText(isColored: context.outlineStyle.isColored)
    line.append(context.fileName, style: .file)
    try context.output.write(
      (!context.output.hasWritten ? "" : context.configuration.lineEnd) + line.text
        + context.configuration.lineEnd)
  }
}
