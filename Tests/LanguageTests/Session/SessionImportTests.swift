import Catalogues
import Foundation
import Platform
import PropertyLists
import SeededRandom
import TestHelpers
import Testing

@testable import Editing
@testable import Language

/// What merging another file does besides what the transcript shows.
@Suite("Merging entries of another file")
struct SessionImportTests {
  private func text(_ session: Session) -> String { String(decoding: session.text, as: UTF8.self) }

  private func write(_ plist: Plist, _ catalogue: EditedCatalogue) throws -> String {
    let path = catalogue.directory.appending(path: "other.plist")
    try Data("<plist version=\"1.0\">\(plist.xml)</plist>".utf8).write(to: path)
    return path.path()
  }

  private func list(_ rows: [[(String, Plist)]]) -> Plist {
    .array(rows.map { .dict($0.map { (key: $0.0, value: $0.1) }) })
  }

  /// A list with the rows.
  private func catalogue(_ rows: [[(String, Plist)]]) throws -> EditedCatalogue {
    try EditedCatalogue(Array("<plist version=\"1.0\">\(list(rows).xml)</plist>".utf8))
  }

  /// The fields of all entries, however they are ordered.
  private func entries(_ session: Session) -> [String] {
    let catalogue = session.catalogue
    var all: [String] = []
    catalogue.forEachEntry(in: .root) { entry in
      let fields = catalogue.fields(of: entry).map { key, value in
        (key ?? "") + "=" + (catalogue.document.scalar(value).map(catalogue.document.text) ?? "")
      }
      all.append(fields.sorted().joined(separator: ","))
    }
    return all.sorted()
  }

  private func rows(
    _ count: Int, _ generator: inout SeededGenerator, isUnique: Bool
  ) -> [[(String, Plist)]] {
    (0..<count).map { number in
      let id =
        isUnique
        ? number * 3 + Int.random(in: 0..<3, using: &generator)
        : Int.random(in: 0..<4, using: &generator)
      var row: [(String, Plist)] = [
        ("id", "\(id)"), ("name", "n\(Int.random(in: 0..<3, using: &generator))"),
      ]
      if Bool.random(using: &generator) { row.append(("year", 1)) }
      if Bool.random(using: &generator) {
        row.append(("note", "x & \(Int.random(in: 0..<2, using: &generator))"))
      }
      return row.shuffled(using: &generator)
    }
  }

