import ICUText
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Entries under the letters of a language")
struct AlphabeticListingTests {
  private static func listing(_ names: [String], _ locale: String) throws -> AlphabeticListing {
    let filing = NameFiling(try LocaleIdentifier(locale))
    return AlphabeticListing(
      entries(names.count), filing: filing, name: { names[$0.rawValue] })
  }

  private static func entries(_ count: Int) -> Range<Entry.ID> {
    .first..<Entry.ID(rawValue: count)
  }

  private static func lines(_ names: [String], _ locale: String) throws -> [String] {
    let listing = try listing(names, locale)
    return listing.groups.map { group in
      ([listing.label(of: group).text] + group.entries.map { names[$0.rawValue] }).joined(
        separator: " ")
    }
  }

  @Test(
    "entries are filed under their letters and sorted as the language has it",
    arguments: [
      (
        "en", "zoo Åsa Öst 7 apple Zebra жук ångström",
        ["A ångström apple Åsa", "O Öst", "Z Zebra zoo", "Ж жук", "# 7"]
      ), ("sv", "zoo Åsa Öst apple Ä", ["A apple", "Z zoo", "Å Åsa", "Ä Ä", "Ö Öst"]),
      ("cs", "Cyril Chaloupka Havel Ivan", ["C Cyril", "H Havel", "CH Chaloupka", "I Ivan"]),
      ("ja", "やまだ ギター かな Apple", ["か かな ギター", "や やまだ", "A Apple"]),
      ("zh_TW", "陳 BMW 丁", ["2劃 丁", "11劃 陳", "B BMW"]),
    ])
  func filing(_ locale: String, _ names: String, _ expected: [String]) throws {
    #expect(try Self.lines(names.split(separator: " ").map(String.init), locale) == expected)
  }

  @Test("equal names stay in order; entries without a name come last, by label")
  func alike() throws {
    let names = ["Chang", "Ao", "Chang", "Chrysler", nil, "7", nil, "Ω"]
    let labels = ["", "", "", "", "b", "", "a", ""]
    let listing = AlphabeticListing(
      Self.entries(names.count).reversed(), filing: NameFiling(.english),
      name: { names[$0.rawValue] }, label: { labels[$0.rawValue] })
    #expect(listing.groups.map(\.entries) == [[1], [2, 0, 3], [7], [5, 6, 4]])
  }

  @Test(
    "filing many entries may be ended after each 4,096 of them",
    arguments: [(4095, 0), (4096, 1), (8191, 1), (8192, 2)])
  func checks(count: Int, checks: Int) throws {
    let catalogue = try Catalogue(["a", "b"])
    let filing = EntryFiling(NameFiling(.english))
    var made = 0
    let listing = filing.listing(of: (0..<count).map { Entry.ID(rawValue: $0 % 2) }, in: catalogue)
    { _, _ in made += 1 }
    #expect(made == checks)
    #expect(listing.groups.map(\.entries.count).reduce(0, +) == count)
    struct Ended: Error {}
    if checks == 0 { return }
    #expect(throws: Ended.self) {
      try filing.listing(of: [Entry.ID](repeating: 0, count: count), in: catalogue) { _, _ in
        throw Ended()
      }
    }
  }
}
