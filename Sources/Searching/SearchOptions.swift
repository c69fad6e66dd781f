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
  /// Whether a plain letter of a pattern finds only itself, not its accented forms.
  package var isAccentSensitive = false
  /// Whether a match must not touch a letter, digit or `_` on either side.
  package var matchesWholeWords = false
  /// Whether a match must be the whole field.
  package var matchesWholeField = false

  package init() {}
}
