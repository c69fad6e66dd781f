import Testing

@testable import Terminal

/// Searching the history key by key.
@Suite struct HistorySearchTests {
  private static let lines = ["show 马自达", "find abc", "find 马", "find 马", "quit"]

  /// Types keys into a search; `<` is Ctrl-R, `>` Ctrl-S, `-` the backspace key.
  private static func search(_ keys: String) -> HistorySearch {
    var search = HistorySearch(lines)
    for key in keys {
      let control: [Character: Key] = ["<": .control("r"), ">": .control("s"), "-": .backspace]
      _ = search.take(control[key] ?? .character(key))
    }
    return search
  }

  @Test(
    "the latest line that holds what is typed is found, and the cursor is before it",
    arguments: [
      ("马", "find 马", 5), ("马自", "show 马自达", 5), ("i", "quit", 2), ("in", "find 马", 1),
      ("马<", "show 马自达", 5), ("f<", "find abc", 0), ("f<>", "find 马", 0), ("马自-", "find 马", 5),
      ("ind ab", "find abc", 1),
    ])
  func found(_ keys: String, _ line: String, _ cursor: Int) {
    let search = HistorySearchTests.search(keys)
    #expect(search.match?.text == line)
    #expect(search.match?.cursor == cursor)
    #expect(!search.prompt.hasPrefix("(failed"))
  }

  @Test(
    "a search that fails says so and keeps what it had found",
    arguments: [
      ("x", nil), ("马x", "find 马"), ("马<<", "show 马自达"), ("马>", "find 马"), ("q<", "quit"),
    ])
  func failed(_ keys: String, _ line: String?) {
    let search = HistorySearchTests.search(keys)
    #expect(search.match?.text == line)
    #expect(search.prompt.hasPrefix("(failed "))
  }

  @Test("the prompt shows the direction and the pattern")
  func prompt() {
    #expect(HistorySearchTests.search("").prompt == "(reverse-i-search)`': ")
    #expect(HistorySearchTests.search("马<").prompt == "(reverse-i-search)`马': ")
    #expect(HistorySearchTests.search("马<>").prompt == "(i-search)`马': ")
  }

  @Test("an empty pattern finds nothing, also after deleting everything")
  func empty() {
    #expect(HistorySearchTests.search("").match == nil)
    #expect(HistorySearchTests.search("<").match == nil)
    #expect(HistorySearchTests.search("a-").match == nil)
  }

  @Test("what is pasted is searched for")
  func pasted() {
    var search = HistorySearchTests.search("")
    #expect(search.take(.paste("马自")) == .shouldContinue(isFailed: false))
    #expect(search.match?.text == "show 马自达")
  }

  @Test("other keys end the search, Ctrl-G cancels it")
  func end() {
    var search = HistorySearchTests.search("马")
    let keys: [Key] = [.enter, .escape, .control("a"), .left, .meta("f"), .control("g")]
    let steps = keys.map { search.take($0) }
    #expect(steps.dropLast().allSatisfy { $0 == .accepted })
    #expect(steps.last == .cancelled)
  }
}
