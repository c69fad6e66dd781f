import Editing
import Foundation
import Testing

@testable import Browser
@testable import Terminal

/// What people expect who know nano, fzf or vi, and not this.
@Suite("Newcomers")
struct NewcomerTests {
  private func screen(
    _ text: String = Contacts.text, columns: Int = 80, rows: Int = 24, keys: KeyStyle = .search
  ) throws -> Screen {
    try Screen(text, columns: columns, rows: rows, keys: keys)
  }

  @Test func savingWhileAFieldIsTypedSaysWhatComesFirst() throws {
    let screen = try screen()
    screen.press(.down, .enter, .enter)
    screen.type("x")
    screen.press(.control("s"))
    #expect(screen.lines.last == "first ⏎ sets the value, then ^S saves")
    #expect(screen.selected == "name Adax" && screen.content == Contacts.text)
    screen.press(.enter, .control("s"))
    #expect(screen.lines[0].hasPrefix("list.plist ") && screen.content.contains("Adax"))
  }

  @Test func savingAtAPromptSaysWhatComesFirst() throws {
    let screen = try screen(keys: .vi)
    screen.press(.down, "r")
    screen.type("x")
    screen.press(.control("s"))
    #expect(screen.lines.last?.hasPrefix("name: Adax") == true)
    #expect(screen.lines.last?.hasSuffix("first ⏎, then s saves") == true)
    screen.press(.enter, "/")
    screen.type("adax")
    screen.press(.control("s"))
    #expect(screen.lines[0].hasPrefix("list.plist ") && screen.text.contains("/ adax"))
  }

