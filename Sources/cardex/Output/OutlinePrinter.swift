import Catalogues
import Commands
import Outlines

/// Prints sections and entries of a catalogue as an outline.
struct OutlinePrinter {
  private let catalogue: Catalogue
  private let rows: ItemRows
  private let outline: Outline
  private let isGrouped: Bool
  private let output: Output

  /// - Parameter looks: What entries show behind their labels.
  init(_ catalogue: Catalogue, looks: EntryLooks, style: OutlineStyle, output: Output) {
    self.catalogue = catalogue
    rows = ItemRows(catalogue, looks: looks)
    outline = Outline(style: style)
    isGrouped = style.isGrouped
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
    if let header = rows.header(of: section, depth: depth + 1) { try write(header) }
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
        try print(entries.lazy.filter { !catalogue.isHidden($0) }, depth: depth)
      }
    }
  }

  /// Prints entries that stand together, between rules if they are to have some.
  private func print(_ entries: some Sequence<Int>, depth: Int) throws(Failure) {
    let first = entries.prefix(OutlinePrinter.alignedRows).map { rows.entry($0, depth: depth) }
    guard !first.isEmpty else { return }
    let columns = outline.columns(of: first)
    if isGrouped { try output.write(line: outline.rule(depth: depth, in: columns)) }
    for entry in entries { try write(rows.entry(entry, depth: depth), in: columns) }
    if isGrouped { try output.write(line: outline.rule(depth: depth, in: columns)) }
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
      try print(group.entries, depth: 1)
    }
  }

  private func printFields(of entry: Int) throws(Failure) {
    let address = AddressBook(catalogue).address(of: .entry(entry))
    try write(OutlineRow(kind: .footer, depth: 0, label: OutlineRow.Text(address)))
    for line in rows.fieldLines(of: entry, in: outline) { try output.write(line: line) }
  }

  private func write(
    _ row: OutlineRow, in columns: RowColumns = RowColumns()
  ) throws(Failure) {
    let lines = outline.lines(for: row, in: columns)
    try output.write(line: lines.line)
    for line in lines.below { try output.write(line: line) }
  }
}
