import Catalogues
import Foundation
import PropertyLists
import SeededRandom
import TestHelpers
import Testing

@testable import Editing
@testable import Language

/// After every command a session shows what a reader of the bytes that it would write shows: values, rows and
/// what is found, in files as other programs write them.
@Suite struct WrittenTruthTests {
  /// How often what was compared.
  private struct Counts {
    var values = 0
    var rows = 0
    var found = 0
    var edits = 0
  }

  @Test(arguments: ProgramText.allCases)
  func `a session shows what it would write`(_ program: ProgramText) throws {
    var counts = Counts()
    for seed in 0..<UInt64(Rounds.of(40)) {
      var random = RandomPlist(seed: seed)
      var model = program.written(of: random.catalogue().withoutRepeatedKeys)
      if case .element = model { model = .array([model]) }
      let xml = try PropertyListDocument(FileBytes("<plist>\(model.xml)</plist>".utf8))
      try walk(program.text(of: xml), program.fileName, seed, &counts)
    }
    #expect(counts.values > Rounds.of(200) && counts.rows > Rounds.of(100))
    #expect(counts.edits > Rounds.of(100) && counts.found > Rounds.of(100))
  }

  private func walk(
    _ text: [UInt8], _ name: String, _ seed: UInt64, _ counts: inout Counts
  ) throws {
    let catalogue = try EditedCatalogue(text, name: name)
    let output = RecordingOutput()
    let session = try catalogue.session(output)
    // What is imported is like the catalogue, or not.
    var random = RandomPlist(seed: seed / 2)
    let other = catalogue.directory.appending(path: "other.plist")
    let xml = "<plist>\(random.catalogue().withoutRepeatedKeys.xml)</plist>"
    try Data(xml.utf8).write(to: other)
    var commands = RandomCommands(session, seed: seed)
    var lines: [String] = []
    for _ in 0..<12 {
      let line =
        switch commands.index(9) {
        case 0: commands.undoOrRedo()
        case 1, 2, 3: commands.path()
        case 4 where commands.index(3) == 0: "save"
        case 5 where commands.index(3) == 0:
          "import \(other.path())\(["", " --match=name", " --match=label"][commands.index(3)])"
        default: commands.edit()
        }
      let isDone = (try? session.run(line)) != nil
      if isDone, line != "save" { counts.edits += 1 }
      lines.append(line + (isDone ? "" : "  # fails"))
      let trace =
        "\(seed)\n\(String(decoding: text, as: UTF8.self))\n\(lines.joined(separator: "\n"))"
      guard let bytes = written(session, trace) else { continue }
      try compare(session, with: bytes, name, trace, &counts)
    }
  }

  /// The bytes that would be saved; `nil` if the format does not have what was edited.
  private func written(_ session: Session, _ trace: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    do throws(FileWritingError<Never>) {
      try session.catalogue.document.writeFile { (piece) throws(Never) in bytes += piece }
      return bytes
    } catch {
      // What would be read otherwise than it was edited is a fault in itself.
      switch error {
      case .unwritable(.value), .unwritable(.character): break
      default: Issue.record("\(error)\n\(trace)")
      }
      return nil
    }
  }

  private func compare(
    _ session: Session, with bytes: [UInt8], _ name: String, _ trace: String,
    _ counts: inout Counts
  ) throws {
    let written = "\(trace)\n\(String(decoding: bytes, as: UTF8.self))"
    let other = try EditedCatalogue(bytes, name: name).session(RecordingOutput())
    let again = other.catalogue.document
    let live = try PropertyListDocument(current: session.catalogue.document)
    let tokens = live.tokens(of: live.root).map { token in
      // OpenStep text has no numbers: they are written as texts.
      let number = ["integer ", "real "].first {
        again.source.format == .openStep && token.hasPrefix($0)
      }
      return number.map { "string " + token.dropFirst($0.count) } ?? token
    }
    #expect(tokens == again.tokens(of: again.root), "\(written)")
    counts.values += 1
    // What is read as sections and entries is decided anew when a file is read.
    let (shape, otherShape) = (session.catalogue.shape, other.catalogue.shape)
    guard session.reads(like: other), shape.rootPath == otherShape.rootPath,
      shape.isForm == otherShape.isForm, shape.detailKeys == otherShape.detailKeys
    else { return }
    counts.rows += 1
    #expect(session.tree == other.tree, "\(written)")
    for word in ["a", "1", "new"] {
      let found = try session.found(word)
      #expect(try found == other.found(word), "\(word) \(written)")
      if !found.isEmpty { counts.found += 1 }
    }
  }
}

extension ProgramText {
  fileprivate var fileName: String {
    switch format {
    case .json: "list.json"
    case .openStep: "list.openstep"
    default: "list.plist"
    }
  }
}

extension Session {
  /// The addresses of the entries that `find` lists.
  fileprivate func found(_ word: String) throws -> [String] {
    let before = listing
    defer { listing = before }
    try run("find --all-fields \(word)")
    return listing.items.map { book.address(of: $0) }
  }
}
