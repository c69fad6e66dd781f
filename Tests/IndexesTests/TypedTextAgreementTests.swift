import Catalogues
import Foundation
import ICUText
import PropertyLists
import Readings
import SeededRandom
import Storage
import Testing

@testable import Searching

/// A search as it is described, character by character, for the few characters of the test.
private struct NaiveSearch {
  let pattern: String
  let options: SearchOptions
  let findsReadings: Bool

  /// A letter as it is compared, and what tells it from the plain one.
  private struct Letter: Equatable {
    var base: Character
    var mark = ""
    var range = 0..<0
  }

  private static let table: [Character: [(Character, String)]] = [
    "ł": [("l", "ł")], "Ł": [("l", "ł")], "L": [("l", "")], "ı": [("i", "ı")], "I": [("i", "")],
    "İ": [("i", "dot")], "ü": [("u", "dots")], "ö": [("o", "dots")], "ø": [("o", "ø")],
    "æ": [("a", "æ"), ("e", "æ")], "ホ": [("ほ", "")], "ッ": [("つ", "っ")], "っ": [("つ", "っ")],
  ]

  private func letters(_ text: String) -> [Letter] {
    var result: [Letter] = []
    var offset = 0
    for character in text {
      let range = offset..<(offset + character.utf8.count)
      offset = range.upperBound
      var found = Self.table[character] ?? [(character, "")]
      if options.pairsDottedI, character == "I" { found = [("i", "ı")] }
      if options.pairsDottedI, character == "İ" { found = [("i", "")] }
      if options.isAccentSensitive, "ホッっ".contains(character) { found = [(character, "")] }
      result += found.map { Letter(base: $0.0, mark: $0.1, range: range) }
    }
    return result
  }

  private func accepts(_ wanted: Letter, _ found: Letter) -> Bool {
    let forms = findsReadings ? ["东東", "马馬"].first { $0.contains(wanted.base) } : nil
    guard wanted.base == found.base || forms?.contains(found.base) ?? false else { return false }
    // Who types ı or İ without a Turkish locale means one of the four.
    let isSpelling = wanted.base == "i" && !options.pairsDottedI
    return (wanted.mark.isEmpty || isSpelling) && !options.isAccentSensitive
      || wanted.mark == found.mark
  }

  /// Where matches end of the rest of the pattern that begin at a letter of the text.
  ///
  /// - Parameter last: The letter of the pattern before.
  private func ends(_ pattern: ArraySlice<Letter>, _ text: [Letter], _ place: Int, last: Letter?)
    -> [Int]
  {
    guard let wanted = pattern.first else { return [place] }
    guard place < text.count else { return [] }
    let (found, rest) = (text[place], pattern.dropFirst())
    var result: [Int] = []
    if accepts(wanted, found) { result += ends(rest, text, place + 1, last: wanted) }
    guard findsReadings else { return result }
    if !options.isAccentSensitive, "aou".contains(wanted.base), wanted.mark.isEmpty,
      found.base == wanted.base, found.mark == "dots", let e = rest.first, e.base == "e",
      e.mark.isEmpty
    {
      result += ends(rest.dropFirst(), text, place + 1, last: e)
    }
    let solid = "东東马馬ほつホッっ"
    if found.base == "·", place > 0, solid.contains(text[place - 1].base), let last,
      solid.contains(last.base), solid.contains(wanted.base)
    {
      result += ends(pattern, text, place + 1, last: last)
    }
    return result
  }

  private func spelled(in text: String) -> [Range<Int>] {
    let (wanted, found) = (letters(pattern), letters(text))
    var result: [Range<Int>] = []
    var start = 0
    while start < found.count {
      if let end = ends(wanted[...], found, start, last: nil).max(), end > start {
        result.append(found[start].range.lowerBound..<found[end - 1].range.upperBound)
        start = end
      } else {
        start += 1
      }
    }
    return result
  }

  private func numbers(in text: String) throws -> [Range<Int>] {
    let digits = pattern.filter(\.isNumber)
    guard digits.count >= 3, options.findsGroupedDigits,
      pattern.wholeMatch(of: /[ ()-]*\+?[0-9 ()-]*/) != nil
    else { return [] }
    let between = "[ ()-]{0,3}"
    let joined = digits.map { String($0) }.joined(separator: between)
    var expression = (pattern.contains("+") ? "\\+" + between : "") + joined
    if digits.hasPrefix("0"), !pattern.contains("+") {
      let national = digits.dropFirst().map { String($0) }.joined(separator: between)
      let codes = TelephoneNumber.codes.map { code in
        code.map { String($0) }.joined(separator: between)
      }
      expression += "|(?<=\\+\(between)(?:\(codes.joined(separator: "|")))\(between))" + national
    }
    let whole = NSRange(text.startIndex..., in: text)
    return try NSRegularExpression(pattern: expression).matches(in: text, range: whole).map {
      match in
      guard let range = Range(match.range, in: text) else { return 0..<0 }
      return text.utf8.distance(
        from: text.startIndex, to: range.lowerBound)..<text.utf8.distance(
          from: text.startIndex, to: range.upperBound)
    }
  }

