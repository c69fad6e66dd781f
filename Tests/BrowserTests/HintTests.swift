import Presentation
import Testing

@testable import Browser
@testable import Terminal

/// What the bottom of the screen says: what can be done, and what went wrong.
@Suite("Hints and messages")
struct HintTests {
  private func last(_ screen: Screen) -> String { screen.lines.last ?? "" }

  @Test func whatIsMovedIsNamed() throws {
    let screen = try Screen(Contacts.text, columns: 62)
    screen.press("m")
    #expect(last(screen) == "Move section A (3 entries) to …  ⏎ put down here  Esc leave it")
    screen.press(.escape, .down, .down, "m")
    #expect(last(screen).hasPrefix("Move Anna Müller to …  ⏎ put down here"))
    screen.press(.escape, " ", " ", "m")
    #expect(last(screen).hasPrefix("Move 2 marked to …  ⏎ put down here"))
    screen.press(.escape)
    screen.browser.settings.isASCII = true
    screen.press(.end, "m")
    #expect(last(screen).hasPrefix("Move Zoë to ...  Enter put down here"))
  }

  @Test func aLongNameLeavesRoomForTheKeys() throws {
    let name = String(repeating: "long ", count: 30) + "name"
    let screen = try Screen(Contacts.text([("", [name])]))
    screen.press(.down, "m")
    #expect(last(screen) == "Move long long long lo… to …  ⏎ put down here  Esc leave it")
    screen.press(.escape, .left, "m")
    #expect(last(screen).hasPrefix("Move section #1 (1 entry) to …"))
  }

  @Test func theFilterIsLeftToWhereItBeganAndThatIsSaid() throws {
    let screen = try Screen(Contacts.text)
    screen.press("/")
    #expect(last(screen).hasPrefix("⏎ keep  Esc end, go back"))
    screen.type("jo")
    screen.press(.enter, .down)
    #expect(last(screen).hasPrefix("⏎ open  Esc end filter, go back"))
    screen.press(.escape, "m")
    #expect(last(screen).hasPrefix("Move section A"))
  }

  @Test func whereTheFilterLeavesPlacesThatIsSaid() throws {
    let screen = try Screen(Contacts.text, columns: 80)
    screen.press(.down, "m")
    #expect(last(screen).contains("/ find a place"))
    screen.press("/")
    screen.type("Zoë")
    screen.press(.enter)
    #expect(last(screen).hasPrefix("Move Ada to …"))
    #expect(last(screen).contains("only places found are shown"))
    screen.press(.enter)
    #expect(screen.browser.script == ["move A/Ada to Z/Zoë"])
    screen.press(.escape, "g", "m", "/")
    screen.type("Zoë")
    screen.press(.enter)
    #expect(last(screen).hasPrefix("Move section A (2 entries) to …"))
    #expect(last(screen).contains("only places found are shown"))
  }

  @Test func thePlaceOfWhatIsMovedIsTyped() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down, .down, "m", ":")
    #expect(last(screen) == ":move 'A/Anna Müller' to")
    screen.press(.escape)
    #expect(last(screen).hasPrefix("Move Anna Müller"))
    screen.press(":")
    screen.type("Nowhere")
    screen.press(.enter, .control("l"))
    #expect(last(screen).hasPrefix("Move Anna Müller"))
    screen.press(":")
    screen.type("Z")
    screen.press(.enter)
    #expect(screen.browser.script == ["move 'A/Anna Müller' to Z"])
    #expect(screen.selected.hasPrefix("Anna Müller"))
    screen.press("'", "b", "m", ":")
    screen.type("Z --after")
    screen.press(.enter)
    #expect(screen.browser.script.last == "section move --after B to Z")
    #expect(!last(screen).hasPrefix("Move"))
    screen.press(.down, " ", .end, .left, " ", "m", ":")
    #expect(last(screen) == ":")
  }

  @Test func theKeysOfMarkingAreNamed() throws {
    let screen = try Screen(Contacts.text, columns: 80)
    #expect(
      last(screen)
        == "/ filter  ⏎ open  Space mark  e edit  ? keys  q quit  i new  m move  x delete")
    screen.press(.down, " ", " ")
    #expect(last(screen) == "2 marked  Space mark  m move  x delete  Esc unmark  ? keys")
    screen.press("x", .control("l"))
    #expect(last(screen).hasPrefix("/ filter  ⏎ open  Space mark  e edit  s save  u undo"))
  }

  @Test func theKeysAreThoseOfTheFieldAndOfItsLine() throws {
    let screen = try Screen(Contacts.text, columns: 80)
    screen.press(.down, "e")
    #expect(last(screen) == "⏎ change  x remove  i add  Esc done  u undo  s save")
    screen.press(.enter)
    #expect(
      last(screen)
        == "⏎ set  Esc leave as it was  ← → Home End  ^W delete word  ^U to start  ^K to end")
    screen.press(.escape, .down, .down)
    #expect(last(screen).hasPrefix("⏎ change  ← → less, more  x remove"))
    screen.press(.escape, "i")
    screen.type("Ben")
    screen.press(.enter, .escape)
    #expect(last(screen).hasPrefix("⏎ fill in  i add"))
  }

  private static let dated =
    "<plist version=\"1.0\"><array>\n<dict><key>name</key><string>Ada</string>"
    + "<key>since</key><date>2001-02-03T04:05:06Z</date></dict>\n</array></plist>\n"

  @Test func aLongMessageIsShownWholeAboveItTheField() throws {
    let screen = try Screen(HintTests.dated, columns: 80, rows: 24)
    screen.press("e", .down, .enter, .control("u"))
    screen.type("2001-02-30")
    screen.press(.enter)
    let words = screen.lines.suffix(2).joined(separator: " ")
    #expect(words.hasPrefix("since: '2001-02-30' is not a valid date value: expected an existing"))
    #expect(words.hasSuffix("2024-03-01, '2024-03-01 14:30' and now are dates, too"))
    #expect(screen.selected == "since 2001-02-30")
    screen.press(.right)
    #expect(screen.lines.suffix(2).first?.hasPrefix("▸ since") == true)
    screen.size = Size(columns: 20, rows: 5)
    screen.press(.enter)
    #expect(screen.lines.suffix(2) == ["since: '2001-02-30'", "is not a valid date…"])
    #expect(screen.selected == "since 2001-02-30")
  }

  @Test func aLongQuestionIsShownWhole() throws {
    let screen = try Screen(Contacts.text, columns: 40)
    screen.browser.ask(
      Question("No entry has the key 'phoneNun'. Use it anyway? (y/n)", yes: { _ in }))
    #expect(screen.lines.suffix(2) == ["No entry has the key 'phoneNun'. Use it", "anyway? (y/n)"])
    #expect(screen.frame.cursor == Frame.Position(row: 19, column: 14))
  }

  @Test(arguments: 1...9, [false, true])
  func theEditedFieldIsSeen(_ rows: Int, _ isFiltered: Bool) throws {
    let screen = try Screen(Contacts.text, columns: 20, rows: rows)
    if isFiltered {
      screen.press("/")
      screen.type("ad")
      screen.press(.enter)
    }
    screen.press(.end, "e", .down)
    #expect(screen.selected.hasPrefix("phoneN…"))
    screen.press(.enter)
    screen.type("-new")
    #expect(screen.text.contains("0-new"))
    #expect(screen.frame.cursor.map { screen.lines[$0.row].contains("-new") } == true)
  }
}
