import Foundation
import TestHelpers
import Testing

/// Filing under letters according to a user's readings.
@Suite struct FilingReadingsTests {
  private let directory: TemporaryDirectory
  private let environment: [String: String]

  /// - Parameter readings: The content of the user's file.
  private init(readings: String) throws {
    directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      at: directory.url.appending(path: "cardex"), withIntermediateDirectories: true)
    try Data(readings.utf8).write(to: directory.url.appending(path: "cardex/readings"))
    environment = ["XDG_CONFIG_HOME": directory.url.path()]
  }

  init() throws { try self.init(readings: "奥迪 wo di\n") }

  private func file() throws -> String {
    try directory.write(
      plist(
        """
        <array>
        <dict><key>title</key><string>A</string><key>cars</key>
          <array><dict><key>name</key><string>奥迪</string></dict>
            <dict><key>name</key><string>Audi</string></dict>
            <dict><key>name</key><string>Aiways</string></dict></array></dict>
        <dict><key>title</key><string>W</string><key>cars</key>
          <array><dict><key>name</key><string>五菱</string></dict></array></dict>
        </array>
        """), to: "cars.plist")
  }

  @Test("every view and edit files by them")
  func views() throws {
    let file = try file()
    let shown = try Tool.run(
      ["sections", "--by-letter", "--locale", "zh", file], environment: environment)
    #expect(shown.output == "A\t2\nW\t2\n")
    let checked = try Tool.run(["check", file], environment: environment)
    #expect(checked.output.contains("奥迪"))
    let built = try Tool.run(
      ["batch", "-e", "section build", "-e", "show W", file], environment: environment)
    #expect(built.status == 0)
    #expect(built.output.contains("W  (2)"))
  }

  @Test(
    "invalid readings are an error, and nothing is filed",
    arguments: [
      ["show", "--by-letter"], ["sections", "--by-letter"], ["check"],
      ["batch", "-e", "section build"],
      ["batch", "-e", "set by-letter on"],
    ])
  func wrong(command: [String]) throws {
    let broken = try FilingReadingsTests(readings: "奥迪 wo di\n奥迪 wo d1\n")
    let outcome = try Tool.run(command + [try broken.file()], environment: broken.environment)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("cardex/readings:2:"))
    #expect(outcome.output == "")
  }
}
