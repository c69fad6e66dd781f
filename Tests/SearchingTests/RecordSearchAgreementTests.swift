import Foundation
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
      for _ in 0..<12 {
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
