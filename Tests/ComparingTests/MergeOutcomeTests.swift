import Comparing
import Foundation
import PropertyLists
import SeededRandom
import Testing

/// What holds for every merge, also with conflicts: each side's version of all of them is a list in which
/// nothing is missing that nobody has deleted, and nothing is twice.
struct MergeOutcomeTests {
  /// A marked text with one version of all conflicts.
  private func text(_ marked: String, with side: Side) -> String {
    var here: Side?
    return marked.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      switch line.prefix(7) {
      case "<<<<<<<": here = .ours
      case "=======": here = .theirs
      case ">>>>>>>": here = nil
      default: return here == nil || here == side
      }
      return false
    }.joined(separator: "\n")
  }

  private enum Side { case ours, theirs }

  /// How often texts are in a property list, as values.
  private func counts(_ text: String, _ isCounted: (String) -> Bool) -> [String: Int] {
    text.split { "<>".contains($0) }.map(String.init).filter(isCounted).reduce(into: [:]) {
      $0[$1, default: 0] += 1
    }
  }

  private func value(_ text: String) throws -> Value {
    let document = try document(text)
    return Value(document.root, document)
  }

  @Test(arguments: 0..<Rounds.of(UInt64(150)), EntryBranches.Likeness.allCases)
  func `every decision gives a list of both sides' values`(
    seed: UInt64, likeness: EntryBranches.Likeness
  ) throws {
    var random = EntryBranches(seed: seed, likeness)
    let base = random.lists()
    let ours = base.applying(random.edits(of: base, side: "ours"))
    let theirs = base.applying(random.edits(of: base, side: "theirs"))
    let marked = try merge(base.text, ours.text, theirs.text)
    let decided = try [MergeOptions.Resolution.ours, .theirs, .union].map { resolution in
      try merge(base.text, ours.text, theirs.text) { $0.resolution = resolution }.text
    }
    // Choosing one side at all markers is the same as asking for it.
    #expect(try value(text(marked.text, with: .ours)) == value(decided[0]))
    #expect(try value(text(marked.text, with: .theirs)) == value(decided[1]))
    _ = try value(decided[2])
    #expect(marked.text.contains("<<<<<<<") == !marked.conflicts.isEmpty)
    for (name, side, own) in [("ours", ours, decided[0]), ("theirs", theirs, decided[1])] {
      func isSet(_ text: String) -> Bool { text.hasPrefix(name) && text.hasSuffix(".") }
      let wanted = counts(side.text, isSet)
      #expect(counts(own, isSet) == wanted, "what \(name) has set")
      if marked.conflicts.isEmpty { #expect(counts(marked.text, isSet) == wanted) }
    }
    if likeness == .equal { return }
    for (number, mark) in base.marks
    where ours.marks[number] == mark && theirs.marks[number] == mark {
      for text in decided {
        #expect(counts(text) { $0 == mark } == [mark: 1], "\(mark)\n\(text)")
      }
    }
  }
}
