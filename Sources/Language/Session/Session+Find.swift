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
    var undecided: [UndecidedRecord] = []
    switch result {
    case .count(let limit):
      let found = try records(found: search, undecided: &undecided)
      let count = catalogue.hasNewOrder ? catalogue.inOutline(found.entries).count : found.count
      try write(line: String(min(count, limit ?? .max)))
    case .entries(let limit, let showsPositions):
      let found = catalogue.inOutline(
        try records(found: search, undecided: &undecided).entries)
      let isComplete = undecided.isEmpty
      try list(found, isComplete, search, limit: limit, showsPositions: showsPositions)
      if found.isEmpty, isComplete { try write(line: messageOfNone(query, search)) }
    }
    try checkDecided(undecided)
  }

  private func list(
    _ entries: [Entry.ID], _ isComplete: Bool, _ search: LiveIndex.Search, limit: Int?,
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
    let matches = HitMatches(
      catalogue, matcher: search.matcher, fields: search.fields, isInverted: search.isInverted,
      showsMatches: output.style.showsMatches)
    let hits = Hits(
      entries: found[...], matches: matches, showsPositions: showsPositions,
      filing: view.isOn ? view.entryFiling() : nil)
    try list(hits)
  }

  /// What is said of a search that found nothing: at a terminal, also what would have.
  private func messageOfNone(
    _ query: Query, _ search: LiveIndex.Search
  ) throws(SessionError) -> String {
    guard output.isTerminal, !search.isInverted else { return "nothing found" }
    for other in OtherSearch.allCases where other != .allFields || search.fields != .all {
      let matcher = other.matcher(
        insteadOf: query.alternatives, options: query.options, findsReadings: query.findsReadings,
        table: try? readingTable())
      guard let matcher else { continue }
      var undecided: [UndecidedRecord] = []
      let found = try records(
        found: LiveIndex.Search(matcher, in: other == .allFields ? .all : search.fields),
        undecided: &undecided)
      let count =
        catalogue.hasNewOrder ? catalogue.inOutline(found.entries).count : found.count
      if count > 0 { return other.message(count) }
    }
    return "nothing found"
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
      guard paths.contains(where: { $0.contains { outlineState.isClosed($0, in: sectioning) } })
      else { return }
      if let innermost = paths.last?.last { outlineState.open(innermost, in: sectioning) }
      paths = paths.suffix(1)
    }
    for path in paths { outlineState.reveal(path, in: sectioning) }
  }

  private func search(_ query: Query) throws(SessionError) -> LiveIndex.Search {
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
    return LiveIndex.Search(matcher, in: query.fields, isInverted: query.isInverted)
  }

  /// The search for a text as it is typed into a field.
  package func search(
    for text: String, in fields: SearchedFields, isExpression: Bool, isAccentSensitive: Bool,
    findsReadings: Bool
  ) throws(SessionError) -> LiveIndex.Search {
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
    var undecided: [UndecidedRecord] = []
    let found = try records(found: search(query), undecided: &undecided)
    try checkDecided(undecided)
    return catalogue.inOutline(found.entries)
  }

  /// - Parameter undecided: Receives the records that cannot be decided.
  private func records(
    found search: LiveIndex.Search, undecided: inout [UndecidedRecord]
  ) throws(SessionError) -> RecordSet {
    let found = index.records(search, while: { !self.isInterrupted }, undecided: &undecided)
    guard let found, !isInterrupted else { throw .interrupted }
    undecided.removeAll { !catalogue.contains(.entry($0.entry)) }
    return found
  }

  private func checkDecided(_ undecided: [UndecidedRecord]) throws(SessionError) {
    guard let first = undecided.first else { return }
    let address = book.address(of: .entry(first.entry))
    throw .undecided(first.failure.message(at: address, others: undecided.count - 1))
  }
}
