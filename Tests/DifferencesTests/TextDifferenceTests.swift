import SeededRandom
import Testing

@testable import Editing

@Suite("Differences of texts")
struct TextDifferenceTests {
  private static func counts(_ old: String, _ pieces: [TextPiece]) -> [Int] {
    Array(old.utf8).withUnsafeBufferPointer { old in
      let difference = TextDifference(from: old, pieces: pieces)
      return [difference.removedLineCount, difference.addedLineCount]
    }
  }

  @Test("removed and added lines are counted")
  func counting() {
    #expect(Self.counts("a\nb\nc\n", [.added(Array("a\nx\ny\nc\n".utf8))]) == [1, 2])
    #expect(Self.counts("a\nb\nc\n", [.kept(2..<6), .kept(0..<2)]) == [1, 1])
    #expect(Self.counts("a\nb", [.kept(0..<2)]) == [1, 0])
  }

  @Test("the same text made of other pieces does not differ")
  func sameText() {
    let old = Array("a\na\nb\n".utf8)
    old.withUnsafeBufferPointer { text in
      let swapped: [TextPiece] = [.kept(2..<4), .kept(0..<2), .kept(4..<6)]
      #expect(TextDifference(from: text, pieces: swapped).isEmpty)
      #expect(TextDifference(from: text, pieces: [.added(old)]).isEmpty)
      #expect(TextDifference(from: text, to: old).isEmpty)
      #expect(!TextDifference(from: text, to: Array(old.dropLast())).isEmpty)
    }
    #expect(unifiedDiff(from: old, to: [.added(old)]) == [])
    #expect(unifiedDiff(from: [], to: []) == [])
  }

  @Test("moved text is removed and added, and the text that it passed stays")
  func moved() {
    let old = "a\nb\nc\nd\ne\nf\n"
    let expected = """
      @@ -1,3 +1,2 @@
      -a
       b
       c
      @@ -5,2 +4,3 @@
       e
       f
      +a

      """
    #expect(hunks(from: old, to: [.kept(2..<12), .kept(0..<2)], context: 2) == expected)
  }

  @Test("line numbers account for earlier changes")
  func lineNumbers() {
    let old = (1...9).map { "\($0)\n" }.joined()
    let new = "0\n" + old.replacing("5\n", with: "").replacing("9\n", with: "x\ny\n")
    let expected = """
      @@ -0,0 +1 @@
      +0
      @@ -5 +5,0 @@
      -5
      @@ -9 +9,2 @@
      -9
      +x
      +y

      """
    #expect(hunks(from: old, to: new, context: 0) == expected)
  }

  @Test("applying a diff gives the new text, whatever was edited", arguments: 0..<Rounds.of(8))
  func application(seed: UInt64) throws {
    var edits = RandomEdits(seed: seed)
    for number in 0..<500 {
      let old = edits.text(upTo: 40)
      let pieces = edits.pieces(of: old, edits: edits.below(8))
      let context = number % 5
      let diff = unifiedDiff(
        from: old, to: pieces, context: context, effort: number % 3 == 0 ? 0 : 1 << 28)
      let new = assembled(pieces, from: old)
      try #require(try StrictPatch.apply(diff, to: old) == new)
      try #require(diff.isEmpty == (old == new))
    }
  }

  @Test("a text of one line is compared once, however often it was edited")
  func oneLongLine() throws {
    let old = [UInt8](repeating: 0x61, count: 100_000)
    var pieces: [TextPiece] = []
    for start in stride(from: 0, to: old.count, by: 100) {
      pieces += [.kept(start..<(start + 99)), .added([0x62])]
    }
    let diff = unifiedDiff(from: old, to: pieces)
    #expect(try StrictPatch.apply(diff, to: old) == assembled(pieces, from: old))
    #expect(lines(of: diff).count == 7)
  }
}
