import Forms
import ICUText
import Presentation
import SeededRandom
import Terminal
import Testing

@testable import Outlines

@Suite("Outlines")
struct OutlineTests {
  private static func row(
    _ kind: DrawnKind, _ label: String, depth: Int = 0, detail: String? = nil, count: Int? = nil
  ) -> Row {
    Row(kind, .init(label), depth: depth, detail: detail.map { .init($0) }, count: count)
  }

  private static func lines(_ rows: [Row], style: OutlineStyle = .init()) -> [String] {
    let outline = Outline(style: style)
    let column = outline.detailColumn(of: rows)
    return rows.map { outline.line(for: $0, detailColumn: column).text }
  }

  @Test("sections have indicators and counts, entries are indented below them")
  func sections() {
    let rows = [
      Self.row(.expandedSection, "A", count: 2), Self.row(.entry, "奥迪", depth: 1),
      Self.row(.entry, "AC Schnitzer", depth: 1), Self.row(.collapsedSection, "B", count: 16),
      Self.row(.emptySection, "C"), Self.row(.expandedSection, "D", count: 1),
      Self.row(.collapsedSection, "D1", depth: 1, count: 3), Self.row(.footer, "end", depth: 1),
    ]
    #expect(
      Self.lines(rows) == [
        "– A  (2)", "    奥迪", "    AC Schnitzer", "+ B  (16)", "  C", "– D  (1)", "    + D1  (3)",
        "    end",
      ])
  }

  @Test("indicators can be changed, and empty sections stay aligned with them")
  func indicators() {
    let rows: [Row] = [
      Self.row(.expandedSection, "A"), Self.row(.collapsedSection, "B"),
      Self.row(.emptySection, "C"),
    ]
    #expect(Self.lines(rows, style: .init(indicators: .ascii)) == ["- A", "+ B", "  C"])
    let wide = OutlineStyle.Indicators(expanded: "▼▼", collapsed: "▶▶")
    #expect(Self.lines(rows, style: .init(indicators: wide)) == ["▼▼ A", "▶▶ B", "   C"])
  }

  @Test("details are in a column after the widest label")
  func details() {
    let rows = [
      Self.row(.entry, "Bo", detail: "1"), Self.row(.entry, "奥迪", detail: "2"),
      Self.row(.entry, "😀", detail: "3"), Self.row(.entry, "Zoe\u{308}", detail: "4"),
      Self.row(.entry, "\u{1112}\u{1161}\u{11AB}", detail: "5"), Self.row(.entry, "much longer"),
      Self.row(.entry, "x", detail: ""),
    ]
    #expect(
      Self.lines(rows) == [
        "Bo    1", "奥迪  2", "😀    3", "Zoe\u{308}   4", "\u{1112}\u{1161}\u{11AB}    5",
        "much longer", "x",
      ])
  }

  @Test("details of rows at different depths are in one column")
  func detailsAtDepths() {
    let rows = [
      Self.row(.expandedSection, "Title", detail: "a"),
      Self.row(.entry, "b", depth: 1, detail: "c"),
    ]
    #expect(Self.lines(rows) == ["– Title  a", "    b    c"])
  }

  @Test("a label beyond the limit of the detail column does not move it")
  func longLabel() {
    let long = String(repeating: "x", count: 39)
    let rows = [Self.row(.entry, "a", detail: "1"), Self.row(.entry, long, detail: "2")]
    #expect(Self.lines(rows) == ["a  1", long + "  2"])
    let outline = Outline(style: .init(width: 20))
    let labels = ["12345678", "123456789"].map { Self.row(.entry, $0, detail: "d") }
    #expect(outline.detailColumn(of: labels) == 10)
  }

  @Test("control characters count by the width of their escapes")
  func controlsInLabels() {
    let rows = [Self.row(.entry, "a\nb", detail: "1"), Self.row(.entry, "c", detail: "\u{1B}[0m")]
    #expect(Self.lines(rows) == ["a\\nb  1", "c     \\u{1B}[0m"])
  }

  @Test(
    "lines are truncated to the width",
    arguments: [
      (40, "    奥迪 A4 quattro  2.0 TDI"), (27, "    奥迪 A4 quattro  2.0 T…"),
      (26, "    奥迪 A4 quattro  2.0 …"), (22, "    奥迪 A4 quattro"), (18, "    奥迪 A4 quatt…"),
      (16, "    奥迪 A4 qua…"), (15, "  奥迪 A4 quat…"), (8, "  奥迪 …"), (7, "  奥迪…"),
      (6, "  奥…"), (3, " …"), (2, " …"), (1, "…"),
    ])
  func cutting(width: Int, expected: String) {
    let row = Self.row(.entry, "奥迪 A4 quattro", depth: 1, detail: "2.0 TDI")
    #expect(Outline(style: .init(width: width)).line(for: row).text == expected)
  }

  @Test(
    "levels are set in, up to 64 of them",
    arguments: [(0, 0), (1, 4), (63, 252), (64, 256), (65, 256), (1000, 256)])
  func deepLevels(depth: Int, columns: Int) {
    #expect(Outline(style: .init()).indentation(ofDepth: depth) == columns)
  }

  @Test("a section's count is kept when its title is truncated")
  func cuttingTitles() {
    let row = Self.row(.expandedSection, "A very long title", count: 12)
    #expect(Outline(style: .init(width: 18)).line(for: row).text == "– A very lo…  (12)")
  }

  @Test("styles are around labels, counts, details and matches")
  func colours() {
    let style = OutlineStyle(isColored: true)
    let section = Self.row(.expandedSection, "A", count: 1)
    #expect(
      Outline(style: style).line(for: section).sgr == "– \u{1B}[1mA\u{1B}[0m\u{1B}[2m  (1)\u{1B}[0m"
    )
    let entry = Row(
      .entry, .init("奥迪A4", matches: [3..<7]), detail: .init("xA", matches: [1..<2]))
    #expect(
      Outline(style: style).line(for: entry).sgr
        == "奥\u{1B}[1;31m迪A\u{1B}[0m4  \u{1B}[2mx\u{1B}[0m\u{1B}[1;31mA\u{1B}[0m")
  }
}

