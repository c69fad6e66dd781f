import SeededRandom
import Testing

@testable import Editing

@Suite("Staying ranges")
struct StayingRangesTests {
  @Test(
    "the heaviest increasing subsequence stays",
    arguments: [
      ([], []),
      ([0..<5], [true]),
      ([0..<5, 5..<6, 7..<9], [true, true, true]),
      ([5..<6, 0..<5], [false, true]),
      ([5..<20, 0..<5], [true, false]),
      ([8..<9, 0..<2, 2..<4, 4..<8], [false, true, true, true]),
      ([10..<40, 0..<2, 2..<4, 4..<8], [true, false, false, false]),
      ([0..<80, 50..<60, 80..<99], [true, false, true]),
      ([0..<10, 0..<80, 80..<99, 0..<80], [false, true, true, false]),
      ([0..<1, 50..<60, 1..<30, 30..<50, 60..<61], [true, false, true, true, true]),
    ] as [([Range<Int>], [Bool])])
  func heaviest(ranges: [Range<Int>], expected: [Bool]) {
    #expect(StayingRanges.find(in: ranges) == expected)
  }

  /// The greatest total length, found by trying all subsequences that end with each range.
  private static func greatestLength(_ ranges: [Range<Int>]) -> Int {
    var lengths: [Int] = []
    for (index, range) in ranges.enumerated() {
      let before = ranges[..<index].indices.filter { ranges[$0].upperBound <= range.lowerBound }
      lengths.append(range.count + (before.map { lengths[$0] }.max() ?? 0))
    }
    return lengths.max() ?? 0
  }

  @Test("what stays is in order, and no other choice is longer")
  func agreement() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      var ranges: [Range<Int>] = []
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        let start = (ranges.last?.upperBound ?? 0) + Int.random(in: 0...2, using: &generator)
        ranges.append(start..<(start + Int.random(in: 1...6, using: &generator)))
      }
      ranges.shuffle(using: &generator)
      let stays = StayingRanges.find(in: ranges)
      let chosen = zip(ranges, stays).filter(\.1).map(\.0)
      try #require(zip(chosen, chosen.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
      try #require(chosen.reduce(0) { $0 + $1.count } == Self.greatestLength(ranges), "\(ranges)")
    }
  }
}
