import Catalogues
import Editing
import Forms
import ICUText
import Outlines
import Platform
import Presentation
import Readings
import Searching

/// Finding entries.
extension Session {
  func find(_ query: Query, result: FindResult) throws(SessionError) {
    let search = try search(query)
    var undecided: [UndecidedRecord] = []
    switch result {
    case .count(let limit):
      let count = try count(found: search, undecided: &undecided)
      try write(line: String(min(count, limit ?? .max)))
    case .entries(let limit, let showsPositions):
      let found = try entries(found: search, undecided: &undecided)
      let isComplete = undecided.isEmpty
      try list(found, isComplete, of: query, search, limit: limit, showsPositions: showsPositions)
    }
    try checkDecided(undecided)
  }

  private func list(
    _ entries: [Entry.ID], _ isComplete: Bool, of query: Query, _ search: EntrySearch, limit: Int?,
    showsPositions: Bool
  ) throws(SessionError) {
    var found = entries
    if view.isOn {
      found = try revealByLetter(found, limit: limit ?? .max)
    } else if let limit {
      found = Array(found.prefix(limit))
    }
    if found.isEmpty {
      listing = SessionListing()
      if isComplete { try write(line: "nothing found") }
      return
    }
    try reveal(found)
    if found.count == 1 { currentEntry = found[0] }
    let matches = HitMatches(
      catalogue, matcher: search.matcher, fields: search.fields, isInverted: query.isInverted,
      showsMatches: output.style.showsMatches)
    let hits = Hits(
      entries: found[...], matches: matches, showsPositions: showsPositions,
      filing: view.isOn ? view.entryFiling() : nil)
    try list(hits)
  }

  /// Opens the labels that entries are filed under.
  ///
  /// - Returns: The entries in the order of the index, at most `limit`.
  private func revealByLetter(_ entries: [Entry.ID], limit: Int) throws(SessionError) -> [Entry.ID]
  {
    let listing = try view.entryFiling().listing(of: entries, in: catalogue) {
      () throws(SessionError) in try checkInterrupt()
    }
    var result: [Entry.ID] = []
    for group in listing.groups where result.count < limit {
      reveal(Heading.letter(group.place))
      result += group.entries.prefix(limit - result.count)
    }
    return result
  }

  /// Opens the sections of entries. In an accordion, only those of the last one stay open.
  private func reveal(_ entries: [Entry.ID]) throws(SessionError) {
    let sectioning = Sectioning(catalogue)
    var paths: [[Heading]] = []
    var last: Section.ID?
    for entry in entries where catalogue.section(of: entry) != last {
      try checkInterrupt()
      last = catalogue.section(of: entry)
      paths.append(sectioning.path(to: .entry(entry)) ?? [])
    }
    if outlineState.isAccordion {
      guard paths.contains(where: { $0.contains(where: outlineState.isClosed) }) else { return }
      if let innermost = paths.last?.last { outlineState.open(innermost, in: sectioning) }
      paths = paths.suffix(1)
    }
    for path in paths { outlineState.reveal(path, in: sectioning) }
  }

  func search(_ query: Query) throws(SessionError) -> EntrySearch {
    let table = query.findsReadings ? try readingTable() : nil
    return try rethrowing(
      EntrySearch(query, readings: table), as: SessionError.expression)
  }

  /// All entries that a search finds, for an edit.
  ///
  /// - Throws: `undecided` if there may be more.
  func allEntries(found search: EntrySearch) throws(SessionError) -> [Entry.ID] {
    var undecided: [UndecidedRecord] = []
    let found = try entries(found: search, undecided: &undecided)
    try checkDecided(undecided)
    return found
  }

  private func entries(
    found search: EntrySearch, undecided: inout [UndecidedRecord]
  ) throws(SessionError) -> [Entry.ID] {
    let found = search.entries(
      in: index, of: catalogue, while: { !self.isInterrupted }, undecided: &undecided)
    try checkInterrupt()
    return found
  }

  private func count(
    found search: EntrySearch, undecided: inout [UndecidedRecord]
  ) throws(SessionError) -> Int {
    let count = search.count(
      in: index, of: catalogue, while: { !self.isInterrupted }, undecided: &undecided)
    try checkInterrupt()
    return count
  }

  private func checkDecided(_ undecided: [UndecidedRecord]) throws(SessionError) {
    guard let first = undecided.first else { return }
    let address = book.address(of: .entry(first.entry))
    if let message = undecided.message(at: address) { throw .undecided(message) }
  }
}
