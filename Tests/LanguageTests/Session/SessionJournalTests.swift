import Catalogues
import Foundation
import Grammar
import ICUText
import Platform
import SeededRandom
import Storage
import Testing

@testable import Editing
@testable import Language

@Suite("The journal of a session")
struct SessionJournalTests {
  /// A journal that keeps its records in memory, or fails.
  final class Journal: SessionJournal {
    var records: [String] = []
    /// The records without the marks of their targets.
    var lines: [String] { records.map { TargetMarks.split($0).command } }
    var isFailing = false
    var failsToClear = false
    static let failure = OutputFailure("No space left on device")

    func record(_ command: String) throws(OutputFailure) {
      if isFailing { throw Journal.failure }
      records.append(command)
    }

    func clear() throws(OutputFailure) {
      if isFailing || failsToClear { throw Journal.failure }
      records = []
    }
  }

  /// A session with a journal on a catalogue of its own.
  private struct Trial {
    let catalogue: EditedCatalogue
    let output = RecordingOutput()
    let journal = Journal()
    let session: Session
    var mode = CommandMode()

    init(_ fixture: String) throws {
      catalogue = try EditedCatalogue(fixture: fixture)
      session = try catalogue.session(output)
      session.editing.journal = journal
    }

    func run(_ lines: String...) throws {
      for line in lines { try session.run(line, mode) }
    }

    /// A session that has read the file and run the commands in the journal.
    func recovered() throws -> (session: Session, impossible: Int) {
      let other = try catalogue.session(RecordingOutput())
      let impossible = try other.replay(journal.records).impossible
      return (other, impossible)
    }
  }

  private func text(_ session: Session) -> String { String(decoding: session.text, as: UTF8.self) }

  @Test("an edit that could not be recorded is recorded with the next one")
  func missingRecord() throws {
    let trial = try Trial("names")
    try trial.run("delete B/#1")
    trial.journal.isFailing = true
    #expect(throws: SessionError.self) { try trial.run("delete B/#1") }
    trial.journal.isFailing = false
    try trial.run("delete M/#1")
    #expect(trial.journal.records.count == 3)
    #expect(text(try trial.recovered().session) == text(trial.session))
    trial.journal.isFailing = true
    #expect(throws: SessionError.self) { try trial.run("undo") }
    trial.journal.isFailing = false
    try trial.run("undo")
    #expect(text(try trial.recovered().session) == text(trial.session))
  }