  @Test("keys are what they are in the other file, with backslashes and control characters")
  func unusualKeys() throws {
    func binary(_ xml: String) throws -> [UInt8] {
      // Of a key, JSON says what XML cannot.
      let document = try PropertyListDocument(FileBytes(xml.utf8), format: .json)
      var bytes: [UInt8] = []
      try document.writeFile(as: .binary) { bytes.append(contentsOf: $0) }
      return bytes
    }
    let edited = try EditedCatalogue(
      binary(#"[{"name": "a", "k\u0001": "x", "w": "t"}, {"name": "b"}]"#))
    let path = edited.directory.appending(path: "other.plist")
    try Data(
      binary(
        #"[{"name": "a", "k\u0001": "y", "n\\m": 1}, {"name": "b", "k\u0001": "z", "w": 5}, "#
          + #"{"name": "c", "k\u0001": "v", "n\\m": 2, "w": 6}]"#)
    ).write(to: path)
    let session = try edited.session(RecordingOutput())
    try session.run("import '\(path.path())' --match=name --update")
    try session.run("save")
    let saved = try PropertyListDocument(FileBytes(edited.read()))
    #expect(
      saved.elements(of: saved.root).map { entry in
        saved.members(of: entry).map {
          saved.exactText(of: $0.key) + "=" + (saved.scalar($0.value).map(saved.text) ?? "")
        }.sorted()
      } == [
        ["k\u{1}=y", "n\\m=1", "name=a", "w=t"], ["k\u{1}=z", "name=b", "w=5"],
        ["k\u{1}=v", "n\\m=2", "name=c", "w=6"],
      ])
    let output = RecordingOutput()
    try edited.session(output).run("import '\(path.path())'")
    #expect(output.text.contains("0 added, 0 changed, 3 unchanged"))
    let text = try catalogue([[("name", "a")]])
    #expect(throws: SessionError.self) {
      try text.session(RecordingOutput()).run("import '\(path.path())'")
    }
  }

  @Test(
    "a second import changes nothing, and undoing leaves the bytes as they were",
    arguments: 1...40 as ClosedRange<UInt64>)
  func idempotence(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let isUnique = seed % 2 == 0
    let edited = try catalogue(rows(20, &generator, isUnique: isUnique))
    let other = try write(list(rows(30, &generator, isUnique: isUnique)), edited)
    for options in ["", "--sorted", "--match=id --update", "--match=id --delete"] {
      let session = try edited.session(RecordingOutput())
      let before = text(session)
      try session.run("import \(other) \(options)")
      let after = text(session)
      let second = try session.editing.perform(
        .merge(
          ImportedEntries(reading: .init(other), for: session.catalogue), importOptions(options)))
      #expect(!second.isChange, "\(options)")
      #expect(text(session) == after)
      // The text is that of a catalogue with the same entries.
      let again = try EditedCatalogue(session.text).session(RecordingOutput())
      #expect(entries(again) == entries(session))
      if after != before { try session.run("undo") }
      #expect(text(session) == before)
    }
  }

  private func importOptions(_ words: String) throws -> ImportOptions {
    var options = ImportOptions()
    if words.contains("--match") { options.match = "id" }
    if words.contains("--update") { options.merging = .update }
    if words.contains("--delete") { options.merging = .replace }
    options.isSorted = words.contains("--sorted")
    return options
  }

  @Test(
    "with --delete, the catalogue has the entries of the file, no more",
    arguments: 1...20 as ClosedRange<UInt64>)
  func truth(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let edited = try catalogue(
      rows(20, &generator, isUnique: true).map { $0.filter { ["id", "name"].contains($0.0) } })
    let wanted = rows(25, &generator, isUnique: true)
    let session = try edited.session(RecordingOutput())
    try session.run("import \(write(list(wanted), edited)) --match=id --delete")
    let other = try catalogue(wanted).session(RecordingOutput())
    #expect(entries(session) == entries(other))
  }

  @Test("entries of no other section go into the last one, even if it is empty")
  func lastSection() throws {
    let sections: Plist = [
      ["title": "1", "rows": [["id": "1", "name": "a"]]], ["title": "2", "rows": []],
    ]
    let edited = try EditedCatalogue(Array("<plist version=\"1.0\">\(sections.xml)</plist>".utf8))
    let other = try write(list([[("id", "2"), ("name", "b")]]), edited)
    let session = try edited.session(RecordingOutput())
    try session.run("import \(other)")
    let catalogue = session.catalogue
    #expect(
      catalogue.sections(in: .root).map { catalogue.sections[$0].entryCount } == [1, 1])
  }

  @Test("columns that differ only in how a letter is composed are different fields")
  func composedLetters() throws {
    let edited = try catalogue([
      [("name", "a"), ("n\u{E9}", "1")], [("name", "b"), ("n\u{E9}", "2")],
    ])
    let other = try write(
      list([[("name", "a"), ("ne\u{301}", "3")], [("name", "e\u{301}"), ("n\u{E9}", "4")]]), edited)
    let session = try edited.session(RecordingOutput())
    try session.run("import \(other) --match=name --update")
    #expect(text(session).contains("<key>ne\u{301}</key>"))
    #expect(entries(session).count == 3)
  }

