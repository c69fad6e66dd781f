import ICUText
import Testing

@testable import Searching

@Suite("Regular expressions as patterns")
struct ExpressionPatternTests {
  private static func options(
    _ change: (inout SearchOptions) -> Void = { _ in }
  ) -> SearchOptions {
    SearchOptions {
      $0.syntax = .regularExpression
      change(&$0)
    }
  }

  @Test(
    "expressions find text in any case",
    arguments: [
      ("a.d", "AUDIO and", true), ("^audi$", "Audi", true), ("^audi$", "Audi Q3", false),
      ("\\d{3}", "x123", true), ("奥.", "奥迪", true), ("qq|z", "abc", false), ("[^a]", "a", false),
      ("a*", "", true), ("strasse", "Straße", true), ("м+", "МОСКВА", true),
    ])
  func finding(pattern: String, text: String, isFound: Bool) throws {
    #expect(try finds(pattern, in: text, options: Self.options()) == isFound)
  }

  @Test(
    "plain letters find accented ones, accented letters only themselves",
    arguments: [
      ("m.ller", "Müller", true), ("^muller$", "Mu\u{308}ller", true), ("müller", "Muller", false),
      ("^müller$", "Mu\u{308}ller", true), ("[èé]t", "e\u{301}t", true),
      ("citroen", "Citroën", true),
      ("^c.t.$", "Cité", true), ("é", "e", false),
    ])
  func accents(pattern: String, text: String, isFound: Bool) throws {
    #expect(try finds(pattern, in: text, options: Self.options()) == isFound)
  }

  @Test("a decomposed letter in an expression finds the composed one")
  func decomposedPattern() throws {
    #expect(try finds("mu\u{308}ller", in: "Müller", options: Self.options()) == true)
    #expect(try finds("mu\u{308}ller", in: "Mu\u{308}ller", options: Self.options()) == true)
  }

  @Test("if accents matter, a plain letter finds only itself")
  func accentSensitive() throws {
    let options = Self.options { $0.isAccentSensitive = true }
    #expect(try finds("muller", in: "Müller", options: options) == false)
    #expect(try finds("müller", in: "Mu\u{308}ller", options: options) == true)
  }

  @Test("if case matters, only the same case is found")
  func caseSensitive() throws {
    let options = Self.options { $0.caseSensitivity = .sensitive }
    #expect(try finds("a.di", in: "Audi", options: options) == false)
    #expect(try finds("A.di", in: "Audi", options: options) == true)
  }

  @Test(
    "highlights are in the original text",
    arguments: [
      ("m.ller", "x Müller", ["Müller"]), ("m.ller", "x Mu\u{308}ller", ["Mu\u{308}ller"]),
      ("[èé]", "ae\u{301}b", ["e\u{301}"]), ("迪", "奥迪 é", ["迪"]), ("\\d+", "é1 22", ["1", "22"]),
      ("x*", "éa", []), ("b", "e\u{301}b", ["b"]),
    ])
  func highlights(pattern: String, text: String, expected: [String]) throws {
    let matcher = try Matcher([pattern], options: Self.options())
    #expect(try matcher.highlights(in: text) == expected.map { Array($0.utf8) })
  }

  @Test(
    "a whole word touches no letter, digit or _",
    arguments: [
      ("a.di", "Audi Q3", true), ("a.di", "Audis", false), ("au|audi", "audi", true),
      ("audi", "audi_q3", false), ("奥.", "一汽奥迪", false), ("奥.", "奥迪 A4", true),
      ("ca", "cañ", false), ("canon", "Cañon!", true),
    ])
  func wholeWords(pattern: String, text: String, isFound: Bool) throws {
    let options = Self.options { $0.matchesWholeWords = true }
    #expect(try finds(pattern, in: text, options: options) == isFound)
  }

  @Test(
    "a match of a whole field covers all of it",
    arguments: [
      ("a|audi", "audi", true), ("a|audi", "audis", false), ("m.ller", "Müller", true),
      (".*", "", true),
      ("audi", "audi\n", false), ("a$", "a\nb", false),
    ])
  func wholeField(pattern: String, text: String, isFound: Bool) throws {
    let options = Self.options { $0.matchesWholeField = true }
    #expect(try finds(pattern, in: text, options: options) == isFound)
  }

  @Test(
    "an expression that is complete by itself stays so when wrapped",
    arguments: ["\\Qa.b", "(?x)a\\.b # both", "(?i)A\\.B"])
  func openEndedExpressions(pattern: String) throws {
    let plain = Self.options()
    #expect(try finds(pattern, in: "a.b", options: plain) == true)
    let words = Self.options { $0.matchesWholeWords = true }
    #expect(try finds(pattern, in: "x a.b x", options: words) == true)
    let field = Self.options { $0.matchesWholeField = true }
    #expect(try finds(pattern, in: "a.b", options: field) == true)
  }

  @Test("the empty expression is in every text", arguments: ["", "a", "é"])
  func emptyExpression(text: String) throws {
    #expect(try finds("", in: text, options: Self.options()) == true)
  }

  @Test("an invalid expression is a failure with its position, whatever surrounds it")
  func badExpression() throws {
    let words = Self.options { $0.matchesWholeWords = true }
    for options in [Self.options(), words] {
      let error = try #require(throws: RegularExpression.Failure.self) {
        try Matcher(["fine", "a(b"], options: options)
      }
      #expect(error.name == "U_REGEX_MISMATCHED_PAREN")
      #expect(error.column == 3)
    }
  }

  @Test("giving up ends a search with the failure", .timeLimit(.minutes(1)))
  func givingUp() throws {
    let matcher = try Matcher(["(a+)+$"], options: Self.options())
    let records = Records("b", String(repeating: "a", count: 60) + "!")
    #expect(throws: RegularExpression.Failure.self) { try matcher.search(records) }
    #expect(throws: RegularExpression.Failure.self) {
      try matcher.search(records, isInverted: true)
    }
  }
}
