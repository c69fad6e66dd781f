import Catalogues
import Outlines

/// What was listed last: its lines, whose numbers name items, and what is still to come.
struct SessionListing {
  enum Source {
    case nothing
    case outline(OutlineCursor, closesAll: Bool)
    case sections([Section.ID])
    case letters(LetterCursor, closesAll: Bool)
    /// Labels of the index, by their places.
    case labels([Int])
    case hits(Hits)
  }

  var items: [Item] = []
  var source = Source.nothing
  /// How many rows a page has, if the command specified it.
  var pageRows: Int?
}

/// Entries that were found, are new or have changed, and how they are printed.
struct Hits {
  var entries: ArraySlice<Entry.ID>
  let printer: HitRows
}

extension Session {
  /// Begins a new listing and prints its first page, or the requested one.
  ///
  /// - Parameter lines: How many lines follow below the page.
  func list(
    _ source: SessionListing.Source, paging: Paging? = nil, after known: [Item] = [],
    above lines: Int = 0
  ) throws(SessionError) {
    let source = try self.source(source, at: paging)
    listing = SessionListing(items: known, source: source, pageRows: paging?.rows)
    try printPage(above: lines)
  }

  /// What there is to list, starting at the requested page.
  private func source(
    _ source: SessionListing.Source, at paging: Paging?
  ) throws(SessionError) -> SessionListing.Source {
    guard case .page(let page, let rows) = paging else { return source }
    let pages = PageCount(rows: rows ?? pageSize())
    let rowsBefore = pages.rows(before: page)
    let skipped: Int
    let rest: SessionListing.Source
    switch source {
    case .outline(var cursor, let closesAll):
      skipped = cursor.skip(rowsBefore, in: catalogue, isClosed: isClosed(closesAll))
      rest = .outline(cursor, closesAll: closesAll)
    case .letters(var cursor, let closesAll):
      skipped = cursor.skip(rowsBefore, in: try letterListing(), isClosed: isLabelClosed(closesAll))
      rest = .letters(cursor, closesAll: closesAll)
    case .nothing, .sections, .labels, .hits:
      preconditionFailure("no command asks for a page of these")
    }
    if rowsBefore == 0 { return rest }
    guard skipped == rowsBefore, try hasRows(rest) else {
      throw .noSuchPage(page, pageCount: pages.count(of: skipped))
    }
    return rest
  }

  /// A test of whether a section's items are hidden.
  private func isClosed(_ closesAll: Bool) -> (Section.ID) -> Bool {
    let state = outlineState
    return { closesAll || state.isClosed($0) }
  }

  /// A test of whether the entries under a label are hidden.
  func isLabelClosed(_ closesAll: Bool) -> (_ place: Int) -> Bool {
    let view = view
    return { closesAll || view.isClosed($0) }
  }

  /// Whether there are more rows of an outline or an index to come.
  private func hasRows(_ source: SessionListing.Source) throws(SessionError) -> Bool {
    switch source {
    case .outline(var cursor, let closesAll):
      cursor.next(catalogue, isClosed: isClosed(closesAll)) != nil
    case .letters(var cursor, let closesAll):
      try cursor.next(in: letterListing(), isClosed: isLabelClosed(closesAll)) != nil
    case .nothing, .sections, .labels, .hits: false
    }
  }

  func more() throws(SessionError) {
    listing.source = try stillThere(listing.source)
    if case .nothing = listing.source { return try write(line: "there is nothing more to show") }
    try printPage()
  }

  /// What is still to come, without what has since been deleted.
  private func stillThere(
    _ source: SessionListing.Source
  ) throws(SessionError) -> SessionListing.Source {
    switch source {
    case .nothing: return .nothing
    case .outline(var cursor, let closesAll):
      cursor.findPlace(in: catalogue)
      let rest = SessionListing.Source.outline(cursor, closesAll: closesAll)
      return try hasRows(rest) ? rest : .nothing
    case .sections(let sections):
      let rest = sections.filter { catalogue.contains(.section($0)) }
      return rest.isEmpty ? .nothing : .sections(rest)
    case .letters(var cursor, let closesAll):
      cursor.findPlace(in: try letterListing())
      let rest = SessionListing.Source.letters(cursor, closesAll: closesAll)
      return try hasRows(rest) ? rest : .nothing
    case .labels(let places):
      let there = try letterListing().groups.map(\.place).filter(places.contains)
      return there.isEmpty ? .nothing : .labels(there)
    case .hits(let hits):
      let rest = stillThere(hits)
      return rest.isEmpty ? .nothing : .hits(Hits(entries: rest[...], printer: hits.printer))
    }
  }

  private func stillThere(_ hits: Hits) -> [Entry.ID] {
    let inOutline = catalogue.inOutline(hits.entries.sorted())
    if hits.printer.filing == nil, hits.printer.changed == nil { return inOutline }
    let there = Set(inOutline)
    return hits.entries.filter(there.contains)
  }

