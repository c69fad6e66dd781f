import Forms
import ICUText
import Presentation
import SeededRandom
import Terminal
import Testing

@testable import Outlines

/// Rows with details at the right edge, below their labels, or not shown.
@Suite("Row styles")
struct RowStyleTests {
  private static func row(
    _ label: String, _ detail: String? = nil, depth: Int = 0, style: RowStyle? = nil
  ) -> Row {
    Row(
      .entry, depth: depth, label: .init(label), detail: detail.map { .init($0) }, style: style)
  }

  private static func lines(
    _ rows: [Row], _ style: RowStyle? = nil, width: Int? = nil, isGrouped: Bool = false,
    ellipsis: String = "…"
  ) -> [String] {
    let outline = Outline(
      style: .init(ellipsis: ellipsis, width: width, rowStyle: style, isGrouped: isGrouped))
    let columns = outline.columns(of: rows)
    let lines = rows.flatMap { outline.lines(for: $0, in: columns).all.map(\.text) }
    guard isGrouped else { return lines }
    let rule = outline.rule(depth: rows[0].depth, in: columns).text
    return [rule] + lines + [rule]
  }

  /// Labels and details in several scripts: wide characters, an emoji of several code points, a
  /// combining mark, conjoining jamo, half-width kana.
  private static let rows = [
    row("奥迪", "四环"), row("👨‍👩‍👧 family", "3"), row("Zoe\u{308}", "+49 30"),
    row("\u{1112}\u{1161}\u{11AB}", "ｱｲ"), row("no detail"), row("empty", ""),
  ]

