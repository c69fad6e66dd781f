import SeededRandom
import Testing

@testable import ICUText

@Suite("Units of text")
struct TextUnitTests {
  /// Units as text: the base, then its accents in braces.
  private static func shown(
    _ text: String, _ distinctions: LetterDistinctions = LetterDistinctions()
  ) -> String {
    units(of: Array(text.utf8), distinctions)
      .map { unit in
        let accents = unit.accents.map { String($0.value, radix: 16, uppercase: true) }
        return (unit.base.map(String.init) ?? "∅")
          + (accents.isEmpty ? "" : "{\(accents.joined(separator: " "))}")
      }
      .joined(separator: " ")
  }

  @Test(
    "case is folded and accents are separated",
    arguments: [
      ("", ""), ("Ab1", "a b 1"), ("é", "e{301}"), ("e\u{301}", "e{301}"), ("ẞ", "s s"),
      ("Ǻ", "a{30A 301}"), ("İ", "i{307}"), ("ı", "i{131}"), ("I", "i"), ("ς", "σ"),
      ("Ѐ", "е{300}"),
      ("ﬃ", "f f i"), ("ＡＢ", "a b"), ("\u{212A}", "k"), ("ᾳ", "α ι"), ("\u{301}", "∅{301}"),
      ("\u{301}a", "∅{301} a"), ("ŉ", "'{2BC} n"), ("ǅ", "d z{30C}"), ("①", "1"), ("㌔", "き ろ"),
    ])
  func folding(text: String, expected: String) {
    #expect(Self.shown(text) == expected)
  }

  @Test(
    "case is kept if it matters",
    arguments: [
      ("Ab", "A b"), ("ẞ", "ẞ"), ("É", "E{301}"), ("ﬁ", "f i"), ("Ａ", "A"), ("ς", "ς"),
      ("İ", "I{307}"), ("\u{212A}", "K"),
    ])
  func caseSensitive(text: String, expected: String) {
    #expect(Self.shown(text, LetterDistinctions(letterCase: true)) == expected)
  }

  @Test(
    "letters are those that people type for them, with the letter as an accent",
    arguments: [
      ("Łł", "l{142} l{142}"), ("Æ", "a{E6} e{E6}"), ("ǽ", "a{E6} e{E6 301}"),
      ("Øö", "o{F8} o{308}"),
      ("ǿ", "o{F8 301}"), ("Þ", "t{FE} h{FE}"), ("ı", "i{131}"), ("©½—", "© 1 ⁄ 2 —"),
      ("ŋ", "n{14B}"),
    ])
  func plainLetters(text: String, expected: String) {
    #expect(Self.shown(text) == expected)
  }

  @Test("capitals keep their case where it matters")
  func plainCapitals() {
    #expect(Self.shown("ŁøÆ", LetterDistinctions(letterCase: true)) == "L{141} o{F8} A{C6} E{C6}")
  }

  @Test(
    "kana are large hiragana, unless kana differ",
    arguments: [
      ("ホンダ", "ほ ん だ", "ホ ン ダ"), ("ほんだ", "ほ ん だ", "ほ ん だ"), ("ﾎﾝﾀﾞ", "ほ ん だ", "ホ ン ダ"),
      ("っッｯ", "つ{3063} つ{3063} つ{3063}", "っ ッ ッ"), ("ヵー", "か{3095} ー", "ヵ ー"), ("ヴ", "ゔ", "ヴ"),
      ("ヷ", "わ \u{3099}", "ヷ"), ("わ\u{3099}", "わ \u{3099}", "わ \u{3099}"), ("ㇰ", "く{31F0}", "ㇰ"),
      ("ヽゞ", "ゝ ゞ", "ヽ ゞ"), ("・", "・", "・"),
    ])
  func kana(text: String, folded: String, kept: String) {
    #expect(Self.shown(text) == folded)
    #expect(Self.shown(text, LetterDistinctions(kana: true)) == kept)
  }

  @Test(
    "in Turkish, I and ı are a pair, and so are İ and i",
    arguments: [
      ("Iı", "i{131} i{131}"), ("İi", "i i"), ("I\u{307}", "i"), ("I\u{327}", "i{131 327}"),
      ("Í", "i{301}"), ("I\u{301}", "i{301}"),
    ])
  func dottedI(text: String, expected: String) {
    #expect(Self.shown(text, LetterDistinctions(dottedI: true)) == expected)
  }

