import Testing

@testable import Browser
@testable import Terminal

/// What clicks and dragging do.
@Suite("Mouse")
struct MouseTests {
  private func screen(
    _ text: String = Contacts.text, columns: Int = 80, rows: Int = 24, keys: KeyStyle = .search
  ) throws -> Screen {
    try Screen(text, columns: columns, rows: rows, keys: keys)
  }

  private func press(_ text: String, at offset: Int = 0, _ screen: Screen) throws {
    let row = try #require(screen.row(of: text))
    let line = screen.lines[row]
    let start = try #require(line.firstRange(of: text)).lowerBound
    screen.mouse(
      .press, row: row, column: line.distance(from: line.startIndex, to: start) + offset)
    screen.mouse(.release, row: row, column: 0)
  }

  // MARK: Hints

  @Test func aHintRuns() throws {
    let screen = try screen()
    screen.press(.down)
    try press("F2 edit", screen)
    #expect(screen.selected.hasPrefix("name"))
    try press("⏎ change", screen)
    screen.type("x")
    try press("⏎ set", screen)
    #expect(screen.content.contains("<string>Adax</string>"))
    // What has been done was said in place of the hints.
    screen.press(.control("l"))
    try press("Esc done", screen)
    #expect(screen.selected.hasPrefix("Adax"))
    try press("^Z undo", screen)
    #expect(screen.content == Contacts.text)
    screen.press(.control("l"))
    try press("? keys", screen)
    #expect(screen.lines[0] == "Keys")
    try press("Esc closes", screen)
    try press("F10 menu", screen)
    #expect(screen.lines[0] == "What to do")
    try press("⏎ chooses", screen)
    try press("^Q quit", screen)
    #expect(screen.browser.outcome == .quit)
  }

  @Test func aHintOfSeveralKeysRuns() throws {
    let screen = try screen(keys: .vi)
    screen.press(.down, "e")
    try press("x remove", screen)
    #expect(!screen.content.contains("<string>Ada</string>"))
    screen.press(.control("l"))
    try press("u undo", screen)
    #expect(screen.content == Contacts.text)
  }

  @Test func aHintThatOnlySaysSomethingDoesNothing() throws {
    let screen = try screen()
    screen.press(.down, .control("t"))
    let before = screen.lines
    try press("letters find a place", screen)
    #expect(screen.lines == before)
  }

  @Test func whatIsNoHintDoesNothing() throws {
    let screen = try screen()
    screen.press(.down)
    screen.browser.say("F2 edit  ^Q quit")
    try press("F2 edit", screen)
    #expect(screen.browser.outcome == nil && screen.selected.hasPrefix("Ada"))
    // Between two hints.
    let before = screen.lines
    try press("⏎ open", at: 6, screen)
    #expect(screen.lines == before)
  }

  @Test(arguments: [20, 40, 80, 200], [false, true])
  func hintsAreWhereTheyAreDrawn(_ columns: Int, _ isASCII: Bool) throws {
    let screen = try screen(columns: columns)
    screen.browser.settings.isASCII = isASCII
    let frame = screen.frame
    #expect(!frame.buttons.isEmpty)
    for button in frame.buttons {
      let text = button.columns.map { frame[button.row, $0].text }.joined()
      #expect(!text.hasPrefix(" ") && !text.hasSuffix(" ") && text.contains(" "))
      #expect(!text.contains("  "))
    }
  }

  // MARK: Double clicks

  @Test func aDoubleClickOpensWhateverIsSelected() throws {
    let screen = try screen()
    try press("Jonas", screen)
    #expect(screen.selected.hasPrefix("Jonas"))
    try press("Jonas", screen)
    #expect(screen.selected.hasPrefix("name"))
    screen.press(.escape)
    // The third click is the first one of another double click.
    try press("Jonas", screen)
    #expect(screen.selected.hasPrefix("Jonas"))
  }

  @Test func clicksThatAreFarApartOnlySelect() throws {
    let screen = try screen()
    var time = 100.0
    screen.browser.now = { time }
    for _ in 0..<3 {
      try press("Jonas", screen)
      #expect(screen.selected.hasPrefix("Jonas"))
      time += 0.51
    }
    try press("Anna", screen)
    time += 0.1
    try press("Jonas", screen)
    #expect(screen.selected.hasPrefix("Jonas"))
    time += 0.5
    try press("Jonas", screen)
    #expect(screen.selected.hasPrefix("name"))
  }

