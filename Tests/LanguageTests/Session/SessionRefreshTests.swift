import Catalogues
import Comparing
import Foundation
import Presentation
import PropertyLists
import Searching
import TestHelpers
import Testing

@testable import Editing
@testable import Language

/// `refresh` after others have changed the file.
@Suite("What others have changed")
struct SessionRefreshTests {
  private func reading(_ text: [UInt8]) throws -> Catalogue {
    try Catalogue(PropertyListDocument(FileBytes(text)))
  }

  /// A text after random edits, which stand for those of another program.
  private func changed(_ text: [UInt8], seed: UInt64) throws -> [UInt8] {
    let session = try EditedCatalogue(text).session(RecordingOutput())
    var commands = RandomCommands(session, seed: seed)
    for _ in 0..<4 { _ = try? session.run(commands.edit()) }
    return session.text
  }

  @Test(
    "the session's own edits are not listed, those of others are",
    arguments: EditedCatalogue.fixtures, 1...6 as ClosedRange<UInt64>)
  func own(_ fixture: String, _ seed: UInt64) throws {
    let catalogue = try EditedCatalogue(fixture: fixture)
    let output = RecordingOutput()
    let session = try catalogue.session(output)
    var commands = RandomCommands(session, seed: seed)
    func edit() {
      for _ in 0..<3 { _ = try? session.run(commands.edit()) }
      _ = output.take()
    }
    edit()
    if seed % 2 == 0 {
      try session.run("save")
      edit()
    }
    try session.run("refresh")
    #expect(output.take().hasSuffix("again: nothing has changed\n"))
    #expect(session.listing.items.isEmpty)
    // Now another program changes the file.
    let before = try catalogue.read()
    let after = try changed(before, seed: seed + 100)
    try catalogue.write(after)
    let expected = CatalogueChanges(from: try reading(before), to: try reading(after))
    try session.run("set page-size 1000")
    let isOwn = session.isDirty
    try session.run("refresh")
    let said = output.take()
    let last = try #require(said.split(separator: "\n").last)
    #expect(last.hasSuffix("nothing has changed") == expected.isSameText)
    for (count, word) in [
      (expected.newEntries.count, "new"), (expected.goneEntryCount, "gone"),
      (expected.changedEntries.count, "changed"), (expected.movedEntryCount, "moved"),
    ] {
      let entries = last.split(separator: ": ")[1].prefix { $0 != ";" }
      let isSaid = !last.contains(": sections:") && entries.contains("\(count) \(word)")
      #expect(isSaid == (count > 0), "\(last)")
    }
    guard !isOwn else { return }
    let entries = expected.newEntries + expected.changedEntries
    #expect(session.listing.items == entries.map { .entry($0) })
    #expect(said.contains("new") || expected.newEntries.isEmpty)
  }

