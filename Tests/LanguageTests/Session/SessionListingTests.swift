import Catalogues
import Platform
import Presentation
import TestHelpers
import Testing

@testable import Editing
@testable import Language

@Suite("Listings in pages")
struct SessionListingTests {
  @Test("up to twelve fields are named where one is unknown", arguments: [11, 12, 13])
  func unknownField(count: Int) {
    let keys = (0..<count).map { "k\($0)" }
    let hint = ReportedError.noField("unlike", among: keys).hint
    let shown = keys.prefix(12).joined(separator: ", ")
    #expect(hint == "fields: " + shown + (count > 12 ? ", …" : ""))
  }

  @Test(
    "edits make 'more' neither skip nor repeat what they leave alone",
    arguments: [
      ("delete A/a", ["A/c", "A/d"]), ("insert A/a new --before", ["A/c", "A/d"]),
      ("delete A/c", ["A/d"]), ("delete A/a A/c", ["A/d"]), ("delete A/a A/b A/c A/d", []),
      ("move A/d to A --first", ["A/c"]), ("section sort A", ["A/c", "A/d"]),
      ("section insert Z --first", ["A/c", "A/d"]),
    ])
  func more(_ edit: String, _ entries: [String]) throws {
    let list = "abcd".map { "<string>\($0)</string>" }.joined()
    let sections = "<key>A</key><array>\(list)</array><key>B</key><array>\(list)</array>"
    let output = RecordingOutput()
    let session = try EditedCatalogue(Array("<plist><dict>\(sections)</dict></plist>".utf8))
      .session(output)
    try session.run("show --page-size 3")
    try session.run(edit)
    _ = output.take()
    try session.run("more")
    let addresses = session.listing.items.dropFirst(3).map { session.book.address(of: $0) }
    #expect(addresses == Array((entries + ["B", "B/a", "B/b"]).prefix(3)))
  }

  @Test(
    "when a listed section has been deleted, there is nothing more of it",
    arguments: [1, 2, 40, 70])
  func deletedSection(rows: Int) throws {
    let list = (0..<80).map { "<string>\($0)</string>" }.joined()
    let sections = "<key>A</key><array>\(list)</array><key>B</key><array>\(list)</array>"
    let output = RecordingOutput()
    let session = try EditedCatalogue(Array("<plist><dict>\(sections)</dict></plist>".utf8))
      .session(output)
    try session.run("show A --page-size \(rows)")
    try session.run("section delete A --force")
    _ = output.take()
    try session.run("more")
    #expect(output.take() == "there is nothing more to show\n")
    // Of the whole list, what comes after it is left.
    try session.run("undo")
    try session.run("show / --page-size \(rows)")
    try session.run("section delete A --force")
    _ = output.take()
    try session.run("more")
    #expect(session.listing.items.dropFirst(rows).first.map(session.book.address) == "B")
  }

  @Test(
    "a section that was asked for is listed to its end, whatever is closed in between",
    arguments: ["accordion on", "collapse all", "toggle all"])
  func closedSection(_ line: String) throws {
    let list = (0..<9).map { "<string>\($0)</string>" }.joined()
    let sections = ["A", "B"].map { "<key>\($0)</key><array>\(list)</array>" }.joined()
    let output = RecordingOutput()
    let session = try EditedCatalogue(Array("<plist><dict>\(sections)</dict></plist>".utf8))
      .session(output)
    for line in ["show B --page-size 3", line, "more", "more", "more"] { try session.run(line) }
    #expect(session.listing.items.count == 10)
  }

  @Test("what comes after a section that moves on is not left out")
  func movedSection() throws {
    let sections = ["A", "B", "C", "D"].map {
      "<key>\($0)</key><array><string>\($0)1</string><string>\($0)2</string></array>"
    }
    let text = "<plist><dict>\(sections.joined())</dict></plist>"
    let session = try EditedCatalogue(Array(text.utf8)).session(RecordingOutput())
    for line in ["show / --page-size 5", "section move B to D", "more", "more"] {
      try session.run(line)
    }
    let shown = Set(session.listing.items.map(session.book.address))
    #expect(
      shown == ["A", "A/A1", "A/A2", "B", "B/B1", "B/B2", "C", "C/C1", "C/C2", "D", "D/D1", "D/D2"])
  }

  @Test(
    "a letter whose entries are gone is left for its neighbours",
    arguments: [("next", "C"), ("previous", "A")])
  func emptiedLetter(_ line: String, _ label: String) throws {
    let names = ["aa", "ab", "ba", "ca", "za"].map { "<string>\($0)</string>" }.joined()
    let output = RecordingOutput()
    let session = try EditedCatalogue(Array("<plist><array>\(names)</array></plist>".utf8))
      .session(output)
    for line in ["set by-letter on", "set page-size 1", "jump B", "next", "jump B"] {
      try session.run(line)
    }
    try session.run("rename /ba zz")
    try session.run(line)
    // The nearest one before an emptied letter takes its place.
    #expect(session.currentTitle == (line == "previous" ? "A" : label))
    try session.run("show")
    #expect(output.take().contains("– \(label)"))
  }

  @Test("in an accordion, finding entries of many sections leaves one open")
  func accordion() throws {
    let sections = (0..<50).map {
      "<key>\($0)</key><array><string>a\($0)</string></array>"
    }
    let text = "<plist><dict>\(sections.joined())</dict></plist>"
    let session = try EditedCatalogue(Array(text.utf8)).session(RecordingOutput())
    for line in ["accordion on", "find a --all-fields", "expand all"] {
      try session.run(line)
      let open = session.catalogue.sections(in: .root).filter {
        !session.state.outline.isClosed(.section($0))
      }
      #expect(open.count == 1, "\(line)")
    }
    #expect(!session.state.outline.isClosed(.section(50)))
  }

  @Test(
    "unless the user says otherwise, a page fits the screen with a line and the prompt below it",
    arguments: [
      "show", "set by-letter on; show", "sections", "set by-letter on; sections", "find a",
      "set by-letter on; find a", "find a -n", "jump B", "set by-letter on; jump B",
    ], [1, 2, 3, 4, 5, 7, 24, 60])
  func screens(_ line: String, _ height: Int) throws {
    let sections = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { title in
      let names = ["a", "ba", "ca"].map { "<string>\(title)\($0)</string>" }.joined()
      return "<key>\(title)</key><array>\(names)</array>"
    }
    let output = RecordingOutput()
    let session = try EditedCatalogue(
      Array("<plist><dict>\(sections.joined())</dict></plist>".utf8)
    ).session(output)
    output.height = height
    for command in line.split(separator: ";") {
      _ = output.take()
      try session.run(String(command))
    }
    var lines = output.take().split(separator: "\n")
    #expect(lines.popLast()?.contains("'more' continues") == true)
    // An entry that was found is never separated from its heading.
    let fewest = line.contains("find") ? 2 : 1
    let rows = min(20, max(height - 2, fewest))
    #expect(lines.count <= rows && lines.count >= rows - 1)
    output.height = 4
    try session.run("set page-size 9")
    try session.run("show / --all")
    _ = output.take()
    try session.run("show")
    #expect(output.take().split(separator: "\n").count == 10)
  }
}
