import Foundation
import Testing

@testable import Browser

/// Forms and settings on the full screen.
@Suite("Forms on the screen")
struct BrowserFormTests {
  private static func data(_ name: String) throws -> String {
    let data = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: name)
    return try String(contentsOf: data, encoding: .utf8)
  }

  @Test func settingsAreOperated() throws {
    let screen = try Screen(try BrowserFormTests.data("Data/settings-form.plist"), rows: 40)
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

  @Test func aSwitchTurns() throws {
    let screen = try Screen(BrowserFormTests.sample, rows: 24)
    screen.press("'", " ")
    let row = try #require(screen.row(of: "Sounds"))
    screen.mouse(.press, row: row, column: 5)
    screen.mouse(.release, row: row, column: 5)
    screen.press(" ")
    #expect(screen.content.contains("<false/>"))
    screen.press(.enter)
    #expect(!screen.content.contains("<false/>"))
  }

  @Test func aSliderSlides() throws {
    let screen = try Screen(BrowserFormTests.sample, rows: 24)
    let row = try #require(screen.row(of: "Volume"))
    screen.mouse(.press, row: row, column: 5)
    screen.mouse(.release, row: row, column: 5)
    screen.press(.right)
    #expect(screen.content.contains("<real>0.55</real>"))
    screen.press(.left, .left)
    #expect(screen.content.contains("<real>0.45</real>"))
  }

  @Test func choicesAreListed() throws {
    let screen = try Screen(BrowserFormTests.sample, rows: 24)
    let row = try #require(screen.row(of: "Colour"))
    screen.mouse(.press, row: row, column: 5)
    screen.mouse(.release, row: row, column: 5)
    screen.press(.enter)
    #expect(screen.lines.last?.contains("Red, Green") == true)
    screen.press(.up, .up, .enter)
    #expect(screen.content.contains("<string>g</string><key>Titles"))
  }

  @Test func aSecretIsMasked() throws {
    let screen = try Screen(BrowserFormTests.sample, rows: 24)
    let row = try #require(screen.row(of: "Secret"))
    screen.mouse(.press, row: row, column: 5)
    screen.mouse(.release, row: row, column: 5)
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
