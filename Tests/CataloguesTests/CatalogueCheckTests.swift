import PropertyLists
import Testing

@testable import Catalogues

@Suite("Checks of catalogues")
struct CatalogueCheckTests {
  /// A section's worth of entries with nothing to find.
  private static let clean: Plist = [
    ["title": "A", "cars": [["name": "Audi", "since": "1909-07-16", "on": true]]],
    ["title": "B", "cars": [["name": "BMW", "since": "2024-02-29", "on": false]]],
  ]

  private static func findings(_ plist: Plist) throws -> [String] {
    try CatalogueCheck.findings(in: Catalogue(plist)).map(\.code.rawValue)
  }

  @Test("a clean catalogue has no findings", arguments: [clean, [], [:], ["a", "b"], "x"])
  func nothing(plist: Plist) throws {
    #expect(try Self.findings(plist) == [])
  }

  @Test(
    "each thing that deserves a look is found, and nothing else",
    arguments: [
      ("duplicate-key", [["name": "a", "name": "b"], ["name": "c"]]),
      ("duplicate-label", ["Audi", "BMW", "AUDI"]),
      ("duplicate-label", [["name": "Škoda"], ["name": "skoda"]]),
      (
        "duplicate-title",
        [["t": "A", "items": ["x"]], ["t": "B", "items": ["y"]], ["t": "a", "items": ["z"]]]
      ),
      ("missing-label", [["name": "a"], ["flag": true]]), ("missing-label", ["a", ""]),
      ("missing-label", ["a", " "]), ("missing-label", ["a", .data]),
      ("missing-title", [["t": "A", "items": ["x"]], ["items": ["y"]]]),
      ("missing-title", [["t": "A", "items": ["x"]], ["t": "", "items": ["y"]]]),
      ("empty-section", ["A": ["x"], "B": []]),
      ("empty-section", [["t": "A", "items": ["x"]], ["t": "B", "items": []]]),
      (
        "changing-type",
        [["name": "a", "tel": "1"], ["name": "b", "tel": "2"], ["name": "c", "tel": 3]]
      ),
      ("impossible-date", ["2023-02-29", "x"]),
      ("impossible-date", [["name": "a", "d": "2023-13-01"], ["name": "b"]]),
      ("impossible-date", ["2023-04-31 10:00", "x"]),
      ("impossible-date", ["2023-00-10T10:00:00", "x"]),
      ("space-at-edge", ["a ", "b"]), ("space-at-edge", ["\u{A0}a", "b"]),
      ("space-at-edge", ["\na", "b"]),
      ("space-at-edge", [["name ": "a"], ["name ": "b"]]),
      ("space-at-edge", ["one ": "1", "two": "2"]),
      ("control-character", ["a\u{202E}b", "c"]),
      ("control-character", [["name": "a", "text": "x\u{85}"], ["name": "b"]]),
      ("control-character", [["name": "a", "text": "y"], ["text": "\u{9B}"]]),
    ] as [(String, Plist)])
  func single(code: String, plist: Plist) throws {
    // A key that names an entry is a label, too.
    #expect(try Set(Self.findings(plist)) == [code])
  }

  @Test(
    "what only looks like it is not found",
    arguments: [
      ["2024-02-29", "2023-02-30x", "12023-02-30", "2023-2-30"], ["a\nb", "c\td"],
      [["name": "a", "on": true], ["name": "b", "on": false]], [["x"], ["y"]],
      ["müller", "möller"],
    ] as [Plist])
  func lookalikes(plist: Plist) throws {
    #expect(try Self.findings(plist) == [])
  }

  @Test("text that is declared otherwise but is UTF-8 is doubtful")
  func doubtfulEncoding() throws {
    func codes(_ encoding: String, _ text: [UInt8]) throws -> [Finding.Code] {
      let start = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><plist><array><string>"
      let bytes = Array(start.utf8) + text + Array("</string></array></plist>".utf8)
      let document = try PropertyListDocument(FileBytes(bytes))
      return try CatalogueCheck.findings(in: Catalogue(document)).map(\.code)
    }
    #expect(try codes("ISO-8859-15", Array("Citroën".utf8)) == [.doubtfulEncoding])
    #expect(try codes("ISO-8859-15", [0x43, 0xEB, 0x6E]).isEmpty)
    #expect(try codes("UTF-8", Array("Citroën".utf8)).isEmpty)
    #expect(try codes("ISO-8859-15", Array("plain".utf8)).isEmpty)
  }

  @Test("findings come in the order of the document and say where they are")
  func order() throws {
    let catalogue = try Catalogue([
      ["t": "A", "items": ["x ", "X"]], ["t": "B", "items": []], ["items": ["2023-02-30", "y"]],
    ])
    let findings = CatalogueCheck.findings(in: catalogue)
    #expect(
      findings.map(\.code) == [.spaceAtEdge, .emptySection, .missingTitle, .impossibleDate])
    #expect(findings.map(\.item) == [.entry(0), .section(2), .section(3), .entry(2)])
    #expect(findings.map(\.node) == findings.map(\.node).sorted())
    #expect(findings[3].message == "'2023-02-30' is a date that does not exist")
    #expect(catalogue.document.text(of: findings[0].node) == "x ")
  }

  @Test("a duplicate names what it is like")
  func duplicates() throws {
    let findings = try CatalogueCheck.findings(in: Catalogue([["a", "B", "b", "B"], ["a"]]))
    #expect(findings.map(\.message) == ["'b' is like #1/#2", "'B' is like #1/#2"])
  }

  @Test("the type that is not usual is the one that is found, once for each value")
  func types() throws {
    let findings = try CatalogueCheck.findings(
      in: Catalogue([
        ["name": "a", "tel": 1], ["name": "b", "tel": 2], ["name": "c", "tel": "3"],
        ["name": "d", "tel": true],
      ]))
    #expect(
      findings.map(\.message) == [
        "'tel' is string here and integer in most entries",
        "'tel' is boolean here and integer in most entries",
      ])
    #expect(findings.map(\.item) == [.entry(2), .entry(3)])
  }

  @Test("a key with a space at an end is found once, however often it stands")
  func keyEdges() throws {
    let row: Plist = ["name ": "x", "tel": "1"]
    let findings = try CatalogueCheck.findings(
      in: Catalogue([row, ["name ": "y", "tel": "2"], ["name ": "z", "tel": "3"]]))
    #expect(findings.map(\.code) == [.spaceAtEdge])
  }
}
