import Catalogues
import Forms
import Outlines
import Presentation
import Searching

/// What was listed last: its lines, whose numbers name items, and what is still to come.
struct SessionListing {
  enum Source {
    case nothing
    case rows(ListedRows)
    /// Headings alone, whatever is under them.
    case headings([Heading])
  }

  var items: [Item] = []
  var source = Source.nothing
  /// How many rows a page has, if the command specified it.
  var pageRows: Int?
}

/// Rows that are listed page by page.
struct ListedRows {
  /// What is listed: everything under a heading, or entries that were found.
  enum Content {
    case outline(under: Heading)
    case hits(Hits)
  }

  let content: Content
  /// The heading that the list begins at.
  var start: Heading?
  /// Whether all headings are closed but those around the first row.
  var closesAll = false
  /// Where the next page begins; `nil` for the first one.
  var place: Place?

  var hits: Hits? { if case .hits(let hits) = content { hits } else { nil } }

  /// Where a page ended, by the rows around, so that edits do not make the next one skip or repeat
  /// rows.
  struct Place {
    /// Rows that are to come, each with what it is under: some that follow, and the first after
    /// each heading that they are under.
    private var ahead: [(row: Row.ID, heading: Heading?)] = []
    /// Rows that were printed, the last one first.
    private var behind: [(row: Row.ID, heading: Heading?)] = []

    private static let reach = 32

    /// - Complexity: That of finding some rows by index.
    init(_ index: Int, in rows: Rows) {
      let count = rows.count
      for next in index..<min(index + Place.reach, count) { ahead.append(rows.placedRow(at: next)) }
      var heading = ahead.first?.heading
      while let around = heading, let end = rows.end(of: around), end < count {
        ahead.append(rows.placedRow(at: end))
        heading = rows.placedRow(at: end).heading == around ? nil : rows.placedRow(at: end).heading
      }
      for last in (max(index - Place.reach, 0)..<index).reversed() {
        behind.append(rows.placedRow(at: last))
      }
    }

    /// The index at which to continue; `nil` if nothing is left.
    func index(in rows: Rows) -> Int? {
      for (row, heading) in ahead {
        if let index = rows.index(of: row), rows.placedRow(at: index).heading == heading {
          return index
        }
      }
      for (row, heading) in behind {
        if let index = rows.index(of: row), rows.placedRow(at: index).heading == heading {
          return index + 1 < rows.count ? index + 1 : nil
        }
      }
      return nil
    }
  }
}

/// Entries that were found, are new or have changed, and how they are shown.
struct Hits {
  let entries: [Entry.ID]
  /// Where the search that found them matches; `nil` if they are new or have changed.
  var matches: HitMatches?
  var showsPositions = false
  /// The index under whose labels the entries are listed instead of their sections, if any.
  var filing: EntryFiling?
  /// The entries that were changed, while the others are new; `nil` for entries that were found.
  var changed: Set<Entry.ID>?

  /// The entries that are still there, under the headings of their sections or labels.
  func sectioning(of catalogue: Catalogue) -> Sectioning {
    var entries = catalogue.inOutline(self.entries.sorted())
    if filing != nil || changed != nil {
      let there = Set(entries)
      entries = self.entries.filter(there.contains)
    }
    var groups: [(heading: Heading, entries: [Entry.ID])] = []
    var numbers: [Heading: Int] = [:]
    let isFlat = filing == nil && catalogue.isFlat
    for entry in entries {
      var heading =
        filing.map { .letter($0.place(of: entry, in: catalogue)) }
        ?? (isFlat ? Heading.top : .section(catalogue.section(of: entry)))
      if let changed { heading = .news(changed.contains(entry) ? .changed : .new, under: heading) }
      if let number = numbers[heading] {
        groups[number].entries.append(entry)
      } else {
        numbers[heading] = groups.count
        groups.append((heading, [entry]))
      }
    }
    return Sectioning(catalogue, groups: groups, letters: filing?.names.index)
  }
}

extension Session {
  /// Begins a new listing and prints its first page, or the requested one.
  ///
  /// - Parameter lines: How many lines follow below the page.
  func list(
    _ listed: ListedRows, paging: Paging? = nil, after known: [Item] = [], above lines: Int = 0
  ) throws(SessionError) {
    var listed = listed
    if case .page(let page, let rowsPerPage) = paging {
      listed.place = try place(ofPage: page, rows: rowsPerPage ?? pageSize(), of: listed)
    }
    listing = SessionListing(items: known, source: .rows(listed), pageRows: paging?.rows)
    try printPage(above: lines)
  }

