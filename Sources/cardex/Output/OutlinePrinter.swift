import Catalogues
import Commands
import Forms
import ICUText
import Outlines

/// Prints sections and entries of a catalogue as an outline.
struct OutlinePrinter {
  private let catalogue: Catalogue
  private let rows: ItemRows
  private let outline: Outline
  private let output: Output

  init(_ catalogue: Catalogue, style: OutlineStyle, output: Output) {
    self.catalogue = catalogue
    let form = Form(catalogue, language: EditedFile.dateLanguage)
    rows = ItemRows(catalogue, form: form, style: style)
    outline = Outline(style: style)
    self.output = output
  }

  /// Prints an item: the root without a line of its own, an entry with all its fields.
  ///
  /// - Parameter closed: The sections whose items are not printed.
  func print(_ item: Item, closing closed: Set<Int>) throws(Failure) {
    switch item {
    case .section(0): try printItems(of: 0, depth: 0, closed)
    case .section(let section): try print(section, depth: 0, closed)
    case .entry(let entry): try printFields(of: entry)
    }
  }

  private func print(_ section: Int, depth: Int, _ closed: Set<Int>) throws(Failure) {
    let isClosed = closed.contains(section)
    try write(rows.section(section, depth: depth, isClosed: isClosed))
    guard !isClosed else { return }
    try printItems(of: section, depth: depth + 1, closed)
    if let footer = rows.footer(of: section, depth: depth + 1) { try write(footer) }
  }

  /// How many rows decide where details are set off.
  private static let alignedRows = 1000

  private func printItems(of section: Int, depth: Int, _ closed: Set<Int>) throws(Failure) {
    for run in catalogue.sections[section].runs {
      switch run.content {
      case .section(let inner): try print(inner, depth: depth, closed)
      case .entries(let entries):
        let first = entries.prefix(OutlinePrinter.alignedRows).map { rows.entry($0, depth: depth) }
        let columns = outline.detailColumns(of: first)
        for entry in entries where !catalogue.isHidden(entry) {
          let row = rows.entry(entry, depth: depth)
          try write(row, detailColumn: columns[row.depth] ?? 0)
        }
      }
    }
  }

  /// Prints entries under the labels of an index.
  ///
  /// - Parameters:
  ///   - groups: The positions of the labels in the listing.
  ///   - isClosed: Whether a label's entries are not printed.
  func print(
    _ groups: some Sequence<Int>, of listing: AlphabeticListing, isClosed: (Int) -> Bool
  ) throws(Failure) {
    let headings = IndexRows(listing)
    for position in groups {
      let group = listing.groups[position]
      let isClosed = isClosed(position)
      try write(headings.heading(group, isClosed: isClosed))
      if isClosed { continue }
      let first = group.entries.prefix(OutlinePrinter.alignedRows).map { rows.entry($0, depth: 1) }
      let column = outline.detailColumn(of: first)
      for entry in group.entries { try write(rows.entry(entry, depth: 1), detailColumn: column) }
    }
  }

  private func printFields(of entry: Int) throws(Failure) {
    let address = AddressBook(catalogue).address(of: .entry(entry))
    try write(OutlineRow(kind: .footer, depth: 0, label: OutlineRow.Text(address)))
    for line in rows.fieldLines(of: entry, in: outline) { try output.write(line: line) }
  }

  private func write(_ row: OutlineRow, detailColumn: Int = 0) throws(Failure) {
    try output.write(line: outline.line(for: row, detailColumn: detailColumn))
  }
}
