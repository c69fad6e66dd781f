import Testing

@testable import Browser
@testable import Terminal

/// The list while what is typed is looked for.
@Suite("Typing")
struct TypingTests {
  private func screen(columns: Int = 80, rows: Int = 24) throws -> Screen {
    try Screen(Contacts.text, columns: columns, rows: rows, keys: .search)
  }

  @Test func lettersFilterAtOnce() throws {
    let screen = try screen()
    screen.type("jonas")
    #expect(screen.text.contains("1 of 8") && screen.selected.hasPrefix("Jonas Müller"))
    #expect(screen.content == Contacts.text)
    screen.press(.control("w"))
    #expect(screen.text.contains("8 entries"))
    screen.type("dssu:q")
    #expect(screen.content == Contacts.text && screen.browser.outcome == nil)
    #expect(screen.text.contains("nothing found"))
    screen.press(.control("u"))
    #expect(screen.text.contains("8 entries"))
  }

  @Test(arguments: ["mü jonas", "jonas mü", "Müller J 0", "\"jonas m\" J", "\"jonas", "  jonas  "])
  func wordsAreFoundInAnyOrderAndField(_ text: String) throws {
    let screen = try screen()
    screen.type("a")
    screen.press(.backspace, .paste(text))
    #expect(screen.text.contains("1 of 8"), "\(screen.text)")
  }

  @Test func thereIsAlwaysACursorInTheField() throws {
    let screen = try screen()
    #expect(screen.frame.cursor == Frame.Position(row: 1, column: 2))
    screen.type("ä长")
    #expect(screen.frame.cursor == Frame.Position(row: 1, column: 5))
    screen.size = Size(columns: 20, rows: 2)
    _ = screen.frame
  }

  @Test func linesThatArePastedAreWords() throws {
    let screen = try screen()
    screen.press(.paste("Jonas\nMüller\n"))
    #expect(screen.text.contains("/ Jonas Müller") && screen.text.contains("1 of 8"))
    screen.press(.escape)
    for letter in "jonas\u{3000}m" { screen.press(.character(letter)) }
    #expect(screen.text.contains("/ jonas m") && screen.text.contains("1 of 8"))
  }

  @Test func endsOfLinesThatArePastedAreBlanksInFieldsAndPrompts() throws {
    let screen = try Screen(Contacts.text, columns: 60, rows: 20)
    screen.press(.down, .enter, .enter, .control("u"), .paste("Ada\r\nLovelace\n"), .enter)
    #expect(screen.content.contains("<string>Ada Lovelace</string>"), "\(screen.text)")
    screen.press(.escape, ":", .paste("info\nx\n"))
    #expect(screen.lines.last == ":info x")
    screen.press(.escape)
    screen.browser.askForName()
    screen.press(.control("u"), .paste("Countess\n"), .enter)
    #expect(screen.content.contains("<string>Countess</string>"))
  }

  @Test func signsAreCommandsOnlyWhereNothingIsTyped() throws {
    let screen = try screen()
    screen.press(.down, " ")
    #expect(screen.text.contains("•") && screen.text.contains("1 marked"))
    screen.press(.escape)
    screen.type("jo ?")
    #expect(screen.text.contains("/ jo ?"))
    screen.press(.escape, "?")
    #expect(screen.lines[0] == "Keys")
    screen.press(.escape, ":")
    #expect(screen.lines.last == ":")
    screen.press(.escape, .paste(":undo"))
    #expect(screen.lines.last == ":undo")
  }

  @Test func listKeysWorkWhileFiltering() throws {
    let screen = try screen()
    screen.type("m")
    let first = screen.selected
    screen.press(.down)
    #expect(screen.selected != first)
    screen.press(.home, .end, .tab)
    #expect(screen.text.contains("/ m"))
    screen.press(.escape)
    #expect(screen.text.contains("8 entries"))
  }

  @Test func escapeEndsOneStateAfterTheOther() throws {
    let screen = try screen()
    screen.press(.down, " ")
    screen.type("an")
    screen.press(.escape)
    #expect(screen.text.contains("1 marked"))
    screen.press(.escape)
    #expect(!screen.text.contains("1 marked") && screen.browser.outcome == nil)
    screen.press(.escape)
    #expect(screen.browser.outcome == .quit)
  }

