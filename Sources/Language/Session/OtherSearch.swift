package import Readings
package import Searching

/// What a search that found nothing may have meant, in the order in which it is tried.
package enum OtherSearch: CaseIterable, Sendable {
  case readings, words, allFields, expression

  /// The matcher of the other search.
  ///
  /// - Parameters:
  ///   - words: The patterns of the search that found nothing, as words that must all match.
  ///   - options: Its options.
  ///   - findsReadings: Whether it found names by their readings.
  ///   - table: The readings, if there are any.
  /// - Returns: `nil` if there is no such search, or it is the same.
  package func matcher(
    insteadOf words: [[String]], options: SearchOptions, findsReadings: Bool, table: ReadingTable?
  ) -> Matcher? {
    let known = findsReadings ? table : nil
    if self == .allFields { return try? Matcher(words: words, options: options, readings: known) }
    if options.syntax == .regularExpression { return nil }
    switch self {
    case .readings:
      guard !findsReadings, let table else { return nil }
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

  /// What is said where it would find entries.
  package func message(_ count: Int) -> String {
    switch self {
    case .readings: "nothing found, but \(count) by readings: --readings"
    case .words: "nothing found, but \(count) with all of the words: --words"
    case .allFields: "nothing found, but \(count) in other fields: --all-fields"
    case .expression: "nothing found, but \(count) by a regular expression: --extended-regexp"
    }
  }
}
