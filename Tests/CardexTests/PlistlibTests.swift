import Foundation
import SeededRandom
import Testing

/// Compares edits with a model of the property list written in another language, and with another
/// reader, Python's `plistlib`.
@Suite("What another reader finds after edits")
struct PlistlibTests {
  /// Models with how many files each edits, in how many edits, and in which format.
  ///
  /// With `CARDEX_FUZZ=20`, these are more than 10,000 edits of each.
  private static let models: [(model: String, files: Int, edits: Int, formats: [String])] =
    ["sections", "levels", "keyed", "strings", "records", "named"].flatMap { shape in
      [("plistlib", 20, 12, [shape]), ("plistlib", 15, 12, [shape, "binary"])]
    } + [("originals", 28, 9, []), ("paths", 40, 20, [])]
    + ["jsonc", "jsonl", "openstep", "strings"].map { ("trees", 60, 20, [$0]) }
    + [("tables", 40, 12, []), ("cards", 20, 12, [])]

  @Test(
    "other readers find what was asked for, and the bytes are those that a model says",
    arguments: models.indices)
  func edits(_ index: Int) throws { try run(index, Tool.program) }

  /// Debug builds check bounds, overflow and assertions.
  @Test(
    "so they do after edits by a debug build", .enabled(if: Tool.isRelease, "the others run it"),
    arguments: models.indices)
  func debugEdits(_ index: Int) throws { try run(index, Tool.debugProgram, files: 3) }

  private func run(_ index: Int, _ program: URL, files: Int? = nil) throws {
    let (model, usual, edits, formats) = Self.models[index]
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let script = folder.appending(path: model + "_model.py").path()
    let outcome = try Tool.runOther(
      ["python3", "-B", script, program.path(), "1", "\(files ?? Rounds.of(usual))", "\(edits)"]
        + formats, environment: [:])
    #expect(outcome.errors == "", "\(model) \(formats)")
    #expect(outcome.output == "", "\(model) \(formats)")
    #expect(outcome.status == 0, "\(model) \(formats)")
  }
}
