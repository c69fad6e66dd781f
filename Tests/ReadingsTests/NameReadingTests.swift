import Testing

@testable import Readings

/// Tests of splitting texts into units.
@Suite struct NameReadingTests {
  @Test(
    "units know their bytes",
    arguments: [
      ("奥迪A4", [0..<3, 3..<6, 6..<7, 7..<8]), ("阿·尔", [0..<3, 5..<8]), ("é长", [0..<2, 2..<5]),
      ("e\u{301}长", [0..<3, 3..<6]), ("しゃしん", [0..<6, 6..<9, 9..<12]), ("ｷﾞ長", [0..<6, 6..<9]),
      ("ß長", [0..<2, 0..<2, 2..<5]), ("\u{1112}\u{1161}\u{11AB} 長", [0..<9, 10..<13]),
      ("𠀀长", [0..<4, 4..<7]), ("（长）", [3..<6]),
    ])
  func ranges(_ text: String, _ expected: [Range<Int>]) {
    #expect(reading(of: text).units.map(\.range) == expected)
  }

  @Test(
    "a character that stands for several is read like them",
    arguments: [
      ("㍿トヨタ", "株式会社トヨタ"), ("A㍿", "A株式会社"), ("株 ㍿", "株 株式会社"), ("㍻", "平成"),
      ("㍼31", "昭和31"), ("㋿元", "令和元"),
    ])
  func squares(_ text: String, _ same: String) {
    #expect(filingKey(of: text) == filingKey(of: same))
  }

  @Test(
    "text in other scripts has no readings",
    arguments: ["", "AC Schnitzer", "Škoda", "Газ", "Ω", "12 · 3", "–…“”", "😀"])
  func nothing(_ text: String) {
    let hasReadings = Array(text.utf8).withUnsafeBufferPointer { NameReader.hasReadings($0) }
    #expect(!hasReadings)
    #expect(reading(of: text).units.isEmpty)
    #expect(codes(of: text).isEmpty)
    #expect(filingKey(of: text) == text)
  }

  @Test(
    "scripts with readings are recognized in all of their forms",
    arguments: ["x长", "〇", "か", "カ", "ｶ", "한", "\u{1112}\u{1161}", "𠀀", "\u{F900}", "㈱", "⼀", "a㌔"])
  func something(_ text: String) {
    let hasReadings = Array(text.utf8).withUnsafeBufferPointer { NameReader.hasReadings($0) }
    #expect(hasReadings)
    #expect(!codes(of: text).isEmpty)
  }

  @Test("Latin letters and digits represent themselves, folded")
  func latin() {
    #expect(readings(of: "Ａb7Ü长") == [["a"], ["b"], ["7"], ["u"], ["chang", "zhang"]])
  }

  @Test("letters of other scripts are units without readings, signs are not units")
  func unreadable() {
    #expect(readings(of: "ж，长 ø!") == [[], ["chang", "zhang"], ["o"]])
    // A Han character without a reading.
    #expect(readings(of: "兡长") == [[], ["chang", "zhang"]])
  }

  @Test("characters have all their readings, the usual one first")
  func polyphones() {
    #expect(readings(of: "行") == [["xing", "hang", "heng"]])
    #expect(readings(of: "绿") == [["lü", "lu"]])
    #expect(readings(of: "乐") == [["yue", "le", "lao"]])
  }

  @Test("a word's reading comes first, other readings of its characters remain")
  func words() {
    #expect(readings(of: "重庆") == [["chong", "zhong"], ["qing"]])
    #expect(readings(of: "大厦") == [["da", "dai"], ["sha", "xia"]])
    #expect(finds("zhongqing", "重庆"))
  }

  @Test("the longest word counts, and the first of those that overlap")
  func overlapping() {
    #expect(filingKey(of: "长孙无忌") == "zhang sun wu ji")
    #expect(filingKey(of: "西安市长安区") == "xi an shi chang an qu")
    #expect(filingKey(of: "浦发银行行长") == "pu fa yin hang hang zhang")
  }

