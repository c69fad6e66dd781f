import Catalogues
import Foundation
import Language
import Presentation
import Testing

@testable import Browser
@testable import Terminal

/// Forms and settings on the full screen.
@Suite("Forms on the screen")
struct BrowserFormTests {
  @Test func settingsAreOperated() throws {
    let form = Screen.data.appending(path: "settings-form.plist")
    let screen = try Screen(try String(contentsOf: form, encoding: .utf8), rows: 40)
    #expect(screen.text.contains("["))
  }

  private static func settings(_ rows: String...) -> String {
    "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict><key>PreferenceSpecifiers</key><array>\n"
      + rows.map { "<dict>\($0)</dict>\n" }.joined() + "</array></dict></plist>\n"
  }

  private static func row(_ type: String, _ title: String, _ rest: String) -> String {
    "<key>Type</key><string>PS\(type)Specifier</string><key>Title</key><string>\(title)</string>"
      + "<key>Key</key><string>\(title)</string>" + rest
  }

  private static let sample = settings(
    row("ToggleSwitch", "Sounds", "<key>DefaultValue</key><true/>"),
    row(
      "Slider", "Volume",
      "<key>DefaultValue</key><real>0.5</real><key>MinimumValue</key><integer>0</integer><key>MaximumValue</key><integer>1</integer>"
    ),
    row(
      "MultiValue", "Colour",
      "<key>DefaultValue</key><string>r</string><key>Titles</key><array><string>Red</string><string>Green</string></array><key>Values</key><array><string>r</string><string>g</string></array>"
    ),
    row(
      "TextField", "Secret",
      "<key>DefaultValue</key><string>hunter2</string><key>IsSecure</key><true/>"))

  private static func screen(selecting row: String) throws -> Screen {
    let screen = try Screen(sample, rows: 24)
    try screen.click(row)
    return screen
  }

  @Test func aSwitchTurns() throws {
    let screen = try BrowserFormTests.screen(selecting: "Sounds")
    screen.press(" ")
    #expect(screen.content.contains("<false/>"))
    screen.press(.enter)
    #expect(!screen.content.contains("<false/>"))
  }

  @Test func aSliderSlides() throws {
    let screen = try BrowserFormTests.screen(selecting: "Volume")
    screen.press(.right)
    #expect(screen.content.contains("<real>0.55</real>"))
    screen.press(.left, .left)
    #expect(screen.content.contains("<real>0.45</real>"))
  }

  @Test func aChoiceIsMadeFromAList() throws {
    let screen = try BrowserFormTests.screen(selecting: "Colour")
    screen.press(.enter)
    #expect(screen.lines[0] == "Colour")
    #expect(screen.selected == "Red")
    screen.press(.down, .enter)
    #expect(screen.content.contains("<string>g</string><key>Titles"))
    screen.press(.enter)
    try screen.click("Red")
    #expect(screen.content.contains("<string>r</string><key>Titles"))
  }

  // MARK: Titles in a person's language

  private static func translated(columns: Int = 60) throws -> Screen {
    let screen = try Screen(sample, columns: columns, rows: 24, keys: .search)
    screen.browser.session.catalogue.shownTitles = [
      "Sounds": "Töne", "Colour": "Farbe", "Red": "Rot", "Green": "Grün", "r": "not a title",
      "hunter2": "not a title",
    ]
    screen.browser.follow()
    return screen
  }

  @Test(arguments: [
    ("töne", "Töne"), ("sounds", "Töne"), ("rot", "Farbe"), ("rot colour", "Farbe"),
    ("farbe multi", "Farbe"), ("\"farbe\"", "Farbe"),
  ])
  func whatIsShownIsFound(_ text: String, _ row: String) throws {
    let screen = try BrowserFormTests.translated()
    screen.type(text)
    #expect(screen.text.contains("1 of 4"), "\(screen.text)")
    #expect(screen.selected.hasPrefix(row))
  }

  @Test(arguments: ["Volumen", "rot töne", "not a title", "grün"])
  func whatIsNotShownIsNotFound(_ text: String) throws {
    let screen = try BrowserFormTests.translated()
    screen.type(text)
    #expect(screen.text.contains("0 of 4"), "\(screen.text)")
  }

