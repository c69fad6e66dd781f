import Catalogues
import Foundation
import ICUText
import PropertyLists
import SeededRandom
import Storage
import TestHelpers
import Testing

@testable import Searching

@Suite("Indexes that are carried over to another catalogue")
struct CarryingOverTests {
  private func found(_ search: SearchQuery, _ index: LiveIndex, _ catalogue: Catalogue)
    throws -> [Entry.ID]
  {
    try entries(found: search, index, catalogue)
  }

  private func options(_ seed: Int) -> ShapeOptions {
    var options = ShapeOptions()
    if seed % 4 == 1 { options.labelKeys = ["phone"] }
    if seed % 4 == 2 { options.detailKeys = ["k1", "k2", "k3"] }
    return options
  }

  @Test(
    "whatever was edited before and changed in the file, it finds exactly what a scan finds",
    arguments: 0..<Rounds.of(48))
  func agreement(seed: Int) throws {
    var random = RandomCatalogue(seed: UInt64(seed))
    var rewriting = RandomRewriting(seed: UInt64(seed))
    var searches = LiveIndexTests.Searches(seed: UInt64(seed))
    var generator = SeededGenerator(seed: UInt64(seed))
    var catalogue = try random.catalogue(seed % 5 == 0 ? 3 : 30)
    var index = LiveIndex(catalogue, policy: policy(seed))
    let probes = try Self.probes()
    for round in 0..<5 {
      var edits = RandomEdits(catalogue, seed: UInt64(seed * 8 + round))
      for step in 0..<3 {
        for _ in 0..<Int.random(in: 0...4, using: &generator) { edits.step() }
        // Sometimes there is no search, so that changes are not indexed before the file is read
        // again.
        if Int.random(in: 0..<3, using: &generator) == 0 { continue }
        let search = try searches.next()
        let expected = try LiveIndexTests.scanned(search, catalogue)
        let outcome = try found(search, index, catalogue)
        try #require(outcome == expected, "round \(round), step \(step)")
      }
      // The file may hold less than the index, which includes unsaved edits.
      if Bool.random(using: &generator) {
        for _ in 0..<Int.random(in: 0...6, using: &generator) { edits.undo() }
      }
      let next = try rewriting.reread(
        catalogue, changes: Int.random(in: 0...6, using: &generator),
        options: options(round < 2 ? 0 : seed))
      let last = index
      index = LiveIndex(next, policy: policy(seed))
      index.carryOver(from: last)
      catalogue = next
      for search in probes {
        let expected = try LiveIndexTests.scanned(search, catalogue)
        try #require(try found(search, index, catalogue) == expected, "round \(round), probes")
      }
    }
  }

  /// Plain searches that distinguish an entry from nearly all others.
  private static func probes() throws -> [SearchQuery] {
    try ["a", "e", "s", "1", "м", "奥", "b"].flatMap { text in
      try [SearchedFields.labelAndDetail, .keys(["name"])].map { fields in
        SearchQuery(try Matcher([text]), in: fields)
      }
    }
  }

  /// A policy by which indexes are carried over in most cases.
  private func policy(_ number: Int) -> LiveIndex.Policy {
    var policy = LiveIndexTests.policy(number)
    if number % 4 != 0 { policy.mostChanged = (1000, 1) }
    return policy
  }

  // MARK: What is carried over

  private static func text(_ names: [String]) -> String {
    let entries = names.map { "<dict><key>name</key><string>\($0)</string></dict>\n" }
    return "<plist><array>\n\(entries.joined())</array></plist>\n"
  }

  private static func catalogue(
    _ names: [String], encoding: String.Encoding = .utf8, options: ShapeOptions = ShapeOptions()
  ) throws -> Catalogue {
    let data = try #require(text(names).data(using: encoding))
    return try Catalogue(PropertyListDocument(FileBytes(data)), options: options)
  }

  /// A policy that indexes at once, and again after more than three changes.
  private static let strict = {
    var policy = LiveIndex.Policy()
    policy.leastEntries = 0
    policy.mostRecent = 2
    policy.mostChanged = (3, 1000)
    return policy
  }()

  private static let names = (0..<100).map { "name \($0)" }

