import PropertyLists
import SeededRandom
import TestHelpers
import Testing

@testable import Catalogues

/// Edits by paths of files as programs write them.
@Suite struct ProgramTextEditTests {
  /// A random property list as a program writes it, and what it says.
  private func file(
    _ program: ProgramText, _ random: inout RandomPlist
  ) throws -> (model: Plist, document: PropertyListDocument) {
    var model = program.written(of: random.catalogue().withoutRepeatedKeys)
    // The root of these is a dictionary or a list.
    if case .element = model { model = .array([model]) }
    let xml = try PropertyListDocument(FileBytes("<plist>\(model.xml)</plist>".utf8))
    return (
      model, try PropertyListDocument(FileBytes(program.text(of: xml)), format: program.format)
    )
  }

  private func text(_ document: PropertyListDocument) throws -> [UInt8] {
    if document.source.format != .xml { return try document.patchedText() }
    var text: [UInt8] = []
    document.forEachPiece { text += $0 }
    return text
  }

  private func expectSame(
    _ text: [UInt8], _ model: Plist, _ program: ProgramText, _ comment: String
  ) throws {
    let result = try PropertyListDocument(FileBytes(text), format: program.format)
    let wanted = try PropertyListDocument(FileBytes("<plist>\(model.xml)</plist>".utf8))
    #expect(
      result.tokens(of: result.root) == wanted.tokens(of: wanted.root),
      "\(comment) \(String(decoding: text, as: UTF8.self))")
  }

  @Test(arguments: ProgramText.allCases)
  func `edits agree with a model`(_ program: ProgramText) throws {
    var count = 0
    for seed in 0..<UInt64(Rounds.of(40)) {
      var random = RandomPlist(seed: seed)
      var (model, document) = try file(program, &random)
      try expectSame(try text(document), model, program, "read \(seed)")
      var tree = EditedTree(document)
      var edits: [TreeEdit] = []
      for _ in 0..<random.below(12) {
        let edit = try EditedTreeTests.edit(of: model, &random)
        guard let expected = EditedTreeTests.made(edit, in: model) else {
          #expect(throws: PathError.self) { _ = try tree.make(edit) }
          continue
        }
        _ = try tree.make(edit)
        model = expected
        edits.append(edit)
      }
      count += edits.count
      let result = try tree.withText { try text(document) }
      try expectSame(result, model, program, "\(seed) \(edits)")
    }
    #expect(count > Rounds.of(40))
  }

  @Test(arguments: ProgramText.allCases.filter(\.hasLines))
  func `another text changes one line`(_ program: ProgramText) throws {
    var count = 0
    for seed in 0..<UInt64(Rounds.of(60)) {
      var random = RandomPlist(seed: seed)
      let (model, document) = try file(program, &random)
      let path = EditedTreeTests.path(in: model, &random)
      let before = try text(document)
      var tree = EditedTree(document)
      guard let value = try? tree.value(at: path), document.kind(of: value) == .string else {
        continue
      }
      _ = try tree.make(.set([PathAssignment(path, type: .string, value: "ü & \"x\" / y")]))
      let after = try tree.withText { try text(document) }
      let (old, new) = (before.split(separator: 0x0A), after.split(separator: 0x0A))
      #expect(old.count == new.count, "\(path.text)")
      #expect(zip(old, new).count { $0 != $1 } == 1, "\(path.text)")
      count += 1
    }
    #expect(count > Rounds.of(60) / 10)
  }
}
