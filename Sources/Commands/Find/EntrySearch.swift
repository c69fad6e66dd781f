import Indexes
import Catalogues
import ICUText
import Readings
import Searching

/// A search of a catalogue, edited or not.
struct EntrySearch {
  let matcher: Matcher
  let fields: SearchedFields
  private let isInverted: Bool

  /// - Parameter table: By which names are found by their readings, if the query asks for that.
  /// - Throws: `RegularExpression.Failure` if a pattern is none.
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
    fields =
      switch query.fields {
      case .labelAndDetail: .labelAndDetail
      case .keys(let keys): .keys(keys)
      case .all: .all
      }
    isInverted = query.isInverted
  }

  /// The entries found, in the order of the catalogue; none if the search was ended.
  ///
  /// - Parameter goesOn: Asked now and then; `false` ends the search.
  /// - Throws: `RegularExpression.Failure` if matching takes too long.
  /// - Complexity: That of `LiveIndex.records` and `Catalogue.inOutline`.
  func entries(
    in index: LiveIndex, of catalogue: Catalogue, while goesOn: () -> Bool
  ) throws(RegularExpression.Failure) -> [Int] {
    let search = LiveIndex.Search(matcher, in: fields, isInverted: isInverted)
    guard let found = try index.records(search, while: goesOn) else { return [] }
    return catalogue.inOutline(found.records)
  }

  /// How many entries are found.
  func count(
    in index: LiveIndex, of catalogue: Catalogue, while goesOn: () -> Bool
  ) throws(RegularExpression.Failure) -> Int {
    let search = LiveIndex.Search(matcher, in: fields, isInverted: isInverted)
    guard let found = try index.records(search, while: goesOn) else { return 0 }
    return catalogue.hasNewOrder ? catalogue.inOutline(found.records).count : found.count
  }
}
