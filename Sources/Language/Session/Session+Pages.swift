import Catalogues
import Editing
import Forms
import Outlines
import Platform
import Presentation

/// Showing listings page by page.
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
    let range = try rethrowing(
      page.range(of: rows.count - start), as: SessionError.reported)
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
    if case .nothing = listing.source {
      return try output.write(line: "there is nothing more to show")
    }
    try printPage()
  }

  /// The remaining headings or hits, without those that have since been deleted.
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
      let fitsScreen =
        listing.pageRows == nil && state.chosenPageSize == nil && output.height != nil
      let (page, count) = hits.page(of: catalogue, limit: limit, countsHeadings: fitsScreen)
      let rows = Rows(page)
      try write(0..<rows.count, of: rows, hits: hits)
      var rest = hits
      rest.entries = hits.entries.dropFirst(count)
      listing.source = rest.entries.isEmpty ? .nothing : .hits(rest)
      try write(rowsLeft: rest.entries.count)
    }
  }

  /// The number of rows of a page. At a terminal, a page leaves room for the line below it and for
  /// the prompt.
  ///
  /// - Parameter lines: How many more lines follow.
  func pageSize(above lines: Int = 0) -> Int {
    if let size = state.chosenPageSize { return size }
    let usual = 20
    let height = state.rowOptions.style == .subtitle ? 2 : 1
    return output.height.map { min(usual, max(($0 - 2 - lines) / height, 1)) } ?? usual
  }

  /// Writes below a page how many rows are left.
  private func write(rowsLeft left: Int) throws(SessionError) {
    if left > 0 {
      try output.write(line: "\(output.style.ellipsis) \(left) more; 'more' continues")
    }
  }

  // MARK: Rows

  /// The present rows of a listing.
  func rows(of listed: ListedRows) throws(SessionError) -> Rows {
    var sectioning = try sectioning(of: listed.top)
    var outline = state.outline
    switch listed.shown {
    case .asIs: break
    case .collapsed: for heading in sectioning.headings { outline.close(heading) }
    case .expanded:
      outline.openAll(in: sectioning)
      sectioning = sectioning.showingHidden()
    }
    // The first rows are shown even if a heading around them has been closed.
    outline.isAccordion = false
    if listed.shown != .collapsed, listed.top != .top { outline.open(listed.top, in: sectioning) }
    if let start = listed.start {
      outline.reveal(Array(sectioning.path(to: start).dropLast()), in: sectioning)
    }
    // Known rows have already been counted.
    if let known = knownRows, known.areOwn(of: sectioning, outline, under: listed.top) {
      return known
    }
    let rows = Rows(sectioning, state: outline, under: listed.top)
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
    // On a page that must fit the screen, lines of fields take the place of rows.
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
