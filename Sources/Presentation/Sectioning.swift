package import Catalogues
package import ICUText
package import Searching

/// How the entries of a catalogue are divided under headings: all entries under the file's own
/// sections or under the letters of a language, or some entries under headings that say where they
/// are.
///
/// Sections are those of the catalogue as it is now; groups stay as they were given. Not safe for
/// concurrent use.
package struct Sectioning {
  package let catalogue: Catalogue
  /// The groups; `nil` for the file's own sections.
  private let groups: (any EntryGroups)?
  /// The letters, if entries are under letters.
  package let letters: AlphabeticIndex?

  /// Whether rows of a form are shown even if they are hidden.
  package private(set) var showsHidden = false

  /// The file's own sections.
  package init(_ catalogue: Catalogue) { (self.catalogue, groups, letters) = (catalogue, nil, nil) }

  /// All entries under their letters.
  package init(_ catalogue: Catalogue, letters listing: AlphabeticListing) {
    self.init(
      catalogue, groups: listing.groups.map { (.letter($0.letter), $0.entries) },
      letters: listing.index)
  }

  /// Entries under the given headings, each of which occurs once. Entries under `top` have no
  /// heading.
  ///
  /// - Precondition: If there are entries under `top`, there are no others.
  package init(
    _ catalogue: Catalogue, groups: [(heading: Heading, entries: [Entry.ID])],
    letters: AlphabeticIndex? = nil
  ) {
    self.catalogue = catalogue
    self.groups = ListedEntries(groups)
    self.letters = letters
  }

  /// The entries of a set, under the sections that they are in; in a catalogue without sections,
  /// under no heading.
  ///
  /// - Complexity: O(*s* + *r*) in the numbers of sections and runs, and O(*n*) in bits.
  package init(_ catalogue: Catalogue, found: RecordSet) {
    self.catalogue = catalogue
    groups = FoundEntries(found, in: catalogue)
    letters = nil
  }

  /// Whether the headings are the file's own sections.
  package var isOwn: Bool { groups == nil }

  /// Something under a heading.
  package enum Member: Equatable {
    case heading(Heading)
    case entry(Entry.ID)
  }

  // MARK: What is under a heading

  /// How many headings and entries are directly under a heading, hidden ones included.
  func memberCount(of heading: Heading) -> Int {
    guard let groups else { return catalogue.sections[heading.own].itemCount }
    return heading == .top && !groups.headings.isEmpty
      ? groups.headings.count : groups.count(under: heading)
  }

  /// A member by its position, counted from 0.
  ///
  /// - Complexity: O(log *r*) in the number of the section's runs.
  func member(at position: Int, of heading: Heading) -> Member {
    guard let groups else {
      return Member(catalogue.sections[heading.own].item(at: position))
    }
    return heading == .top && !groups.headings.isEmpty
      ? .heading(groups.headings[position]) : .entry(groups.entry(at: position, under: heading))
  }

  /// The entries from a position on that have consecutive identities, at most `limit`; `nil` if a
  /// heading is there.
  ///
  /// - Complexity: O(log *r*) in the number of the section's runs; among groups O(*k*) in the
  ///   number of the entries returned.
  func entries(from position: Int, of heading: Heading, limit: Int) -> Range<Entry.ID>? {
    guard let groups else {
      switch catalogue.sections[heading.own].content(from: position) {
      case .entries(let entries): return entries.prefix(limit)
      case .section: return nil
      }
    }
    if heading == .top, !groups.headings.isEmpty { return nil }
    return groups.run(from: position, under: heading, limit: limit)
  }

  /// The headings directly under a heading, in order.
  ///
  /// - Complexity: O(*r*) in the number of the section's runs.
  package func headings(under heading: Heading) -> [Heading] {
    guard let groups else {
      let section = catalogue.sections[heading.own]
      // Most sections have no sections in them.
      if section.entryCount == section.itemCount { return [] }
      return section.sections.map { .section($0) }
    }
    return heading == .top ? groups.headings : []
  }

  /// All headings, each before those under it.
  package var headings: [Heading] {
    groups?.headings ?? catalogue.sections(in: .root).map { .section($0) }
  }

  /// All headings, and letters that have no entries now.
  package var possibleHeadings: [Heading] {
    letters.map { $0.letters.map { .letter($0) } } ?? headings
  }

  /// The last letter with entries that is not after a given letter; if there is none, the first
  /// heading.
  package func letter(nearest heading: Heading) -> Heading? {
    guard let wanted = heading.letter else { return nil }
    return headings.last { $0.letter.map { $0 <= wanted } ?? false } ?? headings.first
  }

  /// A title in the section index, the strip beside a list.
  package struct IndexTitle: Equatable, Sendable {
    package let heading: Heading
    package let text: String
    package let entryCount: Int
  }

  /// The titles of the section index: those of the outermost sections; or the letters of the
  /// language, and other letters that have entries.
  ///
  /// - Complexity: O(*s* + *r*) in the numbers of sections and of their runs.
  package var indexTitles: [IndexTitle] {
    if let letters {
      return zip(possibleHeadings, letters.labels).compactMap { heading, label in
        let count = entryCount(under: heading)
        guard label.isOwn || count > 0 else { return nil }
        return IndexTitle(heading: heading, text: label.text, entryCount: count)
      }
    }
    guard isOwn else { return [] }
    return catalogue.root.sections.map { section in
      IndexTitle(
        heading: .section(section),
        text: catalogue.shownTitle(of: section)
          ?? "#\(catalogue.position(of: .section(section)) + 1)",
        entryCount: catalogue.entryCount(of: section))
    }
  }

  /// The entries of a group, in order.
  package func entries(under heading: Heading) -> [Entry.ID] {
    groups?.entries(under: heading) ?? []
  }

  /// How many entries there are in a group.
  package func entryCount(under heading: Heading) -> Int { groups?.count(under: heading) ?? 0 }

  // MARK: Where something is

  /// The heading that a member is directly under, and its position there, from 0.
  ///
  /// - Complexity: O(*d* log *r*) in the depth and in the number of the sections' runs; among
  ///   groups O(1), but O(*n*) for the first entry.
  func location(of member: Member) -> (heading: Heading, position: Int)? {
    guard let groups else {
      guard let item = member.item, item != .section(.root), catalogue.contains(item) else {
        return nil
      }
      return (Heading(catalogue.parent(of: item)), catalogue.position(of: item))
    }
    switch member {
    case .heading(let heading): return groups.number(of: heading).map { (.top, $0) }
    case .entry(let entry): return groups.location(of: entry)
    }
  }

  /// The headings around a heading, from the outermost one to itself, without `top`.
  package func path(to heading: Heading) -> [Heading] {
    guard isOwn, case .section(let section) = heading else {
      return heading == .top ? [] : [heading]
    }
    return catalogue.path(to: section).map { .section($0) }
  }

  /// The headings around an item, and that of a section itself; `nil` if it is not in any group.
  ///
  /// For a deleted item of the file, these are the headings around it when it was deleted.
  package func path(to item: Item) -> [Heading]? {
    switch item {
    case .section: return isOwn ? item.heading.map(path(to:)) : nil
    case .entry(let entry):
      return isOwn
        ? path(to: Heading(catalogue.section(of: entry)))
        : location(of: .entry(entry)).map { path(to: $0.heading) }
    }
  }

  package func contains(_ heading: Heading) -> Bool {
    heading == .top || location(of: .heading(heading)) != nil
  }

  // MARK: Shown or not

  /// How many rows are shown under a heading without headings under it, if it is open. `nil` for
  /// other headings, and where entries may be hidden.
  func leafSize(of heading: Heading) -> Int? {
    guard let groups else {
      guard !catalogue.shape.isForm, let leaf = catalogue.leaf(heading.own) else { return nil }
      return leaf.itemCount + (leaf.hasFooter ? 1 : 0)
    }
    return heading == .top && !groups.headings.isEmpty
      ? nil : groups.count(under: heading)
  }

  /// Whether a row for a footer follows the members of a heading.
  func hasFooter(_ heading: Heading) -> Bool {
    isOwn && catalogue.footer(of: heading.own) != nil
  }

  /// Whether entries may be hidden.
  var hidesEntries: Bool { isOwn && catalogue.shape.isForm && !showsHidden }

  /// The same sectioning with all rows of a form, as if every row that can expand were expanded.
  package func showingHidden() -> Sectioning {
    var result = self
    result.showsHidden = true
    return result
  }

  /// Whether a heading can be opened and closed.
  package func canClose(_ heading: Heading) -> Bool {
    heading.section.map { isOwn ? catalogue.isCollapsible($0) : true } ?? true
  }
}

extension Sectioning.Member {
  fileprivate init(_ item: Item) {
    switch item {
    case .section(let section): self = .heading(.section(section))
    case .entry(let entry): self = .entry(entry)
    }
  }

  /// The item of the file; `nil` for a heading that is not a section's.
  fileprivate var item: Item? {
    switch self {
    case .heading(let heading): heading.section.map { .section($0) }
    case .entry(let entry): .entry(entry)
    }
  }
}

extension Heading {
  fileprivate init(_ section: Section.ID) { self = section == .root ? .top : .section(section) }

  /// The heading's section in the file; the root for `top`.
  fileprivate var own: Section.ID { section ?? .root }
}
