package import Catalogues
import Platform
import PropertyLists

/// What was added, removed, changed and moved between two versions of a catalogue, item by item.
///
/// Items are the same if their values are; see `IdentityPairing`. Sections that only group entries
/// are the same if they have the same title.
package struct CatalogueChanges {
  /// In the order of the new version's outline.
  package private(set) var newEntries: [Entry.ID] = []
  package private(set) var changedEntries: [Entry.ID] = []
  package private(set) var goneEntryCount = 0
  /// The number of entries that are equal, but in another section or order.
  package private(set) var movedEntryCount = 0
  package private(set) var newSectionCount = 0
  package private(set) var goneSectionCount = 0
  /// The number of sections with a different title.
  package private(set) var renamedSectionCount = 0
  /// The number of sections, without the root, whose fields other than the title have changed.
  package private(set) var changedSectionCount = 0
  /// Whether the fields of the root have changed.
  package private(set) var hasRootChanged = false
  /// Whether the texts are the same to the last byte.
  package let isSameText: Bool
  /// The sections and entries of the old version, by the numbers of the same items in the new
  /// version.
  private var oldSections: [Section.ID?]
  private var oldEntries: [UInt32?]

  /// - Parameters:
  ///   - old: The old version. Neither catalogue has been edited since it was read.
  /// - Complexity: O(*n*) in the length of the text, which is compared, besides that of
  ///   `IdentityPairing` for text that differs.
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
    // Entries that are grouped by a value are not in the order of their nodes.
    if !zip(olds, olds.dropFirst()).allSatisfy({ $0.node < $1.node }) {
      olds.sort { $0.node < $1.node }
    }
    let keptSections = Set(oldSections.compactMap { $0 })
    /// By list, the elements that were moved in it.
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
      // Nearly always it is the entry after the last one.
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
      // A new section and one that is gone may be the same, so an entry between them does not count
      // as moved.
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

  /// The items in the new version that are the same as some items of the old version; items that
  /// are gone are left out.
  ///
  /// - Complexity: O(*n*) in the number of items in the new version.
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