  @Test("plain rows show only their labels")
  func plain() {
    let labels = Self.rows.map(\.label.value)
    #expect(Self.lines(Self.rows, .plain) == labels)
    #expect(Self.lines(Self.rows, .plain, width: 40) == labels)
    #expect(
      Self.lines(Self.rows, .plain, width: 8)
        == [
          "奥迪", "👨‍👩‍👧 fami…", "Zoe\u{308}", "\u{1112}\u{1161}\u{11AB}", "no deta…", "empty",
        ])
  }

  @Test("values end at the right edge, whatever the script")
  func values() {
    #expect(
      Self.lines(Self.rows, .value, width: 20)
        == [
          "奥迪            四环", "👨‍👩‍👧 family          3", "Zoe\u{308}           +49 30",
          "\u{1112}\u{1161}\u{11AB}                ｱｲ", "no detail", "empty",
        ])
  }

  @Test("without a width, values end where the widest row does")
  func valuesWithoutWidth() {
    #expect(
      Self.lines(Self.rows, .value)
        == [
          "奥迪    四环", "👨‍👩‍👧 family  3", "Zoe\u{308}   +49 30", "\u{1112}\u{1161}\u{11AB}        ｱｲ",
          "no detail", "empty",
        ])
    #expect(
      Self.lines([Self.row("a", "1"), Self.row("a longer label")], .value)
        == ["a            1", "a longer label"])
  }

  @Test(
    "a label and a value share the line, and the value keeps about half of it",
    arguments: [
      (40, "The quick brown fo…  jumps over the laz…"), (10, "The…  jum…"), (8, "Th…  ju…"),
      (7, "The qu…"),
    ])
  func longValues(width: Int, expected: String) {
    let row = Self.row("The quick brown fox and more", "jumps over the lazy dog and more")
    #expect(Self.lines([row], .value, width: width) == [expected])
  }

  @Test("a short label leaves the value more than half, and a short value the label")
  func sharing() {
    #expect(
      Self.lines([Self.row("ab", "0123456789abcdefghij")], .value, width: 20)
        == ["ab  0123456789abcde…"])
    #expect(
      Self.lines([Self.row("0123456789abcdefghij", "ab")], .value, width: 20)
        == ["0123456789abcde…  ab"])
    #expect(
      Self.lines([Self.row("奥迪奥迪奥迪", "大众大众大众")], .value, width: 16)
        == ["奥迪奥…  大众大…"])
  }

  @Test("subtitles are below their labels, indented")
  func subtitles() {
    let rows = [Self.row("奥迪", "四环 and more", depth: 1), Self.row("x", depth: 1)]
    #expect(Self.lines(rows, .subtitle) == ["    奥迪", "      四环 and more", "    x"])
    #expect(Self.lines(rows, .subtitle, width: 40) == ["    奥迪", "      四环 and more", "    x"])
    #expect(Self.lines(rows, .subtitle, width: 10) == ["  奥迪", "    四环 …", "  x"])
  }

  @Test("where lines are cut, a subtitle has at most four", arguments: [3, 4, 5, 6])
  func longSubtitles(count: Int) {
    let row = Self.row("a", (0..<count).map { "\($0)" }.joined(separator: "\n"))
    let lines = ["a"] + (0..<count).map { "  \($0)" }
    #expect(Self.lines([row], .subtitle) == lines)
    let cut = count <= 4 ? lines : Array(lines[..<4]) + ["  3 …"]
    #expect(Self.lines([row], .subtitle, width: 40) == cut)
  }

  @Test("each line of a subtitle is a line, and its other control characters are shown")
  func linesOfSubtitles() {
    let row = Self.row("a", "one\r\n\ntw\to\r  \nthree\u{1B}[0m\n")
    #expect(
      Self.lines([row], .subtitle) == ["a", "  one", "  tw\\to", "  three\\u{1B}[0m"])
    let long = Self.row("a", "1\n2\n3\n4\n5\n6")
    #expect(Self.lines([long], .subtitle).count == 7)
    #expect(Self.lines([long], .subtitle, width: 20) == ["a", "  1", "  2", "  3", "  4 …"])
  }

  @Test("matches are highlighted in each line of a subtitle")
  func highlights() {
    let row = Row(
      .entry, .init("a"), detail: .init("one\r\ntwo\nthree", matches: [1..<3, 6..<11]))
    let outline = Outline(style: .init(isColored: true, rowStyle: .subtitle))
    let (dim, match, end) = ("\u{1B}[2m", "\u{1B}[1;31m", "\u{1B}[0m")
    #expect(
      outline.lines(for: row).below.map(\.sgr) == [
        "  \(dim)o\(end)\(match)ne\(end)", "  \(dim)t\(end)\(match)wo\(end)",
        "  \(match)th\(end)\(dim)ree\(end)",
      ])
  }

  @Test("rows choose their style, unless all have the same one")
  func ownStyles() {
    let rows = [
      Self.row("label", "aside"), Self.row("a", "value", style: .value),
      Self.row("b", "below", style: .subtitle), Self.row("c", "gone", style: .plain),
      Self.row("d", "aside"),
    ]
    #expect(
      Self.lines(rows) == [
        "label  aside", "a      value", "b", "  below", "c", "d      aside",
      ])
    #expect(
      Self.lines(rows, width: 16) == [
        "label  aside", "a          value", "b", "  below", "c", "d      aside",
      ])
    #expect(
      Self.lines(rows, .aside)
        == ["label  aside", "a      value", "b      below", "c      gone", "d      aside"])
  }

  @Test("a detail that does not fit beside its label goes below it, if others fit")
  func loweredDetails() {
    let long = Self.row("b", "a detail that is rather long")
    let rows = [Self.row("a", "short"), long]
    #expect(Self.lines(rows) == ["a  short", "b  a detail that is rather long"])
    #expect(Self.lines(rows, width: 31) == ["a  short", "b  a detail that is rather long"])
    #expect(Self.lines(rows, width: 30) == ["a  short", "b", "  a detail that is rather long"])
    #expect(Self.lines(rows, width: 20) == ["a  short", "b", "  a detail that is …"])
    #expect(Self.lines([rows[0], long, long], width: 20).count == 3)
    #expect(Self.lines(rows, .aside, width: 20) == ["a  short", "b  a detail that is…"])
  }

  @Test("sections have their details aside in all styles", arguments: RowStyle.allCases)
  func sections(style: RowStyle) {
    let row = Row(
      .expandedSection, .init("A"), detail: .init("Ada to Alan"), count: 2)
    #expect(Self.lines([row], style, width: 40) == ["– A  (2)  Ada to Alan"])
  }

  @Test("rules reach from the labels to the right edge")
  func rules() {
    let rows = [Self.row("奥迪", "1", depth: 1), Self.row("x", depth: 1)]
    #expect(
      Self.lines(rows, isGrouped: true)
        == ["    ───────", "    奥迪  1", "    x", "    ───────"])
    #expect(
      Self.lines(rows, .value, width: 12, isGrouped: true)
        == ["  ──────────", "  奥迪     1", "  x", "  ──────────"])
    let ascii = Outline(style: .init(indicators: .ascii, width: 4, isGrouped: true))
    #expect(ascii.rule(depth: 0, in: RowColumns(edge: 4)).text == "----")
    let own = OutlineStyle.Indicators(expanded: "v", collapsed: ">")
    #expect(
      Outline(style: .init(indicators: own)).rule(depth: 1, in: .init(edge: 6)).text == "    --")
  }
}

