/// Where the detail of an entry's row is shown.
package enum RowStyle: String, CaseIterable, Sendable {
  /// Nowhere: only the label is shown.
  case plain
  /// At the right edge of the lines.
  case value
  /// After the label, in one column with those of the rows around it.
  case aside
  /// Below the label, indented further.
  case subtitle
}
