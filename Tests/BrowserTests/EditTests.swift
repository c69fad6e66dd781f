import Editing
import Foundation
import Language
import Platform
import Testing

@testable import Browser
@testable import Terminal

/// Changing a catalogue on the full screen.
@Suite("Editing")
struct EditTests {
  private func labels(_ screen: Screen) -> [String] {
    let end = screen.row(of: "───") ?? screen.lines.count
    return screen.lines[1..<end].map { String($0.prefix(25)).trimmed }.filter { !$0.isEmpty }
  }

  @Test func whatIsMarkedStaysSoWhenTheFileIsReadAgain() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down, .down, " ")
    #expect(screen.selected.hasPrefix("Åsa"))
    let changed = Contacts.text([("0", ["Zero"])] + Contacts.groups)
    try changed.write(to: screen.file, atomically: true, encoding: .utf8)
    screen.press("R")
    if case .page = screen.browser.mode { screen.press(.escape) }
    #expect(screen.selected.hasPrefix("Åsa"))
    screen.press("x")
    #expect(
      screen.content == changed.replacing(Contacts.entry("Anna Müller", 1, in: "A"), with: ""))
  }

  @Test func aFieldIsChangedInPlaceAndKeepsItsType() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down, "e", .down, .down)
    #expect(screen.selected == "age 20")
    screen.press(.enter, .backspace)
    screen.type("9")
    screen.press(.enter)
    #expect(screen.content.contains("<integer>29</integer>"))
    screen.press(.right)
    #expect(screen.content.contains("<integer>30</integer>"))
    screen.press(.enter)
    screen.type("x")
    screen.press(.enter)
    #expect(screen.lines.last?.contains("30x") == true)
    #expect(screen.selected == "age 30x")
    screen.press(.escape, .escape, "u", "u")
    #expect(screen.content == Contacts.text)
  }

  @Test func aFieldWhoseKeyHasADotIsNotListedAsMissing() throws {
    let screen = try Screen(
      #"[{"name": "Ada", "a.b": "1"}, {"name": "Bob", "a.b": "2", "c.d": "3"}]"#)
    screen.press("e")
    let lines = screen.lines
    #expect(lines.count { $0.contains("a.b") } == 1, "\(lines)")
    #expect(lines.count { $0.contains(#"c\.d"#) } == 1, "\(lines)")
  }

  @Test func textsOfAStringCatalogAreFieldsByLanguage() throws {
    func unit(_ state: String, _ value: String) -> String {
      #"{"stringUnit": {"state": "\#(state)", "value": "\#(value)"}}"#
    }
    let screen = try Screen(
      #"""
      {"sourceLanguage": "en", "strings": {
        "Cancel": {"localizations": {"de": \#(unit("needs_review", "Abbruch"))}},
        "Open": {"localizations": {"fr": \#(unit("translated", "Ouvrir"))}}}, "version": "1.0"}
      """#)
    #expect(screen.selected == "Cancel")
    screen.press("e")
    #expect(screen.selected == "de Abbruch")
    screen.press(.enter, .backspace, .backspace, .backspace)
    screen.type("echen")
    screen.press(.enter)
    #expect(screen.text.contains("de.state  translated"))
    #expect(screen.text.contains("fr        –"))
    screen.press(.end, .up)
    #expect(screen.selected == "fr –")
    screen.press(.enter)
    screen.type("Annuler")
    screen.press(.enter)
    #expect(screen.text.contains("fr        Annuler"))
    #expect(screen.content.contains("<string>Abbrechen</string>"))
    screen.press(.escape, "u", "u")
    #expect(!screen.browser.session.editing.isDirty)
  }

  @Test func neighboursKeysAreOfferedInNewEntries() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down, "i")
    screen.type("Ben")
    screen.press(.enter)
    // The next field is changed at once.
    #expect(screen.selected == "phoneNum" && screen.text.contains("age       –"))
    screen.type("99")
    screen.press(.enter, .escape, .escape)
    #expect(screen.selected.hasPrefix("Ben 99"))
    // Sections are letters.
    #expect(labels(screen)[4...7] == ["– B (3)", "白静怡", "Ben", "Björn"])
  }

  @Test func anEntryGoesBelowTheSelectedOneWhereSectionsAreNoLetters() throws {
    let screen = try Screen(Contacts.text([("Friends", ["Zoë", "Ada"]), ("Work", ["Bo"])]))
    screen.press(.down, "i")
    screen.type("Ben")
    screen.press(.enter, .enter, .enter)
    #expect(labels(screen)[1...3] == ["Zoë", "Ben", "Ada"])
    guard case .list = screen.browser.mode else {
      Issue.record("Enter in the last field leads back to the list")
      return
    }
  }

  @Test func aNumberRepeatsTheNextKey() throws {
    let screen = try Screen(Contacts.text)
    screen.press("2", "j")
    #expect(screen.selected.hasPrefix("Anna Müller"))
    screen.press("k", "2")
    #expect(screen.lines.last == "2 …")
    screen.press("d", "d")
    #expect(screen.lines.last == "deleted Ada and 1 more · u undoes")
    #expect(screen.browser.script == ["delete A/Ada 'A/Anna Müller'"])
    // No further than the section, and without a number one row.
    screen.press("9", "x")
    #expect(screen.browser.script.last == "delete A/Åsa")
    screen.press("2", "u")
    #expect(screen.content == Contacts.text)
    screen.press("2", .escape, "x")
    #expect(screen.browser.script.count == 1)
    screen.press("u", "2", " ")
    #expect(screen.lines.last?.hasPrefix("2 marked") == true)
  }

  @Test func fieldsAreAddedAndRemoved() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down, "e", "i")
    screen.type("town=Ulm")
    screen.press(.enter)
    #expect(screen.content.contains("<string>Ulm</string>"))
    screen.press("G", "x")
    #expect(!screen.content.contains("Ulm"))
  }

  @Test func rowsMoveByKeysAlsoIntoTheNextSection() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down, .down, .down, "J")
    #expect(labels(screen)[1...5] == ["Ada", "Anna Müller", "– B (3)", "Åsa", "白静怡"])
    screen.press("J", "J", "J", "J")
    #expect(labels(screen).contains("– J (3)"))
    for _ in 0..<5 { screen.press("K") }
    #expect(screen.content != "")
    #expect(labels(screen)[1...3] == ["Ada", "Anna Müller", "Åsa"])
  }

  @Test func markedRowsAreTakenAndPutDown() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down, " ", " ", "m", "'", "z", "m")
    #expect(labels(screen).suffix(4) == ["– Z (3)", "Ada", "Anna Müller", "Zoë"])
    screen.press("u")
    #expect(screen.content == Contacts.text)
  }

  @Test func whatWasFoundIsTakenOutOfTheFilter() throws {
    let screen = try Screen(Contacts.text)
    screen.press("/")
    screen.type("jonas")
    screen.press(.enter, "J")
    #expect(screen.lines.last?.contains("filter") == true)
    screen.press("m")
    #expect(screen.selected.hasPrefix("Jonas Müller") && screen.text.contains("Zoë"))
    #expect(screen.lines.last?.contains("put down here") == true)
    screen.press("'", "z", .enter)
    #expect(labels(screen).suffix(3) == ["– Z (2)", "Jonas Müller", "Zoë"])
  }

  @Test func aRowIsDraggedIntoAnotherSection() throws {
    let screen = try Screen(Contacts.text)
    let (from, to) = (try #require(screen.row(of: "Ada")), try #require(screen.row(of: "Björn")))
    screen.mouse(.press, row: from, column: 10)
    screen.mouse(.drag, row: to, column: 10)
    #expect(screen.lines[to].hasPrefix("→"))
    screen.mouse(.release, row: to, column: 10)
    #expect(labels(screen)[3...6] == ["– B (3)", "白静怡", "Ada", "Björn"])
  }

  @Test func sectionsMoveAndAreRenamed() throws {
    let screen = try Screen(Contacts.text)
    screen.press("J")
    #expect(labels(screen)[0].hasPrefix("– B"))
    #expect(screen.selected.hasPrefix("– A"))
    screen.press("K", "r")
    screen.type("a")
    screen.press(.enter)
    #expect(screen.selected.hasPrefix("– Aa"))
  }

  @Test func deletedRowsComeBack() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down, " ", " ", "x")
    #expect(labels(screen)[1] == "Åsa")
    screen.press("u", .control("r"), "u")
    #expect(screen.content == Contacts.text)
  }

  @Test func theDifferenceIsShownAndSaved() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down, "r")
    screen.type("x")
    screen.press(.enter, "D", .tab)
    #expect(screen.text.contains("+<dict><key>name</key><string>Adax"))
    screen.press(.escape)
    #expect(screen.lines[0].hasPrefix("list.plist*"))
    screen.press("s")
    #expect(screen.lines[0].hasPrefix("list.plist "))
    #expect(try String(contentsOf: screen.file, encoding: .utf8) == screen.content)
  }

  @Test func commandsAreRunAndCompleted() throws {
    let screen = try Screen(Contacts.text)
    screen.press(":")
    screen.type("delete A/Åsa")
    screen.press(.enter)
    #expect(!screen.text.contains("Åsa   "))
    screen.press(":")
    screen.type("ren")
    screen.press(.tab)
    #expect(screen.lines.last?.hasPrefix(":rename") == true)
    screen.press(.escape, ":")
    screen.type("nonsense")
    screen.press(.enter)
    #expect(screen.lines.last?.contains("nonsense") == true)
    screen.press(":", .up, .up)
    #expect(screen.lines.last?.hasPrefix(":delete A/Åsa") == true)
  }

  @Test func quittingAsksAboutUnsavedEdits() throws {
    let screen = try Screen(Contacts.text)
    screen.press("q")
    #expect(screen.browser.outcome == .quit)
    screen.browser.outcome = nil
    screen.press(.down, "x", "q")
    #expect(screen.browser.outcome == nil)
    #expect(screen.lines.last?.hasPrefix("Save the edits?") == true)
    screen.press(.escape)
    #expect(screen.browser.outcome == nil)
    screen.press(.control("c"), "y")
    #expect(screen.browser.outcome == .quit)
    #expect(try String(contentsOf: screen.file, encoding: .utf8) == screen.content)
  }

  @Test func nothingIsChangedInAReadOnlySession() throws {
    let screen = try Screen(Contacts.text)
    screen.browser.settings.readOnly = "another session is editing this file"
    for key: Key in [.down, "x", "e", "i", "r", "J", "m", "u", "s"] {
      screen.press(key)
      #expect(screen.content == Contacts.text)
    }
    #expect(screen.lines[0].contains("(read-only)"))
    screen.press(":")
    screen.type("find Jonas")
    screen.press(.enter)
    #expect(!screen.lines.joined().contains("read-only: "))
  }

  @Test func changesOnDiskAreNoticedBeforeAnEdit() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down)
    let changed = Contacts.text.replacing("Zoë", with: "Zoe Grey")
    try Data(changed.utf8).write(to: screen.file)
    screen.press("x")
    #expect(screen.text.contains("R: read the file"))
    #expect(screen.content == Contacts.text)
    screen.press("R")
    screen.press(.escape)
    #expect(screen.text.contains("Zoe Grey"))
    screen.press("x")
    #expect(!screen.content.contains("Ada"))
  }

  @Test func theScriptDoesTheSame() throws {
    let screen = try Screen(Contacts.text)
    screen.press(.down, "r")
    screen.type("x")
    screen.press(.enter, "J", "x", "u")
    let again = try Screen(Contacts.text)
    for command in screen.browser.script { try again.browser.session.run(command) }
    #expect(again.content == screen.content)
    #expect(screen.browser.script.count == 2)
  }

  @Test(arguments: KeyStyle.allCases)
  func marksOutOfSightAreCounted(_ style: KeyStyle) throws {
    let screen = try Screen(Contacts.text, columns: 80, rows: 24, keys: style)
    screen.browser.settings.isPicking = true
    screen.press(.down, " ", " ")
    #expect(screen.lines.last?.hasPrefix("2 marked  ") == true, "\(screen.text)")
    if style == .vi { screen.press("/") }
    screen.type("zo")
    #expect(screen.lines.last?.hasPrefix("2 marked, 2 not shown  ") == true, "\(screen.text)")
    while screen.browser.list.filter != nil { screen.press(.escape) }
    let item = try #require(screen.browser.list.marked.first)
    screen.browser.select(item)
    screen.press(.left, .left)
    #expect(screen.lines.last?.hasPrefix("2 marked, 2 not shown  ") == true, "\(screen.text)")
    screen.press(.enter)
    guard case .picked(let items)? = screen.browser.outcome else {
      Issue.record("nothing was picked")
      return
    }
    #expect(items.count == 2)
  }

  @Test func chosenRowsAreGiven() throws {
    let screen = try Screen(Contacts.text)
    screen.browser.settings.isPicking = true
    screen.press(.down, " ", " ", .enter)
    let items = screen.browser.outcome.map { outcome -> Int in
      if case .picked(let items) = outcome { items.count } else { 0 }
    }
    #expect(items == 2)
  }
}