  @Test func enterOpensTheCardAndItsFields() throws {
    let screen = try screen()
    screen.type("zo")
    screen.press(.enter)
    #expect(screen.lines.last?.hasPrefix("⏎ change  Del remove  ^N add") == true)
    screen.press("q", "d")
    #expect(screen.text.contains("⏎ changes the field") && screen.content == Contacts.text)
    screen.press(.down, .enter)
    screen.type("9")
    screen.press(.enter, .escape)
    #expect(screen.content.contains("<string>Z 09</string>"))
    screen.press(.control("z"))
    #expect(screen.content == Contacts.text)
    screen.press(.control("y"), .control("s"))
    #expect(screen.text.contains("saved"))
  }

  @Test func whatIsDeletedIsNamed() throws {
    let screen = try screen()
    screen.press(.down, .control("d"))
    #expect(screen.lines.last == "Del deletes, ^Q quits" && screen.content == Contacts.text)
    screen.press(.delete)
    #expect(screen.lines.last == "deleted Ada · ^Z undoes")
    screen.press(.end, .control("z"))
    #expect(screen.selected.hasPrefix("Ada"), "\(screen.text)")
    screen.press(.delete)
    screen.press(.control("z"), .home, .down, .down, " ", " ", .delete)
    #expect(screen.lines.last == "deleted Anna Müller and 1 more · ^Z undoes", "\(screen.text)")
  }

  @Test func aSectionThatIsOnlySeenInPartIsAskedAbout() throws {
    let screen = try screen()
    screen.type("anna")
    screen.press(.up, .delete)
    let question = "Delete section A with all of 3 entries, also those that were not found? (y/n)"
    #expect(screen.text.contains(question))
    screen.press("n")
    #expect(screen.content == Contacts.text)
    screen.press(.delete, "y")
    #expect(!screen.content.contains("Åsa"))
  }

  @Test func altIsNotEscapeAndACommand() throws {
    let screen = try screen()
    screen.type("jo")
    for key: Key in [.meta("q"), .meta("x"), .meta(":"), .meta("\u{7F}")] { screen.press(key) }
    #expect(screen.browser.outcome == nil && screen.content == Contacts.text)
    #expect(screen.text.contains("8 entries"))
  }

  @Test func theNextLetterJumps() throws {
    let screen = try screen()
    screen.press(.backTab, "j")
    #expect(screen.selected.hasPrefix("– J"))
  }

  @Test func bookmarksAndSearchesAreChosen() throws {
    let screen = try screen()
    screen.press(.end)
    screen.browser.perform(.bookmark)
    screen.press(.home)
    screen.browser.perform(.bookmarks)
    #expect(screen.lines[0] == "Bookmarks" && screen.text.contains("Z/Zoë"))
    screen.press(.enter)
    #expect(screen.selected.hasPrefix("Zoë"))
    screen.type("anna")
    screen.press(.enter, .escape, .escape)
    screen.browser.perform(.searches)
    screen.type("nn")
    screen.press(.enter)
    #expect(screen.text.contains("1 of 8"))
  }

  @Test(arguments: [80, 99, 100, 200], [4, 12, 30])
  func aWideScreenHasTheFieldsBesideTheList(_ columns: Int, _ rows: Int) throws {
    let screen = try screen(columns: columns, rows: rows)
    screen.press(.down)
    let isBeside = columns >= 100 && rows > 4
    #expect((screen.row(of: "│") != nil) == isBeside, "\(screen.text)")
    if isBeside {
      let width = max(columns / 3, 36)
      #expect(screen.lines[3].dropFirst(columns - width).contains("phoneNum"))
      screen.press(.enter, .down, .enter)
      screen.type("77")
      #expect(screen.text.contains("A 077"))
      #expect(screen.frame.cursor.map { $0.column >= columns - width } == true)
    }
  }

  @Test func theSelectedRowIsReversedFromEdgeToEdge() throws {
    let screen = try screen()
    screen.press(.down)
    let row = try #require(screen.row(of: "▸"))
    let frame = screen.frame
    let width = BrowserView(
      screen.browser.state, of: screen.browser.session, screen.browser.settings,
      screen.browser.output.style
    ).layout.listWidth
    #expect((0..<width).allSatisfy { frame[row, $0].style.attributes.contains(.reversed) })
    #expect(!frame[row, width].style.attributes.contains(.reversed))
  }

