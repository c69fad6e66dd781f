import SeededRandom
import Testing

@testable import Editing

@Suite("Comparing lines")
struct LineComparisonTests {
  private static func tables<Value>(
    _ old: [UInt8], _ new: [UInt8], _ body: (LineTable, LineTable) -> Value
  ) -> Value {
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        body(LineTable(old, in: old.indices), LineTable(new, in: new.indices))
      }
    }
  }

  private static func changes(
    _ old: [UInt8], _ new: [UInt8], bound: Int = .max
  ) -> [LineChange] {
    tables(old, new) { $0.changes(to: $1, bound: bound) }
  }

  /// A text with one letter per line.
  private static func text(_ letters: String) -> [UInt8] {
    letters.utf8.flatMap { [$0, 0x0A] }
  }

  @Test(
    "the changes are minimal",
    arguments: [
      ("", "", []),
      ("abc", "abc", []),
      ("", "ab", [(0..<0, 0..<2)]),
      ("ab", "", [(0..<2, 0..<0)]),
      ("abc", "axc", [(1..<2, 1..<2)]),
      ("abcd", "bcde", [(0..<1, 0..<0), (4..<4, 3..<4)]),
      ("abxcd", "abycd", [(2..<3, 2..<3)]),
      ("xabcy", "abc", [(0..<1, 0..<0), (4..<5, 3..<3)]),
    ] as [(String, String, [(Range<Int>, Range<Int>)])])
  func fewest(old: String, new: String, expected: [(Range<Int>, Range<Int>)]) {
    let changes = Self.changes(Self.text(old), Self.text(new))
    #expect(changes == expected.map(LineChange.init))
  }

  /// How many lines have to be removed or added, from the table of all prefixes.
  private static func distance(_ old: [[UInt8]], _ new: [[UInt8]]) -> Int {
    var row = Array(0...new.count)
    for (index, line) in old.enumerated() {
      var diagonal = index
      row[0] = index + 1
      for (column, other) in new.enumerated() {
        let best = line == other ? diagonal : min(row[column], row[column + 1]) + 1
        diagonal = row[column + 1]
        row[column + 1] = best
      }
    }
    return row[new.count]
  }

  /// The new lines that the changes make from the old ones; `nil` if the changes are out of order.
  private static func applied(
    _ changes: [LineChange], to old: [[UInt8]], taking new: [[UInt8]]
  ) -> [[UInt8]]? {
    var lines: [[UInt8]] = []
    var position = 0
    for change in changes {
      // Some lines stay between two changes.
      let isFirst = change == changes[0]
      guard change.old.lowerBound >= position + (isFirst ? 0 : 1) else { return nil }
      lines += old[position..<change.old.lowerBound]
      guard lines.count == change.new.lowerBound else { return nil }
      lines += new[change.new]
      position = change.old.upperBound
    }
    return lines + old[position...]
  }

  @Test("the changes are minimal, and make the new text")
  func agreement() throws {
    var edits = RandomEdits(seed: 21)
    for _ in 0..<1500 {
      let (old, new) = (edits.text(upTo: 24), edits.text(upTo: 24))
      let (oldLines, newLines) = (lines(of: old), lines(of: new))
      let changes = Self.changes(old, new)
      try #require(Self.applied(changes, to: oldLines, taking: newLines) == newLines)
      let count = changes.reduce(0) { $0 + $1.old.count + $1.new.count }
      try #require(count == Self.distance(oldLines, newLines), "\(old) \(new)")
    }
  }

  @Test("with a bound, they still make the new text", arguments: [1, 2, 5])
  func bounded(bound: Int) throws {
    var edits = RandomEdits(seed: 22)
    for _ in 0..<500 {
      let (old, new) = (edits.text(upTo: 80), edits.text(upTo: 80))
      let changes = Self.changes(old, new, bound: bound)
      let made = Self.applied(changes, to: lines(of: old), taking: lines(of: new))
      try #require(made == lines(of: new))
    }
  }

  @Test("beyond the bound, most unchanged lines are still found")
  func quality() {
    let letters = (0..<2000).map { UInt8(ascii: "a") + UInt8($0 * $0 % 23) }
    var edited = letters
    for line in stride(from: 10, to: 2000, by: 20) { edited[line] = UInt8(ascii: "-") }
    let texts = [letters, edited].map { Self.text(String(decoding: $0, as: UTF8.self)) }
    let changes = Self.changes(texts[0], texts[1], bound: 16)
    let removed = changes.reduce(0) { $0 + $1.old.count }
    #expect((100...120).contains(removed))
  }

  @Test("lines that only one text has do not count against the bound")
  func foreignLines() throws {
    var (old, new): ([UInt8], [UInt8]) = ([], [])
    for line in 0..<4000 {
      old += Array((line % 3 == 0 ? "same \(line)\n" : "old \(line)\n").utf8)
      new += Array((line % 3 == 0 ? "same \(line)\n" : "new \(line)\n").utf8)
    }
    let changes = Self.changes(old, new, bound: 16)
    #expect(changes.count == 1333 && changes.allSatisfy { $0.old.count <= 2 && $0.new.count <= 2 })
    #expect(Self.applied(changes, to: lines(of: old), taking: lines(of: new)) == lines(of: new))
  }

  @Test("a bound that is not reached changes nothing")
  func unreachedBound() {
    let (old, new) = (Self.text("abcabba"), Self.text("cbabac"))
    #expect(Self.changes(old, new, bound: 8) == Self.changes(old, new))
  }

  @Test("lines are equal only if all their bytes are, with the LF")
  func equality() {
    Self.tables(Array("a\na".utf8), Array("a\n\u{E9}".utf8)) { old, new in
      #expect(old[0] == new[0])
      #expect(old[0] != old[1])
      #expect(old[1] != new[1])
      #expect(old.bytes(of: 1..<2) == 2..<3)
    }
  }

  @Test("equal lines have the same number, new ones that are not in the old have none")
  func numbers() {
    Self.tables(Self.text("abac"), Self.text("caxb")) { old, new in
      let numbers = LineNumbers(
        old: (0..<old.count).map { old[$0] }, new: (0..<new.count).map { new[$0] })
      #expect(numbers.old == [0, 1, 0, 2])
      #expect(numbers.new == [2, 0, -1, 1])
    }
  }
}
