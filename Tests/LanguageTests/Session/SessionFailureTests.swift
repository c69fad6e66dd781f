import Catalogues
import Presentation
import TestHelpers
import Testing

@testable import Editing
@testable import Language

@Suite("Sessions that are interrupted or cannot write")
struct SessionFailureTests {
  /// Ten thousand entries, more than are processed between two checks for an interrupt.
  private static let large: [UInt8] = {
    let lists = ["A", "B", "C", "D"].map { section in
      "<key>\(section)</key>\n<array>\n"
        + (0..<2500).map { "<string>entry \(9999 - $0)</string>\n" }.joined() + "</array>\n"
    }
    return Array("<plist version=\"1.0\"><dict>\n\(lists.joined())</dict></plist>\n".utf8)
  }()

  private func isInterrupted(_ error: SessionError) -> Bool {
    if case .interrupted = error { true } else { false }
  }

  @Test(
    "an interrupted command leaves everything as it was, whenever it is interrupted",
    arguments: [
      "find entry", "find -c 7", "find nothing", "delete --all 7", "delete --all nothing",
      "section sort --all", "section sort A B", "move A/#1 A/#2 A/#3 to B",
      "copy A/#1 A/#2 to B/#1",
    ])
  func interruption(_ line: String) throws {
    let catalogue = try EditedCatalogue(SessionFailureTests.large)
    let output = RecordingOutput()
    let session = try catalogue.session(output)
    let journal = SessionJournalTests.Journal()
    session.editing.journal = journal
    try session.run("collapse C")
    try session.run("show D --page-size 2")
    let (text, outline) = (session.text, session.state.outline)
    let items = session.listing.items
    var questions = 0
    while true {
      output.questionsLeft = questions
      do throws(SessionError) {
        try session.run(line)
        break
      } catch {
        #expect(isInterrupted(error))
      }
      #expect(session.text == text)
      #expect(session.state.outline == outline)
      #expect(session.listing.items == items)
      #expect(!session.isDirty)
      #expect(journal.lines == [])
      questions += 1
    }
    #expect(questions > 0)
    #expect(questions < 20)
  }

  @Test("an edit that fails leaves the current entry", arguments: ["rename /c b", "set /c x=y"])
  func currentEntry(_ line: String) throws {
    let list = "<dict><key>b</key><string>1</string><key>c</key><string>2</string></dict>"
    let catalogue = try EditedCatalogue(Array("<plist>\(list)</plist>".utf8))
    let session = try catalogue.session(RecordingOutput())
    try session.run("show /b")
    #expect(throws: SessionError.self) { try session.run(line) }
    #expect(session.currentEntry == 0)
  }

  @Test(
    "an interrupted command of an accordion opens nothing", arguments: ["toggle all", "find entry"])
  func accordion(_ line: String) throws {
    let output = RecordingOutput()
    let session = try EditedCatalogue(SessionFailureTests.large).session(output)
    try session.run("collapse all")
    try session.run("accordion on")
    let state = session.state.outline
    output.questionsLeft = line == "toggle all" ? 2 : 5
    #expect(throws: SessionError.self) { try session.run(line) }
    #expect(session.state.outline == state)
    output.questionsLeft = nil
    try session.run(line)
    #expect(session.state.outline.closed == [.section(1), .section(2), .section(3)])
  }

  @Test("a long outline stops between pages")
  func outline() throws {
    let catalogue = try EditedCatalogue(SessionFailureTests.large)
    let output = RecordingOutput()
    let session = try catalogue.session(output)
    output.questionsLeft = 1
    #expect(throws: SessionError.self) { try session.run("show --all") }
    #expect((4096..<8192).contains(output.take().split(separator: "\n").count))
    output.questionsLeft = nil
    try session.run("show A/#1")
    #expect(output.take().hasPrefix("   1  A/entry 9999\n"))
  }

  @Test("interrupting drops no edits when the file is read again")
  func interruptedRefresh() throws {
    let catalogue = try EditedCatalogue(fixture: "names")
    let output = RecordingOutput()
    let session = try catalogue.session(output)
    try session.run("section sort --all")
    try session.run("move B/#1 B/#2 to Q")
    try session.run("delete --all muller")
    let text = session.text
    output.questionsLeft = 0
    try session.run("refresh")
    #expect(session.text == text)
  }

  @Test(
    "where output fails, edits are whole and recorded, and the session goes on",
    arguments: [
      "show", "show B M/#1", "show --collapsed", "sections", "jump Nowhere", "next", "find 99",
      "find -n 1", "find nothing", "more", "collapse all", "toggle B", "history", "diff", "check",
      "info", "help", "set option", "save", "refresh", "revert",
      "insert M New", "delete B/#1 B/#2", "delete --all 99", "delete --all nothing",
      "move B/#1 to M", "copy B/#1 to Q", "set B/#1 born=1", "rename B/#1 x", "unset B/#1 born",
      "section insert X", "section delete Q", "section move Q to B", "section rename Q R",
      "section sort M", "undo", "redo",
    ])
  func failingOutput(_ line: String) throws {
    var writes = 0
    while true {
      let (catalogue, other) = (
        try EditedCatalogue(fixture: "names"), try EditedCatalogue(fixture: "names")
      )
      let output = RecordingOutput()
      let (session, healthy) = (
        try catalogue.session(output), try other.session(RecordingOutput())
      )
      let journal = SessionJournalTests.Journal()
      for some in [session, healthy] {
        some.editing.journal = some === session ? journal : nil
        for line in ["rename B/#2 Bea", "delete M/#1", "undo", "show --page-size 3"] {
          try some.run(line)
        }
      }
      try healthy.run(line)
      output.writesLeft = writes
      do throws(SessionError) {
        try session.run(line)
        #expect(session.text == healthy.text)
        break
      } catch {
        switch error {
        // If the file was saved before the output failed, the error says so.
        case .output(let failure): #expect(failure == RecordingOutput.failure)
        case .saved(_, .output(let failure)):
          #expect(line == "save" && !session.isDirty)
          #expect(failure == RecordingOutput.failure)
        default: throw error
        }
      }
      output.writesLeft = nil
      #expect(session.text == healthy.text)
      #expect(session.isDirty == healthy.isDirty)
      #expect(session.editing.unsavedCommands == healthy.editing.unsavedCommands)
      let recovered = try catalogue.session(RecordingOutput())
      try recovered.replay(journal.records)
      #expect(recovered.text == session.text)
      try session.run("show")
      writes += 1
      try #require(writes < 100)
    }
  }
}
