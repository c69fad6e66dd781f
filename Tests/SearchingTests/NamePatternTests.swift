import ICUText
import Readings
import SeededRandom
import Testing

@testable import Searching

@Suite("Patterns by reading")
struct NamePatternTests {
  /// The parts of a text that match, if a matcher and a search agree on whether there are any.
  private static func highlights(
    _ patterns: [String], in text: String, _ options: SearchOptions = SearchOptions(),
    table: ReadingTable = .shared
  ) throws -> [String]? {
    let matcher = try Matcher(patterns, options: options, readings: table)
    let parts = try matcher.highlights(in: text).map { String(decoding: $0, as: UTF8.self) }
    let matches = try matcher.matches(text)
    let found = try matcher.search(Records("", text, "-"))
    return matches == !parts.isEmpty && matches == found.contains(1) ? parts : nil
  }

  @Test(
    "Latin letters find names by their readings, and the characters are the match",
    arguments: [
      ("aodi", "奥迪", ["奥迪"]), ("ad", "奥迪A4", ["奥迪"]), ("aod", "一汽奥迪", ["奥迪"]),
      ("AODI", "奥迪", ["奥迪"]), ("àodí", "奥迪", ["奥迪"]), ("ao di", "奥迪", ["奥迪"]),
      ("di", "奥迪", ["迪"]), ("od", "奥迪", []), ("aodia4", "奥迪A4", ["奥迪A4"]),
      ("aodia4", "奥迪 A-4", ["奥迪 A-4"]), ("a4", "奥迪A4", ["A4"]), ("dia", "奥迪·A4", ["迪·A"]),
      ("changan", "长安", ["长安"]), ("zhangan", "长安", ["长安"]), ("lvdi", "绿地", ["绿地"]),
      ("lüdi", "绿地", ["绿地"]), ("ludi", "绿地", ["绿地"]), ("toukyou", "とうきょう", ["とうきょう"]),
      ("hangug", "한국", ["한국"]), ("an", "长安 an", ["安", "an"]), ("x", "奥迪", []),
      ("奥", "奥迪", ["奥"]), ("ao_di", "奥迪", []), ("a", "abc", ["a"]), ("d1", "迪1 d1", ["迪1", "d1"]),
    ])
  func readings(pattern: String, text: String, expected: [String]) throws {
    #expect(try Self.highlights([pattern], in: text) == expected)
  }

  @Test("without readings Latin letters find no Han characters")
  func withoutReadings() throws {
    #expect(try !Matcher(["aodi"]).matches("奥迪"))
  }

  @Test(
    "a match of a whole field covers all of its readings",
    arguments: [
      ("aodi", "奥迪", ["奥迪"]), ("ad", "奥迪", ["奥迪"]), ("ao", "奥迪", []), ("di", "奥迪", []),
      ("aodi", "奥迪4", []), ("aodi4", "(奥迪) 4.", ["奥迪) 4"]), ("aodi", "", []),
    ])
  func wholeField(pattern: String, text: String, expected: [String]) throws {
    let options = SearchOptions { $0.matchesWholeField = true }
    #expect(try Self.highlights([pattern], in: text, options) == expected)
  }

  @Test(
    "as whole words, Han characters are words, and other words must not continue",
    arguments: [
      ("di", "奥迪斯", ["迪"]), ("aodia", "奥迪A4", []), ("aodia4", "奥迪A4", ["奥迪A4"]),
      ("aodia", "奥迪A 4", ["奥迪A"]), ("aodia", "奥迪A奥", ["奥迪A"]), ("aodia", "奥迪A_", []),
      ("4di", "A4迪", []), ("4di", "A 4迪", ["4迪"]), ("4di", "奥4迪", ["4迪"]), ("to", "とか", []),
      ("to", "とう", ["とう"]),
      ("to", "東と", ["と"]), ("to", "と", ["と"]), ("aodi", "x奥迪x", ["奥迪"]), ("han", "한국", []),
      ("xian", "西安先", ["西安", "先"]), ("dian", "迪an安", ["迪an"]), ("dia", "迪an迪a", ["迪a"]),
    ])
  func wholeWords(pattern: String, text: String, expected: [String]) throws {
    let options = SearchOptions { $0.matchesWholeWords = true }
    #expect(try Self.highlights([pattern], in: text, options) == expected)
  }

  @Test("case and accents that matter in text do not matter in readings")
  func textOptions() throws {
    let options = SearchOptions {
      $0.caseSensitivity = .sensitive
      $0.isAccentSensitive = true
    }
    #expect(try Self.highlights(["AoDì"], in: "奥迪", options) == ["奥迪"])
    #expect(try Self.highlights(["A"], in: "a 奥", options) == ["奥"])
    #expect(try Self.highlights(["a"], in: "A á", options) == [])
  }

  @Test("several patterns are found by text or reading, and overlapping parts are merged")
  func severalPatterns() throws {
    #expect(try Self.highlights(["迪", "ao", "4"], in: "奥迪A4") == ["奥", "迪", "4"])
    #expect(try Self.highlights(["aodi", "迪A"], in: "奥迪A4") == ["奥迪A"])
    let records = Records("奥迪", "a", "长安", "", "b")
    let matcher = try Matcher(["ca", "b"], readings: .shared)
    #expect(try matcher.search(records) == [2, 4])
    #expect(try matcher.search(records, isInverted: true) == [0, 1, 3])
    #expect(try matcher.search(records, limit: 1) == [2])
  }

  @Test("a user's corrections count, and the version distinguishes them")
  func corrections() throws {
    let table = ReadingTable(corrections: try ReadingCorrections("奥迪 fu di"))
    #expect(try Self.highlights(["fudi"], in: "奥迪", table: table) == ["奥迪"])
    #expect(try Self.highlights(["fudi"], in: "奥迪") == [])
    let version = try Matcher(["a"], readings: table).tableVersion
    #expect(try version != Matcher(["a"], readings: .shared).tableVersion)
    #expect(try Matcher(["a"]).tableVersion == nil)
  }

  @Test("patterns with more letters than bits in a word are found, too")
  func longPatterns() throws {
    let name = String(repeating: "长安", count: 20)
    let pattern = String(repeating: "changan", count: 20)
    #expect(try Self.highlights([pattern], in: name + "奥") == [name])
    #expect(try Self.highlights([pattern + "d"], in: name + "奥") == [])
    for options in [
      SearchOptions { $0.matchesWholeField = true }, SearchOptions { $0.matchesWholeWords = true },
    ] {
      #expect(try Self.highlights([pattern], in: name, options) == [name])
    }
  }

  @Test(
    "a search finds exactly what matches, whatever the options", arguments: SearchOptions.literal)
  func agreement(options: SearchOptions) throws {
    var names = RandomNames(seed: 31)
    let records = names.records(150)
    var hits = 0
    for count in [1, 1, 2, 3] {
      for _ in 0..<Rounds.of(3) {
        let patterns = (0..<count).map { _ in names.pattern(from: records) }
        let matcher = try Matcher(patterns, options: options, readings: .shared)
        let expected = try records.records.indices.filter {
          try records.records[$0].contains(where: matcher.matches)
        }
        try #require(try matcher.search(records) == expected, "\(patterns) \(options)")
        hits += expected.count
        let others = try matcher.search(records, isInverted: true)
        try #require(others == records.records.indices.filter { !expected.contains($0) })
      }
    }
    #expect(hits > 5)
  }
}