  @Test(
    "marks that make another letter are not accents",
    arguments: [
      ("が", "が"), ("か\u{3099}", "が"), ("ｶﾞ", "が"), ("が\u{301}", "が{301}"), ("กำ", "ก ํ า"),
      ("क्", "क \u{94D}"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("한", "한"),
    ])
  func letters(text: String, expected: String) {
    #expect(Self.shown(text) == expected)
  }

  @Test(
    "points and vowel signs are accents", arguments: [("שָׁ", "ש{5B8 5C1}"), ("بَ", "ب{64E}")])
  func points(text: String, expected: String) {
    #expect(Self.shown(text) == expected)
  }

  @Test("accents are in canonical order, however they are written")
  func accentOrder() {
    #expect(Self.shown("o\u{301}\u{323}") == "o{323 301}")
    #expect(Self.shown("ó\u{323}") == "o{323 301}")
    #expect(Self.shown("ọ\u{301}") == "o{323 301}")
    #expect(Self.shown("o\u{301}\u{300}") == "o{301 300}", "marks of one class keep their order")
  }

  @Test(
    "invisible characters are left out", arguments: ["\u{AD}", "\u{200B}", "\u{FE0F}"])
  func ignorable(text: String) {
    #expect(Self.shown("a\(text)b") == "a b")
  }

  @Test("a unit's range is that of the written character")
  func ranges() {
    #expect(units(of: Array("aßé".utf8)).map(\.range) == [0..<1, 1..<3, 1..<3, 3..<5])
    #expect(units(of: Array("xe\u{301}y".utf8)).map(\.range) == [0..<1, 1..<4, 4..<5])
    #expect(units(of: Array("\u{1112}\u{1161}a".utf8)).map(\.range) == [0..<6, 6..<7])
  }

  @Test("ranges are in order, inside the text and never empty")
  func rangeOrder() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let text = Alphabet.randomText(&generator)
      let units = units(of: Array(text.utf8))
      for (unit, next) in zip(units, units.dropFirst()) {
        let isInOrder = unit.range == next.range || unit.range.upperBound <= next.range.lowerBound
        try #require(isInOrder, "\(codes(text))")
      }
      try #require(units.allSatisfy { !$0.range.isEmpty }, "\(codes(text))")
      try #require((units.last?.range.upperBound ?? 0) <= text.utf8.count, "\(codes(text))")
    }
  }

  @Test(
    "composed and decomposed forms have the same units",
    arguments: [
      LetterDistinctions(), LetterDistinctions(letterCase: true), LetterDistinctions(kana: true),
      LetterDistinctions(dottedI: true),
    ])
  func equivalence(distinctions: LetterDistinctions) throws {
    func parts(_ text: String) -> [[Unicode.Scalar?]] {
      units(of: Array(text.utf8), distinctions).map { [$0.base] + $0.accents }
    }
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<4000 {
      // U+0345 becomes a letter, whose accents are those written after it.
      let scalars = Normalizer.nfd.normalize(Alphabet.randomText(&generator).unicodeScalars)
        .filter { $0 != "\u{345}" }
      let composed = Normalizer.nfc.normalize(scalars)
      try #require(parts(String(scalars)) == parts(String(composed)), "\(codes(String(scalars)))")
    }
  }

  @Test(
    "bytes that are not UTF-8 become replacement characters",
    arguments: [
      ([0x80], 1), ([0xC3], 1), ([0xE2, 0x82], 2), ([0xFF, 0x41], 2), ([0xF0, 0x9F, 0x98], 3),
    ] as [([UInt8], Int)])
  func invalid(bytes: [UInt8], count: Int) {
    let units = units(of: bytes)
    #expect(units.count == count)
    #expect(units.first?.base == "\u{FFFD}")
  }

  @Test(
    "overlong forms and surrogates are not UTF-8",
    arguments: [
      [0xC0, 0x80], [0xE0, 0x80, 0x81], [0xF0, 0x80, 0x80, 0x81], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]])
  func overlong(bytes: [UInt8]) {
    #expect(units(of: bytes).allSatisfy { $0.base == "\u{FFFD}" })
  }

  @Test("in a long text each character is normalized once, in a short one at each occurrence")
  func normalizedOnce() {
    func normalizations(_ text: String) -> Int {
      var text = text
      return text.withUTF8 { bytes in
        var reader = TextUnitReader(bytes)
        var units: [TextUnit] = []
        while reader.appendNext(to: &units) {}
        #expect(reader.offset == bytes.count)
        return reader.normalizations
      }
    }
    #expect(normalizations(String(repeating: "é", count: 100_000)) == 1)
    #expect(normalizations(String(repeating: "aßéﬁ", count: 50_000)) == 3)
    #expect(normalizations("éaé") == 2)
    // Repeated characters are remembered from 256 bytes on.
    #expect(normalizations(String(repeating: "é", count: 127) + "a") == 127)
    #expect(normalizations(String(repeating: "é", count: 128)) == 1)
    // At most 4,096 characters are remembered.
    for (count, more) in [(4095, 0), (4096, 0), (4097, 1)] {
      let letters = (0..<count).compactMap { Unicode.Scalar(0x4E00 + UInt32($0)) }
      let text = String(String.UnicodeScalarView(letters))
      #expect(normalizations(text + text.prefix(1)) == count + more)
    }
  }

  @Test(
    "a long text has the units of its parts",
    arguments: [
      LetterDistinctions(), LetterDistinctions(letterCase: true), LetterDistinctions(dottedI: true),
    ])
  func longText(distinctions: LetterDistinctions) {
    let part = "Aßé ﬁ漢가\u{1112}\u{1161}e\u{301}\u{323} か\u{3099}İ"
    func units(_ text: String) -> [TextUnit] {
      var text = text
      return text.withUTF8 { TextUnit.units(of: $0, distinctions) }
    }
    let short = units(part)
    let long = units(String(repeating: part, count: 100))
    #expect(long.count == short.count * 100)
    for (index, unit) in long.enumerated() {
      let expected = short[index % short.count]
      let shift = index / short.count * part.utf8.count
      #expect(unit.base == expected.base && unit.accents == expected.accents)
      #expect(unit.range.lowerBound == expected.range.lowerBound + shift)
      #expect(unit.range.count == expected.range.count)
    }
  }
}
