import Editing
import Foundation
import Platform
import PropertyLists
import SeededRandom
import Testing

/// Merges by entry held against those of `git merge-file`, which sees lines.
struct LineMergeTests {
  /// What has come of some pairs of branches.
  private struct Tally: CustomStringConvertible {
    var conflicts = 0
    var wrong = 0

    var description: String { "\(conflicts) conflicts, \(wrong) wrong" }
  }

  @Test func `fewer conflicts than by lines, and none wrong`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "cardex-merge-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let count = Rounds.areMany ? 72 : 6
    var (entries, lines) = (Tally(), Tally())
    for (index, kind) in RandomBranches.Kind.allCases.enumerated() {
      var (own, git) = (Tally(), Tally())
      for round in 0..<count {
        var random = RandomBranches(seed: UInt64(1000 * index + round))
        let base = random.model()
        let branches = [
          random.edits(of: base, kinds: [kind, kind, .insert], count: 3),
          random.edits(of: base, kinds: [kind, .change], count: 3),
        ]
        let indentation = random.below(6) == 0 ? "  " : "\t"
        let texts = [
          base.text(), base.applying(branches[0]).text(indentedBy: indentation),
          base.applying(branches[1]).text(),
        ]
        let expected = base.contents(ofMerged: branches[0], branches[1])
        let merged = try merge(texts[0], texts[1], texts[2])
        if !merged.conflicts.isEmpty {
          own.conflicts += 1
        } else if try !expected.contains(document(merged.text).content) {
          own.wrong += 1
        }
        switch try LineMergeTests.gitMerge(texts, in: folder) {
        case nil: git.conflicts += 1
        case let text?:
          let content = (try? document(text))?.content
          if content.map(expected.contains) != true { git.wrong += 1 }
        }
      }
      print("\(kind.rawValue): by entry \(own); by lines \(git); of \(count)")
      #expect(own.wrong == 0, "\(kind.rawValue)")
      entries.conflicts += own.conflicts
      lines.conflicts += git.conflicts
    }
    #expect(entries.conflicts * 2 < lines.conflicts)
  }

  /// The text that `git merge-file` makes of base, ours and theirs; `nil` if it has conflicts.
  private static func gitMerge(_ texts: [String], in folder: URL) throws -> String? {
    let files = try ["base", "ours", "theirs"].enumerated().map { index, name in
      let file = folder.appending(path: name)
      try Data(texts[index].utf8).write(to: file)
      return file.path()
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "merge-file", "-q", "-p", files[1], files[0], files[2]]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: output, as: UTF8.self) : nil
  }
}