  @Test("surnames are read as such only at the start of a name")
  func surnames() {
    #expect(filingKey(of: "单") == "shan")
    #expect(filingKey(of: "简单") == "jian dan")
    #expect(filingKey(of: "Mr. 单") == "Mr. shan")
    #expect(filingKey(of: "小单") == "xiao dan")
    // A text too long for a person's name has no surname.
    #expect(filingKey(of: "单纯的人们") == "dan chun de ren men")
    #expect(filingKey(of: "尉迟") == "yu chi")
    #expect(filingKey(of: "小尉迟") == "xiao wei chi")
  }

  @Test("the iteration mark repeats the reading before it")
  func iterationMark() {
    #expect(filingKey(of: "佐々木") == "zuo zuo mu")
    #expect(readings(of: "々木") == [[], ["mu"]])
    #expect(codes(of: "A々").isEmpty)
  }

  @Test("compatibility forms and rare characters are read")
  func forms() {
    #expect(filingKey(of: "\u{F900}") == "qi")
    #expect(filingKey(of: "⼀") == "yi")
    #expect(filingKey(of: "〇") == "ling")
    #expect(filingKey(of: "\u{20000}") == "he")
    #expect(readings(of: "\u{FA0E}长").count == 2)
  }

  @Test(
    "filing keys keep everything that is not in Han script",
    arguments: [
      ("奥迪A4L", "ao di A4L"), ("奥迪 A4L", "ao di A4L"), ("MG名爵", "MG ming jue"),
      ("MG 名爵", "MG ming jue"), ("Škoda 斯柯达", "Škoda si ke da"), ("东京タワー", "dong jing タワー"),
      ("阿尔法·罗密欧", "a er fa luo mi ou"), ("长安（重庆）", "chang an chong qing ）"),
      ("（长安）", "（ chang an ）"), ("한국", "한국"), ("とうきょう", "とうきょう"), ("西安", "xi an"),
      ("先", "xian"), (" 长", " chang"), ("绿", "lv"), ("奥 迪", "ao di"),
    ])
  func filed(_ text: String, _ expected: String) {
    #expect(filingKey(of: text) == expected)
  }

  @Test("bytes that are not UTF-8 are not units")
  func invalid() {
    for bytes: [UInt8] in [
      [0xFF, 0xE9, 0x95, 0xBF], [0xE9, 0x95, 0xBF, 0xE9, 0x95], [0xE9, 0x95, 0xBF, 0xC0, 0x80],
      [0xED, 0xA0, 0x80, 0xE9, 0x95, 0xBF], [0xF5, 0x80, 0x80, 0x80, 0xE9, 0x95, 0xBF],
    ] {
      var reader = NameReader()
      let units = bytes.withUnsafeBufferPointer { reader.reading(of: $0).units }
      #expect(units.count == 1)
      #expect(units.first.map { Array(bytes[$0.range]) } == [0xE9, 0x95, 0xBF])
    }
  }

  @Test("codes are appended; nothing is, for text without readings")
  func appending() {
    var reader = NameReader()
    var codes: [UInt16] = [7]
    for (text, isRead) in [("奥迪", true), ("Audi", false), ("ж兡", false), ("か", true)] {
      let count = codes.count
      let result = Array(text.utf8).withUnsafeBufferPointer {
        reader.appendCodes(of: $0, to: &codes)
      }
      #expect(result == isRead)
      #expect(codes.count == count + (isRead ? text.count : 0))
    }
    #expect(codes.first == 7)
  }

  @Test("no unit's code is the separator of records")
  func separator() {
    for value: UInt32 in 0x20...0x3FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if value % 97 != 0, value > 0xFFFF { continue }
      #expect(!codes(of: String(Character(scalar))).contains(ReadingCode.separator))
    }
  }
}
