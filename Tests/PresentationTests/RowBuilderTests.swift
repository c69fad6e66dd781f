import Catalogues
import Forms
import ICUText
import Platform
import Searching
import TestHelpers
import Testing

@testable import Presentation

@Suite("What rows show")
struct RowBuilderTests {
  private func builder(
    _ catalogue: Catalogue, _ sectioning: Sectioning, hits: HitMatches? = nil, named: Bool = true
  ) -> RowBuilder {
    let book = AddressBook(catalogue)
    return RowBuilder(
      sectioning, contents: EntryContents(catalogue, book: book, fileName: "f"), hits: hits,
      book: named ? book : nil)
  }

  @Test("above hits are the addresses of their sections, and how many of the entries were found")
  func addresses() throws {
    let catalogue = try Catalogue(sections: [("A", ["a", "b"]), ("A", ["c"])])
    let groups: [(heading: Heading, entries: [Entry.ID])] = [
      (.section(.root), [0]), (.section(1), [1]), (.section(2), [2]), (.news(.new), []),
      (.sectionNews(1, .changed), [0, 1]),
    ]
    let sectioning = Sectioning(catalogue, groups: groups)
    let rows = groups.map {
      builder(catalogue, sectioning).row(of: $0.heading, depth: 0, isExpanded: true)
    }
    #expect(rows.map(\.label.value) == ["/", "A#1", "A#2", "new", "changed in A#1"])
    #expect(rows.map { $0.count?.number } == [1, 1, 1, 0, 2])
    #expect(rows.map { $0.count?.total } == [0, 2, 1, nil, nil])
    #expect(rows.allSatisfy { $0.kind == .heading && $0.isExpanded == nil })
  }

  @Test("letters are named as headings of hits, and of what is new there")
  func letters() throws {
    let catalogue = try Catalogue(list: "<string>bee</string>")
    let index = EntryFiling(NameFiling(.english)).names.index
    let letter = try #require(index.letter(labelled: "B"))
    let headings: [Heading] = [.letter(letter), .letterNews(letter, .new)]
    let sectioning = Sectioning(
      catalogue, groups: headings.map { ($0, [0]) }, letters: index)
    let named = { (isNamed: Bool) in
      headings.map {
        self.builder(catalogue, sectioning, named: isNamed)
          .row(of: $0, depth: 0, isExpanded: false)
      }
    }
    #expect(named(true).map(\.label.value) == ["B", "new under B"])
    #expect(named(true).map(\.isExpanded) == [nil, nil])
    #expect(named(false).map(\.label.value) == ["B", ""])
    #expect(named(false).map(\.isExpanded) == [false, nil])
  }

  @Test("a row of a hit shows its matches, and its control unless another field is in its place")
  func hits() throws {
    let list = ["one", "two"].map {
      "<dict><key>name</key><string>\($0)</string><key>Type</key>"
        + "<string>PSToggleSwitchSpecifier</string><key>DefaultValue</key><true/>"
        + "<key>Key</key><string>deep</string></dict>"
    }
    let catalogue = try Catalogue(list: list.joined())
    func row(_ pattern: String) throws -> Row {
      let matches = HitMatches(
        catalogue, SearchQuery(try Matcher([pattern]), in: .all), showsMatches: true)
      return builder(catalogue, Sectioning(catalogue), hits: matches).row(of: 0, depth: 3)
    }
    let found = try row("ne")
    #expect(found.label == Row.Text("one", matches: [1..<3]))
    #expect(found.control == .switch(true) && found.depth == 3)
    let other = try row("deep")
    #expect(other.detail == Row.Text("deep", matches: [0..<4]).following("Key="))
    #expect(other.control == .none)
  }

  @Test("sections show their title, its detail and how many entries they have, if any")
  func sections() throws {
    let catalogue = try Catalogue(sections: [("A|more", ["a", "b"]), ("B", []), (nil, ["c"])])
    let builder = builder(catalogue, Sectioning(catalogue), named: false)
    let rows = (1...3).map {
      builder.row(of: .section(Section.ID(rawValue: $0)), depth: 0, isExpanded: true)
    }
    #expect(rows.map(\.label.value) == ["A", "B", "#3"])
    #expect(rows.map { $0.detail?.value } == ["more", nil, nil])
    #expect(rows.map { $0.count?.number } == [2, nil, 1])
    #expect(rows.map(\.isExpanded) == [true, nil, true])
  }
}
