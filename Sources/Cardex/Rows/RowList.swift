import Catalogues
import Platform
import Presentation

/// A snapshot of a table's rows: runs, divided into the sections of the table.
///
/// Items have their numbers in `Row.ID`.
struct RowList: Equatable, Sendable {
  typealias Run = Presentation.Rows.Run

  /// A section of the table: an outermost section of the catalogue, or entries outside any section.
  struct Section: Equatable, Sendable {
    /// The number of the catalogue's section; `nil` for entries outside any section.
    let number: Int?
    /// The index among the table's sections whose `number` is `nil`, from 0.
    let ordinal: Int
    var isExpanded = true
    /// The number of the catalogue's section that has the footer; 0 for the footer of the whole
    /// list.
    var footer: Int?
    var runs: [Run] = []
    /// How many rows are before each run.
    var starts: [Int] = []
    var count = 0

    mutating func append(_ run: Run) {
      runs.append(run)
      starts.append(count)
      count += run.count
    }

    /// The run that has a row, and the row's position in it.
    func run(of row: Int) -> (run: Run, offset: Int) {
      precondition(row >= 0 && row < count, "there is no row \(row)")
      let index = starts.partitionPoint { $0 > row } - 1
      return (runs[index], row - starts[index])
    }

    func id(at row: Int) -> Row.ID {
      let (run, offset) = run(of: row)
      return run.id(at: offset)
    }
  }

  private(set) var sections: [Section] = []

  init() {}

  init(_ runs: [Run]) {
    var looseCount = 0
    func appendLoose() {
      if let last = sections.last, last.number == nil, last.footer == nil { return }
      sections.append(Section(number: nil, ordinal: looseCount))
      looseCount += 1
    }
    for run in runs {
      switch run.content {
      case .heading(.section(let section), let isExpanded) where run.depth == 0:
        sections.append(Section(number: section.rawValue, ordinal: 0, isExpanded: isExpanded))
        continue
      case .footer(.section(let section)) where section.rawValue == sections.last?.number:
        sections[sections.count - 1].footer = section.rawValue
        continue
      case .footer(.top):
        appendLoose()
        sections[sections.count - 1].footer = 0
        continue
      default: break
      }
      if run.depth == 0 { appendLoose() }
      sections[sections.count - 1].append(run)
    }
  }

  /// Where a row is.
  ///
  /// - Complexity: O(*r*) in the number of runs.
  func position(of id: Row.ID) -> Rows.Position? {
    for (index, section) in sections.enumerated() {
      for (run, start) in zip(section.runs, section.starts) {
        if let offset = run.offset(of: id) {
          return Rows.Position(section: index, row: start + offset)
        }
      }
    }
    return nil
  }
}

extension RowList.Run {
  func id(at offset: Int) -> Row.ID {
    switch content {
    case .heading(let heading, _):
      Row.ID(kind: .section, number: heading.section?.rawValue ?? 0)
    case .footer(let heading):
      Row.ID(kind: .footer, number: heading.section?.rawValue ?? 0)
    case .entries(let entries):
      Row.ID(kind: .entry, number: entries.lowerBound.rawValue + offset)
    }
  }

  func offset(of id: Row.ID) -> Int? {
    guard case .entries(let entries) = content else { return self.id(at: 0) == id ? 0 : nil }
    let entry = Entry.ID(rawValue: id.number)
    return id.kind == .entry && entries.contains(entry)
      ? entries.lowerBound.distance(to: entry) : nil
  }

  func shows(_ id: Presentation.Row.ID) -> Bool {
    switch (content, id) {
    case (.entries(let entries), .entry(let entry)): entries.contains(entry)
    case (.heading(let heading, _), .heading(let other)): heading == other
    case (.footer(let heading), .footer(of: let other)): heading == other
    default: false
    }
  }

  typealias Entry = Catalogues.Entry
}

// MARK: Changes

extension RowList {
  /// The changes that lead from an earlier list to this one.
  ///
  /// - Parameter edited: Rows that are shown differently, if they are still there; `nil` for all.
  /// - Complexity: O(*r* log *r* + *k*) in the numbers *r* of runs and *k* of changed rows.
  func changes(from old: RowList, edited: Set<Presentation.Row.ID>?) -> RowChanges {
    var changes = RowChanges()
    let pairs = pairedSections(with: old, &changes)
    var known: [Row.ID: Rows.Position] = [:]
    for (before, now) in pairs {
      let (oldSection, section) = (old.sections[before], sections[now])
      if section.isShownDifferently(from: oldSection, edited) {
        changes.reloadedHeaders.append(now)
      }
      if let edited, oldSection.runs == section.runs, section.showsNone(of: edited) { continue }
      let inner = Presentation.RowChanges(
        from: oldSection.runs, to: section.runs, edited: edited ?? [])
      for row in inner.deleted.joined() {
        known[oldSection.id(at: row)] = Rows.Position(section: before, row: row)
      }
      changes.inserted += inner.inserted.joined().map { Rows.Position(section: now, row: $0) }
      for move in inner.moved {
        for (from, to) in zip(move.from, move.to) {
          changes.moved[Rows.Position(section: before, row: from)] =
            Rows.Position(section: now, row: to)
        }
      }
      let reloaded = edited == nil ? [0..<section.count].filter { !$0.isEmpty } : inner.reloaded
      changes.reloaded += reloaded.joined().map { Rows.Position(section: now, row: $0) }
    }
    changes.pairMoved(&known, in: self)
    changes.deleted = known.values.inOrder
    if edited == nil {
      let new = Set(changes.inserted)
      changes.reloaded.removeAll(where: new.contains)
    }
    return changes
  }

