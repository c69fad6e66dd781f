import Platform

/// Aligns two lists: pairs elements in the same order in both lists.
enum ElementAlignment {
  typealias Pair = (old: Int, new: Int)

  /// The greatest number of cells of a table, with which an alignment takes some hundredths of a
  /// second.
  private static let mostCells = 1 << 23
  /// The greatest number of pairs of elements that are compared by likeness in a gap.
  private static let mostLikenesses = 1 << 17

  // MARK: Equal elements

  /// Pairs equal elements by an alignment with the fewest edits, where a replacement in place
  /// counts as one edit; among these alignments, by one with the most equal elements.
  ///
  /// Ranges that take too many edits are divided at elements that occur once in both lists. Parts
  /// that still take too many edits get no pairs.
  ///
  /// - Parameters:
  ///   - old: The hashes of the old list's elements.
  /// - Complexity: O(*n* *d*) in the number of edits, and never more than O(*n* log *n*) besides a
  ///   fixed number of steps.
  static func equal(_ old: [UInt64], _ new: [UInt64]) -> [Pair] {
    let (head, tail) = commonEnds(old, new)
    var pairs = (0..<head).map { (old: $0, new: $0) }
    let (oldEnd, newEnd) = (old.count - tail, new.count - tail)
    let rest = append(old, new, head..<oldEnd, head..<newEnd, to: &pairs, isDivided: false)
    // An insertion or deletion at the end is moved as far towards the end as equal elements allow.
    var (place, other) = rest ?? (oldEnd, newEnd)
    let isInserted = place == oldEnd
    while place < old.count, other < new.count {
      if old[place] == new[other] {
        pairs.append((place, other))
        (place, other) = (place + 1, other + 1)
      } else if isInserted {
        other += 1
      } else {
        place += 1
      }
    }
    return pairs
  }

  /// The numbers of equal elements at the start and at the end of both lists.
  static func commonEnds(_ old: [UInt64], _ new: [UInt64]) -> (head: Int, tail: Int) {
    let shorter = min(old.count, new.count)
    var head = 0
    while head < shorter, old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
      tail += 1
    }
    return (head, tail)
  }

  /// - Returns: The positions at which the alignment has reached the end of either range; `nil` if
  ///   it was divided.
  private static func append(
    _ old: [UInt64], _ new: [UInt64], _ oldRange: Range<Int>, _ newRange: Range<Int>,
    to pairs: inout [Pair], isDivided: Bool
  ) -> Pair? {
    if oldRange.isEmpty || newRange.isEmpty {
      return (oldRange.lowerBound, newRange.lowerBound)
    }
    let (count, newCount) = (oldRange.count, newRange.count)
    let difference = abs(count - newCount)
    var most = difference + 16
    while true {
      let bound = min(most, count + newCount)
      if (count + 1) * (bound + 1) > mostCells { break }
      if let table = EditTable(old[oldRange], new[newRange], most: bound) {
        return table.append(to: &pairs)
      }
      if bound == count + newCount { break }
      most *= 4
    }
    if isDivided { return nil }
    var (start, newStart) = (oldRange.lowerBound, newRange.lowerBound)
    for anchor in anchors(old, new, oldRange, newRange) + [
      (oldRange.upperBound, newRange.upperBound)
    ] {
      _ = append(
        old, new, start..<anchor.old, newStart..<anchor.new, to: &pairs, isDivided: true)
      if anchor.old < oldRange.upperBound { pairs.append(anchor) }
      (start, newStart) = (anchor.old + 1, anchor.new + 1)
    }
    return nil
  }

  /// The elements that occur once in both lists: a longest sequence that is in the same order in
  /// both.
  private static func anchors(
    _ old: [UInt64], _ new: [UInt64], _ oldRange: Range<Int>, _ newRange: Range<Int>
  ) -> [Pair] {
    let (own, others) = (uniquePlaces(old[oldRange]), uniquePlaces(new[newRange]))
    let both = oldRange.compactMap { place -> Pair? in
      guard own[old[place]] == place, let other = others[old[place]], other >= 0 else { return nil }
      return (place, other)
    }
    return SequencePairing.longestAscending(both)
  }

  /// The positions of elements by their hashes; -1 for a hash that occurs more than once.
  static func uniquePlaces(_ hashes: ArraySlice<UInt64>) -> [UInt64: Int] {
    var result: [UInt64: Int] = [:]
    result.reserveCapacity(hashes.count)
    for (place, hash) in zip(hashes.indices, hashes)
    where result.updateValue(place, forKey: hash) != nil {
      result[hash] = -1
    }
    return result
  }

  // MARK: Elements that are alike

  /// Pairs elements by the alignment with the greatest total likeness; among these, by one with the
  /// fewest edits. There are no pairs if there are too many elements to compare.
  ///
  /// - Parameter likeness: The share that two elements have in common; 0 if they must not be
  ///   paired.
  /// - Complexity: O(*m* *n*), up to a fixed number.
  static func alike(
    _ count: Int, _ newCount: Int, _ likeness: (_ old: Int, _ new: Int) -> Double
  ) -> [Pair] {
    if count == 0 || newCount == 0 || count * newCount > mostLikenesses { return [] }
    let width = newCount + 1
    var steps = [Edit](repeating: .delete, count: count * width)
    var below = (0..<width).map { (share: 0.0, edits: newCount - $0) }
    var isAny = false
    for place in (0..<count).reversed() {
      var row = below
      row[newCount] = (0, count - place)
      for other in (0..<newCount).reversed() {
        let share = likeness(place, other)
        var (best, step) = (below[other + 1], share > 0 ? Edit.keep : .replace)
        if share > 0 {
          best.share += share
          isAny = true
        } else {
          best.edits += 1
        }
        for (next, edit) in [(below[other], Edit.delete), (row[other + 1], .insert)]
        where (-next.share, next.edits + 1) < (-best.share, best.edits) {
          (best, step) = ((next.share, next.edits + 1), edit)
        }
        row[other] = best
        steps[place * width + other] = step
      }
      below = row
    }
    if !isAny { return [] }
    var pairs: [Pair] = []
    var (place, other) = (0, 0)
    while place < count, other < newCount {
      let step = steps[place * width + other]
      if step == .keep { pairs.append((place, other)) }
      if step != .insert { place += 1 }
      if step != .delete { other += 1 }
    }
    return pairs
  }

  fileprivate enum Edit: UInt8 { case keep, replace, delete, insert }
}

