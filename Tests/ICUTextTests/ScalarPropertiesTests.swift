import Testing

@testable import ICUText

@Suite("Properties of characters")
struct ScalarPropertiesTests {
  @Test(
    "letters, marks, digits and connectors make words",
    arguments: ["a", "é", "奥", "ア", "7", "٣", "_", "\u{301}", "Ⅷ", "‿", "½"] as [Unicode.Scalar])
  func words(scalar: Unicode.Scalar) {
    #expect(scalar.isWordConstituent)
  }

  @Test(
    "punctuation, symbols and spaces do not make words",
    arguments: [" ", "-", ".", "/", "·", "、", "+", "€", "\u{A0}", "😀", "\u{200D}"]
      as [Unicode.Scalar])
  func others(scalar: Unicode.Scalar) {
    #expect(!scalar.isWordConstituent)
  }

  @Test(
    "controls, line separators, byte-order marks and direction controls act instead of being shown",
    arguments: [
      0, 7, 9, 0xA, 0xD, 0x1B, 0x1F, 0x7F, 0x80, 0x85, 0x9B, 0x9F, 0x2028, 0x2029, 0x202A, 0x202E,
      0x2066, 0x2069, 0xFEFF, 0xFFF9, 0xFFFB, 0xE0000, 0xE0001, 0xE0041, 0xE007F,
    ] as [UInt32])
  func controls(value: UInt32) throws {
    #expect(try #require(Unicode.Scalar(value)).isControl)
  }

  @Test(
    "visible and joining characters are not controls",
    arguments: [
      0x20, 0x7E, 0xA0, 0xAD, 0x301, 0x200B, 0x200D, 0x2027, 0x202F, 0x2065, 0x206A, 0x200E, 0x200F,
      0xFFF8, 0xFFFC, 0xE0080,
    ] as [UInt32])
  func noControls(value: UInt32) throws {
    #expect(try !#require(Unicode.Scalar(value)).isControl)
  }

  /// Tags for ASCII characters; `|` is the cancel tag.
  private static func tags(_ text: String) -> String {
    let scalars = text.unicodeScalars.compactMap {
      Unicode.Scalar($0 == "|" ? 0xE007F : 0xE0000 + $0.value)
    }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test(
    "the tags of a flag are shown as the flag", arguments: ["gbsct|", "usca|", "us1|", "gbsct12|"])
  func flags(code: String) {
    let text = "a🏴" + Self.tags(code) + "b"
    #expect(text.holdsControls == (code.count == 8))
    #expect(MarkedControls(text).map { String($0.scalar) }.joined() == text)
  }

  @Test(
    "tags that are not a flag are hidden text",
    arguments: [
      ("a", "gbsct|"), ("🏴", "gbsct"), ("🏴", "|"), ("🏴", "gb|"), ("🏴", "GB SCT|"), ("🏳", "gbsct|"),
      ("", "x"), ("🏴x", "gbsct|"),
    ])
  func hiddenTags(base: String, code: String) {
    let marked = MarkedControls(base + Self.tags(code))
    #expect(
      marked.filter(\.isControl).map(\.scalar.value)
        == Array(Self.tags(code).unicodeScalars).map(\.value))
  }

  @Test("one flag does not hide the tags after it")
  func afterFlag() {
    let flag = "🏴" + Self.tags("gbsct|")
    #expect(
      MarkedControls(flag + Self.tags("x") + flag).filter(\.isControl).map(\.scalar.value) == [
        0xE0078
      ])
  }
}

@Suite("Width in columns")
struct DisplayWidthTests {
  @Test(
    "narrow characters take one column",
    arguments: [("", 0), ("abc ~", 5), ("é", 1), ("ÀÖ", 2), ("Москва", 6), ("ｱｲｳ", 3), ("–…·", 3)])
  func narrow(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(
    "wide characters take two columns",
    arguments: [("奥迪", 4), ("ＡＢ", 4), ("アか", 4), ("한", 2), ("、", 2), ("a奥b", 4), ("𠀀", 2)])
  func wide(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(
    "combining and invisible characters take none",
    arguments: [
      ("e\u{301}", 1), ("o\u{323}\u{301}", 1), ("a\u{200B}b", 2), ("\u{200D}", 0), ("\u{FEFF}a", 1),
      ("\u{301}", 0), ("ก\u{E33}", 2), ("か\u{3099}", 2), ("ｶﾞ", 2), ("a\u{20DD}", 1),
    ])
  func combining(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(
    "an emoji takes two columns, whatever it consists of",
    arguments: [
      "😀", "👨‍👩‍👧‍👦", "🇩🇪", "1️⃣", "👍🏽", "❤️", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "☺️", "👩🏾‍🚀",
    ])
  func emoji(text: String) {
    #expect(DisplayWidth.of(text) == 2)
  }

  @Test("several emoji take two columns each")
  func emojiRow() {
    #expect(DisplayWidth.of("😀👨‍👩‍👧🇩🇪🇫🇷1️⃣x") == 11)
  }

  @Test("a picture that is shown as text takes one column")
  func textPresentation() {
    #expect(DisplayWidth.of("❤") == 1)
    #expect(DisplayWidth.of("©") == 1)
  }

  @Test(
    "decomposed Hangul is as wide as composed",
    arguments: ["\u{1112}\u{1161}", "\u{1112}\u{1161}\u{11AB}", "한국", "\u{1112}\u{1161}가"])
  func hangul(text: String) {
    #expect(DisplayWidth.of(text) == 2 * text.count)
  }
}
