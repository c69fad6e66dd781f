import Foundation
import Readings
import SeededRandom
import Testing

@testable import Searching

@Suite("Agreement of searching and matching")
struct RecordSearchAgreementTests {
  /// The records with a matching field: what every search must find.
  private static func matching(_ matcher: Matcher, in records: Records) throws -> [Int] {
    try records.records.indices.filter { try records.records[$0].contains(where: matcher.matches) }
  }

  /// Checks that a search finds what matches, and that the inverted search finds the others.
  private static func check(
    _ patterns: [String], _ options: SearchOptions, in records: Records
  ) throws {
    let matcher = try Matcher(patterns, options: options)
    let expected = try matching(matcher, in: records)
    let found = try matcher.search(records)
    let codes = patterns.map { $0.unicodeScalars.map { String($0.value, radix: 16) } }
    let culprits = Set(found).symmetricDifference(expected).map { records.records[$0] }
    try #require(found == expected, "\(codes) \(options) \(culprits)")
    let others = try matcher.search(records, isInverted: true)
    try #require(others == records.records.indices.filter { !found.contains($0) })
  }

  @Test(
    "a search finds exactly what matches, whatever the options", arguments: SearchOptions.literal)
  func literals(options: SearchOptions) throws {
    var texts = RandomTexts(seed: 11)
    let records = texts.records(80)
    for count in [1, 1, 1, 2, 3] {
      for _ in 0..<Rounds.of(3) {
        let patterns = (0..<count).map { _ in texts.pattern(from: records) }
          .filter { !$0.isEmpty }
        try Self.check(patterns, options, in: records)
      }
    }
  }

  @Test(
    "a search for expressions finds exactly what matches, whatever the options",
    arguments: SearchOptions.expressions)
  func expressions(options: SearchOptions) throws {
    var texts = RandomTexts(seed: 12)
    let records = texts.records(30)
    for pattern in ["a", "s+", "^e", "[^a]", "é|b", "\\w\\W", ".{3}", "α.", "(奥|が).?", "m*"] {
      try Self.check([pattern], options, in: records)
    }
  }

  @Test(
    "words are found if each is in some field, whatever the options",
    arguments: SearchOptions.literal + SearchOptions.expressions)
  func words(options: SearchOptions) throws {
    var texts = RandomTexts(seed: 14)
    let records = texts.records(60)
    for lengths in [[2], [3], [1, 2], [2, 2]] {
      for _ in 0..<Rounds.of(2) {
        var options = options
        let alternatives = lengths.map { length in
          (0..<length).map { _ in texts.pattern(from: records) }
        }
        guard let matcher = try? Matcher(words: alternatives, options: options) else { continue }
        // Whether case matters is decided by all words.
        if options.caseSensitivity == .smart, options.syntax == .literal {
          let isSensitive = alternatives.joined().contains { $0.contains(where: \.isUppercase) }
          options.caseSensitivity = isSensitive ? .sensitive : .insensitive
        } else if options.caseSensitivity == .smart {
          continue
        }
        let words = try alternatives.map { try $0.map { try Matcher([$0], options: options) } }
        let expected = try records.records.indices.filter { record in
          try words.contains { words in
            try words.allSatisfy { try records.records[record].contains(where: $0.matches) }
          }
        }
        let found = try matcher.search(records)
        try #require(found == expected, "\(alternatives) \(options)")
        let others = try matcher.search(records, isInverted: true)
        try #require(others == records.records.indices.filter { !found.contains($0) })
      }
    }
  }

  @Test("words are also found by readings, each in some field")
  func wordsByReadings() throws {
    var names = RandomNames(seed: 15)
    let records = names.records(100)
    var hits = 0
    for _ in 0..<200 {
      let words = [names.pattern(from: records), names.pattern(from: records)]
      let matcher = try Matcher(words: [words], readings: .shared)
      let each = try words.map { try Matcher([$0], readings: .shared) }
      let expected = try records.records.indices.filter { record in
        try each.allSatisfy { try records.records[record].contains(where: $0.matches) }
      }
      try #require(try matcher.search(records) == expected, "\(words)")
      hits += expected.count
    }
    #expect(hits > 20)
  }

