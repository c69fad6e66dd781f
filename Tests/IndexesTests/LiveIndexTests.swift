import Catalogues
import Foundation
import ICUText
import PropertyLists
import Readings
import SeededRandom
import Storage
import Synchronization
import TestHelpers
import Testing

@testable import Searching

@Suite("Live indexes")
struct LiveIndexTests {
  /// A policy that makes and rebuilds indexes even for few entries.
  static func policy(_ number: Int) -> LiveIndex.Policy {
    var policy = LiveIndex.Policy()
    policy.leastEntries = 0
    policy.mostRecent = [0, 2, 5, 1000][number % 4]
    policy.mostChanged = [(4, 4), (1000, 1), (0, 1000)][number % 3]
    return policy
  }

  /// What a scan of all text finds, in the order of the outline.
  static func scanned(_ search: SearchQuery, _ catalogue: Catalogue) throws -> [Entry.ID] {
    var found: Set<Entry.ID> = []
    let records = EntryRecords(catalogue: catalogue, fields: search.fields)
    RecordSearch(search.matcher, isInverted: search.isInverted).search(records, undecided: fail) {
      found.insert(Entry.ID(rawValue: $0))
      return true
    }
    var entries: [Entry.ID] = []
    catalogue.forEachEntry(in: .root) { if found.contains($0) { entries.append($0) } }
    return entries
  }

  /// Searches of all kinds.
  struct Searches {
    private var random: RandomCatalogue
    private var generator: SeededGenerator

    static let corrected = ReadingTable(
      corrections: (try? ReadingCorrections("奥迪 d an")) ?? ReadingCorrections())

    /// The tables for finding names by their readings; `nil` for searches without.
    private let tables: [ReadingTable?]

    init(seed: UInt64, tables: [ReadingTable?] = [nil, .shared, corrected]) {
      self.tables = tables
      random = RandomCatalogue(seed: seed)
      generator = SeededGenerator(seed: seed)
    }

    mutating func next() throws -> SearchQuery {
      while true {
        let options = CatalogueIndexTests.options.randomElement(using: &generator)
        let fields = CatalogueIndexTests.fields.randomElement(using: &generator)
        let table = tables.randomElement(using: &generator)
        let patterns = (0...Int.random(in: 0...1, using: &generator)).map { _ in
          Bool.random(using: &generator) ? random.reading() : random.pattern()
        }
        // Patterns that are not valid expressions are skipped.
        let words = Bool.random(using: &generator) ? patterns.map { [$0] } : [patterns]
        guard
          let matcher = try? Matcher(
            words: words, options: try #require(options), readings: try #require(table))
        else { continue }
        return SearchQuery(
          matcher, in: try #require(fields), isInverted: Bool.random(using: &generator))
      }
    }
  }

  private func found(_ search: SearchQuery, _ index: LiveIndex, _ catalogue: Catalogue)
    throws -> [Entry.ID]
  {
    try entries(found: search, index, catalogue)
  }

  @Test(
    "between edits it finds exactly what a scan finds, in the same order",
    arguments: 0..<(LiveIndexTests.isExhaustive ? 400 : 10))
  func agreement(seed: Int) throws {
    var random = RandomCatalogue(seed: UInt64(seed))
    let catalogue = try random.catalogue(seed % 5 == 0 ? 3 : 30)
    let index = LiveIndex(catalogue, policy: Self.policy(seed))
    var edits = RandomEdits(catalogue, seed: UInt64(seed))
    var searches = Searches(seed: UInt64(seed))
    for step in 0..<20 {
      for _ in 0..<(step % 4) { edits.step() }
      for _ in 0..<2 {
        let search = try searches.next()
        let expected = try Self.scanned(search, catalogue)
        try #require(try found(search, index, catalogue) == expected, "step \(step)")
      }
    }
    for _ in 0..<200 { edits.undo() }
    for _ in 0..<3 {
      let search = try searches.next()
      try #require(
        try found(search, index, catalogue) == (try Self.scanned(search, catalogue)), "undone")
    }
  }

