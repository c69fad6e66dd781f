import Catalogues
import ICUText
import Outlines

/// Finding entries.
extension Session {
  func find(_ query: Query, result: FindResult) throws(SessionError) {
    let search = try search(query)
    var found = try entries(found: search)
    switch result {
    case .count(let limit):
      try write(line: String(min(found.count, limit ?? .max)))
    case .entries(let limit, let showsPositions):
      if let limit { found = Array(found.prefix(limit)) }
      if found.isEmpty {
        listing = SessionListing()
        return try write(line: "nothing found")
      }
      try reveal(found)
      if found.count == 1 { currentEntry = found[0] }
      let printer = HitRows(
        search: search, showsPositions: showsPositions,
        showsMatches: !query.isInverted && output.style.isColored)
      try list(.hits(Hits(entries: found[...], printer: printer)))
    }
  }

  /// Opens the sections of entries, of all or, if it is interrupted, of none.
  private func reveal(_ entries: [Int]) throws(SessionError) {
    var state = outlineState
    var last: Int?
    for entry in entries where catalogue.section(of: entry) != last {
      try checkInterrupt()
      last = catalogue.section(of: entry)
      state.reveal(.entry(entry), in: catalogue)
    }
    outlineState = state
  }

  func search(_ query: Query) throws(SessionError) -> EntrySearch {
    do throws(RegularExpression.Failure) {
      return try EntrySearch(query)
    } catch {
      throw .expression(error)
    }
  }

  func entries(found search: EntrySearch) throws(SessionError) -> [Int] {
    let found: [Int]
    do throws(RegularExpression.Failure) {
      found = try search.entries(in: catalogue) { !self.isInterrupted }
    } catch {
      throw .expression(error)
    }
    try checkInterrupt()
    return found
  }
}
