import Foundation
import SeededRandom
import Testing

/// Compares edits with a model of the property list written in another language, and with another
/// reader, Python's `plistlib`.
@Suite("What another reader finds after edits")
struct PlistlibTests {
  @Test(
    "plistlib reads what was asked for, and a single edit changes only the lines it is about",
    arguments: ["sections", "levels", "keyed", "strings", "records", "named"])
  func edits(_ shape: String) throws { try run("\(shape) 1 \(Rounds.of(20)) \(Rounds.of(20))") }

  /// With `CARDEX_FUZZ`, these are more than 10,000 edits.
  @Test(
    "plistlib reads what was asked for in binary files, and writes them to the byte",
    arguments: ["sections", "levels", "keyed", "strings", "records", "named"])
  func binaryEdits(_ shape: String) throws {
    try run("\(shape) 1 \(Rounds.of(15)) 0 binary")
  }

  @Test("what XML cannot say of a value is written as it was until the value is another")
  func originals() throws { try run("1 \(Rounds.of(28))", model: "originals_model.py") }

  /// With `CARDEX_FUZZ`, these are more than 10,000 edits.
  @Test("plistlib reads what was asked for by paths, and undoing leads back to the byte")
  func paths() throws { try run("1 \(Rounds.of(40)) 20", model: "paths_model.py") }

  /// With `CARDEX_FUZZ`, these are more than 10,000 edits of each.
  @Test(
    "comments and lines of JSON, OpenStep text and strings files stay, and what was asked for is read",
    arguments: ["jsonc", "jsonl", "openstep", "strings"])
  func trees(_ format: String) throws {
    try run("1 \(Rounds.of(60)) 20 \(format)", model: "trees_model.py")
  }

  @Test("tables are edited to the byte as a model says, and csv reads the same")
  func tables() throws { try run("1 \(Rounds.of(40)) 12", model: "tables_model.py") }

  @Test("cards are edited to the byte as a model says, and undoing leads back to the byte")
  func cards() throws { try run("1 \(Rounds.of(20)) 12", model: "cards_model.py") }

  private func run(_ arguments: String, model: String = "plistlib_model.py") throws {
    let model = URL(filePath: #filePath).deletingLastPathComponent().appending(path: model).path()
    let cardex = Tool.products.appending(path: "cardex").path()
    let outcome = try Tool.shell("python3 -B '\(model)' '\(cardex)' \(arguments)")
    #expect(outcome.errors == "")
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
  }
}
