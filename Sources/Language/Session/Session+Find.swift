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
  /// Repeats the last search in the present catalogue.
  func findAgain() throws(SessionError) {
    guard let (query, result) = state.lastFind else { throw .nothingSearched }
    try find(query, result: result)
  }

  func find(_ query: Query, result: FindResult) throws(SessionError) {
    state.lastFind = (query, result)
    let search = try entrySearch.query(query)
    let found = try entrySearch.found(search)
    switch result {
    case .count(let limit):
      try output.write(line: String(min(entrySearch.count(found), limit ?? .max)))
    case .entries(let limit, let showsPositions):
      let entries = catalogue.inOutline(found.entries.entries)
      let isComplete = found.undecided.isEmpty
      try list(entries, isComplete, search, limit: limit, showsPositions: showsPositions)
      if entries.isEmpty, isComplete { try output.write(line: messageOfNone(query, search)) }
    }
    try entrySearch.checkDecided(found)
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
      if !entries.isEmpty, isComplete { try output.write(line: "nothing found") }
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

  /// The message for a search that found nothing; at a terminal, it names another search that finds
  /// something.
  private func messageOfNone(
    _ query: Query, _ search: SearchQuery
  ) throws(SessionError) -> String {
    guard output.isTerminal, !search.isInverted else { return "nothing found" }
    let other = try OtherSearch.first(
      insteadOf: search, words: query.alternatives, options: query.options,
      readings: try? editing.usualFiling.readingTable()
    ) { query throws(SessionError) in entrySearch.count(try entrySearch.found(query)) }
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
    if state.outline.isAccordion {
      guard paths.contains(where: { $0.contains { state.outline.isClosed($0, in: sectioning) } })
      else { return }
      if let innermost = paths.last?.last { state.outline.open(innermost, in: sectioning) }
      paths = paths.suffix(1)
    }
    for path in paths { state.outline.reveal(path, in: sectioning) }
  }
}

extension OtherSearch {
  /// The message that suggests this search.
  package func message(_ count: Int) -> String {
    switch self {
    case .readings: "nothing found, but \(count) by readings: --readings"
    case .words: "nothing found, but \(count) with all of the words: --words"
    case .allFields: "nothing found, but \(count) in other fields: --all-fields"
    case .expression: "nothing found, but \(count) by a regular expression: --extended-regexp"
    }
  }
}
