import PropertyLists

extension Section {
  /// The items of an edited section in order, found by identity as well as by position.
  struct Arrangement: Sendable {
    private var items: RangeSequence
    /// The number of items that are sections.
    private(set) var sectionCount: Int

    /// - Complexity: O(*r* log *r*) in the number of runs.
    init(_ section: Section) {
      items = RangeSequence(section.readRuns.map { Arrangement.range($0.content) })
      sectionCount = section.readSectionCount
    }

    var itemCount: Int { items.count }

    /// The runs. Their `firstEntry` means nothing after edits and is always `.first`.
    var runs: [Run] {
      var position = 0
      return items.ranges.map { range in
        defer { position += range.count }
        return Run(position: position, firstEntry: .first, content: Arrangement.content(range))
      }
    }

    /// - Returns: `nil` if the item is not in the section.
    func position(of item: Item) -> Int? {
      switch item {
      case .entry(let entry): items.position(of: entry.rawValue)
      case .section(let section): items.position(of: Arrangement.integer(section))
      }
    }

    func run(around position: Int) -> Run {
      let (range, start) = items.range(around: position)
      return Run(position: start, firstEntry: .first, content: Arrangement.content(range))
    }

    func contents(at positions: Range<Int>) -> [Run.Content] {
      items.slice(positions).map(Arrangement.content)
    }

    mutating func replace(
      at position: Int, _ old: [Run.Content], by new: [Run.Content]
    ) {
      let count = old.reduce(0) { $0 + $1.count }
      items.replace(position..<(position + count), with: new.map(Arrangement.range))
      sectionCount += new.count(where: \.isSection) - old.count(where: \.isSection)
    }

    // Entries are represented by their numbers, sections by even negative integers: no two of these
    // are consecutive, so that each section stays a range of its own.

    private static func integer(_ section: Section.ID) -> Int { -2 * (section.rawValue + 1) }

    private static func range(_ content: Run.Content) -> Range<Int> {
      switch content {
      case .entries(let entries): return entries.lowerBound.rawValue..<entries.upperBound.rawValue
      case .section(let section):
        let integer = integer(section)
        return integer..<(integer + 1)
      }
    }

    private static func content(_ range: Range<Int>) -> Run.Content {
      range.lowerBound < 0
        ? .section(Section.ID(rawValue: -range.lowerBound / 2 - 1))
        : .entries(Entry.ID(rawValue: range.lowerBound)..<Entry.ID(rawValue: range.upperBound))
    }
  }
}

extension Section.Run.Content {
  var isSection: Bool { if case .section = self { true } else { false } }
}

/// Disclosure as the file declares it: which sections can be closed, and which are closed at first.
extension Catalogue {
  /// Whether a section can be closed: always, unless its `isCollapsible` is false.
  ///
  /// - Complexity: O(*m*) in the members of the section's dictionary.
  package func isCollapsible(_ section: Section.ID) -> Bool {
    disclosureFlag("isCollapsible", of: section) ?? true
  }

  /// Whether a section is closed at first: its `isCollapsed` is true or, without that key, its
  /// `isExpanded` is false.
  ///
  /// - Complexity: O(*m*) in the members of the section's dictionary.
  package func startsCollapsed(_ section: Section.ID) -> Bool {
    disclosureFlag("isCollapsed", of: section)
      ?? disclosureFlag("isExpanded", of: section).map { !$0 } ?? false
  }

  private func disclosureFlag(_ key: String, of section: Section.ID) -> Bool? {
    if section == .root || !sections.indices.contains(section) { return nil }
    if isRestored {
      return fields(of: section).first { $0.path == [key] }.flatMap { document.flag(at: $0.value) }
    }
    guard let node = sections.with(section, \.node), document.kind(of: node) == .dict else {
      return nil
    }
    return document.value(of: key, in: node).flatMap(document.flag)
  }
}
