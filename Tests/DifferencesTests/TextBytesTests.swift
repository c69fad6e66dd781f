import Testing

@testable import Editing

@Suite("Bytes of texts")
struct TextBytesTests {
  private static func scan<Value>(
    _ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Value
  ) -> Value {
    Array(text.utf8).withUnsafeBufferPointer(body)
  }

  @Test(
    "lines end in LF, and the text after the last LF is a line",
    arguments: [
      ("", 0), ("a", 1), ("\n", 1), ("a\n", 1), ("a\nb", 2), ("\n\n\n", 3), ("a\r\nb\r", 2),
      ("\r\r", 1),
    ])
  func counting(text: String, expected: Int) {
    #expect(Self.scan(text) { $0.lineCount(in: $0.indices) } == expected)
  }

  @Test("lines are counted in texts of any length", arguments: [191, 192, 193, 500, 100_000])
  func countingLongTexts(length: Int) {
    let feeds = String(repeating: "\n", count: length)
    #expect(Self.scan(feeds) { $0.lineCount(in: $0.indices) } == length)
    #expect(Self.scan(feeds) { $0.lineCount(in: 1..<(length - 1)) } == length - 2)
    let line = String(repeating: "\u{8A}", count: length)
    #expect(Self.scan(line) { $0.lineCount(in: $0.indices) } == 1)
  }

  @Test(
    "a line is found from each of its ends, within a range",
    arguments: [
      ("ab\ncd\n", 0..<6, 0, 3), ("ab\ncd\n", 0..<6, 3, 6), ("ab\ncd\n", 0..<5, 3, 5),
      ("ab\ncd\n", 1..<6, 1, 3), ("\n\n", 0..<2, 1, 2), ("ab", 0..<2, 0, 2),
    ])
  func ends(text: String, range: Range<Int>, start: Int, end: Int) {
    #expect(Self.scan(text) { $0.lineEnd(from: start, in: range) } == end)
    #expect(Self.scan(text) { $0.lineStart(before: end, in: range) } == start)
  }
}
