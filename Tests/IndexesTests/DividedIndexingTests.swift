import Catalogues
import ICUText
import PropertyLists
import SeededRandom
import Storage
import Testing

@testable import Searching

@Suite("Indexing by several threads")
struct DividedIndexingTests {
  private static func policy(threads: Int) -> CatalogueIndexer.Policy {
    var policy = CatalogueIndexer.Policy()
    policy.entriesPerThread = 64
    policy.firstEntries = 64
    policy.threads = threads
    return policy
  }

  private static func indexer(
    _ catalogue: Catalogue, threads: Int, entries: [Entry.ID]? = nil
  ) -> CatalogueIndexer {
    CatalogueIndexer(
      catalogue, folding: CaseFolding(), entries: entries, policy: policy(threads: threads))
  }

  /// The parts of the index that the given number of threads makes.
  private static func parts(
    _ catalogue: Catalogue, threads: Int, entries: [Entry.ID]? = nil
  ) throws -> [String: [UInt8]] {
    var parts: [String: [UInt8]] = [:]
    for part in indexer(catalogue, threads: threads, entries: entries).index().parts {
      parts[part.name] = Array(try part.bytes.all())
    }
    return parts
  }

  private static func catalogue(_ entries: [String]) throws -> Catalogue {
    let text = "<plist><array>\(entries.joined())</array></plist>"
    return try Catalogue(PropertyListDocument(FileBytes(Array(text.utf8))))
  }

  private static func entry(_ number: Int, _ keys: [String]) -> String {
    let fields = keys.map { "<key>\($0)</key><string>\($0) é \(number) 奥迪</string>" }
    return "<dict>\(fields.joined())</dict>"
  }

  @Test("several threads make what one makes", arguments: 0..<Rounds.of(12))
  func agreement(seed: Int) throws {
    var random = RandomCatalogue(seed: UInt64(seed))
    let catalogue = try random.catalogue(100 + seed * 37)
    let expected = try Self.parts(catalogue, threads: 1)
    for threads in [2, 3, 8] {
      #expect(try Self.parts(catalogue, threads: threads) == expected, "\(threads) threads")
    }
  }

  @Test("records of some entries are divided, too")
  func someEntries() throws {
    var random = RandomCatalogue(seed: 5)
    let catalogue = try random.catalogue(900)
    let entries = catalogue.entries.filter { $0.rawValue % 3 != 1 }
    let expected = try Self.parts(catalogue, threads: 1, entries: entries)
    #expect(try Self.parts(catalogue, threads: 4, entries: entries) == expected)
  }

  @Test("keys that come up late have the columns that one thread gives them")
  func lateKeys() throws {
    let entries = (0..<600).map { number in
      var keys = ["icon", "name"]
      // Each run meets them in a different order, and some are in only one run.
      if number > 100 { keys.append("a\((700 - number) / 40)") }
      if number > 300 { keys.insert("b\(number / 60)", at: 0) }
      return Self.entry(number, keys)
    }
    let catalogue = try Self.catalogue(entries)
    #expect(try Self.parts(catalogue, threads: 5) == Self.parts(catalogue, threads: 1))
  }

  /// More keys than get columns of their own, from some entry on, with few or many keys per entry.
  @Test(
    "keys that share a column are those that share it with one thread", arguments: [0, 70, 300])
  func manyKeys(from first: Int) throws {
    let entries = (0..<400).map { number in
      guard number >= first else { return Self.entry(number, ["name", "k\(number % 7)"]) }
      // The last entries have the same keys as the first.
      let keys = (0..<9).map { "k\((number * 9 + $0) % (number > 350 ? 500 : 2500))" }
      return Self.entry(number, ["name"] + keys)
    }
    let catalogue = try Self.catalogue(entries)
    #expect(try Self.parts(catalogue, threads: 5) == Self.parts(catalogue, threads: 1))
  }

  @Test("a run with too many keys of its own is added again")
  func fullRun() throws {
    let entries = (0..<448).map { number in
      switch number {
      case 64..<192: Self.entry(number, ["name"] + (0..<5).map { "a\((number * 5 + $0) % 500)" })
      case 192..<320: Self.entry(number, ["name"] + (0..<9).map { "b\(number * 9 + $0)" } + ["a3"])
      default: Self.entry(number, ["name", "a1"])
      }
    }
    let catalogue = try Self.catalogue(entries)
    #expect(try Self.parts(catalogue, threads: 3) == Self.parts(catalogue, threads: 1))
  }

  @Test("several threads end when they are told to", arguments: 0...2)
  func ending(after questions: Int) throws {
    let catalogue = try Self.catalogue((0..<12_000).map { "<string>\($0)</string>" })
    var asked = 0
    let index = Self.indexer(catalogue, threads: 2).index {
      asked += 1
      return asked <= questions
    }
    #expect(index == nil && asked == questions + 1)
  }
}
