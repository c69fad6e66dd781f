import Testing

@testable import Terminal

/// How prompt and line are broken into rows.
@Suite struct LineFrameTests {
  private static func frame(
    _ line: String, prompt: String = "> ", cursor: Int? = nil, columns: Int = 6, height: Int = 24
  ) -> LineFrame {
    var input = InputLine(line)
    if let cursor { input.move(to: cursor) }
    return LineFrame(prompt: prompt, line: input, columns: columns, height: height)
  }

  private static func rows(_ frame: LineFrame) -> [String] {
    frame.rows.map { $0.map(\.text).joined() }
  }

  @Test(
    "rows are filled to the edge, a wide character at the edge goes to the next row",
    arguments: [
      ("", ["> "], 0, 2), ("abc", ["> abc"], 0, 5), ("abcd", ["> abcd", ""], 1, 0),
      ("abcde", ["> abcd", "e"], 1, 1), ("马自", ["> 马自", ""], 1, 0),
      ("a马自", ["> a马 ", "自"], 1, 2), ("abc马", ["> abc ", "马"], 1, 2),
      ("abcd\u{301}f", ["> abcd\u{301}", "f"], 1, 1),
      ("\u{1B}\u{301}", ["> \\u{1", "B}\u{301}"], 1, 2), ("👨‍👩‍👧한x", ["> 👨‍👩‍👧한", "x"], 1, 1),
    ] as [(String, [String], Int, Int)])
  func wrapping(_ line: String, _ rows: [String], _ row: Int, _ column: Int) {
    let frame = LineFrameTests.frame(line)
    #expect(LineFrameTests.rows(frame) == rows)
    #expect(frame.cursor == Frame.Position(row: row, column: column))
  }

  @Test(
    "the cursor is before its scalar, or after the character that this one belongs to",
    arguments: [(0, 0, 2), (1, 0, 4), (2, 0, 5), (3, 0, 5), (4, 1, 0)])
  func cursor(_ cursor: Int, _ row: Int, _ column: Int) {
    // 马, e with a separate accent, x and y.
    let frame = LineFrameTests.frame("马e\u{301}xy", cursor: cursor)
    #expect(frame.cursor == Frame.Position(row: row, column: column))
  }

  @Test("control characters are shown as everywhere else, and may be broken")
  func controls() {
    #expect(LineFrameTests.rows(LineFrameTests.frame("\u{1B}x")) == ["> \\u{1", "B}x"])
    #expect(LineFrameTests.rows(LineFrameTests.frame("a\tb\r")) == ["> a\\tb", "\\r"])
  }

  @Test(
    "a line end begins a row; the one before it is filled with blanks",
    arguments: [
      ("a\nb", nil, ["> a   ", "b"], 1, 1), ("a\n", nil, ["> a   ", ""], 1, 0),
      ("abcd\ne", nil, ["> abcd", "e"], 1, 1), ("a\n\nb", nil, ["> a   ", "      ", "b"], 2, 1),
      ("abcd\n\n", nil, ["> abcd", "      ", ""], 2, 0),
      ("\nab", nil, ["> " + "    ", "ab"], 1, 2),
      ("马\n马", 1, ["> 马  ", "马"], 0, 4), ("马\n马", 2, ["> 马  ", "马"], 1, 0),
    ] as [(String, Int?, [String], Int, Int)])
  func lineEnds(_ line: String, _ cursor: Int?, _ rows: [String], _ row: Int, _ column: Int) {
    let frame = LineFrameTests.frame(line, cursor: cursor)
    #expect(LineFrameTests.rows(frame) == rows)
    #expect(frame.cursor == Frame.Position(row: row, column: column))
  }

  @Test("without rows, a line end is shown as everywhere else")
  func lineEndWithoutRows() {
    #expect(LineFrameTests.frame("a\nb", columns: .max).text == "> a\\nb")
  }

  @Test(
    "of a line that is longer than the screen, the rows around the cursor are shown",
    arguments: [
      (0, ["> abcd", "efghij"], 0, true), (8, ["efghij", "klmnop"], 0, true),
      (11, ["klmnop", "qr"], 0, false), (17, ["klmnop", "qr"], 1, false),
    ] as [(Int, [String], Int, Bool)])
  func cut(_ cursor: Int, _ rows: [String], _ row: Int, _ isCut: Bool) {
    let frame = LineFrameTests.frame("abcdefghijklmnopqr", cursor: cursor, height: 2)
    #expect(LineFrameTests.rows(frame) == rows)
    #expect(frame.cursor.row == row)
    #expect(frame.isCut == isCut)
  }

  @Test(
    "without rows, the part of the line around the cursor is shown",
    arguments: [(0, "> ab马c", 2), (4, "> ab马c", 7), (5, " ab马cd", 7), (7, "b马cdef", 7)])
  func part(_ cursor: Int, _ text: String, _ column: Int) {
    let part = LineFrameTests.frame("ab马cdef", cursor: cursor, columns: .max).part(width: 7)
    #expect(part.text == text)
    #expect(part.cursor.column == column)
  }
}
