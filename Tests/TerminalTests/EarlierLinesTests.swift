import Testing

@testable import Terminal

/// Earlier lines in an input line.
@Suite("Earlier lines")
struct EarlierLinesTests {
  private static let lines = ["show A", "find x", "show B", "quit"]

  /// The lines after each step: `<` and `>` go by one, `(` and `)` to what holds the pattern.
  private static func walk(_ steps: String, typed: String, cursor: Int? = nil) -> [String?] {
    var (earlier, line) = (LineRecall(), InputLine(typed))
    if let cursor { line.move(to: cursor) }
    let latest = lines.reversed()
    return steps.map { step in
      let isFound =
        switch step {
        case "<": earlier.step(1, in: latest, &line)
        case ">": earlier.step(-1, in: latest, &line)
        case "(": earlier.find(1, in: latest, &line)
        default: earlier.find(-1, in: latest, &line)
        }
      return isFound ? line.text : nil
    }
  }

  @Test(
    arguments: [
      ("<<", ["quit", "show B"]), ("<>", ["quit", "draft"]), (">", [nil]),
      ("<<<<<>", ["quit", "show B", "find x", "show A", nil, "find x"]),
    ])
  func linesComeBackAndSoDoesWhatWasTyped(_ steps: String, _ expected: [String?]) {
    #expect(Self.walk(steps, typed: "draft") == expected)
  }

  @Test(
    arguments: [
      ("((", "show", nil, ["show B", "show A"]), ("(((", "show", nil, ["show B", "show A", nil]),
      ("(()", "show", nil, ["show B", "show A", "show B"]), ("()", "ow", nil, ["show B", "ow"]),
      ("(", "find xyz", 5, ["find x"]), ("(", "none", nil, [nil]),
      ("((", "", nil, ["quit", "show B"]),
      ("<(", "", nil, ["quit", nil]),
    ] as [(String, String, Int?, [String?])])
  func linesWithWhatIsBeforeTheCursorAreFound(
    _ steps: String, _ typed: String, _ cursor: Int?, _ expected: [String?]
  ) {
    #expect(Self.walk(steps, typed: typed, cursor: cursor) == expected)
  }

  @Test func withoutLinesNothingIsFound() {
    var (earlier, line) = (LineRecall(), InputLine("a"))
    let areFound = [earlier.step(1, in: [], &line), earlier.find(1, in: [], &line)]
    #expect(areFound == [false, false])
    #expect(line.text == "a")
  }
}
