import Foundation
import Language
import Testing

@testable import Browser
@testable import Terminal

/// Looking at a catalogue on the full screen.
@Suite("Looking")
struct LookTests {
  @Test func theScreenShowsRowsStripAndFields() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down, .down)
    #expect(
      screen.lines.map(\.trimmed) == [
        "list.plist 8 entries · 4 sections",
        "– A (3) A", "Ada A 0 B", "Anna Müller A 1 J", "Åsa A 2 Z", "– B (2)", "白静怡 B 0",
        "Björn B 1", "– J (2)", "Jonas Müller J 0", "Jo J 1", "– Z (1)", "Zoë Z 0",
        String(repeating: "─", count: 60), "name Anna Müller", "phoneNum A 1", "age 21", "", "",
        "/ filter ⏎ open Space mark e edit ? keys q quit i new",
      ])
    #expect(screen.lines[3].hasPrefix("▸     Anna Müller"))
  }

  @Test func theHeadingStaysWhileItsRowsScroll() throws {
    let screen = try Screen(Contacts.many, rows: 10)
    for _ in 0..<17 { screen.press(.down) }
    #expect(screen.lines[1].trimmed.hasPrefix("– B (8)"))
    #expect(screen.selected.hasPrefix("B name 7"))
    screen.press(.end)
    #expect(screen.selected.hasPrefix("Z name 7"))
    screen.press("g")
    #expect(screen.selected.hasPrefix("– A (8)"))
  }

  @Test func aSectionThatOpensIsScrolledIntoView() throws {
    let screen = try Screen(Contacts.many, rows: 11)
    screen.press("z", "M")
    for _ in 0..<7 { screen.press("j") }
    #expect(screen.selected.hasPrefix("+ H (8)"))
    screen.press(.tab)
    #expect(screen.selected.hasPrefix("– H (8)"))
    #expect(screen.text.contains("H name 4"))
    screen.press(.tab)
    #expect(!screen.text.contains("H name 4"))
  }

  @Test func sectionsFoldInAnAccordion() throws {
    let screen = try Screen(Contacts.text)
    screen.press("z", "M", "A", .enter, .down, .down, .down, .down)
    #expect(screen.selected.hasPrefix("+ B"))
    screen.press(.enter)
    #expect(screen.text.contains("Björn"))
    #expect(!screen.text.contains("Ada"))
    screen.press("A", "z", "R")
    #expect(screen.text.contains("Ada"))
  }

  @Test func leftGoesToTheHeadingAndThenCloses() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down, .down, .left)
    #expect(screen.selected.hasPrefix("– A"))
    screen.press(.left)
    #expect(screen.selected.hasPrefix("+ A"))
    screen.press(.right, .right)
    #expect(screen.selected.hasPrefix("Ada"))
  }

  @Test func theStripIsClickedAndDragged() throws {
    let screen = try Screen(Contacts.many, rows: 12)
    let last = try #require(screen.lines.lastIndex { $0.hasSuffix(" Z") })
    #expect(screen.lines[1].hasSuffix(" A"))
    screen.mouse(.press, row: last, column: 59)
    #expect(screen.selected.hasPrefix("– Z"))
    screen.mouse(.drag, row: 1, column: 30)
    #expect(screen.selected.hasPrefix("– A"))
    screen.mouse(.drag, row: 0, column: 59)
    screen.mouse(.release, row: 0, column: 59)
    #expect(screen.selected.hasPrefix("– A"))
  }

  @Test(arguments: [("j", "J"), ("b", "B"), ("z", "Z"), ("y", "J")])
  func aLetterAfterAnApostropheJumps(_ letter: Character, _ title: String) throws {
    let screen = try Screen(Contacts.text)
    screen.press("'", .character(letter))
    #expect(screen.selected.hasPrefix("– \(title)"))
  }

  @Test func aTitleIsFoundByItsSound() throws {
    let screen = try Screen(Contacts.text([("长", ["长城"]), ("比", ["比亚迪"])]))
    screen.press("'", "b")
    #expect(screen.selected.hasPrefix("– 比"))
    screen.press("'", "c")
    #expect(screen.selected.hasPrefix("– 长"))
  }

  @Test func entriesAreShownUnderLetters() throws {
    let screen = try Screen(Contacts.text([("others", ["Zoë", "Ada"]), ("more", ["Bert"])]))
    screen.press("b")
    let shown = screen.lines.map(\.trimmed).filter { $0.hasPrefix("–") }
    #expect(shown.map { $0.prefix(3) } == ["– A", "– B", "– Z"])
    #expect(screen.lines[0].hasSuffix("3 letters"))
    screen.press("'", "z")
    #expect(screen.selected.hasPrefix("– Z"))
    screen.press("b")
    #expect(screen.text.contains("– others"))
  }

  @Test func filingSaysHowFarItIsAndIsCancelled() throws {
    let screen = try Screen(Contacts.text([("others", (0..<8200).map { "n\($0)" })]))
    var said: [String] = []
    screen.browser.progress.show = { said.append($0.lines.last ?? "") }
    screen.browser.progress.interval = 0
    screen.browser.output.isCancelled = { said.count > 1 }
    screen.press("b")
    #expect(said == ["", "  49 %"].map { "filing under letters …  Esc cancels" + $0 })
    #expect(screen.lines[0].hasSuffix("8200 entries · 1 section"))
    screen.browser.output.isCancelled = { false }
    screen.press("b")
    #expect(screen.lines[0].hasSuffix("8200 entries · 1 letter"))
  }

  @Test func theNameHasTheWholeLineIfTheCountsDoNotFit() throws {
    let screen = try Screen(
      Data(Contacts.text.utf8), named: "list of contacts.plist", columns: 30, rows: 10)
    #expect(screen.lines[0] == "list of contacts.plist")
  }

  @Test func aPictureIsBesideTheFields() throws {
    let screen = try Screen(
      "<plist><array><dict><key>name</key><string>BMW</string>"
        + "<key>icon</key><string>bmw.png</string></dict>"
        + "<dict><key>name</key><string>Audi</string></dict></array></plist>")
    #expect(screen.frame.picture == nil)
    var wanted: [String] = []
    screen.browser.pictures.find = { name in
      wanted.append(name)
      return PictureFile(base64: "AQID", width: 32, height: 32)
    }
    let picture = try #require(screen.frame.picture)
    let line = try #require(screen.row(of: "icon"))
    #expect(screen.lines[line].hasSuffix("bmw.png"))
    #expect(picture.position == Frame.Position(row: line - 1, column: 50))
    #expect((picture.columns, picture.rows) == (10, 5))
    #expect((50..<60).allSatisfy { screen.frame[line, $0] == .blank })
    screen.press(.down)
    #expect(screen.frame.picture == nil)
    screen.press(.up, "?")
    #expect(screen.frame.picture == nil)
    #expect(wanted == ["bmw.png"])
  }

  @Test func theFieldsBelowAreHidden() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down)
    #expect(screen.text.contains("phoneNum"))
    screen.press("v")
    #expect(!screen.text.contains("phoneNum"))
  }

  @Test func pagesGoDownAndUp() throws {
    let screen = try Screen(Contacts.many, rows: 12)
    screen.press(.pageDown)
    #expect(screen.selected.hasPrefix("A name 4"))
    screen.press(.pageDown, .pageUp)
    #expect(screen.selected.hasPrefix("A name 4"))
    screen.mouse(.wheelDown, row: 3, column: 3)
    screen.mouse(.wheelUp, row: 3, column: 3)
    #expect(screen.text.contains("A name 4"))
  }

  @Test func aClickSelectsAndASecondOneOpens() throws {
    let screen = try Screen(Contacts.text)
    try screen.click("– J")
    #expect(screen.selected.hasPrefix("– J"))
    try screen.click("– J")
    #expect(screen.selected.hasPrefix("+ J"))
    try screen.click("Ada")
    #expect(screen.selected.hasPrefix("Ada"))
    try screen.click("Ada")
    #expect(screen.text.contains("Esc done"))
  }

  @Test func aClickOnAFieldChangesIt() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down)
    try screen.click("phoneNum")
    screen.type("7")
    screen.press(.enter)
    #expect(screen.selected.hasSuffix("7"))
    #expect(screen.browser.script.count == 1)
    try screen.click("name")
    screen.press(.escape, .escape)
    #expect(!screen.text.contains("Esc done"))
  }

  @Test func bookmarksAreKeptInTheSession() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down, "B")
    #expect(screen.browser.session.state.bookmarks == ["A/Ada"])
    screen.press("B")
    #expect(screen.browser.session.state.bookmarks.isEmpty)
  }

  @Test func valuesAreNeverSentRaw() throws {
    let screen = try Screen(Contacts.text([("A&#x9;\u{85}", ["x&#xA;y\u{202E}z\u{9B}31m"])]))
    screen.press(.down)
    let scalars = screen.lines.joined().unicodeScalars
    #expect(scalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(screen.text.contains("\\u{9B}31m"))
  }

  @Test(arguments: [(1, 1), (2, 1), (1, 2), (3, 3), (10, 4), (16, 5), (20, 5), (200, 60)])
  func anySizeWorks(_ columns: Int, _ rows: Int) throws {
    let screen = try Screen(Contacts.text, columns: columns, rows: rows)
    for key: Key in [
      "j", "/", "m", .enter, .escape, "e", .enter, .escape, .escape, "?", .escape, ":", .escape,
      "x", "u", "q",
    ] {
      screen.press(key)
      let frame = screen.frame
      #expect(frame.lines.count == rows)
      if let cursor = frame.cursor {
        #expect((0..<rows).contains(cursor.row) && (0..<columns).contains(cursor.column))
      }
    }
  }

  @Test(arguments: [Contacts.many, Contacts.own])
  func aStepOfTheCursorIsShort(_ text: String) throws {
    let screen = try Screen(text, columns: 80, rows: 24)
    var writer = FrameWriter()
    _ = writer.bytes(showing: screen.frame)
    var sizes: [Int] = []
    for key: Key in Array(repeating: .down, count: 100) + Array(repeating: .up, count: 100) {
      screen.browser.handle(key)
      sizes.append(writer.bytes(showing: screen.frame).count)
    }
    // The fields below may be longer than all else.
    #expect(sizes.allSatisfy { (1...480).contains($0) }, "\(sizes)")
    #expect(sizes.count { $0 > 400 } <= sizes.count / 20, "\(sizes)")
    #expect(sizes.reduce(0, +) / sizes.count <= 320, "\(sizes)")
  }
}

