/// What a row of a form says of itself, by the keys under which it does.
package enum FormKey: String, CaseIterable, Sendable {
  /// Whether the row unfolds, whether it is unfolded, and whether it is shown now.
  case isExpandable, isExpanded, isVisible
  /// How many rows after it belong to it.
  case additionalRows
  /// What kind of row it is.
  case cellIdentifier
  /// What has been entered.
  case value
  /// What is large on a row of two lines, and what is small.
  case primaryTitle, secondaryTitle
  /// The bounds of a slider.
  case minimum, maximum
  /// How a date is written; a pattern of Unicode's LDML.
  case dateFormat

  /// Keys that say how a row is shown, not what it is about.
  static let flags: Set<String> = Set(
    [isExpandable, isExpanded, isVisible, additionalRows].map(\.rawValue))
}
