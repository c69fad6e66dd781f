import Foundation
import Language
import Testing

@testable import Browser
@testable import Terminal

/// What has changed, in words, and what others have changed, too.
@Suite("Differences on the screen")
struct DifferenceTests {
  private func setPhone(_ text: String, of name: String, to value: String) -> String {
    let entry = Contacts.groups.flatMap { title, names in
      names.enumerated().filter { $1 == name }.map { Contacts.entry($1, $0, in: title) }
    }[0]
    let phone = entry.split(separator: "<string>").last?.prefix { $0 != "<" } ?? ""
    return text.replacing(
      entry, with: entry.replacing("<string>\(phone)<", with: "<string>\(value)<"))
  }

  /// A screen on which people have been changed, added, moved and deleted.
  private func edited(columns: Int = 60, rows: Int = 20) throws -> Screen {
    let screen = try Screen(Contacts.text, columns: columns, rows: rows)
    for command in [
      "set 'A/Anna Müller' phoneNum='A 9'", "unset 'A/Anna Müller' age", "delete /B/Björn",
      "rename /J/Jo Joe", "move /Z/Zoë to /A", "insert J Jim phoneNum=7",
    ] {
      try screen.browser.session.run(command)
    }
    screen.browser.follow()
    return screen
  }

  @Test func eachItemIsSaidInWords() throws {
    let screen = try edited()
    screen.press("D")
    #expect(screen.text.contains("Anna Müller: phoneNum A 1 → A 9; deleted age 21"))
    #expect(screen.text.contains("Björn: deleted"))
    #expect(screen.text.contains("Joe: renamed, was Jo"))
    #expect(screen.text.contains("Zoë: moved from Z to A"))
    #expect(screen.text.contains("Jim: added"))
    #expect(screen.lines[0] == "What saving would change: 5 items")
  }

  @Test func whatIsChosenIsShownInTheList() throws {
    let screen = try edited()
    screen.press("z", "M", "D")
    screen.type("jim")
    screen.press(.enter)
    #expect(screen.selected.hasPrefix("Jim"))
    screen.press("D")
    try screen.click("Anna")
    #expect(screen.selected.hasPrefix("Anna Müller"))
    // What is gone leads to where it was.
    screen.press("D")
    try screen.click("Björn")
    #expect(screen.selected.contains("B (1)"))
  }

  @Test func tabShowsTheTextAndTheWords() throws {
    let screen = try edited(columns: 100)
    screen.press("D", .tab)
    #expect(screen.text.contains("<string>A 9</string>"))
    screen.press(.tab)
    #expect(screen.text.contains("phoneNum A 1 → A 9"))
  }

  @Test func aCommentIsOnlyInTheText() throws {
    let screen = try Screen(Contacts.text)
    screen.press("D")
    #expect(screen.text.contains("nothing has changed"))
  }

  @Test func whatIsChosenIsSeenOnASmallScreen() throws {
    let screen = try inConflict(columns: 20, rows: 4)
    #expect(screen.text.contains("Ada"))
    screen.press(.right)
    #expect(screen.text.contains("● theirs: other"), "\(screen.text)")
  }

  @Test(arguments: [(20, 6), (40, 10), (12, 4), (1, 1)])
  func allIsReachedOnASmallScreen(columns: Int, rows: Int) throws {
    let screen = try edited(columns: columns, rows: rows)
    screen.press("D")
    var seen = screen.text
    for _ in 0..<40 {
      screen.press(.down)
      seen += screen.text
    }
    if columns >= 12 {
      for word in ["phoneNum", "Björn", "Jim", "Zoë"] { #expect(seen.contains(word)) }
    }
  }

  // MARK: Conflicts

  /// A screen after a refresh that has found two conflicts.
  private func inConflict(columns: Int = 80, rows: Int = 20) throws -> Screen {
    let screen = try Screen(Contacts.text, columns: columns, rows: rows)
    try screen.browser.session.run("set 'A/Ada' phoneNum=mine")
    try screen.browser.session.run("set 'Z/Zoë' phoneNum=own")
    screen.browser.follow()
    var others = setPhone(Contacts.text, of: "Ada", to: "other")
    others = setPhone(others, of: "Zoë", to: "second")
    others = setPhone(others, of: "Jo", to: "news")
    try others.write(to: screen.file, atomically: true, encoding: .utf8)
    screen.press("R")
    return screen
  }

  @Test func bothValuesAreBesideEachOther() throws {
    let screen = try inConflict()
    #expect(screen.lines[0].contains("2 conflicts"))
    #expect(screen.lines.contains { $0.contains("yours: mine") && $0.contains("theirs: other") })
    let small = try inConflict(columns: 40)
    #expect(small.row(of: "yours: mine").map { $0 + 1 } == small.row(of: "theirs: other"))
  }

  @Test func eachIsChosen() throws {
    let screen = try inConflict()
    screen.press(.down, .right, .enter)
    #expect(screen.lines.last == "s saves what was chosen")
    #expect(screen.content.contains("<string>mine</string>"))
    #expect(screen.content.contains("<string>second</string>"))
    #expect(screen.content.contains("<string>news</string>"))
    #expect(!screen.content.contains("<string>own</string>"))
    screen.press(.escape, "u")
    #expect(screen.content.contains("<string>own</string>"))
    screen.press("s")
    #expect(try String(contentsOf: screen.file, encoding: .utf8) == screen.content)
  }

  @Test func theMouseChooses() throws {
    let screen = try inConflict()
    let row = try #require(screen.row(of: "theirs: other"))
    screen.mouse(.press, row: row, column: 50)
    screen.press(.enter)
    #expect(screen.content.contains("<string>other</string>"))
    #expect(screen.content.contains("<string>own</string>"))
  }

  @Test func escapeLeavesAllAsItIs() throws {
    let screen = try inConflict()
    let before = screen.content
    screen.press(.right, .escape)
    #expect(screen.content == before)
    #expect(before.contains("<string>mine</string>"))
    #expect(screen.text.contains("What others have changed"))
    #expect(screen.text.contains("news"))
  }

  @Test func whatWasDeletedIsSaid() throws {
    let screen = try Screen(Contacts.text, columns: 80, rows: 20)
    try screen.browser.session.run("delete A/Ada")
    screen.browser.follow()
    let others = setPhone(Contacts.text, of: "Ada", to: "other")
    try others.write(to: screen.file, atomically: true, encoding: .utf8)
    screen.press("R")
    #expect(screen.text.contains("you deleted it, others changed it"))
    #expect(screen.text.contains("yours: deleted"))
    screen.press(" ", .enter)
    #expect(screen.content == others)
  }

  @Test(arguments: [(20, 6), (40, 10), (12, 4), (1, 1)])
  func conflictsAreSeenOnASmallScreen(columns: Int, rows: Int) throws {
    let screen = try inConflict(columns: columns, rows: rows)
    screen.press(.down, .up, .down)
    if rows >= 6 { #expect(screen.text.contains("Zo")) }
    screen.press(.right, .enter)
    #expect(screen.content.contains("<string>second</string>"))
  }
}
