import SeededRandom
import Testing

@testable import PropertyLists

@Suite("Sequences of integers in ranges")
struct RangeSequenceTests {
  @Test(
    "finds and replaces as an array of all integers does", arguments: [1, 2, 3, 128],
    1...3 as ClosedRange<UInt64>)
  func agreement(blockSize: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    var sequence = RangeSequence([0..<40], blockSize: blockSize)
    var model = Array(0..<40)
    var absent: Set<Int> = Set(-30..<0).union(40..<90)
    for _ in 0..<150 {
      let start = below(model.count + 1)
      let end = min(start + below(below(8) == 0 ? 40 : 4), model.count)
      var new: [Range<Int>] = []
      let free = absent.union(model[start..<end]).sorted()
      for _ in 0..<below(4) {
        let first = free[below(free.count)]
        var range = first..<(first + 1)
        while below(3) > 0, free.contains(range.upperBound) {
          range = first..<(range.upperBound + 1)
        }
        if !new.contains(where: { $0.overlaps(range) }) { new.append(range) }
      }
      absent.formUnion(model[start..<end])
      absent.subtract(new.joined())
      model.replaceSubrange(start..<end, with: new.joined())
      let before = sequence
      let old = sequence.slice(start..<end)
      sequence.replace(start..<end, with: new)
      check(sequence, model, absent)
      // The copy is unaffected, and the inverse leads back to the same ranges.
      var other = sequence
      other.replace(start..<(start + new.reduce(0) { $0 + $1.count }), with: old)
      #expect(other.ranges == before.ranges)
      check(sequence, model, absent)
    }
  }

  private func check(_ sequence: RangeSequence, _ model: [Int], _ absent: Set<Int>) {
    let ranges = sequence.ranges
    #expect(ranges.flatMap(Array.init) == model)
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound != $1.lowerBound })
    #expect(sequence.count == model.count)
    #expect(model.compactMap { sequence.position(of: $0) } == Array(model.indices))
    let found = model.indices.map { position in
      let (range, start) = sequence.range(around: position)
      return range.lowerBound + position - start
    }
    #expect(found == model)
    #expect(!absent.contains(where: sequence.contains))
    for start in stride(from: 0, to: model.count, by: 7) {
      let positions = start..<min(start + 11, model.count)
      #expect(sequence.slice(positions).flatMap(Array.init) == Array(model[positions]))
    }
  }

  @Test("many ranges are in blocks from the beginning, and none are left", arguments: [8, 9, 100])
  func manyRanges(count: Int) {
    let ranges = (0..<count).map { (2 * $0)..<(2 * $0 + 1) }
    var sequence = RangeSequence(ranges, blockSize: 4)
    #expect(sequence.blockCounts.blocks == (count > 8 ? (count + 3) / 4 : 1))
    check(sequence, (0..<count).map { $0 * 2 }, [-1, 1, 2 * count])
    #expect(sequence.position(of: 1) == nil)
    // All blocks but the first are removed, and integers from other blocks come back.
    for position in (1..<count).reversed() {
      sequence.replace(position..<(position + 1), with: [])
    }
    #expect(sequence.blockCounts.blocks == 1)
    sequence.replace(1..<1, with: [4..<5])
    check(sequence, [0, 4], [2, 2 * count])
  }

  @Test("what is at no position cannot be asked for")
  func outside() async {
    await #expect(processExitsWith: .failure) { _ = RangeSequence([0..<5]).range(around: 5) }
    await #expect(processExitsWith: .failure) { _ = RangeSequence([0..<5]).slice(4..<6) }
    await #expect(processExitsWith: .failure) {
      var sequence = RangeSequence([0..<5])
      sequence.replace(-1..<1, with: [])
    }
  }

  @Test("however it is edited, blocks stay short and few", arguments: [4, 128])
  func blocks(blockSize: Int) {
    var random = SeededGenerator(seed: 3)
    let count = 4000
    var sequence = RangeSequence([0..<count], blockSize: blockSize)
    func check() {
      let (longest, blocks) = sequence.blockCounts
      #expect(longest <= 2 * blockSize)
      #expect(blocks <= 1 + 4 * sequence.ranges.count / blockSize)
    }
    for integer in (0..<count).shuffled(using: &random) where integer % 2 == 0 {
      guard let position = sequence.position(of: integer) else { continue }
      sequence.replace(position..<(position + 1), with: [])
    }
    check()
    for integer in count..<(2 * count) {
      let position = Int.random(in: 0...sequence.count, using: &random)
      sequence.replace(position..<position, with: [(2 * integer)..<(2 * integer + 1)])
    }
    check()
    #expect(sequence.blockCounts.blocks > 4)
    sequence.replace(0..<sequence.count, with: [])
    #expect(sequence.ranges.isEmpty)
    check()
  }
}

@Suite("Sorted lists in blocks")
struct SortedBlocksTests {
  @Test("a list may be emptied and filled again")
  func empty() {
    var list = SortedBlocks([1], blockSize: 2)
    #expect(!list.isEmpty)
    list.remove(at: list.start)
    #expect(list.isEmpty && list.start == list.end && list.index(before: list.end) == nil)
    list.insert(2, at: list.end)
    #expect(list[list.start] == 2 && !list.isEmpty)
  }

  @Test("indices are those of a sorted array", arguments: [1, 2, 256])
  func agreement(blockSize: Int) {
    var random = SeededGenerator(seed: UInt64(blockSize))
    var model = (0..<50).map { _ in Int.random(in: 0..<40, using: &random) }.sorted()
    var list = SortedBlocks(model, blockSize: blockSize)
    for _ in 0..<500 {
      let wanted = Int.random(in: -1...41, using: &random)
      let found = list.index { $0 < wanted }
      let index = model.firstIndex { $0 >= wanted } ?? model.count
      #expect((found == list.end) == (index == model.count))
      if found != list.end { #expect(list[found] == model[index]) }
      #expect(list.index(before: found).map { list[$0] } == (index > 0 ? model[index - 1] : nil))
      if Bool.random(using: &random), found != list.end {
        list.remove(at: found)
        model.remove(at: index)
      } else {
        list.insert(wanted, at: found)
        model.insert(wanted, at: index)
      }
      var all: [Int] = []
      var next = list.start
      while next != list.end {
        all.append(list[next])
        next = list.index(after: next)
      }
      #expect(all == model)
      #expect(list.blocks.allSatisfy { !$0.isEmpty && $0.count <= 2 * blockSize })
    }
  }
}