  func printPage(above lines: Int = 0) throws(SessionError) {
    let rows = listing.pageRows ?? pageSize(above: lines)
    switch listing.source {
    case .nothing: return
    case .outline(let cursor, let closesAll):
      try printOutline(cursor, closesAll: closesAll, rows: rows)
    case .sections(let sections): try printSections(sections, rows: rows)
    case .letters(let cursor, let closesAll):
      try printLetters(cursor, closesAll: closesAll, rows: rows)
    case .labels(let places): try printLabels(places, rows: rows)
    case .hits(let hits): try printHits(hits, rows: rows)
    }
  }

  /// How many rows a page has: at a terminal, a page leaves room for the line below it and for the
  /// prompt.
  ///
  /// - Parameter lines: How many more lines follow.
  func pageSize(above lines: Int = 0) -> Int {
    if let chosenPageSize { return chosenPageSize }
    let usual = 20
    let height = rowOptions.style == .subtitle ? 2 : 1
    return output.height.map { min(usual, max(($0 - 2 - lines) / height, 1)) } ?? usual
  }

  /// Whether pages are as long as the screen allows, rather than as the user has chosen.
  private var fitsScreen: Bool { chosenPageSize == nil && output.height != nil }

  // MARK: Outlines

  private func printOutline(
    _ cursor: OutlineCursor, closesAll: Bool, rows: Int
  ) throws(SessionError) {
    var cursor = cursor
    let isClosed = isClosed(closesAll)
    var page: [OutlineCursor.Row] = []
    while page.count < rows, let row = cursor.next(catalogue, isClosed: isClosed) {
      page.append(row)
      // Without pages, rows are printed in batches as they come.
      if page.count % 4096 == 0, rows == .max {
        try checkInterrupt()
        try print(page, isClosed)
        page = []
      }
    }
    try print(page, isClosed)
    var rest = cursor
    let left = rest.skip(in: catalogue, isClosed: isClosed)
    cursor.keepPlace(in: catalogue)
    listing.source = left > 0 ? .outline(cursor, closesAll: closesAll) : .nothing
    try write(rowsLeft: left)
  }

  /// Writes below a page how many rows are left.
  func write(rowsLeft left: Int) throws(SessionError) {
    if left > 0 { try write(line: "\(output.style.ellipsis) \(left) more; 'more' continues") }
  }

  /// Prints rows with their numbers; details of consecutive entries are aligned in one column.
  private func print(
    _ page: [OutlineCursor.Row], _ isClosed: (Section.ID) -> Bool
  ) throws(SessionError) {
    let rows = itemRows
    let outline = numberedOutline
    var group: [(row: OutlineRow, entry: Entry.ID)] = []
    // Rows of a form may be indented further.
    var groupDepth = 0
    func flush() throws(SessionError) {
      guard let first = group.first, let last = group.last else { return }
      try write(
        group, begins: !catalogue.hasShownEntry(beside: first.entry, step: -1),
        ends: !catalogue.hasShownEntry(beside: last.entry, step: 1))
      group = []
    }
    for line in page {
      switch line {
      case .item(.entry(let entry), let depth):
        if depth != groupDepth { try flush() }
        groupDepth = depth
        group.append((rows.entry(entry, depth: depth), entry))
      case .item(.section(let section), let depth):
        try flush()
        let row = rows.section(section, depth: depth, isClosed: isClosed(section))
        try write(numbered: outline.line(for: row), .section(section))
        if !isClosed(section), let header = rows.header(of: section, depth: depth + 1) {
          try write(unnumbered: outline.line(for: header))
        }
      case .footer(let section, let depth):
        try flush()
        if let row = rows.footer(of: section, depth: depth) {
          try write(unnumbered: outline.line(for: row))
        }
      }
    }
    try flush()
  }

  // MARK: Sections

  private func printSections(_ sections: [Section.ID], rows: Int) throws(SessionError) {
    let page = sections.prefix(rows)
    let items = itemRows
    for section in page {
      let depth = catalogue.sections[section].depth - 1
      let row = items.section(section, depth: depth, isClosed: outlineState.isClosed(section))
      try write(numbered: numberedOutline.line(for: row), .section(section))
    }
    let rest = sections.dropFirst(page.count)
    listing.source = rest.isEmpty ? .nothing : .sections(Array(rest))
    try write(rowsLeft: rest.count)
  }

  // MARK: Hits

  private func printHits(_ hits: Hits, rows: Int) throws(SessionError) {
    let page =
      listing.pageRows == nil && fitsScreen
      ? hits.printer.page(of: hits.entries, rows: rows, in: catalogue)
      : hits.entries.prefix(rows)
    try hits.printer.print(Array(page), in: self)
    let rest = hits.entries.dropFirst(page.count)
    listing.source = rest.isEmpty ? .nothing : .hits(Hits(entries: rest, printer: hits.printer))
    try write(rowsLeft: rest.count)
  }
}
