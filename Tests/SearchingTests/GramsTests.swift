import ICUText
import Readings
import SeededRandom
import Testing

@testable import Searching

@Suite("Grams")
struct GramsTests {
  private static let pieces = [
    "a", "b", "ß", "ss", "Ä", "a\u{308}", "é", "ł", "æ", "Ｆ", "ﬁ", "İ", "ı", " ", "-", "'", "\\",
    "0", "1",
    "49", "+", "(", ")", "/", ".", "030", "23", "奥", "迪", "长", "安", "乐", "吕", "女", "か", "カ", "ー",
    "っ",
    "ぎゃ", "한", "국", "ㄱ", "々", "龘", "·", "後", "后", "ue", "ü", "v", "e", "\u{1F600}", "\u{301}",
  ]

  private static func holds(_ grams: Set<Int64>, _ query: GramQuery) -> Bool {
    switch query {
    case .contains(let wanted): grams.isSuperset(of: wanted)
    case .all(let queries): queries.allSatisfy { holds(grams, $0) }
    case .any(let queries): queries.contains { holds(grams, $0) }
    }
  }

  @Test("every text that matches has the grams that are asked for, and few others have them")
  func agreement() throws {
    var generator = SeededGenerator(seed: 11)
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 1...most, using: &generator)).map { _ in
        Self.pieces[Int.random(in: Self.pieces.indices, using: &generator)]
      }.joined()
    }
    var grams = Grams(readings: .shared)
    var (matches, others, narrowed) = (0, 0, 0)
    for round in 0..<Rounds.of(4000) {
      let text = text(8)
      var options = SearchOptions()
      options.isAccentSensitive = round % 7 == 0
      options.matchesWholeWords = round % 5 == 0
      options.matchesWholeField = round % 11 == 0
      options.pairsDottedI = round % 13 == 0
      options.findsGroupedDigits = round % 3 != 0
      if round % 17 == 0 { options.caseSensitivity = .sensitive }
      // A part of the text, or what may be typed for it.
      let unfolded = Array(text)
      let start = Int.random(in: unfolded.indices, using: &generator)
      var pattern = String(unfolded[start...].prefix(Int.random(in: 1...4, using: &generator)))
      let readings = round % 2 == 0 ? ReadingTable.shared : nil
      if readings != nil, round % 4 == 0 {
        pattern =
          ["ad", "aodi", "ca", "changan", "lv", "lü", "lu", "g", "gya", "han", "hg", "yue", "le"][
            Int.random(in: 0..<13, using: &generator)]
      } else if round % 6 == 1 {
        pattern = String(pattern.filter(\.isNumber)) + "3"
      }
      let words = round % 9 == 0 ? [pattern, String(unfolded[0])] : [pattern]
      let matcher = try Matcher(words: [words], options: options, readings: readings)
      var copy = text
      let found = try copy.withUTF8 { bytes throws in
        grams.add(bytes, isString: true)
        return try matcher.matches { word throws(RegularExpression.Failure) in
          try word.matches(bytes)
        }
      }
      let own = Set(grams.take())
      guard let query = matcher.gramQuery(tableVersion: ReadingTable.shared.version) else {
        continue
      }
      narrowed += 1
      if found {
        matches += 1
        #expect(Self.holds(own, query), "'\(text)' has '\(words)': \(query)")
      } else if Self.holds(own, query) {
        others += 1
      }
    }
    #expect(narrowed > Rounds.of(3000))
    #expect(matches > Rounds.of(1000))
    #expect(others < matches / 2, "\(others) of \(matches)")
  }

  @Test("sequences of one, two and three characters are numbers of 21 bits a character")
  func numbers() {
    var grams = Grams(readings: .shared)
    var text = "Ab𝄞"
    text.withUTF8 { grams.add($0, isString: true) }
    let (a, b, clef): (Int64, Int64, Int64) = (0x61, 0x62, 0x1D11E)
    #expect(
      grams.take() == [a, b, clef, a << 21 | b, b << 21 | clef, a << 42 | b << 21 | clef].sorted())
    #expect(grams.take() == [])
  }

  @Test("what is empty, or read otherwise, is not narrowed down")
  func everything() throws {
    let version = ReadingTable.shared.version
    for pattern in ["", "\u{301}"] {
      #expect(try Matcher([pattern]).gramQuery(tableVersion: version) == nil)
    }
    var options = SearchOptions()
    options.syntax = .regularExpression
    #expect(try Matcher(["[ab]"], options: options).gramQuery(tableVersion: version) == nil)
    #expect(try Matcher(["x+abc"], options: options).gramQuery(tableVersion: version) != nil)
    let names = try Matcher(["ad"], readings: .shared)
    #expect(names.gramQuery(tableVersion: version ^ 1) == nil)
    #expect(names.gramQuery(tableVersion: version) != nil)
  }
}
