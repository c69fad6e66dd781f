import ICUText
import SeededRandom
import Testing

@testable import Outlines

@Suite("Styled text")
struct StyledTextTests {
  /// A value appended to an empty text.
  private static func text(
    _ value: String, highlights: [Range<Int>] = [], style: TextStyle? = nil, limit: Int? = nil,
    isColored: Bool = false, ellipsis: String = "…"
  ) -> StyledText {
    var text = StyledText(isColored: isColored)
    text.append(
      value: value, highlights: highlights, style: style, limit: limit, ellipsis: ellipsis)
    return text
  }

  @Test("the width is counted in columns, without styles")
  func width() {
    var text = StyledText(isColored: true)
    text.append("奥迪", style: .title)
    text.append("")
    text.append(value: "\n", style: .detail)
    #expect(text.width == 6)
    #expect(text.text == "\u{1B}[1m奥迪\u{1B}[0m\u{1B}[2m\\n\u{1B}[0m")
  }

  @Test("padding goes up to a column and never back")
  func padding() {
    var text = StyledText(isColored: false)
    text.append("奥")
    text.pad(to: 4)
    #expect(text.text == "奥  ")
    text.pad(to: 3)
    #expect(text.text == "奥  ")
    #expect(text.width == 4)
  }

  @Test("without colour there are no styles", arguments: [TextStyle.title, .count, .match, .file])
  func uncoloured(style: TextStyle) {
    #expect(Self.text("abc", highlights: [0..<1], style: style).text == "abc")
  }

  @Test(
    "highlights are around the right characters",
    arguments: [
      ("abc", "b", "a<b>c"), ("奥迪 A4", "迪", "奥<迪> A4"), ("aba", "a", "<a>b<a>"),
      ("abc", "abc", "<abc>"),
      ("a\nb", "b", "a\\n<b>"), ("a\nb", "\n", "a<\\n>b"),
      ("xe\u{301}y", "e\u{301}", "x<e\u{301}>y"),
      ("👨‍👩‍👧x", "x", "👨‍👩‍👧<x>"), ("abc", "z", "abc"),
    ])
  func highlights(value: String, part: String, expected: String) {
    let shown = Self.text(value, highlights: ranges(of: part, in: value), isColored: true).text
      .replacing("\u{1B}[1;31m", with: "<").replacing("\u{1B}[0m", with: ">")
    #expect(shown == expected)
  }

  @Test("a highlight of part of a character is around all of it")
  func partialHighlight() {
    let expected = "\u{1B}[1;31me\u{301}\u{1B}[0mx"
    #expect(Self.text("e\u{301}x", highlights: [0..<1], isColored: true).text == expected)
    #expect(Self.text("e\u{301}x", highlights: [1..<3], isColored: true).text == expected)
  }

  @Test("text that is not highlighted keeps its style")
  func styleAroundHighlights() {
    #expect(
      Self.text("abc", highlights: [1..<2], style: .detail, isColored: true).text
        == "\u{1B}[2ma\u{1B}[0m\u{1B}[1;31mb\u{1B}[0m\u{1B}[2mc\u{1B}[0m")
  }

  @Test(
    "text that is too long is truncated between characters and ends in the ellipsis",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("奥迪奔驰", 8, "奥迪奔驰"), ("奥迪奔驰", 7, "奥迪奔…"),
      ("奥迪奔驰", 6, "奥迪…"), ("a奥", 2, "a…"), ("👨‍👩‍👧b", 2, "…"), ("e\u{301}bc", 2, "e\u{301}…"),
      ("a\nb", 3, "a…"), ("a\nb", 4, "a\\nb"), ("abc", 1, "…"), ("", 0, ""),
    ])
  func cutting(value: String, limit: Int, expected: String) {
    let text = Self.text(value, limit: limit)
    #expect(text.text == expected)
    #expect(text.width == DisplayWidth.of(expected))
  }

  @Test("a longer ellipsis leaves less room for the text")
  func longEllipsis() {
    #expect(Self.text("abcdef", limit: 5, ellipsis: "...").text == "ab...")
  }

  @Test("nothing is wider than its limit, whatever the ellipsis", arguments: ["…", "..."])
  func limits(ellipsis: String) throws {
    var generator = SeededGenerator(seed: 2)
    for limit in 0..<16 {
      for _ in 0..<100 {
        let text = Self.text(generator.text(), limit: limit, isColored: true, ellipsis: ellipsis)
        try #require(text.width <= limit, "\(text.text)")
        try #require(DisplayWidth.of(withoutStyles(text.text)) <= limit, "\(text.text)")
      }
    }
  }

  @Test("a truncated highlight is closed")
  func cutHighlight() {
    #expect(
      Self.text("abcdef", highlights: [1..<6], limit: 4, isColored: true).text
        == "a\u{1B}[1;31mbc\u{1B}[0m…")
  }
}
