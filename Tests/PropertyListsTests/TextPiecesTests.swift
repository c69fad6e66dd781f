import SeededRandom
import Testing

@testable import PropertyLists

@Suite struct TextPiecesTests {
  @Test("a replacement cuts pieces, and undoing it puts them together again")
  func replacement() {
    var pieces = TextPieces(length: 10)
    let first = pieces.replace(from: .after(2), to: .before(7), with: [20..<22])
    #expect(pieces.ranges == [0..<3, 20..<22, 7..<10])
    let second = pieces.replace(from: .before(21), to: .after(8), with: [])
    #expect(pieces.ranges == [0..<3, 20..<21, 9..<10])
    #expect(pieces.length == 5)
    pieces.undo(second)
    pieces.undo(first)
    #expect(pieces.ranges == [0..<10])
    pieces.redo(first)
    #expect(pieces.ranges == [0..<3, 20..<22, 7..<10])
  }

  @Test("an insertion beside what it follows in the store makes no piece of its own")
  func joining() {
    var pieces = TextPieces(length: 10)
    _ = pieces.replace(from: .before(4), to: .after(5), with: [])
    #expect(pieces.ranges == [0..<4, 6..<10])
    _ = pieces.replace(from: .before(6), to: .before(6), with: [4..<6])
    #expect(pieces.ranges.flatMap(Array.init) == Array(0..<10))
  }

  @Test(
    "replacing many ranges at once is like replacing them one by one", arguments: 1...20,
    // Up to one per 16 pieces, of about a hundred, they are replaced one by one.
    [1, 5, 6, 7, 37])
  func replacements(_ seed: Int, count: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var pieces = TextPieces(length: 1000)
    // Ranges of ten bytes, each in one piece, in random order.
    let slots = (0..<100).map { ($0 * 10)..<($0 * 10 + 10) }.shuffled(using: &random)
    _ = pieces.replace(from: .before(0), to: .after(999), with: slots)
    let replacements = slots.shuffled(using: &random).prefix(count).enumerated().map { index, old in
      TextPieces.Replacement(old, by: index % 3 == 0 ? nil : (2000 + index)..<(2001 + index))
    }
    var other = pieces
    for replacement in replacements {
      _ = other.replace(
        from: .before(replacement.old.lowerBound), to: .after(replacement.old.upperBound - 1),
        with: replacement.new.map { [$0] } ?? [])
    }
    let before = pieces.ranges
    let change = pieces.replace(
      replacements.sorted { $0.old.lowerBound < $1.old.lowerBound })
    #expect(pieces.ranges.flatMap(Array.init) == other.ranges.flatMap(Array.init))
    let after = pieces.ranges
    pieces.undo(change)
    #expect(pieces.ranges == before)
    pieces.redo(change)
    #expect(pieces.ranges == after)
  }

  @Test("what is not in the text has no place in it")
  func noPlace() async {
    await #expect(processExitsWith: .failure) {
      var pieces = TextPieces(length: 10)
      _ = pieces.replace(from: .before(10), to: .after(9), with: [])
    }
  }

  @Test("a slice is the text between two places")
  func slice() {
    var pieces = TextPieces(length: 10)
    _ = pieces.replace(from: .after(2), to: .before(7), with: [20..<25])
    #expect(pieces.slice(from: .before(1), to: .after(1)) == [1..<2])
    #expect(pieces.slice(from: .before(1), to: .after(8)) == [1..<3, 20..<25, 7..<9])
    #expect(pieces.slice(from: .after(2), to: .before(20)) == [])
  }
}
