/// An entry or a section.
package enum Item: Hashable, Sendable {
  case entry(Entry.ID)
  case section(Section.ID)

  package var isEntry: Bool { entry != nil }

  /// The entry; `nil` for a section.
  package var entry: Entry.ID? { if case .entry(let entry) = self { entry } else { nil } }

  /// The section; `nil` for an entry.
  package var section: Section.ID? { if case .section(let section) = self { section } else { nil } }
}

/// An entry of a catalogue, represented only by its identity; the catalogue provides its contents.
package enum Entry {
  /// The identity of an entry in its catalogue: a number that it keeps while the catalogue is
  /// edited.
  ///
  /// Written out and inlinable in other modules, as `NodeIndex` is.
  package struct ID: Hashable, Strideable, BitwiseCopyable, Sendable {
    @usableFromInline package let rawValue: Int

    @inlinable package init(rawValue: Int) { self.rawValue = rawValue }

    /// The first entry of a catalogue as it was read, if it has entries.
    @inlinable package static var first: ID { ID(rawValue: 0) }

    @inlinable package static func == (one: ID, other: ID) -> Bool {
      one.rawValue == other.rawValue
    }

    @inlinable package static func < (one: ID, other: ID) -> Bool { one.rawValue < other.rawValue }

    @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    @inlinable package func distance(to other: ID) -> Int { other.rawValue - rawValue }

    @inlinable package func advanced(by count: Int) -> ID { ID(rawValue: rawValue + count) }
  }
}

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
