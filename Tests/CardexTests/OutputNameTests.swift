import Foundation
import TestHelpers
import Testing

/// The names of files that are written, which say a format.
@Suite("Names of files that are written")
struct OutputNameTests {
  private let directory: TemporaryDirectory
  private let csv: String
  private let xml: String

  init() throws {
    directory = try TemporaryDirectory()
    csv = try directory.write("name,note;x\nAnna,1\nBo,\n", to: "a.csv")
    xml = try directory.write(
      "<plist><array><dict><key>name</key><string>Anna</string></dict></array></plist>",
      to: "a.plist")
  }

  private func run(_ arguments: [String], _ input: String = "") throws -> Tool.Outcome {
    try Tool.run(
      arguments, input: Data(input.utf8), environment: ["XDG_STATE_HOME": directory("state")])
  }

  private func content(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: directory(name))), as: UTF8.self)
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: directory(name))
  }

  @Test("an edited table is written as a table under such a name")
  func tables() throws {
    let words = ["/Bo", "note;x=a,b"]
    #expect(try run(["set", "-o", directory("b.csv"), csv] + words).status == 0)
    #expect(try content("b.csv") == "name,note;x\nAnna,1\nBo,\"a,b\"\n")
    #expect(try run(["set", "-o", directory("b.JSON"), csv] + words).status == 0)
    #expect(try content("b.JSON").hasPrefix("[\n"))
    #expect(try content("b.JSON").contains(#""note;x": "a,b""#))
    #expect(try run(["batch", "-e", "delete /Bo", "-o", directory("b.plist"), csv]).status == 0)
    #expect(try content("b.plist").hasPrefix("<?xml"))
    #expect(try run(["batch", "-e", "delete /Bo", "-o", directory("b.bplist"), csv]).status == 0)
    #expect(try content("b.bplist").hasPrefix("bplist00"))
    #expect(try content("a.csv") == "name,note;x\nAnna,1\nBo,\n")
  }

  @Test("what the format of the name cannot hold is said")
  func losses() throws {
    let outcome = try run(
      ["set", "-o", directory("b.csv"), xml, "/Anna", "photo:data=AAEC"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("csv has no data: 1 value of 'photo' left out"))
    #expect(try content("b.csv") == "name,photo\nAnna,\n")
  }

  @Test("a binary file becomes XML under its name, and characters that XML lacks stay in JSON")
  func originals() throws {
    let json = try directory.write(#"[{"name": "a\u0001"}, {"name": "b"}]"#, to: "a.json")
    #expect(try run(["rename", "-o", directory("b.json"), json, "/#2", "c"]).status == 0)
    #expect(try content("b.json").contains(#""a\u0001""#) && content("b.json").contains(#""c""#))
    #expect(try run(["rename", "-o", directory("b.bplist"), json, "/#2", "c"]).status == 0)
    #expect(
      try run(["rename", "-o", directory("c.xml"), directory("b.bplist"), "/#2", "d"]).status == 0)
    #expect(try content("c.xml").hasPrefix("<?xml") && content("c.xml").contains(">d<"))
  }

  @Test(
    "a name of another format is refused, and nothing is written",
    arguments: [
      ["set", "-o", "b.html", "a.plist", "/Anna", "x=1"],
      ["batch", "-e", "delete /Anna", "-o", "b.sql", "a.plist"], ["new", "b.rec"],
      ["new", "b.bplist"], ["merge", "-o", "b.csv", "a.plist", "a.plist", "a.plist"],
    ])
  func refused(_ words: [String]) throws {
    let names = ["a.plist", "b.html", "b.sql", "b.rec", "b.bplist", "b.csv"]
    let outcome = try run(words.map { names.contains($0) ? directory($0) : $0 })
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("name"))
    for name in names.dropFirst() { #expect(!exists(name), "\(name)") }
  }

  @Test("'save as' refuses the name of a format that a session cannot continue in")
  func saveAs() throws {
    let outcome = try run(
      ["shell", xml], "rename /Anna Bo\nsave as \(directory("b.json"))\nquit --discard\n")
    #expect(outcome.errors.contains("the name is that of JSON"))
    #expect(!exists("b.json"))
    let other = try run(
      ["shell", xml], "rename /Anna Bo\nsave as \(directory("b.xml"))\nquit\n")
    #expect(other.errors == "")
    #expect(try content("b.xml").contains("Bo"))
  }
}
