import Catalogues
import Commands
import Forms
import ICUText
import Outlines

/// Prints sections, labels and entries of a catalogue as an outline.
struct OutlinePrinter {
  private let catalogue: Catalogue
  private let rows: ItemRows
  private let outline: Outline
  private let ellipsis: String
  private let isGrouped: Bool
  private let output: Output

  /// - Parameters:
  ///   - looks: What entries show after their labels.
  ///   - isIndex: Whether entries appear under labels instead of their sections.
  init(
    _ catalogue: Catalogue, looks: EntryLooks, isIndex: Bool, style: OutlineStyle, output: Output
  ) {
    self.catalogue = catalogue
    let form = Form(catalogue, language: Terminal.dateLanguage)
    var rows = ItemRows(catalogue, looks: looks, form: form, isASCII: style.isASCII)
    rows.setsRowsIn = !isIndex
    self.rows = rows
    outline = Outline(style: style)
    ellipsis = style.ellipsis
    isGrouped = style.isGrouped
    self.output = output
  }

  func print(_ page: ShownPage) throws(Failure) {
    var rowsLeft = page.rowCount
    for part in page.parts {
      var part = part
      var entries = EntryGroup()
      while rowsLeft > 0 {
        if let run = part.nextEntries(atMost: rowsLeft, in: catalogue) {
          rowsLeft -= run.entries.count
          for entry in run.entries { try print(.entry(entry, depth: run.depth), &entries) }
        } else {
          guard let row = part.next(in: catalogue) else { break }
          rowsLeft -= 1
          try print(row, &entries)
        }
      }
      try flush(&entries)
    }
    if let left = page.left { try print(left) }
  }

  private func print(_ row: ShownPart.Row, _ entries: inout EntryGroup) throws(Failure) {
    if case .entry(let entry, let depth) = row {
      if entries.depth != depth { try flush(&entries) }
      return try add(entry, depth: depth, to: &entries)
    }
    try flush(&entries)
    switch row {
    case .section(let section, let depth, let isClosed):
      try write(rows.section(section, depth: depth, isClosed: isClosed))
      if !isClosed, let header = rows.header(of: section, depth: depth + 1) { try write(header) }
    case .heading(let group, let listing, let isClosed):
      try write(LetterRows(listing).heading(group, isClosed: isClosed))
    case .footer(let section, let depth):
      if let footer = rows.footer(of: section, depth: depth) { try write(footer) }
    case .fields(let entry): try printFields(of: entry)
    case .entry: break
    }
  }

  private func print(_ left: (rows: Int, page: Int, pageCount: Int)) throws(Failure) {
    let text = "\(ellipsis) \(left.rows) more (page \(left.page) of \(left.pageCount))"
    try write(OutlineRow(kind: .footer, depth: 0, label: OutlineRow.Text(text)))
  }

  // MARK: Entries

  /// Adjacent entries, whose details are aligned in one column.
  private struct EntryGroup {
    /// The entries that are not drawn yet.
    var entries: [Entry.ID] = []
    var depth = 0
    /// The columns they share, once known.
    var columns: RowColumns?
  }

  /// The number of rows that determine where details are aligned.
  private static let alignedRows = 1000

  private func add(_ entry: Entry.ID, depth: Int, to group: inout EntryGroup) throws(Failure) {
    group.depth = depth
    if let columns = group.columns {
      return try write(rows.entry(entry, depth: depth), in: columns)
    }
    group.entries.append(entry)
    if group.entries.count == OutlinePrinter.alignedRows { try draw(&group) }
  }

  /// Draws the first entries of a group, with a rule above them if rules are shown.
  private func draw(_ group: inout EntryGroup) throws(Failure) {
    let lines = group.entries.map { rows.entry($0, depth: group.depth) }
    let columns = outline.columns(of: lines)
    if isGrouped { try output.write(line: outline.rule(depth: group.depth, in: columns)) }
    for line in lines { try write(line, in: columns) }
    (group.entries, group.columns) = ([], columns)
  }

  private func flush(_ group: inout EntryGroup) throws(Failure) {
    if !group.entries.isEmpty { try draw(&group) }
    if isGrouped, let columns = group.columns {
      try output.write(line: outline.rule(depth: group.depth, in: columns))
    }
    group = EntryGroup()
  }

  private func printFields(of entry: Entry.ID) throws(Failure) {
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
