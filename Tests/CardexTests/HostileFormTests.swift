import TestHelpers
import Testing

/// Forms that are valid property lists, but that no program would write.
@Suite("Hostile forms")
struct HostileFormTests {
  @Test(
    "lists in place of numbers of rows end no command",
    arguments: [["show"], ["check"], ["search", "--all-fields", "x"], ["info"]])
  func listsOfRows(command: [String]) throws {
    let row = "<dict><key>isVisible</key><true/><key>additionalRows</key>"
    let rows =
      ["<integer>0</integer>", "<integer>0</integer>"]
      + [String](repeating: "<array/>", count: 20_000)
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      plist("<array>" + rows.map { row + $0 + "</dict>" }.joined(separator: "\n") + "</array>"),
      to: "form.plist")
    let outcome = try Tool.run(command + [file])
    #expect([0, 1].contains(outcome.status), "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
  }
}
