import Catalogues

/// How rows differ from before, for a table that updates itself: those that are gone, by their
/// indices before, and those that are new, by their indices now.
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
  /// Indices before and now, in ascending order of the latter.
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
  /// Compares rows by what they are about.
  ///
  /// - Parameter edited: Rows that are shown differently.
  /// - Complexity: O((*r* + *k*) log *r*) in the numbers *r* of runs and *k* of edited rows.
  init(from before: [Rows.Run], to after: [Rows.Run], edited: Set<Row.ID>) {
    let bounds = Pieces.bounds(of: before, after)
    let old = Pieces(before, bounds)
    let new = Pieces(after, bounds)
    let oldNumbers = Dictionary(uniqueKeysWithValues: zip(old.pieces.map(\.id), old.pieces.indices))
    // For each piece that was there before, its number then.
    let numbers = new.pieces.map { oldNumbers[$0.id] }
    let kept = RowChanges.kept(new.pieces, numbers)
    var isThere = [Bool](repeating: false, count: old.pieces.count)
    for (piece, number) in zip(new.pieces, numbers) {
      guard let number else {
        inserted.append(joining: piece.rows)
        continue
      }
      isThere[number] = true
      let previous = old.pieces[number]
      if !kept.contains(number) {
        if let last = moved.last, last.from.upperBound == previous.rows.lowerBound,
          last.to.upperBound == piece.rows.lowerBound
        {
          moved.removeLast()
          moved.append(
            Move(
              from: last.from.lowerBound..<previous.rows.upperBound,
              to: last.to.lowerBound..<piece.rows.upperBound))
        } else {
          moved.append(Move(from: previous.rows, to: piece.rows))
        }
      }
      if previous.look != piece.look {
        reloaded.append(joining: piece.rows)
      } else if !edited.isEmpty {
        appendEdited(piece, edited)
      }
    }
    for (piece, isThere) in zip(old.pieces, isThere) where !isThere {
      deleted.append(joining: piece.rows)
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
  /// Of some pieces, the numbers that they had before, in ascending order: as many rows as possible
  /// that need not move.
  ///
  /// - Complexity: O(*n* log *n*).
  fileprivate static func kept(_ pieces: [Pieces.Piece], _ numbers: [Int?]) -> Set<Int> {
    // The heaviest sequence that ends before a number, as prefix maxima in a Fenwick tree.
    var heaviest = [(weight: Int, last: Int?)](
      repeating: (0, nil), count: (numbers.compactMap(\.self).max() ?? -1) + 1)
    var previous = [Int?](repeating: nil, count: heaviest.count)
    for (piece, number) in zip(pieces, numbers) {
      guard let number else { continue }
      var best = (weight: 0, last: Int?.none)
      var end = number
      while end > 0 {
        if heaviest[end - 1].weight > best.weight { best = heaviest[end - 1] }
        end &= end - 1
      }
      previous[number] = best.last
      var index = number
      while index < heaviest.count {
        if heaviest[index].weight < best.weight + piece.rows.count {
          heaviest[index] = (best.weight + piece.rows.count, number)
        }
        index |= index + 1
      }
    }
    var best = (weight: 0, last: Int?.none)
    var end = heaviest.count
    while end > 0 {
      if heaviest[end - 1].weight > best.weight { best = heaviest[end - 1] }
      end &= end - 1
    }
    return Set(
      sequence(state: best.last) { last in
        defer { last = last.flatMap { previous[$0] } }
        return last
      })
  }
}

extension [Range<Int>] {
  /// Appends a range, joined to the last one if it follows that.
  fileprivate mutating func append(joining range: Range<Int>) {
    guard let last, last.upperBound == range.lowerBound else { return append(range) }
    self[count - 1] = last.lowerBound..<range.upperBound
  }
}

extension Range<Entry.ID> {
  /// The places of entries that are among some rows.
  fileprivate func indices(where rows: Set<Row.ID>) -> [Int] {
    var result: [Int] = []
    for (index, entry) in enumerated() where rows.contains(.entry(entry)) { result.append(index) }
    return result
  }
}
