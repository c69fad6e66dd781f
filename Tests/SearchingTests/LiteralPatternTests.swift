import ICUText
import SeededRandom
import Testing

@testable import Searching

@Suite("Literal patterns")
struct LiteralPatternTests {
  @Test(
    "forms of one text find each other",
    arguments: [
      ("groß", "GROẞ"), ("émilie", "ÉMILIE"), ("Škoda", "ŠKODA"), ("Οδυσσευς", "ΟΔΥΣΣΕΥΣ"),
      ("Άλφα", "ΆΛΦΑ"), ("Москва", "МОСКВА"), ("k", "\u{212A}"), ("å", "\u{212B}"),
      ("proﬁle", "PROFILE"), ("Waſſer", "WASSER"), ("ǅungla", "ǄUNGLA"), ("ǆungla", "Ǆungla"),
      ("\u{B5}m", "\u{3BC}m"), ("\u{E9}", "e\u{301}"), ("\u{13A0}", "\u{AB70}"),
      ("\u{10400}", "\u{10428}"), ("ＡＵＤＩ", "audi"), ("ŉ", "ʼn"), ("ǰ", "J\u{30C}"), ("ᾳ", "ΑΙ"),
      ("Hauptstraße", "HAUPTSTRASSE"), ("ｶﾞｽ", "ガス"), ("한국", "\u{1112}\u{1161}\u{11AB}국"),
      ("か\u{3099}", "が"), ("o\u{323}\u{301}", "o\u{301}\u{323}"), ("㎞", "KM"), ("Ⅷ", "viii"),
      ("σίσυφος", "ΣΊΣΥΦΟΣ"), ("a\u{AD}b", "AB"), ("𝐀", "a"), ("x²", "X2"),
    ])
  func pairs(first: String, second: String) throws {
    #expect(try finds(first, in: second) == true)
    #expect(try finds(second, in: first) == true)
    #expect(try finds(first, in: "→ \(second)?") == true)
    #expect(try finds(second, in: "→ \(first)?") == true)
  }

  @Test(
    "a plain letter finds its accented forms",
    arguments: [
      ("citroen", "Citroën"), ("muller", "Müller"), ("MULLER", "mu\u{308}ller"), ("skoda", "ŠKODA"),
      ("nguyen", "Nguyễn"), ("е", "ё"),
      ("שלום", "שָׁלוֹם"), ("كتاب", "كِتَاب"), ("\u{13A0}", "\u{13A0}\u{301}"),
    ])
  func plainLetters(pattern: String, text: String) throws {
    #expect(try finds(pattern, in: text) == true)
    #expect(try finds(text, in: pattern) == false, "an accented letter finds only itself")
  }

  @Test("a part of a text is enough", arguments: ["STRASSE", "strasse", "aße", "tst", "e", "S"])
  func parts(pattern: String) throws {
    #expect(try finds(pattern, in: "Hauptstraße") == true)
  }

  @Test(
    "different letters do not find each other",
    arguments: [
      ("müller", "Muller"), ("müller", "Mueller"), ("ϊ", "ι"),
      ("é", "è"), ("か", "が"), ("は", "ぱ"), ("é", "ê"), ("ắ", "ă"), ("ø", "o"), ("đ", "d"),
    ])
  func differences(pattern: String, text: String) throws {
    #expect(try finds(pattern, in: text) == false)
  }

  @Test(
    "plain letters find those that people type them for",
    arguments: [
      ("lukasz", "Łukasz"), ("soren", "Søren"), ("dorde", "Đorđe"), ("yildiz", "Yıldız"),
      ("YILDIZ", "Yıldız"), ("aether", "Æther"), ("thor", "Þór"), ("oeuvre", "Œuvre"),
      ("Ð", "ð"), ("strasse", "Straße"), ("ther", "Æther"), ("ほんだ", "ホンダ"), ("ホンダ", "ほんだ"),
      ("ほんだ", "ﾎﾝﾀﾞ"), ("いつた", "いった"), ("キツト", "キット"), ("わ\u{3099}", "ヷ"), ("ﾎﾝﾀﾞ", "ほんだ"),
      ("o'brien", "O’Brien"), ("l'inventaire", "L‘Inventaire"), ("hawai'i", "Hawaiʻi"),
      ("jean-luc", "Jean\u{2011}Luc"), ("jean-luc", "Jean\u{2010}Luc"),
    ])
  func typedLetters(pattern: String, text: String) throws {
    #expect(try finds(pattern, in: "-" + text + "-") == true)
    let strict = SearchOptions { $0.isAccentSensitive = true }
    let isStrict = ["Ð", "strasse", "ther"].contains(pattern)
    #expect(try finds(pattern, in: text, options: strict) == isStrict)
  }

  @Test(
    "such a letter finds only itself",
    arguments: [
      ("ł", "l"), ("æ", "ae"), ("æ", "ǽ"), ("っ", "つ"), ("ッ", "つ"), ("œ", "oe"),
      ("½", "1/2"), ("c", "©"), ("-", "—"), ("’", "'"), ("\u{2011}", "-"),
    ])
  func ownLetters(pattern: String, text: String) throws {
    #expect(try finds(pattern, in: text) == false)
    #expect(try finds(pattern, in: pattern) == true)
  }

