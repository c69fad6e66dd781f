import Catalogues
import Editing
import Forms
import ICUText
import Outlines
import Platform
import Presentation
import Readings
package import Searching

/// Finding entries.
extension Session {
  /// Searches for the same again, in the catalogue as it is now.
  func findAgain() throws(SessionError) {
    guard let (query, result) = state.lastFind else { throw .nothingSearched }
    try find(query, result: result)
  }

  func find(_ query: Query, result: FindResult) throws(SessionError) {
    state.lastFind = (query, result)
    let search = try search(query)
    let found = try found(search)
    switch result {
    case .count(let limit):
      try write(line: String(min(count(found), limit ?? .max)))
    case .entries(let limit, let showsPositions):
      let entries = catalogue.inOutline(found.entries.entries)
      let isComplete = found.undecided.isEmpty
      try list(entries, isComplete, search, limit: limit, showsPositions: showsPositions)
      if entries.isEmpty, isComplete { try write(line: messageOfNone(query, search)) }
    }
    try checkDecided(found)
  }

  /// How many entries were found, which are not deleted.
  private func count(_ found: Found) -> Int {
    catalogue.hasNewOrder
      ? catalogue.inOutline(found.entries.entries).count : found.entries.count
  }

  private func list(
    _ entries: [Entry.ID], _ isComplete: Bool, _ search: SearchQuery, limit: Int?,
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
      if !entries.isEmpty, isComplete { try write(line: "nothing found") }
      return
    }
    try reveal(found)
    if found.count == 1 { currentEntry = found[0] }
    let matches = HitMatches(catalogue, search, showsMatches: output.style.showsMatches)
    let hits = Hits(
      entries: found[...], matches: matches, showsPositions: showsPositions,
      filing: view.isOn ? view.entryFiling() : nil)
    try list(hits)
  }

  /// What is said of a search that found nothing: at a terminal, also what would have.
  private func messageOfNone(
    _ query: Query, _ search: SearchQuery
  ) throws(SessionError) -> String {
    guard output.isTerminal, !search.isInverted else { return "nothing found" }
    let other = try OtherSearch.first(
      insteadOf: search, words: query.alternatives, options: query.options,
      readings: try? readingTable()
    ) { query throws(SessionError) in count(try found(query)) }
    return other.map { $0.search.message($0.count) } ?? "nothing found"
  }

  /// Opens the labels that entries are filed under.
  ///
  /// - Returns: The entries in the order of the index, at most `limit`.
  private func revealByLetter(_ entries: [Entry.ID], limit: Int) throws(SessionError) -> [Entry.ID]
  {
    let listing = try view.entryFiling().listing(of: entries, in: catalogue) {
      _, _ throws(SessionError) in try checkInterrupt()
    }
    var result: [Entry.ID] = []
    for group in listing.groups where result.count < limit {
      reveal(Heading.letter(group.letter))
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
      guard paths.contains(where: { $0.contains { outlineState.isClosed($0, in: sectioning) } })
      else { return }
      if let innermost = paths.last?.last { outlineState.open(innermost, in: sectioning) }
      paths = paths.suffix(1)
    }
    for path in paths { outlineState.reveal(path, in: sectioning) }
  }

  private func search(_ query: Query) throws(SessionError) -> SearchQuery {
    if case .keys(let keys) = query.fields {
      for key in keys {
        try attempt(
          rethrowing(catalogue.checkField(key, followsPaths: true), as: EditingError.fieldKey))
      }
    }
    let table = query.findsReadings ? try readingTable() : nil
    var options = query.options
    options.pairsDottedI = view.locale.pairsDottedI
    let matcher = try rethrowing(
      Matcher(
        words: query.alternatives, options: options, readings: table),
      as: SessionError.expression)
    return SearchQuery(matcher, in: query.fields, isInverted: query.isInverted)
  }

  /// The search for a text as it is typed into a field.
  package func search(
    for text: String, in fields: SearchedFields, isExpression: Bool, isAccentSensitive: Bool,
    findsReadings: Bool
  ) throws(SessionError) -> SearchQuery {
    var options = SearchOptions()
    options.syntax = isExpression ? .regularExpression : .literal
    options.isAccentSensitive = isAccentSensitive
    return try search(
      Query(
        patterns: [text], options: options, findsReadings: findsReadings && !isExpression,
        fields: fields))
  }

  /// All entries that a search finds, for an edit.
  ///
  /// - Throws: `undecided` if there may be more.
  func allEntries(found query: Query) throws(SessionError) -> [Entry.ID] {
    let found = try found(search(query))
    try checkDecided(found)
    return catalogue.inOutline(found.entries.entries)
  }

  private func found(_ query: SearchQuery) throws(SessionError) -> Found {
    let found = index.search(query) { !self.isInterrupted }
    guard let found, !isInterrupted else { throw .interrupted }
    return found
  }

  private func checkDecided(_ found: Found) throws(SessionError) {
    if let message = found.messageOfUndecided(book) { throw .undecided(message) }
  }
}
