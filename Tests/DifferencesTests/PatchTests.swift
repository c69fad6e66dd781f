import Foundation
import SeededRandom
import Testing

@testable import Editing

@Suite("GNU patch")
struct PatchTests {
  /// Writes the old texts under their names and applies all diffs at once.
  private static func patched(
    _ cases: [(name: String, old: [UInt8], new: [TextPiece])], context: Int
  ) throws -> [[UInt8]] {
    let directory = FileManager.default.temporaryDirectory.appending(path: "cardex-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    var diffs: [UInt8] = []
    for (name, old, new) in cases {
      try Data(old).write(to: directory.appending(path: name))
      diffs += unifiedDiff(
        from: old, to: new, context: context, oldName: name, newName: name)
    }
    let input = directory.appending(path: "patch")
    try Data(diffs).write(to: input)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["patch", "--quiet", "--fuzz=0", "-p0", "-i", "patch"]
    process.currentDirectoryURL = directory
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try cases.map { try Array(Data(contentsOf: directory.appending(path: $0.name))) }
  }

  @Test("patch turns the old text into the new one", arguments: [0, 1, 3])
  func application(context: Int) throws {
    var edits = RandomEdits(seed: UInt64(100 + context))
    let cases = (0..<300).map { number in
      let old = edits.text(upTo: 60)
      return ("file\(number)", old, edits.pieces(of: old, edits: edits.below(10)))
    }
    let results = try Self.patched(cases, context: context)
    for (result, (name, old, new)) in zip(results, cases) {
      try #require(result == assembled(new, from: old), "\(name)")
    }
  }

  @Test("patch finds files by their names as they are written")
  func names() throws {
    let names = [
      "plain", "with blanks in it", " blank first", "blank last ", "\"quoted\"", "back\\slash",
      "tab\tin it", "line\nend", "escape\u{1B}\u{7F}", "Ünï cödé 奥迪",
    ]
    let cases = names.enumerated().map { number, name in
      (name, Array("a\n\(number)\n".utf8), [TextPiece.kept(0..<2), .added(Array("b\n".utf8))])
    }
    for result in try Self.patched(cases, context: 3) { #expect(result == Array("a\nb\n".utf8)) }
  }
}
