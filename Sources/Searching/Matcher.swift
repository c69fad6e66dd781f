package import ICUText
package import Readings

/// A matcher of one or more patterns under the same options. Not safe for concurrent use.
package final class Matcher {
  private let patterns: [Pattern]
  /// Matchers for the words of each alternative; empty if every pattern is an alternative by
  /// itself.
  let alternatives: [[Matcher]]
  /// The patterns that are also matched against readings.
  package let names: [NamePattern]
  /// The patterns that are numbers, whose digits may be grouped in another way.
  let numbers: [NumberPattern]
  /// The patterns that also find other spellings, if readings count.
  private let spellings: [SpellingPattern]
  /// The reading table, if readings count.
  package let table: ReadingTable?
  /// The version of the reading table.
  package let tableVersion: UInt64?
  private var reader: NameReader?
  private var codes: [UInt16] = []
  private var folded: [UInt8] = []
  /// The folding of the text that is searched for needles.
  let folding = CaseFolding()
  /// The needles: every match contains one of them. `nil` if there are none.
  package let needles: [Needle]?
  /// Whether a record that contains a needle may still not match.
  package let needsVerification: Bool
  /// Whether verification needs the original text, since folded text with accents is not enough.
  package let needsWrittenText: Bool
  /// Whether matching a single record may take long.
  let isSlow: Bool
  /// The limit of what the expressions of all words together may cost.
  package let budget: MatchingBudget

  fileprivate enum Pattern {
    case literal(LiteralPattern)
    case expression(ExpressionPattern)
  }

  /// - Parameter table: The table for finding names by their readings, too; unused for expressions.
  /// - Throws: `RegularExpression.Failure` if a pattern should be a regular expression but is not
  ///   valid.
  package convenience init(
    _ texts: [String], options: SearchOptions = SearchOptions(), readings table: ReadingTable? = nil
  ) throws(RegularExpression.Failure) {
    try self.init(texts, options: options, readings: table, alternatives: [])
  }

  init(
    _ texts: [String], options: SearchOptions, readings table: ReadingTable?,
    alternatives: [[Matcher]], budget: MatchingBudget = MatchingBudget()
  ) throws(RegularExpression.Failure) {
    self.alternatives = alternatives
    self.budget = budget
    let isCaseSensitive =
      switch options.caseSensitivity {
      case .insensitive: false
      case .sensitive: true
      case .smart: texts.contains { Matcher.hasUppercase($0, syntax: options.syntax) }
      }
    let table = options.syntax == .literal ? table : nil
    self.table = table
    names =
      table.map { table in
        texts.compactMap { NamePattern($0, options: options, table: table) }
      } ?? []
    let (folding, distinctions) = (folding, options.distinctions(isCaseSensitive: isCaseSensitive))
    spellings =
      table == nil
      ? []
      : texts.compactMap {
        SpellingPattern($0, options: options, distinctions: distinctions, folding: folding)
      }
    tableVersion = table?.version
    reader = table.map { NameReader($0) }
    isSlow = options.syntax == .regularExpression
    let search =
      switch options.syntax {
      case .literal:
        PatternSearch(
          literals: texts.map {
            LiteralPattern(
              $0, options: options, isCaseSensitive: isCaseSensitive, folding: folding)
          }, options, spellings)
      case .regularExpression:
        try PatternSearch(
          expressions: texts, options, isCaseSensitive: isCaseSensitive, budget, folding)
      }
    (patterns, numbers, needles) = (search.patterns, search.numbers, search.needles)
    needsVerification = search.needsVerification
    needsWrittenText = search.needsWrittenText
  }

  /// Patterns, and how records that may match are found.
  private struct PatternSearch {
    private(set) var patterns: [Pattern] = []
    let numbers: [NumberPattern]
    let needles: [Needle]?
    let needsVerification: Bool
    let needsWrittenText: Bool

    init(
      literals: [LiteralPattern], _ options: SearchOptions, _ spellings: [SpellingPattern]
    ) {
      patterns = literals.map { .literal($0) }
      let isAnywhere = !options.matchesWholeWords && !options.matchesWholeField
      numbers =
        options.findsGroupedDigits && isAnywhere
        ? literals.compactMap { NumberPattern($0.needle.bytes) } : []
      // Digits may be grouped only in strings, and only the original text tells which fields are
      // strings.
      let ungrouped = numbers.compactMap(\.needle)
      needles =
        literals.map(\.needle) + ungrouped.map { Needle(bytes: $0) }
        + spellings.flatMap(\.needles)
      let hasOthers = !ungrouped.isEmpty || spellings.contains(where: \.needsVerification)
      needsVerification = literals.contains(where: \.needsVerification) || hasOthers
      needsWrittenText = literals.contains(where: \.needsWrittenText) || hasOthers
    }

    init(
      expressions texts: [String], _ options: SearchOptions, isCaseSensitive: Bool,
      _ budget: MatchingBudget, _ folding: CaseFolding
    ) throws(RegularExpression.Failure) {
      for text in texts {
        patterns.append(
          .expression(
            try ExpressionPattern(
              text, options: options, isCaseSensitive: isCaseSensitive, budget: budget)))
      }
      numbers = []
      let literals = texts.map(RequiredLiterals.find)
      needles =
        literals.contains { $0 == nil }
        ? nil : literals.flatMap { $0 ?? [] }.map { Needle(bytes: folding.fold($0)) }
      needsVerification = true
      needsWrittenText = true
    }
  }

  /// Whether a pattern has an upper-case letter; letters in escapes such as `\S` and `\p{Lu}` do
  /// not count.
  static func hasUppercase(_ pattern: String, syntax: SearchOptions.Syntax) -> Bool {
    guard syntax == .regularExpression else { return pattern.contains(where: \.isUppercase) }
    var rest = pattern[...]
    while let character = rest.popFirst() {
      if character == "\\" {
        let escape = rest.popFirst()
        if rest.first == "{", let escape, "pPN".contains(escape) { rest = rest.drop { $0 != "}" } }
      } else if character.isUppercase {
        return true
      }
    }
    return false
  }

  /// Whether a field's text matches: the definition that all faster methods must agree with.
  ///
  /// - Parameter isString: Whether its digits may be grouped: not in numbers, dates and the like.
  /// - Throws: `RegularExpression.Failure` if no pattern matches and one is too expensive for the
  ///   text. A text without a needle never throws: it cannot match, and faster methods skip it.
  package func matches(
    _ text: UnsafeBufferPointer<UInt8>, isString: Bool = true
  ) throws(RegularExpression.Failure) -> Bool {
    var failure: RegularExpression.Failure?
    for pattern in patterns {
      do throws(RegularExpression.Failure) {
        if try !pattern.ranges(in: text, limit: 1).isEmpty { return true }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure, holdsNeedle(text) { throw failure }
    if isString, matchesNumber(text) { return true }
    if spellings.contains(where: { !$0.matches(in: text, limit: 1).isEmpty }) { return true }
    return !names.isEmpty && !nameRanges(in: text, limit: 1).isEmpty
  }

  /// Whether a field may match according to its folded text.
  private func holdsNeedle(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let needles else { return true }
    var record = FoldedRecords()
    record.appendField(text, folding: folding)
    record.endRecord()
    return !record.records(withOneOf: needles).isEmpty
  }

  /// Whether a text without characters matches.
  package var matchesEmptyText: Bool {
    let isMatch = try? matches { word throws(RegularExpression.Failure) in
      try word.matches(UnsafeBufferPointer(start: nil, count: 0))
    }
    return isMatch ?? false
  }

  private func nameRanges(
    in text: UnsafeBufferPointer<UInt8>, limit: Int = .max
  ) -> [Range<Int>] {
    guard let units = reader?.reading(of: text).units, !units.isEmpty else { return [] }
    return names.flatMap { $0.ranges(of: units, in: text, limit: limit) }
  }

  /// Whether texts without a needle may match.
  var findsWithoutNeedles: Bool { !names.isEmpty || !numbers.isEmpty }

  /// Whether a text without a needle may match: by a number, or by the codes of its reading. If
  /// whole words are wanted, also `true` for some texts that do not match.
  func mayMatchWithoutNeedle(_ text: UnsafeBufferPointer<UInt8>, isString: Bool) -> Bool {
    isString && matchesNumber(text) || mayMatchByReading(text)
  }

  private func matchesNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if numbers.isEmpty { return false }
    // Folding ASCII changes only letters.
    if text.endOfASCII(from: 0) == text.count {
      return numbers.contains { $0.matches(folded: text) }
    }
    folded.removeAll(keepingCapacity: true)
    folding.fold(text, into: &folded)
    return folded.withUnsafeBufferPointer { folded in
      numbers.contains { $0.matches(folded: folded) }
    }
  }

  private func mayMatchByReading(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !names.isEmpty, NameReader.hasReadings(text) else { return false }
    codes.removeAll(keepingCapacity: true)
    guard reader?.appendCodes(of: text, to: &codes) == true else { return false }
    return codes.withUnsafeBufferPointer { codes in names.contains { $0.matches(codes: codes) } }
  }

  /// The byte ranges of a field's text that the patterns match, in order. Overlapping ranges are
  /// merged, empty ones left out.
  ///
  /// - Throws: `RegularExpression.Failure` if a pattern is too expensive for the text, even if
  ///   another one matches. A text without a needle never throws.
  package func ranges(
    in text: String, isString: Bool = true
  ) throws(RegularExpression.Failure) -> [Range<Int>] {
    let utf8 = Array(text.utf8)
    var found: [Range<Int>] = []
    budget.isForRanges = true
    defer { budget.isForRanges = false }
    for pattern in patterns {
      let result = utf8.withUnsafeBufferPointer { bytes in
        Result { () throws(RegularExpression.Failure) in
          try pattern.ranges(in: bytes, limit: .max)
        }
      }
      switch result {
      case .success(let ranges): found += ranges
      case .failure(let failure):
        if utf8.withUnsafeBufferPointer(holdsNeedle) { throw failure }
      }
    }
    if isString, !numbers.isEmpty {
      let units = utf8.withUnsafeBufferPointer { TextUnit.units(of: $0) }
      found += numbers.flatMap { $0.ranges(in: units) }
    }
    utf8.withUnsafeBufferPointer { bytes in
      found += spellings.flatMap { $0.matches(in: bytes) }
    }
    if !names.isEmpty { found += utf8.withUnsafeBufferPointer { nameRanges(in: $0) } }
    found = found.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
    return found.reduce(into: []) { joined, range in
      if let last = joined.last, range.lowerBound < last.upperBound {
        joined[joined.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
  }
}

extension Matcher.Pattern {
  fileprivate func ranges(
    in text: UnsafeBufferPointer<UInt8>, limit: Int
  ) throws(RegularExpression.Failure) -> [Range<Int>] {
    switch self {
    case .literal(let pattern): pattern.matches(in: text, limit: limit)
    case .expression(let pattern): try pattern.matches(in: text, limit: limit)
    }
  }
}

/// Options for how patterns are read and what counts as a match.
package struct SearchOptions: Equatable, Sendable {
  /// Whether upper and lower case differ.
  package enum CaseSensitivity: Sendable {
    case insensitive, sensitive
    /// Sensitive if a pattern has an upper-case letter.
    case smart
  }

  package enum Syntax: Sendable {
    case literal, regularExpression
  }

  package var caseSensitivity = CaseSensitivity.insensitive
  package var syntax = Syntax.literal
  /// Whether a letter of a pattern finds only itself: neither its accented forms nor letters that
  /// it may be typed for; kana only as it is written.
  package var isAccentSensitive = false
  /// Whether a match must not touch a letter, digit or `_` on either side.
  package var matchesWholeWords = false
  /// Whether a match must be the whole field.
  package var matchesWholeField = false
  /// Whether `I` and `ı`, and `İ` and `i` are the same letter, as in Turkish and Azeri. Expressions
  /// disregard it.
  package var pairsDottedI = false

  /// Whether the digits of a number are found however a text groups them (`NumberPattern`). Only
  /// for literal patterns that may match anywhere in a field.
  package var findsGroupedDigits = true

  package init() {}
}

extension SearchOptions {
  /// What a pattern tells apart.
  func distinctions(isCaseSensitive: Bool) -> LetterDistinctions {
    LetterDistinctions(
      letterCase: isCaseSensitive, kana: isAccentSensitive, dottedI: pairsDottedI)
  }
}