/// Where rows and the fields of the card are, and what these lead to.
@Suite("Rows and card on the screen")
struct RowsOnScreenTests {
  private static func list(_ entries: [(name: String, rest: String)]) -> String {
    "<plist version=\"1.0\"><array>\n"
      + entries.map { "<dict><key>name</key><string>\($0.name)</string>\($0.rest)</dict>\n" }
      .joined() + "</array></plist>\n"
  }

  private static func detail(_ text: String) -> String {
    "<key>phoneNum</key><string>\(text)</string>"
  }

  private static let long = String(repeating: "long ", count: 10) + "end"

  @Test func detailsAreInAColumnOrElseBelow() throws {
    let screen = try Screen(
      RowsOnScreenTests.list([
        ("Ada", RowsOnScreenTests.detail("short")),
        ("Bert", RowsOnScreenTests.detail(RowsOnScreenTests.long)),
        ("Clara", RowsOnScreenTests.detail("brief")),
        ("Dora of a name that is longer than the column", RowsOnScreenTests.detail("last")),
      ]), columns: 80, rows: 24)
    let lines = screen.lines
    #expect(lines[1].dropFirst(41).hasPrefix("short"), "\(screen.text)")
    #expect(lines[2] == "  Bert" && lines[3] == "    " + RowsOnScreenTests.long)
    #expect(lines[4].dropFirst(41).hasPrefix("brief"))
    #expect(lines[5] == "  Dora of a name that is longer than the column" && lines[6] == "    last")
    screen.press(.down, .down)
    #expect(screen.selected.hasPrefix("Clara"))
    // A small screen has no room for that.
    screen.size = Size(columns: 80, rows: 8)
    #expect(screen.lines[2].hasPrefix("  Bert") && screen.lines[2].hasSuffix("…"))
  }

