import Testing

@testable import Editing

@Suite("Hunks")
struct HunkTests {
  private static let old = (1...20).map { "\($0)\n" }.joined()

  /// The hunks of the old text with some lines replaced.
  private static func hunks(replacing numbers: [Int], context: Int) -> [Hunk] {
    let new = (1...20).map { numbers.contains($0) ? "x\n" : "\($0)\n" }.joined()
    return Array(old.utf8).withUnsafeBufferPointer { text in
      TextDifference(from: text, to: Array(new.utf8)).hunks(context: context)
    }
  }

  @Test(
    "changes with no more than twice the context between them are one hunk",
    arguments: [
      ([10], 3, [6..<13]), ([5, 12], 3, [1..<15]), ([5, 13], 3, [1..<8, 9..<16]),
      ([5, 6], 0, [4..<6]), ([5, 7], 0, [4..<5, 6..<7]), ([5, 8], 1, [3..<9]),
      ([1, 20], 3, [0..<4, 16..<20]), ([2, 19], .max, [0..<20]), ([10], -1, [9..<10]),
    ] as [([Int], Int, [Range<Int>])])
  func merging(numbers: [Int], context: Int, expected: [Range<Int>]) {
    let hunks = Self.hunks(replacing: numbers, context: context)
    #expect(hunks.map(\.oldLines) == expected)
    #expect(hunks.map(\.newLines) == expected)
  }

  @Test("without changes there are none")
  func none() {
    #expect(Self.hunks(replacing: [], context: 3) == [])
  }

  @Test("lines come with their kind, removed ones before added ones")
  func lines() {
    Array("a\nb\nc".utf8).withUnsafeBufferPointer { text in
      let difference = TextDifference(from: text, to: Array("a\nx\ny\nc".utf8))
      var lines: [String] = []
      for hunk in difference.hunks() {
        difference.forEachLine(of: hunk) { line in
          let text = String(decoding: line.text, as: UTF8.self)
          lines.append("\(line.kind) \(text)\(line.hasLineFeed ? "" : " at the end")")
        }
      }
      #expect(lines == ["kept a", "removed b", "added x", "added y", "kept c at the end"])
    }
  }

  private struct Stop: Error {}

  @Test("an error of the closure ends the lines")
  func failure() {
    Array("a\nb\nc\n".utf8).withUnsafeBufferPointer { text in
      let difference = TextDifference(from: text, to: [])
      var count = 0
      #expect(throws: Stop.self) {
        try difference.forEachLine(of: difference.hunks()[0]) { _ in
          count += 1
          if count == 2 { throw Stop() }
        }
      }
      #expect(count == 2)
    }
  }
}
