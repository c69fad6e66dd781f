import Catalogues

/// Which sections of two readings of a file are the same.
///
/// Those with the same title in the same section are, if there is only one with it. Then those are
/// that have the same entries, whatever they are called, and at last the first with some title and the
/// first, the second and the second.
struct SectionPairing {
  /// By number of the old section, that of the new one; -1 for none.
  private(set) var newOfOld: [Int] = []
  private var olds: [Int] = []
  private(set) var newCount = 0
  private(set) var goneCount = 0
  /// How many have got another title.
  private(set) var renamedCount = 0

  /// None.
  init() {}

  /// - Parameter pairs: Positions of entries that are the same.
  /// - Complexity: O(*s* + *n*) in the sections and in the paired entries.
  init(
    _ old: Catalogue, _ new: Catalogue, _ oldEntries: ComparedEntries,
    _ newEntries: ComparedEntries,
    _ pairs: [SequencePairing.Pair]
  ) {
    newOfOld = [Int](repeating: -1, count: old.sections.count)
    olds = [Int](repeating: -1, count: new.sections.count)
    join(0, 0)
    pairByTitle(old, new, needsSingle: true)
    pairByEntries(old, new, oldEntries, newEntries, pairs)
    pairByTitle(old, new, needsSingle: false)
    for section in old.sections(in: 0) {
      let other = newOfOld[section]
      if other < 0 {
        goneCount += 1
      } else if old.fullTitle(of: section) ?? "" != new.fullTitle(of: other) ?? "" {
        renamedCount += 1
      }
    }
    newCount = new.sections(in: 0).count { olds[$0] < 0 }
  }

  func oldOfNew(_ section: Int) -> Int? { olds[section] >= 0 ? olds[section] : nil }

  /// Whether entries of two sections have stayed where they were. A section that went and one that
  /// came may be one.
  func isSame(_ old: Int, _ new: Int) -> Bool {
    newOfOld[old] == new || newOfOld[old] < 0 && olds[new] < 0
  }

  private mutating func join(_ old: Int, _ new: Int) {
    newOfOld[old] = new
    olds[new] = old
  }

  // MARK: By titles

  private mutating func pairByTitle(_ old: Catalogue, _ new: Catalogue, needsSingle: Bool) {
    var parents = [(old: 0, new: 0)]
    while let parent = parents.popLast() {
      let (oldInner, newInner) = (
        Array(old.sections[parent.old].sections), Array(new.sections[parent.new].sections)
      )
      var titled = byTitle(newInner, in: new, needsSingle: needsSingle) { olds[$0] }
      for (title, sections) in byTitle(
        oldInner, in: old, needsSingle: needsSingle, { newOfOld[$0] })
      {
        guard let others = titled.removeValue(forKey: title) else { continue }
        for (section, other) in zip(sections, others) { join(section, other) }
      }
      for section in oldInner {
        let other = newOfOld[section]
        if other >= 0 { parents.append((section, other)) }
      }
    }
  }

  /// Sections without a partner by their titles.
  ///
  /// - Parameter needsSingle: Whether only those count that have a title, and no other section has.
  private func byTitle(
    _ sections: [Int], in catalogue: Catalogue, needsSingle: Bool, _ partner: (Int) -> Int
  ) -> [String: [Int]] {
    var result: [String: [Int]] = [:]
    for section in sections where partner(section) < 0 {
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
        // Those around them, too.
        while newOfOld[section] < 0, olds[other] < 0 {
          join(section, other)
          (section, other) = (old.sections[section].parent, new.sections[other].parent)
        }
      }
    }
  }
}