  @Test("an expression that is too expensive matters only if the other words match")
  func undecidedWords() throws {
    let hard = String(repeating: "a", count: 40) + "b"
    let options = SearchOptions { $0.syntax = .regularExpression }
    let records = Records([[hard, "x"], [hard, "y"], ["a", "x"], [hard, "z"]])
    let matcher = try Matcher(words: [["(a+)+$", "x"], ["z"]], options: options)
    var (found, undecided): ([Int], [Int]) = ([], [])
    RecordSearch(matcher).search(
      records, undecided: { undecided.append($0.record) },
      hit: { record in
        found.append(record)
        return true
      })
    #expect(found == [2, 3])
    #expect(undecided == [0])
  }

  @Test("all words are marked")
  func highlights() throws {
    let matcher = try Matcher(words: [["ada", "müll"], ["x"]])
    #expect(try matcher.highlights(in: "Müller, Ada") == [Array("Müll".utf8), Array("Ada".utf8)])
  }

  @Test(
    "a search through several blocks finds exactly what matches",
    arguments: [SearchOptions(), SearchOptions { $0.isAccentSensitive = true }])
  func blocks(options: SearchOptions) throws {
    var texts = RandomTexts(seed: 13)
    let records = texts.records(500, fieldLengths: 0...350)
    let size = records.records.joined().reduce(0) { $0 + $1.utf8.count }
    try #require(size > 300 * 1024, "the records fill some blocks")
    for _ in 0..<2 { try Self.check([texts.pattern(from: records) + "a"], options, in: records) }
  }

  @Test(
    "search agrees with matching for an isolated accent in a pattern",
    arguments: ["a\u{200B}\u{301}b", "\u{301}b", "a\u{301}", "\u{301}", "-\u{301}\u{200B}\u{301}b"])
  func accentsInside(pattern: String) throws {
    let records = Records("aéb", "ab", "áb", "éb", "b", "-b", "-\u{301}b", "\u{301}b")
    for options in SearchOptions.literal { try Self.check([pattern], options, in: records) }
  }

  @Test("if case matters, search agrees with matching for an iota subscript")
  func iotaSubscript() throws {
    let options = SearchOptions { $0.caseSensitivity = .sensitive }
    try Self.check(["αβ"], options, in: Records("ᾳβ", "αβ", "α\u{345}β", "αιβ"))
  }
}

@Suite("Agreement with a naive search")
struct NaiveSearchTests {
  /// Folding by Unicode's properties, without ICU: compatibility forms resolved, case folded,
  /// accents and invisible characters left out.
  private static func fold(_ text: String) -> [Unicode.Scalar] {
    var plain = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
      if let typed = typed[scalar] {
        plain.append(contentsOf: typed.unicodeScalars)
        continue
      }
      // All forms of a letter share its upper case.
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      let upper = lower.map(\.properties.uppercaseMapping).joined().unicodeScalars
      plain.append(contentsOf: upper.map(\.properties.lowercaseMapping).joined().unicodeScalars)
    }
    let letters = String(plain).decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
      let combiningClass = $0.properties.canonicalCombiningClass.rawValue
      let isAccent =
        combiningClass >= 200 || combiningClass == 1 || (10...36).contains(combiningClass)
      return !isAccent && !$0.properties.isDefaultIgnorableCodePoint
    }
    return Array(
      String(String.UnicodeScalarView(letters)).precomposedStringWithCanonicalMapping
        .unicodeScalars)
  }

  /// Letters that people type otherwise, as far as the random texts have them.
  private static let typed: [Unicode.Scalar: String] = [
    "ı": "i", "ł": "l", "Ł": "l", "æ": "ae", "Æ": "ae", "ø": "o", "ホ": "ほ", "っ": "つ", "ッ": "つ",
    "ワ": "わ", "カ": "か",
  ]

  private static func contains(_ text: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
    text.indices.contains { text[$0...].starts(with: part) }
  }

  @Test("plain letters find what a naive search finds")
  func plainPatterns() throws {
    var texts = RandomTexts(seed: 21)
    let records = texts.records(200)
    let folded = records.records.map { $0.map(Self.fold) }
    var hits = 0
    for _ in 0..<200 {
      // Without accents, since accents in a pattern must be found.
      let pattern = String(String.UnicodeScalarView(Self.fold(texts.pattern(from: records))))
      let part = Self.fold(pattern)
      if part.isEmpty { continue }
      let expected = folded.indices.filter { folded[$0].contains { Self.contains($0, part) } }
      let found = try Matcher([pattern]).search(records)
      let culprits = Set(found).symmetricDifference(expected).map { records.records[$0] }
      try #require(found == expected, "\(part) \(culprits)")
      hits += found.count
    }
    #expect(hits > 300)
  }
}
