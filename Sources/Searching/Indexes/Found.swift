package import Catalogues
package import ICUText

/// A superset of the entries that match, according to an index or another source.
package struct Candidates {
  package var entries: RecordSet
  /// Whether some of them may not match.
  package let needsVerification: Bool
  package let trace: TextIndex.Trace

  package init(
    _ entries: RecordSet, needsVerification: Bool = true,
    trace: TextIndex.Trace = TextIndex.Trace()
  ) {
    (self.entries, self.needsVerification, self.trace) = (entries, needsVerification, trace)
  }
}

/// What a query finds in a catalogue.
///
/// It is known as soon as all candidates have been added; or the text is searched on demand, so
/// that the first result comes before the last is found.
package struct Found {
  private let query: SearchQuery
  /// The catalogue whose text is searched; `nil` if what is found is known.
  private let text: Catalogue?
  /// The entries found, if they are known.
  package private(set) var entries: RecordSet
  /// The undecided entries, ascending.
  package private(set) var undecided: [UndecidedRecord] = []
  private var sections: [Section.ID] = []
  private var undecidedSections: [(section: Section.ID, failure: RegularExpression.Failure)] = []
  /// How many candidates were compared with the catalogue.
  package private(set) var examined = 0
  /// What an index has read.
  package private(set) var trace = TextIndex.Trace()

  /// What a query finds in the text of a catalogue, which is searched on demand.
  package init(_ query: SearchQuery, inTextOf catalogue: Catalogue) {
    (self.query, text, entries) = (query, catalogue, .none(of: 0))
  }

  /// Nothing yet; candidates are to be added, of a catalogue with this many entries.
  package init(_ query: SearchQuery, of entryCount: Int) {
    (self.query, text, entries) = (query, nil, .none(of: entryCount))
  }

  /// Whether the first result may come long before the last.
  package var isStreamed: Bool { text != nil }

  // MARK: Finding

  /// Adds the candidates that match.
  ///
  /// - Parameters:
  ///   - catalogue: Returns the catalogue, with which candidates are compared if they need
  ///     verification.
  ///   - limit: How many entries are wanted in all; no more are examined than it takes to find
  ///     them.
  ///   - shouldContinue: Called from time to time; `false` ends the search.
  /// - Returns: `false` if the search was ended.
  package mutating func add<Failure: Error>(
    _ candidates: Candidates, of catalogue: () throws(Failure) -> Catalogue, limit: Int = .max,
    while shouldContinue: () -> Bool = { true }
  ) throws(Failure) -> Bool {
    trace = candidates.trace
    guard candidates.needsVerification else {
      entries.formUnion(candidates.entries)
      return true
    }
    let records = EntryRecords(catalogue: try catalogue(), fields: query.fields)
    let matches = RecordSearch(query.matcher).matches(
      among: candidates.entries, of: records,
      // An inverted query finds the entries left over, which are known only after all matches.
      limit: query.isInverted ? .max : limit - entries.count, while: shouldContinue,
      undecided: { undecided.append($0) })
    guard let matches else { return false }
    entries.formUnion(matches.records)
    examined += matches.examined
    return true
  }

  /// Adds the entries that match, found by scanning all text.
  ///
  /// - Returns: `false` if the search was ended.
  mutating func addAll(of catalogue: Catalogue, while shouldContinue: () -> Bool) -> Bool {
    var found: [Int] = []
    var isEnded = false
    func continues() -> Bool {
      isEnded = isEnded || !shouldContinue()
      return !isEnded
    }
    func add(_ record: Int) -> Bool {
      found.append(record)
      return true
    }
    RecordSearch(query.matcher).search(
      EntryRecords(catalogue: catalogue, fields: query.fields), while: continues,
      undecided: { undecided.append($0) }, hit: add)
    entries.formUnion(RecordSet(ascending: found, of: entries.universe))
    return !isEnded
  }

  /// Completes the results among candidates. For an inverted query, they become the entries that
  /// neither match nor are undecided.
  mutating func end() {
    undecided.sort { $0.record < $1.record }
    guard query.isInverted else { return }
    entries.formUnion(RecordSet(ascending: undecided.map(\.record), of: entries.universe))
    entries = entries.inverted
  }

  /// Forgets the undecided entries that are not wanted.
  mutating func removeUndecided(where isUnwanted: (Entry.ID) -> Bool) {
    undecided.removeAll { isUnwanted($0.entry) }
  }

  /// Adds the sections found.
  ///
  /// - Parameter candidates: The only sections that can match; `nil` for all.
  package mutating func addSections(of catalogue: Catalogue, among candidates: RecordSet?) {
    sections = SectionRecords(catalogue: catalogue, fields: query.fields).sections(
      matching: query.matcher, isInverted: query.isInverted, among: candidates
    ) { undecidedSections.append(($0, $1)) }
  }

  // MARK: Results

  /// Calls the closure with each entry found, in order, until it returns false or the limit is
  /// reached.
  ///
  /// - Parameter undecided: Called with the undecided entries up to that point.
  /// - Returns: The number of entries found.
  package func visit(
    limit: Int, undecided: (UndecidedRecord) -> Void, hit: (Entry.ID) -> Bool
  ) -> Int {
    var count = 0
    guard limit > 0, query.findsEntries else { return 0 }
    var last: Int?
    func take(_ record: Int) -> Bool {
      count += 1
      let shouldContinue = hit(Entry.ID(rawValue: record)) && count < limit
      if !shouldContinue { last = record }
      return shouldContinue
    }
    if let text {
      RecordSearch(query.matcher, isInverted: query.isInverted).search(
        EntryRecords(catalogue: text, fields: query.fields), undecided: undecided, hit: take)
    } else {
      entries.visit(take)
      // As in a search of the text, which goes no further than the last entry asked for.
      for record in self.undecided where last.map({ record.record < $0 }) ?? true {
        undecided(record)
      }
    }
    return count
  }

  /// The number of entries found, at most `limit`.
  package func count(limit: Int = .max, undecided: (UndecidedRecord) -> Void = { _ in }) -> Int {
    if text == nil, self.undecided.isEmpty { return min(entries.count, limit) }
    return visit(limit: limit, undecided: undecided) { _ in true }
  }

  /// The sections found by their titles or, if all fields are searched, by other texts, in
  /// ascending order; none if only entries are to be found.
  package func sections(
    undecided: (Section.ID, RegularExpression.Failure) -> Void
  ) -> [Section.ID] {
    var found = self
    if let text, query.findsSections { found.addSections(of: text, among: nil) }
    for (section, failure) in found.undecidedSections { undecided(section, failure) }
    return found.sections
  }

  /// A message about the undecided entries, if there are any.
  package func messageOfUndecided(_ book: AddressBook) -> String? {
    undecided.first.map { first in
      first.failure.message(
        at: book.address(of: .entry(first.entry)), others: undecided.count - 1)
    }
  }
}
