import Catalogues
import ICUText
import PropertyLists
import Readings
import SeededRandom
import Storage
import Testing

@testable import Searching

@Suite("Catalogue indexes")
struct CatalogueIndexTests {
  static let fields: [SearchedFields] = [
    .labelAndDetail, .label, .detail, .all, .keys(["name"]), .keys(["phone"]),
    .keys(["k1", "more"]),
    .keys(["deep", "title", ""]),
  ]

  /// Fields inside fields, which are indexed with these.
  static let paths = SearchedFields.keys(["deep.name", "more.1", "k1"])

  static let options: [SearchOptions] = (0..<64).map { bits in
    var options = SearchOptions()
    options.caseSensitivity = bits & 1 != 0 ? .sensitive : .insensitive
    options.isAccentSensitive = bits & 2 != 0
    options.matchesWholeWords = bits & 4 != 0
    options.matchesWholeField = bits & 8 != 0
    options.pairsDottedI = bits & 32 != 0
    options.syntax = bits & 16 != 0 ? .regularExpression : .literal
    return options
  }

  /// The entries that a search without an index finds.
  static func scanned(_ matcher: Matcher, _ records: EntryRecords) throws -> [Int] {
    var found: [Int] = []
    RecordSearch(matcher).search(records, undecided: fail) { entry in
      found.append(entry)
      return true
    }
    return found
  }

  @Test("an index leaves exactly what a search without it finds", arguments: 0..<Rounds.of(5))
  func agreement(seed: Int) throws {
    var random = RandomCatalogue(seed: UInt64(seed))
    let catalogue = try random.catalogue(seed % 4 == 0 ? 3 : 30)
    let folding = CaseFolding()
    let index = CatalogueIndexer(catalogue, folding: folding).index()
    for options in Self.options {
      for _ in 0..<3 {
        let patterns = [random.pattern()] + (random.pattern().count > 2 ? [random.reading()] : [])
        let table = random.reading().count > 3 ? ReadingTable.shared : nil
        // Either alternatives, or words that must all match.
        let words =
          random.reading().count > 4
          ? patterns.map { [$0] } : [patterns + [random.pattern()], [random.pattern()]]
        guard let matcher = try? Matcher(words: words, options: options, readings: table) else {
          continue
        }
        for fields in Self.fields + [Self.paths] {
          let records = EntryRecords(catalogue: catalogue, fields: fields)
          guard let candidates = try index.candidates(for: matcher, in: fields) else { continue }
          let expected = try Self.scanned(matcher, records)
          var found = candidates.entries.records
          if candidates.needsVerification {
            found = try found.filter { try RecordSearch(matcher).matches($0, of: records) }
          }
          try #require(found == expected, "\(words) \(options) \(fields)")
        }
      }
    }
  }

