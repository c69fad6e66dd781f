import Catalogues
import Platform

/// How rows differ from before, for a table that updates itself: rows that are gone, by their
/// indices before, and rows that are new, by their indices now.
///
/// Rows before without the deleted and moved ones are in the same order as rows now without the
/// inserted and moved ones.
package struct RowChanges: Equatable, Sendable {
  package struct Move: Equatable, Sendable {
    package let from: Range<Int>
    package let to: Range<Int>
  }

  /// Indices before, in ascending order.
  package var deleted: [Range<Int>] = []
  /// Indices now, in ascending order.
  package var inserted: [Range<Int>] = []
  /// Indices before and now, in ascending order of the indices now.
  package var moved: [Move] = []
  /// Indices now, in ascending order, of rows that were there before and are shown differently.
  package var reloaded: [Range<Int>] = []

  package init(
    deleted: [Range<Int>] = [], inserted: [Range<Int>] = [], reloaded: [Range<Int>] = []
  ) {
    self.deleted = deleted
    self.inserted = inserted
    self.reloaded = reloaded
  }

  package var isEmpty: Bool { self == RowChanges() }
}

extension RowChanges {
  /// - Parameters:
  ///   - pairs: The rows that were there before and are there now, in ascending order of the
  ///     indices now.
  ///   - before: The number of rows before.
  ///   - now: The number of rows now.
  /// - Complexity: O(*k* log *k*) in the number of pairs.
  private init(_ pairs: [Move], before: Int, now: Int) {
    let order = pairs.indices.sorted { pairs[$0].from.lowerBound < pairs[$1].from.lowerBound }
    deleted = RowChanges.gaps(between: order.lazy.map { pairs[$0].from }, upTo: before)
    inserted = RowChanges.gaps(between: pairs.lazy.map(\.to), upTo: now)
    for (pair, stays) in zip(pairs, RowChanges.staying(pairs, order)) where !stays {
      if let last = moved.last, last.from.upperBound == pair.from.lowerBound,
        last.to.upperBound == pair.to.lowerBound
      {
        moved.removeLast()
        moved.append(
          Move(
            from: last.from.lowerBound..<pair.from.upperBound,
            to: last.to.lowerBound..<pair.to.upperBound))
      } else {
        moved.append(pair)
      }
    }
  }

  private static func gaps(
    between ranges: some Sequence<Range<Int>>, upTo end: Int
  ) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var start = 0
    for range in ranges {
      if start < range.lowerBound { gaps.append(start..<range.lowerBound) }
      start = range.upperBound
    }
    if start < end { gaps.append(start..<end) }
    return gaps
  }

  /// Compares rows of which none are edited.
  ///
  /// - Complexity: O(*k* log² *s*) in the number *k* of rows on one side, if there are far more
  ///   headings on the other; otherwise as for `init(from:to:edited:)`.
  init(from before: Rows, to now: Rows) {
    let isFiltered = now.count < before.count
    let (some, all) = isFiltered ? (now, before) : (before, now)
    // Finding a row takes longer than comparing a run.
    guard some.count < all.headingCount / 4 else {
      self.init(from: before.snapshot, to: now.snapshot, edited: [])
      return
    }
    let pairs = some.indices(in: all).map { own, other in
      let (from, to) = isFiltered ? (other, own) : (own, other)
      return Move(from: from..<from + 1, to: to..<to + 1)
    }
    self.init(
      pairs.sorted { $0.to.lowerBound < $1.to.lowerBound }, before: before.count, now: now.count)
  }

  /// Compares rows by what they are about.
  ///
  /// - Parameter edited: Rows that are shown differently.
  /// - Complexity: O((*r* + *k*) log *r*) in the numbers *r* of runs and *k* of edited rows.
  package init(from before: [Rows.Run], to now: [Rows.Run], edited: Set<Row.ID>) {
    let bounds = Pieces.bounds(of: before, now)
    let old = Pieces(before, bounds)
    let new = Pieces(now, bounds)
    let oldNumbers = Dictionary(uniqueKeysWithValues: zip(old.pieces.map(\.id), old.pieces.indices))
    let pairs = new.pieces.compactMap { piece in
      oldNumbers[piece.id].map { (before: old.pieces[$0], now: piece) }
    }
    self.init(
      pairs.map { Move(from: $0.before.rows, to: $0.now.rows) }, before: old.rowCount,
      now: new.rowCount)
    for pair in pairs {
      if pair.before.look != pair.now.look {
        reloaded.append(joining: pair.now.rows)
      } else if !edited.isEmpty {
        appendEdited(pair.now, edited)
      }
    }
  }

  private mutating func appendEdited(_ piece: Pieces.Piece, _ edited: Set<Row.ID>) {
    guard case .entries(let entries) = piece.id, entries.count > 1 else {
      if edited.contains(piece.id.row) { reloaded.append(joining: piece.rows) }
      return
    }
    // Whichever takes less time.
    let indices =
      edited.count < entries.count
      ? edited.compactMap { id -> Int? in
        guard case .entry(let entry) = id, entries.contains(entry) else { return nil }
        return entries.lowerBound.distance(to: entry)
      }.sorted() : entries.indices(where: edited)
    for index in indices {
      let row = piece.rows.lowerBound + index
      reloaded.append(joining: row..<row + 1)
    }
  }
}

