import Catalogues
import ICUText
import Indexes
import Outlines
import Readings

/// Finding entries.
extension Session {
  func find(_ query: Query, result: FindResult) throws(SessionError) {
    let search = try search(query)
    switch result {
    case .count(let limit):
      try write(line: String(min(try count(found: search), limit ?? .max)))
    case .entries(let limit, let showsPositions):
      var found = try entries(found: search)
      if view.isOn {
        found = try revealInIndex(found, limit: limit ?? .max)
      } else if let limit {
        found = Array(found.prefix(limit))
      }
      if found.isEmpty {
        listing = SessionListing()
        return try write(line: "nothing found")
      }
      try reveal(found)
      if found.count == 1 { currentEntry = found[0] }
      let printer = HitRows(
        search: search, showsPositions: showsPositions,
        showsMatches: !query.isInverted && output.style.isColored,
        filing: view.isOn ? view.entryFiling() : nil)
      try list(.hits(Hits(entries: found[...], printer: printer)))
    }
  }

  /// Opens the labels that entries stand under.
  ///
  /// - Returns: The entries in the order of the index, at most so many.
  private func revealInIndex(_ entries: [Int], limit: Int) throws(SessionError) -> [Int] {
    let listing = try view.entryFiling().listing(of: entries, in: catalogue) {
      () throws(SessionError) in try checkInterrupt()
    }
    var result: [Int] = []
    for group in listing.groups where result.count < limit {
      if view.isClosed(group.place) {
        view.open(group.place, closesOthers: outlineState.isAccordion)
      }
      result += group.entries.prefix(limit - result.count)
    }
    return result
  }

  /// Opens the sections of entries.
  private func reveal(_ entries: [Int]) throws(SessionError) {
    var last: Int?
    for entry in entries where catalogue.section(of: entry) != last {
      try checkInterrupt()
      last = catalogue.section(of: entry)
      outlineState.reveal(.entry(entry), in: catalogue)
    }
  }

  func search(_ query: Query) throws(SessionError) -> EntrySearch {
    let table = query.findsReadings ? try readingTable() : nil
    do throws(RegularExpression.Failure) {
      return try EntrySearch(query, readings: table)
    } catch {
      throw .expression(error)
    }
  }

  func entries(found search: EntrySearch) throws(SessionError) -> [Int] {
    try searching { goesOn throws(RegularExpression.Failure) in
      try search.entries(in: index, of: catalogue, while: goesOn)
    }
  }

  private func count(found search: EntrySearch) throws(SessionError) -> Int {
    try searching { goesOn throws(RegularExpression.Failure) in
      try search.count(in: index, of: catalogue, while: goesOn)
    }
  }

  private func searching<Result>(
    _ search: (_ goesOn: () -> Bool) throws(RegularExpression.Failure) -> Result
  ) throws(SessionError) -> Result {
    let result: Result
    do throws(RegularExpression.Failure) {
      result = try search { !self.isInterrupted }
    } catch {
      throw .expression(error)
    }
    try checkInterrupt()
    return result
  }
}
