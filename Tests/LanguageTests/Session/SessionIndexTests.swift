import Catalogues
import Foundation
import ICUText
import Readings
import Searching
import Storage
import Testing

@testable import Editing
@testable import Language

@Suite("Finding with an index")
struct SessionIndexTests {
  /// A policy that makes indexes of few entries, and often.
  static let eager = {
    var policy = LiveIndex.Policy()
    policy.leastEntries = 0
    policy.mostRecent = 2
    policy.mostChanged = (6, 4)
    return policy
  }()

  /// A store of indexes in memory.
  final class MemoryIndexes: SessionIndexes {
    private(set) var kept: [(identity: FileIdentity, index: CatalogueIndex)] = []
    private(set) var used = 0

    func index(of identity: FileIdentity) -> CatalogueIndex? {
      let index = kept.last { $0.identity == identity }?.index
      if index != nil { used += 1 }
      return index
    }

    func keep(
      _ index: CatalogueIndex, of catalogue: Catalogue, readings table: ReadingTable,
      _ identity: FileIdentity
    ) {
      kept.append((identity, index))
    }
  }

  @Test(
    "a session with an index and one without print the same",
    arguments: EditedCatalogue.fixtures, 0..<4 as Range<UInt64>)
  func agreement(fixture: String, seed: UInt64) throws {
    let (catalogue, other) = (
      try EditedCatalogue(fixture: fixture), try EditedCatalogue(fixture: fixture)
    )
    let (output, otherOutput) = (RecordingOutput(), RecordingOutput())
    let indexes = MemoryIndexes()
    if seed % 2 == 0 {
      // A first session leaves an index of the file.
      let first = try catalogue.session(output, indexes: indexes, indexPolicy: Self.eager)
      try first.run("find a --count")
      #expect(indexes.kept.count == 1)
      _ = output.take()
    }
    let session = try catalogue.session(output, indexes: indexes, indexPolicy: Self.eager)
    let plain = try other.session(otherOutput)
    var random = RandomCommands(session, seed: seed)
    for step in 0..<40 {
      let letters = ["a", "e", "i", "o", "9"]
      let line =
        switch random.index(8) {
        case 0, 1: random.look()
        case 2: random.undoOrRedo()
        case 3:
          ["save", "refresh", "revert", "find e --count -v", "find --readings b"][random.index(5)]
        default: random.edit()
        }
      for command in [line, "find \(letters[random.index(5)])\(step % 3 == 0 ? " -v" : "")"] {
        run(command, session, output)
        run(command, plain, otherOutput)
        let place = other.directory.path()
        let said = output.take().replacing(catalogue.directory.path(), with: place)
        try #require(said == otherOutput.take(), "step \(step): \(command)")
      }
    }
  }

  private func run(_ line: String, _ session: Session, _ output: RecordingOutput) {
    do throws(SessionError) {
      try session.run(line)
    } catch {
      try? output.write("\(error.message)\n")
    }
  }

  private func said(_ line: String, _ session: Session, _ output: RecordingOutput) -> String {
    run(line, session, output)
    return output.take()
  }

  @Test("what edits did is found, what they took away is not")
  func edits() throws {
    let catalogue = try EditedCatalogue(fixture: "words")
    let output = RecordingOutput()
    let session = try catalogue.session(output, indexPolicy: Self.eager)
    session.reportsEdits = false
    #expect(said("find zebra --count", session, output) == "0\n")
    _ = said("show", session, output)
    #expect(said("rename 1 zebra", session, output) == "")
    #expect(said("find ZEBRA --count", session, output) == "1\n")
    #expect(said("undo", session, output) == "")
    #expect(said("find zebra --count", session, output) == "0\n")
    #expect(said("redo", session, output) == "")
    #expect(said("find zebra --count", session, output) == "1\n")
    #expect(said("save", session, output) == "")
    #expect(said("find zebra --count", session, output) == "1\n")
    #expect(said("refresh", session, output) == "")
    #expect(said("find zebra --count", session, output) == "1\n")
    #expect(said("delete --all zebra", session, output) == "")
    #expect(said("find zebra --count", session, output) == "0\n")
    #expect(said("revert", session, output) == "")
    #expect(said("find zebra --count", session, output) == "1\n")
  }