/// Rows, cut into pieces that are there as a whole or not at all, before and after a change.
private struct Pieces {
  enum ID: Hashable {
    case row(Row.ID)
    case entries(Range<Entry.ID>)

    /// The row that the piece consists of, if it is a single one.
    var row: Row.ID {
      switch self {
      case .row(let id): id
      case .entries(let entries): .entry(entries.lowerBound)
      }
    }
  }

  /// What is shown of a piece, apart from its content.
  struct Look: Equatable {
    let depth: Int
    let isExpanded: Bool?
  }

  struct Piece {
    let id: ID
    let look: Look
    let rows: Range<Int>
  }

  private(set) var pieces: [Piece] = []
  var rowCount: Int { pieces.last?.rows.upperBound ?? 0 }

  /// Where runs of entries begin and end, in ascending order and each once.
  static func bounds(of one: [Rows.Run], _ other: [Rows.Run]) -> [Entry.ID] {
    var bounds: [Entry.ID] = []
    for run in one + other {
      if case .entries(let entries) = run.content {
        bounds += [entries.lowerBound, entries.upperBound]
      }
    }
    bounds.sort()
    var last: Entry.ID?
    return bounds.filter { bound in
      defer { last = bound }
      return bound != last
    }
  }

  init(_ runs: [Rows.Run], _ bounds: [Entry.ID]) {
    var row = 0
    func append(_ id: ID, _ look: Look, count: Int) {
      pieces.append(Piece(id: id, look: look, rows: row..<row + count))
      row += count
    }
    for run in runs {
      switch run.content {
      case .heading(let heading, let isExpanded):
        append(
          .row(.heading(heading)), Look(depth: run.depth, isExpanded: isExpanded), count: 1)
      case .footer(let heading):
        append(.row(.footer(of: heading)), Look(depth: run.depth, isExpanded: nil), count: 1)
      case .entries(let entries):
        var start = entries.lowerBound
        var next = bounds.partitionPoint { $0 > start }
        while start < entries.upperBound {
          let end = bounds[next]
          append(
            .entries(start..<end), Look(depth: run.depth, isExpanded: nil),
            count: start.distance(to: end))
          start = end
          next += 1
        }
      }
    }
  }
}

extension RowChanges {
  /// Which of some pairs need not move, so that as many rows as possible stay.
  ///
  /// - Parameter order: The indices of the pairs, in ascending order of the rows before.
  /// - Complexity: O(*k* log *k*) in the number of pairs.
  fileprivate static func staying(_ pairs: [Move], _ order: [Int]) -> [Bool] {
    var ranks = [Int](repeating: 0, count: pairs.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    // The heaviest sequence that ends before a rank, as prefix maxima in a Fenwick tree.
    var heaviest = [(weight: Int, last: Int?)](repeating: (0, nil), count: pairs.count)
    func best(before rank: Int) -> (weight: Int, last: Int?) {
      var best = (weight: 0, last: Int?.none)
      var end = rank
      while end > 0 {
        if heaviest[end - 1].weight > best.weight { best = heaviest[end - 1] }
        end &= end - 1
      }
      return best
    }
    var previous = [Int?](repeating: nil, count: pairs.count)
    for (number, pair) in pairs.enumerated() {
      let best = best(before: ranks[number])
      previous[number] = best.last
      let weight = best.weight + pair.to.count
      var index = ranks[number]
      while index < heaviest.count {
        if heaviest[index].weight < weight { heaviest[index] = (weight, number) }
        index |= index + 1
      }
    }
    var stays = [Bool](repeating: false, count: pairs.count)
    var next = best(before: pairs.count).last
    while let number = next {
      stays[number] = true
      next = previous[number]
    }
    return stays
  }
}

extension [Range<Int>] {
  /// Appends a range, joined to the last range if that ends where this begins.
  fileprivate mutating func append(joining range: Range<Int>) {
    guard let last, last.upperBound == range.lowerBound else { return append(range) }
    self[count - 1] = last.lowerBound..<range.upperBound
  }
}

extension Range<Entry.ID> {
  /// The positions of entries that are among some rows.
  fileprivate func indices(where rows: Set<Row.ID>) -> [Int] {
    var result: [Int] = []
    for (index, entry) in enumerated() where rows.contains(.entry(entry)) { result.append(index) }
    return result
  }
}

/// The successors of the items of a catalogue that was read again. Items that are gone get negative
/// numbers.
struct Succession {
  private let successors: [Item: Item]

  init(_ successors: [Item: Item]) { self.successors = successors }

  func of(_ entry: Entry.ID) -> Entry.ID {
    successors[.entry(entry)]?.entry ?? entry.advanced(by: .min)
  }

  func of(_ section: Section.ID) -> Section.ID {
    guard case .section(let new)? = successors[.section(section)] else {
      return section.advanced(by: .min)
    }
    return new
  }

  func of(_ heading: Heading) -> Heading {
    switch heading {
    case .section(let section): .section(of(section))
    case .sectionNews(let section, let news): .sectionNews(of(section), news)
    case .top, .letter, .letterNews, .news: heading
    }
  }
}
