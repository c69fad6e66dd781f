/// A letter of an alphabetic index, by the position of its label.
///
/// Written out and inlinable in other modules, as `NodeIndex` is.
package struct Letter: Hashable, Comparable, BitwiseCopyable, Sendable {
  /// The position of the letter's label in the index.
  @usableFromInline package let rawValue: Int

  @inlinable package init(rawValue: Int) { self.rawValue = rawValue }

  @inlinable package static func == (one: Letter, other: Letter) -> Bool {
    one.rawValue == other.rawValue
  }

  @inlinable package static func < (one: Letter, other: Letter) -> Bool {
    one.rawValue < other.rawValue
  }

  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
