import ICUText
import SeededRandom
import Testing

@testable import Terminal

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
    #expect(text.sgr == "\u{1B}[1m奥迪\u{1B}[0m\u{1B}[2m\\n\u{1B}[0m")
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
    let text = Self.text("abc", highlights: [0..<1], style: style)
    #expect(text.sgr == "abc")
    #expect(text.parts.map(\.style) == [nil])
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
    let shown = Self.text(value, highlights: ranges(of: part, in: value), isColored: true).sgr
      .replacing("\u{1B}[1;31m", with: "<").replacing("\u{1B}[0m", with: ">")
    #expect(shown == expected)
  }

  @Test("a highlight of part of a character is around all of it")
  func partialHighlight() {
    let expected = "\u{1B}[1;31me\u{301}\u{1B}[0mx"
    #expect(Self.text("e\u{301}x", highlights: [0..<1], isColored: true).sgr == expected)
    #expect(Self.text("e\u{301}x", highlights: [1..<3], isColored: true).sgr == expected)
  }

  @Test("text that is not highlighted keeps its style")
  func styleAroundHighlights() {
    #expect(
      Self.text("abc", highlights: [1..<2], style: .detail, isColored: true).sgr
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
        try #require(DisplayWidth.of(text.text) <= limit, "\(text.text)")
      }
    }
  }

  @Test("a text is its parts, whatever texts it was made of")
  func parts() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      var (text, inner) = (StyledText(isColored: true), StyledText(isColored: true))
      var expected: [(text: String, style: TextStyle?)] = []
      for number in 0..<Int.random(in: 0...5, using: &generator) {
        let part = generator.text(1...4, hasControls: false)
        let style = [TextStyle.title, .match, nil].randomElement(using: &generator) ?? nil
        if number < 2 { text.append(part, style: style) } else { inner.append(part, style: style) }
        expected.append((part, style))
      }
      text.append(inner)
      let sgr = expected.map { part in
        part.style.map { $0.opening + part.text + TextStyle.closing } ?? part.text
      }
      try #require(Array(text.sgr.utf8) == Array(sgr.joined().utf8))
      try #require(Array(text.text.utf8) == Array(expected.map(\.text).joined().utf8))
      for style in [TextStyle.title, .match, nil] {
        let own = text.parts.filter { $0.style == style }.map { String($0.text) }
        let wanted = expected.filter { $0.style == style }.map(\.text)
        try #require(Array(own.joined().utf8) == Array(wanted.joined().utf8))
      }
    }
  }

  @Test("a truncated highlight is closed")
  func cutHighlight() {
    #expect(
      Self.text("abcdef", highlights: [1..<6], limit: 4, isColored: true).sgr
        == "a\u{1B}[1;31mbc\u{1B}[0m…")
  }
}

@Suite("Matches in text that is too long")
struct MatchInViewTests {
  /// A text cut to some columns, with its matches in angle brackets.
  private static func cut(
    _ value: String, to limit: Int, showing part: String, lead: Int = 0, ellipsis: String = "…"
  ) -> String {
    var text = StyledText(isColored: true)
    text.append(
      value: value, highlights: ranges(of: part, in: value), lead: lead, limit: limit,
      ellipsis: ellipsis)
    return bracketed(text.sgr)
  }

  private static func bracketed(_ text: String) -> String {
    text.replacing("\u{1B}[1;31m", with: "<").replacing("\u{1B}[0m", with: ">")
  }

  private static let digits = "0123456789abcdefghij"

  @Test(
    "the beginning is left out if the first match would be cut off",
    arguments: [
      (20, "j", "0123456789abcdefghi<j>"), (12, "9a", "012345678<9a>…"),
      (12, "ab", "…789<ab>cdefg…"), (12, "ef", "…9abcd<ef>ghij"), (12, "j", "…9abcdefghi<j>"),
      (12, "3456789abcdefg", "…<3456789abc>…"), (12, "0123456789abcdefg", "<0123456789a>…"),
      (12, "123456789abcdefg", "0<123456789a>…"), (3, "b", "…<b>…"), (3, "j", "…i<j>"),
      (2, "b", "0…"), (1, "b", "…"), (0, "b", ""), (12, "z", "0123456789a…"),
    ])
  func window(limit: Int, part: String, expected: String) {
    #expect(Self.cut(Self.digits, to: limit, showing: part) == expected)
  }

