import Indexes
import Catalogues
import ICUText
import Searching

/// A search of a catalogue, edited or not.
struct EntrySearch {
  let matcher: Matcher
  let fields: SearchedFields
  private let isInverted: Bool

  /// - Throws: `RegularExpression.Failure` if a pattern is none.
  init(_ query: Query) throws(RegularExpression.Failure) {
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
    matcher = try Matcher(query.patterns, options: options)
    fields =
      switch query.fields {
      case .labelAndDetail: .labelAndDetail
      case .keys(let keys): .keys(keys)
      case .all: .all
      }
    isInverted = query.isInverted
  }

  /// The entries found, in the order of the catalogue.
  ///
  /// - Parameter goesOn: Asked now and then; `false` ends the search.
  /// - Throws: `RegularExpression.Failure` if matching takes too long.
  /// - Complexity: O(*n*) in the text of all entries.
  func entries(
    in catalogue: Catalogue, while goesOn: () -> Bool
  ) throws(RegularExpression.Failure) -> [Int] {
    let records = EntryRecords(catalogue: catalogue, fields: fields)
    var isFound = [Bool](repeating: false, count: catalogue.entryCount)
    try RecordSearch(matcher, isInverted: isInverted).search(records, while: goesOn) { entry in
      isFound[entry] = true
      return true
    }
    return catalogue.inOutline { isFound[$0] }
  }
}

extension Catalogue {
  /// The entries that are wanted, in the order of the outline and without those that were deleted.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  func inOutline(_ isWanted: (Int) -> Bool) -> [Int] {
    var entries: [Int] = []
    forEachEntry(in: 0) { if isWanted($0) { entries.append($0) } }
    return entries
  }
}
