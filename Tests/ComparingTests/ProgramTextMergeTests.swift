import Comparing
import Platform
import PropertyLists
import SeededRandom
import TestHelpers
import Testing

/// Merges of files as other programs write them: they say what a merge of the same values in XML says, in the
/// manner of the program.
struct ProgramTextMergeTests {
  private func written(_ model: Model, by program: ProgramText) throws -> [UInt8] {
    program.text(of: try document(model.text()))
  }

  private func merge(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ program: ProgramText,
    _ resolution: MergeOptions.Resolution = .marked
  ) throws -> (text: [UInt8], conflicts: [MergeConflict]) {
    func read(_ text: [UInt8]) throws -> PropertyListDocument {
      try PropertyListDocument(FileBytes(text), format: program.format)
    }
    var options = MergeOptions()
    options.resolution = resolution
    let own = try read(ours)
    let merge = TreeMerge(base: try read(base), ours: own, theirs: try read(theirs), options)
    if resolution == .marked, !merge.conflicts.isEmpty { return ([], merge.conflicts) }
    merge.apply()
    var text: [UInt8] = []
    try own.writeFile { text += $0 }
    return (text, merge.conflicts)
  }

  private func content(_ text: [UInt8], _ program: ProgramText) throws -> [String] {
    try PropertyListDocument(FileBytes(text), format: program.format).content
  }

  @Test(arguments: ProgramText.allCases)
  func `what is merged does not depend on the program`(_ program: ProgramText) throws {
    var clean = 0
    for seed in 0..<UInt64(Rounds.of(40)) {
      var random = RandomBranches(seed: seed)
      let base = random.model()
      let kinds = RandomBranches.Kind.allCases
      let ours = random.edits(of: base, kinds: kinds, count: random.below(4) + 1)
      let theirs = random.edits(of: base, kinds: kinds, count: random.below(4) + 1)
      let (own, other) = (base.applying(ours), base.applying(theirs))
      let texts = try [base, own, other].map { try written($0, by: program) }
      let comment = "\(seed) \(ours) | \(theirs)"
      let wanted = try ComparingTests.merge(base.text(), own.text(), other.text())
      let merged = try merge(texts[0], texts[1], texts[2], program)
      #expect(
        merged.conflicts.map(\.kind.rawValue) == wanted.conflicts.map(\.kind.rawValue),
        "\(comment)")
      for resolution in [MergeOptions.Resolution.ours, .theirs, .union] {
        let text = try merge(texts[0], texts[1], texts[2], program, resolution).text
        let xml = try ComparingTests.merge(base.text(), own.text(), other.text()) {
          $0.resolution = resolution
        }
        #expect(try content(text, program) == document(xml.text).content, "\(comment)")
      }
      guard merged.conflicts.isEmpty else { continue }
      clean += 1
      let result = try content(merged.text, program)
      #expect(base.contents(ofMerged: ours, theirs).contains(result), "\(comment)")
    }
    #expect(clean > Rounds.of(10))
  }

  @Test(arguments: ProgramText.allCases)
  func `one side alone is that side`(_ program: ProgramText) throws {
    var isSame = 0
    for seed in 0..<UInt64(Rounds.of(40)) {
      var random = RandomBranches(seed: seed)
      let base = random.model()
      let edits = random.edits(of: base, kinds: RandomBranches.Kind.allCases, count: 4)
      let texts = try [base, base.applying(edits)].map { try written($0, by: program) }
      let comment = "\(seed) \(edits)"
      for (ours, theirs) in [(1, 0), (1, 1)] {
        #expect(
          try merge(texts[0], texts[ours], texts[theirs], program).text == texts[1], "\(comment)")
      }
      let merged = try merge(texts[0], texts[0], texts[1], program)
      #expect(merged.conflicts.isEmpty, "\(comment)")
      #expect(try content(merged.text, program) == content(texts[1], program), "\(comment)")
      // A list that becomes empty is written in the manner of ours, and what was first on the line of its list
      // stays without a line end.
      let hasEmptyList = base.applying(edits).sections.contains(where: \.entries.isEmpty)
      if program != .hand, !hasEmptyList {
        #expect(merged.text == texts[1], "\(comment)")
        isSame += 1
      }
    }
    #expect(program == .hand || isSame > Rounds.of(10))
  }
}