  /// Whether to run the tests that take minutes.
  static let isExhaustive = ProcessInfo.processInfo.environment["CARDEX_FUZZ"] != nil

  @Test("after very many edits it finds what a scan finds", arguments: 0..<(isExhaustive ? 8 : 1))
  func manyEdits(seed: Int) throws {
    var random = RandomCatalogue(seed: UInt64(seed))
    let catalogue = try random.catalogue(Self.isExhaustive ? 8000 : 800)
    var policy = LiveIndex.Policy()
    policy.leastEntries = 0
    let index = LiveIndex(catalogue, policy: policy)
    var edits = RandomEdits(catalogue, seed: UInt64(seed))
    var searches = Searches(seed: UInt64(seed))
    for step in 1...(Self.isExhaustive ? 10_000 : 800) {
      edits.step()
      if step % (Self.isExhaustive ? 250 : 80) == 0 {
        let search = try searches.next()
        let expected = try Self.scanned(search, catalogue)
        try #require(try found(search, index, catalogue) == expected, "step \(step)")
      }
    }
  }

  @Test("a search that was ended finds nothing, and the next one all", arguments: 0..<12)
  func ending(questions: Int) throws {
    var random = RandomCatalogue(seed: 5)
    let catalogue = try random.catalogue(40)
    let index = LiveIndex(catalogue, policy: Self.policy(1))
    var edits = RandomEdits(catalogue, seed: UInt64(questions))
    var searches = Searches(seed: UInt64(questions))
    var ended = 0
    for _ in 0..<15 {
      for _ in 0..<4 { edits.step() }
      let search = try searches.next()
      var left = questions
      let interrupted = index.search(search) {
        left -= 1
        return left >= 0
      }
      if interrupted == nil { ended += 1 }
      #expect(interrupted != nil || left < 0)
      #expect(try found(search, index, catalogue) == (try Self.scanned(search, catalogue)))
    }
    #expect(questions > 0 || ended > 0)
  }

  @Test("a search without an index that is ended finds nothing")
  func endingOfScan() throws {
    var random = RandomCatalogue(seed: 5)
    let catalogue = try random.catalogue(40)
    var policy = LiveIndex.Policy()
    policy.leastEntries = .max
    let index = LiveIndex(catalogue, policy: policy)
    let search = SearchQuery(try Matcher(["a"]), in: .all)
    #expect(index.search(search, while: { true }) != nil)
    #expect(index.search(search, while: { false }) == nil)
  }

  @Test(
    "a search that looks at what it finds may be ended after each 32 entries",
    arguments: [(31, 0), (32, 1), (63, 1), (64, 2)])
  func verifying(count: Int, questions: Int) throws {
    let list = String(repeating: "<string>needle x</string>", count: count)
    let catalogue = try Catalogue(
      PropertyListDocument(FileBytes(Array("<plist><array>\(list)</array></plist>".utf8))))
    let index = LiveIndex(catalogue, policy: Self.policy(0))
    /// How many times a search asks whether to continue.
    func asked(_ pattern: String, _ change: (inout SearchOptions) -> Void = { _ in }) throws -> Int
    {
      var options = SearchOptions()
      change(&options)
      let search = SearchQuery(try Matcher([pattern], options: options), in: .all)
      var asked = 0
      let found = index.search(search) {
        asked += 1
        return true
      }
      #expect(found?.entries.count == count)
      return asked
    }
    // The first search makes the index.
    _ = try asked("needle")
    let others = try asked("needle")
    #expect(try asked("needle.x") { $0.syntax = .regularExpression } == others + questions)
  }

