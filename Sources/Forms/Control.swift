/// What a row is operated by, as a value that every front end draws in its own way. Indirect, so
/// that the many rows without one are small.
package indirect enum Control: Equatable, Sendable {
  /// Nothing: the row only shows something.
  case none
  case `switch`(Bool)
  /// One of several choices. Of exclusive ones, only one is chosen at a time.
  case choice(Bool, isExclusive: Bool)
  /// A field for text, with the text in it.
  case text(String)
  /// A field for a day, with the text in it.
  case date(String)
  /// A number between two bounds, which need not be in order.
  case slider(Double, from: Double, to: Double)
  /// The way to another page.
  case link
}