  /// On a wide screen, labels have more room than on a narrow one.
  @Test func theColumnOfDetailsIsBesideTheLabelsThatThereAre() throws {
    let name = String(repeating: "name ", count: 10) + "end"
    let screen = try Screen(
      RowsOnScreenTests.list([("Ada", RowsOnScreenTests.detail("1")), (name, "")]), columns: 180,
      rows: 24)
    #expect(screen.lines[1].dropFirst(2 + name.count + 2).hasPrefix("1 "), "\(screen.text)")
    screen.size = Size(columns: 80, rows: 24)
    #expect(screen.lines[1].dropFirst(2 + 39).hasPrefix("1"), "\(screen.text)")
  }

  @Test func theStripStaysWhereItIs() throws {
    let screen = try Screen(
      Contacts.text([("A", ["Ada"]), ("长安", ["x"]), ("B", ["Bo"])]), columns: 80, rows: 24,
      keys: .search)
    func column() -> Int? {
      let frame = screen.frame
      return (60..<80).first { column in (1..<12).contains { frame[$0, column].text == "A" } }
    }
    let first = try #require(column())
    screen.type("a")
    #expect(column() == first)
    screen.type("zzz")
    #expect(column() == first)
    screen.press(.escape, .end, " ", .control("t"))
    #expect(column() == first)
    let row = try #require((1..<12).first { screen.frame[$0, first].text == "A" })
    // Not beside it.
    screen.mouse(.press, row: row, column: first - 1)
    #expect(!screen.selected.hasPrefix("– A") || screen.row(of: "– A") == row)
  }

