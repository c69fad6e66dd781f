import ICUText

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
