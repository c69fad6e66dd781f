import Catalogues
import Searching
import TestHelpers
import Testing

@testable import Presentation

@Suite("Where a search matches in what it found")
struct HitMatchesTests {
  private static let list =
    "<dict><key>name</key><string>Ann</string><key>phone</key><string>12</string>"
    + "<key>note</key><string>an old friend</string></dict>"

  /// The matches in the only entry.
  private func hits(
    _ pattern: String, _ fields: SearchedFields, isInverted: Bool = false,
    showsMatches: Bool = true,
    syntax: SearchOptions.Syntax = .literal
  ) throws -> HitMatches {
    var options = SearchOptions()
    options.syntax = syntax
    return HitMatches(
      try Catalogue(list: HitMatchesTests.list),
      SearchQuery(
        try Matcher([pattern], options: options), in: fields, isInverted: isInverted),
      showsMatches: showsMatches)
  }

  private func texts(_ hits: HitMatches, detail: String? = "12") -> [Row.Text?] {
    let texts = hits.texts(of: 0, label: "Ann", detail: detail)
    return [texts.label, texts.detail]
  }

  @Test("matches are marked in the label and the detail that are shown")
  func marked() throws {
    #expect(
      texts(try hits("n", .labelAndDetail)) == [
        Row.Text("Ann", matches: [1..<2, 2..<3]), Row.Text("12"),
      ])
    #expect(
      texts(try hits("2", .all)) == [Row.Text("Ann"), Row.Text("12", matches: [1..<2])])
    #expect(
      texts(try hits("an", .all)) == [Row.Text("Ann", matches: [0..<2]), Row.Text("12")])
  }

  @Test("a field that matches takes the place of the detail if nothing shown does")
  func otherField() throws {
    let texts = self.texts(try hits("old", .all))
    #expect(
      texts == [Row.Text("Ann"), Row.Text("an old friend", matches: [3..<6]).following("note=")])
    #expect(self.texts(try hits("old", .keys(["note"])), detail: nil) == texts)
  }

  @Test("without marks, the same texts are shown")
  func unmarked() throws {
    #expect(
      texts(try hits("n", .labelAndDetail, showsMatches: false)) == [
        Row.Text("Ann"), Row.Text("12"),
      ])
    #expect(
      texts(try hits("old", .all, showsMatches: false))
        == [Row.Text("Ann"), Row.Text("an old friend").following("note=")])
  }

  @Test("an inverted search matches nowhere")
  func inverted() throws {
    let hits = try hits("zz", .all, isInverted: true)
    #expect(texts(hits) == [Row.Text("Ann"), Row.Text("12")])
    #expect(hits.matches(in: Entry.ID.first).found.isEmpty)
  }

  @Test("the fields that match are named")
  func fields() throws {
    let (found, failure) = try hits("an", .all).matches(in: Entry.ID.first)
    #expect(found.map(\.name) == ["name", "note"])
    #expect(found.map(\.ranges) == [[0..<2], [0..<2]])
    #expect(failure == nil)
  }
}