  @Test("edits are recorded in full, with addresses that do not depend on listings")
  func recordedCommands() throws {
    let trial = try Trial("names")
    try trial.run("find muller", "delete 2 3", "jump M", "set m/#1 born=1950", "rename . 'A b'")
    try trial.run("insert Q 12 --sorted", "show Q", "move $ to B --fi", "section rename Q 'to'")
    #expect(
      trial.journal.lines == [
        "delete 'M/Müller, Ada' 'M/MULLER, Ute'", "set 'M/Muller, Jo' born=1950",
        "rename 'M/Muller, Jo' 'A b'",
        "insert --sorted Q '12'", "move --first Q/12 to B", "section rename Q 'to'",
      ])
  }

  @Test("what replaces texts, files by letters or has a new key is repeated as it was done")
  func repeatedCommands() throws {
    var trial = try Trial("names")
    trial.mode.acceptsNewKeys = true
    try trial.run(
      "section delete --force É 北", "insert M Neu phnoe=1", "set M/Neu brn=2",
      "insert --by-letter Zoë phone=+49")
    try trial.run("replace -E -i '(m)u' '$1o' --field name", "replace +49 '+0 49'", "undo")
    #expect(
      trial.journal.lines == [
        "section delete --force É 北", "insert M Neu phnoe=1", "set M/Neu brn=2",
        "insert --by-letter --locale=en Zoë phone=+49",
        "replace --extended-regexp --ignore-case --field=name (m)u $1o", "replace +49 '+0 49'",
        "undo",
      ])
    let (session, impossible) = try trial.recovered()
    #expect(impossible == 0)
    #expect(text(session) == text(trial.session))
  }

  @Test("the first entry of an empty list is filed again as it was")
  func firstLetter() throws {
    let catalogue = try EditedCatalogue(Array("<plist><array/></plist>".utf8))
    let session = try catalogue.session(RecordingOutput())
    let journal = Journal()
    session.editing.journal = journal
    for line in ["insert --by-letter Anna n=1", "insert --by-letter Ben n=2", "undo"] {
      try session.run(line)
    }
    let other = try catalogue.session(RecordingOutput())
    #expect(try other.replay(journal.records).impossible == 0)
    #expect(text(other) == text(session))
    try session.run("undo")
    #expect(text(session) == "<plist><array/></plist>")
    #expect(journal.records.isEmpty)
  }

  @Test("what changes nothing, fails or only looks is not recorded")
  func unrecordedCommands() throws {
    let trial = try Trial("fruits")
    try trial.run("show", "find fig", "set fig =fig", "delete --all nothing", "history", "diff")
    #expect(throws: SessionError.self) { try trial.run("delete /#2 nothing") }
    #expect(throws: SessionError.self) { try trial.run("undo") }
    #expect(trial.journal.lines == [])
  }

  @Test("saving, dropping and undoing all clear the journal")
  func clearing() throws {
    let trial = try Trial("fruits")
    try trial.run("delete fig", "delete pear", "undo")
    #expect(trial.journal.lines == ["delete /fig", "delete /pear", "undo"])
    try trial.run("undo")
    #expect(trial.journal.lines == [])
    try trial.run("redo", "save")
    #expect(trial.journal.lines == [])
    try trial.run("delete pear", "revert")
    #expect(trial.journal.lines == [])
    try trial.run("redo")
    #expect(trial.journal.lines == ["delete /pear"])
    try trial.run("refresh")
    #expect(trial.journal.lines == ["delete /pear"])
    try trial.run("save as '\(trial.catalogue.directory.path())/other.plist'")
    #expect(trial.journal.lines == [])
  }

  @Test("after a crash between saving and emptying the journal, what was saved is not repeated")
  func killedAfterSaving() throws {
    let trial = try Trial("words")
    let path = trial.session.filePath
    let old = try trial.catalogue.read()
    try trial.run("set cup =full", "set bread =good")
    let before = trial.journal.records
    #expect(SavedRecord.unsaved(before, in: path) == before)
    trial.journal.failsToClear = true
    #expect(throws: SessionError.self) { try trial.run("save") }
    let saved = trial.journal.records
    #expect(saved.count == before.count + 1)
    #expect(SavedRecord.unsaved(saved, in: path) == [])
    // Killed before the file was replaced.
    let file = try trial.catalogue.read()
    try trial.catalogue.write(old)
    #expect(SavedRecord.unsaved(saved, in: path) == saved)
    #expect(try trial.recovered().impossible == 0)
    try trial.catalogue.write(file)
    // What follows is about the file as it was saved.
    let later = saved + ["set apple =red", "!saved 0 1"]
    #expect(SavedRecord.unsaved(later, in: path) == ["set apple =red", "!saved 0 1"])
    let origin = JournalOrigin(trial.session.editing, options: []).record
    #expect(
      SavedRecord.unsaved([origin] + later, in: path) == [origin] + later.suffix(2))
  }

  @Test("undoing saved edits survives a crash")
  func undoingSaved() throws {
    let trial = try Trial("words")
    try trial.run("set cup =full", "set bread =good", "save", "undo", "set apple =red")
    let (recovered, impossible) = try trial.recovered()
    #expect(impossible == 0)
    #expect(text(recovered) == text(trial.session))
    #expect(recovered.isDirty)
    try recovered.run("undo")
    try trial.run("undo")
    #expect(text(recovered) == text(trial.session))
    try recovered.run("revert")
    #expect(try recovered.text == trial.catalogue.read())
    #expect(!recovered.isDirty)
    #expect(throws: SessionError.self) { try recovered.run("undo") }
  }

  @Test("what is kept as a text is shown as that, and also if it is no longer possible")
  func shownTexts() throws {
    let trial = try Trial("words")
    let other = trial.catalogue.directory.appending(path: "other.plist")
    try Data("<plist><dict><key>new</key><string>x</string></dict></plist>".utf8).write(to: other)
    try trial.run("set cup =full", "import '\(other.path())'")
    #expect(
      trial.journal.records.map(Session.shownCommand) == [
        "set /cup =full", "(edits kept as a text)",
      ])
    let output = RecordingOutput()
    try trial.catalogue.write(
      Array("<plist><dict><key>a</key><string>b</string></dict></plist>".utf8))
    try trial.catalogue.session(output).replay(trial.journal.records)
    #expect(output.text.contains("no longer possible: (edits kept as a text): "))
  }

  @Test("undone saves are not repeated on a file that others have changed, even to the same length")
  func undoingSavedElsewhere() throws {
    let file = Array(
      "<plist><array><string>Anna</string><string>Bert</string></array></plist>".utf8)
    let other = Array(
      "<plist><array><string>Cleo</string><string>Xave</string></array></plist>".utf8)
    let catalogue = try EditedCatalogue(file)
    let session = try catalogue.session(RecordingOutput())
    let journal = Journal()
    session.editing.journal = journal
    for line in ["rename Bert Xave", "save", "undo"] { try session.run(line) }
    try catalogue.write(other)
    let recovered = try catalogue.session(RecordingOutput())
    #expect(try recovered.replay(journal.records).impossible == 1)
    #expect(recovered.text == other)
    // Earlier versions recorded no hash.
    try catalogue.write(
      Array(String(decoding: file, as: UTF8.self).replacing("Bert", with: "Xave").utf8))
    let record = try #require(journal.records.first)
    let old = record.split(separator: " ").filter { !$0.hasPrefix("@") }.joined(separator: " ")
    let earlier = try catalogue.session(RecordingOutput())
    #expect(try earlier.replay([old]).impossible == 0)
    #expect(earlier.text == file)
  }

  @Test func `the whole catalogue is not replaced again after others have changed something`()
    throws
  {
    let catalogue = try EditedCatalogue(
      Array("<plist><array><string>Ada</string><string>Bo</string></array></plist>".utf8))
    let session = try catalogue.session(RecordingOutput())
    let journal = Journal()
    session.editing.journal = journal
    try session.run("set / :xml='<array><string>Ada B</string><string>Bo</string></array>'")
    let recovered = try catalogue.session(RecordingOutput())
    #expect(try recovered.replay(journal.records).impossible == 0)
    #expect(recovered.text == session.text)
    let other = Array("<plist><array><string>Ada</string></array></plist>".utf8)
    try catalogue.write(other)
    let output = RecordingOutput()
    let later = try catalogue.session(output)
    #expect(try later.replay(journal.records).impossible == 1)
    #expect(later.text == other)
    #expect(output.text.hasPrefix("no longer possible: set / :xml="))
  }

  @Test("an edit of the whole catalogue is repeated on what was saved before it")
  func wholeAfterSave() throws {
    let trial = try Trial("words")
    try trial.run("delete cup", "save", "set / :xml='<array><string>Ada</string></array>'")
    let (recovered, impossible) = try trial.recovered()
    #expect(impossible == 0)
    #expect(text(recovered) == text(trial.session))
  }

  @Test(
    "a record that does not fit the file is reported",
    arguments: ["!text 0-99999", "!text 5", "!text 9-5", "!text '"])
  func damagedRecord(_ record: String) throws {
    let output = RecordingOutput()
    let catalogue = try EditedCatalogue(fixture: "words")
    let session = try catalogue.session(output)
    let before = session.text
    #expect(try session.replay([record, "delete cup"]).impossible == 1)
    #expect(
      output.text == "no longer possible: (edits kept as a text): the file has changed since\n")
    try session.run("undo")
    #expect(session.text == before)
  }

  @Test(
    "what is recorded is canonical and makes the same text of the file",
    arguments: EditedCatalogue.fixtures, 1...Rounds.of(2) as ClosedRange<UInt64>)
  func replay(_ fixture: String, _ seed: UInt64) throws {
    let trial = try Trial(fixture)
    var commands = RandomCommands(trial.session, seed: seed)
    // Whether the file still has the same shape, which depends on what its lists hold.
    var isReadAlike = true
    for step in 0..<60 {
      let line: String
      switch commands.index(16) {
      case 0, 1: line = commands.look()
      case 2, 3: line = commands.undoOrRedo()
      case 4: line = ["save", "revert"][commands.index(2)]
      default: line = commands.edit()
      }
      let before = trial.session.text
      do throws(SessionError) {
        try trial.session.run(line)
      } catch {
        #expect(trial.session.text == before, "\(step): \(line)")
      }
      let startsAnew = trial.journal.lines.last.map { $0.hasPrefix("!") } ?? true
      guard step % 10 == 9 && isReadAlike || startsAnew else { continue }
      let (recovered, impossible) = try trial.recovered()
      #expect(text(recovered) == text(trial.session), "\(trial.journal.lines)")
      if startsAnew { isReadAlike = recovered.reads(like: trial.session) }
      guard isReadAlike else { continue }
      #expect(impossible == 0, "\(trial.journal.lines)")
      #expect(recovered.isDirty == trial.session.isDirty)
    }
    for line in trial.journal.lines where !line.hasPrefix("!") {
      let command = try parse(line)
      #expect(command.canonicalText == line)
      #expect(
        command.addresses.allSatisfy { if case .address = $0.reference { true } else { false } })
    }
  }

  @Test(
    "unsaved edits made on the file once more give the same text",
    arguments: EditedCatalogue.fixtures, 11...13 as ClosedRange<UInt64>)
  func refreshing(_ fixture: String, _ seed: UInt64) throws {
    let trial = try Trial(fixture)
    var commands = RandomCommands(trial.session, seed: seed)
    for _ in 0..<40 {
      _ = try? trial.session.run(commands.index(8) == 0 ? commands.undoOrRedo() : commands.edit())
    }
    let (text, edits) = (trial.session.text, trial.session.editing.unsavedCommands)
    try trial.session.run("refresh")
    #expect(trial.session.text == text)
    #expect(trial.session.editing.unsavedCommands == edits)
    #expect(trial.journal.records == edits)
    #expect(!trial.output.text.contains("no longer possible"))
  }

  // MARK: What the meaning of commands depends on

  @Test("what commands depend on is recorded, and read again")
  func origin() throws {
    let editing = try EditedCatalogue(fixture: "fruits").session(RecordingOutput()).editing
    let origin = JournalOrigin(editing, options: ["--root=a b", "--flat", "--title-key='=\n"])
    #expect(JournalOrigin(origin.record) == origin)
    #expect(!origin.record.contains("\n"))
    #expect(origin.record.hasPrefix("!session version=6 format=xml encoding=UTF-8 locale=en "))
    for record in ["undo", "!text 0-5", "!session", "!session version=0 locale=en", "!session '"] {
      #expect(JournalOrigin(record) == nil)
    }
  }

  @Test(
    "commands are repeated in the language in which they were recorded, if that is known",
    arguments: [true, false])
  func language(isKnown: Bool) throws {
    let catalogue = try EditedCatalogue(
      Array("<plist><array><string>a</string><string>z</string></array></plist>".utf8))
    let swedish = try catalogue.session(RecordingOutput(), locale: "sv")
    let journal = Journal()
    swedish.editing.journal = journal
    try swedish.run("insert / ä --sorted")
    #expect(text(swedish).contains("<string>z</string><string>ä</string>"))
    let other = try catalogue.session(RecordingOutput(), locale: "de")
    let origins = isKnown ? [JournalOrigin(swedish.editing, options: []).record] : []
    #expect(try other.replay(origins + journal.records) == EditingSession.Replay())
    #expect((other.text == swedish.text) == isKnown)
    #expect(other.editing.locale.name == "de")
  }

  @Test("older journals name items loosely, and insert whatever that meant", arguments: [1, 2, 3])
  func olderNames(version: Int) throws {
    let list =
      "<plist><dict><key>v</key><true/><key>rows</key><array>"
      + "<dict><key>name</key><string>Anna</string></dict></array></dict></plist>"
    let session = try EditedCatalogue(Array(list.utf8)).session(RecordingOutput())
    let origin = "!session version=\(version) format=xml encoding=UTF-8 locale=en"
    let replay = try session.replay([origin, "insert / other=x", "set ann phone=1"])
    #expect(replay == EditingSession.Replay(impossible: version < 3 ? 0 : 1))
    #expect(session.entryCount == (version < 3 ? 2 : 1))
    // What is recorded now is exact, whatever was typed.
    let journal = Journal()
    session.editing.journal = journal
    try session.run("set ann phone=2")
    #expect(journal.records.count == 1 && journal.records[0].hasPrefix("set /Anna phone=2 # @"))
  }

  @Test("in older journals choices need not be exact", arguments: [3, 4])
  func olderChoices(version: Int) throws {
    let file = Transcript.directory.appending(path: "form.plist")
    let session = try EditedCatalogue(Array(Data(contentsOf: file))).session(RecordingOutput())
    let origin = "!session version=\(version) format=xml encoding=UTF-8 locale=en"
    let replay = try session.replay([origin, "pick '#1/How often' weekl"])
    #expect(replay == EditingSession.Replay(impossible: version == 3 ? 0 : 1, needless: 0))
    // What is recorded now is the title, whatever was typed.
    let journal = Journal()
    session.editing.journal = journal
    try session.run("pick 'How often' monthl")
    #expect(journal.records.count == 1 && journal.records[0].contains(" Monthly"))
  }

  @Test(
    "in older journals a number at the end of a name is part of the name",
    arguments: ["!session version=1 format=xml encoding=UTF-8 locale=en", ""])
  func olderAddresses(origin: String) throws {
    let list = "<plist><array>\(["a", "a#2x", "a"].map { "<string>\($0)</string>" }.joined())"
    let session = try EditedCatalogue(Array("\(list)</array></plist>".utf8))
      .session(RecordingOutput())
    let records = (origin.isEmpty ? [] : [origin]) + ["delete a#2", "delete /#2", "delete a#1"]
    #expect(
      try session.replay(records, version: 0) == EditingSession.Replay(impossible: 1, needless: 0))
    #expect(text(session).contains("<array><string>a</string></array>"))
    try session.run("delete a#1")
    #expect(session.entryCount == 0)
  }

  @Test("addresses in journals name one of several namesakes by its number")
  func namesakes() throws {
    let list = "<plist><array>\(["a", "b", "a", "a"].map { "<string>\($0)</string>" }.joined())"
    let catalogue = try EditedCatalogue(Array("\(list)</array></plist>".utf8))
    let session = try catalogue.session(RecordingOutput())
    let journal = Journal()
    session.editing.journal = journal
    try session.run("delete a#2")
    try session.run("rename /#-1 c")
    try session.run("move a to c")
    #expect(journal.lines.prefix(3) == ["delete /a#2", "rename /a#2 c", "move /a to /c"])
    let other = try catalogue.session(RecordingOutput())
    #expect(try other.replay(journal.records) == EditingSession.Replay())
    #expect(other.text == session.text)
  }

  // MARK: Failing journals

  @Test("an edit is made though the journal fails, and the error says so")
  func failingJournal() throws {
    let trial = try Trial("fruits")
    trial.journal.isFailing = true
    for (line, count) in [("delete fig", 4), ("insert / kiwi", 5), ("undo", 4), ("redo", 5)] {
      let error = #expect(throws: SessionError.self) { try trial.run(line) }
      #expect(error?.message == "the journal: No space left on device")
      #expect(error?.hint?.contains("the edit was made") == true)
      #expect(trial.session.entryCount == count, "\(line)")
    }
    #expect(trial.session.isDirty)
    #expect(throws: SessionError.self) { try trial.run("save") }
    #expect(!trial.session.isDirty)
    #expect(try trial.catalogue.read() == trial.session.text)
  }

  @Test("a failing journal loses no edits when the file is read again")
  func failingRefresh() throws {
    let trial = try Trial("fruits")
    try trial.run("delete fig", "insert / kiwi", "rename pear Pear")
    let (text, edits) = (trial.session.text, trial.session.editing.unsavedCommands)
    trial.journal.isFailing = true
    #expect(throws: SessionError.self) { try trial.run("refresh") }
    #expect(trial.session.text == text)
    #expect(trial.session.editing.unsavedCommands == edits)
  }
}
