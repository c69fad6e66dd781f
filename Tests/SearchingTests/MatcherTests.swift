import Testing

@testable import Searching

@Suite("Matching")
struct MatcherTests {
  @Test(
    "highlights are in the original text",
    arguments: [
      ("strasse", "Hauptstraße 5", ["straße"]), ("ss", "Straße", ["ß"]),
      ("s", "Straße", ["S", "ß"]),
      ("as", "Straße", ["aß"]), ("fi", "proﬁle", ["ﬁ"]), ("f", "proﬁle", ["ﬁ"]),
      ("il", "proﬁle", ["ﬁl"]),
      ("i", "İzmir ili", ["İ", "i", "i", "i"]), ("zmir", "İzmir", ["zmir"]),
      ("audi", "→ＡＵＤＩ!", ["ＡＵＤＩ"]),
      ("é", "xe\u{301}y", ["e\u{301}"]), ("e", "xe\u{301}y", ["e\u{301}"]),
      ("y", "e\u{301}y", ["y"]),
      ("迪", "奥迪 A4", ["迪"]), ("4", "奥迪 A4", ["4"]), ("ガ", "ｶﾞｽ", ["ｶﾞ"]),
      ("国", "\u{1112}\u{1161}\u{11AB}国", ["国"]), ("aa", "aaaaa", ["aa", "aa"]), ("x", "奥迪", []),
      ("\u{301}", "Émile é", ["É", "é"]), ("", "abc", []), ("ab", "a\u{200B}b", ["a\u{200B}b"]),
      ("😀", "a😀b", ["😀"]),
    ])
  func highlights(pattern: String, text: String, expected: [String]) throws {
    let matcher = try Matcher([pattern])
    #expect(try matcher.highlights(in: text) == expected.map { Array($0.utf8) })
  }

  @Test("overlapping highlights are merged, touching and separate ones are not")
  func joining() throws {
    #expect(try Matcher(["abc", "cd", "x"]).ranges(in: "abcd ab x") == [0..<4, 8..<9])
    #expect(try Matcher(["b", "abc"]).ranges(in: "abc") == [0..<3])
    #expect(try Matcher(["ab", "cd"]).ranges(in: "abcd") == [0..<2, 2..<4])
  }

  @Test(
    "with smart case, an upper-case letter in any pattern makes case matter",
    arguments: [
      (["audi"], "AUDI", true), (["Audi"], "AUDI", false), (["Audi"], "Audi", true),
      (["x", "Audi"], "AUDI", false), (["x", "audi"], "AUDI", true), (["école"], "ÉCOLE", true),
      (["École"], "ÉCOLE", false), (["奥迪"], "奥迪", true), (["Москва"], "МОСКВА", false),
    ])
  func smartCase(patterns: [String], text: String, isFound: Bool) throws {
    let matcher = try Matcher(patterns, options: SearchOptions { $0.caseSensitivity = .smart })
    #expect(try matcher.matches(text) == isFound)
    #expect(try matcher.search(Records(text)) == (isFound ? [0] : []))
  }

  @Test(
    "with smart case, an upper-case letter in an escape does not make case matter",
    arguments: [
      ("\\Wfoo", "x FOO"), ("\\Sfoo", "-FOO"), ("\\p{Lu}oo", "FOO"), ("\\bfoo\\B", "FOOD"),
    ])
  func smartCaseOfEscapes(pattern: String, text: String) throws {
    let options = SearchOptions {
      $0.caseSensitivity = .smart
      $0.syntax = .regularExpression
    }
    #expect(try Matcher([pattern], options: options).matches(text))
  }

  @Test("one of several patterns is enough", arguments: [("a", true), ("b", true), ("c", false)])
  func severalPatterns(text: String, isFound: Bool) throws {
    let matcher = try Matcher(["a", "b"])
    #expect(try matcher.matches(text) == isFound)
    #expect(try matcher.search(Records(text)) == (isFound ? [0] : []))
  }

  @Test("no pattern matches nothing", arguments: ["", "a"])
  func noPattern(text: String) throws {
    let matcher = try Matcher([])
    #expect(try !matcher.matches(text))
    #expect(try matcher.search(Records(text)).isEmpty)
    #expect(try matcher.search(Records(text), isInverted: true) == [0])
  }

  @Test(
    "a literal pattern has no special characters", arguments: [".*", "[a]", "\\d", "a|b", "("])
  func literal(pattern: String) throws {
    #expect(try finds(pattern, in: "x\(pattern)y") == true)
    #expect(try finds(pattern, in: "a 1 b") == false)
  }
}
