package import Catalogues
import Platform
import PropertyLists

/// What was added, removed, changed and moved between two versions of a catalogue, item by item.
///
/// An item is the same if its value is, see `IdentityPairing`; sections that only group entries are the
/// same if they have the same title.
package struct CatalogueChanges {
  /// In the order of the new version's outline.
  package private(set) var newEntries: [Entry.ID] = []
  package private(set) var changedEntries: [Entry.ID] = []
  package private(set) var goneEntryCount = 0
  /// How many entries are the same, but in another section or order.
  package private(set) var movedEntryCount = 0
  package private(set) var newSectionCount = 0
  package private(set) var goneSectionCount = 0
  /// How many sections have a different title.
  package private(set) var renamedSectionCount = 0
  /// How many sections, besides the root, hold something else besides their items and titles.
  package private(set) var changedSectionCount = 0
  /// Whether the root does.
  package private(set) var hasRootChanged = false
  /// Whether the texts are the same to the last byte.
  package let isSameText: Bool
  /// The items of the old version by the numbers of those of the new one.
  private var oldSections: [Section.ID?]
  private var oldEntries: [UInt32?]

  /// - Parameters:
  ///   - old: A catalogue that has not been edited since it was read, as has not the other one.
  /// - Complexity: O(*n*) in the length of the text, which is compared, beside that of `IdentityPairing`
  ///   for what is not written alike.
  package init(from old: Catalogue, to new: Catalogue) {
    isSameText = new.document.hasText(of: old.document)
    oldSections = new.sections.indices.map { $0 }
    oldEntries = new.entries.map { UInt32($0.rawValue) }
    if isSameText { return }
    var trees = IdentityPairing(old.document, new.document)
    pairSections(old, new, &trees)
    pairEntries(old, new, &trees)
  }

  // MARK: Sections

  private mutating func pairSections(
    _ old: Catalogue, _ new: Catalogue, _ trees: inout IdentityPairing
  ) {
    let all = old.sections(in: .root)
    let byNode = Dictionary(
      all.compactMap { section in old.sections[section].node.map { ($0, section) } },
      uniquingKeysWith: { first, _ in first })
    var byTitle = Dictionary(
      grouping: all.reversed().filter { old.sections[$0].node == nil }, by: old.fullTitle)
    goneSectionCount = all.count
    hasRootChanged = haveOtherFields(.root, old, .root, new, &trees)
    for section in new.sections(in: .root) {
      let node = new.sections[section].node
      let before =
        node.map { trees.findPartner(ofNew: $0).flatMap { byNode[$0] } }
        ?? byTitle[new.fullTitle(of: section)]?.popLast()
      oldSections[section.rawValue] = before
      guard let before else {
        newSectionCount += 1
        continue
      }
      goneSectionCount -= 1
      if old.fullTitle(of: before) ?? "" != new.fullTitle(of: section) ?? "" {
        renamedSectionCount += 1
      }
      if let node, let other = old.sections[before].node, trees.areEqual(other, node) { continue }
      if haveOtherFields(before, old, section, new, &trees) { changedSectionCount += 1 }
    }
  }

  private func haveOtherFields(
    _ section: Section.ID, _ old: Catalogue, _ other: Section.ID, _ new: Catalogue,
    _ trees: inout IdentityPairing
  ) -> Bool {
    let (fields, others) = (old.fields(of: section), new.fields(of: other))
    let paths = Dictionary(
      fields.map { ($0.value, $0.path) }, uniquingKeysWith: { first, _ in first })
    return fields.count != others.count
      || others.contains { field in
        guard let value = trees.findPartner(ofNew: field.value) else { return true }
        return paths[value] != field.path || !trees.areEqual(value, field.value)
      }
  }

  // MARK: Entries

  private mutating func pairEntries(
    _ old: Catalogue, _ new: Catalogue, _ trees: inout IdentityPairing
  ) {
    var olds = old.entries.map {
      (node: UInt32(old.value(of: $0).rawValue), entry: UInt32($0.rawValue))
    }
    // Entries that are grouped by what is in them are in another order.
    if !zip(olds, olds.dropFirst()).allSatisfy({ $0.node < $1.node }) {
      olds.sort { $0.node < $1.node }
    }
    let keptSections = Set(oldSections.compactMap { $0 })
    /// By list, what was moved in it.
    var moved: [NodeIndex: Set<NodeIndex>] = [:]
    var next = 0
    goneEntryCount = olds.count
    for entry in new.entries {
      let value = new.value(of: entry)
      oldEntries[entry.rawValue] = nil
      guard let oldValue = trees.findPartner(ofNew: value) else {
        newEntries.append(entry)
        continue
      }
      // As nearly always, the one after the last.
      if next >= olds.count || olds[next].node != oldValue.rawValue {
        next = olds.partitionPoint { $0.node >= oldValue.rawValue }
      }
      guard next < olds.count, olds[next].node == oldValue.rawValue else {
        newEntries.append(entry)
        continue
      }
      oldEntries[entry.rawValue] = olds[next].entry
      goneEntryCount -= 1
      let section = old.section(of: Entry.ID(rawValue: Int(olds[next].entry)))
      next += 1
      let list = trees.comparedContainer(ofNew: value)
      if list != nil, !trees.areEqual(oldValue, value) || trees.hasRenamedKey(oldValue, value) {
        changedEntries.append(entry)
        continue
      }
      // A section that is gone and one that is new may be the same.
      let before = oldSections[new.section(of: entry).rawValue]
      if before != section, before != nil || keptSections.contains(section) {
        movedEntryCount += 1
      } else if let list {
        let inList = moved[list] ?? trees.moved(in: list)
        moved[list] = inList
        if inList.contains(value) { movedEntryCount += 1 }
      }
    }
  }

  // MARK: What has become of items

  /// What some items of the old version have become in the new one; those that are gone are left out.
  ///
  /// - Complexity: O(*n*) in the number of all items.
  package func successors(of items: Set<Item>) -> [Item: Item] {
    var result: [Item: Item] = [:]
    for (number, before) in oldSections.enumerated() {
      if let item = before.map({ Item.section($0) }), items.contains(item) {
        result[item] = .section(Section.ID(rawValue: number))
      }
    }
    for (number, before) in oldEntries.enumerated() {
      if let item = before.map({ Item.entry(Entry.ID(rawValue: Int($0))) }), items.contains(item) {
        result[item] = .entry(Entry.ID(rawValue: number))
      }
    }
    return result
  }
}