  /// How many indexes are made when the catalogue is searched with an index carried over from
  /// `names`.
  private func basesMade(
    for catalogue: Catalogue, kept: CatalogueIndex? = nil
  ) throws -> Int {
    let old = try Self.catalogue(Self.names)
    let first = LiveIndex(old, policy: Self.strict)
    let search = SearchQuery(try Matcher(["name 7"]), in: .labelAndDetail)
    #expect(try found(search, first, old).count == 11)
    let keeper = LiveIndexTests.Keeper()
    keeper.index = kept
    let index = LiveIndex(catalogue, policy: Self.strict)
    index.use(keeper.store)
    index.carryOver(from: first)
    #expect(keeper.asked == 1)
    for _ in 0..<2 {
      #expect(
        try found(search, index, catalogue) == (try LiveIndexTests.scanned(search, catalogue)))
    }
    #expect(keeper.asked == 1)
    return keeper.kept.count
  }

  @Test("when little has changed, no index of all entries is made")
  func fewChanges() throws {
    let names = Self.names
    let rewritten: [[String]] = [
      names, ["new"] + names, names + ["new"], Array(names.dropFirst(30)),
      Array(names.dropLast(30)),
      names.map { $0 == "name 50" ? "other" : $0 },
      Array(names[..<20]) + ["name 70"] + Array(names[21..<80]) + Array(names[90...]),
      [names[99]] + Array(names[1..<99]) + [names[0]],
      // A part that has moved, and two entries that have been swapped.
      Array(names[3...]) + Array(names[..<3]),
      Array(names[..<40]) + [names[41], names[40]] + Array(names[42...]),
    ]
    for names in rewritten {
      #expect(try basesMade(for: Self.catalogue(names)) == 0, "\(names)")
    }
    #expect(try basesMade(for: Self.catalogue(names, encoding: .utf16)) == 0)
  }

  @Test("when much has changed, one is made")
  func manyChanges() throws {
    let names = Self.names
    #expect(try basesMade(for: Self.catalogue(names + ["a", "b", "c", "d"])) == 1)
    #expect(try basesMade(for: Self.catalogue(names.reversed())) == 1)
    #expect(try basesMade(for: Self.catalogue(names.map { $0 + "!" })) == 1)
    // Nearly everything that was indexed is gone.
    #expect(try basesMade(for: Self.catalogue(Array(names[..<30]))) == 1)
    // The entries have the same bytes as before, but no labels.
    var options = ShapeOptions()
    options.labelKeys = ["title"]
    #expect(try basesMade(for: Self.catalogue(names, options: options)) == 1)
  }

  @Test("other keys of labels make no difference to entries that have the label they had")
  func otherLabelKeys() throws {
    var options = ShapeOptions()
    options.labelKeys = ["title", "name"]
    #expect(try basesMade(for: Self.catalogue(Self.names, options: options)) == 0)
  }

  @Test("an index that is kept of the new file is used instead")
  func keptIndex() throws {
    let catalogue = try Self.catalogue(Self.names.reversed())
    let index = CatalogueIndexer(catalogue, folding: CaseFolding()).index()
    #expect(try basesMade(for: catalogue, kept: index) == 0)
  }

  @Test("an index of the old file that nobody has asked for yet is carried over")
  func keptIndexOfOldFile() throws {
    let old = try Self.catalogue(Self.names)
    let keeper = LiveIndexTests.Keeper()
    keeper.index = CatalogueIndexer(old, folding: CaseFolding()).index()
    let first = LiveIndex(old, policy: Self.strict)
    first.use(keeper.store)
    var edits = RandomEdits(old, seed: 1)
    for _ in 0..<3 { edits.step() }
    let new = try Self.catalogue(["new"] + Self.names)
    let other = LiveIndexTests.Keeper()
    let index = LiveIndex(new, policy: Self.strict)
    index.use(other.store)
    index.carryOver(from: first)
    let search = SearchQuery(try Matcher(["e"]), in: .all)
    #expect(try found(search, index, new).count == 101)
    #expect(keeper.asked == 1)
    #expect(other.kept.isEmpty)
  }

  @Test("edits that were not saved and are gone do not keep an index from being carried over")
  func unsavedEdits() throws {
    let old = try Self.catalogue(Self.names)
    var policy = Self.strict
    policy.mostChanged = (3, 10)
    let search = SearchQuery(try Matcher(["zebra"]), in: .labelAndDetail)
    let first = LiveIndex(old, policy: policy)
    #expect(try found(search, first, old) == [])
    let editor = CatalogueEditor(old)
    let edit = try editor.edit { () throws(EditError) in
      for entry in 10..<18 as Range<Entry.ID> { try editor.rename(.entry(entry), to: "zebra") }
      try editor.delete([.entry(50)])
    }
    #expect(edit != nil)
    #expect(try found(search, first, old) == Array(10..<18))
    let keeper = LiveIndexTests.Keeper()
    let new = try Self.catalogue(Self.names)
    policy.mostChanged = (0, 1000)
    let index = LiveIndex(new, policy: policy)
    index.use(keeper.store)
    index.carryOver(from: first)
    #expect(try found(search, index, new) == [])
    let all = SearchQuery(try Matcher(["name 1"]), in: .labelAndDetail)
    #expect(try found(all, index, new) == [1] + Array(10..<20))
    #expect(keeper.kept.isEmpty)
  }

  @Test("few entries are scanned, whatever another catalogue's index has of them")
  func fewEntries() throws {
    let old = try Self.catalogue(Self.names)
    var policy = Self.strict
    let first = LiveIndex(old, policy: policy)
    let search = SearchQuery(try Matcher(["name 7"]), in: .labelAndDetail)
    _ = try found(search, first, old)
    policy.leastEntries = 101
    let keeper = LiveIndexTests.Keeper()
    let new = try Self.catalogue(Self.names)
    let index = LiveIndex(new, policy: policy)
    index.use(keeper.store)
    index.carryOver(from: first)
    #expect(try found(search, index, new).count == 11)
    #expect(keeper.asked == 0)
  }

  @Test("where an index that was carried over turns out to be damaged, another is made")
  func damage() throws {
    let old = try Self.catalogue(Self.names)
    let good = CatalogueIndexer(old, folding: CaseFolding()).index()
    let parts = Dictionary(uniqueKeysWithValues: good.parts)
    let keeper = LiveIndexTests.Keeper()
    keeper.index = try CatalogueIndex(
      { name throws(IndexDamage) in
        guard let part = parts[name] else { throw IndexDamage() }
        return name.hasSuffix("TXT")
          ? StoredBytes([UInt8](repeating: 0x41, count: part.count)) : part
      }, entryCount: old.entryCount)
    let first = LiveIndex(old, policy: Self.strict)
    first.use(keeper.store)
    let other = LiveIndexTests.Keeper()
    let new = try Self.catalogue(["new"] + Self.names)
    let index = LiveIndex(new, policy: Self.strict)
    index.use(other.store)
    index.carryOver(from: first)
    var searches = LiveIndexTests.Searches(seed: 1)
    for _ in 0..<40 {
      let search = try searches.next()
      #expect(try found(search, index, new) == (try LiveIndexTests.scanned(search, new)))
    }
    #expect(keeper.asked == 1)
    #expect(other.kept.map(\.entryCount) == [101])
  }
}