@Suite("Lines of random rows in all styles")
struct RowStylePropertyTests {
  private static func row(_ generator: inout SeededGenerator, hasControls: Bool) -> Row {
    let detail = generator.text(0...30, hasControls: hasControls)
    let start = Int.random(in: 0...detail.utf8.count, using: &generator)
    let end = Int.random(in: start...detail.utf8.count, using: &generator)
    return Row(
      [.entry, .entry, .entry, .expandedSection].randomElement(using: &generator) ?? .entry,
      .init(generator.text(0...20, hasControls: hasControls)),
      depth: Int.random(in: 0...5, using: &generator),
      detail: .init(detail, matches: start < end ? [start..<end] : []),
      style: ([nil] + RowStyle.allCases).randomElement(using: &generator) ?? nil)
  }

  @Test(
    "no line is wider than the width, rules included",
    arguments: [1, 2, 3, 5, 7, 8, 10, 15, 16, 24, 40], [nil] + RowStyle.allCases)
  func width(width: Int, style: RowStyle?) throws {
    var generator = SeededGenerator(seed: 6)
    for ellipsis in ["…", "..."] {
      let outline = Outline(
        style: .init(ellipsis: ellipsis, width: width, rowStyle: style, isGrouped: true))
      for _ in 0..<100 {
        let rows = (0..<3).map { _ in Self.row(&generator, hasControls: false) }
        let columns = outline.columns(of: rows)
        for row in rows {
          let rule = outline.rule(depth: row.depth, in: columns)
          for line in (outline.lines(for: row, in: columns).all + [rule]).map(\.text) {
            try #require(DisplayWidth.of(line) <= width, "\(line)")
          }
        }
      }
    }
  }

  @Test("only styles act on the terminal", arguments: [nil] + RowStyle.allCases)
  func nothingEscapes(style: RowStyle?) throws {
    var generator = SeededGenerator(seed: 7)
    for width in [nil, 10, 40] {
      let colored = Outline(style: .init(width: width, isColored: true, rowStyle: style))
      let plain = Outline(style: .init(width: width, rowStyle: style))
      for _ in 0..<300 {
        let row = Self.row(&generator, hasControls: true)
        let columns = plain.columns(of: [row])
        let shown = colored.lines(for: row, in: columns).all.map { withoutStyles($0.sgr) }
        for line in shown { try #require(!actsOnTerminal(line), "\(line)") }
        let same = plain.lines(for: row, in: columns).all.map(\.text)
        try #require(shown.map { Array($0.utf8) } == same.map { Array($0.utf8) })
      }
    }
  }
}