  @Test func whatIsFoundIsMarkedInWhatIsShown() throws {
    let screen = try BrowserFormTests.translated()
    screen.type("rot")
    let row = try #require(screen.row(of: "Farbe"))
    let line = screen.lines[row]
    let start = try #require(line.firstRange(of: "Rot")).lowerBound
    let column = line.distance(from: line.startIndex, to: start)
    #expect(screen.frame[row, column].style.attributes.contains(.underlined))
    #expect(!screen.frame[row, column + 3].style.attributes.contains(.underlined))
  }

  @Test func theScopeIsThatOfWhatIsShown() throws {
    let screen = try BrowserFormTests.translated()
    screen.type("rot")
    screen.press(.control("o"))
    #expect(screen.text.contains("0 of 4"))
    screen.press(.control("o"))
    #expect(screen.text.contains("1 of 4"))
  }

  @Test func aChoiceByItsTitleIsTheValueOfTheFile() throws {
    let screen = try BrowserFormTests.translated()
    try screen.click("Farbe")
    screen.press(.enter)
    #expect(screen.lines[0] == "Farbe")
    #expect(screen.selected == "Rot")
    screen.press(.down)
    #expect(screen.selected == "Grün")
    screen.press(.enter)
    #expect(screen.selected == "Farbe Grün")
    #expect(screen.content.contains("<string>g</string><key>Titles"))
    #expect(screen.browser.script == ["pick /Colour Green"])
    let row = try #require(screen.row(of: "Grün"))
    let line = screen.lines[row]
    let start = try #require(line.firstRange(of: "Grün")).lowerBound
    screen.mouse(.press, row: row, column: line.distance(from: line.startIndex, to: start))
    #expect(screen.lines[0] == "Farbe")
  }

