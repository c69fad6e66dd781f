package import ICUText
package import Readings

/// A matcher of one or more patterns under the same options. Not safe for concurrent use.
package final class Matcher {
  private let patterns: [Pattern]
  /// Matchers for the words of each alternative; empty if every pattern is one by itself.
  let alternatives: [[Matcher]]
  /// The patterns that are also matched against readings.
  package let names: [NamePattern]
  /// The reading table, if readings count.
  package let table: ReadingTable?
  /// The version of the reading table.
  package let tableVersion: UInt64?
  private var reader: NameReader?
  private var codes: [UInt16] = []
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
    alternatives: [[Matcher]]
  ) throws(RegularExpression.Failure) {
    self.alternatives = alternatives
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
    tableVersion = table?.version
    reader = table.map { NameReader($0) }
    switch options.syntax {
    case .literal:
      let folding = folding
      let literals = texts.map {
        LiteralPattern(
          $0, options: options, isCaseSensitive: isCaseSensitive, folding: folding)
      }
      patterns = literals.map { .literal($0) }
      needles = literals.map(\.needle)
      needsVerification = literals.contains(where: \.needsVerification)
      needsWrittenText = literals.contains(where: \.needsWrittenText)
      isSlow = false
    case .regularExpression:
      var expressions: [Pattern] = []
      for text in texts {
        expressions.append(
          .expression(
            try ExpressionPattern(text, options: options, isCaseSensitive: isCaseSensitive)))
      }
      patterns = expressions
      let literals = texts.map(RequiredLiterals.find)
      let folding = folding
      needles =
        literals.contains { $0 == nil }
        ? nil : literals.flatMap { $0 ?? [] }.map { Needle(bytes: folding.fold($0)) }
      needsVerification = true
      needsWrittenText = true
      isSlow = true
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
  /// - Throws: `RegularExpression.Failure` if no pattern matches and one is too expensive for the
  ///   text, but not for a text that cannot match since it contains no needle: faster methods skip
  ///   it.
  package func matches(
    _ text: UnsafeBufferPointer<UInt8>
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

  /// Whether a text matches by its reading according to its codes; with whole words, texts that do
  /// not match may be included.
  func mayMatchByReading(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !names.isEmpty, NameReader.hasReadings(text) else { return false }
    codes.removeAll(keepingCapacity: true)
    guard reader?.appendCodes(of: text, to: &codes) == true else { return false }
    return codes.withUnsafeBufferPointer { codes in names.contains { $0.matches(codes: codes) } }
  }

  /// The byte ranges of a field's text that the patterns match, in order; overlapping ones are
  /// merged, empty ones left out.
  ///
  /// - Throws: `RegularExpression.Failure` as for `matches(_:)`, but for any match.
  package func ranges(in text: String) throws(RegularExpression.Failure) -> [Range<Int>] {
    let utf8 = Array(text.utf8)
    var found: [Range<Int>] = []
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
