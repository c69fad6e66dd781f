package import Catalogues
package import Presentation
package import Terminal

/// A line of an outline.
package struct OutlineLine {
  package let text: StyledText
  /// For the first line of a row, the item or the field that the row is about.
  package let item: Item?
  package let field: FieldRow?

  package init(text: StyledText, item: Item? = nil, field: FieldRow? = nil) {
    (self.text, self.item, self.field) = (text, item, field)
  }
}

/// The lines of rows, made as they are asked for, with the details of adjacent entries in one
/// column.
package struct OutlineLines: Sequence, IteratorProtocol {
  private let outline: Outline
  private let rows: Rows
  private let builder: RowBuilder
  private let isWhole: Bool
  private let alignedRows: Int

  private var runs: Rows.Runs
  /// The entries that are left of a run, and the index of the row after the entries taken.
  private var entries = (Entry.ID(rawValue: 0)..<Entry.ID(rawValue: 0)).makeIterator()
  private var index: Int
  private var depth = 0
  /// Adjacent entries that are not drawn yet. Once they are, they have determined the columns,
  /// which the entries after them share.
  private var group: [Entry.ID] = []
  private var columns: RowColumns?
  /// The lines above the rows or below the first row, until they are made.
  private var top: [OutlineLine]
  /// The lines that are made, and how many of them have been taken.
  private var made: [OutlineLine] = []
  private var taken = 0

  /// - Parameters:
  ///   - top: The lines above the rows or, if the first row is that of a section, below that row.
  ///   - isWhole: Whether groups of entries begin and end where the range does, even if they have
  ///     more rows outside of it.
  ///   - alignedRows: How many entries of a group determine its columns.
  package init(
    _ range: Range<Int>, of rows: Rows, by builder: RowBuilder, _ outline: Outline,
    below top: [OutlineLine] = [], isWhole: Bool, alignedRows: Int
  ) {
    (self.outline, self.rows, self.builder) = (outline, rows, builder)
    (self.isWhole, self.alignedRows) = (isWhole, alignedRows)
    (runs, index, self.top) = (rows.runs(in: range), range.lowerBound, top)
    if rows.top == .top { addTop() }
  }

  package mutating func next() -> OutlineLine? {
    while taken == made.count {
      made.removeAll(keepingCapacity: true)
      taken = 0
      if let entry = entries.next() {
        add(entry)
      } else if let run = runs.next() {
        begin(run)
      } else if columns != nil || !group.isEmpty {
        endGroup()
      } else {
        return nil
      }
    }
    defer { taken += 1 }
    return made[taken]
  }

  private mutating func begin(_ run: Rows.Run) {
    if case .entries(let some) = run.content {
      if run.depth != depth { endGroup() }
      (depth, entries) = (run.depth, some.makeIterator())
      return
    }
    endGroup()
    index += 1
    switch run.content {
    case .heading(let heading, let isExpanded):
      var row = builder.row(of: heading, depth: run.depth, isExpanded: isExpanded)
      // There may be more entries on other pages.
      if row.kind == .heading { row.count = nil }
      let isItem = row.kind == .section
      add(row, isItem ? heading.section.map { .section($0) } : nil)
      if isItem, isExpanded, let header = builder.header(of: heading, depth: run.depth + 1) {
        add(header)
      }
      addTop()
    case .footer(let heading): add(builder.footer(of: heading, depth: run.depth))
    case .entries: break
    }
  }

  private mutating func addTop() {
    made += top
    top = []
  }

  private mutating func add(_ row: Row, _ item: Item? = nil, in columns: RowColumns = RowColumns())
  {
    let lines = outline.lines(for: row, in: columns)
    made.append(OutlineLine(text: lines.line, item: item))
    made += lines.below.map { OutlineLine(text: $0) }
  }

  // MARK: Groups of entries

  private mutating func add(_ entry: Entry.ID) {
    index += 1
    if let columns {
      return add(builder.row(of: entry, depth: depth), .entry(entry), in: columns)
    }
    group.append(entry)
    if group.count == alignedRows { drawGroup() }
  }

  private mutating func drawGroup() {
    let rows = group.map { builder.row(of: $0, depth: depth) }
    let columns = outline.columns(of: rows)
    addRule(before: index - group.count, in: columns)
    for (row, entry) in zip(rows, group) { add(row, .entry(entry), in: columns) }
    (group, self.columns) = ([], columns)
  }

  private mutating func endGroup() {
    if !group.isEmpty { drawGroup() }
    if let columns { addRule(before: index, in: columns) }
    columns = nil
  }

  /// Adds a rule where a group begins or ends.
  private mutating func addRule(before index: Int, in columns: RowColumns) {
    guard outline.style.isGrouped, isWhole || !rows.continuesEntries(at: index) else { return }
    made.append(OutlineLine(text: outline.rule(depth: depth, in: columns)))
  }
}

extension Outline {
  /// The lines above rows or, if the first row is that of a section, below that row: the fields of
  /// the section, and the header of the root.
  package func top(of rows: Rows, by builder: RowBuilder) -> [OutlineLine] {
    let fields = fieldLines(of: builder.fields(above: rows))
    if rows.top != .top { return fields }
    let header = builder.header(of: .top, depth: 0).map { lines(for: $0).all } ?? []
    return (fields.isEmpty ? [] : [OutlineLine(text: note("/"))]) + fields
      + header.map { OutlineLine(text: $0) }
  }
}
