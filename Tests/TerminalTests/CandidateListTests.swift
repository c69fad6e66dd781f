import Testing

@testable import Terminal

/// How candidates are listed.
@Suite struct CandidateListTests {
  @Test("columns are filled downwards, by the width on the screen")
  func columns() {
    let lines = CandidateList.lines(of: ["马自达", "b", "École", "x", "e\u{301}"], width: 20)
    #expect(lines == ["马自达  x", "b       e\u{301}", "École"])
  }

  @Test(
    "as many columns as fit, but for the last column of the screen",
    arguments: [(8, 1), (9, 2), (13, 2), (14, 3), (80, 5)])
  func fit(_ width: Int, _ columns: Int) {
    let lines = CandidateList.lines(of: ["aaa", "bbb", "ccc", "ddd", "eee"], width: width)
    #expect(lines.count == (5 + columns - 1) / columns)
    #expect(lines.allSatisfy { $0.count < width })
  }

  @Test("control characters are made visible, one candidate per line if space is short")
  func narrow() {
    #expect(CandidateList.lines(of: ["a\u{1B}b", "马自达"], width: 3) == ["a\\u{1B}b", "马自达"])
    #expect(CandidateList.lines(of: [], width: 10) == [])
  }
}
