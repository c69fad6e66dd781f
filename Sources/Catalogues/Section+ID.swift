extension Section {
  /// The identity of a section in its catalogue: a number that it keeps while the catalogue is
  /// edited.
  ///
  /// Written out and inlinable in other modules, as `NodeIndex` is.
  package struct ID: Hashable, Strideable, BitwiseCopyable, Sendable {
    @usableFromInline package let rawValue: Int

    @inlinable package init(rawValue: Int) { self.rawValue = rawValue }

    /// The section around all others, which has no title.
    @inlinable package static var root: ID { ID(rawValue: 0) }

    @inlinable package static func == (one: ID, other: ID) -> Bool {
      one.rawValue == other.rawValue
    }

    @inlinable package static func < (one: ID, other: ID) -> Bool { one.rawValue < other.rawValue }

    @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    @inlinable package func distance(to other: ID) -> Int { other.rawValue - rawValue }

    @inlinable package func advanced(by count: Int) -> ID { ID(rawValue: rawValue + count) }
  }
}
