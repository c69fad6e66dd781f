import Grammar
import Testing

@testable import Language

/// What the completion key does.
@Suite struct CompletionResultTests {
  private func step(
    _ line: String, _ range: Range<Int>, _ candidates: [String], isRepeated: Bool = false
  ) -> CompletionResult.KeyAction {
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
