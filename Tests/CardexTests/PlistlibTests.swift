import Foundation
import Testing

/// Compares edits with a model of the property list written in another language, and with another
/// reader, Python's `plistlib`.
@Suite("What another reader finds after edits")
struct PlistlibTests {
  @Test(
    "plistlib reads what was asked for, and a single edit changes only the lines it is about",
    arguments: ["sections", "levels", "keyed", "strings", "records", "named"])
  func edits(_ shape: String) throws {
    let model = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "plistlib_model.py").path()
    let cardex = Tool.products.appending(path: "cardex").path()
    let outcome = try Tool.shell("python3 -B '\(model)' '\(cardex)' \(shape) 1 80 80")
    #expect(outcome.errors == "")
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
  }
}
