import Testing

@testable import Language

/// What the completion key does.
@Suite struct CompletionResultTests {
  private func step(
    _ line: String, _ range: Range<Int>, _ candidates: [String], isRepeated: Bool = false
  ) -> CompletionResult.Step {
    CompletionResult(range: range, candidates: candidates.map { .init($0) })
      .step(in: line, isRepeated: isRepeated)
  }

  @Test("nothing can be done without candidates")
  func none() {
    #expect(step("x", 0..<1, []) == .nothing)
    #expect(step("x", 0..<1, [], isRepeated: true) == .nothing)
  }

  @Test("the only candidate is inserted, with a blank if it is whole")
  func only() {
    #expect(step("show 马", 5..<6, ["马自达"]) == .insert("马自达 "))
    #expect(step("show 马自达", 5..<8, ["马自达"]) == .insert("马自达 "))
    let part = CompletionResult(range: 0..<1, candidates: [.init("马/", isWhole: false)])
    #expect(part.step(in: "马", isRepeated: false) == .insert("马/"))
  }

  @Test(
    "what several candidates have in common is inserted, if that is no less than what was typed",
    arguments: [
      ("马", ["马自达", "马自骑"], "马自"), ("é", ["école", "écolier"], "écol"),
      ("bm", ["BMW", "BMW Alpina"], "BMW"), ("", ["ab", "ac"], "a"),
      ("x", ["École", "École"], "École"),
    ] as [(String, [String], String)])
  func common(_ typed: String, _ candidates: [String], _ expected: String) {
    #expect(step(typed, 0..<typed.count, candidates) == .insert(expected))
  }

  @Test(
    "what was typed is never lost; a second key lists the candidates",
    arguments: [("马自", ["马自达", "马自骑"]), ("ali", ["阿里", "阿利"]), ("ma", ["m", "马"])])
  func list(_ typed: String, _ candidates: [String]) {
    #expect(step(typed, 0..<typed.count, candidates) == .nothing)
    #expect(step(typed, 0..<typed.count, candidates, isRepeated: true) == .list)
  }

  @Test("candidates of different composition have in common what looks the same")
  func composition() {
    #expect(step("", 0..<0, ["e\u{301}a", "éb"]) == .insert("e\u{301}"))
  }
}

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
