import Foundation
import SeededRandom
import Storage
import TestHelpers
import Testing

@testable import Catalogues
@testable import PropertyLists

@Suite("Restored catalogues")
struct RestoredCatalogueTests {
  /// Everything that a catalogue shows, one line per item.
  static func description(of catalogue: Catalogue) -> [String] {
    var lines = [
      "\(catalogue.entryCount) \(catalogue.sections.count) \(catalogue.isFlat) \(catalogue.depth)",
      "\(catalogue.hasDetails) \(catalogue.shape.labelKeys) \(catalogue.shape.detailKeys)",
      "\(catalogue.shape.levels) \(catalogue.shape.grouping) \(catalogue.shape.isForm)",
      "\(catalogue.shape.isFlat) \(catalogue.shape.rootPath) \(catalogue.shape.reasons)",
      "\(catalogue.sections(in: .root)) \(catalogue.someEntries(10)) \(catalogue.keySummaries())",
    ]
    let book = AddressBook(catalogue)
    for section in catalogue.sections {
      let (id, runs) = (section.id, section.runs)
      lines.append(
        "\(id) \(section.parent) \(section.positionInParent) \(section.depth)"
          + " \(section.entryCount) \(section.itemCount) \(Array(section.sections))"
          + " \(runs.map { ($0.position, $0.firstEntry, $0.content) })"
          + " \(book.address(of: .section(id))) \(book.position(of: .section(id)))")
      lines.append(
        "\(catalogue.fullTitle(of: id) ?? "-") \(catalogue.title(of: id) ?? "-")"
          + " \(catalogue.titleDetail(of: id) ?? "-") \(catalogue.footer(of: id) ?? "-")"
          + " \(catalogue.header(of: id) ?? "-")"
          + " \(catalogue.path(to: id)) \(catalogue.entryCount(of: id))"
          + " \(catalogue.firstEntry(from: id)) \(catalogue.leaf(id)?.itemCount ?? -1)"
          + " \(catalogue.contains(.section(id)))")
    }
    catalogue.forEachEntry(in: .root) { lines.append(description(of: $0, in: catalogue, book)) }
    return lines
  }

  private static func description(
    of entry: Entry.ID, in catalogue: Catalogue, _ book: AddressBook
  ) -> String {
    let fields = catalogue.fields(of: entry).map {
      "\($0.key ?? "-"): \(value(of: $0.value, in: catalogue.document))"
    }
    return "\(entry) \(catalogue.label(of: entry)) \(catalogue.detail(of: entry) ?? "-")"
      + " \(catalogue.section(of: entry)) \(catalogue.position(of: .entry(entry)))"
      + " \(catalogue.isHidden(entry)) \(catalogue.contains(.entry(entry)))"
      + " \(book.address(of: .entry(entry))) \(book.position(of: .entry(entry))) \(fields)"
  }

  private static func value(of node: NodeIndex, in document: PropertyListDocument) -> String {
    let kind = document.kind(of: node)
    switch kind {
    case .array: return "\(document.elements(of: node).map { value(of: $0, in: document) })"
    case .dict:
      return
        "\(document.members(of: node).map { (value(of: $0.node, in: document), value(of: $1, in: document)) })"
    default: return "\(kind) \(document.text(of: node))"
    }
  }

  /// Stores the parts of a catalogue and restores it for some bytes, which may differ from the
  /// original.
  static func restored(
    _ parts: [String: [UInt8]], for bytes: [UInt8], of parsed: Catalogue
  ) throws -> Catalogue {
    let source = parsed.document.source
    let document = try PropertyListDocument(
      rereading: FileBytes(bytes), converted: ConvertedText(source.bytes, owner: source))
    return try Catalogue(restoring: parts.mapValues { StoredBytes($0) }, document: document)
  }

