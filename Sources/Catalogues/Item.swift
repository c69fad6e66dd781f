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
