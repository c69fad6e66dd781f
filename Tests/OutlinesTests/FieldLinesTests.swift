import ICUText
import PropertyLists
import SeededRandom
import Testing

@testable import Outlines
@testable import Presentation
@testable import Terminal

@Suite("Wrapped text")
struct WrappedTextTests {
  private static func lines(_ text: String, _ room: Int, ellipsis: String = "…") -> [String] {
    VisibleText.wrapped(text, to: room, ellipsis: ellipsis).map { $0.map(\.text).joined() }
  }

  @Test(
    "lines are broken at blanks, which are left out, or else between any characters",
    arguments: [
      ("", [""]), ("The quick fox", ["The quick", "fox"]), ("The lazy dogs", ["The lazy", "dogs"]),
      ("The   quick    fox", ["The", "quick", "fox"]), ("quick fox  ", ["quick fox"]),
      ("  jumping foxes", ["  jumping", "foxes"]), ("      jumping", ["      jum", "ping"]),
      ("see verylongword", ["see", "verylongw", "ord"]), ("123456789", ["123456789"]),
      ("123456789 b", ["123456789", "b"]),
      ("a\u{A0}b c\u{A0}d e\u{A0}f", ["a\u{A0}b c\u{A0}d", "e\u{A0}f"]),
      ("            ", [""]),
    ])
  func blanks(text: String, expected: [String]) {
    #expect(Self.lines(text, 9) == expected)
  }

  @Test(
    "wide characters may begin and end lines, punctuation only where it belongs",
    arguments: [
      ("奥迪奔驰宝马大众", 9, ["奥迪奔驰", "宝马大众"]), ("奥迪奔驰宝马大众", 8, ["奥迪奔驰", "宝马大众"]),
      ("see 奥迪奔驰宝马", 9, ["see 奥迪", "奔驰宝马"]), ("奥迪奔驰，宝马", 9, ["奥迪奔", "驰，宝马"]),
      ("奥迪奔「驰」宝马", 8, ["奥迪奔", "「驰」宝", "马"]), ("ラーメンサーバー", 6, ["ラーメ", "ンサー", "バー"]),
      ("😀👨‍👩‍👧🇩🇪", 4, ["😀👨‍👩‍👧", "🇩🇪"]), ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
      ("奥迪　奔驰", 4, ["奥迪", "奔驰"]), ("奥迪A4 quattro", 8, ["奥迪A4", "quattro"]),
    ])
  func wide(text: String, room: Int, expected: [String]) {
    #expect(Self.lines(text, room) == expected)
  }

  @Test("ends of lines are shown, and the text continues on the next line")
  func ends() {
    #expect(Self.lines("Main Street 1\nSpringfield", 20) == [#"Main Street 1\n"#, "Springfield"])
    #expect(Self.lines("a\r\n\n b\rc\n", 20) == [#"a\r\n"#, #"\n"#, #" b\r"#, #"c\n"#])
    #expect(Self.lines("one word\nmore", 9) == ["one", #"word\n"#, "more"])
    #expect(Self.lines(#"C:\new folder"#, 20) == [#"C:\new folder"#])
    #expect(Self.lines("a\u{2028}\tb", 20) == [#"a\u{2028}\tb"#])
  }

  @Test("what does not fit any line is replaced", arguments: ["…", "..."])
  func tooWide(ellipsis: String) {
    let mark = String(ellipsis.prefix(1))
    #expect(Self.lines("奥a", 1, ellipsis: ellipsis) == [mark, "a"])
    let short = String(ellipsis.prefix(5))
    #expect(Self.lines("a\u{1B}[b", 5, ellipsis: ellipsis).joined() == "a\(short)[b")
    #expect(Self.lines("a\u{1B}[b", 6, ellipsis: ellipsis) == ["a", #"\u{1B}"#, "[b"])
  }

  @Test("no line is too wide, and only blanks are lost", arguments: 1...12)
  func random(room: Int) throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<300 {
      let text = generator.text(0...40)
      let lines = VisibleText.wrapped(text, to: room, ellipsis: "...")
      try #require(!lines.isEmpty)
      for line in lines {
        try #require(DisplayWidth.of(line.map(\.text).joined()) <= room, "\(line)")
      }
      let kept = lines.joined().filter { $0.text != " " }.map(\.offset)
      let all = VisibleText.pieces(of: text).filter { $0.text != " " }.map(\.offset)
      try #require(kept == all)
      let plain = lines.joined().filter { $0.width <= room && $0.text.first != "." }
      for piece in plain {
        try #require(VisibleText.pieces(of: text).contains { $0.text == piece.text })
      }
    }
  }
}

