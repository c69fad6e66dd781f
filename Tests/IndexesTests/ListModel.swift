import SeededRandom

/// A simple model of a list with sections, and of changes that other programs make to it.
struct ListModel {
  struct Entry: Hashable {
    var label: String
    var detail: String
  }

  struct Section {
    var title: String
    var entries: [Entry]
  }

  private(set) var sections: [Section] = []
  private var generator: SeededGenerator
  private var number = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    for _ in 0...below(4) {
      sections.append(Section(title: newText(), entries: (0..<below(9)).map { _ in newEntry() }))
    }
  }

  /// The text of a file.
  var text: String {
    let sections = sections.map { section in
      let entries = section.entries.map {
        "<dict><key>name</key><string>\($0.label)</string>"
          + "<key>phone</key><string>\($0.detail)</string></dict>\n"
      }
      return "<dict><key>title</key><string>\(section.title)</string><key>cars</key>\n"
        + "<array>\(entries.joined())</array></dict>\n"
    }
    return "<plist version=\"1.0\"><array>\n\(sections.joined())</array></plist>\n"
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  private mutating func newText() -> String {
    number += 1
    return ["a", "ä", "中"][below(3)] + String(number)
  }

  /// An entry unlike all others, possibly with a label that others have.
  private mutating func newEntry() -> Entry {
    let detail = newText()
    return Entry(label: below(4) == 0 ? "common" : newText(), detail: detail)
  }

  /// Adds or removes an entry, or changes the detail or label of one, or both.
  mutating func changeEntry() {
    let section = below(sections.count)
    let count = sections[section].entries.count
    let position = below(count + 1)
    if position == count || below(3) == 0 {
      return sections[section].entries.insert(newEntry(), at: position)
    }
    let fresh = newEntry()
    switch below(4) {
    case 0: sections[section].entries.remove(at: position)
    case 1: sections[section].entries[position].detail = fresh.detail
    case 2: sections[section].entries[position].label = fresh.label
    default: sections[section].entries[position] = fresh
    }
  }

  mutating func moveEntry() {
    let (from, to) = (below(sections.count), below(sections.count))
    guard !sections[from].entries.isEmpty else { return }
    let entry = sections[from].entries.remove(at: below(sections[from].entries.count))
    sections[to].entries.insert(entry, at: below(sections[to].entries.count + 1))
  }

  mutating func changeSections() {
    let position = below(sections.count)
    switch below(3) {
    case 0: sections[position].title = newText()
    case 1 where sections.count > 1: sections.remove(at: position)
    default:
      sections.insert(
        Section(title: newText(), entries: (0..<below(4)).map { _ in newEntry() }), at: position)
    }
  }
}

/// What was added, removed and changed between two lists, found in the simplest way.
struct ModelComparison {
  private(set) var new: [ListModel.Entry] = []
  private(set) var changed: [ListModel.Entry] = []
  private(set) var goneCount = 0
  private(set) var sectionCounts = (new: 0, gone: 0, renamed: 0)

  private typealias Place = (section: Int, entry: Int)
  private let old: ListModel
  private let now: ListModel
  private var olds: [[Int?]] = []

  init(_ old: ListModel, _ now: ListModel) {
    (self.old, self.now) = (old, now)
    let partners = now.sections.map { section in
      old.sections.firstIndex { $0.title == section.title }
        ?? old.sections.firstIndex { other in
          !now.sections.contains { $0.title == other.title }
            && !Set(other.entries).isDisjoint(with: section.entries)
        }
    }
    sectionCounts = (
      partners.count { $0 == nil }, old.sections.indices.count { !partners.contains($0) },
      zip(now.sections, partners).count { section, partner in
        partner.map { old.sections[$0].title != section.title } ?? false
      }
    )
    var oldRest = Set(old.sections.flatMap(\.entries))
    let all = Set(now.sections.flatMap(\.entries))
    let same = oldRest.intersection(all)
    oldRest.subtract(same)
    var isChanged: Set<ListModel.Entry> = []
    /// The old forms of the changed entries.
    var was: [ListModel.Entry: ListModel.Entry] = [:]
    for (section, partner) in zip(now.sections, partners) {
      guard let partner else { continue }
      for entry in section.entries where !same.contains(entry) {
        let other = old.sections[partner].entries.first {
          oldRest.contains($0) && $0.label == entry.label
        }
        guard let other else { continue }
        oldRest.remove(other)
        isChanged.insert(entry)
        was[entry] = other
      }
    }
    for entry in same { was[entry] = entry }
    var inGaps: [(ListModel.Entry, ListModel.Entry)] = []
    for (section, partner) in zip(now.sections, partners) {
      guard let partner else { continue }
      let known = Set(was.values)
      for gap in ModelComparison.gaps(in: section, isKnown: { was[$0] != nil }) {
        for other in ModelComparison.gaps(in: old.sections[partner], isKnown: known.contains)
        where other.count == gap.count {
          let isBefore = other.before == gap.before.flatMap { was[$0] }
          let isAfter = other.after == gap.after.flatMap { was[$0] }
          if isBefore, isAfter { inGaps += zip(gap.entries, other.entries) }
        }
      }
    }
    for (entry, other) in inGaps {
      isChanged.insert(entry)
      oldRest.remove(other)
    }
    for entry in now.sections.flatMap(\.entries) where !same.contains(entry) {
      if isChanged.contains(entry) { changed.append(entry) } else { new.append(entry) }
    }
    goneCount = oldRest.count
  }

  private struct Gap {
    let before: ListModel.Entry?
    let entries: [ListModel.Entry]
    let after: ListModel.Entry?

    var count: Int { entries.count }
  }

  /// The runs of entries that are not known.
  private static func gaps(
    in section: ListModel.Section, isKnown: (ListModel.Entry) -> Bool
  ) -> [Gap] {
    let entries = section.entries
    var gaps: [Gap] = []
    for start in entries.indices {
      for end in start..<entries.count {
        let isWhole = entries[start...end].allSatisfy { !isKnown($0) }
        let before = start > 0 ? entries[start - 1] : nil
        let after = end + 1 < entries.count ? entries[end + 1] : nil
        guard isWhole, before.map(isKnown) ?? true, after.map(isKnown) ?? true else { continue }
        gaps.append(Gap(before: before, entries: Array(entries[start...end]), after: after))
      }
    }
    return gaps
  }
}