  // MARK: Beside fields that are edited

  @Test(arguments: [80, 120])
  func aClickOnTheListEndsTheForm(_ columns: Int) throws {
    let screen = try screen(columns: columns)
    screen.press(.down, .function(2))
    try press("Anna", screen)
    #expect(screen.selected.hasPrefix("Anna"))
    #expect(screen.content == Contacts.text)
  }

  @Test func whatWasTypedIsSetBefore() throws {
    let screen = try screen(columns: 120)
    screen.press(.down, .function(2), .enter)
    screen.type("x")
    try press("Jonas", screen)
    #expect(screen.selected.hasPrefix("Jonas"))
    #expect(screen.content.contains("<string>Adax</string>"))
  }

  @Test func aClickOnAnotherFieldSetsWhatWasTyped() throws {
    let screen = try screen()
    screen.press(.down, .function(2), .enter)
    screen.type("x")
    try press("phoneNum", screen)
    #expect(screen.selected.hasPrefix("phoneNum"))
    #expect(screen.content.contains("<string>Adax</string>"))
    // What cannot be set stays.
    screen.press(.down, .enter)
    screen.type("x")
    try press("phoneNum", screen)
    #expect(screen.text.contains("20x"))
    #expect(screen.browser.state.message?.isError == true)
  }

  @Test func whatCannotBeSetStaysToBeCorrected() throws {
    let screen = try screen(columns: 120)
    screen.press(.down, .function(2), .down, .down, .enter)
    screen.type("x")
    try press("Jonas", screen)
    #expect(screen.text.contains("20x"))
    #expect(screen.browser.state.message?.isError == true)
    #expect(screen.content == Contacts.text)
    screen.press(.backspace)
    try press("Jonas", screen)
    #expect(screen.selected.hasPrefix("Jonas"))
  }

  @Test func aNewEntryThatIsLeftIsKept() throws {
    let screen = try screen(columns: 120)
    screen.press(.down, .control("n"))
    screen.type("Ben")
    screen.press(.enter)
    screen.type("030")
    try press("Jonas", screen)
    #expect(screen.selected.hasPrefix("Jonas"))
    #expect(screen.content.contains("<string>Ben</string>"))
    #expect(screen.content.contains("<string>030</string>"))
  }

  // MARK: Sliders

  private static let slider = """
    <plist version="1.0"><dict><key>PreferenceSpecifiers</key><array>
    <dict><key>Type</key><string>PSSliderSpecifier</string><key>Title</key><string>Volume</string>
    <key>DefaultValue</key><integer>4</integer><key>MaximumValue</key><integer>11</integer></dict>
    <dict><key>Type</key><string>PSToggleSwitchSpecifier</string><key>Title</key>
    <string>Silent</string><key>DefaultValue</key><true/></dict>
    </array></dict></plist>

    """

  @Test func aSliderIsDraggedAsOneEdit() throws {
    let screen = try screen(MouseTests.slider)
    let row = try #require(screen.row(of: "Volume"))
    let start = try #require(screen.lines[row].firstIndex(of: "["))
    let column = screen.lines[row].distance(from: screen.lines[row].startIndex, to: start)
    screen.mouse(.press, row: row, column: column + 2)
    #expect(screen.content.contains("<integer>2</integer>"))
    screen.mouse(.drag, row: row, column: column + 5)
    #expect(screen.content.contains("<integer>5</integer>"))
    screen.mouse(.drag, row: row + 1, column: column + 7)
    #expect(screen.content.contains("<integer>7</integer>"))
    screen.mouse(.drag, row: row, column: 79)
    #expect(screen.content.contains("<key>DefaultValue</key><integer>11</integer>"))
    screen.mouse(.drag, row: row, column: 0)
    #expect(screen.content.contains("<integer>0</integer>"))
    screen.mouse(.release, row: row, column: 0)
    #expect(screen.browser.script == ["fill /Volume '0'"])
    screen.press(.control("z"))
    #expect(screen.content == MouseTests.slider)
    screen.mouse(.drag, row: row, column: column + 5)
    #expect(screen.content == MouseTests.slider)
  }
}