  func places(in text: String) throws -> Set<Int> {
    Set((spelled(in: text) + (try numbers(in: text))).joined())
  }
}

@Suite("Searching for what people type")
struct TypedTextAgreementTests {
  private static let pieces: [String] = [
    "l", "ł", "Ł", "L", "i", "ı", "I", "İ", "u", "ü", "e", "ue", "o", "ö", "ø", "a", "ae", "æ",
    "oe", "ほ", "ホ",
    "つ", "っ", "ッ", "东", "東", "马", "馬", "·", "4", "9", "3", "0", "49", "+49", "30", "0 30", " ", "-",
    "(",
  ]

  private static func text(_ length: Int, _ generator: inout SeededGenerator) -> String {
    (0..<length).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  /// A pattern, often part of one of the texts.
  private static func pattern(_ texts: [String], _ generator: inout SeededGenerator) -> String {
    let source = texts.randomElement(using: &generator) ?? ""
    let part = String(source.dropFirst(.random(in: 0...2, using: &generator)).prefix(4))
    if Bool.random(using: &generator) {
      return text(.random(in: 1...3, using: &generator), &generator)
    }
    let parts = [part, part.filter { !"+ -(·".contains($0) }, "0" + part]
    let chosen = parts.randomElement(using: &generator) ?? ""
    return chosen.isEmpty ? source : chosen
  }

  @Test(
    "with an index, without one and by the rules the same is found and marked",
    arguments: 0..<Rounds.of(20))
  func agreement(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let texts = (0..<80).map { _ in Self.text(.random(in: 1...8, using: &generator), &generator) }
    let entries = stride(from: 0, to: 80, by: 2).map { [texts[$0], texts[$0 + 1]] }
    let file = entries.map {
      "<dict><key>name</key><string>\($0[0])</string><key>note</key><string>\($0[1])</string></dict>"
    }
    let catalogue = try Catalogue(
      PropertyListDocument(FileBytes(Array("<plist><array>\(file.joined())</array></plist>".utf8))))
    let index = CatalogueIndexer(catalogue, folding: CaseFolding()).index()
    let records = EntryRecords(catalogue: catalogue, fields: .all)
    for _ in 0..<100 {
      // One pattern, alternatives, words that must all be in an entry, or alternatives of such.
      let counts = [[1], [1], [1, 1], [2], [3], [2, 1], [2, 2]]
      let alternatives = (counts.randomElement(using: &generator) ?? [1]).map { count in
        (0..<count).map { _ in Self.pattern(texts, &generator) }
      }
      var options = SearchOptions()
      options.isAccentSensitive = Int.random(in: 0..<4, using: &generator) == 0
      options.pairsDottedI = Int.random(in: 0..<4, using: &generator) == 0
      options.findsGroupedDigits = Int.random(in: 0..<4, using: &generator) > 0
      let findsReadings = Bool.random(using: &generator)
      let searches = alternatives.map { words in
        words.map { NaiveSearch(pattern: $0, options: options, findsReadings: findsReadings) }
      }
      let matcher = try Matcher(
        words: alternatives, options: options, readings: findsReadings ? .shared : nil)
      let expected = try entries.indices.filter { entry in
        try searches.contains { words in
          try words.allSatisfy { word in
            try entries[entry].contains { try !word.places(in: $0).isEmpty }
          }
        }
      }
      let found = try CatalogueIndexTests.scanned(matcher, records)
      // Readings find more: Latin letters that are next to Han characters.
      let comment = Comment(rawValue: "\(alternatives) \(options) \(findsReadings)")
      let isReading =
        findsReadings
        && alternatives.joined().contains { word in
          word.contains { $0.isASCII && $0.isLetter }
        }
      if isReading {
        try #require(Set(expected).isSubset(of: found), comment)
      } else {
        try #require(found == expected, comment)
      }
      let candidates = try #require(try index.candidates(for: matcher, in: .all))
      var indexed = candidates.entries.records
      if candidates.needsVerification {
        indexed = try indexed.filter { try RecordSearch(matcher).matches($0, of: records) }
      }
      try #require(indexed == found, comment)
      for text in found.flatMap({ entries[$0] }) {
        let marked = Set(try matcher.ranges(in: text).joined())
        let places = Set(try searches.joined().flatMap { try $0.places(in: text) })
        try #require(
          isReading ? places.isSubset(of: marked) : marked == places, "\(comment) \(text)")
      }
    }
  }
}
