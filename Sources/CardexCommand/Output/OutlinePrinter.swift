import Catalogues
import Forms
import Outlines
import Presentation

/// Prints sections, labels and entries of a catalogue as an outline.
struct OutlinePrinter {
  private let catalogue: Catalogue
  private let contents: EntryContents
  private let form: Form?
  private let outline: Outline
  private let output: Output

  /// - Parameters:
  ///   - contents: What entries show.
  ///   - form: The catalogue as a form, if it is one.
  init(
    _ catalogue: Catalogue, contents: EntryContents, form: Form?, style: OutlineStyle,
    output: Output
  ) {
    self.catalogue = catalogue
    self.contents = contents
    self.form = form
    outline = Outline(style: style)
    self.output = output
  }

  func print(_ page: ShownPage) throws(Failure) {
    for part in page.parts {
      switch part {
      case .fields(let item): try printFields(of: item)
      case .rows(let rows, let range):
        let range = range ?? 0..<rows.count
        let start = try range.lowerBound == 0 ? printTop(of: rows) : range.lowerBound
        try print(rows.runs(in: start..<max(start, range.upperBound)), of: rows)
      }
    }
    if let left = page.left {
      let note = PageCount.left(left.rows, after: left.page, of: left.pageCount)
      try output.write(line: outline.note("\(outline.style.ellipsis) \(note)"))
    }
  }

  /// Prints the fields of the section that rows begin with, below its own row if it has one.
  ///
  /// - Returns: The number of rows that have been printed.
  private func printTop(of rows: Rows) throws(Failure) -> Int {
    let builder = RowBuilder(rows.sectioning, contents: contents)
    let lines = outline.lines(of: builder.fields(above: rows), above: rows)
    let count = rows.top == .top || lines.isEmpty ? 0 : 1
    try print(rows.runs(in: 0..<count), of: rows)
    for line in lines { try output.write(line: line) }
    if rows.top == .top, let header = builder.header(of: .top, depth: 0) { try write(header) }
    return count
  }

  private func print(_ runs: Rows.Runs, of rows: Rows) throws(Failure) {
    let builder = RowBuilder(rows.sectioning, contents: contents, form: form)
    var entries = EntryGroup(builder: builder)
    for run in runs {
      if case .entries(let some) = run.content {
        if entries.depth != run.depth { try flush(&entries) }
        for entry in some { try add(entry, depth: run.depth, to: &entries) }
        continue
      }
      try flush(&entries)
      switch run.content {
      case .heading(let heading, let isExpanded):
        try write(builder.row(of: heading, depth: run.depth, isExpanded: isExpanded))
        if isExpanded, let header = builder.header(of: heading, depth: run.depth + 1) {
          try write(header)
        }
      case .footer(let heading): try write(builder.footer(of: heading, depth: run.depth))
      case .entries: break
      }
    }
    try flush(&entries)
  }

  // MARK: Entries

  /// Adjacent entries, whose details are aligned in one column.
  private struct EntryGroup {
    let builder: RowBuilder
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
      return try write(group.builder.row(of: entry, depth: depth), in: columns)
    }
    group.entries.append(entry)
    if group.entries.count == OutlinePrinter.alignedRows { try draw(&group) }
  }

  /// Draws the first entries of a group, with a rule above them if rules are shown.
  private func draw(_ group: inout EntryGroup) throws(Failure) {
    let lines = group.entries.map { group.builder.row(of: $0, depth: group.depth) }
    let columns = outline.columns(of: lines)
    try writeRule(of: group, in: columns)
    for line in lines { try write(line, in: columns) }
    (group.entries, group.columns) = ([], columns)
  }

  private func flush(_ group: inout EntryGroup) throws(Failure) {
    if !group.entries.isEmpty { try draw(&group) }
    if let columns = group.columns { try writeRule(of: group, in: columns) }
    group = EntryGroup(builder: group.builder)
  }

  private func writeRule(of group: EntryGroup, in columns: RowColumns) throws(Failure) {
    guard outline.style.isGrouped else { return }
    try output.write(line: outline.rule(depth: group.depth, in: columns))
  }

  private func printFields(of item: Item) throws(Failure) {
    try output.write(line: outline.note(AddressBook(catalogue).fullAddress(of: item)))
    let builder = RowBuilder(Sectioning(catalogue), contents: contents)
    let fields =
      switch item {
      case .entry(let entry): builder.fields(of: entry)
      case .section(let section): builder.allFields(of: section)
      }
    for line in outline.lines(of: fields) { try output.write(line: line) }
  }

  private func write(
    _ row: Row, in columns: RowColumns = RowColumns()
  ) throws(Failure) {
    let lines = outline.lines(for: row, in: columns)
    try output.write(line: lines.line)
    for line in lines.below { try output.write(line: line) }
  }
}
