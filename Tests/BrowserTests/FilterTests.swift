import TestHelpers
import Testing

@testable import Browser
@testable import Terminal

/// Filtering with every key.
@Suite("Filter")
struct FilterTests {
  private func shown(_ screen: Screen) -> [String] {
    let end = screen.row(of: "───") ?? screen.lines.count
    return screen.lines[2..<end].map { String($0.prefix(52)).trimmed }.filter { !$0.isEmpty }
  }

  @Test func everyKeyFilters() throws {
    let screen = try Screen(Contacts.text)
    screen.press("/")
    screen.type("mul")
    #expect(
      shown(screen) == ["A (1 of 3)", "Anna Müller A 1", "J (1 of 2)", "Jonas Müller J 0"])
    #expect(screen.lines[0].hasSuffix("2 of 8 · 2 of 4 sections"))
    #expect(screen.lines[1].hasPrefix("/ mul"))
    #expect(screen.frame.cursor == Frame.Position(row: 1, column: 5))
    screen.press(.backspace, .backspace, .backspace)
    #expect(screen.text.contains("Björn"))
  }

  @Test func aHitInALabelIsSelectedBeforeOneInAnotherField() throws {
    let screen = try Screen(Contacts.text([("A", ["Zed", "Ann", "Abe"])]))
    screen.press("/")
    screen.type("a")
    #expect(screen.selected == "Ann A 1")
    screen.press(.control("u"))
    screen.type("\"a 2\"")
    #expect(screen.selected == "Abe A 2")
  }

  @Test func matchesAreMarked() throws {
    let screen = try Screen(Contacts.text)
    screen.press("/")
    screen.type("mul")
    let row = try #require(screen.row(of: "Jonas"))
    let frame = screen.frame
    let marked = (0..<50).filter { frame[row, $0].style.color == .red }.map { frame[row, $0].text }
    #expect(marked.joined() == "Mül")
  }

  @Test func readingsAreFound() throws {
    let screen = try Screen(Contacts.text)
    screen.press("/")
    screen.type("bai")
    #expect(shown(screen) == ["B (1 of 2)", "白静怡 B 0"])
    screen.press(.control("r"))
    #expect(screen.text.contains("nothing found"))
  }

  @Test func everythingComesBackWhenTheFilterGoes() throws {
    let screen = try Screen(Contacts.many, rows: 12)
    for _ in 0..<30 { screen.press(.down) }
    screen.press(.left, .left)
    let before = screen.lines
    screen.press("/")
    screen.type("q name")
    #expect(screen.selected.hasPrefix("Q name 0"))
    screen.press(.escape)
    #expect(screen.lines == before)
  }

  @Test func theScopeIsChanged() throws {
    let screen = try Screen(Contacts.text)
    screen.press("/")
    screen.type("21")
    #expect(screen.lines[1].contains("all fields"))
    #expect(shown(screen).count == 6)
    screen.press(.control("o"))
    #expect(screen.lines[1].contains("label"))
    #expect(screen.text.contains("nothing found"))
    screen.press(.control("o"), .control("o"), .control("o"), .control("o"))
    #expect(screen.lines[1].contains("age"))
    #expect(shown(screen).count == 6)
  }

  @Test func aHalfTypedExpressionKeepsTheLastHits() throws {
    let screen = try Screen(Contacts.text)
    screen.press("/", .control("e"))
    screen.type("^Jo")
    let before = shown(screen)
    #expect(before.count == 3)
    screen.type("(n")
    #expect(shown(screen) == before)
    #expect(screen.lines[1].contains("…"))
    screen.type(")")
    #expect(shown(screen) == ["J (1 of 2)", "Jonas Müller J 0"])
  }

  @Test func keysThatWaitMakeASearchVoid() throws {
    let screen = try Screen(Contacts.text)
    screen.press("/")
    screen.type("mul")
    let before = shown(screen)
    screen.browser.hasKeysWaiting = { true }
    screen.type("x")
    #expect(shown(screen) == before)
    screen.browser.hasKeysWaiting = { false }
    screen.browser.catchUp()
    #expect(screen.text.contains("nothing found"))
  }

  @Test(.timeLimit(.minutes(1)))
  func pastingALongTextIsSaidToBeTooLong() throws {
    let screen = try Screen(Contacts.text)
    screen.press("/")
    screen.type("mul")
    let before = shown(screen)
    screen.browser.hasKeysWaiting = { true }
    for _ in 0..<256 { screen.press(.paste(String(repeating: "x", count: 4096))) }
    screen.browser.hasKeysWaiting = { false }
    screen.browser.catchUp()
    #expect(shown(screen) == before)
    #expect(screen.text.contains("at most 4096 bytes"))
    screen.press(.backspace, .paste(String(repeating: "x", count: 4000)))
    #expect(screen.text.contains("nothing found"))
  }

  @Test(.timeLimit(.minutes(1)))
  func aLongTextInALineIsDrawnQuickly() throws {
    let screen = try Screen(Contacts.text)
    screen.press(":")
    screen.press(.paste(String(repeating: "ab ", count: 1 << 20)))
    for _ in 0..<20 {
      screen.press(.left)
      #expect(screen.lines.last?.hasPrefix(":") == true)
    }
    #expect(screen.lines.last?.hasSuffix("ab ab") == true)
  }

  @Test(.timeLimit(.minutes(1)))
  func anExpressionThatTakesTooLongIsSaid() throws {
    let names = (0..<200).map { "<string>\(String(repeating: "a", count: 30 + $0 % 7))!</string>" }
    let screen = try Screen(
      "<plist version=\"1.0\"><array>\(names.joined())<string>aaa</string></array></plist>")
    screen.press("/", .control("e"))
    screen.press(.paste("(a+)+$"))
    #expect(screen.text.contains("'(a+)+$' takes too long to match"))
    // The next key ends the search at once.
    screen.press(.control("u"))
    var asked = 0
    screen.browser.hasKeysWaiting = {
      asked += 1
      return asked > 2
    }
    screen.press(.paste("(a+)+$"))
    #expect(asked < 9)
    screen.browser.hasKeysWaiting = { false }
    screen.browser.catchUp()
    #expect(screen.text.contains("takes too long to match"))
  }

  @Test func earlierSearchesAreRecalled() throws {
    let screen = try Screen(Contacts.text)
    var kept: [String] = []
    screen.browser.keepSearch = { kept.append($0) }
    for text in ["jo", "mul"] {
      screen.press("/")
      screen.type(text)
      screen.press(.enter, .escape)
    }
    #expect(kept == ["jo", "mul"])
    screen.press("/", .up)
    #expect(screen.lines[1].hasPrefix("/ mul"))
    screen.press(.up)
    #expect(screen.lines[1].hasPrefix("/ jo"))
    screen.press(.down, .down)
    #expect(screen.lines[1].hasPrefix("/ "))
  }

  @Test func nGoesFromHitToHitWithoutAFilter() throws {
    let screen = try Screen(Contacts.text)
    screen.press("/")
    screen.type("mul")
    screen.press(.enter, .escape, "n")
    #expect(screen.selected.hasPrefix("Anna Müller"))
    screen.press("n")
    #expect(screen.selected.hasPrefix("Jonas Müller"))
    screen.press("n")
    #expect(screen.selected.hasPrefix("Anna Müller"))
    screen.press("N")
    #expect(screen.selected.hasPrefix("Jonas Müller"))
    #expect(screen.text.contains("Björn"))
  }

  @Test func theStripLeadsToWhatWasFound() throws {
    let screen = try Screen(Contacts.many, rows: 40)
    screen.press("/")
    screen.type("name 3")
    let row = try #require(screen.lines.firstIndex { $0.hasSuffix(" K") })
    screen.mouse(.press, row: row, column: 59)
    #expect(screen.selected.hasPrefix("K (1 of 8)"))
    screen.press(.control("u"))
    screen.type("K name 3")
    let frame = screen.frame
    #expect(frame[row, 58].style.attributes.contains([.bold, .reversed]))
    #expect(frame[row - 1, 58].style.attributes.contains(.dimmed))
    screen.mouse(.press, row: 3, column: 59)
    #expect(screen.selected.hasPrefix("K (1 of 8)"))
  }

  @Test func editsKeepTheFilter() throws {
    let screen = try Screen(Contacts.text)
    screen.press("/")
    screen.type("mul")
    screen.press(.enter, "x")
    #expect(shown(screen) == ["J (1 of 2)", "Jonas Müller J 0"])
    screen.press("u")
    #expect(shown(screen).count == 4)
  }

  @Test func theFieldIsEditedAsThePromptIs() throws {
    let screen = try Screen(Contacts.text)
    screen.press("/")
    screen.type("anna mul")
    screen.press(.control("w"), .control("a"), .control("y"), .meta("b"), .meta("u"))
    #expect(screen.browser.list.filter?.line.text == "MULANNA ")
    screen.press(.control("v"), .escape)
    #expect(screen.browser.list.filter?.line.text == "MULANNA\u{1B} ")
    screen.press(.escape)
    #expect(screen.browser.list.filter == nil)
  }

  @Test func earlierSearchesComeBackAndSoDoesWhatWasTyped() throws {
    let screen = try Screen(Contacts.text)
    for text in ["mul", "jo"] {
      screen.press("/")
      screen.type(text)
      screen.press(.enter, .escape)
    }
    screen.press("/", "x")
    let texts = [Key.up, .up, .up, .down, .down].map { key in
      screen.press(key)
      return screen.browser.list.filter?.line.text
    }
    #expect(texts == ["jo", "mul", "mul", "jo", "x"])
  }

  @Test func altMakesNoCommandOfAKey() throws {
    let screen = try Screen(Contacts.text)
    let lines = screen.lines
    for key: Key in [.meta("x"), .meta("/"), .meta("q"), .meta("\u{7F}")] { screen.press(key) }
    #expect(screen.lines == lines)
    #expect(screen.browser.outcome == nil)
  }
}
