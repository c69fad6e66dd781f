import Foundation
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

  @Test func choicesAreListed() throws {
    let screen = try BrowserFormTests.screen(selecting: "Colour")
    screen.press(.enter)
    #expect(screen.lines.last?.contains("Red, Green") == true)
    screen.press(.up, .up, .enter)
    #expect(screen.content.contains("<string>g</string><key>Titles"))
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