  @Test("a whole field is more than its letters if accents are on their own")
  func bareAccents() throws {
    let file = "<plist><array><string>\u{301}A\u{200D}</string><string>a</string></array></plist>"
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(Array(file.utf8))))
    let index = CatalogueIndexer(catalogue, folding: CaseFolding()).index()
    var options = SearchOptions()
    options.matchesWholeField = true
    let candidates = try index.candidates(for: Matcher(["a"], options: options), in: .all)
    #expect(candidates?.entries.records == [1])
    #expect(candidates?.needsVerification == false)
  }

  @Test("a plain search of labels and details needs no second look")
  func sureness() throws {
    var random = RandomCatalogue(seed: 1)
    let catalogue = try random.catalogue(20)
    let index = CatalogueIndexer(catalogue, folding: CaseFolding()).index()
    for fields in Self.fields where ![.label, .detail].contains(fields) {
      let candidates = try index.candidates(for: Matcher(["a"]), in: fields)
      #expect(candidates?.needsVerification == false)
    }
  }

  @Test("entries that take turns with long keys are found by them", arguments: [300, 330, 1000])
  func longKeys(length: Int) throws {
    // The names have slightly fewer or more than 65,536 bytes in total.
    let keys = (0..<2).map { String(repeating: $0 == 0 ? "k" : "l", count: length) }
    let entries = (0..<210).map {
      "<dict><key>\(keys[$0 % 2])</key><string>x\($0)</string><key>m</key><string>y</string></dict>"
    }
    let catalogue = try Catalogue(
      PropertyListDocument(
        FileBytes(Array("<plist><array>\(entries.joined())</array></plist>".utf8))))
    let index = CatalogueIndexer(catalogue, folding: CaseFolding()).index()
    for (number, key) in keys.enumerated() {
      let found = try #require(try index.candidates(for: Matcher(["x"]), in: .keys([key])))
      #expect(found.entries.records == Array(stride(from: number, to: 210, by: 2)))
    }
    let others = try #require(try index.candidates(for: Matcher(["y"]), in: .keys(["m"])))
    #expect(others.entries.records == Array(0..<210))
  }

  @Test("with more keys than the index tells apart, keys are still found")
  func manyKeys() throws {
    let entries = (0..<1500).map {
      "<dict><key>name</key><string>n</string><key>key\($0)</key><string>x\($0)</string></dict>"
    }
    let catalogue = try Catalogue(
      PropertyListDocument(
        FileBytes(Array("<plist><array>\(entries.joined())</array></plist>".utf8))))
    let index = CatalogueIndexer(catalogue, folding: CaseFolding()).index()
    let matcher = try Matcher(["x"])
    let few = try #require(try index.candidates(for: matcher, in: .keys(["key7"])))
    #expect(few.entries.records == [7])
    #expect(!few.needsVerification)
    // `name` is the first of a thousand keys that have columns of their own.
    let last = try #require(try index.candidates(for: matcher, in: .keys(["key998"])))
    #expect(last.entries.records == [998])
    #expect(!last.needsVerification)
    let next = try #require(try index.candidates(for: matcher, in: .keys(["key999"])))
    #expect(next.entries.contains(999))
    #expect(next.needsVerification)
    let some = try #require(try index.candidates(for: matcher, in: .keys(["key1400"])))
    #expect(some.entries.contains(1400))
    #expect(some.needsVerification)
    let none = try #require(try index.candidates(for: matcher, in: .keys(["name"])))
    #expect(none.entries.isEmpty)
  }

  @Test("names are found by their readings in the fields that are searched, and nowhere else")
  func readings() throws {
    let file = """
      <plist><array>
      <dict><key>name</key><string>奥迪</string><key>phone</key><string>长安</string></dict>
      <dict><key>name</key><string>Audi</string><key>more</key><string>奥迪</string></dict>
      <dict><key>name</key><string>长安</string></dict>
      </array></plist>
      """
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(Array(file.utf8))))
    let index = CatalogueIndexer(catalogue, folding: CaseFolding()).index()
    for (pattern, fields, expected) in [
      ("ad", .labelAndDetail, [0]), ("ad", .all, [0, 1]), ("ad", .keys(["more"]), [1]),
      ("ca", .keys(["phone"]), [0]), ("ca", .keys(["name"]), [2]), ("ca", .keys(["more"]), []),
    ] as [(String, SearchedFields, [Int])] {
      let matcher = try Matcher([pattern], readings: .shared)
      let candidates = try #require(try index.candidates(for: matcher, in: fields))
      #expect(candidates.entries.records == expected, "\(pattern) \(fields)")
      #expect(!candidates.needsVerification)
      #expect(
        try Self.scanned(matcher, EntryRecords(catalogue: catalogue, fields: fields)) == expected)
    }
  }

  @Test("data are searched only by their key and with all fields")
  func data() throws {
    let written = "<data>\n\taGVs\n\tbG8=\n</data>"
    let list = """
      <plist><array>
      <dict><key>name</key><string>A</string><key>pic</key>\(written)</dict>
      <dict><key>name</key><string>B</string><key>tags</key><array>\(written)</array></dict>
      <dict><key>name</key><string>AGVSBG8=</string></dict>
      </array></plist>
      """
    let keyed = """
      <plist><dict><key>A</key>\(written)<key>B</key><string>AGVSBG8=</string></dict></plist>
      """
    for (file, fields, expected) in [
      (list, .labelAndDetail, [2]), (list, .all, [0, 1, 2]), (list, .keys(["pic"]), [0]),
      (list, .keys(["tags"]), [1]), (list, .keys(["pic", "tags"]), [0, 1]),
      (keyed, .labelAndDetail, [1]), (keyed, .all, [0, 1]), (keyed, .keys(["A"]), []),
    ] as [(String, SearchedFields, [Int])] {
      let catalogue = try Catalogue(PropertyListDocument(FileBytes(Array(file.utf8))))
      let index = CatalogueIndexer(catalogue, folding: CaseFolding()).index()
      let records = EntryRecords(catalogue: catalogue, fields: fields)
      for isWholeField in [false, true] {
        var options = SearchOptions()
        options.matchesWholeField = isWholeField
        let matcher = try Matcher([isWholeField ? "aGVsbG8=" : "VsbG"], options: options)
        #expect(try Self.scanned(matcher, records) == expected, "\(fields)")
        let candidates = try #require(try index.candidates(for: matcher, in: fields))
        #expect(candidates.entries.records == expected, "\(fields)")
      }
    }
  }

  @Test(
    "digits are grouped in strings only, with an index and without",
    arguments: [
      ("2015", [0, 1]), ("20-15", [0]), ("20 15", [0]), ("4930", [0, 2]), ("49-30", [0]),
    ])
  func groupedDigits(pattern: String, expected: [Int]) throws {
    let file = """
      <plist><array><dict><key>name</key><string>+49 30</string><key>v</key><string>20 1-5</string></dict>
      <dict><key>name</key><string>b</string><key>v</key><date>2015-01-01T20:15:00Z</date></dict>
      <dict><key>name</key><string>c</string><key>v</key><integer>4930</integer></dict></array></plist>
      """
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(Array(file.utf8))))
    let records = EntryRecords(catalogue: catalogue, fields: .all)
    let index = CatalogueIndexer(catalogue, folding: CaseFolding()).index()
    let matcher = try Matcher([pattern])
    #expect(try Self.scanned(matcher, records) == expected)
    let candidates = try #require(try index.candidates(for: matcher, in: .all))
    let found = candidates.entries.records
    #expect(
      try candidates.needsVerification
        ? found.filter { try RecordSearch(matcher).matches($0, of: records) } == expected
        : found == expected)
  }

  @Test("an index says nothing of readings that are not its own")
  func otherReadings() throws {
    var random = RandomCatalogue(seed: 4)
    let catalogue = try random.catalogue(20)
    let table = ReadingTable(corrections: try ReadingCorrections("奥迪 fu di"))
    let index = CatalogueIndexer(catalogue, folding: CaseFolding(), readings: table).index()
    let matcher = try Matcher(["a"], readings: .shared)
    #expect(!index.hasReadings(of: matcher))
    #expect(try index.candidates(for: matcher, in: .all) == nil)
    #expect(try index.candidates(for: Matcher(["a"], readings: table), in: .all) != nil)
    #expect(try index.candidates(for: Matcher(["a"]), in: .all) != nil)
  }

  @Test("indexing can be ended")
  func ending() throws {
    var random = RandomCatalogue(seed: 2)
    let catalogue = try random.catalogue(20)
    #expect(CatalogueIndexer(catalogue, folding: CaseFolding()).index { false } == nil)
  }

  @Test("an index that is stored is the same")
  func storing() throws {
    var random = RandomCatalogue(seed: 3)
    let catalogue = try random.catalogue(100)
    let index = CatalogueIndexer(catalogue, folding: CaseFolding()).index()
    let parts = Dictionary(uniqueKeysWithValues: index.parts)
    #expect(Set(parts.keys) == Set(CatalogueIndex.partNames))
    let restored = try CatalogueIndex(
      { name throws(IndexDamage) in
        guard let part = parts[name] else { throw IndexDamage() }
        return part
      }, entryCount: catalogue.entryCount)
    for fields in Self.fields {
      let matcher = try Matcher([random.pattern(), random.reading()], readings: .shared)
      let expected = try index.candidates(for: matcher, in: fields)?.entries.records
      #expect(try restored.candidates(for: matcher, in: fields)?.entries.records == expected)
    }
  }
}