  @Test("the numbers of what is listed are addresses, page by page")
  func numbers() throws {
    let names = (1...9).map { "<string>name \($0)</string>" }
    func file(_ names: some Sequence<String>) -> [UInt8] {
      Array("<plist><array>\(names.joined())</array></plist>".utf8)
    }
    let catalogue = try EditedCatalogue(file(names))
    let output = RecordingOutput()
    let session = try catalogue.session(output)
    try session.run("delete '/name 9'")
    try catalogue.write(
      file(
        ["<string>x</string>"] + names[..<4] + ["<string>y</string>"] + names[5...]
          + ["<string>z</string>"]))
    try session.run("set page-size 2")
    _ = output.take()
    try session.run("refresh")
    let place = "read \(session.filePath) again"
    #expect(
      output.take() == """
              new
           1      x
           2      z
        … 1 more; 'more' continues
        \(place): 2 new, 1 changed

        """)
    try session.run("more")
    #expect(output.take() == "      changed\n   3      y\n")
    try session.run("delete 1 3")
    #expect(session.text == file(names[..<4] + names[5..<8] + ["<string>z</string>"]))
  }

  @Test("at a terminal the list leaves room for headings and the lines below it")
  func screens() throws {
    func file(_ count: Int) -> [UInt8] {
      let lists = ["A", "B", "C"].map { title in
        let names = (0..<count).map { "<string>\(title)\($0)</string>" }
        return "<key>\(title)</key><array><string>\(title)</string>\(names.joined())</array>"
      }
      return Array("<plist><dict>\(lists.joined())</dict></plist>".utf8)
    }
    let catalogue = try EditedCatalogue(file(0))
    let output = RecordingOutput()
    let session = try catalogue.session(output)
    output.height = 10
    try catalogue.write(file(3))
    try session.run("refresh")
    let lines = output.take().split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(
      lines.dropLast() == [
        "new in A", "1      A0", "2      A1", "3      A2", "new in B", "4      B0", "5      B1",
        "… 4 more; 'more' continues",
      ])
  }

  @Test func `a change of an entry is kept that was moved into a section that others delete`()
    throws
  {
    func car(_ name: String, _ founded: String) -> String {
      "<dict><key>name</key><string>\(name)</string><key>founded</key><string>\(founded)</string>"
        + "<key>note</key><string>of \(name)</string></dict>\n"
    }
    func section(_ title: String, _ cars: String...) -> String {
      "<dict><key>title</key><string>\(title)</string><key>cars</key><array>\n\(cars.joined())"
        + "</array></dict>\n"
    }
    func file(_ sections: String...) -> [UInt8] {
      Array("<plist><array>\n\(sections.joined())</array></plist>".utf8)
    }
    let catalogue = try EditedCatalogue(
      file(
        section("S1", car("Audi", "1"), car("BMW", "2")), section("S2", car("Fiat", "3"))))
    let session = try catalogue.session(RecordingOutput())
    try session.run("move --after /S1/Audi to /S2/Fiat")
    try catalogue.write(file(section("S1", car("Audi", "changed"), car("BMW", "2"))))
    try session.run("refresh")
    let text = String(decoding: session.text, as: UTF8.self)
    #expect(text.split(separator: "of Audi").count == 2, "\(text)")
    #expect(text.contains(car("Audi", "changed")), "\(text)")
  }

  private func strings(_ texts: String...) -> [UInt8] {
    let elements = texts.map { "<string>\($0)</string>" }
    return Array("<plist><array>\(elements.joined())</array></plist>".utf8)
  }

  @Test func `what both have added is there once`() throws {
    let catalogue = try EditedCatalogue(strings("a", "b"))
    let session = try catalogue.session(RecordingOutput())
    try session.run("insert / c")
    try catalogue.write(strings("a", "b", "c"))
    try session.run("refresh")
    #expect(session.text == strings("a", "b", "c"))
    #expect(!session.isDirty)
  }

  @Test func `edits that were repeated stay apart if they differ from a merge only in order`()
    throws
  {
    let catalogue = try EditedCatalogue(strings("a", "b"))
    let session = try catalogue.session(RecordingOutput())
    for label in ["c", "d"] { try session.run("insert / \(label)") }
    try catalogue.write(strings("a", "b", "x"))
    try session.run("refresh")
    #expect(session.text == strings("a", "b", "x", "c", "d"))
    try session.run("undo")
    #expect(session.text == strings("a", "b", "x", "c"))
  }

  @Test func `what is written in another way has not changed`() throws {
    let catalogue = try EditedCatalogue(strings("a", "b"))
    let output = RecordingOutput()
    let session = try catalogue.session(output)
    try catalogue.write(
      Array("<plist>\n<array><string>&#x61;</string>\n<string>b</string></array></plist>".utf8))
    try session.run("refresh")
    #expect(output.take().hasSuffix("again: no entry or section has changed\n"))
  }

  private static func person(_ name: String, _ tel: String) -> String {
    "<dict><key>name</key><string>\(name)</string><key>tel</key><string>\(tel)</string>"
      + "<key>note</key><string>n\(name)</string></dict>"
  }

  private static func people(ada: String) -> String {
    "<array>" + [("Ada", ada), ("Bo", "2"), ("Cy", "3"), ("Di", "4")].map(person).joined()
      + "</array>"
  }

  /// Commands that write more than they change. `FILE` is one with the people, of whom one has
  /// changed, and another one.
  private static let replacing = [
    ["set / :xml='\(people(ada: "9"))'"], ["import FILE"],
    ["import FILE --match=name --update"], ["import FILE --match=name --delete"],
    ["set /Cy tel=5", "set / :xml='\(people(ada: "9"))'"],
    ["set / :xml='\(people(ada: "9"))'", "set /Cy tel=5"],
    ["set / :xml='\(people(ada: "9"))'", "undo", "redo"],
    ["set /Ada :xml='\(person("Ada", "9"))'"],
    ["set / :xml='\(people(ada: "9"))'", "save", "undo"],
    ["import FILE", "save", "undo"],
  ]

  @Test(
    "an edit that writes more than it changes undoes nothing that others have changed",
    arguments: replacing,
    [
      "delete /Bo", "move --first /Bo to /", "unset /Bo note", "set /Bo tel=6",
      "insert / Zed tel=7",
    ])
  func writingMore(_ commands: [String], _ others: String) throws {
    let file = Array("<plist version=\"1.0\">\(Self.people(ada: "1"))</plist>\n".utf8)
    let catalogue = try EditedCatalogue(file)
    let source = catalogue.directory.appending(path: "other.plist").path()
    let rows =
      [("Ada", "9"), ("Bo", "2"), ("Cy", "3"), ("Ed", "5")].map(Self.person).joined()
    try Data("<plist version=\"1.0\"><array>\(rows)</array></plist>".utf8)
      .write(to: URL(filePath: source))
    let session = try catalogue.session(RecordingOutput())
    for line in commands { try session.run(line.replacing("FILE", with: source)) }
    let (base, ours) = (try catalogue.read(), session.text)
    let other = try EditedCatalogue(base).session(RecordingOutput())
    try other.run(others)
    try catalogue.write(other.text)
    try session.run("refresh")
    let own = try reading(ours).document
    let merge = TreeMerge(
      base: try reading(base).document, ours: own, theirs: try reading(other.text).document)
    try #require(merge.conflicts.isEmpty)
    merge.apply()
    let merged = try reading(own.joined(own.pieces.ranges))
    let expected = TreeComparison(
      from: merged.document, to: try reading(session.text).document)
    #expect(expected.differences.isEmpty, "\(String(decoding: session.text, as: UTF8.self))")
    // Without the edits, there is what others have left.
    while (try? session.run("undo")) != nil {}
    #expect(session.text == other.text)
    while (try? session.run("redo")) != nil {}
    try session.run("save")
    let saved = TreeComparison(
      from: merged.document, to: try reading(catalogue.read()).document)
    #expect(saved.differences.isEmpty)
  }

  @Test func `filing by letters again does not take back where others have moved an entry`() throws
  {
    func section(_ title: String, _ names: String...) -> String {
      "<dict><key>title</key><string>\(title)</string><key>items</key><array>"
        + names.map { "<string>\($0)</string>" }.joined() + "</array></dict>"
    }
    func file(_ sections: String...) -> [UInt8] {
      Array("<plist><array>\(sections.joined())</array></plist>".utf8)
    }
    let catalogue = try EditedCatalogue(
      file(section("A", "Ada", "Zed"), section("B", "Bo", "Bill"), section("C", "Cy")))
    let session = try catalogue.session(RecordingOutput())
    try session.run("section build")
    let others = file(section("A", "Ada", "Zed"), section("B", "Bill"), section("C", "Cy", "Bo"))
    try catalogue.write(others)
    try session.run("refresh")
    #expect(
      session.text
        == file(
          section("A", "Ada"), section("B", "Bill"), section("C", "Cy", "Bo"),
          section("Z", "Zed")))
  }

  @Test func `a session keeps its edits if what is merged cannot be written`() throws {
    func file(_ encoding: String, _ rest: String) -> [UInt8] {
      Array(
        "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><plist><array>\(rest)</array></plist>".utf8
      )
    }
    let catalogue = try EditedCatalogue(file("ISO-8859-1", "<string>a</string><string>b</string>"))
    let session = try catalogue.session(RecordingOutput())
    try session.run("delete /b")
    let edited = session.text
    let others = "<string>a</string><string>b</string><string><![CDATA[中]]></string>"
    try catalogue.write(file("UTF-8", others))
    #expect(throws: (any Error).self) { try session.run("refresh") }
    #expect(session.text == edited)
    #expect(session.isDirty)
  }

  @Test func `what is folded stays so, whatever titles others give sections`() throws {
    func file(_ sections: (title: String, entries: [String])...) -> [UInt8] {
      let lists = sections.map { section in
        let entries = section.entries.map { "<dict><key>name</key><string>\($0)</string></dict>" }
        return "<dict><key>title</key><string>\(section.title)</string><key>items</key><array>"
          + entries.joined() + "</array></dict>"
      }
      return Array("<plist><array>\(lists.joined())</array></plist>".utf8)
    }
    let catalogue = try EditedCatalogue(
      file(("A", ["a", "b"]), ("B", ["c", "d"]), ("B", ["e", "f"])))
    let session = try catalogue.session(RecordingOutput())
    try session.run("collapse A")
    try session.run("collapse '/#3'")
    #expect(session.state.outline.closed == [.section(1), .section(3)])
    // A is renamed and comes later; the first B is new.
    try catalogue.write(
      file(("B", ["x"]), ("B", ["c", "d"]), ("Z", ["a", "b"]), ("B", ["e", "f"])))
    try session.run("refresh")
    #expect(session.state.outline.closed == [.section(3), .section(4)])
  }
}
