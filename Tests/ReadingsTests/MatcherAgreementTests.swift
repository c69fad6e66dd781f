import SeededRandom
import Testing

@testable import Readings

/// Compares the matchers with the definition of a match, on random names and patterns.
@Suite struct MatcherAgreementTests {
  /// The definition of a match, tried exhaustively: whole readings or initials, unit by unit.
  private struct Definition {
    let letters: [Character]
    let table: ReadingTable

    /// Just past the longest match that begins with the first of some units.
    func longest(_ units: ArraySlice<UInt16>) -> Int? {
      longest(units, letters[...], isRead: false)
    }

    private func longest(
      _ units: ArraySlice<UInt16>, _ rest: ArraySlice<Character>, isRead: Bool
    ) -> Int? {
      var best = rest.isEmpty && isRead ? units.startIndex : nil
      guard let code = units.first else { return best }
      let isLatin = code < 0x80
      for reading in table.readings(of: code) {
        if reading.isEmpty {
          let isStart = rest.count == letters.count
          if !isStart { best = larger(best, longest(units.dropFirst(), rest, isRead: isRead)) }
          continue
        }
        var taken = [reading, String(reading.prefix(1))]
        if ["zh", "ch", "sh"].contains(reading.prefix(2)) {
          taken.append(String(reading.prefix(2)))
        }
        for text in taken where rest.count >= text.count {
          guard zip(text, rest).allSatisfy({ matches($0, $1, isLatin) }) else { continue }
          best = larger(
            best,
            longest(units.dropFirst(), rest.dropFirst(text.count), isRead: isRead || !isLatin))
        }
      }
      return best
    }

    private func matches(_ read: Character, _ typed: Character, _ isLatin: Bool) -> Bool {
      if read == typed { return true }
      return isLatin ? read == "u" && typed == "ü" : read == "ü" && (typed == "u" || typed == "v")
    }

    private func larger(_ one: Int?, _ other: Int?) -> Int? {
      guard let one, let other else { return one ?? other }
      return max(one, other)
    }
  }

  private static let alphabet = Array("长安重庆乐视绿吕女鱼行石奥阿一了儿尔兒喔曾单查长张章掌上海十是aAuüv1 ·-とうきょーーっかんばおう한국값안ж")

  private func randomName(_ generator: inout SeededGenerator) -> String {
    let count = Int.random(in: 1...9, using: &generator)
    return String((0..<count).compactMap { _ in Self.alphabet.randomElement(using: &generator) })
  }

  /// Letters that might be typed for a name, sometimes with a wrong one.
  private func randomPattern(
    of codes: [UInt16], _ generator: inout SeededGenerator
  ) -> String {
    var text = ""
    for code in codes.drop(while: { _ in Int.random(in: 0..<3, using: &generator) == 0 }) {
      guard let reading = ReadingTable.shared.readings(of: code).randomElement(using: &generator)
      else { continue }
      let lengths = [reading.count, reading.count, 1, 2]
      text += reading.prefix(lengths.randomElement(using: &generator) ?? 1)
      if Int.random(in: 0..<8, using: &generator) == 0 { break }
    }
    if Int.random(in: 0..<5, using: &generator) == 0,
      let index = text.indices.randomElement(using: &generator)
    {
      let letter = "aeiouüvzhnst".randomElement(using: &generator) ?? "x"
      text.replaceSubrange(index...index, with: String(letter))
    }
    return text
  }

  /// The byte ranges of all matches according to the definition.
  private func expectedRanges(_ definition: Definition, _ units: [NameReading.Unit]) -> [Range<Int>]
  {
    let codes = units.map(\.code)
    var result: [Range<Int>] = []
    var start = 0
    while start < codes.count {
      guard let end = definition.longest(codes[start...]) else {
        start += 1
        continue
      }
      result.append(units[start].range.lowerBound..<units[end - 1].range.upperBound)
      start = end
    }
    return result
  }

  @Test("both matchers find what the definition says", arguments: 1...4)
  func agreement(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var foundCount = 0
    for _ in 0..<Rounds.of(600) {
      let name = randomName(&generator)
      let bytes = Array(name.utf8)
      let codes = codes(of: name)
      let units = reading(of: name).units
      let typed = randomPattern(of: units.map(\.code), &generator)
      guard let pattern = ReadingPattern(typed), !codes.isEmpty else { continue }
      let definition = Definition(
        letters: Array(Syllable.text(of: pattern.letters)), table: .shared)
      let expected = expectedRanges(definition, units)
      let matcher = ReadingMatcher(pattern)
      #expect(matcher.matches(codes) == !expected.isEmpty, "\(typed) \(name)")
      #expect(
        bytes.withUnsafeBufferPointer { matcher.ranges(in: $0) } == expected, "\(typed) \(name)")
      let wide = WideReadingMatcher(pattern, table: .shared)
      var isFound = false
      codes.withUnsafeBufferPointer { buffer in
        wide.forEachMatch(in: buffer) { _, _ in
          isFound = true
          return true
        }
      }
      #expect(isFound == !expected.isEmpty, "\(typed) \(name)")
      for start in codes.indices {
        #expect(wide.matchEnd(in: codes, from: start) == definition.longest(codes[start...]))
      }
      if isFound { foundCount += 1 }
    }
    #expect(foundCount > 120)
  }

  @Test("records are found as when searched one by one", arguments: 1...3)
  func records(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let names = (0..<500).map { _ in codes(of: randomName(&generator)) }
    let all = names.flatMap { $0 + [ReadingCode.separator] }
    for _ in 0..<Rounds.of(30) {
      let name = names.randomElement(using: &generator) ?? []
      guard let pattern = ReadingPattern(randomPattern(of: name, &generator)) else { continue }
      let matcher = ReadingMatcher(pattern)
      var found: [Int] = []
      all.withUnsafeBufferPointer { codes in
        matcher.forEachMatch(in: codes) { record, _ in
          found.append(record)
          return true
        }
      }
      #expect(found == names.indices.filter { matcher.matches(names[$0]) })
    }
  }
}

extension Syllable {
  /// The text of letters, of which there may be many.
  fileprivate static func text(of letters: [UInt8]) -> String {
    letters.map { Syllable(CollectionOfOne($0)).text }.joined()
  }
}
