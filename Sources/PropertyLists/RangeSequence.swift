/// Distinct integers in any order, kept as ranges of consecutive ones: the bytes of a store that
/// make up a text, or the items of a list by number.
///
/// Integers are found by position, positions are found by integer, and the integers between two
/// positions are replaced, all without visiting the other ranges. This is a piece table (C.
/// Crowley, "Data Structures for Text Sequences", 1998) whose ranges are in blocks of bounded
/// length, with a sorted list that tells which block an integer is in. Adjacent ranges are always
/// joined, so equal sequences have equal ranges.
package struct RangeSequence: Sendable {
  private var storage: Storage

  /// - Complexity: O(*k* log *k*) in the number of ranges.
  package init(_ ranges: some Sequence<Range<Int>> = [], blockSize: Int = 128) {
    storage = Storage(RangeSequence.joined(ranges), blockSize: blockSize)
  }

  /// The number of integers.
  package var count: Int { storage.count }

  /// All ranges.
  ///
  /// - Complexity: O(*k*) in the number of ranges.
  package var ranges: [Range<Int>] {
    storage.blocks.count == 1 ? storage.blocks[0] : Array(storage.blocks.joined())
  }

  /// The position of an integer, from 0; `nil` if it is not in the sequence.
  package func position(of integer: Int) -> Int? {
    guard let (block, index) = storage.find(integer) else { return nil }
    var position = storage.starts[block] + integer - storage.blocks[block][index].lowerBound
    for range in storage.blocks[block][..<index] { position += range.count }
    return position
  }

  package func contains(_ integer: Int) -> Bool { storage.find(integer) != nil }

  /// The range that contains the integer at a position, and the position of the first integer in
  /// it.
  package func range(around position: Int) -> (range: Range<Int>, start: Int) {
    precondition(position >= 0 && position < count, "there is such a position")
    let location = storage.location(of: position)
    return (storage.blocks[location.block][location.index], position - location.cut)
  }

  /// The ranges of the integers at some positions.
  ///
  /// - Complexity: O(*r*) in the number of ranges there.
  package func slice(_ positions: Range<Int>) -> [Range<Int>] {
    var rest = positions.count
    guard rest > 0 else { return [] }
    precondition(positions.lowerBound >= 0 && positions.upperBound <= count, "these are positions")
    var result: [Range<Int>] = []
    var (block, index, cut) = storage.location(of: positions.lowerBound)
    while rest > 0 {
      let range = storage.blocks[block][index].dropFirst(cut).prefix(rest)
      result.append(range)
      rest -= range.count
      (index, cut) = (index + 1, 0)
      if index == storage.blocks[block].count { (block, index) = (block + 1, 0) }
    }
    return result
  }

  /// Replaces the integers at some positions with integers that are not in the sequence.
  ///
  /// - Complexity: O(*r* log *k*) in the numbers of ranges added and removed and of all ranges.
  package mutating func replace(_ positions: Range<Int>, with new: [Range<Int>]) {
    precondition(positions.lowerBound >= 0 && positions.upperBound <= count, "these are positions")
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage) }
    storage.replace(positions, with: new)
  }

  /// The given ranges without empty ones, and with adjacent ones joined.
  fileprivate static func joined(_ ranges: some Sequence<Range<Int>>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges where !range.isEmpty {
      if let last = result.last, last.upperBound == range.lowerBound {
        result[result.count - 1] = last.lowerBound..<range.upperBound
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// The approximate number of ranges.
  package var rangeCount: Int { storage.rangeCount }

  /// The greatest number of ranges in a block, and the number of blocks, for tests.
  var blockCounts: (longest: Int, blocks: Int) {
    (storage.blocks.map(\.count).max() ?? 0, storage.blocks.count)
  }
}

/// The storage of a sequence, which is copied on write.
private final class Storage: @unchecked Sendable {
  /// The ranges in blocks. There is at least one block, and only a single block may be empty.
  private(set) var blocks: [[Range<Int>]]
  /// How many integers precede each block.
  private(set) var starts = [0]
  private(set) var count: Int
  /// The name of each block, as used in `owners`.
  private var names: [Int] = [0]
  /// The index of a block by its name.
  private var indices: [Int] = [0]
  /// The names of the ranges' blocks, by lower bound; empty while there is only one block.
  private var owners = SortedBlocks<Owner>()
  private let blockSize: Int

  struct Owner {
    let lowerBound: Int
    let block: Int
  }

  /// - Parameter ranges: Ranges that are already joined.
  init(_ ranges: [Range<Int>], blockSize: Int) {
    self.blockSize = blockSize
    blocks = [ranges]
    count = ranges.length
    if ranges.count > 2 * blockSize { divide(0) }
  }

  init(_ other: Storage) {
    (blocks, starts, count) = (other.blocks, other.starts, other.count)
    (names, indices, owners) = (other.names, other.indices, other.owners)
    blockSize = other.blockSize
  }

  /// The approximate number of ranges.
  var rangeCount: Int {
    blocks.count == 1 ? blocks[0].count : blocks.count * blockSize
  }

  // MARK: Finding

  func find(_ integer: Int) -> (block: Int, index: Int)? {
    var block = 0
    if blocks.count > 1 {
      let next = owners.index { $0.lowerBound <= integer }
      guard let owner = owners.index(before: next) else { return nil }
      block = indices[owners[owner].block]
    }
    let index = blocks[block].withUnsafeBufferPointer { ranges in
      // Faster than `firstIndex(where:)` in builds without optimization, too.
      var index = 0
      while index < ranges.count,
        integer < ranges[index].lowerBound || integer >= ranges[index].upperBound
      { index += 1 }
      return index
    }
    return index < blocks[block].count ? (block, index) : nil
  }

  /// The range that contains a position, and how many of its integers precede the position; the end
  /// if the position is past the last range.
  func location(of position: Int) -> (block: Int, index: Int, cut: Int) {
    var (block, next) = (0, blocks.count)
    while next - block > 1 {
      let middle = (block + next) / 2
      if starts[middle] <= position { block = middle } else { next = middle }
    }
    var (index, rest) = (0, position - starts[block])
    while index < blocks[block].count, rest >= blocks[block][index].count {
      rest -= blocks[block][index].count
      index += 1
    }
    return (block, index, rest)
  }

  // MARK: Replacing

  func replace(_ positions: Range<Int>, with new: [Range<Int>]) {
    var start = location(of: positions.lowerBound)
    var end = location(of: positions.upperBound)
    var middle: [Range<Int>] = []
    if start.cut > 0 { middle.append(blocks[start.block][start.index].prefix(start.cut)) }
    middle += new
    if end.cut > 0 {
      middle.append(blocks[end.block][end.index].dropFirst(end.cut))
      end.index += 1
    } else if end.index == 0, end.block > start.block {
      end = (end.block - 1, blocks[end.block - 1].count, 0)
    }
    middle = RangeSequence.joined(middle)
    joinNeighbours(of: &middle, &start, &end)
    let removed = rangeCount(from: start, to: end)
    let growth = new.length - positions.count
    count += growth
    if blocks.count > 1, removed + middle.count > blockSize + rangeCount / 4 {
      rebuild(from: start, to: end, middle)
    } else {
      for block in starts.indices.dropFirst(end.block + 1) { starts[block] += growth }
      splice(from: start, to: end, middle)
    }
  }

  private typealias RangeLocation = (block: Int, index: Int, cut: Int)

  /// Joins the ranges to insert with the ranges before and after them, if they are adjacent.
  private func joinNeighbours(
    of middle: inout [Range<Int>], _ start: inout RangeLocation, _ end: inout RangeLocation
  ) {
    if start.cut == 0, let before = location(before: start) {
      let range = blocks[before.block][before.index]
      if let first = middle.first {
        if range.upperBound == first.lowerBound {
          middle[0] = range.lowerBound..<first.upperBound
          start = before
        }
      } else if let after = location(at: end),
        blocks[after.block][after.index].lowerBound == range.upperBound
      {
        middle = [range]
        start = before
      }
    }
    if let last = middle.last, let after = location(at: end),
      blocks[after.block][after.index].lowerBound == last.upperBound
    {
      middle[middle.count - 1] = last.lowerBound..<blocks[after.block][after.index].upperBound
      end = (after.block, after.index + 1, 0)
    }
  }

  private func location(before location: RangeLocation) -> RangeLocation? {
    if location.index > 0 { return (location.block, location.index - 1, 0) }
    return location.block > 0 ? (location.block - 1, blocks[location.block - 1].count - 1, 0) : nil
  }

  /// The location of the range that begins at a location, unless that is the end.
  private func location(at location: RangeLocation) -> RangeLocation? {
    if location.index < blocks[location.block].count { return location }
    return location.block + 1 < blocks.count ? (location.block + 1, 0, 0) : nil
  }

  private func rangeCount(from start: RangeLocation, to end: RangeLocation) -> Int {
    if start.block == end.block { return end.index - start.index }
    return blocks[start.block].count - start.index + end.index
      + blocks[(start.block + 1)..<end.block].reduce(0) { $0 + $1.count }
  }

  private func rebuild(from start: RangeLocation, to end: RangeLocation, _ middle: [Range<Int>]) {
    var all: [Range<Int>] = Array(blocks[..<start.block].joined())
    all += blocks[start.block][..<start.index]
    all += middle
    all += blocks[end.block][end.index...]
    all += blocks[(end.block + 1)...].joined()
    (blocks, starts) = ([all], [0])
    (names, indices, owners) = ([0], [0], SortedBlocks())
    if all.count > 2 * blockSize { divide(0) }
  }

  private func splice(from start: RangeLocation, to end: RangeLocation, _ middle: [Range<Int>]) {
    let isIndexed = blocks.count > 1
    let block = start.block
    if block == end.block {
      let old = blocks[block][start.index..<end.index]
      if isIndexed {
        for range in old { removeOwner(of: range) }
        for range in middle { setOwner(of: range, to: names[block]) }
      }
      blocks[block].replaceSubrange(start.index..<end.index, with: middle)
    } else {
      let rest = blocks[end.block][end.index...]
      for range in blocks[block][start.index...] { removeOwner(of: range) }
      for range in blocks[(block + 1)..<end.block].joined() { removeOwner(of: range) }
      for range in blocks[end.block][..<end.index] { removeOwner(of: range) }
      for range in middle { setOwner(of: range, to: names[block]) }
      for range in rest { setOwner(of: range, to: names[block]) }
      blocks[block].replaceSubrange(start.index..., with: middle + rest)
      removeBlocks((block + 1)...end.block)
    }
    if blocks[block].isEmpty, blocks.count > 1 { removeBlocks(block...block) }
    if block < blocks.count, blocks[block].count > 2 * blockSize { divide(block) }
  }

  // MARK: Blocks

  private func removeBlocks(_ range: ClosedRange<Int>) {
    blocks.removeSubrange(range)
    starts.removeSubrange(range)
    names.removeSubrange(range)
    if blocks.count == 1 { (names, indices, owners) = ([0], [0], SortedBlocks()) }
    for (index, name) in names.enumerated() { indices[name] = index }
  }

  /// Divides a block into several.
  private func divide(_ block: Int) {
    let wasIndexed = blocks.count > 1
    let parts = blocks[block].inBlocks(of: blockSize)
    let newNames = (0..<(parts.count - 1)).map { indices.count + $0 }
    indices += newNames
    names.insert(contentsOf: newNames, at: block + 1)
    blocks.replaceSubrange(block...block, with: parts)
    let lengths = parts.dropLast().map(\.length)
    let newStarts = lengths.reduce(into: [starts[block]]) { $0.append($0[$0.count - 1] + $1) }
    starts.replaceSubrange(block...block, with: newStarts)
    for (index, name) in names.enumerated() { indices[name] = index }
    if wasIndexed {
      for (name, part) in zip(newNames, parts.dropFirst()) {
        for range in part { setOwner(of: range, to: name) }
      }
    } else {
      let all = zip(names, blocks).flatMap { name, ranges in
        ranges.map { Owner(lowerBound: $0.lowerBound, block: name) }
      }
      owners = SortedBlocks(all.sorted { $0.lowerBound < $1.lowerBound })
    }
  }

  private func removeOwner(of range: Range<Int>) {
    owners.remove(at: owners.index { $0.lowerBound < range.lowerBound })
  }

  private func setOwner(of range: Range<Int>, to name: Int) {
    let owner = Owner(lowerBound: range.lowerBound, block: name)
    let index = owners.index { $0.lowerBound < range.lowerBound }
    if index != owners.end, owners[index].lowerBound == range.lowerBound {
      owners.replace(at: index, by: owner)
    } else {
      owners.insert(owner, at: index)
    }
  }
}

extension Sequence<Range<Int>> {
  /// The number of integers in the ranges.
  var length: Int { reduce(0) { $0 + $1.count } }
}

extension Range<Int> {
  fileprivate func prefix(_ count: Int) -> Self {
    lowerBound..<Swift.min(lowerBound + count, upperBound)
  }

  fileprivate func dropFirst(_ count: Int) -> Self { (lowerBound + count)..<upperBound }
}