  @Test("an index is kept of the file as it was read, and used by the next session")
  func keeping() throws {
    let catalogue = try EditedCatalogue(fixture: "words")
    let indexes = MemoryIndexes()
    let output = RecordingOutput()
    let session = try catalogue.session(output, indexes: indexes, indexPolicy: Self.eager)
    session.reportsEdits = false
    let all = said("find e --count", session, output)
    #expect(indexes.kept.count == 1)
    let next = try catalogue.session(output, indexes: indexes, indexPolicy: Self.eager)
    #expect(said("find e --count", next, output) == all)
    #expect(indexes.kept.count == 1)
    #expect(indexes.used == 1)
    // This is another file, and the kept index is not of it.
    _ = said("show", session, output)
    _ = said("rename 1 eee", session, output)
    _ = said("save", session, output)
    let third = try catalogue.session(output, indexes: indexes, indexPolicy: Self.eager)
    third.reportsEdits = false
    _ = said("show", third, output)
    _ = said("rename 1 yyy", third, output)
    #expect(said("find yyy --count", third, output) == "1\n")
    #expect(said("find eee --count", third, output) == "0\n")
    // The catalogue was edited before an index of it was made, which is not kept.
    #expect(indexes.kept.count == 1)
    #expect(indexes.used == 1)
  }

  @Test("what another program changed is found after 'refresh', with the index that there was")
  func refreshing() throws {
    let names = (0..<40).map { "name \($0)" }
    func text(_ names: [String]) -> [UInt8] {
      let entries = names.map { "<string>\($0)</string>\n" }
      return Array("<plist><array>\n\(entries.joined())</array></plist>\n".utf8)
    }
    let catalogue = try EditedCatalogue(text(names))
    let indexes = MemoryIndexes()
    let output = RecordingOutput()
    let session = try catalogue.session(output, indexes: indexes, indexPolicy: Self.eager)
    session.reportsEdits = false
    #expect(said("find --count 'name 1'", session, output) == "11\n")
    #expect(indexes.kept.count == 1)
    #expect(said("insert / zebra", session, output) == "")
    #expect(said("rename '/name 5' 'zebra 5'", session, output) == "")
    // Other entries are added and removed, too.
    try catalogue.write(text(["first"] + names.filter { $0 != "name 12" } + ["zebra 9"]))
    #expect(said("refresh", session, output) == "")
    #expect(said("find --count 'name 1'", session, output) == "10\n")
    #expect(said("find --count zebra", session, output) == "3\n")
    #expect(said("find --count 'name 5'", session, output) == "0\n")
    #expect(said("find --count first", session, output) == "1\n")
    // Undoing restores what was indexed when the file was first read.
    #expect(said("undo", session, output) == "")
    #expect(said("find --count 'name 5'", session, output) == "1\n")
    #expect(said("find --count zebra", session, output) == "2\n")
    // The index that was carried over is not the file's, and no other was made.
    #expect(indexes.kept.count == 1)

    try catalogue.write(text(names.map { $0 + "!" }))
    #expect(said("revert", session, output) == "")
    #expect(said("refresh", session, output) == "")
    #expect(said("find --count !", session, output) == "40\n")
    #expect(said("find --count zebra", session, output) == "0\n")
    // This index was made from the current file.
    #expect(indexes.kept.count == 2)
    let next = try catalogue.session(output, indexes: indexes, indexPolicy: Self.eager)
    #expect(said("find --count !", next, output) == "40\n")
    #expect(indexes.used == 1)
  }

  @Test("'revert' and a text from a journal find what they should, and 'revert' makes no index")
  func rereading() throws {
    let catalogue = try EditedCatalogue(fixture: "fruits")
    let indexes = MemoryIndexes()
    let output = RecordingOutput()
    let session = try catalogue.session(output, indexes: indexes, indexPolicy: Self.eager)
    let journal = SessionJournalTests.Journal()
    session.editing.journal = journal
    session.reportsEdits = false
    let all = said("find e", session, output)
    #expect(indexes.kept.count == 1)
    for line in ["insert / zebra", "insert / 'zebra 2'", "save", "undo"] {
      #expect(said(line, session, output) == "")
    }
    #expect(said("find --count zebra", session, output) == "1\n")
    // No command leads from the file to this state.
    let records = journal.records
    #expect(records.count == 1)
    #expect(said("insert / horse", session, output) == "")
    #expect(said("revert", session, output) == "")
    #expect(said("find --count zebra", session, output) == "2\n")
    #expect(said("find --count horse", session, output) == "0\n")
    #expect(try session.replay(records) == EditingSession.Replay())
    #expect(said("find --count zebra", session, output) == "1\n")
    #expect(said("delete /zebra", session, output) == "")
    #expect(said("find e", session, output) == all)
    #expect(indexes.kept.count == 1)
  }

  @Test("a search that is interrupted while an index is made says so, and the next one finds")
  func interruption() throws {
    let catalogue = try EditedCatalogue(fixture: "words")
    let output = RecordingOutput()
    let session = try catalogue.session(output, indexPolicy: Self.eager)
    for questions in 0..<6 {
      output.questionsLeft = questions
      run("find e --count", session, output)
      output.questionsLeft = nil
      _ = output.take()
    }
    let other = RecordingOutput()
    let fresh = try catalogue.session(other)
    #expect(
      said("find e --count", session, output) == said("find e --count", fresh, other))
  }
}
