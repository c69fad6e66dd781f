import Catalogues
import Outlines

/// What was listed last: its lines, by whose numbers items are named, and what is still to come.
struct SessionListing {
  enum Source {
    case nothing
    case outline(OutlineCursor, closesAll: Bool)
    case sections([Int])
    case index(IndexCursor, closesAll: Bool)
    /// Labels of the index, by their places.
    case labels([Int])
    case hits(Hits)
  }

  var items: [Item] = []
  var source = Source.nothing
  /// How many rows a page has, if that was said.
  var pageRows: Int?
}

/// Entries that were found, and how they are printed.
struct Hits {
  var entries: ArraySlice<Int>
  let printer: HitRows
}

extension Session {
  /// Begins a new listing and prints its first page.
  func list(_ source: SessionListing.Source, pageRows: Int? = nil) throws(SessionError) {
    listing = SessionListing(source: source, pageRows: pageRows)
    try printPage()
  }

  func more() throws(SessionError) {
    listing.source = try stillThere(listing.source)
    if case .nothing = listing.source { return try write(line: "there is nothing more to show") }
    try printPage()
  }

  /// What is to come without what has been deleted since.
  private func stillThere(
    _ source: SessionListing.Source
  ) throws(SessionError) -> SessionListing.Source {
    switch source {
    case .nothing: return .nothing
    case .outline(var cursor, let closesAll):
      cursor.findPlace(in: catalogue)
      var rest = cursor
      let hasMore =
        rest.next(catalogue) { closesAll || outlineState.isClosed($0) } != nil
      return hasMore ? .outline(cursor, closesAll: closesAll) : .nothing
    case .sections(let sections):
      let rest = sections.filter { catalogue.contains(.section($0)) }
      return rest.isEmpty ? .nothing : .sections(rest)
    case .index(var cursor, let closesAll):
      let index = try indexListing()
      cursor.findPlace(in: index)
      var rest = cursor
      let hasMore = rest.next(in: index) { closesAll || view.isClosed($0) } != nil
      return hasMore ? .index(cursor, closesAll: closesAll) : .nothing
    case .labels(let places):
      let there = try indexListing().groups.map(\.place).filter(places.contains)
      return there.isEmpty ? .nothing : .labels(there)
    case .hits(let hits):
      let rest = stillThere(hits)
      return rest.isEmpty ? .nothing : .hits(Hits(entries: rest[...], printer: hits.printer))
    }
  }

  private func stillThere(_ hits: Hits) -> [Int] {
    let inOutline = catalogue.inOutline(hits.entries.sorted())
    if hits.printer.filing == nil { return inOutline }
    let there = Set(inOutline)
    return hits.entries.filter(there.contains)
  }

  func printPage() throws(SessionError) {
    let rows = listing.pageRows ?? pageSize
    switch listing.source {
    case .nothing: return
    case .outline(let cursor, let closesAll):
      try printOutline(cursor, closesAll: closesAll, rows: rows)
    case .sections(let sections): try printSections(sections, rows: rows)
    case .index(let cursor, let closesAll):
      try printIndex(cursor, closesAll: closesAll, rows: rows)
    case .labels(let places): try printLabels(places, rows: rows)
    case .hits(let hits): try printHits(hits, rows: rows)
    }
  }

  /// How many rows a page has: at a terminal, it leaves room for the line below it and for the
  /// prompt.
  var pageSize: Int {
    if let chosenPageSize { return chosenPageSize }
    let usual = 20
    let lines = rowOptions.style == .subtitle ? 2 : 1
    return output.height.map { min(usual, max(($0 - 2) / lines, 1)) } ?? usual
  }

  /// Whether pages are as long as fits, not as the user has said.
  private var fitsScreen: Bool { chosenPageSize == nil && output.height != nil }

  // MARK: Outlines

  private func printOutline(
    _ cursor: OutlineCursor, closesAll: Bool, rows: Int
  ) throws(SessionError) {
    var cursor = cursor
    let state = outlineState
    let isClosed: (Int) -> Bool = { closesAll || state.isClosed($0) }
    var page: [OutlineCursor.Row] = []
    while page.count < rows, let row = cursor.next(catalogue, isClosed: isClosed) {
      page.append(row)
      // Without pages, rows are printed as they come.
      if page.count % 4096 == 0, rows == .max {
        try checkInterrupt()
        try print(page, isClosed)
        page = []
      }
    }
    try print(page, isClosed)
    var rest = cursor
    let hasMore = rest.next(catalogue, isClosed: isClosed) != nil
    cursor.keepPlace(in: catalogue)
    listing.source = hasMore ? .outline(cursor, closesAll: closesAll) : .nothing
    if hasMore { try write(line: "… 'more' goes on") }
  }

  /// Prints rows with their numbers; details of entries in a row stand in one column.
  private func print(
    _ page: [OutlineCursor.Row], _ isClosed: (Int) -> Bool
  ) throws(SessionError) {
    let rows = itemRows
    let outline = numberedOutline
    var group: [(row: OutlineRow, entry: Int)] = []
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
        if let last = group.last, last.row.depth != depth { try flush() }
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

  private func printSections(_ sections: [Int], rows: Int) throws(SessionError) {
    let page = sections.prefix(rows)
    let items = itemRows
    for section in page {
      let depth = catalogue.sections[section].depth - 1
      let row = items.section(section, depth: depth, isClosed: outlineState.isClosed(section))
      try write(numbered: numberedOutline.line(for: row), .section(section))
    }
    let rest = sections.dropFirst(page.count)
    listing.source = rest.isEmpty ? .nothing : .sections(Array(rest))
    if !rest.isEmpty { try write(line: "… \(rest.count) more; 'more' goes on") }
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
    if !rest.isEmpty { try write(line: "… \(rest.count) more; 'more' goes on") }
  }
}