/// A table of the fewest edits from a suffix of one list to a suffix of the other, for suffixes
/// that begin near the same position.
private struct EditTable {
  private let old: ArraySlice<UInt64>
  private let new: ArraySlice<UInt64>
  /// The diagonals that an alignment with the most edits can reach.
  private let diagonals: ClosedRange<Int>
  private var steps: [ElementAlignment.Edit]

  /// - Returns: `nil` if more than `most` edits are needed.
  init?(_ old: ArraySlice<UInt64>, _ new: ArraySlice<UInt64>, most: Int) {
    (self.old, self.new) = (old, new)
    let difference = new.count - old.count
    if abs(difference) > most { return nil }
    diagonals = -((most - difference) / 2)...(most + difference) / 2
    let width = diagonals.count
    steps = [ElementAlignment.Edit](repeating: .keep, count: (old.count + 1) * width)
    // Costs count edits and, in the lower bits, replacements.
    let never = Int.max >> 1
    let (edit, replacement) = (1 << 32, 1 << 32 + 1)
    var below = [Int](repeating: never, count: width + 2)
    var row = below
    let (oldStart, newStart) = (old.startIndex, new.startIndex)
    for place in (0...old.count).reversed() {
      // There is one more column on either side, so that there is always a neighbour.
      row[width + 1] = never
      for column in (0..<width).reversed() {
        let other = place + column + diagonals.lowerBound
        var (best, step) = (never, ElementAlignment.Edit.keep)
        defer { (row[column + 1], steps[place * width + column]) = (best, step) }
        if other < 0 || other > new.count { continue }
        if place == old.count {
          (best, step) = ((new.count - other) * edit, .insert)
          continue
        }
        if other == new.count {
          (best, step) = ((old.count - place) * edit, .delete)
          continue
        }
        if old[oldStart + place] == new[newStart + other] {
          best = below[column + 1]
          continue
        }
        (best, step) = (below[column + 1] + replacement, .replace)
        if below[column] + edit < best { (best, step) = (below[column] + edit, .delete) }
        if row[column + 2] + edit < best { (best, step) = (row[column + 2] + edit, .insert) }
      }
      row[0] = never
      swap(&row, &below)
    }
    if below[1 - diagonals.lowerBound] >> 32 > most { return nil }
  }

  /// Appends the pairs of equal elements.
  ///
  /// - Returns: The positions at which the alignment has reached the end of either list.
  func append(to pairs: inout [ElementAlignment.Pair]) -> ElementAlignment.Pair {
    var (place, other) = (0, 0)
    while place < old.count, other < new.count {
      let step = steps[place * diagonals.count + other - place - diagonals.lowerBound]
      if step == .keep { pairs.append((old.startIndex + place, new.startIndex + other)) }
      if step != .insert { place += 1 }
      if step != .delete { other += 1 }
    }
    return (old.startIndex + place, new.startIndex + other)
  }
}