  static func parts(of catalogue: Catalogue) -> [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: CatalogueSnapshot.parts(of: catalogue).map { ($0.name, $0.bytes) })
  }

  private static func check(
    _ bytes: [UInt8], _ options: ShapeOptions = ShapeOptions(),
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let parsed = try Catalogue(PropertyListDocument(FileBytes(bytes)), options: options)
    let restored = try restored(parts(of: parsed), for: bytes, of: parsed)
    let expected = description(of: parsed)
    let found = description(of: restored)
    for (line, other) in zip(found, expected) where line != other {
      #expect(line == other, sourceLocation: sourceLocation)
      break
    }
    #expect(found.count == expected.count, sourceLocation: sourceLocation)
    #expect(!restored.restoringFailure, sourceLocation: sourceLocation)
  }

  private static func check(_ plist: Plist, _ options: ShapeOptions = ShapeOptions()) throws {
    try check(Array("<plist version=\"1.0\">\(plist.xml)</plist>".utf8), options)
  }

  // MARK: All shapes

  @Test(
    "the catalogues in Data are restored as they are read",
    arguments: ["cars_total", "contacts", "news", "settings-form"])
  func data(name: String) throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let file = tests.appending(path: "../../Data/\(name).plist")
    let bytes = Array(try Data(contentsOf: file))
    try Self.check(bytes)
    var options = ShapeOptions()
    options.isFlat = true
    try Self.check(bytes, options)
    options.labelKeys = ["tel", "name", "value"]
    options.detailKeys = ["label"]
    try Self.check(bytes, options)
  }

  @Test(
    "catalogues of every shape are restored as they are read",
    arguments: ListShapeTests.examples + ShapeRecognizerTests.examples
      + DictionaryShapeTests.examples)
  func shapes(example: ShapeExample) throws { try Self.check(example.plist) }

  @Test("lists with all their white space are restored as they are read", arguments: EditedList.all)
  func lists(list: EditedList) throws { try Self.check(Array(list.text.utf8), list.options) }

  @Test("random catalogues are restored as they are read", arguments: 1...Rounds.of(60))
  func random(seed: UInt64) throws {
    var random = RandomPlist(seed: seed)
    for _ in 0..<5 {
      let plist = random.catalogue()
      try Self.check(plist)
      var options = ShapeOptions()
      options.isFlat = seed % 4 == 0
      options.labelKeys = seed % 3 == 0 ? ["tel"] : []
      options.memberKeys = seed % 5 == 0 ? ["b"] : []
      try Self.check(["wrapped": plist, "x": 1], options)
      options.root = "wrapped"
      try Self.check(["wrapped": plist, "x": 1], options)
    }
  }

  @Test("catalogues without entries, or of one value, are restored")
  func small() throws {
    for plist in [[], [:], "one", 1, [[]], [[], []], ["a": []], [["title": "a", "cars": []]]]
      as [Plist]
    {
      try Self.check(plist)
    }
  }

  @Test("lists of many entries and many sections are restored")
  func many() throws {
    try Self.check(.array((0..<3_000).map { "\($0)" }))
    try Self.check(.array((0..<700).map { ["title": "\($0)", "cars": ["\($0 % 7)", "x"]] }))
    let deep = (0..<200).reduce("bottom" as Plist) { inner, _ in [inner] }
    try Self.check(deep)
  }

  @Test("values of header rows that are not texts are neither titles nor footers")
  func oddHeaders() throws {
    let row: Plist = ["Type": "PSGroupSpecifier", "Title": ["a": 1], "FooterText": ["b": "c"]]
    let plist = Plist.array([row] + (0..<9).map { ["Title": "\($0)"] })
    try Self.check(plist)
    let catalogue = try Catalogue(plist)
    #expect(catalogue.shape.grouping == .headerRows)
    #expect(catalogue.title(of: 1) == nil)
    #expect(catalogue.footer(of: 1) == nil)
  }

  @Test("files in other encodings and with a byte-order mark are restored")
  func encodings() throws {
    let plist: Plist = [["title": "奥迪 é", "cars": ["A4", ["name": "ü", "tel": "漢"]]]]
    let text = "<plist>\n\(plist.xml)</plist>"
    try Self.check([0xEF, 0xBB, 0xBF] + Array(text.utf8))
    try Self.check(Array(try #require(text.data(using: .utf16))))
    try Self.check(Array(try #require(text.data(using: .utf16LittleEndian))))
    let declaration = Array("<?xml version='1.0' encoding='GB18030'?><plist><array><string>".utf8)
    // The text is U+4F60 U+597D.
    try Self.check(
      declaration + [0xC4, 0xE3, 0xBA, 0xC3] + Array("</string></array></plist>".utf8))
  }

  // MARK: Damage

  private static let sample: Plist = [
    [
      "title": "A|1", "cars": [["name": "x", "tel": "1"], ["name": "y"]], "header": "h",
      "footer": "f",
    ],
    ["title": "B", "cars": [["title": "C", "cars": ["z", "x"]], ["name": "u"]]],
    ["title": "B", "cars": []],
  ]

  private static var sampleBytes: [UInt8] { Array("<plist>\(sample.xml)</plist>".utf8) }

  @Test("parts with changed bytes never lead astray", arguments: CatalogueSnapshot.names)
  func changedBytes(name: String) throws {
    let parsed = try Catalogue(Self.sample)
    let parts = Self.parts(of: parsed)
    let expected = Self.description(of: parsed)
    var noticed = 0
    for index in try #require(parts[name]).indices {
      for mask in [0x01, 0x02, 0x04, 0x10, 0x40, 0x80, 0xFF] as [UInt8] {
        var damaged = parts
        damaged[name]?[index] ^= mask
        if try Self.isNoticed(damaged, parsed, expected) { noticed += 1 }
      }
    }
    #expect(noticed > 0)
  }

  @Test(
    "parts that end early or are not there never lead astray", arguments: CatalogueSnapshot.names)
  func shortParts(name: String) throws {
    let parsed = try Catalogue(Self.sample)
    let parts = Self.parts(of: parsed)
    let expected = Self.description(of: parsed)
    var noticed = 0
    let part = try #require(parts[name])
    for length in part.indices {
      var damaged = parts
      damaged[name] = Array(part.prefix(length))
      if try Self.isNoticed(damaged, parsed, expected) { noticed += 1 }
    }
    #expect(noticed > part.count / 2)
    var damaged = parts
    damaged[name] = nil
    #expect(throws: IndexDamage.self) {
      try Self.restored(damaged, for: Self.sampleBytes, of: parsed)
    }
  }

  @Test("parts of other catalogues never lead astray", arguments: 1...Rounds.of(20))
  func foreignParts(seed: UInt64) throws {
    var random = RandomPlist(seed: seed)
    let parsed = try Catalogue(random.catalogue())
    let other = Self.parts(of: try Catalogue(random.catalogue()))
    for name in CatalogueSnapshot.names {
      var mixed = Self.parts(of: parsed)
      mixed[name] = other[name]
      _ = try Self.isNoticed(mixed, parsed, [])
    }
    for name in CatalogueSnapshot.names {
      var mixed = other
      mixed[name] = Self.parts(of: parsed)[name]
      #expect(try Self.isNoticed(mixed, parsed, []))
    }
  }

  /// Whether restoring fails, immediately or later, or the catalogue looks different.
  private static func isNoticed(
    _ parts: [String: [UInt8]], _ parsed: Catalogue, _ expected: [String]
  ) throws -> Bool {
    let bytes = Array(parsed.document.source.bytes)
    let restored: Catalogue
    do {
      restored = try Self.restored(parts, for: bytes, of: parsed)
    } catch is IndexDamage {
      return true
    }
    let found = description(of: restored)
    for entry in restored.entries {
      _ = description(of: entry, in: restored, AddressBook(restored))
    }
    return restored.restoringFailure || found != expected
  }

  @Test("a text that was overwritten is noticed, and what is shown is empty")
  func overwrittenText() throws {
    let parsed = try Catalogue(Self.sample)
    let parts = Self.parts(of: parsed)
    let blank = "<plist>" + String(repeating: " ", count: Self.sampleBytes.count)
    let restored = try Self.restored(parts, for: Array(blank.utf8), of: parsed)
    #expect(!restored.restoringFailure)
    #expect(restored.section(of: 1) == parsed.section(of: 1))
    #expect(!restored.restoringFailure)
    #expect(restored.label(of: 1) == "")
    #expect(restored.detail(of: 1) == nil)
    #expect(restored.fields(of: 1 as Entry.ID).count == 1)
    #expect(restored.restoringFailure)
    let other = try Self.restored(parts, for: Array(blank.utf8), of: parsed)
    #expect(other.title(of: 1) == nil)
    #expect(other.restoringFailure)
  }

  @Test("more entries than the text has room for are not restored")
  func manyEntries() throws {
    let parsed = try Catalogue(Self.sample)
    var parts = Self.parts(of: parsed)
    let name = CatalogueSnapshot.Part.entries.rawValue
    parts[name] = []
    parts[name]?.append(packed: Array(repeating: 7, count: 100_000))
    #expect(throws: IndexDamage.self) {
      try Self.restored(parts, for: Self.sampleBytes, of: parsed)
    }
  }
}
