import ICUText

/// A regular expression to search for.
///
/// It is matched against the composed text and, unless accents matter, against the text without
/// accents, so that plain letters find accented ones here, too.
final class ExpressionPattern {
  private let expression: RegularExpression
  private let pattern: String
  private let options: SearchOptions

  init(
    _ pattern: String, options: SearchOptions, isCaseSensitive: Bool, budget: MatchingBudget
  ) throws(RegularExpression.Failure) {
    self.pattern = pattern
    self.options = options
    // Compiled alone first, so that the column of an error refers to the given pattern.
    let plain = try RegularExpression(pattern, isCaseSensitive: isCaseSensitive, budget: budget)
    // The options become part of the expression, so that other ways to match are tried. That is not
    // possible if the pattern has an open end, such as `\Q` or a comment: then its matches are only
    // filtered.
    if let wrapped = ExpressionPattern.wrapped(pattern, options: options) {
      expression =
        (try? RegularExpression(wrapped, isCaseSensitive: isCaseSensitive, budget: budget)) ?? plain
    } else {
      expression = plain
    }
  }

  private static func wrapped(_ pattern: String, options: SearchOptions) -> String? {
    if options.matchesWholeField { return "\\A(?:\(pattern))\\z" }
    guard options.matchesWholeWords else { return nil }
    let constituent = "[\\p{L}\\p{M}\\p{N}\\p{Pc}]"
    return "(?<!\(constituent))(?:\(pattern))(?!\(constituent))"
  }

  /// The byte ranges of the matches in a text, in order; matches in the text without accents may
  /// overlap the others.
  ///
  /// - Throws: `RegularExpression.Failure` if matching takes too long.
  func matches(
    in text: UnsafeBufferPointer<UInt8>, limit: Int = .max
  ) throws(RegularExpression.Failure) -> [Range<Int>] {
    do throws(RegularExpression.Failure) {
      return try allMatches(in: text, limit: limit)
    } catch {
      // The expression as it was given, without what the options have added.
      var failure = error
      failure.pattern = pattern
      throw failure
    }
  }

  private func allMatches(
    in text: UnsafeBufferPointer<UInt8>, limit: Int
  ) throws(RegularExpression.Failure) -> [Range<Int>] {
    if text.allSatisfy({ $0 < 0x80 }) { return try sifted(text, limit: limit) }
    let exact = try matches(in: MappedText(composing: text), limit: limit)
    if options.isAccentSensitive || exact.count >= limit { return exact }
    let plain = try matches(in: MappedText(removingAccentsFrom: text), limit: limit)
    return (exact + plain).sorted { $0.lowerBound < $1.lowerBound }
  }

  private func matches(
    in text: MappedText, limit: Int
  ) throws(RegularExpression.Failure) -> [Range<Int>] {
    let result = text.utf8.withUnsafeBufferPointer { bytes in
      Result { () throws(RegularExpression.Failure) in try sifted(bytes, limit: limit) }
    }
    return try result.get().map(text.original)
  }

  /// The matches that meet the options.
  private func sifted(
    _ text: UnsafeBufferPointer<UInt8>, limit: Int
  ) throws(RegularExpression.Failure) -> [Range<Int>] {
    guard options.matchesWholeField || options.matchesWholeWords else {
      return try expression.matches(in: text, limit: limit)
    }
    let found = try expression.matches(in: text).filter { range in
      options.matchesWholeField
        ? range == 0..<text.count : text.isAtWordBoundaries(range)
    }
    return Array(found.prefix(limit))
  }
}
