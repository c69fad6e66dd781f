/// Pairs equal elements of two sequences; the pairs ascend in both.
///
/// Equal elements at the start and at the end are paired first. Where the sequences differ, this is
/// Bram Cohen's patience diff in two windows. Elements that occur once in each window are paired,
/// as many of them as are in the same order, and then the equal elements next to pairs. The windows
/// grow until a good part of them is paired. This does not always find the maximum number of pairs,
/// but hashes only elements near a difference.
package struct SequencePairing {
  private let oldCount: Int
  private let newCount: Int
  private let isSame: (Int, Int) -> Bool
  private let oldHash: (Int) -> Int
  private let newHash: (Int) -> Int
  private let limit: Int
  package private(set) var pairs: [Pair] = []

  /// A run of consecutive elements that are equal in both sequences.
  package struct Pair: Equatable {
    package let old: Int
    package let new: Int
    package fileprivate(set) var count: Int

    package init(old: Int, new: Int, count: Int) {
      (self.old, self.new, self.count) = (old, new, count)
    }
  }

  /// - Parameters:
  ///   - isSame: Whether an element of the old sequence equals one of the new sequence.
  ///   - oldHash: A hash of an old element; different elements should have different hashes.
  ///   - limit: The maximum length of windows. If no good part of such windows can be paired, the
  ///     rest is not paired, except for the common end.
  /// - Complexity: O(*n*) comparisons; for each difference, O(*w* log *w*) in the length of the
  ///   window, which is a few times as long as the difference, and 30 bytes of memory per element
  ///   of the window.
  package init(
    _ oldCount: Int, _ newCount: Int, limit: Int = .max,
    isSame: @escaping (Int, Int) -> Bool,
    oldHash: @escaping (Int) -> Int, newHash: @escaping (Int) -> Int
  ) {
    self.limit = limit
    self.oldCount = oldCount
    self.newCount = newCount
    self.isSame = isSame
    self.oldHash = oldHash
    self.newHash = newHash
    pair()
  }

  private mutating func pair() {
    let shorter = min(oldCount, newCount)
    var head = 0
    while head < shorter, isSame(head, head) { head += 1 }
    var tail = 0
    while tail < shorter - head, isSame(oldCount - 1 - tail, newCount - 1 - tail) { tail += 1 }
    append(0, 0, head)
    pairMiddle(head..<(oldCount - tail), head..<(newCount - tail))
    append(oldCount - tail, newCount - tail, tail)
  }

  private mutating func append(_ old: Int, _ new: Int, _ count: Int) {
    if count == 0 { return }
    if let last = pairs.last, last.old + last.count == old, last.new + last.count == new {
      pairs[pairs.count - 1].count += count
    } else {
      pairs.append(Pair(old: old, new: new, count: count))
    }
  }

  private static let leastWindow = 16
  /// The inverse of the fraction of the shorter window that must be paired, so that frequent
  /// elements are not paired wrongly.
  private static let leastPart = 4

  private mutating func pairMiddle(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
    var (old, new) = (oldRange, newRange)
    var window = SequencePairing.leastWindow
    while !old.isEmpty, !new.isEmpty {
      let isWhole = old.count <= window && new.count <= window
      let (oldWindow, newWindow) = (old.prefix(window), new.prefix(window))
      let found = pairs(oldWindow, newWindow)
      let count = found.reduce(0) { $0 + $1.count }
      let isEnough =
        count * SequencePairing.leastPart >= min(oldWindow.count, newWindow.count)
      guard isEnough || isWhole else {
        if window >= limit { return }
        window = min(window * 4, limit)
        continue
      }
      for pair in found { append(pair.old, pair.new, pair.count) }
      guard let last = found.last else { return }
      old = (last.old + last.count)..<old.upperBound
      new = (last.new + last.count)..<new.upperBound
      let shorter = min(old.count, new.count)
      var run = 0
      while run < shorter, isSame(old.lowerBound + run, new.lowerBound + run) { run += 1 }
      append(old.lowerBound, new.lowerBound, run)
      (old, new) = (old.dropFirst(run), new.dropFirst(run))
      window = SequencePairing.leastWindow
    }
  }

  /// The pairs in two windows.
  private func pairs(_ oldRange: Range<Int>, _ newRange: Range<Int>) -> [Pair] {
    let oldHashes = oldRange.map(oldHash)
    let newHashes = newRange.map(newHash)
    let (oldStart, newStart) = (oldRange.lowerBound, newRange.lowerBound)
    func same(_ old: Int, _ new: Int) -> Bool {
      oldHashes[old] == newHashes[new] && isSame(oldStart + old, newStart + new)
    }
    /// How many elements are equal from two positions on, up to an anchor.
    func run(_ old: Int, _ new: Int, before end: Anchor) -> Int {
      var count = 0
      while old + count < end.old, new + count < end.new, same(old + count, new + count) {
        count += 1
      }
      return count
    }
    let anchors = SequencePairing.unique(oldHashes, newHashes).filter { same($0.old, $0.new) }
    var result: [Pair] = []
    var (old, new) = (0, 0)
    for anchor in SequencePairing.longestAscending(anchors) {
      let ahead = run(old, new, before: anchor)
      if ahead > 0 { result.append(Pair(old: oldStart + old, new: newStart + new, count: ahead)) }
      (old, new) = (old + ahead, new + ahead)
      var count = 0
      while count < min(anchor.old - old, anchor.new - new),
        same(anchor.old - count - 1, anchor.new - count - 1)
      {
        count += 1
      }
      result.append(
        Pair(
          old: oldStart + anchor.old - count, new: newStart + anchor.new - count, count: count + 1))
      (old, new) = (anchor.old + 1, anchor.new + 1)
    }
    let ahead = run(old, new, before: (old: oldHashes.count, new: newHashes.count))
    if ahead > 0 { result.append(Pair(old: oldStart + old, new: newStart + new, count: ahead)) }
    return result
  }

  package typealias Anchor = (old: Int, new: Int)

  /// The positions of hashes that occur once in each list, in the order of the old list.
  private static func unique(_ old: [Int], _ new: [Int]) -> [Anchor] {
    let mask = (1 << (Int.bitWidth - (old.count * 2).leadingZeroBitCount)) - 1
    // A hash table: one more than the index of an old hash, 0 in free slots.
    var slots = [UInt32](repeating: 0, count: mask + 1)
    func slot(of hash: Int) -> Int {
      var slot = hash & mask
      while slots[slot] != 0, old[Int(slots[slot]) - 1] != hash { slot = (slot + 1) & mask }
      return slot
    }
    /// One more than the index of the new hash, 0 for none.
    var partners = [UInt32](repeating: 0, count: old.count)
    let isAmbiguous = UInt32.max
    for (index, hash) in old.enumerated() {
      let slot = slot(of: hash)
      if slots[slot] == 0 {
        slots[slot] = UInt32(index + 1)
      } else {
        partners[Int(slots[slot]) - 1] = isAmbiguous
      }
    }
    for (index, hash) in new.enumerated() {
      let found = Int(slots[slot(of: hash)]) - 1
      if found >= 0 { partners[found] = partners[found] == 0 ? UInt32(index + 1) : isAmbiguous }
    }
    var anchors: [Anchor] = []
    for (index, partner) in partners.enumerated() where partner != 0 && partner != isAmbiguous {
      anchors.append((old: index, new: Int(partner) - 1))
    }
    return anchors
  }

  /// The longest subsequence of anchors, given in the order of the old sequence, that also ascends
  /// in the new one.
  ///
  /// - Complexity: O(*n* log *n*).
  package static func longestAscending(_ anchors: [Anchor]) -> [Anchor] {
    // By length minus one, the anchor with the lowest new position that can end a subsequence of
    // that length.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: anchors.count)
    for (index, anchor) in anchors.enumerated() {
      let isLast = ends.last.map { anchors[$0].new < anchor.new } ?? true
      let length =
        isLast ? ends.count : ends.partitionPoint { anchors[$0].new >= anchor.new }
      if length > 0 { previous[index] = ends[length - 1] }
      if length < ends.count { ends[length] = index } else { ends.append(index) }
    }
    var result: [Anchor] = []
    var next = ends.last ?? -1
    while next >= 0 {
      result.append(anchors[next])
      next = previous[next]
    }
    return result.reversed()
  }
}
