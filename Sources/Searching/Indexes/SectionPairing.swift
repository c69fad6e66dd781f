import Catalogues
import Platform

/// The sections that are the same in two versions of a file.
///
/// First come those with the same title in the same section, if no other there has it. Next come
/// those with the same entries, whatever their titles, and finally those with the same title in
/// order: the first with the first, the second with the second.
struct SectionPairing {
  /// The new sections by the numbers of the old ones.
  private var news: [Section.ID?] = []
  private var olds: [Section.ID?] = []
  private(set) var newCount = 0
  private(set) var goneCount = 0
  /// How many sections have a different title.
  private(set) var renamedCount = 0

  /// No pairs.
  init() {}

  /// - Parameter pairs: Positions of entries that are the same.
  /// - Complexity: O(*s* + *n*) in the numbers of sections and of paired entries.
  init(
    _ old: Catalogue, _ new: Catalogue, _ oldEntries: ComparedEntries,
    _ newEntries: ComparedEntries,
    _ pairs: [SequencePairing.Pair]
  ) {
    news = Array(repeating: nil, count: old.sections.count)
    olds = Array(repeating: nil, count: new.sections.count)
    join(.root, .root)
    pairByTitle(old, new, needsSingle: true)
    pairByEntries(old, new, oldEntries, newEntries, pairs)
    pairByTitle(old, new, needsSingle: false)
    for section in old.sections(in: .root) {
      guard let other = newOfOld(section) else {
        goneCount += 1
        continue
      }
      if old.fullTitle(of: section) ?? "" != new.fullTitle(of: other) ?? "" { renamedCount += 1 }
    }
    newCount = new.sections(in: .root).count { oldOfNew($0) == nil }
  }

  func newOfOld(_ section: Section.ID) -> Section.ID? { news[section.rawValue] }

  func oldOfNew(_ section: Section.ID) -> Section.ID? { olds[section.rawValue] }

  /// Whether two sections count as the same place for entries. A removed section and an added one
  /// may be the same.
  func isSame(_ old: Section.ID, _ new: Section.ID) -> Bool {
    let other = newOfOld(old)
    return other == new || other == nil && oldOfNew(new) == nil
  }

  private mutating func join(_ old: Section.ID, _ new: Section.ID) {
    news[old.rawValue] = new
    olds[new.rawValue] = old
  }

  // MARK: By titles

  private mutating func pairByTitle(_ old: Catalogue, _ new: Catalogue, needsSingle: Bool) {
    var parents = [(old: Section.ID.root, new: Section.ID.root)]
    while let parent = parents.popLast() {
      let (oldInner, newInner) = (
        Array(old.sections[parent.old].sections), Array(new.sections[parent.new].sections)
      )
      var titled = byTitle(newInner, in: new, needsSingle: needsSingle) { oldOfNew($0) }
      for (title, sections) in byTitle(
        oldInner, in: old, needsSingle: needsSingle, { newOfOld($0) })
      {
        guard let others = titled.removeValue(forKey: title) else { continue }
        for (section, other) in zip(sections, others) { join(section, other) }
      }
      for section in oldInner {
        if let other = newOfOld(section) { parents.append((section, other)) }
      }
    }
  }

  /// Sections without a partner, by title.
  ///
  /// - Parameter needsSingle: Whether to include only sections with a title that no other section
  ///   has.
  private func byTitle(
    _ sections: [Section.ID], in catalogue: Catalogue, needsSingle: Bool,
    _ partner: (Section.ID) -> Section.ID?
  ) -> [String: [Section.ID]] {
    var result: [String: [Section.ID]] = [:]
    for section in sections where partner(section) == nil {
      result[catalogue.fullTitle(of: section) ?? "", default: []].append(section)
    }
    return needsSingle ? result.filter { !$0.key.isEmpty && $0.value.count == 1 } : result
  }

  // MARK: By entries

  private mutating func pairByEntries(
    _ old: Catalogue, _ new: Catalogue, _ oldEntries: ComparedEntries,
    _ newEntries: ComparedEntries,
    _ pairs: [SequencePairing.Pair]
  ) {
    for pair in pairs {
      for offset in 0..<pair.count {
        var (section, other) = (
          oldEntries.section(at: pair.old + offset), newEntries.section(at: pair.new + offset)
        )
        // The sections around them, too.
        while newOfOld(section) == nil, oldOfNew(other) == nil {
          join(section, other)
          (section, other) = (old.sections[section].parent, new.sections[other].parent)
        }
      }
    }
  }
}
