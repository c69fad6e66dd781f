import Catalogues
import Grammar
import Platform
import Presentation
import SeededRandom
import TestHelpers
import Testing

@testable import Editing
@testable import Language

/// Compares pages with the whole listing.
@Suite("Pages of outlines and indexes")
struct SessionPagesTests {
  /// The lines of a listing, without numbers and columns, and the number of rows reported as left.
  private struct Page: Equatable {
    var lines: [String]
    let left: Int?

    init(_ text: String) {
      let rows = text.split(separator: "\n").map(String.init)
      let rest = rows.last?.firstMatch(of: /^… ([0-9]+) more; 'more' continues$/)
      left = rest.flatMap { Int($0.1) }
      lines = (left == nil ? rows : rows.dropLast()).map {
        String($0.dropFirst(6)).replacing(/[ ]+/, with: " ")
      }
    }
  }

  private func page(_ line: String, _ session: Session, _ output: RecordingOutput) throws -> Page {
    _ = output.take()
    try session.run(line)
    return Page(output.take())
  }

  /// Shows everything page by page, both by continuing and by requesting each page.
  private func compare(
    _ show: String, _ session: Session, _ output: RecordingOutput, sizes: ClosedRange<Int>
  ) throws {
    let whole = try page("\(show) --all", session, output)
    let items = session.listing.items
    #expect(whole.left == nil)
    // The fields of a section are above the rows of its first page.
    let least = sizes.lowerBound
    let fields = try page("\(show) --page-size \(least)", session, output).lines.count - least
    for size in sizes {
      var shown: [String] = []
      var pages = [try page("\(show) --page-size \(size)", session, output)]
      while let last = pages.last, last.left != nil {
        shown += last.lines
        let rows = last.lines.count - (pages.count == 1 ? fields : 0)
        #expect(rows == size && last.left == whole.lines.count - shown.count)
        pages.append(try page("more", session, output))
      }
      shown += pages[pages.count - 1].lines
      #expect(shown == whole.lines)
      #expect(session.listing.items == items)
      for (index, expected) in pages.enumerated() {
        let line = "\(show) --page \(index + 1) --page-size=\(size)"
        #expect(try page(line, session, output) == expected)
        guard index + 1 < pages.count else { break }
        #expect(try page("more", session, output) == pages[index + 1])
      }
      let state = session.state.outline
      do {
        try session.run("\(show) --page-size=\(size) --page \(pages.count + 1)")
        Issue.record("there is no such page")
      } catch SessionError.reported(let error) {
        #expect(error == .noPage(pages.count + 1, of: pages.count))
      }
      #expect(session.state.outline == state)
    }
  }

  @Test(
    "pages of every size, joined, are what is shown without pages, and count what is left",
    arguments: 1...Rounds.of(15) as ClosedRange<UInt64>)
  func joined(_ seed: UInt64) throws {
    var random = RandomOutline(seed: seed)
    let kind = random.below(4)
    let text = kind == 0 ? random.form() : kind == 1 ? random.flat() : random.outline()
    let output = RecordingOutput()
    let session = try EditedCatalogue(text).session(output)
    session.reportsEdits = false
    var commands = RandomCommands(session, seed: seed)
    for _ in 0..<random.below(12) { _ = try? session.run(commands.edit()) }
    let sections = session.catalogue.sections(in: .root)
    for section in sections where random.below(4) == 0 {
      session.state.outline.close(.section(section))
    }
    for option in ["", " --collapsed"] {
      try compare("show /" + option, session, output, sizes: 1...7)
      guard !sections.isEmpty else { continue }
      let section = random.one(of: sections)
      let address = Quoting.quoted(session.book.address(of: .section(section)))
      try compare("show \(address)\(option)", session, output, sizes: 1...3)
    }
    try session.run("set option by-letter on")
    for letter in try session.sectioning().headings where random.below(4) == 0 {
      session.state.outline.close(letter)
    }
    for option in ["", " --collapsed"] {
      try compare("show /" + option, session, output, sizes: 1...5)
    }
  }

  @Test("hidden rows of a form are neither shown nor counted")
  func forms() throws {
    var random = RandomOutline(seed: 8)
    let output = RecordingOutput()
    let session = try EditedCatalogue(random.form()).session(output)
    let catalogue = session.catalogue
    try #require(catalogue.shape.isForm)
    let entries = catalogue.entries
    let shown = entries.filter { !catalogue.isHidden($0) }.count
    try #require(shown < entries.count && shown > 2)
    let rows = shown + catalogue.sections(in: .root).count
    let first = try page("show / --page-size 2", session, output)
    #expect(first.left == rows - 2)
    try session.run("set option by-letter on")
    let groups = try session.sectioning().headings.count
    #expect(try page("show / --page-size 2", session, output).left == shown + groups - 2)
  }

  @Test("edits between pages change what is left")
  func edits() throws {
    let output = RecordingOutput()
    let session = try EditedCatalogue(fixture: "names").session(output)
    let rows = try page("show / --all", session, output).lines.count
    #expect(try page("show / --page-size 3", session, output).left == rows - 3)
    for line in ["delete M/#2", "delete B/#1", "insert Q New"] { try session.run(line) }
    // One of the deleted entries was on the first page.
    #expect(try page("more", session, output).left == rows - 6 - 1 + 1)
  }

  @Test("a page is one of the pages that the session has, or of the size that is given")
  func sizes() throws {
    let output = RecordingOutput()
    let session = try EditedCatalogue(fixture: "names").session(output)
    let all = try page("show / --all", session, output).lines
    output.height = 7
    #expect(try page("show / --page 2", session, output).lines.count == 5)
    try session.run("set page-size 4")
    let third = try page("show / --page 3", session, output)
    #expect(third.left == all.count - 12)
    #expect(try page("more", session, output).lines.count == min(4, all.count - 12))
    #expect(throws: SessionError.self) {
      try session.run("show / --page 9223372036854775807 --page-size 9")
    }
  }

  @Test("an entry has one page, and a missing page opens nothing")
  func entries() throws {
    let output = RecordingOutput()
    let session = try EditedCatalogue(fixture: "names").session(output)
    try session.run("collapse all")
    let state = session.state.outline
    for line in ["show M/#1 --page 2", "show M --page 2", "show M/#1 --page=2 --page-size=1"] {
      #expect(throws: SessionError.self) { try session.run(line) }
      #expect(session.state.outline == state && session.currentEntry == nil)
    }
    let whole = try page("show M/#1", session, output)
    #expect(try page("show M/#1 --page 1 --page-size 1", session, output) == whole)
  }
}
