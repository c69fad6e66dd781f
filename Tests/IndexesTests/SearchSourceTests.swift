import Catalogues
import ICUText
import PropertyLists
import Readings
import SeededRandom
import TestHelpers
import Testing

@testable import Searching

@Suite("Sources of searches")
struct SearchSourceTests {
  /// What a search reports, in order.
  private enum Event: Equatable {
    case found(Entry.ID)
    case undecided(UndecidedRecord)
    case section(Section.ID)
    case undecidedSection(Section.ID, RegularExpression.Failure)
  }

  private static func events(_ found: Found, limit: Int) -> [Event] {
    var (entries, undecided): ([Event], [Event]) = ([], [])
    let count = found.visit(
      limit: limit, undecided: { undecided.append(.undecided($0)) },
      hit: {
        entries.append(.found($0))
        return true
      })
    #expect(count == entries.count)
    #expect(found.count(limit: limit) == count)
    let sections = found.sections { undecided.append(.undecidedSection($0, $1)) }
    return entries + undecided + sections.map { .section($0) }
  }

  @Test("text and index give the same, inverted and with limits, too", arguments: 0..<Rounds.of(5))
  func agreement(seed: Int) throws {
    var random = RandomCatalogue(seed: UInt64(seed))
    let example = try IndexedExample(random.file(seed % 4 == 0 ? 3 : 30))
    let text = SearchSource(try Catalogue(PropertyListDocument(FileBytes(path: example.file))))
    let index = SearchSource(try example.location.open(), of: try FileBytes(path: example.file))
    var searches = LiveIndexTests.Searches(seed: UInt64(seed), tables: [nil, .shared])
    for number in 0..<200 {
      let search = try searches.next()
      let query = SearchQuery(
        search.matcher, in: search.fields, isInverted: search.isInverted,
        titles: SearchQuery.Titles.allCases[number % 3])
      let limit = [0, 1, 3, .max][number % 4]
      let expected = Self.events(try text.search(query), limit: limit)
      let found = try index.search(query, limit: limit, isPrinted: true)
      #expect(!found.isStreamed)
      try #require(Self.events(found, limit: limit) == expected, "search \(number)")
    }
  }

  @Test("after the last entry that is wanted nothing is undecided", arguments: [false, true])
  func undecided(isInverted: Bool) throws {
    let hard = String(repeating: "a", count: 200_000) + "bcd"
    let list = ["abc", hard, "no", "xbc", hard, "no"].map { "<string>\($0)</string>" }.joined()
    let example = try IndexedExample("<plist><array>\(list)</array></plist>")
    let text = SearchSource(try Catalogue(PropertyListDocument(FileBytes(path: example.file))))
    let index = SearchSource(try example.location.open(), of: try FileBytes(path: example.file))
    var options = SearchOptions()
    options.syntax = .regularExpression
    for limit in 1...4 {
      let query = SearchQuery(
        try Matcher(["^(a|x)*bc$"], options: options), in: .all, isInverted: isInverted)
      let events = Self.events(try text.search(query), limit: limit)
      #expect(Self.events(try index.search(query, limit: limit), limit: limit) == events)
      #expect(events.count == [1: isInverted ? 2 : 1, 2: isInverted ? 4 : 3][limit] ?? 4)
    }
  }

  @Test("other searches are tried in order, and only those that differ")
  func others() throws {
    func tried(
      _ words: [[String]], in fields: SearchedFields = .labelAndDetail, finds: OtherSearch?
    ) throws -> (OtherSearch, Int)? {
      let query = SearchQuery(try Matcher(words: words), in: fields)
      let expected = finds.flatMap { OtherSearch.allCases.firstIndex(of: $0) }
      var number = -1
      return OtherSearch.first(
        insteadOf: query, words: words, options: SearchOptions(), readings: .shared
      ) { other -> Int? in
        number += 1
        return number == expected ? 7 : number == 0 ? nil : 0
      }
    }
    #expect(try tried([["a b.*"]], finds: .readings)?.0 == .readings)
    #expect(try tried([["a b.*"]], finds: .words)?.0 == .words)
    #expect(try tried([["a b.*"]], finds: .allFields)?.0 == .allFields)
    #expect(try tried([["a b.*"]], finds: .expression)?.0 == .expression)
    #expect(try tried([["a b.*"]], finds: nil) == nil)
    // Without words to split, or fields to add, what follows takes their place.
    #expect(try tried([["ab"]], finds: .words)?.0 == .allFields)
    #expect(try tried([["ab"]], in: .all, finds: .words) == nil)
    #expect(try tried([["ab"]], finds: .words)?.1 == 7)
  }
}