  @Test(arguments: [Theme.light, .dark, .any, .none])
  func whatStandsOutDoesSoWithoutColours(_ theme: Theme) throws {
    let screen = try screen()
    screen.browser.settings.theme = theme
    screen.press(.down, .down, " ")
    screen.type("m")
    screen.press(.down, .down)
    let frame = screen.frame
    let cells = (0..<24).flatMap { row in (0..<80).map { frame[row, $0] } }
    let hits = cells.filter { $0.style.attributes.isSuperset(of: [.bold, .underlined]) }
    #expect(Set(hits.map(\.text)) == ["M"])
    #expect(Set(hits.map(\.style.color)) == [theme.hit, theme.focus])
    let selected = cells.filter { $0.style.attributes.contains(.reversed) && $0.text != "J" }
    #expect(Set(selected.map(\.style.color)) == [theme.focus])
    #expect(cells.contains { $0.text == "•" && $0.style == CellStyle(.bold, theme.mark) })
    let letters = (0..<24).map { frame[$0, 78] }.filter { "ABJZ".contains($0.text) }
    #expect(
      letters.first { $0.text == "A" }?.style == CellStyle([], theme.letter)
        && letters.first { $0.text == "B" }?.style == CellStyle(.dimmed), "\(screen.text)")
    if theme == .none { #expect(cells.allSatisfy { $0.style.color == nil }) }
  }

  /// Words that were found, and what is between them.
  @Test func theSelectedHitIsReversedWithoutAGap() throws {
    let screen = try screen()
    screen.type("nas lle 20 J")
    let row = try #require(screen.row(of: "▸"))
    let frame = screen.frame
    let styles = (0..<70).map { frame[row, $0].style }
    #expect(styles.allSatisfy { $0.attributes.contains(.reversed) && $0.color == nil })
    #expect(styles.contains { $0.attributes.contains(.underlined) })
    #expect(styles.allSatisfy { !$0.attributes.contains(.dimmed) })
  }

  @Test func pagesWrapAndScroll() throws {
    let screen = try screen(columns: 30, rows: 8)
    screen.press("?", .end)
    #expect(screen.text.contains("about"))
    #expect(screen.lines.allSatisfy { $0.count <= 30 })
  }

  @Test func howTextsAreSearchedForIsChosenBeforeTyping() throws {
    let screen = try screen()
    screen.press(.control("o"))
    #expect(screen.lines[1].hasSuffix("label · readings"))
    screen.type("Z")
    #expect(screen.text.contains("1 of 8"))
    screen.press(.escape)
    #expect(screen.lines[1].hasSuffix("all fields · readings"))
  }
}

/// What people stumbled over.
@Suite("Outline on the screen")
struct ScreenOutlineTests {
  @Test func aLetterJumpedToAgainIsTheNextSectionOfIt() throws {
    let screen = try Screen(
      Contacts.text([("Aa", ["x"]), ("Ab", ["y"]), ("B", ["z"]), ("Ac", ["w"])]))
    for title in ["Ab", "Ac", "Aa", "Ab"] {
      screen.press("'", "a")
      #expect(screen.selected.hasPrefix("– \(title)"), "\(screen.text)")
    }
    screen.press(.down, "'", "a")
    #expect(screen.selected.hasPrefix("– Aa"))
  }

  @Test func theStripHasTheLettersThatWereFound() throws {
    let groups = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { (String($0), ["name \($0)"]) }
    let screen = try Screen(Contacts.text(groups), rows: 14, keys: .search)
    screen.type("name J")
    #expect(screen.lines.dropFirst(2).contains { $0.hasSuffix(" J") })
  }

  @Test func lettersAndSectionsShowTheSameEntry() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.end, .up, "b")
    #expect(screen.selected.hasPrefix("Zoë"), "\(screen.text)")
    screen.press("b")
    #expect(screen.selected.hasPrefix("Zoë"))
  }

  @Test func openingAllEndsTheAccordion() throws {
    let screen = try Screen(Contacts.text)
    screen.press("A", "z", "R")
    #expect(screen.text.contains("– A  (3)") && screen.text.contains("– Z  (1)"))
    screen.press("z", "a", "z", "a")
    #expect(screen.text.contains("– Z  (1)"))
  }

  @Test func theMarkOfTheSelectedRowIsNotAtTheTextBeforeIt() throws {
    let text =
      "<plist version=\"1.0\"><dict><key>header</key><string>A header</string><key>sections</key>"
      + "<array><dict><key>title</key><string>A</string><key>items</key><array>"
      + "<dict><key>name</key><string>Ada</string></dict></array></dict></array></dict></plist>\n"
    let screen = try Screen(text)
    let header = try #require(screen.row(of: "A header"))
    #expect(!screen.lines[header].hasPrefix("▸"))
    #expect(screen.selected.hasPrefix("– A"))
  }
}
