import Catalogues
import Foundation
import ICUText
import PropertyLists
import SeededRandom
import Testing

@testable import Editing
@testable import Language

@Suite("Dividing a catalogue into letters")
struct SessionLettersTests {
  /// A catalogue of random names, with comments and blank lines here and there.
  private struct RandomList {
    var random: SeededGenerator
    let form: Int

    private static let starts = [
      "a", "B", "ç", "Ö", "z", "长", "重", "서", "я", "7", "★", "", "&amp;",
    ]

    private mutating func name(_ number: Int) -> String {
      RandomList.starts[Int.random(in: 0..<RandomList.starts.count, using: &random)]
        + String(Int.random(in: 0..<40, using: &random)) + "-\(number)"
    }

    private mutating func space() -> String {
      ["\n\t", "\n\t", "\n\t", "\n\n\t", "\n\t<!-- c -->\n\t", " <!-- x -->\n\t", ""][
        Int.random(in: 0..<7, using: &random)]
    }

    mutating func text() -> String {
      let count = Int.random(in: 1..<20, using: &random)
      var text = "<plist version=\"1.0\">\n"
      switch form {
      case 0:
        text += "<array>"
        for number in 0..<count { text += space() + "<string>\(name(number))</string>" }
        text += "\n</array>"
      case 1:
        text += "<array>"
        for number in 0..<count {
          text += space() + "<dict><key>name</key><string>\(name(number))</string>"
          text += "<key>n</key><integer>\(number)</integer></dict>"
        }
        text += "</array>"
      case 2:
        text += "<dict>"
        for number in 0..<count {
          text +=
            space() + "<key>\(name(number))x</key><dict><key>n</key><integer>1</integer></dict>"
        }
        text += "\n</dict>"
      default:
        let keys = ["A", "q", "Ö", "often", "Z"]
        text += "<array>"
        for key in keys {
          text += space() + "<dict><key>title</key><string>\(key)</string><key>items</key>"
          let inner = Int.random(in: 0..<5, using: &random)
          if inner == 0 {
            text += "<array/>"
          } else {
            text += "<array>"
            for number in 0..<inner { text += space() + "<string>\(name(number))</string>" }
            text += "\n</array>"
          }
          text += "</dict>"
        }
        text += "\n</array>"
      }
      return text + "\n</plist>\n"
    }
  }

  private func entries(_ session: Session) -> [[UInt8]] {
    let catalogue = session.catalogue
    var result: [[UInt8]] = []
    catalogue.forEachEntry(in: .root) { entry in
      let document = catalogue.document
      let key = catalogue.key(of: entry).map {
        document.text(at: document.elementRange(of: $0.node))
      }
      result.append(
        (key ?? []) + document.text(at: document.elementRange(of: catalogue.value(of: entry))))
    }
    return result.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func listing(_ session: Session, _ locale: String) throws -> AlphabeticListing {
    EntryFiling(NameFiling(try LocaleIdentifier(locale))).listing(of: session.catalogue) { _, _ in }
  }

  @Test(
    "building keeps every entry, is read as it was built, and can be undone",
    arguments: 0..<4, 0..<25 as Range<UInt64>)
  func random(form: Int, seed: UInt64) throws {
    var list = RandomList(random: SeededGenerator(seed: seed), form: form)
    let text = Array(list.text().utf8)
    let catalogue = try EditedCatalogue(text)
    let session = try catalogue.session(RecordingOutput())
    let before = entries(session)
    let locale = ["en", "sv", "zh", "zh_TW", "ru"][Int(seed % 5)]
    do throws(SessionError) {
      try session.run("section build --force --locale=\(locale)")
    } catch {
      // A dictionary with one section would be read as its wrapper.
      guard case .edit(.noLetters(.readOtherwise)) = error, form == 2,
        try listing(session, locale).groups.count == 1
      else { throw error }
      #expect(session.text == text)
      return
    }
    let built = session.text
    #expect(entries(session) == before)
    let again = try EditedCatalogue(built)
    let other = try again.session(RecordingOutput())
    #expect(session.reads(like: other))
    #expect(entries(other) == before)
    // Entries that are already filed stay as they are.
    try other.run("section build --locale=\(locale)")
    #expect(other.text == built)
    #expect(!other.isDirty)
    #expect(
      try other.editing.operations.findings(in: .init(locale)).findings
        .filter { $0.code == .wrongSection } == [])
    if session.isDirty {
      try session.run("undo")
      #expect(session.text == text)
      try session.run("redo")
      #expect(session.text == built)
      try session.run("undo")
    }
    #expect(session.text == text)
    #expect(!session.isDirty)
    try session.run("section sort / --locale=\(locale)")
    #expect(entries(session) == before)
  }

  @Test("other edits before and after it are undone and redone with it")
  func history() throws {
    let catalogue = try EditedCatalogue(fixture: "fruits")
    let session = try catalogue.session(RecordingOutput())
    var texts = [session.text]
    for line in [
      "insert / quince", "section build", "rename Q/quince Quitte", "section build --locale=sv",
      "section delete Q --force", "insert / zest --sorted",
    ] {
      do throws(SessionError) { try session.run(line) } catch { continue }
      if session.text != texts.last { texts.append(session.text) }
    }
    #expect(texts.count >= 4)
    for text in texts.reversed().dropFirst() {
      try session.run("undo")
      #expect(session.text == text)
    }
    #expect(!session.isDirty)
    for text in texts.dropFirst() {
      try session.run("redo")
      #expect(session.text == text)
    }
    // Saving between undone edits.
    try session.run("undo")
    try session.run("save")
    #expect(try catalogue.read() == texts[texts.count - 2])
    for _ in 2..<texts.count { try session.run("undo") }
    #expect(session.text == texts[0])
    try session.run("revert")
    #expect(session.text == texts[texts.count - 2])
    #expect(!session.isDirty)
  }

  @Test("a crash loses nothing, in whatever language the next session is")
  func journal() throws {
    let catalogue = try EditedCatalogue(
      Array(
        "<plist><array><string>zoo</string><string>ål</string><string>ab</string></array></plist>"
          .utf8))
    let journal = SessionJournalTests.Journal()
    let session = try catalogue.session(RecordingOutput(), locale: "sv")
    session.editing.journal = journal
    try session.run("section build")
    try session.run("rename Z/zoo zoologi")
    #expect(journal.lines == ["section build --locale=sv", "rename Z/zoo zoologi"])
    let other = try catalogue.session(RecordingOutput(), locale: "en")
    #expect(try other.replay(journal.records) == EditingSession.Replay())
    #expect(other.text == session.text)
    // Undoing edits that are in the file.
    try session.run("save")
    try session.run("undo 2")
    let third = try catalogue.session(RecordingOutput(), locale: "en")
    #expect(try third.replay(journal.records) == EditingSession.Replay())
    #expect(third.text == session.text)
  }

  @Test("a language that is only looked at changes nothing")
  func looking() throws {
    let catalogue = try EditedCatalogue(fixture: "names")
    let session = try catalogue.session(RecordingOutput())
    let text = session.text
    for locale in ["sv", "zh_TW", "ja", "xx"] { _ = try? session.run("check --locale=\(locale)") }
    #expect(session.text == text)
    #expect(!session.isDirty)
  }
}