  private func place(
    ofPage page: Int, rows rowsPerPage: Int, of listed: ListedRows
  ) throws(SessionError) -> ListedRows.Place? {
    let pages = PageCount(rows: rowsPerPage)
    let rows = try rows(of: listed)
    let start = firstIndex(of: listed, in: rows)
    let rowsBefore = pages.rows(before: page)
    if rowsBefore == 0 { return nil }
    guard rowsBefore < rows.count - start else {
      throw .noSuchPage(page, pageCount: pages.count(of: rows.count - start))
    }
    return ListedRows.Place(start + rowsBefore, in: rows)
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
    case .rows(let listed):
      return try listed.place?.index(in: rows(of: listed)) == nil ? .nothing : source
    case .headings(let headings):
      let sectioning = try sectioning()
      let rest = headings.filter(sectioning.contains)
      return rest.isEmpty ? .nothing : .headings(rest)
    }
  }

  func printPage(above lines: Int = 0) throws(SessionError) {
    let limit = listing.pageRows ?? pageSize(above: lines)
    switch listing.source {
    case .nothing: return
    case .rows(let listed): try print(listed, limit: limit)
    case .headings(let headings):
      let page = headings.prefix(limit)
      try write(Array(page), isNested: true)
      let rest = headings.dropFirst(page.count)
      listing.source = rest.isEmpty ? .nothing : .headings(Array(rest))
      try write(rowsLeft: rest.count)
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

  /// Writes below a page how many rows are left.
  private func write(rowsLeft left: Int) throws(SessionError) {
    if left > 0 { try write(line: "\(output.style.ellipsis) \(left) more; 'more' continues") }
  }

  // MARK: Rows

  /// The rows of a listing as they are now.
  func rows(of listed: ListedRows) throws(SessionError) -> Rows {
    switch listed.content {
    case .hits(let hits): return Rows(hits.sectioning(of: catalogue))
    case .outline(let top):
      let sectioning = try sectioning(of: top)
      var state = outlineState
      if listed.closesAll {
        for heading in sectioning.headings { state.close(heading) }
      }
      // The rows to begin with are shown even if something around them has been closed.
      state.isAccordion = false
      if let start = listed.start {
        state.reveal(Array(sectioning.path(to: start).dropLast()), in: sectioning)
      }
      return Rows(sectioning, state: state, under: top)
    }
  }

  private func firstIndex(of listed: ListedRows, in rows: Rows) -> Int {
    listed.start.flatMap { rows.index(of: .heading($0)) } ?? 0
  }

  private func print(_ listed: ListedRows, limit: Int) throws(SessionError) {
    let rows = try rows(of: listed)
    let start =
      listed.place.map { $0.index(in: rows) ?? rows.count }
      ?? firstIndex(of: listed, in: rows)
    var end = min(start, rows.count)
    if let hits = listed.hits {
      end = pageEnd(of: hits, in: rows, from: start, limit: limit)
    } else {
      end += min(limit, rows.count - end)
    }
    try write(start..<end, of: rows, hits: listed.hits)
    let isHit = listed.hits != nil
    let left = isHit ? rows.entryCount(from: end) : rows.count - end
    var next = listed
    next.place = left > 0 ? ListedRows.Place(end, in: rows) : nil
    listing.source = left > 0 ? .rows(next) : .nothing
    try write(rowsLeft: left)
  }

  /// Where a page of entries that were found ends: after the given number of entries or, if it is to
  /// fit on the screen, of entries and headings, but after at least one entry.
  private func pageEnd(of hits: Hits, in rows: Rows, from start: Int, limit: Int) -> Int {
    let fitsScreen = listing.pageRows == nil && chosenPageSize == nil && output.height != nil
    var (end, room, entries) = (start, limit, 0)
    for run in rows.runs(in: start...) {
      switch run.content {
      case .entries(let some):
        // The heading is repeated above a page that begins below it.
        if end == start, fitsScreen, run.depth > 0 { room -= 1 }
        let taken = min(some.count, max(room, entries == 0 ? 1 : 0))
        (end, room, entries) = (end + taken, room - taken, entries + taken)
        if taken < some.count { return end }
      case .heading, .footer:
        // A heading is not left alone at the end of a page.
        if room <= (fitsScreen ? 1 : 0), entries > 0 { return end }
        end += 1
        if fitsScreen { room -= 1 }
      }
    }
    return end
  }
}

extension Rows {
  /// The row at an index, and what it is under; `nil` for the topmost row.
  fileprivate func placedRow(at index: Int) -> (row: Row.ID, heading: Heading?) {
    (id(at: index), heading(around: index))
  }
}

extension Paging {
  /// The number of rows per page, if given.
  var rows: Int? {
    switch self {
    case .rows(let count): count
    case .page(_, let rows): rows
    case .all: .max
    }
  }
}