@Suite("Lines of an entry's fields")
struct FieldLinesTests {
  private static func field(
    _ name: String, _ value: String, depth: Int = 1, matches part: String? = nil,
    _ fields: [FieldRow] = []
  ) -> FieldRow {
    let matches = part.map { ranges(of: $0, in: value) } ?? []
    return FieldRow(
      row: Row(
        .field, depth: depth, label: .init(name), detail: .init(value, matches: matches)),
      value: .root, fields: fields)
  }

  private static let fields = [
    field("name", "Fox"), field("note", "The quick brown fox jumps over\nthe lazy dog"),
    field("a name that is long", "short"), field("another name that is long", "and a value"),
    field(
      "more", "", [field("链接", "https://example.org/index", depth: 2), field("x", "", depth: 2)]),
  ]

  @Test("values that are too long continue in their column")
  func wrapped() {
    #expect(
      Outline(style: .init(width: 32)).lines(of: Self.fields).map(\.text) == [
        "    name  Fox", "    note  The quick brown fox", #"          jumps over\n"#,
        "          the lazy dog", "    a name that is long  short", "    another name that is long",
        "          and a value", "    more", "        链接  https://example.or",
        "              g/index",
        "        x",
      ])
  }

  @Test("without a width each field has one line")
  func unwrapped() {
    #expect(
      Outline(style: .init()).lines(of: Self.fields).prefix(2).map(\.text) == [
        "    name                       Fox",
        #"    note                       The quick brown fox jumps over\nthe lazy dog"#,
      ])
  }

  @Test("names are wrapped too, and columns move to the left where there is little room")
  func narrow() {
    let fields = [Self.field("a long name", "and a value"), Self.field("n", "奥迪奔驰")]
    #expect(
      Outline(style: .init(width: 10)).lines(of: fields).map(\.text) == [
        "  a long", "  name", "    and a", "    value", "  n  奥迪", "     奔驰",
      ])
    #expect(
      Outline(style: .init(width: 2)).lines(of: [Self.field("ab", "c奥")]).map(\.text) == [
        " a", " b", " c", " …",
      ])
  }

  @Test("styles and matches continue on the next line")
  func colours() {
    let field = Self.field("n", "The quick brown fox", matches: "quick brown")
    let (dim, match, end) = ("\u{1B}[2m", "\u{1B}[1;31m", "\u{1B}[0m")
    #expect(
      Outline(style: .init(width: 16, isColored: true)).lines(of: [field]).map(\.sgr) == [
        "    \(dim)n\(end)  The \(match)quick\(end)", "       \(match)brown\(end) fox",
      ])
  }

  @Test("no line is wider than the width, and only styles act on the terminal", arguments: 1...24)
  func random(width: Int) throws {
    var generator = SeededGenerator(seed: 9)
    for ellipsis in ["…", "..."] {
      let outline = Outline(style: .init(ellipsis: ellipsis, width: width, isColored: true))
      for _ in 0..<Rounds.of(15) {
        let inner = (0..<2).map { _ in
          Self.field(generator.text(), generator.text(0...30), depth: 2)
        }
        let fields = [
          Self.field(generator.text(), generator.text(0...30)), Self.field("x", "", inner),
        ]
        for line in outline.lines(of: fields).map({ withoutStyles($0.sgr) }) {
          try #require(DisplayWidth.of(line) <= width, "\(line)")
          try #require(!actsOnTerminal(line), "\(line)")
        }
      }
    }
  }
}

@Suite struct NarrowFieldsTests {
  @Test func `a value that is too long beside and below the others gets the whole width`() {
    let outline = Outline(style: OutlineStyle(width: 24))
    let fields = [("v", "1"), ("published", "2026-11-22T10:00:00Z")].map { name, value in
      FieldRow(
        row: Row(.field, depth: 1, label: Row.Text(name), detail: Row.Text(value)),
        value: .root, fields: [])
    }
    #expect(
      outline.lines(of: fields).map(\.text) == [
        "    v  1", "    published", "      2026-11-22T10:00:0", "      0Z",
      ])
  }

  @Test func `a heading keeps its label, however narrow the line and wide the match beside it`() {
    for width in 9...30 {
      let detail = Row.Text("a long text with a match", matches: [0..<6])
      let row = Row(
        .heading, depth: 0, label: Row.Text("/"), detail: detail, count: Row.Count(1, of: 1234))
      #expect(Outline(style: OutlineStyle(width: width)).line(for: row).text.hasPrefix("/"))
    }
  }
}
