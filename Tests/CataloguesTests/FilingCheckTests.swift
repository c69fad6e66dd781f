import ICUText
import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Entries under the wrong letter")
struct FilingCheckTests {
  private static func sections(_ sections: [(String, [String])]) -> Plist {
    .array(
      sections.map { title, entries in
        ["title": "\(title)", "items": .array(entries.map { "\($0)" })]
      })
  }

  private func findings(
    _ sections: [(String, [String])], _ locale: String = "en", isFixed: Bool = false
  ) throws -> [Finding] {
    let check = FilingCheck(try LocaleIdentifier(locale), isFixed: isFixed)
    return CatalogueCheck.findings(in: try Catalogue(Self.sections(sections)), also: [check])
      .filter { [.wrongSection, .sectionOrder, .longTitle].contains($0.code) }
  }

  private static let good = [
    ("A", ["Anna", "Arno", "Ägidius"]), ("B", ["Bert", "Bea"]), ("C", ["Cleo", "Carl"]),
  ]

  @Test("names under their letters are not reported", arguments: ["en", "de", "zh_TW", "ja", "cs"])
  func nothing(locale: String) throws {
    #expect(try findings(Self.good, locale).isEmpty)
  }

  @Test("sections are letters if no more than one title is something else", arguments: 0...2)
  func otherTitles(count: Int) throws {
    let others = (0..<count).map { ("Other \($0)", ["Zoe"]) }
    let wrong = Array(Self.good.dropLast()) + [("C", ["Cleo", "Bea", "Carl", "Cid"])]
    let found = try findings(wrong + others)
    #expect(found.isEmpty == (count > 1))
  }

  @Test(
    "a name under another letter is reported with its own", arguments: ["en", "sv", "zh", "ja_JP"])
  func wrong(locale: String) throws {
    let sections = Array(Self.good.dropLast()) + [("C", ["Cleo", "Bea", "Carl", "Cid"])]
    let found = try findings(sections, locale)
    #expect(found.map(\.message) == ["'Bea' belongs to B, not to C"])
    #expect(found.map(\.code) == [.wrongSection])
    guard case .file(_, let letter)? = found.first?.fix else {
      Issue.record("no fix")
      return
    }
    #expect(letter.title == "B" && letter.section == 2)
  }

  @Test("a missing section is reported with the place where it belongs")
  func missing() throws {
    let found = try findings(Self.good + [("E", ["Eva", "Dora", "Emil"])])
    #expect(found.map(\.message) == ["'Dora' belongs to D, which is missing, not to E"])
    guard case .file(_, let letter)? = found.first?.fix else {
      Issue.record("no fix")
      return
    }
    #expect(letter == LetterSection(title: "D", parent: 0, section: nil, before: 4, after: nil))
    let last = try findings(Array(Self.good.dropLast()) + [("C", ["Cleo", "Carl", "Zoe", "Cid"])])
    guard case .file(_, let letter)? = last.first?.fix else {
      Issue.record("no fix")
      return
    }
    #expect(letter == LetterSection(title: "Z", parent: 0, section: nil, before: nil, after: 3))
  }

