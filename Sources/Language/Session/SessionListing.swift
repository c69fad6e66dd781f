import Catalogues
import Editing
import Forms
import Grammar
import Outlines
import Platform
import Presentation
import Searching

/// What was listed last: its lines, whose numbers name items, and what is still to come.
struct SessionListing {
  enum Source {
    case nothing
    case rows(ListedRows)
    /// Headings alone, whatever is under them.
    case headings([Heading])
    case hits(Hits)
  }

  var items: [Item] = []
  var source = Source.nothing
  /// How many rows a page has, if the command specified it.
  var pageRows: Int?
}

/// Rows that are listed page by page.
struct ListedRows {
  /// The heading whose rows are listed.
  let top: Heading
  /// The heading that the list begins at.
  var start: Heading?
  /// What is shown of it.
  var shown = Shown.asIs

  enum Shown: Sendable {
    /// What is open.
    case asIs
    /// Only the headings, as if all were closed but those around the first row.
    case collapsed
    /// Everything, as if all headings and rows of a form were open.
    case expanded
  }

  /// Where the next page begins; `nil` for the first one.
  var place: PageStart?

  /// Where a page ended, by the rows around, so that edits do not make the next one skip or repeat
  /// rows.
  struct PageStart {
    /// A row, and what it is under.
    private typealias PlacedRow = (row: Row.ID, heading: Heading?)

    /// Some rows that follow.
    private var next: [PlacedRow] = []
    /// The first row after each heading that these are under, from the innermost heading on.
    private var after: [PlacedRow] = []
    /// Rows that were printed, the last one first.
    private var printed: [PlacedRow] = []

    private static let reach = 32

    /// - Complexity: That of finding some rows by index.
    init(_ index: Int, in rows: Rows) {
      let count = rows.count
      func row(_ index: Int) -> PlacedRow { (rows.id(at: index), rows.heading(around: index)) }
      next = (index..<min(index + PageStart.reach, count)).map(row)
      var heading = next.first?.heading
      while let around = heading, let end = rows.end(of: around), end < count {
        after.append(row(end))
        heading = after.last?.heading
        if heading == around { break }
      }
      printed = (max(index - PageStart.reach, 0)..<index).reversed().map(row)
    }

    /// The index at which to continue; `nil` if nothing is left.
    func index(in rows: Rows) -> Int? {
      func index(_ placed: PlacedRow, isElsewhere: Bool = false) -> Int? {
        rows.index(of: placed.row).flatMap { index in
          isElsewhere || rows.heading(around: index) == placed.heading ? index : nil
        }
      }
      let following = after.compactMap { index($0) }
      // A section that has moved on is listed where it is now.
      if let index = next.lazy.compactMap({ index($0) }).first {
        return min(index, following.first ?? index)
      }
      let last =
        printed.lazy.compactMap { index($0) }.first
        ?? printed.lazy.compactMap { index($0, isElsewhere: true) }.first
      if let index = following.first { return last.map { min($0 + 1, index) } ?? index }
      return last.flatMap { $0 + 1 < rows.count ? $0 + 1 : nil }
    }
  }
}

/// Entries that were found, are new or have changed, and how they are shown.
struct Hits {
  var entries: ArraySlice<Entry.ID>
  /// Where the search that found them matches; `nil` if they are new or have changed.
  var matches: HitMatches?
  var showsPositions = false
  /// The index under whose labels the entries are listed instead of their sections, if any.
  var filing: EntryFiling?
  /// The entries that were changed, while the others are new; `nil` for entries that were found.
  var changed: Set<Entry.ID>?

  /// What an entry is listed under.
  private func heading(of entry: Entry.ID, in catalogue: Catalogue) -> Heading {
    let news = changed.map { $0.contains(entry) ? Heading.News.changed : .new }
    if let filing {
      let letter = filing.letter(of: entry, in: catalogue)
      return news.map { .letterNews(letter, $0) } ?? .letter(letter)
    }
    if catalogue.isFlat { return news.map { .news($0) } ?? .top }
    let section = catalogue.section(of: entry)
    return news.map { .sectionNews(section, $0) } ?? .section(section)
  }

  /// The entries that have not been deleted since.
  func stillThere(in catalogue: Catalogue) -> Hits {
    let inOutline = catalogue.inOutline(entries.sorted())
    var hits = self
    if filing == nil, changed == nil {
      hits.entries = inOutline[...]
    } else {
      let there = Set(inOutline)
      hits.entries = entries.filter(there.contains)[...]
    }
    return hits
  }

  /// The first entries, under headings.
  ///
  /// - Parameters:
  ///   - limit: The most rows, but there is at least one entry.
  ///   - countsHeadings: Whether headings count as rows.
  func page(
    of catalogue: Catalogue, limit: Int, countsHeadings: Bool
  ) -> (sectioning: Sectioning, count: Int) {
    var groups: [(heading: Heading, entries: [Entry.ID])] = []
    var numbers: [Heading: Int] = [:]
    var (room, count) = (limit, 0)
    for entry in entries {
      let heading = heading(of: entry, in: catalogue)
      let number = groups.last?.heading == heading ? groups.count - 1 : numbers[heading]
      room -= countsHeadings && number == nil && heading != .top ? 2 : 1
      if room < 0, count > 0 { break }
      count += 1
      if let number {
        groups[number].entries.append(entry)
      } else {
        numbers[heading] = groups.count
        groups.append((heading, [entry]))
      }
    }
    let sectioning = Sectioning(catalogue, groups: groups, letters: filing?.names.index)
    return (sectioning, count)
  }
}

