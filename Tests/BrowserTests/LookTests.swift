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
    #expect(sizes.count { $0 > 400 } <= sizes.count / 10, "\(sizes)")
  }
}