  @Test("telephone numbers are the same however they are written, and no country is assumed")
  func telephones() throws {
    let catalogue = try catalogue([
      [("name", "Ann"), ("mobile", "+49 (0)171 2345678")],
      [("name", "Ben"), ("mobile", "0301234567")],
    ])
    let output = RecordingOutput()
    let session = try catalogue.session(output)
    let path = try write(
      list([
        [("name", "Anna"), ("mobile", "0049171/2345678")],
        [("name", "Benno"), ("mobile", "+49 30 1234567")],
        [("name", "Cem"), ("mobile", "+44 171 2345678")],
      ]), catalogue)
    try session.run("import --match=mobile --update '\(path)'")
    let message = "'mobile' may be the number of 'Ben': only one of them has the code of a country"
    #expect(output.text.contains(message))
    #expect(
      entries(session) == [
        "mobile=+44 171 2345678,name=Cem", "mobile=+49 (0)171 2345678,name=Anna",
        "mobile=0301234567,name=Ben",
      ])
    // What may be in the file is not deleted.
    try session.run("import --match=mobile --delete '\(path)'")
    #expect(entries(session).count == 3)
  }

  @Test("a journal leads to the same text although the file is gone")
  func journal() throws {
    let edited = try EditedCatalogue(fixture: "names")
    let journal = SessionJournalTests.Journal()
    let session = try edited.session(RecordingOutput())
    session.editing.journal = journal
    let other = try write(list([[("name", "Nora"), ("phone", "1")]]), edited)
    for commands in [
      ["import \(other)"], ["rename B/#1 X", "import \(other) --sorted", "delete M/#1"],
      ["import \(other)", "delete M/#1", "undo"],
      ["import \(other)", "undo", "redo", "undo", "redo"],
      ["delete M/#1", "import \(other)", "undo"],
    ] {
      try session.run("revert")
      for command in commands { try session.run(command) }
      try FileManager.default.moveItem(atPath: other, toPath: other + ".gone")
      let recovered = try edited.session(RecordingOutput())
      #expect(try recovered.replay(journal.records).impossible == 0)
      #expect(text(recovered) == text(session))
      try FileManager.default.moveItem(atPath: other + ".gone", toPath: other)
      // Written anew, as after a failure.
      try session.rewriteJournal()
      let rewritten = try edited.session(RecordingOutput())
      #expect(try rewritten.replay(journal.records).impossible == 0)
      #expect(text(rewritten) == text(session))
    }
  }

  @Test func `numbers with more digits than a Double has are compared with all of them`() throws {
    func people(_ number: String) -> [UInt8] {
      Array(
        ("<plist><array><dict><key>name</key><string>Ada</string><key>size</key>"
          + "<real>\(number)</real></dict></array></plist>").utf8)
    }
    let edited = try EditedCatalogue(people("9007199254740992"))
    let session = try edited.session(RecordingOutput())
    let other = edited.directory.appending(path: "other.plist").path()
    for (number, isChange) in [("9007199254740992.0", false), ("9007199254740993", true)] {
      try Data(people(number)).write(to: URL(filePath: other))
      try session.run("import \(other) --match=name --update")
      #expect(session.isDirty == isChange)
    }
    #expect(text(session).contains("<real>9007199254740993</real>"))
  }

  @Test("'refresh' imports again if the file is the same, and else keeps what was imported")
  func refresh() throws {
    for isChanged in [false, true] {
      let edited = try EditedCatalogue(fixture: "names")
      let output = RecordingOutput()
      let session = try edited.session(output)
      let other = try write(list([[("name", "Nora"), ("phone", "1")]]), edited)
      try session.run("import \(other)")
      let file = String(decoding: try edited.read(), as: UTF8.self)
      try edited.write(Array(file.replacingOccurrences(of: "+1 212 99", with: "+1 212 98").utf8))
      if isChanged { _ = try write(list([[("name", "Otto"), ("phone", "1")]]), edited) }
      _ = output.take()
      try session.run("refresh")
      #expect(text(session).contains("+1 212 98"))
      #expect(text(session).contains("Nora"))
      #expect(session.editing.unsavedCommands?.count == 1)
    }
  }

  @Test("entries go under their letters, which are made if they are missing")
  func letters() throws {
    let sections: Plist = .array(
      ["A", "C"].map { letter in
        .dict([
          (key: "title", value: .text("string", letter)),
          (
            key: "items",
            value: .array([.dict([(key: "name", value: .text("string", letter + "nna"))])])
          ),
        ])
      })
    let edited = try EditedCatalogue(Array("<plist>\(sections.xml)</plist>".utf8))
    let session = try edited.session(RecordingOutput(), locale: "en")
    let other = try write(
      list(["Bo", "Abe", "Ada", "Cy", "Zoe"].map { [("name", .text("string", $0))] }), edited)
    try session.run("import \(other)")
    let catalogue = session.catalogue
    let titles = catalogue.sections().map { catalogue.title(of: $0) ?? "" }
    #expect(titles == ["A", "B", "C", "Z"])
    let names = catalogue.sections().flatMap { section in
      catalogue.sections[section].items.map { catalogue.name(of: $0) }
    }
    #expect(names == ["Abe", "Ada", "Anna", "Bo", "Cnna", "Cy", "Zoe"])
  }
}