  /// The sections that both lists have in the same order, by their indices before and now. All
  /// others are noted as deleted or inserted.
  private func pairedSections(
    with old: RowList, _ changes: inout RowChanges
  ) -> [(before: Int, now: Int)] {
    let numbers = Dictionary(
      uniqueKeysWithValues: zip(old.sections.map(\.key), old.sections.indices))
    let found = sections.enumerated().compactMap { now, section in
      numbers[section.key].map { (before: $0, now: now) }
    }
    let pairs = RowList.longestAscending(found)
    changes.deletedSections = RowList.others(pairs.map(\.before), in: old.sections.count)
    changes.insertedSections = RowList.others(pairs.map(\.now), in: sections.count)
    return pairs
  }

  private static func others(_ indices: [Int], in count: Int) -> [Int] {
    let known = Set(indices)
    return (0..<count).filter { !known.contains($0) }
  }

  /// The longest subsequence of pairs that is in ascending order on both sides.
  ///
  /// - Parameter pairs: Pairs in ascending order of `now`.
  private static func longestAscending(
    _ pairs: [(before: Int, now: Int)]
  ) -> [(before: Int, now: Int)] {
    // `ends`: for each length, the pair with the least `before` that ends a subsequence.
    // `previous`: the pair before each pair in its subsequence.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: pairs.count)
    for (number, pair) in pairs.enumerated() {
      let length = ends.partitionPoint { pairs[$0].before >= pair.before }
      if length > 0 { previous[number] = ends[length - 1] }
      if length == ends.count { ends.append(number) } else { ends[length] = number }
    }
    var result: [(before: Int, now: Int)] = []
    var next = ends.last
    while let number = next {
      result.append(pairs[number])
      next = previous[number]
    }
    return result.reversed()
  }
}

extension RowChanges {
  /// Turns a row that was deleted from a section and inserted into another section into a moved row.
  /// The row is also reloaded, since its indentation may differ.
  fileprivate mutating func pairMoved(_ gone: inout [Row.ID: Rows.Position], in list: RowList) {
    if gone.isEmpty { return }
    var new: [Rows.Position] = []
    for position in inserted {
      let id = list.sections[position.section].id(at: position.row)
      if let old = gone.removeValue(forKey: id) {
        moved[old] = position
        reloaded.append(position)
      } else {
        new.append(position)
      }
    }
    inserted = new
    reloaded = Set(reloaded).inOrder
  }
}

extension RowList.Section {
  /// What identifies a section in another list.
  fileprivate struct Key: Hashable {
    let number: Int?
    let ordinal: Int
  }

  fileprivate var key: Key { Key(number: number, ordinal: ordinal) }

  /// Whether the section shows none of some rows; `false` also for 100 rows or more, which are not
  /// looked up.
  fileprivate func showsNone(of rows: Set<Presentation.Row.ID>) -> Bool {
    rows.count < 100 && !runs.contains { run in rows.contains(where: run.shows) }
  }

  fileprivate func isShownDifferently(
    from old: RowList.Section, _ edited: Set<Presentation.Row.ID>?
  ) -> Bool {
    guard let edited else { return true }
    if isExpanded != old.isExpanded || footer != old.footer { return true }
    return number.map {
      edited.contains(.heading(.section(Catalogues.Section.ID(rawValue: $0))))
    } ?? false
  }
}

extension Sequence<Rows.Position> {
  /// The positions in ascending order.
  fileprivate var inOrder: [Rows.Position] {
    sorted { ($0.section, $0.row) < ($1.section, $1.row) }
  }
}

/// The changes of a table's rows, as UIKit's `performBatchUpdates` takes them.
///
/// Deleted sections and rows are given by their positions before, inserted ones by their positions
/// now. Rows in deleted or inserted sections are not listed.
public struct RowChanges: Equatable, Sendable {
  /// Sections that are gone, by their indices before, in ascending order. A section that has moved
  /// is deleted and inserted.
  public internal(set) var deletedSections: [Int] = []
  /// Sections that are new, by their indices now, in ascending order.
  public internal(set) var insertedSections: [Int] = []
  /// Sections that were there before and whose headers or footers are shown differently, by their
  /// indices now.
  public internal(set) var reloadedHeaders: [Int] = []
  /// Rows that are gone, by where they were, in ascending order.
  public internal(set) var deleted: [Rows.Position] = []
  /// Rows that are new, by where they are, in ascending order.
  public internal(set) var inserted: [Rows.Position] = []
  /// Rows that have moved within their section or into another one: from where they were to where
  /// they are.
  public internal(set) var moved: [Rows.Position: Rows.Position] = [:]
  /// Rows that were there before and are shown differently, by where they are, in ascending order.
  public internal(set) var reloaded: [Rows.Position] = []

  /// Whether nothing has changed.
  public var isEmpty: Bool { self == RowChanges() }
}
