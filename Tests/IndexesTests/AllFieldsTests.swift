import Catalogues
import Foundation
import PropertyLists
import SeededRandom
import Storage
import TestHelpers
import Testing

@testable import Searching

/// Whatever is in a property list, a search of all fields finds it.
@Suite struct AllFieldsTests {
  @Test(
    "every scalar is found, with an index and without, under an address that leads to it",
    arguments: 1...Rounds.of(UInt64(100)))
  func found(_ seed: UInt64) throws {
    var random = RandomPlist(seed: seed)
    try Self.check("<plist version=\"1.0\">\(random.catalogue().xml)</plist>", "\(seed)")
  }

  @Test("so it is in files in UTF-8 that are given")
  func foundInGivenFiles() throws {
    for path in GivenFiles.paths {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8),
        let document = try? PropertyListDocument(FileBytes(Array(text.utf8))),
        document.unwritable == nil
      else { continue }
      try Self.check(text, path)
    }
  }

  private static func check(_ text: String, _ name: String) throws {
    let example = try IndexedExample(text)
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(path: example.file)))
    let stored = try example.location.open()
    let source = SearchSource(stored, of: try FileBytes(path: example.file))
    let restored = try source.catalogue()
    let (book, restoredBook) = (AddressBook(catalogue), AddressBook(restored))
    for (text, items) in catalogue.itemsByText where !text.isEmpty {
      var options = SearchOptions()
      options.matchesWholeField = true
      let matcher = try Matcher([text], options: options)
      #expect(
        items.isSubset(of: catalogue.items(matching: matcher)),
        "\(text) without an index in \(name)")
      let found = try source.items(matching: matcher)
      #expect(items.isSubset(of: found), "\(text) with an index in \(name)")
      for item in items {
        let address = book.address(of: item)
        #expect(try book.item(at: Address(address)) == item, "\(address) in \(name)")
        #expect(restoredBook.address(of: item) == address)
      }
    }
    #expect(!restored.restoringFailure)
  }
}

extension Catalogue {
  /// The texts of all scalars, each with the items that hold it.
  fileprivate var itemsByText: [String: Set<Item>] {
    var holders: [NodeIndex: Set<Item>] = [:]
    func add(_ value: NodeIndex, of item: Item) {
      document.visitScalars(in: value) { holders[$0, default: []].insert(item) }
    }
    for entry in entries { add(value(of: entry), of: .entry(entry)) }
    for section in sections {
      for field in fields(of: section.id) { add(field.value, of: .section(section.id)) }
      if let title = section.titleNode { add(title, of: .section(section.id)) }
    }
    var result: [String: Set<Item>] = [:]
    document.visitScalars(in: document.root) { node in
      guard let scalar = document.searchedText(at: node) else { return }
      var text = ""
      document.withSearchedText(of: scalar) { text = String(decoding: $0, as: UTF8.self) }
      #expect(holders[node] != nil, "\(text) is out of reach")
      result[text, default: []].formUnion(holders[node] ?? [])
    }
    return result
  }

  fileprivate func items(matching matcher: Matcher) -> Set<Item> {
    var found: Set<Item> = []
    let records = EntryRecords(catalogue: self, fields: .all)
    RecordSearch(matcher).search(records, undecided: fail) { record in
      found.insert(.entry(Entry.ID(rawValue: record)))
      return true
    }
    let sections = SectionRecords(catalogue: self, fields: .all)
      .sections(matching: matcher) { section, _ in Issue.record("\(section) is undecided") }
    return found.union(sections.map { .section($0) })
  }
}

extension SearchSource {
  fileprivate func items(matching matcher: Matcher) throws -> Set<Item> {
    let found = try search(SearchQuery(matcher, in: .all, titles: .yes))
    #expect(found.undecided.isEmpty)
    let sections = found.sections { section, _ in Issue.record("\(section) is undecided") }
    return Set(found.entries.entries.map { .entry($0) } + sections.map { .section($0) })
  }
}

extension PropertyListDocument {
  fileprivate func visitScalars(in value: NodeIndex, _ body: (NodeIndex) -> Void) {
    switch kind(of: value) {
    case .array: for element in elements(of: value) { visitScalars(in: element, body) }
    case .dict: for member in members(of: value) { visitScalars(in: member.value, body) }
    default: body(value)
    }
  }
}