  @Test func pagesLeaveOutNoRowThatTakesTwoLines() throws {
    let entries = (0..<60).map { number in
      ("e\(number)", RowsOnScreenTests.detail(number % 3 == 0 ? RowsOnScreenTests.long : "short"))
    }
    let screen = try Screen(
      RowsOnScreenTests.list(entries), columns: 80, rows: 24)
    func seen() -> Set<Int> {
      Set(
        screen.lines.compactMap { line in
          let word = line.split { " ▸".contains($0) }.first ?? ""
          return word.hasPrefix("e") ? Int(word.dropFirst()) : nil
        })
    }
    for key: Key in [.pageDown, .pageUp] {
      var all = seen()
      for _ in 0..<10 {
        let before = seen()
        screen.press(key)
        #expect(!before.isDisjoint(with: seen()))
        all.formUnion(seen())
      }
      #expect(all == Set(0..<60))
      let name = screen.selected.split(separator: " ").first
      #expect(name == (key == .pageDown ? "e59" : "e0"), "\(screen.text)")
    }
    for _ in 0..<40 { screen.mouse(.wheelDown, row: 3, column: 3) }
    #expect(seen().contains(59))
    for _ in 0..<40 { screen.mouse(.wheelUp, row: 3, column: 3) }
    #expect(seen().contains(0))
  }

  @Test(arguments: [40, 80, 100])
  func accessoriesAreAtTheRightEdge(_ columns: Int) throws {
    let screen = try Screen(
      RowsOnScreenTests.list([
        (
          "Ada",
          RowsOnScreenTests.detail("1")
            + "<key>accessoryType</key><string>disclosureIndicator</string>"
        ),
        ("Bert", "<key>accessoryType</key><string>checkmark</string>"),
        ("Clara", RowsOnScreenTests.detail("2")),
      ]), columns: columns, rows: 24)
    let view = BrowserView(
      screen.browser.state, of: screen.browser.session, screen.browser.settings,
      screen.browser.output.style)
    let frame = screen.frame
    let edge = view.layout.listWidth - 1
    #expect((1...3).map { frame[$0, edge].text } == [">", "✓", " "], "\(screen.text)")
    #expect(frame[1, edge].style.attributes == .reversed)
  }

  @Test func keysOfTheCardAreDimAndValuesAreNot() throws {
    let screen = try Screen(Contacts.text, columns: 80, rows: 24)
    screen.press(.down)
    let row = try #require(screen.lines.lastIndex { $0.contains("phoneNum") })
    let frame = screen.frame
    let value = try #require((0..<80).first { frame[row, $0].text == "A" })
    #expect(frame[row, 1].style == CellStyle(.dimmed) && frame[row, value].style == .plain)
  }

  @Test func valuesOfTheCardLeadSomewhere() throws {
    let text = RowsOnScreenTests.list([
      (
        "Ada",
        "<key>phone</key><string>030 23125</string><key>mail</key><string>ada@example.net</string>"
          + "<key>home</key><string>https://example.net/ä?q=1</string><key>note</key>"
          + "<string>javascript:alert(1)</string><key>phones</key><array><string>030 1234</string>"
          + "</array><key>since</key><integer>1815</integer>"
      )
    ])
    func links(_ showsLinks: Bool) throws -> Set<String> {
      let screen = try Screen(text, columns: 120, rows: 30, showsLinks: showsLinks)
      return Set(screen.frame.links.joined().compactMap { $0 })
    }
    #expect(
      try links(true) == [
        "tel:03023125", "mailto:ada@example.net", "https://example.net/%C3%A4?q=1", "tel:0301234",
      ])
    #expect(try links(false).isEmpty)
  }

  @Test func aTitleThatIsCutSaysSo() throws {
    let screen = try Screen(Contacts.text, columns: 20, rows: 6)
    screen.press(.down, "x", "D")
    #expect(screen.lines[0] == "What saving would c…")
    screen.press(.tab)
    screen.browser.settings.isASCII = true
    #expect(screen.lines[0] == "What saving would...")
  }

  @Test func notesAreNearTheirChoices() throws {
    let screen = try Screen(Contacts.text, columns: 200, rows: 60)
    screen.press(.function(10))
    #expect(screen.lines.dropFirst(2).dropLast().allSatisfy { $0.count < 100 })
    #expect(screen.lines.contains { $0.count == 99 && $0.hasSuffix("  PgUp Ctrl-B") })
  }
}
