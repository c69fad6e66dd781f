import Testing

@testable import ICUText

@Suite("Regular expressions")
struct RegularExpressionTests {
  private typealias Failure = RegularExpression.Failure

  /// The parts of the text that match.
  private static func matches(
    _ pattern: String, in text: String, isCaseSensitive: Bool = true, limit: Int = .max
  ) throws -> [String] {
    let utf8 = Array(text.utf8)
    let expression = try RegularExpression(pattern, isCaseSensitive: isCaseSensitive)
    return try utf8.withUnsafeBufferPointer { try expression.matches(in: $0, limit: limit) }
      .map { String(decoding: utf8[$0], as: UTF8.self) }
  }

  private static func failure(_ pattern: String) -> Failure? {
    do throws(Failure) {
      _ = try RegularExpression(pattern, isCaseSensitive: true)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "matches are found in order and without overlaps",
    arguments: [
      ("a", "banana", ["a", "a", "a"]), ("ana", "banana", ["ana"]),
      ("b|n.", "banana", ["b", "na", "na"]),
      ("x", "banana", []), ("^b", "banana", ["b"]), ("a$", "banana", ["a"]),
      ("\\d+", "a12b3", ["12", "3"]),
      ("x*", "ab", ["", "", ""]), ("", "", [""]),
    ])
  func finding(pattern: String, text: String, expected: [String]) throws {
    #expect(try Self.matches(pattern, in: text) == expected)
  }

  @Test(
    "ranges are in bytes, whatever the characters",
    arguments: [
      ("迪", "奥迪 A4", 3..<6), ("A\\d", "奥迪 A4", 7..<9), ("é", "Citroén", 5..<7),
      ("b", "😀b", 4..<5), (".", "😀", 0..<4), ("\\p{Han}+", "a奥迪b", 1..<7),
    ])
  func byteRanges(pattern: String, text: String, expected: Range<Int>) throws {
    let expression = try RegularExpression(pattern, isCaseSensitive: true)
    let found = try Array(text.utf8).withUnsafeBufferPointer { try expression.matches(in: $0) }
    #expect(found == [expected])
  }

  @Test("case matters only if requested")
  func caseSensitivity() throws {
    #expect(try Self.matches("éa", in: "ÉA éa") == ["éa"])
    #expect(try Self.matches("éa", in: "ÉA éa", isCaseSensitive: false) == ["ÉA", "éa"])
    #expect(try Self.matches("strasse", in: "Straße", isCaseSensitive: false) == ["Straße"])
  }

  @Test("the search stops after the wanted number of matches", arguments: [0, 1, 2])
  func limit(limit: Int) throws {
    #expect(try Self.matches("a", in: "banana", limit: limit).count == limit)
  }

  @Test("an expression can be used for several texts")
  func reuse() throws {
    let expression = try RegularExpression("a+", isCaseSensitive: true)
    for (text, expected) in [("baa", [1..<3]), ("", []), ("a", [0..<1])] {
      let found = try Array(text.utf8).withUnsafeBufferPointer { try expression.matches(in: $0) }
      #expect(found == expected, "\(text)")
    }
  }

  @Test(
    "an error has a name and a position",
    arguments: [
      ("a(b", "U_REGEX_MISMATCHED_PAREN", 3), ("ab)c", "U_REGEX_MISMATCHED_PAREN", 3),
      ("x[a", "U_REGEX_MISSING_CLOSE_BRACKET", 3), ("*", "U_REGEX_RULE_SYNTAX", 1),
      ("é*+*", "U_REGEX_RULE_SYNTAX", 4), ("😀**", "U_REGEX_RULE_SYNTAX", 3),
    ])
  func faults(pattern: String, name: String, column: Int) {
    #expect(Self.failure(pattern) == Failure(name: name, column: column))
  }

  @Test("an error has a readable description")
  func description() {
    #expect(
      Self.failure("a(b")?.description == "an unmatched parenthesis (character 3)")
    #expect(
      Failure(name: "U_REGEX_TIME_OUT", column: nil).description == "it takes too long to match")
    #expect(Failure(name: "U_OTHER", column: 2).description == "U_OTHER (character 2)")
  }

  @Test(
    "an expression that backtracks without end is given up", .timeLimit(.minutes(10)),
    arguments: [("(a+)+$", 60), ("(.*a){40}b", 200)])
  func backtracking(pattern: String, length: Int) throws {
    let text = String(repeating: "a", count: length) + "!"
    let error = try #require(throws: Failure.self) { try Self.matches(pattern, in: text) }
    #expect(error.description == "'\(pattern)' takes too long to match")
  }

  private static let hard = String(repeating: "a", count: 30) + "!"

  /// Whether matching a text is given up.
  private static func isGivenUp(_ expression: RegularExpression, on text: String) -> Bool {
    (try? Array(text.utf8).withUnsafeBufferPointer { try expression.matches(in: $0) }) == nil
  }

  @Test("expressions share a budget, and nothing is matched once it is used up")
  func budget() throws {
    let budget = MatchingBudget(ticks: 5000)
    let (one, other) = (
      try RegularExpression("(a+)+$", isCaseSensitive: true, budget: budget),
      try RegularExpression("(b|a+)+$", isCaseSensitive: true, budget: budget)
    )
    #expect(Self.isGivenUp(one, on: Self.hard))
    #expect(!Self.isGivenUp(other, on: "a"))
    #expect(Self.isGivenUp(other, on: Self.hard))
    #expect(Self.isGivenUp(one, on: "a"))
    // Where texts match has a budget of its own.
    budget.isForRanges = true
    #expect(!Self.isGivenUp(one, on: "a"))
  }

  @Test("what each of many texts may take leaves the budget as it is")
  func freeSteps() throws {
    let budget = MatchingBudget(ticks: 1)
    let expression = try RegularExpression("(a+)+$", isCaseSensitive: true, budget: budget)
    // Some thousands of steps each.
    for _ in 0..<500 {
      #expect(!Self.isGivenUp(expression, on: String(repeating: "a", count: 10) + "!"))
    }
    let words = try RegularExpression("\\w+ (?=x)", isCaseSensitive: true, budget: budget)
    #expect(!Self.isGivenUp(words, on: String(repeating: "word ", count: 100_000)))
    #expect(Self.isGivenUp(expression, on: Self.hard))
  }

  @Test("matching ends soon after it is not wanted any more")
  func cancelling() throws {
    let budget = MatchingBudget()
    let expression = try RegularExpression("(a+)+$", isCaseSensitive: true, budget: budget)
    var asked = 0
    budget.limited(
      while: {
        asked += 1
        return asked < 3
      }, { #expect(Self.isGivenUp(expression, on: Self.hard)) })
    #expect(asked == 3)
    #expect(!Self.isGivenUp(expression, on: "aaa"))
  }
}
