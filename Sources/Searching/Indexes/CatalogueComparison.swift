package import Catalogues
import Platform
import PropertyLists

/// What was added, removed and changed between two versions of a file.
///
/// Entries are the same if their elements are written in the same bytes. First they are paired in
/// order, see `SequencePairing`; equal entries among the remaining ones have moved. Any other
/// remaining entry has changed if one of the remaining ones in the same section had its label, or
/// if there were equally many of them between the same neighbours; all others were added or
/// removed. Sections are paired by `SectionPairing`.
package struct CatalogueComparison {
  /// In the order of the new version's outline.
  package private(set) var newEntries: [Entry.ID] = []
  package private(set) var changedEntries: [Entry.ID] = []
  package private(set) var goneEntryCount = 0
  /// How many entries are the same, but in another section or order.
  package private(set) var movedEntryCount = 0
  package let newSectionCount: Int
  package let goneSectionCount: Int
  /// How many sections have a different title.
  package let renamedSectionCount: Int
  /// How many sections, besides the root, hold something else besides their items and titles.
  package let changedSectionCount: Int
  /// Whether the root does.
  package let hasRootChanged: Bool
  /// Whether the texts are the same to the last byte.
  package let isSameText: Bool

  private let old: ComparedEntries
  private let new: ComparedEntries
  /// By position in the outline, the position of the same or the changed entry in the other
  /// version; -1 if there is none.
  private var newOfOld: [Int]
  private var oldOfNew: [Int]
  private let sections: SectionPairing
  private let versions: (old: Catalogue, new: Catalogue)

  /// - Complexity: O(*n*) in the length of both texts, which are compared and some of which is
  ///   hashed, plus that of `SequencePairing`.
  package init(from old: Catalogue, to new: Catalogue) {
    isSameText = new.document.hasText(of: old.document)
    versions = (old, new)
    guard !isSameText else {
      (newSectionCount, goneSectionCount, renamedSectionCount) = (0, 0, 0)
      (changedSectionCount, hasRootChanged) = (0, false)
      (self.old, self.new) = (ComparedEntries(), ComparedEntries())
      (newOfOld, oldOfNew, sections) = ([], [], SectionPairing())
      return
    }
    let (oldEntries, newEntries) = (ComparedEntries(old), ComparedEntries(new))
    (self.old, self.new) = (oldEntries, newEntries)
    newOfOld = [Int](repeating: -1, count: oldEntries.count)
    oldOfNew = [Int](repeating: -1, count: newEntries.count)
    let pairing = SequencePairing(oldEntries.count, newEntries.count) {
      oldEntries.isElement(at: $0, writtenAs: $1, of: newEntries)
    } oldHash: {
      oldEntries.elementHash(at: $0)
    } newHash: {
      newEntries.elementHash(at: $0)
    }
    sections = SectionPairing(old, new, oldEntries, newEntries, pairing.pairs)
    (newSectionCount, goneSectionCount, renamedSectionCount) = (
      sections.newCount, sections.goneCount, sections.renamedCount
    )
    let sections = sections
    hasRootChanged = !old.hasFields(of: .root, like: .root, of: new)
    changedSectionCount = old.sections(in: .root).count { section in
      sections.newOfOld(section).map { !old.hasFields(of: section, like: $0, of: new) } ?? false
    }
    join(pairing.pairs)
    joinMoved()
    let sameCount = oldOfNew.count { $0 >= 0 }
    guard sameCount < max(oldEntries.count, newEntries.count) else { return }
    var isChanged = [Bool](repeating: false, count: newEntries.count)
    joinByLabel(&isChanged)
    joinByNeighbours(&isChanged)
    for position in 0..<newEntries.count {
      let entry = newEntries.entry(at: position)
      if isChanged[position] {
        changedEntries.append(entry)
      } else if oldOfNew[position] < 0 {
        self.newEntries.append(entry)
      }
    }
    goneEntryCount = newOfOld.count { $0 < 0 }
  }

  private mutating func join(_ old: Int, _ new: Int) {
    newOfOld[old] = new
    oldOfNew[new] = old
  }

  /// Finds the entries of a catalogue that are written like some entries of another one.
  ///
  /// - Returns: One for each that is found, in the order of the outline.
  /// - Complexity: O(*n*) in the length of the text.
  package static func entries(
    _ entries: [Entry.ID], of catalogue: Catalogue, in other: Catalogue
  ) -> [Entry.ID] {
    let (some, all) = (ComparedEntries(entries, of: catalogue), ComparedEntries(other))
    let pairs = EqualPairing.pairs(
      Array(0..<some.count), Array(0..<all.count), oldHash: some.elementHash(at:),
      newHash: all.elementHash(at:)
    ) { some.isElement(at: $0, writtenAs: $1, of: all) }
    return pairs.map { all.entry(at: $0.new) }
  }

  // MARK: What has become of items

  /// What has become of some items of the old version, by which they may go on being known: for an
  /// entry the same or the changed one, for a section that with its title or its entries. Those
  /// that are gone are left out.
  ///
  /// - Complexity: O(*n* + *s*) in the numbers of entries and sections.
  package func successors(of items: Set<Item>) -> [Item: Item] {
    var result: [Item: Item] = [:]
    for item in items {
      guard case .section(let section) = item, let other = successor(of: section) else { continue }
      result[item] = .section(other)
    }
    guard items.contains(where: \.isEntry) else { return result }
    let (old, new) =
      isSameText ? (ComparedEntries(versions.old), ComparedEntries(versions.new)) : (old, new)
    // The same text may have another shape than the edited catalogue had.
    if isSameText, old.count != new.count { return result }
    for position in 0..<old.count {
      let entry = old.entry(at: position)
      let other = isSameText ? position : newOfOld[position]
      guard other >= 0, items.contains(.entry(entry)) else { continue }
      result[.entry(entry)] = .entry(new.entry(at: other))
    }
    return result
  }

  private func successor(of section: Section.ID) -> Section.ID? {
    if section == .root { return .root }
    guard isSameText else { return sections.newOfOld(section) }
    let (old, new) = (versions.old.sections(in: .root), versions.new.sections(in: .root))
    guard old.count == new.count else { return nil }
    return old.firstIndex(of: section).map { new[$0] }
  }

  // MARK: The same entries

  private mutating func join(_ pairs: [SequencePairing.Pair]) {
    for pair in pairs {
      for offset in 0..<pair.count {
        let (oldPosition, newPosition) = (pair.old + offset, pair.new + offset)
        join(oldPosition, newPosition)
        if !sections.isSame(old.section(at: oldPosition), new.section(at: newPosition)) {
          movedEntryCount += 1
        }
      }
    }
  }

  private mutating func joinMoved() {
    let pairs = EqualPairing.pairs(
      newOfOld.indices.filter { newOfOld[$0] < 0 }, oldOfNew.indices.filter { oldOfNew[$0] < 0 },
      oldHash: old.elementHash(at:), newHash: new.elementHash(at:)
    ) { old.isElement(at: $0, writtenAs: $1, of: new) }
    for pair in pairs { join(pair.old, pair.new) }
    movedEntryCount += pairs.count
  }

  // MARK: Changed entries

  private mutating func joinByLabel(_ isChanged: inout [Bool]) {
    let (old, new, sections) = (old, new, sections)
    func hash(_ section: Section.ID?, _ label: UnsafeBufferPointer<UInt8>) -> Int {
      var hasher = Hasher()
      hasher.combine(section)
      hasher.combine(bytes: UnsafeRawBufferPointer(label))
      return hasher.finalize()
    }
    // Sections that were removed, and entries without a label, are not the same as any others.
    let oldRest = newOfOld.indices.filter {
      newOfOld[$0] < 0 && sections.newOfOld(old.section(at: $0)) != nil
        && old.withLabel(at: $0) { !$0.isEmpty }
    }
    let pairs = EqualPairing.pairs(
      oldRest, oldOfNew.indices.filter { oldOfNew[$0] < 0 },
      oldHash: { position in
        old.withLabel(at: position) { hash(sections.newOfOld(old.section(at: position)), $0) }
      },
      newHash: { position in new.withLabel(at: position) { hash(new.section(at: position), $0) } },
      isSame: { oldPosition, newPosition in
        sections.newOfOld(old.section(at: oldPosition)) == new.section(at: newPosition)
          && old.withLabel(at: oldPosition) { label in
            new.withLabel(at: newPosition) { label.elementsEqual($0) }
          }
      })
    for pair in pairs {
      join(pair.old, pair.new)
      isChanged[pair.new] = true
    }
  }

  private mutating func joinByNeighbours(_ isChanged: inout [Bool]) {
    let oldGaps = Dictionary(
      old.gaps { newOfOld[$0] >= 0 }.map { ($0.start, $0) }, uniquingKeysWith: { first, _ in first }
    )
    for gap in new.gaps(isKnown: { oldOfNew[$0] >= 0 }) {
      guard let section = sections.oldOfNew(gap.start.section),
        let before = oldNeighbour(gap.start.before), let after = oldNeighbour(gap.after),
        let other = oldGaps[EntryGap.Start(section: section, before: before)],
        other.after == after, other.positions.count == gap.positions.count
      else { continue }
      for (oldPosition, newPosition) in zip(other.positions, gap.positions) {
        join(oldPosition, newPosition)
        isChanged[newPosition] = true
      }
    }
  }

  private func oldNeighbour(_ neighbour: EntryGap.Neighbour) -> EntryGap.Neighbour? {
    switch neighbour {
    case .end: .end
    case .entry(let position): .entry(oldOfNew[position])
    case .section(let section): sections.oldOfNew(section).map { .section($0) }
    }
  }
}

extension Catalogue {
  /// Whether a section has fields that are written like those of one of another catalogue.
  fileprivate func hasFields(
    of section: Section.ID, like other: Section.ID, of others: Catalogue
  ) -> Bool {
    let (own, theirs) = (fields(of: section), others.fields(of: other))
    return own.count == theirs.count
      && zip(own, theirs).allSatisfy { own, their in
        own.path == their.path
          && document.isElement(own.key.node, writtenAs: their.key.node, of: others.document)
      }
  }
}