  @Test(
    "kana differ only if accents matter",
    arguments: [("ホ", "ほ"), ("ほ", "ホ"), ("っ", "ッ"), ("ｯ", "っ")])
  func kana(pattern: String, text: String) throws {
    let strict = SearchOptions { $0.isAccentSensitive = true }
    #expect(try finds(pattern, in: text) == true)
    #expect(try finds(pattern, in: text, options: strict) == false)
    #expect(try finds("ﾎ", in: "ホ", options: strict) == true)
  }

  @Test(
    "in Turkish, I and ı are a pair, and so are İ and i",
    arguments: [
      ("ISPARTA", "ısparta", true), ("ısparta", "ISPARTA", true), ("ısparta", "isparta", false),
      ("ISPARTA", "isparta", false), ("izmir", "İZMİR", true), ("İZMİR", "izmir", true),
      ("yildiz", "Yıldız", true), ("YILDIZ", "Yıldız", true), ("YILDIZ", "Yildiz", false),
      ("İ", "I\u{307}", true), ("ş", "Şişli", true), ("SIS", "şış", true),
    ])
  func turkish(pattern: String, text: String, isFound: Bool) throws {
    for wholeField in [false, true] where pattern.count == text.count {
      let options = SearchOptions {
        $0.pairsDottedI = true
        $0.matchesWholeField = wholeField
      }
      #expect(try finds(pattern, in: text, options: options) == isFound)
    }
    let strict = SearchOptions {
      $0.pairsDottedI = true
      $0.isAccentSensitive = true
    }
    #expect(try finds("izmir", in: "İZMİR", options: strict) == true)
    #expect(try finds("izmir", in: "IZMIR", options: strict) == false)
  }

  @Test("the dotless and the dotted i are two letters")
  func dotlessI() throws {
    #expect(try finds("ilgaz", in: "Ilgaz") == true)
    #expect(try finds("ilgaz", in: "ılgaz") == true)
    #expect(try finds("I", in: "ı") == true)
    let strict = SearchOptions { $0.isAccentSensitive = true }
    #expect(try finds("ı", in: "i", options: strict) == false)
    #expect(try finds("ı", in: "ı", options: strict) == true)
  }