extension Session {
  /// Begins a new listing of entries, and prints its first page.
  ///
  /// - Parameter lines: How many lines follow below the page.
  func list(_ hits: Hits, above lines: Int = 0) throws(SessionError) {
    listing = SessionListing(source: .hits(hits))
    try printPage(above: lines)
  }

  /// Begins a new listing and prints its first page, or the requested one.
  func list(
    _ listed: ListedRows, paging: Paging? = nil, after known: [Item] = []
  ) throws(SessionError) {
    var listed = listed
    if case .page(let page, let rowsPerPage) = paging {
      listed.place = try place(ofPage: page, rows: rowsPerPage ?? pageSize(), of: listed)
    }
    listing = SessionListing(items: known, source: .rows(listed), pageRows: paging?.rows)
    try printPage()
  }

  private func place(
    ofPage page: Int, rows rowsPerPage: Int, of listed: ListedRows
  ) throws(SessionError) -> ListedRows.PageStart? {
    if page == 1 { return nil }
    let rows = try rows(of: listed)
    let start = firstIndex(of: listed, in: rows)
    let page = ListPage(page, rows: rowsPerPage)
    let range = try rethrowing(page.range(of: rows.count - start), as: SessionError.noSuchPage)
    return ListedRows.PageStart(start + range.lowerBound, in: rows)
  }

  func more() throws(SessionError) {
    if case .rows(let listed) = listing.source {
      let rows = try rows(of: listed)
      if let start = listed.place?.index(in: rows) {
        return try print(listed, rows, from: start, limit: listing.pageRows ?? pageSize())
      }
    }
    listing.source = try stillThere(listing.source)
    if case .nothing = listing.source { return try write(line: "there is nothing more to show") }
    try printPage()
  }

  /// What is still to come of headings or hits, without what has since been deleted.
  private func stillThere(
    _ source: SessionListing.Source
  ) throws(SessionError) -> SessionListing.Source {
    switch source {
    case .nothing, .rows: return .nothing
    case .headings(let headings):
      let sectioning = try sectioning()
      let rest = headings.filter(sectioning.contains)
      return rest.isEmpty ? .nothing : .headings(rest)
    case .hits(let hits):
      let rest = hits.stillThere(in: catalogue)
      return rest.entries.isEmpty ? .nothing : .hits(rest)
    }
  }

  func printPage(above lines: Int = 0) throws(SessionError) {
    let limit = listing.pageRows ?? pageSize(above: lines)
    switch listing.source {
    case .nothing: return
    case .rows(let listed):
      let rows = try rows(of: listed)
      let start =
        listed.place.map { $0.index(in: rows) ?? rows.count } ?? firstIndex(of: listed, in: rows)
      try print(listed, rows, from: start, limit: limit)
    case .headings(let headings):
      let page = headings.prefix(limit)
      try write(Array(page), isNested: true)
      let rest = headings.dropFirst(page.count)
      listing.source = rest.isEmpty ? .nothing : .headings(Array(rest))
      try write(rowsLeft: rest.count)
    case .hits(let hits):
      let fitsScreen = listing.pageRows == nil && chosenPageSize == nil && output.height != nil
      let (page, count) = hits.page(of: catalogue, limit: limit, countsHeadings: fitsScreen)
      let rows = Rows(page)
      try write(0..<rows.count, of: rows, hits: hits)
      var rest = hits
      rest.entries = hits.entries.dropFirst(count)
      listing.source = rest.entries.isEmpty ? .nothing : .hits(rest)
      try write(rowsLeft: rest.entries.count)
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
    var sectioning = try sectioning(of: listed.top)
    var state = outlineState
    switch listed.shown {
    case .asIs: break
    case .collapsed: for heading in sectioning.headings { state.close(heading) }
    case .expanded:
      state.openAll(in: sectioning)
      sectioning = sectioning.showingHidden()
    }
    // The rows to begin with are shown even if something around them has been closed.
    state.isAccordion = false
    if listed.shown != .collapsed, listed.top != .top { state.open(listed.top, in: sectioning) }
    if let start = listed.start {
      state.reveal(Array(sectioning.path(to: start).dropLast()), in: sectioning)
    }
    // Rows that are counted already answer the next question at once.
    if let known = knownRows, known.areOwn(of: sectioning, state, under: listed.top) {
      return known
    }
    let rows = Rows(sectioning, state: state, under: listed.top)
    knownRows = rows
    return rows
  }

  private func firstIndex(of listed: ListedRows, in rows: Rows) -> Int {
    listed.start.flatMap { rows.index(of: .heading($0)) } ?? 0
  }

  private func print(
    _ listed: ListedRows, _ rows: Rows, from start: Int, limit: Int
  ) throws(SessionError) {
    let count = rows.count
    let isStart = start == 0 && listed.start == nil
    let fields =
      isStart ? numberedOutline.top(of: rows, by: rowBuilder(rows.sectioning)) : []
    // The lines of fields take the place of rows on a page that is to fit the screen.
    let fitsScreen = listing.pageRows == nil && output.height != nil
    let end = start + min(fitsScreen ? max(limit - fields.count, 1) : limit, count - start)
    try write(start..<end, of: rows, below: fields)
    var next = listed
    next.place = end < count ? ListedRows.PageStart(end, in: rows) : nil
    listing.source = end < count ? .rows(next) : .nothing
    try write(rowsLeft: count - end)
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