  @Test("with an index and changed entries the same are undecided as without", arguments: 0..<4)
  func undecided(policy: Int) throws {
    let hard = String(repeating: "a", count: 200_000) + "bcd"
    let texts = ["abc", hard, "no", hard, "xbc"]
    let list = texts.map { "<string>\($0)</string>" }.joined()
    let catalogue = try Catalogue(
      PropertyListDocument(FileBytes(Array("<plist><array>\(list)</array></plist>".utf8))))
    let index = LiveIndex(catalogue, policy: Self.policy(policy))
    let editor = CatalogueEditor(catalogue)
    var options = SearchOptions()
    options.syntax = .regularExpression
    let matcher = try Matcher(["^(a|x)*bc$"], options: options)
    for round in 0..<3 {
      for isInverted in [false, true] {
        let search = SearchQuery(matcher, in: .all, isInverted: isInverted)
        var scanned: [UndecidedRecord] = []
        let found = try #require(index.search(search))
        var expected: [Int] = []
        RecordSearch(matcher, isInverted: isInverted).search(
          EntryRecords(catalogue: catalogue, fields: .all), undecided: { scanned.append($0) },
          hit: { entry in
            expected.append(entry)
            return true
          })
        #expect(found.entries.records == expected)
        #expect(found.undecided == scanned)
        #expect(found.undecided.map(\.record) == (round == 0 ? [1, 3] : [1, 2, 3]))
      }
      _ = try editor.edit { () throws(EditError) in
        try editor.rename(.entry(2), to: hard + String(repeating: " ", count: round))
      }
    }
  }

  // MARK: Kept indexes

  /// A catalogue, its index, and how many times that was requested or kept.
  final class Keeper {
    var asked = 0
    var kept: [CatalogueIndex] = []
    var index: CatalogueIndex?

    var store: LiveIndex.Store {
      LiveIndex.Store {
        self.asked += 1
        return self.index
      } keep: {
        self.kept.append($0)
      }
    }
  }

  @Test("an index that was kept serves though edits came before the first search", arguments: 0..<3)
  func keptIndex(seed: Int) throws {
    var random = RandomCatalogue(seed: UInt64(seed))
    let catalogue = try random.catalogue(40)
    let keeper = Keeper()
    keeper.index = CatalogueIndexer(catalogue, folding: CaseFolding()).index()
    var policy = Self.policy(1)
    policy.mostChanged = (1000, 1)
    let index = LiveIndex(catalogue, policy: policy)
    index.use(keeper.store)
    var edits = RandomEdits(catalogue, seed: UInt64(seed))
    var searches = Searches(seed: UInt64(seed), tables: [nil, .shared])
    for _ in 0..<15 {
      for _ in 0..<3 { edits.step() }
      let search = try searches.next()
      #expect(try found(search, index, catalogue) == (try Self.scanned(search, catalogue)))
    }
    #expect(keeper.asked == 1)
    #expect(keeper.kept.isEmpty)
  }

  @Test("an index of another number of entries is not used, and the first that is made is kept")
  func otherIndex() throws {
    var random = RandomCatalogue(seed: 1)
    let catalogue = try random.catalogue(40)
    let keeper = Keeper()
    keeper.index = CatalogueIndexer(catalogue, folding: CaseFolding(), entries: [0, 1]).index()
    let index = LiveIndex(catalogue, policy: Self.policy(2))
    index.use(keeper.store)
    var edits = RandomEdits(catalogue, seed: 1)
    let search = SearchQuery(try Matcher(["a"]), in: .all)
    for _ in 0..<10 {
      #expect(try found(search, index, catalogue) == (try Self.scanned(search, catalogue)))
      for _ in 0..<10 { edits.step() }
    }
    #expect(keeper.asked == 1)
    #expect(keeper.kept.map(\.entryCount) == [40])
  }

  @Test("an index is made before the first search, unless that is stopped")
  func prepared() throws {
    var random = RandomCatalogue(seed: 1)
    let catalogue = try random.catalogue(40)
    let keeper = Keeper()
    let index = LiveIndex(catalogue, policy: Self.policy(1))
    index.use(keeper.store)
    #expect(!index.prepare(mostEntries: 40) { false })
    #expect(index.prepare(mostEntries: 39) { true })
    #expect(keeper.kept.isEmpty)
    #expect(index.prepare(mostEntries: 40) { true })
    #expect(keeper.kept.count == 1)
    let search = SearchQuery(try Matcher(["a"]), in: .all)
    #expect(try found(search, index, catalogue) == (try Self.scanned(search, catalogue)))
    #expect(keeper.kept.map(\.entryCount) == [40])
  }

