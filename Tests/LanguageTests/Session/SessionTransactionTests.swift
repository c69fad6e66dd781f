import Foundation
import Platform
import SeededRandom
import Storage
import TestHelpers
import Testing

@testable import Editing
@testable import Language

/// A command either succeeds or leaves the session as it was.
@Suite("Commands as a whole or not at all")
struct SessionTransactionTests {
  /// Kinds of files in addition to those of the scripts.
  static let others = [
    "outline", "flat", "rows", "expandable rows", "settings-form", "strings", "empty list",
    "empty dictionary", "value", "one entry", "one section", "empty sections", "lettered",
    "headers", "column",
  ]

  static func text(_ kind: String, _ seed: UInt64) throws -> [UInt8] {
    var random = RandomOutline(seed: seed)
    func plist(_ value: String) -> [UInt8] { Array("<plist>\(value)</plist>\n".utf8) }
    func row(_ members: (String, String)...) -> String {
      "<dict>"
        + members.map { "<key>\($0.0)</key><string>\($0.1)</string>" }.joined() + "</dict>"
    }
    switch kind {
    case "outline": return random.outline()
    case "flat": return random.flat()
    case "rows": return random.form()
    case "expandable rows": return random.expandableForm()
    case "settings-form":
      let package = URL(filePath: #filePath).deletingLastPathComponent()
      return Array(
        try Data(contentsOf: package.appending(path: "../../../Data/settings-form.plist")))
    case "strings":
      return plist(
        "<array>" + ["b", "ä", "9", "中"].map { "<string>\($0)</string>" }.joined() + "</array>")
    case "empty list": return plist("<array/>")
    case "empty dictionary": return plist("<dict/>")
    case "value": return plist("<string>one</string>")
    case "one entry": return plist("<array><string>one</string></array>")
    case "one section":
      return plist("<dict><key>A</key><array><string>apple</string></array></dict>")
    case "empty sections":
      return plist("<dict><key>A</key><array/><key>B</key><array/><key>C</key><array/></dict>")
    case "lettered":
      return plist(
        "<dict>"
          + ["A", "B", "Ä", "M"].map {
            "<key>\($0)</key><array><string>\($0)1</string><string>\($0)2</string></array>"
          }.joined() + "</dict>")
    case "headers":
      return plist(
        "<array>" + row(("Type", "PSGroupSpecifier"), ("Title", "Ä"))
          + row(("Type", "PSToggleSwitchSpecifier"), ("Title", "apple"))
          + row(("Type", "PSGroupSpecifier"), ("Title", "B"))
          + row(("Type", "PSToggleSwitchSpecifier"), ("Title", "new1")) + "</array>")
    case "column":
      return plist(
        "<array>"
          + ["a", "b", "a", "c"].enumerated().map {
            row(("name", "n\($0.offset)"), ("group", $0.element))
          }.joined() + "</array>")
    default: return try EditedCatalogue.text(ofFixture: kind)
    }
  }

  @Test(
    "a command that fails leaves the session as it was, whole",
    arguments: EditedCatalogue.fixtures + others, 1...Rounds.of(1) as ClosedRange<UInt64>)
  func whole(_ kind: String, _ seed: UInt64) throws {
    // Each kind of file gets different commands.
    let walk = kind.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) }
    let twins = try SessionTwins(try Self.text(kind, seed), seed: walk)
    for number in 1...40 {
      try twins.step()
      if number % 10 == 0 { twins.ask() }
    }
    try twins.undoAll()
    try twins.compareWithFreshSession()
    #expect(twins.failureCount > 3)
  }

  // MARK: What was found

  private func session(_ text: String) throws -> (EditedCatalogue, Session, RecordingOutput) {
    let catalogue = try EditedCatalogue(Array("<plist>\(text)</plist>\n".utf8))
    let output = RecordingOutput()
    return (catalogue, try catalogue.session(output), output)
  }

  @Test("an entry that a failed copy made is not the current one")
  func failedCopy() throws {
    let session = try EditedCatalogue(try Self.text("settings-form", 1)).session(RecordingOutput())
    let before = session.picture
    #expect(throws: SessionError.self) { try session.run("copy \"Display name\" to #3") }
    #expect(session.picture == before)
    #expect(throws: SessionError.self) { try session.run("delete .") }
    #expect(!session.isDirty)
  }

  @Test("a form knows what belongs to what after an edit that it refused")
  func refusedByForm() throws {
    let session = try EditedCatalogue(try Self.text("settings-form", 1)).session(RecordingOutput())
    var refused = 0
    let tree = session.tree
    try session.run("show / --all")
    for number in 1...9 {
      let before = session.picture
      do throws(SessionError) {
        try session.run("move \(number) to #3 --first")
        try session.run("undo")
      } catch {
        refused += 1
        #expect(session.picture == before)
        #expect(session.tree == tree)
      }
    }
    #expect(refused > 1)
  }

  @Test("sections and rows of forms are opened together and listed as one, or nothing is said")
  func sectionsAndRows() throws {
    let output = RecordingOutput()
    let session = try EditedCatalogue(fixture: "form").session(output)
    let before = session.picture
    #expect(throws: SessionError.self) { try session.run("collapse #1 '#2/Version'") }
    #expect(session.picture == before)
    #expect(output.take() == "")
    try session.run("expand #1 '#2/Level'")
    let lines = output.take().split(separator: "\n")
    #expect(lines.first?.hasPrefix("   1  – #1") == true)
    #expect(lines.dropFirst().first?.hasPrefix("   2  – Level") == true)
    #expect(session.listing.items.count == lines.count)
  }

  @Test("what an interrupted listing has printed is what its numbers name")
  func interruptedListing() throws {
    let entries = (0..<9000).map { "<string>e\($0)</string>" }.joined()
    let (_, session, output) = try session("<array>\(entries)</array>")
    try session.run("find e77")
    try session.run("show #5")
    output.questionsLeft = 1
    #expect(throws: SessionError.self) { try session.run("show / --all") }
    output.questionsLeft = nil
    #expect(session.currentEntry == 4)
    _ = output.take()
    try session.run("show 4096")
    #expect(output.take().contains("e4095"))
    try session.run("more")
    #expect(output.take().contains("nothing more"))
  }

  @Test("a line that could not be printed has no number")
  func failingListing() throws {
    let (_, session, output) = try session(
      "<array><string>a</string><string>b</string><string>c</string></array>")
    try session.run("find c")
    for (written, numbered) in [(0, ["/c"]), (2, ["/a", "/b"])] {
      output.writesLeft = written
      #expect(throws: SessionError.self) { try session.run("show /") }
      output.writesLeft = nil
      #expect(session.picture.listing == numbered)
    }
  }

  @Test(
    "options that cannot be set are not set by half", arguments: ["by-letter on", "accordion on"])
  func options(_ option: String) throws {
    let (_, session, output) = try session(
      "<array>" + (0..<9000).map { "<string>e\($0)</string>" }.joined() + "</array>")
    if option == "by-letter on" {
      try session.run("set accordion on")
    } else {
      try session.run("set by-letter on")
    }
    let before = session.picture
    output.questionsLeft = 0
    #expect(throws: SessionError.self) { try session.run("set \(option)") }
    #expect(session.picture == before)
  }

  @Test("a recorded state that does not fit hides no changes by others")
  func damagedState() throws {
    let (catalogue, session, _) = try session("<array><string>a</string></array>")
    try catalogue.write(Array("<plist><array><string>b</string></array></plist>".utf8))
    #expect(try session.replay(["!text 0-99999"]).impossible == 1)
    try session.run("rename /a c")
    let error = #expect(throws: SessionError.self) { try session.run("save") }
    let message = "\(error?.message ?? "")"
    #expect(message.contains("a conflict with what others have changed"))
    #expect(String(decoding: try catalogue.read(), as: UTF8.self).contains("<string>b</string>"))
  }

  @Test("undoing an edit that was not repeated leaves the others alone")
  func undoOfImpossible() throws {
    let (_, session, _) = try session("<array><string>a</string><string>b</string></array>")
    let result = try session.replay([
      "rename /a c", "rename /gone d", "undo", "rename /b b", "undo", "rename /b e", "undo",
    ])
    #expect(result == EditingSession.Replay(impossible: 1, needless: 1))
    #expect(session.tree.map { $0.split(separator: " ")[1] } == ["/c:", "/b:"])
    #expect(session.editing.history.count == 1)
  }

  @Test("undoing several steps is done as a whole even if the journal fails")
  func failingJournal() throws {
    let (catalogue, session, _) = try session("<array><string>a</string></array>")
    let journal = SessionJournalTests.Journal()
    session.editing.journal = journal
    for name in ["b", "c", "d"] { try session.run("insert / \(name)") }
    journal.isFailing = true
    #expect(throws: SessionError.self) { try session.run("undo 3") }
    #expect(try session.text == catalogue.read())
    #expect(throws: SessionError.self) { try session.run("redo 3") }
    #expect(session.editing.history.count == 3)
    #expect(session.entryCount == 4)
  }
}