  @Test func whereNothingIsFoundOnlyWhatHelpsIsSaid() throws {
    let screen = try screen()
    screen.type("nobody")
    #expect(
      screen.lines.last
        == "Esc end filter, go back  ^W delete word  ^O fields  ? keys  F10 menu")
    let empty = try self.screen("<plist version=\"1.0\"><array/></plist>\n")
    #expect(empty.lines.last == "^N new  ? keys  ^Q quit  F10 menu")
  }

  @Test func escapeInTheMenuClearsWhatWasTypedBeforeItCloses() throws {
    let screen = try screen()
    screen.press(.function(10))
    screen.type("save")
    screen.press(.escape)
    #expect(screen.lines[0] == "What to do" && screen.lines[1] == "/")
    screen.press(.escape)
    #expect(screen.text.contains("8 entries") && screen.browser.outcome == nil)
  }

  @Test func whatBeginsWithWhatIsTypedIsFirst() throws {
    let screen = try screen()
    screen.press(.function(10))
    screen.type("Go to")
    #expect(screen.selected.hasPrefix("go to a bookmark"))
    screen.press(.down)
    #expect(screen.selected.hasPrefix("close a section or go to it"))
  }

  @Test func aFieldThatIsFilledInStaysSelected() throws {
    let text =
      "<plist version=\"1.0\"><array>\n<dict><key>name</key><string>Ada</string></dict>\n"
      + "<dict><key>name</key><string>Bo</string><key>phone</key><string>1</string>"
      + "<key>mail</key><string>b</string><key>town</key><string>Ulm</string></dict>\n</array></plist>\n"
    let screen = try screen(text)
    screen.press(.enter, .down, .down, .enter)
    #expect(screen.selected == "mail")
    screen.type("a")
    screen.press(.enter)
    #expect(screen.selected == "mail a", "\(screen.text)")
    screen.press(.delete)
    #expect(!screen.content.contains("<string>a</string>"))
  }

  @Test func aPromptNamesItsRow() throws {
    let screen = try screen(
      "<plist version=\"1.0\"><dict><key>PreferenceSpecifiers</key><array><dict><key>Type</key>"
        + "<string>PSTextFieldSpecifier</string><key>Title</key><string>Your name</string>"
        + "<key>Key</key><string>name</string></dict></array></dict></plist>\n")
    screen.press(.end, .enter)
    #expect(screen.lines.last == "Your name:", "\(screen.text)")
    screen.size = Size(columns: 12, rows: 6)
    #expect(screen.lines.last == "Your …")
  }

  @Test func headingsHaveTitlesWhileFiltering() throws {
    let screen = try screen(Contacts.text([("#", ["1st"]), ("a/b", ["Bo 1st"])]))
    screen.type("1st")
    #expect(screen.text.contains("  #  (1 of 1)") && screen.text.contains("  a/b  (1 of 1)"))
  }

  @Test func aValueThatIsCutEndsInAMark() throws {
    let screen = try screen(
      Contacts.text([("A", ["Ada " + String(repeating: "long ", count: 30)])]), columns: 40)
    screen.press(.down, .enter)
    let row = try #require(screen.row(of: "▸ name"))
    #expect(screen.lines[row].hasSuffix("…") && screen.lines[row].contains("Ada long"))
  }

  @Test func whatFollowsABeginningIsNotMeantByItself() throws {
    let screen = try screen(keys: .vi)
    screen.press(.down, "d", "x")
    #expect(screen.content == Contacts.text && screen.lines.last == "d x does nothing")
    screen.press("d", .escape, "z", "q")
    #expect(screen.browser.outcome == nil)
    screen.press("d", "d")
    #expect(!screen.content.contains("Ada"))
  }

  @Test(arguments: [KeyStyle.search, .vi])
  func aFieldIsTypedOnASmallScreen(_ keys: KeyStyle) throws {
    let screen = try screen(columns: 20, rows: 6, keys: keys)
    screen.press(.down, .down, .enter, .enter)
    #expect(screen.lines[2...4].allSatisfy { !$0.isEmpty && !$0.contains("──") }, "\(screen.text)")
    #expect(screen.selected.hasSuffix("Anna Müller"), "\(screen.text)")
    for key: Key in [.escape, .escape, .function(10), .escape, "?", .escape] {
      screen.press(key)
      // Hints are whole words.
      let hints = try #require(screen.lines.last)
      let words = ["⏎ open", "⏎ change", "⏎ chooses", "Esc closes", "/ filter", ""]
      #expect(words.contains { hints == $0 || hints.hasPrefix($0 + "  ") }, "\(hints)")
    }
  }

  @Test func editingAsTextSaysWhatHasChanged() throws {
    let screen = try screen()
    screen.browser.editText = { text, take throws(SessionError) in
      _ = try take(text.replacing("A 0", with: "A 7").replacing("A 1", with: "A 8"))
    }
    screen.press(.down, .control("e"))
    #expect(screen.content.contains("A 7"))
    #expect(screen.lines.last == "changed Ada · ^Z undoes")
    screen.press(.control("e"))
    #expect(screen.lines.last?.contains("changed") == false)
    screen.press(.control("z"), " ", " ", .control("e"))
    #expect(screen.lines.last == "changed Ada and 1 more · ^Z undoes")
  }

  @Test(
    "the first time, an example is said until a key",
    arguments: [
      (["Ada", "Müller", "白静怡"], KeyStyle.search, "type baijingyi to find 白静怡"),
      (["Ada", "奥迪 A4"], .vi, "type /aodi to find 奥迪 A4"),
      (["Ada", "Anna Müller"], .search, "type muller to find Anna Müller"),
      (["Σωκράτης", "Ada"], .search, nil),
    ] as [([String], KeyStyle, String?)])
  func welcome(_ names: [String], _ keys: KeyStyle, _ expected: String?) throws {
    let screen = try screen(Contacts.text([("x", names)]), keys: keys)
    var isAsked = false
    screen.browser.welcome {
      isAsked = true
      return true
    }
    #expect(isAsked == (expected != nil))
    let hints = try #require(try self.screen(keys: keys).lines.last)
    #expect(screen.lines.last == expected ?? hints)
    screen.press(.down)
    #expect(screen.lines.last == hints)
    screen.browser.welcome { false }
    #expect(screen.lines.last == hints)
  }
}
