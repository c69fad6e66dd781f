/// Where the detail of an entry's row stands.
package enum RowStyle: String, CaseIterable, Sendable {
  /// Nowhere: the label stands alone.
  case plain
  /// At the right edge of the lines.
  case value
  /// Behind the label, in one column with those of the rows around it.
  case aside
  /// Below the label, set in further.
  case subtitle
}
