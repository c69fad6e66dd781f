import Catalogues
import Editing
import ICUText
import Readings
import Searching

/// A search of a catalogue, edited or not.
struct EntrySearch {
  let matcher: Matcher
  let fields: SearchedFields
  private let isInverted: Bool

  /// - Parameter table: The table by which names are found by their readings, if the query requests
  ///   that.
  /// - Throws: `RegularExpression.Failure` if a pattern is invalid.
  init(_ query: Query, readings table: ReadingTable?) throws(RegularExpression.Failure) {
    var options = SearchOptions()
    options.caseSensitivity =
      switch query.caseSensitivity {
      case .insensitive: .insensitive
      case .sensitive: .sensitive
      case .smart: .smart
      }
    options.syntax = query.isRegularExpression ? .regularExpression : .literal
    options.isAccentSensitive = query.isAccentSensitive
    options.matchesWholeWords = query.matchesWholeWords
    options.matchesWholeField = query.matchesWholeField
    matcher = try Matcher(query.patterns, options: options, readings: table)
    fields = query.fields
    isInverted = query.isInverted
  }

  /// The entries found, in the order of the catalogue; none if the search was cancelled.
  ///
  /// - Parameters:
  ///   - shouldContinue: Called now and then; `false` cancels the search.
  ///   - undecided: Receives the records that cannot be decided.
  /// - Complexity: As for `LiveIndex.records` and `Catalogue.inOutline`.
  func entries(
    in index: LiveIndex, of catalogue: Catalogue, while shouldContinue: () -> Bool,
    undecided: inout [UndecidedRecord]
  ) -> [Entry.ID] {
    records(in: index, of: catalogue, while: shouldContinue, &undecided)
      .map { catalogue.inOutline($0.entries) } ?? []
  }

  /// The number of entries found.
  func count(
    in index: LiveIndex, of catalogue: Catalogue, while shouldContinue: () -> Bool,
    undecided: inout [UndecidedRecord]
  ) -> Int {
    guard let found = records(in: index, of: catalogue, while: shouldContinue, &undecided) else {
      return 0
    }
    return catalogue.hasNewOrder ? catalogue.inOutline(found.entries).count : found.count
  }

  private func records(
    in index: LiveIndex, of catalogue: Catalogue, while shouldContinue: () -> Bool,
    _ undecided: inout [UndecidedRecord]
  ) -> RecordSet? {
    let search = LiveIndex.Search(matcher, in: fields, isInverted: isInverted)
    let found = index.records(search, while: shouldContinue, undecided: &undecided)
    undecided.removeAll { !catalogue.contains(.entry($0.entry)) }
    return found
  }
}