  @Test func controlsAreClicked() throws {
    let screen = try Screen(BrowserFormTests.sample, rows: 24)
    func click(_ text: String, at offset: Int = 1) throws {
      let row = try #require(screen.row(of: text))
      let line = screen.lines[row]
      let start = try #require(line.firstRange(of: text)).lowerBound
      let column = line.distance(from: line.startIndex, to: start) + offset
      screen.mouse(.press, row: row, column: column)
      screen.mouse(.release, row: row, column: column)
    }
    try click("[x]")
    #expect(screen.content.contains("<false/>"))
    // Beside the control, a click only selects.
    try screen.click("Sounds")
    #expect(screen.content.contains("<false/>"))
    try click("[#####-----]", at: 11)
    #expect(
      screen.content.contains("<real>1</real>") || screen.content.contains("<real>1.0</real>"))
    try click("[##########]", at: 0)
    #expect(
      screen.content.contains("<real>0</real>") || screen.content.contains("<real>0.0</real>"))
    try click("Red")
    #expect(screen.lines[0] == "Colour")
  }

  // MARK: Forms

  private static func formRow(
    _ title: String, _ kind: String, owning count: Int = 0, isVisible: Bool = true,
    value: String = ""
  ) -> String {
    let fields = [
      ("isExpandable", count > 0 ? "<true/>" : "<false/>"), ("isExpanded", "<false/>"),
      ("isVisible", isVisible ? "<true/>" : "<false/>"),
      ("additionalRows", "<integer>\(count)</integer>"),
      ("cellIdentifier", "<string>\(kind)</string>"),
      ("primaryTitle", "<string>\(count > 0 ? "" : title)</string>"),
      ("secondaryTitle", "<string>\(count > 0 ? title : "")</string>"),
      ("value", "<string>\(value)</string>"),
    ]
    return "<dict>" + fields.map { "<key>\($0)</key>\($1)" }.joined() + "</dict>\n"
  }

  private static let form =
    "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><array><array>\n"
    + formRow("Sport", "idCellNormal", owning: 2)
    + formRow("Tennis", "idCellValuePicker", isVisible: false)
    + formRow("Golf", "idCellValuePicker", isVisible: false)
    + formRow("Birthday", "idCellNormal", owning: 1)
    + formRow("Day", "idCellDatePicker", isVisible: false, value: "1990-12-31")
    + "</array></array></plist>\n"

  @Test func openingARowIsNoEdit() throws {
    let screen = try Screen(BrowserFormTests.form, rows: 24)
    #expect(screen.row(of: "Golf") == nil)
    try screen.click("Sport")
    screen.press(.enter)
    #expect(screen.row(of: "– Sport") != nil)
    #expect(screen.row(of: "Golf") != nil)
    #expect(screen.row(of: "Day") == nil)
    #expect(screen.content == BrowserFormTests.form)
    #expect(!screen.browser.session.isDirty)
    screen.press(.enter)
    #expect(screen.row(of: "Golf") == nil)
    #expect(!screen.browser.session.isDirty)
  }

  @Test func inAnAccordionOneRowIsOpen() throws {
    let screen = try Screen(BrowserFormTests.form, rows: 24)
    screen.press("A")
    try screen.click("Sport")
    screen.press(.enter)
    try screen.click("Birthday")
    screen.press(.enter)
    #expect(screen.row(of: "Golf") == nil)
    #expect(screen.row(of: "Day") != nil)
    #expect(screen.selected.contains("Birthday"))
  }

  @Test func choosingClosesTheRow() throws {
    let screen = try Screen(BrowserFormTests.form, rows: 24)
    try screen.click("Sport")
    screen.press(.enter)
    try screen.click("Golf")
    screen.press(.enter)
    #expect(screen.row(of: "Tennis") == nil)
    #expect(screen.text.contains("Golf"))
    #expect(screen.browser.session.isDirty)
    screen.press("u")
    #expect(screen.content == BrowserFormTests.form)
  }

  @Test func theCommandThatOpensIsAnEdit() throws {
    let screen = try Screen(BrowserFormTests.form, rows: 24)
    try screen.click("Sport")
    screen.press(.enter, ":")
    screen.type("expand '#1/Birthday'")
    screen.press(.enter)
    #expect(screen.content != BrowserFormTests.form)
    #expect(screen.row(of: "Day") != nil)
  }

  @Test func whatProgramsReadIsNotInTheCard() throws {
    let screen = try Screen(BrowserFormTests.form, columns: 100, rows: 30)
    try screen.click("Sport")
    #expect(screen.row(of: "isExpandable") == nil)
    #expect(screen.row(of: "cellIdentifier") == nil)
    screen.press("e")
    #expect(screen.row(of: "cellIdentifier") != nil)
  }

  @Test func anEmptyFieldHasASignInTheCard() throws {
    let screen = try Screen(BrowserFormTests.form, columns: 100, rows: 30)
    try screen.click("Sport")
    let row = try #require(screen.lines.first { $0.contains("value") })
    #expect(row.hasSuffix(" –"))
    screen.browser.settings.isASCII = true
    #expect(screen.lines.first { $0.contains("value") }?.hasSuffix(" -") == true)
  }

  @Test func hiddenRowsAreUnderNoLetterAndCountedAsSuch() throws {
    let screen = try Screen(BrowserFormTests.form, columns: 100, rows: 30)
    screen.press("b")
    #expect(screen.lines[0].hasSuffix("2 of 5 entries · 2 letters"))
    #expect(screen.row(of: "Golf") == nil)
  }

  @Test func oneSectionIsOne() throws {
    let screen = try Screen(BrowserFormTests.form, columns: 100, rows: 30, keys: .search)
    screen.type("tennis")
    #expect(screen.lines[0].hasSuffix("1 of 5 · 1 of 1 section"))
  }

  @Test(arguments: [6, 24])
  func aSliderHasAtLeastAValue(_ rows: Int) throws {
    let text = BrowserFormTests.settings(
      BrowserFormTests.row(
        "Slider", "Brightness of the screen",
        "<key>DefaultValue</key><real>0.25</real>"), BrowserFormTests.row("ToggleSwitch", "A", ""))
    let screen = try Screen(text, columns: 20, rows: rows)
    #expect(screen.text.contains("0.25"))
    #expect(screen.text.contains("Bright"))
    screen.press(.right)
    #expect(screen.text.contains("0.3"))
  }

  @Test func countsAgree() throws {
    let screen = try Screen(BrowserFormTests.form, rows: 24)
    #expect(screen.lines[0].contains("5 entries"))
    #expect(screen.text.contains("(5)"))
    try screen.click("Sport")
    screen.press(.enter)
    #expect(screen.lines[0].contains("5 entries"))
    #expect(screen.text.contains("(5)"))
  }

  @Test func aDateIsTypedAsItIsShown() throws {
    let screen = try Screen(BrowserFormTests.form, rows: 24)
    screen.browser.session.state.rowOptions.dateFormat = "d.M.y"
    screen.browser.follow()
    try screen.click("Birthday")
    screen.press(.enter, .down)
    #expect(screen.text.contains("31.12.1990"))
    screen.press(.enter, .control("u"))
    screen.type("24.11.2026")
    screen.press(.enter)
    #expect(screen.content.contains("<string>2026-11-24</string>"))
    screen.press(.enter, .control("u"))
    screen.type("2026-02-03")
    screen.press(.enter)
    #expect(screen.content.contains("<string>2026-02-03</string>"))
    screen.press(.enter, .control("u"))
    screen.type("31.2.2026")
    screen.press(.enter)
    #expect(screen.content.contains("<string>2026-02-03</string>"))
  }

  @Test func aDateFieldIsTypedAsItIsShown() throws {
    let list =
      "<plist version=\"1.0\"><array><dict><key>name</key><string>Ada</string>"
      + "<key>born</key><date>2020-01-01T12:00:00Z</date></dict></array></plist>\n"
    let screen = try Screen(list, rows: 24)
    screen.browser.session.state.rowOptions.dateFormat = "d.M.y"
    screen.press("e", .down, .enter, .control("u"))
    screen.type("24.11.2026")
    screen.press(.enter)
    #expect(screen.content.contains("<date>2026-11-2"))
  }

  @Test func aListHasNoFieldsOfItsNeighbours() throws {
    let list =
      "<plist version=\"1.0\"><dict><key>A</key><array><string>x</string></array>"
      + "<key>B</key><dict><key>inner</key><string>y</string></dict></dict></plist>\n"
    let screen = try Screen(list, rows: 24)
    try screen.click("A ")
    screen.press("e")
    #expect(screen.row(of: "inner") == nil)
  }

  @Test func aSingleValueIsChangedAndSoAreElements() throws {
    let file = Screen.data.appending(path: "Info.plist")
    let list = try String(contentsOf: file, encoding: .utf8)
      .replacing("CFBundleVersion", with: "CF.Version")
    let screen = try Screen(list, rows: 30)
    try screen.click("CF.Version")
    screen.press("e", .enter)
    screen.type("1")
    screen.press(.enter, .escape)
    try screen.click("CFBundleLocalizations")
    screen.press("e", .down, .enter)
    screen.type("-GB")
    screen.press(.enter, .escape)
    try screen.click("UIRequiresFullScreen")
    screen.press("e", " ")
    #expect(
      screen.content
        == list.replacing(">41<", with: ">411<").replacing(
          "\t\t<string>en<", with: "\t\t<string>en-GB<"
        )
        .replacing("<false/>", with: "<true/>"))
  }

  @Test func aRowThatWasFoundShowsWhatBelongsToIt() throws {
    let form = Screen.data.appending(path: "settings-form.plist")
    let screen = try Screen(try String(contentsOf: form, encoding: .utf8), rows: 30)
    let before = screen.content
    screen.press("/")
    screen.type("size")
    screen.press(.enter, .enter)
    #expect(screen.selected.hasPrefix("– Text size"))
    #expect(screen.text.contains("Slider"))
    #expect(screen.content == before)
  }

  @Test func aSecretIsMasked() throws {
    let screen = try BrowserFormTests.screen(selecting: "Secret")
    #expect(!screen.text.contains("hunter2"))
    screen.press("e")
    #expect(!screen.text.contains("hunter2"))
    screen.press(.escape, .enter)
    #expect(!screen.text.contains("hunter2"))
    screen.type("new")
    #expect(!screen.text.contains("new"))
    screen.press(.enter)
    #expect(screen.content.contains("<string>new</string>"))
    #expect(!screen.lines.joined().contains("'new'"))
  }
}
