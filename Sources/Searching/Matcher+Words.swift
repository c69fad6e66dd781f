package import ICUText
package import Readings

/// Matching several words that may be in different fields of a record.
extension Matcher {
  /// Creates a matcher of records that match all words of some alternative, each in any field.
  ///
  /// - Parameters:
  ///   - alternatives: Lists of words, each of which is a pattern; none is empty.
  ///   - table: The table for finding names by their readings, too; unused for expressions.
  /// - Throws: `RegularExpression.Failure` if a word should be a regular expression but is not
  ///   valid.
  package convenience init(
    words alternatives: [[String]], options: SearchOptions = SearchOptions(),
    readings table: ReadingTable? = nil
  ) throws(RegularExpression.Failure) {
    let texts = alternatives.flatMap(\.self)
    guard alternatives.contains(where: { $0.count > 1 }) else {
      try self.init(texts, options: options, readings: table)
      return
    }
    var options = options
    if options.caseSensitivity == .smart {
      let hasUppercase = texts.contains { Matcher.hasUppercase($0, syntax: options.syntax) }
      options.caseSensitivity = hasUppercase ? .sensitive : .insensitive
    }
    var matchers: [[Matcher]] = []
    let budget = MatchingBudget()
    for words in alternatives {
      var found: [Matcher] = []
      for word in words {
        found.append(
          try Matcher(
            [word], options: options, readings: table, alternatives: [], budget: budget))
      }
      // Long words are usually rare, and nothing is looked up after a word that no record has.
      matchers.append(found.sorted { $0.needleLength > $1.needleLength })
    }
    try self.init(
      texts, options: options, readings: table, alternatives: matchers, budget: budget)
  }

  /// The words of a text; a quotation mark that is not closed is one of their characters.
  package static func words(of text: String) -> [String] {
    var words: [String] = []
    var rest = text[...]
    while let first = rest.firstIndex(where: { !$0.isWhitespace }) {
      rest = rest[first...]
      if rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") {
        words.append(String(rest[rest.index(after: first)..<end]))
        rest = rest[rest.index(after: end)...]
      } else {
        let end = rest.firstIndex(where: \.isWhitespace) ?? rest.endIndex
        words.append(String(rest[..<end]))
        rest = rest[end...]
      }
    }
    words.removeAll { $0.isEmpty }
    // Blanks alone are looked for as they are.
    return words.isEmpty ? [text] : words
  }

  private var needleLength: Int { needles?.map(\.bytes.count).min() ?? 0 }

  /// Whether needles narrow down which records may match.
  var isNarrow: Bool {
    alternatives.isEmpty
      ? needles != nil : alternatives.allSatisfy { $0.contains { $0.needles != nil } }
  }

  /// A superset of the records that match; `nil` if they cannot be narrowed down.
  ///
  /// - Parameter find: Returns such records for a matcher without `alternatives`.
  func candidates<Failure: Error>(
    _ find: (Matcher) throws(Failure) -> RecordSet?
  ) throws(Failure) -> RecordSet? {
    if alternatives.isEmpty { return try find(self) }
    var found: RecordSet?
    for words in alternatives {
      var common: RecordSet?
      for word in words {
        if common?.isEmpty ?? false { break }
        guard let records = try find(word) else { continue }
        if common == nil { common = records } else { common?.formIntersection(records) }
      }
      guard let common else { return nil }
      if found == nil { found = common } else { found?.formUnion(common) }
    }
    return found
  }

  /// Whether a record matches, if that is known for each matcher without `alternatives`.
  ///
  /// - Throws: What `isMatch` throws if the answer depends on it.
  package func matches(
    _ isMatch: (Matcher) throws(RegularExpression.Failure) -> Bool
  ) throws(RegularExpression.Failure) -> Bool {
    if alternatives.isEmpty { return try isMatch(self) }
    var failure: RegularExpression.Failure?
    nextAlternative: for words in alternatives {
      var undecided: RegularExpression.Failure?
      for word in words {
        do throws(RegularExpression.Failure) {
          if try !isMatch(word) { continue nextAlternative }
        } catch {
          undecided = undecided ?? error
        }
      }
      guard let undecided else { return true }
      failure = failure ?? undecided
    }
    if let failure { throw failure }
    return false
  }
}