  @Test("a longer ellipsis leaves less room on both sides")
  func longEllipsis() {
    #expect(Self.cut(Self.digits, to: 12, showing: "ab", ellipsis: "...") == "...89<ab>cd...")
    #expect(Self.cut(Self.digits, to: 12, showing: "hi", ellipsis: "...") == "...bcdefg<hi>j")
  }

  @Test("only the first of several matches is sure to be shown, and all that are shown are marked")
  func severalMatches() {
    let text = "0a2345678901234a67890a2345"
    #expect(Self.cut(text, to: 10, showing: "a") == "0<a>2345678…")
    #expect(Self.cut(text, to: 10, showing: "4a6") == "…23<4a6>789…")
    #expect(Self.cut("0123456789ab0ab0123", to: 10, showing: "ab") == "…89<ab>0<ab>0…")
  }

  @Test("a lead stays, unless it takes more than half of the columns")
  func lead() {
    #expect(Self.cut(Self.digits, to: 16, showing: "fg", lead: 3) == "012…89abcde<fg>hij")
    #expect(Self.cut(Self.digits, to: 12, showing: "ef", lead: 6) == "012345…d<ef>g…")
    #expect(Self.cut(Self.digits, to: 12, showing: "ef", lead: 7) == "…9abcd<ef>ghij")
    #expect(Self.cut(Self.digits, to: 12, showing: "12", lead: 6) == "0<12>3456789a…")
  }

  @Test("wide characters and escapes are left out as a whole")
  func wideCharacters() {
    #expect(Self.cut("奥迪奔驰宝马大众本田丰田", to: 11, showing: "大众") == "…马<大众>本…")
    #expect(Self.cut("aaaa\u{1B}\u{1B}bbbbx", to: 8, showing: "x") == "…bbbb<x>")
    #expect(Self.cut("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧e\u{301}", to: 5, showing: "e\u{301}") == "…👨‍👩‍👧<e\u{301}>")
  }

  @Test("a match that fits between two ellipses is shown as a whole", arguments: ["…", "..."])
  func random(ellipsis: String) throws {
    var generator = SeededGenerator(seed: 6)
    var gaps = 0
    for _ in 0..<3000 {
      let parts = [generator.text(0...20), generator.text(1...4), generator.text(0...20)]
      let value = parts.joined()
      // Characters of different parts may combine.
      let ends = [parts[0].utf8.count, parts[0].utf8.count + parts[1].utf8.count]
      let pieces = Array(VisibleText.pieces(of: value))
      guard
        ends.allSatisfy({ end in end == value.utf8.count || pieces.contains { $0.offset == end } })
      else { continue }
      let match = pieces.filter { $0.offset >= ends[0] && $0.end <= ends[1] }
      let limit = Int.random(in: 0...40, using: &generator)
      let lead = Int.random(in: 0...4, using: &generator)
      for isColored in [false, true] {
        var text = StyledText(isColored: isColored)
        text.append(
          value: value, highlights: [ends[0]..<ends[1]], lead: lead, limit: limit,
          ellipsis: ellipsis)
        try #require(text.width <= limit, "\(text.text)")
        try #require(DisplayWidth.of(text.text) == text.width, "\(text.text)")
        if !isColored, text.text.hasPrefix(ellipsis) { gaps += 1 }
        let width = match.reduce(0) { $0 + $1.width }
        guard isColored, 2 * (2 * DisplayWidth.of(ellipsis) + width) <= limit else { continue }
        let shown = "\u{1B}[1;31m" + match.map(\.text).joined() + "\u{1B}[0m"
        // The characters of a sequence and of a text may combine.
        try #require(Array(text.sgr.utf8).contains(Array(shown.utf8)), "\(text.text)")
      }
    }
    #expect(gaps > 100)
  }
}
