import ICUText

/// A regular expression to look for.
///
/// It is matched against the composed text as it is written and, unless accents matter, against the
/// text without accents, so that plain letters find accented ones here too.
final class ExpressionPattern {
  private let expression: RegularExpression
  private let isAccentSensitive: Bool

  init(
    _ pattern: String, options: SearchOptions, isCaseSensitive: Bool
  ) throws(RegularExpression.Failure) {
    // Compiled alone first, so that a fault's column is the one in what was given.
    let plain = try RegularExpression(pattern, isCaseSensitive: isCaseSensitive)
    isAccentSensitive = options.isAccentSensitive
    if options.matchesWholeField {
      expression = try RegularExpression(
        "\\A(?:\(pattern))\\z", isCaseSensitive: isCaseSensitive)
    } else if options.matchesWholeWords {
      expression = try RegularExpression(
        "(?<![\\p{L}\\p{M}\\p{N}\\p{Pc}])(?:\(pattern))(?![\\p{L}\\p{M}\\p{N}\\p{Pc}])",
        isCaseSensitive: isCaseSensitive)
    } else {
      expression = plain
    }
  }

  /// The byte ranges of the matches in a text, in order and without overlaps.
  ///
  /// - Throws: `RegularExpression.Failure` if matching takes too long.
  func matches(
    in text: UnsafeBufferPointer<UInt8>, limit: Int = .max
  ) throws(RegularExpression.Failure) -> [Range<Int>] {
    if text.allSatisfy({ $0 < 0x80 }) { return try expression.matches(in: text, limit: limit) }
    let exact = try matches(in: MappedText(composing: text), limit: limit)
    if !exact.isEmpty || isAccentSensitive { return exact }
    return try matches(in: MappedText(removingAccentsFrom: text), limit: limit)
  }

  private func matches(
    in text: MappedText, limit: Int
  ) throws(RegularExpression.Failure) -> [Range<Int>] {
    let result = text.utf8.withUnsafeBufferPointer { bytes in
      Result { () throws(RegularExpression.Failure) in
        try expression.matches(in: bytes, limit: limit)
      }
    }
    return try result.get().map(text.original)
  }
}
