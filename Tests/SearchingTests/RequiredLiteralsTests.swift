import ICUText
import SeededRandom
import Testing

@testable import Searching

@Suite("Required literals")
struct RequiredLiteralsTests {
  @Test(
    "every match contains one of them",
    arguments: [
      ("audi", ["audi"]), ("^audi$", ["audi"]), ("au.di5", ["di5"]), ("audi?", ["aud"]),
      ("audi*x", ["aud"]), ("audi+xyz", ["audi"]), ("(audi)+", ["audi"]),
      ("(audi|vw)", ["audi", "vw"]),
      ("audi|vw", ["audi", "vw"]), ("a(bc|de)f", ["bc", "de"]), ("(?:abc)?defg", ["defg"]),
      ("a\\.b", ["a.b"]), ("[a-z]audi[0-9]", ["audi"]), ("\\baudi\\b", ["audi"]),
      ("\\p{Lu}audi", ["audi"]), ("audi{2,3}", ["audi"]), ("audi{0}", ["aud"]),
      ("(?=x)audi", ["audi"]), ("(?<name>audi)", ["audi"]), ("奥迪.", ["奥迪"]),
      ("[[a-z]&&[^q]]audi", ["audi"]), ("ab(?!cd)e", ["ab"]), ("x(?>abc)", ["abc"]),
    ])
  func found(pattern: String, expected: [String]) {
    #expect(RequiredLiterals.find(in: pattern) == expected)
  }

  @Test(
    "none are returned if none are required, or if it is unclear",
    arguments: [
      "", ".*", "a*", "(abc)?", "audi|.*", "audi|", "[abc]", "\\d+", "(?i)audi", "\\Qau.di\\E",
      "(?#x)audi", "(?=audi)", "a{,2}", "\\1audi", "\\x41bc", "audi)", "(audi", "[]a]audi", "か",
    ])
  func notFound(pattern: String) { #expect(RequiredLiterals.find(in: pattern) == nil) }

  @Test("a search for an expression finds the same as matching every record")
  func agreement() throws {
    var texts = RandomTexts(seed: 31)
    var generator = SeededGenerator(seed: 32)
    let records = texts.records(60)
    let signs = [".", "?", "+", "*", "|", "[^a]", "\\w", "(", ")", "(?:", "^", "$", "{2}", "\\b"]
    var hits = 0
    for _ in 0..<400 {
      var pattern = ""
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        pattern += texts.pattern(from: records).filter { !"\\()*|".contains($0) }
        if Bool.random(using: &generator) {
          pattern += signs.randomElement(using: &generator) ?? ""
        }
      }
      let options = SearchOptions {
        $0.syntax = .regularExpression
        $0.isAccentSensitive = Int.random(in: 0..<4, using: &generator) == 0
      }
      guard let matcher = try? Matcher([pattern], options: options) else { continue }
      let expected = try records.records.indices.filter { record in
        try records.records[record].contains { try matcher.matches($0) }
      }
      try #require(try matcher.search(records) == expected, "\(pattern)")
      hits += matcher.needles == nil ? 0 : expected.count
    }
    #expect(hits > 100)
  }
}