  @Test("where the readings of names have changed, an index is made for the readings and kept")
  func otherReadings() throws {
    let file = "<plist><array><string>奥迪</string><string>福迪</string></array></plist>"
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(Array(file.utf8))))
    let keeper = Keeper()
    keeper.index = CatalogueIndexer(catalogue, folding: CaseFolding()).index()
    let index = LiveIndex(catalogue, policy: Self.policy(1))
    index.use(keeper.store)
    let table = ReadingTable(corrections: try ReadingCorrections("奥迪 fu di"))
    for (text, readings, expected) in [
      ("fudi", nil, []), ("fudi", .shared, [1]), ("fudi", table, [0, 1]), ("迪", nil, [0, 1]),
      ("fudi", table, [0, 1]),
    ] as [(String, ReadingTable?, [Entry.ID])] {
      let search = SearchQuery(try Matcher([text], readings: readings), in: .all)
      #expect(try found(search, index, catalogue) == expected)
    }
    #expect(keeper.asked == 1)
    #expect(keeper.kept.map(\.tableVersion) == [table.version])
  }

  @Test("where an index that was kept turns out to be damaged, another is made")
  func damage() throws {
    var random = RandomCatalogue(seed: 1)
    let catalogue = try random.catalogue(40)
    let good = CatalogueIndexer(catalogue, folding: CaseFolding()).index()
    let parts = Dictionary(uniqueKeysWithValues: good.parts)
    let keeper = Keeper()
    keeper.index = try CatalogueIndex(
      { name throws(IndexDamage) in
        guard let part = parts[name] else { throw IndexDamage() }
        return name.hasSuffix("TXT")
          ? StoredBytes([UInt8](repeating: 0x41, count: part.count)) : part
      }, entryCount: catalogue.entryCount)
    let index = LiveIndex(catalogue, policy: Self.policy(1))
    index.use(keeper.store)
    var edits = RandomEdits(catalogue, seed: 1)
    var searches = Searches(seed: 1)
    for _ in 0..<20 {
      let search = try searches.next()
      #expect(try found(search, index, catalogue) == (try Self.scanned(search, catalogue)))
      edits.step()
    }
    #expect(keeper.kept.count == 1)
  }

  @Test("few entries are scanned, and so are all before the searches that are worth an index")
  func policies() throws {
    var random = RandomCatalogue(seed: 1)
    let catalogue = try random.catalogue(40)
    for (least, before, expected) in [
      (41, 0, [0, 0, 0]), (40, 0, [1, 1, 1]), (40, 2, [0, 0, 1]),
    ] {
      let keeper = Keeper()
      var policy = LiveIndex.Policy()
      policy.leastEntries = least
      policy.scansBefore = before
      let index = LiveIndex(catalogue, policy: policy)
      index.use(keeper.store)
      let search = SearchQuery(try Matcher(["a"]), in: .labelAndDetail)
      for count in expected {
        #expect(try found(search, index, catalogue) == (try Self.scanned(search, catalogue)))
        #expect(keeper.kept.count == count)
      }
      #expect(keeper.asked == (least > 40 ? 0 : 1))
    }
  }

  private final class Memory: Sendable {
    let isEnough = Atomic(false)
  }

  @Test("where memory is short all text is scanned, until there is enough")
  func memory() throws {
    var random = RandomCatalogue(seed: 2)
    let catalogue = try random.catalogue(40)
    let keeper = Keeper()
    var policy = Self.policy(1)
    let memory = Memory()
    policy.hasMemory = { _ in memory.isEnough.load(ordering: .relaxed) }
    let index = LiveIndex(catalogue, policy: policy)
    index.use(keeper.store)
    var edits = RandomEdits(catalogue, seed: 1)
    var searches = Searches(seed: 1)
    for round in 0..<20 {
      if round == 10 {
        #expect(keeper.kept.isEmpty)
        memory.isEnough.store(true, ordering: .relaxed)
      }
      let search = try searches.next()
      #expect(try found(search, index, catalogue) == (try Self.scanned(search, catalogue)))
      edits.step()
    }
    #expect(keeper.kept.count == 1)
  }
}