/// Rows that a search found, in too few columns.
@Suite("Matches in rows that are cut")
struct MatchesInRowsTests {
  private static func text(_ value: String, _ part: String) -> Row.Text {
    Row.Text(value, matches: ranges(of: part, in: value))
  }

  private static func line(_ row: Row, width: Int, rowStyle: RowStyle? = nil) -> String {
    Outline(style: .init(width: width, rowStyle: rowStyle)).lines(for: row).line.text
  }

  @Test("the part of a label or of a detail that matches stays in view")
  func parts() {
    let long = "The quick brown fox jumps over the lazy dog"
    let label = Row(.entry, depth: 1, label: Self.text(long, "dog"))
    #expect(Self.line(label, width: 24) == "    …s over the lazy dog")
    let detail = Row(.entry, depth: 1, label: .init("Fox"), detail: Self.text(long, "lazy"))
    #expect(Self.line(detail, width: 24) == "    Fox  …r the lazy dog")
    #expect(Self.line(detail, width: 24, rowStyle: .value) == "    Fox  …r the lazy dog")
  }

  @Test("a long label leaves half of the line to the detail if only that matches")
  func longLabels() {
    let label = "The quick brown fox jumps"
    let detail = "over the lazy dog and the cat"
    let row = { (label: Row.Text, detail: Row.Text) in
      Row(.entry, depth: 1, label: label, detail: detail)
    }
    let found = row(.init(label), Self.text(detail, "dog"))
    #expect(Self.line(found, width: 34) == "    The quick bro…  …azy dog and …")
    #expect(Self.line(found, width: 24) == "    The quic…  …y dog a…")
    #expect(Self.line(found, width: 12) == "  The…  …do…")
    #expect(Self.line(found, width: 11) == "  The…  …d…")
    #expect(Self.line(found, width: 9) == "  The qu…")
    let both = row(Self.text(label, "quick"), Self.text(detail, "dog"))
    #expect(Self.line(both, width: 40) == "    The quick brown fox jumps  …y dog a…")
    #expect(Self.line(both, width: 24) == "    The quick brown fox…")
    let short = row(.init(label), Self.text("dog", "dog"))
    #expect(Self.line(short, width: 30) == "    The quick brown fox …  dog")
  }