  @Test("the language is the one in which most names are under their letters")
  func languages() throws {
    let plain = [("A", ["Anna", "Arno"])] + Self.good.dropFirst()
    let swedish = plain + [("Z", ["Zara"]), ("Å", ["Åsa", "Åke"]), ("Ö", ["Östen", "Örjan"])]
    for locale in ["en", "sv", "de", "ru"] {
      #expect(try findings(swedish, locale).isEmpty, "\(locale)")
    }
    // Of several languages that fit equally well, the requested one is chosen.
    let doubtful = plain + [("Z", ["Zara", "Åsa", "Bob"])]
    #expect(
      try findings(doubtful, "en").map(\.message) == [
        "'Åsa' belongs to A, not to Z", "'Bob' belongs to B, not to Z",
      ])
    #expect(
      try findings(doubtful, "sv").map(\.message) == [
        "'Åsa' belongs to Å, which is missing, not to Z", "'Bob' belongs to B, not to Z",
      ])
    // A fixed language is used even if another fits.
    let fixed = try findings(Self.good, "sv", isFixed: true)
    #expect(fixed.map(\.message) == ["'Ägidius' belongs to Ä, which is missing, not to A"])
    #expect(try findings(swedish, "en", isFixed: true).isEmpty)
  }

  @Test(
    "a sample spread evenly over all entries determines the language",
    arguments: [
      (1, true), (3, false), (4, true), (6, false), (12, true), (13, false), (1000, false),
    ])
  func sample(size: Int, isIndex: Bool) throws {
    // Of twelve entries, every other one is under the wrong letter in every language.
    let names = ["Anna", "Bert", "Arno", "Bea", "Axel", "Bodo"]
    let sections = [("A", names), ("B", ["Bert", "Anna", "Bea", "Arno", "Bodo", "Axel"])]
    let locales = FilingLocales(.english, isFixed: false, table: nil, sampleSize: size)
    let found = locales.sections(of: .root, in: try Catalogue(Self.sections(sections)))
    #expect((found != nil) == isIndex)
  }

  @Test("the labels of every language are taken for labels, longer titles and names are not")
  func labelsOfAllLanguages() throws {
    let others = ["zh@collation=unihan", "zh@collation=stroke", "mt", "uz"]
    let labels = try Set(
      (FilingLocales.others + others).flatMap {
        AlphabeticIndex(try LocaleIdentifier($0)).labels.map(\.text)
      })
    for label in labels {
      let catalogue = try catalogue(["A", label])
      #expect(LetteredSections.mayBe(childrenOf: .root, in: catalogue), "\(label)")
    }
    for title in ["Dzsx", "333劃", "吴江", "张家港", ""] {
      let catalogue = try catalogue(["A", title])
      #expect(!LetteredSections.mayBe(childrenOf: .root, in: catalogue), "\(title)")
    }
  }

  private func catalogue(_ titles: [String]) throws -> Catalogue {
    try Catalogue(Self.sections(titles.map { ($0, ["Anna"]) }))
  }

  @Test(
    "every label is found as a title, and in capitals",
    arguments: ["en", "zh_TW", "sr", "hu", "el", "ru", "ja", "zh@collation=zhuyin"])
  func titles(locale: String) throws {
    let index = AlphabeticIndex(try LocaleIdentifier(locale))
    for letter in index.letters {
      let label = index[letter].text
      #expect(index.letter(ofTitle: label) == letter)
      #expect(index.letter(ofTitle: " " + label) == letter)
      let small = label.lowercased()
      let found = index[try #require(index.letter(ofTitle: small), "\(label)")].text
      #expect(found == small || found.uppercased() == small.uppercased())
    }
  }

  @Test("digits and signs are only reported where there is a section for them")
  func rest() throws {
    let some = Self.good + [("D", ["Dora", "42", "Dirk", "?!"])]
    #expect(try findings(some).isEmpty)
    #expect(
      try findings(some + [("#", ["1"])]).map(\.message) == [
        "'42' belongs to #, not to D", "'?!' belongs to #, not to D",
      ])
  }

  @Test("letters out of order are reported with their neighbour")
  func order() throws {
    let (a, b, c) = (Self.good[0], Self.good[1], Self.good[2])
    let d = ("D", ["Dora"])
    #expect(try findings([b, a, c, d]).map(\.code) == [.sectionOrder])
    #expect(try findings([a, d, b, c]).map(\.message) == ["section D belongs after C"])
    #expect(try findings([c, a, b, d]).map(\.message) == ["section C belongs before D"])
    #expect(
      try findings([d, c, a, b]).map(\.fix) == [
        .moveSection(1, beside: 4, isBefore: false),
        .moveSection(2, beside: 4, isBefore: false),
      ])
  }

  @Test(
    "what is not a letter is left alone before and after the letters",
    arguments: [
      [("★", ["Bert"])] + good, [("热门", ["Bert"])] + good, good + [("others", ["x"])],
      [("#", ["1"])] + good, good + [("#", ["1"])], [("☆", ["Cleo"]), ("#", ["1"])] + good,
    ])
  func others(sections: [(String, [String])]) throws {
    // One title in three may be something else, so that two need more entries.
    let more = (0..<9).map { number -> (String, [String]) in
      let letter = String("DEFGHIJKL".dropFirst(number).prefix(1))
      return (letter, [letter + "x"])
    }
    let split = sections.last?.0 == "#" || sections.last?.0 == "others"
    let all =
      split ? Array(sections.dropLast()) + more + [sections[sections.count - 1]] : sections + more
    #expect(try findings(all).isEmpty)
  }

  @Test(
    "sections that are not letters are not examined",
    arguments: [
      [("安徽", ["北京"]), ("福建", ["厦门"])], [("Anna", ["Bert"]), ("Bert", ["Anna"])],
      [("B", ["fig", "pear"]), ("A", ["plum", "grape"])], [("B", [String]()), ("A", [])],
      [("1", ["x"]), ("2", ["y"])], [("A", ["Bert"])],
      [("A", ["Anna"]), ("Bert", ["x"]), ("Carl", ["y"]), ("D", ["Dora"])],
    ])
  func noLetters(sections: [(String, [String])]) throws {
    #expect(try findings(sections).isEmpty)
  }

  @Test("letters may be in lower case, inside of sections and beside them")
  func nested() throws {
    let inner: Plist = [
      "a": ["Anna", "Arno", "Axel"], "b": ["Bert", "Cleo", "Bea"], "c": ["Carl", "Cid"],
    ]
    let catalogue = try Catalogue(["people": inner, "places": ["x": ["y"], "z": ["y"]]])
    let found = CatalogueCheck.findings(in: catalogue, also: [FilingCheck(.english)])
    #expect(
      found.filter { $0.code == .wrongSection }.map(\.message) == ["'Cleo' belongs to c, not to b"])
  }

  @Test("scripts may come in any order, but not within each other")
  func scripts() throws {
    let cyrillic = [("Б", ["Борис", "Белла"]), ("В", ["Вера", "Вова"])]
    for locale in ["en", "ru", "ja"] {
      #expect(try findings(Self.good + cyrillic, locale).isEmpty)
      #expect(try findings(cyrillic + Self.good, locale).isEmpty)
    }
    let mixed = [Self.good[0], cyrillic[0], Self.good[1], Self.good[2]]
    #expect(try findings(mixed).map(\.message) == ["section Б belongs after C"])
  }

  @Test("Japanese names under kana are not taken for Chinese ones")
  func kana() throws {
    let japanese = Self.good + [("さ", ["佐藤", "さくら"]), ("や", ["山田 太郎", "やまだ"])]
    for locale in ["en", "zh", "zh_TW", "ja"] {
      #expect(try findings(japanese, locale).isEmpty, "\(locale)")
    }
    #expect(
      try findings(Self.good + [("D", ["大众", "长城", "Dirk", "Dora"])]).map(\.message)
        == ["'长城' belongs to C, not to D"])
  }

  @Test("the most that is in order")
  func ascending() {
    #expect(LetteredSections.longestAscending([]) == [])
    #expect(LetteredSections.longestAscending([3, 1, 2, 2, 0, 5]) == [1, 2, 3, 5])
    #expect(LetteredSections.longestAscending([3, 2, 1]).count == 1)
  }

  @Test("numbers of strokes are titles, whatever follows the number")
  func strokes() throws {
    let index = AlphabeticIndex(try LocaleIdentifier("zh_TW"))
    let letter = try #require(index.letter(ofTitle: "5劃"))
    #expect(index.letter(ofTitle: "5画") == letter)
    #expect(index.letter(ofTitle: " 5") == letter)
    #expect(index.letter(ofTitle: "5 strokes") == nil)
    #expect(index.letter(ofTitle: "999") == nil)
    #expect(index.letter(ofTitle: "a") == index.letter(ofTitle: "A"))
    #expect(index.letter(ofTitle: "") == nil)
    #expect(AlphabeticIndex(.english).letter(ofTitle: "5") == nil)
  }

  @Test("titles too long for a strip are reported between letters, and only very long ones beside")
  func longTitles() throws {
    let letters = "DEFGHIJKLMNOP".map { (String($0), ["\($0)x"]) }
    func long(_ sections: [(String, [String])]) throws -> [String] {
      try findings(sections).filter { $0.code == .longTitle }.map(\.message)
    }
    let more = Self.good + letters
    #expect(try long(more) == [])
    for title in ["Frequently used", "常用联系人", "#", String(repeating: "x", count: 20)] {
      #expect(try long([(title, ["q"])] + more) == [], "\(title)")
      #expect(try long(more + [(title, ["q"])]) == [], "\(title)")
    }
    for title in ["Recently used contacts", "最近联系过的人和其他人员"] {
      let message = ["'\(title)' is a long title among letters"]
      #expect(try long([(title, ["q"])] + more) == message)
      #expect(try long(more + [(title, ["q"])]) == message)
    }
    for (title, isLong) in [("Etc", false), ("Cars", true), ("常用的人", true)] {
      let found = try long(Self.good + [(title, ["q"])] + letters)
      #expect(found == (isLong ? ["'\(title)' is a long title among letters"] : []))
    }
    // Without letters, titles may be of any length.
    #expect(try long([("Recently used contacts", ["q"]), ("Others of all kinds", ["r"])]) == [])
  }
}