  @Test(
    "what is written only in lower or in upper case is found in both",
    arguments: [
      ("σπύρος", "ΣΠΥΡΟΣ"), ("ΣΠΥΡΟΣ", "Σπύρος"), ("ΣΠΎΡΟΣ", "σπυρος"), ("αϊ\u{301}", "ΑΪ"),
      ("ılgaz", "ILGAZ"), ("ılgaz", "Ilgaz"), ("İZMİR", "izmir"), ("ısparta", "ISPARTA"),
    ])
  func spelling(pattern: String, text: String) throws {
    let strict = SearchOptions { $0.isAccentSensitive = true }
    for wholeField in [false, true] {
      #expect(
        try finds(pattern, in: text, options: SearchOptions { $0.matchesWholeField = wholeField })
          == true)
    }
    #expect(try finds(pattern, in: text, options: strict) == false)
  }

  @Test(
    "if accents matter, a plain letter finds only itself",
    arguments: [
      ("muller", "Müller", false), ("müller", "MÜLLER", true), ("muller", "MULLER", true),
      ("i", "İ", false), ("e", "e\u{301}", false), ("é", "E\u{301}", true),
      ("strasse", "Straße", true),
    ])
  func accentSensitive(pattern: String, text: String, isFound: Bool) throws {
    let options = SearchOptions { $0.isAccentSensitive = true }
    #expect(try finds(pattern, in: text, options: options) == isFound)
  }

  @Test(
    "if case matters, only the same case is found",
    arguments: [
      ("audi", "Audi", false), ("Audi", "Audi", true), ("Emilie", "Émilie", true),
      ("É", "e\u{301}", false), ("É", "E\u{301}", true), ("fi", "ﬁ", true), ("FI", "ﬁ", false),
      ("ss", "ß", false), ("ß", "ß", true), ("Ａ", "A", true), ("ς", "σ", false),
      ("K", "\u{212A}", true),
    ])
  func caseSensitive(pattern: String, text: String, isFound: Bool) throws {
    let options = SearchOptions { $0.caseSensitivity = .sensitive }
    #expect(try finds(pattern, in: text, options: options) == isFound)
  }

  @Test(
    "an accent alone is found on any letter",
    arguments: [
      ("\u{301}", "é", true), ("\u{301}", "e\u{301}", true), ("\u{301}", "e", false),
      ("\u{301}", "ǘ", true), ("\u{301}", "è", false), ("\u{301}\u{308}", "ǘ", true),
      ("\u{301}", "", false), ("\u{301}l", "Émile él", true), ("\u{301}m", "el", false),
    ])
  func accentAlone(pattern: String, text: String, isFound: Bool) throws {
    #expect(try finds(pattern, in: text) == isFound)
  }

  @Test(
    "a whole word touches no letter, digit or _",
    arguments: [
      ("audi", "Audi Q3", true), ("audi", "Audis", false), ("audi", "(audi)", true),
      ("audi", "audi_q3", false), ("audi", "2audi", false), ("audi", "Saudi Audi", true),
      ("奥迪", "一汽奥迪", false), ("奥迪", "奥迪-A4", true), ("奥迪", "一汽·奥迪", true),
      ("s", "ß", false), ("strasse", "Straße", true), ("stras", "Straße", false),
      ("groß", "GROSS!", true),
      ("e", "é", true), ("a", "a\u{301}b", false), ("naive", "naïve", true), ("fi", "ﬁx", false),
      ("-", "a-b", false), ("-", "a - b", true), ("k", "\u{212A}", true),
    ])
  func wholeWords(pattern: String, text: String, isFound: Bool) throws {
    let options = SearchOptions { $0.matchesWholeWords = true }
    #expect(try finds(pattern, in: text, options: options) == isFound)
  }

  @Test(
    "a match of a whole field covers all of it",
    arguments: [
      ("audi", "AUDI", true), ("audi", "audi ", false), ("strasse", "Straße", true), ("", "", true),
      ("", "a", false), ("muller", "Müller", true), ("müller", "Muller", false), ("s", "ß", false),
      ("ß", "SS", true), ("é", "e\u{301}", true), ("audi", "", false),
    ])
  func wholeField(pattern: String, text: String, isFound: Bool) throws {
    let options = SearchOptions { $0.matchesWholeField = true }
    #expect(try finds(pattern, in: text, options: options) == isFound)
  }

  @Test("the empty pattern is in every text", arguments: ["", "a", "奥迪", "\u{301}"])
  func emptyPattern(text: String) throws {
    #expect(try finds("", in: text) == true)
  }

  @Test("a long text is read no further than needed to decide")
  func readsNoFurther() {
    let text = Array(("xé" + String(repeating: "abc é ", count: 100_000)).utf8)
    let pattern = LiteralPattern(
      "é", options: SearchOptions(), isCaseSensitive: false, folding: CaseFolding())
    text.withUnsafeBufferPointer { bytes in
      var reader = TextUnitReader(bytes)
      #expect(pattern.matches(by: &reader, limit: 1) == [1..<3])
      #expect(reader.offset < 10)
      #expect(pattern.matches(in: bytes).count == 100_001)
    }
  }

  @Test("what is found is found wherever it is in a long text", arguments: 4085...4105)
  func offsets(offset: Int) {
    let start = String(repeating: "é", count: offset)
    let text = Array("\(start)ßéo ßéo".utf8)
    for (word, isWhole, places) in [
      ("sséo", false, [0..<5, 6..<11]), ("éo ß", false, [2..<8]), ("éo", false, [2..<5, 8..<11]),
      // The context before a word is kept, too.
      ("sséo", true, [6..<11]), ("éo", true, []),
    ] {
      let options = SearchOptions { $0.matchesWholeWords = isWhole }
      let pattern = LiteralPattern(
        word, options: options, isCaseSensitive: false, folding: CaseFolding())
      let found = text.withUnsafeBufferPointer { pattern.matches(in: $0) }
      let base = offset * 2
      #expect(found == places.map { (base + $0.lowerBound)..<(base + $0.upperBound) })
    }
  }

  @Test(
    "a text read a few units at a time matches like one read as a whole",
    arguments: 1...6 as ClosedRange<UInt64>)
  func agreement(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let letters = ["a", "b", "é", "e\u{301}", "ß", " ", "ﬁ"]
    let text = (0..<20_000).map { _ in letters.pick(&generator) }.joined()
    var total = 0
    for pattern in ["a", "é", "e", "ss", "ab a", "s", "", "fi", "\u{301}"] {
      var options = SearchOptions()
      options.matchesWholeWords = Bool.random(using: &generator)
      options.isAccentSensitive = Bool.random(using: &generator)
      let literal = LiteralPattern(
        pattern, options: options, isCaseSensitive: false, folding: CaseFolding())
      let utf8 = Array(text.utf8)
      utf8.withUnsafeBufferPointer { bytes in
        let found = literal.matches(in: bytes)
        total += found.count
        // Around the places where units are dropped, compared with texts too short for that.
        for start in stride(from: 0, to: bytes.count - 400, by: 997) {
          let (low, high) = (start + 100, start + 300)
          let part = UnsafeBufferPointer(rebasing: bytes[start..<start + 400])
          guard bytes[start] < 0x80, pattern != "", bytes[start + 400 - 1] < 0x80 else { continue }
          let here = literal.matches(in: part).map { $0.lowerBound + start..<$0.upperBound + start }
          let same = { (range: Range<Int>) in range.lowerBound >= low && range.upperBound <= high }
          if pattern != "ab a" { #expect(here.filter(same) == found.filter(same), "\(pattern)") }
        }
      }
    }
    #expect(total > 10_000)
  }
}

extension [String] {
  /// A random element.
  fileprivate func pick(_ generator: inout SeededGenerator) -> String {
    self[Int.random(in: indices, using: &generator)]
  }
}