  @Test("positions, controls and names of fields are not left out")
  func leads() {
    let label = Self.text("The quick brown fox jumps over the lazy dog", "dog")
    var row = Row(.entry, depth: 0, label: label)
    row.position = "2.16"
    #expect(Self.line(row, width: 20) == "2.16  … the lazy dog")
    row.position = nil
    (row.control, row.leadsWithControl) = (.switch(true), true)
    #expect(Self.line(row, width: 20) == "[x] …er the lazy dog")
    let found = Row(.entry, depth: 0, label: .init("Fox"), detail: label.following("note="))
    #expect(Self.line(found, width: 24) == "Fox  note=… the lazy dog")
  }

  @Test(
    "where lines of a subtitle are left out, one that matches is not",
    arguments: [
      (1, ["  0", "  1", "  2", "  3 …"]), (3, ["  0", "  1", "  2", "  3 …"]),
      (4, ["  … 3", "  4", "  5", "  6 …"]), (5, ["  … 4", "  5", "  6", "  7"]),
      (7, ["  … 4", "  5", "  6", "  7"]),
    ])
  func subtitles(match: Int, lines: [String]) {
    let detail = Self.text((0..<8).map(String.init).joined(separator: "\n"), String(match))
    let row = Row(.entry, depth: 0, label: .init("a"), detail: detail, style: .subtitle)
    #expect(Outline(style: .init(width: 20)).lines(for: row).below.map(\.text) == lines)
    #expect(Outline(style: .init()).lines(for: row).below.map(\.text) == (0..<8).map { "  \($0)" })
  }
}

@Suite("Lines of random rows")
struct OutlinePropertyTests {
  private static func row(_ generator: inout SeededGenerator, hasControls: Bool) -> Row {
    let kinds: [DrawnKind] = [
      .expandedSection, .collapsedSection, .emptySection, .entry, .entry, .header, .footer,
    ]
    let label = "L" + generator.text(hasControls: hasControls)
    let detail = "D" + generator.text(hasControls: hasControls)
    let start = Int.random(in: 0..<label.utf8.count, using: &generator)
    let end = Int.random(in: start...label.utf8.count, using: &generator)
    return Row(
      kinds.randomElement(using: &generator) ?? .entry,
      .init(label, matches: start < end ? [start..<end] : []),
      depth: Int.random(in: 0...4, using: &generator),
      detail: Bool.random(using: &generator) ? .init(detail) : nil,
      count: Bool.random(using: &generator) ? 12 : nil)
  }

  @Test("only styles act on the terminal", arguments: [nil, 12, 40])
  func nothingEscapes(width: Int?) throws {
    var generator = SeededGenerator(seed: 3)
    let outline = Outline(style: .init(width: width, isColored: true))
    for _ in 0..<1000 {
      let row = Self.row(&generator, hasControls: true)
      let line = outline.line(for: row, detailColumn: outline.detailColumn(of: [row]))
      let plain = withoutStyles(line.sgr)
      try #require(!actsOnTerminal(plain), "\(plain)")
      let monochrome = Outline(style: .init(width: width)).line(
        for: row, detailColumn: outline.detailColumn(of: [row]))
      try #require(plain.unicodeScalars.elementsEqual(monochrome.text.unicodeScalars), "\(plain)")
    }
  }

  @Test("no line is wider than the width", arguments: [1, 5, 10, 16, 17, 24, 40, 80])
  func width(width: Int) throws {
    var generator = SeededGenerator(seed: 4)
    for ellipsis in ["…", "..."] {
      let outline = Outline(style: .init(ellipsis: ellipsis, width: width))
      for _ in 0..<300 {
        let row = Self.row(&generator, hasControls: false)
        let line = outline.line(for: row, detailColumn: outline.detailColumn(of: [row]))
        try #require(DisplayWidth.of(line.text) <= width, "\(line.text)")
      }
    }
  }

  @Test("a truncated line begins like the full one")
  func prefix() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      var row = Self.row(&generator, hasControls: false)
      row.label = Row.Text(row.label.value)
      let whole = Outline(style: .init()).line(for: row).text
      let cut = Outline(style: .init(width: 30)).line(for: row).text
      if cut == whole || row.count != nil || row.detail != nil { continue }
      try #require(cut.hasSuffix("…"), "\(cut)")
      try #require(whole.hasPrefix(cut.dropLast()), "\(cut)")
    }
  }
}
