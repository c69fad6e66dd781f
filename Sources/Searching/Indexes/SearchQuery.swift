package import Readings

/// What a search is to find in a catalogue.
package struct SearchQuery {
  package let matcher: Matcher
  package let fields: SearchedFields
  /// Whether the entries and sections that do not match are wanted.
  package let isInverted: Bool
  private let titles: Titles

  /// Whether sections are found by their titles.
  package enum Titles: String, CaseIterable {
    /// Sections besides entries; only entries are counted and limited.
    case yes
    case no
    /// Sections instead of entries; they are counted and limited as entries are otherwise.
    case only
  }

  package init(
    _ matcher: Matcher, in fields: SearchedFields, isInverted: Bool = false, titles: Titles = .no
  ) {
    self.matcher = matcher
    self.fields = fields
    self.isInverted = isInverted
    self.titles = titles
  }

  package var findsEntries: Bool { titles != .only }

  /// Whether sections are found. Besides entries, they are not if the query is inverted or matches
  /// an empty text, since nearly all sections would be.
  package var findsSections: Bool {
    guard fields.findsSections else { return false }
    switch titles {
    case .yes: return !isInverted && !matcher.matchesEmptyText
    case .no: return false
    case .only: return true
    }
  }
}

/// Another search that may have been meant by a search that found nothing. The cases are tried in
/// order.
package enum OtherSearch: CaseIterable, Sendable {
  case readings, words, allFields, expression

  /// The first of some other searches that finds something, and how many entries.
  ///
  /// - Parameters:
  ///   - query: The query that found nothing.
  ///   - words: Its patterns, as words that must all match.
  ///   - options: Its options.
  ///   - table: The readings, if there are any.
  ///   - count: Returns how many entries a query finds; `nil` if that is unknown.
  package static func first<Failure: Error>(
    of others: [OtherSearch] = allCases, insteadOf query: SearchQuery, words: [[String]],
    options: SearchOptions, readings table: ReadingTable?,
    count: (SearchQuery) throws(Failure) -> Int?
  ) throws(Failure) -> (search: OtherSearch, count: Int)? {
    for other in others where other != .allFields || query.fields != .all {
      let matcher = other.matcher(
        insteadOf: words, options: options, known: query.matcher.table, table: table)
      guard let matcher,
        let count = try count(SearchQuery(matcher, in: other == .allFields ? .all : query.fields)),
        count > 0
      else { continue }
      return (other, count)
    }
    return nil
  }

  /// The matcher of the other search.
  ///
  /// - Parameter known: The readings that the search that found nothing used, if any.
  /// - Returns: `nil` if the other search is impossible or the same.
  private func matcher(
    insteadOf words: [[String]], options: SearchOptions, known: ReadingTable?, table: ReadingTable?
  ) -> Matcher? {
    if self == .allFields { return try? Matcher(words: words, options: options, readings: known) }
    if options.syntax == .regularExpression { return nil }
    switch self {
    case .readings:
      guard known == nil, let table else { return nil }
      return try? Matcher(words: words, options: options, readings: table)
    case .words:
      let split = words.map { $0.flatMap { $0.split(whereSeparator: \.isWhitespace) } }
      if split.map(\.count) == words.map(\.count) { return nil }
      return try? Matcher(
        words: split.map { $0.map(String.init) }, options: options, readings: known)
    default:
      let patterns = words.flatMap(\.self)
      guard patterns.count == words.count,
        patterns.contains(where: { $0.contains(where: "^$|*+?.[(\\".contains) })
      else { return nil }
      var options = options
      options.syntax = .regularExpression
      return try? Matcher(patterns, options: options)
    }
  }
}
