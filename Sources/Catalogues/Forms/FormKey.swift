/// The keys under which a row of a form describes itself.
package enum FormKey: String, CaseIterable, Sendable {
  /// Whether the row can expand, whether it is expanded, and whether it is currently visible.
  case isExpandable, isExpanded, isVisible
  /// The number of following rows that belong to it.
  case additionalRows
  /// The kind of row.
  case cellIdentifier
  /// The value that was entered.
  case value
  /// The large and the small text of a row with two lines.
  case primaryTitle, secondaryTitle
  /// The bounds of a slider.
  case minimum, maximum
  /// The format of a date; a pattern of Unicode's LDML.
  case dateFormat

  /// Keys that say how a row is shown, not what it is about.
  static let flags: Set<String> = Set(
    [isExpandable, isExpanded, isVisible, additionalRows].map(\.rawValue))
}
