import SeededRandom
import Testing

@testable import Terminal

/// What is written to the terminal to show lines.
@Suite struct LineScreenTests {
  @Test(
    "the terminal shows any line after any other",
    arguments: [(12, 3, 0), (12, 3, 2), (7, 5, 4), (2, 4, 0), (40, 10, 9)])
  func changes(_ columns: Int, _ height: Int, _ row: Int) {
    var generator = SeededGenerator(seed: UInt64(columns * 100 + row))
    var terminal = EmulatedTerminal(columns: columns, height: height, row: row)
    var screen = LineScreen(isDumb: false)
    var scalars: [Unicode.Scalar] = []
    for _ in 0..<2000 {
      change(&scalars, &generator)
      var line = InputLine(String(String.UnicodeScalarView(scalars)))
      line.move(to: Int.random(in: 0...scalars.count, using: &generator))
      let prompt = Bool.random(using: &generator) ? "> " : "(search)`马': "
      terminal.write(
        screen.show(prompt: prompt, line: line, columns: columns, height: height))
      let frame = LineFrame(prompt: prompt, line: line, columns: columns, height: height)
      #expect(shown(frame, on: terminal))
    }
  }

  /// Whether a terminal shows a frame, and nothing below it.
  private func shown(_ frame: LineFrame, on terminal: EmulatedTerminal) -> Bool {
    let top = terminal.row - frame.cursor.row
    guard top >= 0, terminal.column == frame.cursor.column else { return false }
    let expected = frame.rows.map { row in
      let text = row.map(\.text).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
    let rows = terminal.rows.dropFirst(top)
    return Array(rows.prefix(expected.count)) == expected
      && rows.dropFirst(expected.count).allSatisfy(\.isEmpty)
  }

  private func change(_ line: inout [Unicode.Scalar], _ generator: inout SeededGenerator) {
    let start = Int.random(in: 0...line.count, using: &generator)
    let end = min(line.count, start + Int.random(in: 0...4, using: &generator))
    let letters = "ab 马自é한\u{301}\u{1B}\n".unicodeScalars
    let count = Int.random(in: 0...4, using: &generator)
    let new = (0..<count).compactMap { _ in letters.randomElement(using: &generator) }
    line.replaceSubrange(start..<end, with: new)
    if line.count > 60 { line = [] }
  }

  private static func show(
    _ line: String, on screen: inout LineScreen, cursor: Int? = nil, columns: Int = 20
  ) -> String {
    var input = InputLine(line)
    if let cursor { input.move(to: cursor) }
    return screen.show(prompt: "> ", line: input, columns: columns, height: 24)
  }

  @Test("a character at the end of the line costs no more than itself")
  func appending() {
    var screen = LineScreen(isDumb: false)
    #expect(LineScreenTests.show("马", on: &screen) == "> 马")
    #expect(LineScreenTests.show("马自", on: &screen) == "自")
    #expect(LineScreenTests.show("马自", on: &screen) == "")
    #expect(LineScreenTests.show("马自", on: &screen, cursor: 0) == "\u{1B}[4D")
  }

  @Test("leaving a line goes below its last row")
  func leaving() {
    var screen = LineScreen(isDumb: false)
    _ = LineScreenTests.show("abcdefghij", on: &screen, cursor: 0, columns: 6)
    #expect(screen.leave(with: "^C") == "\u{1B}[2B\u{1B}[2D^C\n")
    #expect(LineScreenTests.show("", on: &screen) == "> ")
  }

  @Test(
    "after a resize, the line is erased from where its first row is now",
    arguments: [(12, "\r\u{1B}[J"), (5, "\r\u{1B}[2A\u{1B}[J"), (3, "\r\u{1B}[3A\u{1B}[J")])
  func resizing(_ columns: Int, _ expected: String) {
    var screen = LineScreen(isDumb: false)
    // The cursor is eleven columns after the beginning.
    _ = LineScreenTests.show("abcdefghi", on: &screen, columns: 6)
    #expect(screen.resize(columns: columns) == expected)
  }

  @Test("a terminal that knows no escape sequences gets none, and one row")
  func dumb() {
    var screen = LineScreen(isDumb: true)
    #expect(LineScreenTests.show("马", on: &screen) == "\r> 马\r> 马")
    #expect(LineScreenTests.show("", on: &screen) == "\r>   \r> ")
    let long = LineScreenTests.show("0123456789abcdefghij", on: &screen)
    #expect(long == "\r123456789abcdefghij\r123456789abcdefghij")
    #expect(
      LineScreenTests.show("0123456789abcdefghij", on: &screen, cursor: 0)
        == "\r> 0123456789abcdefg\r> ")
    #expect(screen.leave(with: "^C") == "^C\n")
  }
}
