import Catalogues
import TestHelpers
import Testing

@testable import Forms

@Suite("Values in forms")
struct FormValueCheckTests {
  /// The messages about rows of one section.
  private func messages(_ rows: [Plist]) throws -> [String] {
    let catalogue = try Catalogue([.array(rows)])
    return CatalogueCheck.findings(in: catalogue, also: [FormValueCheck()])
      .filter { $0.code == .formValue }.map(\.message)
  }

  private func row(
    _ title: String, _ kind: String, _ value: Plist, _ more: [(key: String, value: Plist)] = []
  ) -> Plist {
    let members: [(key: String, value: Plist)] = [
      ("primaryTitle", .text("string", title)), ("cellIdentifier", .text("string", kind)),
      ("value", value), ("isVisible", true), ("additionalRows", 0),
    ]
    return .dict(members + more)
  }

  @Test("values beyond bounds, that are no booleans, and second choices are found")
  func findings() throws {
    #expect(
      try messages([
        row("a", "slider", "11"), row("b", "slider", "x"),
        row("c", "slider", 3, [("minimum", 4), ("maximum", 5)]),
        row("d", "switch", "maybe"), row("e", "choice", "true"), row("f", "choice", true),
        row("g", "switch", ["x"]),
      ]) == [
        "11 is out of bounds: 0 to 10", "'x' is not a number", "3 is out of bounds: 4 to 5",
        "a switch is on or off, not 'maybe'", "'f' is chosen, but so is 'e'",
        "a switch is on or off",
      ])
  }

  @Test("values that can be entered are not found, nor choices of different rows")
  func accepted() throws {
    let owner: Plist = [
      "primaryTitle": "own", "cellIdentifier": "normal", "isVisible": true, "isExpanded": true,
      "additionalRows": 1,
    ]
    #expect(
      try messages([
        row("a", "slider", "10"), row("b", "slider", ""), row("c", "slider", 0),
        row("d", "switch", "off"), row("e", "switch", ""), row("f", "switch", 1),
        row("g", "choice", "true"), owner, row("h", "choice", "true"),
        row("i", "choice", "12"), row("j", "text", "maybe"),
      ]).isEmpty)
    #expect(
      try CatalogueCheck.findings(in: Catalogue(["a", "b"]), also: [FormValueCheck()]).isEmpty)
  }
}
