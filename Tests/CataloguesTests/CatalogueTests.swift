import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Catalogues")
struct CatalogueTests {
  /// Entries and sections beside each other.
  private static let mixed: Plist = [
    "loose", ["in", ["deeper"], "in too"], [], "end", "very end",
  ]

  @Test("titles may repeat, be empty or be missing")
  func titles() throws {
    let catalogue = try Catalogue([
      ["t": "A", "list": ["1"]], ["list": ["2"], "t": "A"], ["t": "", "list": ["3"]],
      ["list": ["4"]],
      ["t": 2024, "list": ["5"]],
    ])
    #expect(catalogue.outline == "[A]\n  1\n[A]\n  2\n[]\n  3\n[]\n  4\n[2024]\n  5")
    #expect(catalogue.fullTitle(of: 3) == "")
    #expect(catalogue.fullTitle(of: 4) == nil)
    #expect(catalogue.title(of: 0) == nil)
  }

  @Test(
    "a title ends at the first bar, its detail follows",
    arguments: [
      ("A", "A", nil), ("A|b", "A", "b"), ("A|b|c", "A", "b|c"), ("|b", nil, "b"), ("A|", "A", ""),
      ("", nil, nil),
    ] as [(String, String?, String?)])
  func titleDetails(full: String, title: String?, detail: String?) throws {
    let catalogue = try Catalogue([
      ["title": "\(full)", "items": ["x"]], ["title": "Z", "items": ["y"]],
    ])
    #expect(catalogue.fullTitle(of: 1) == full)
    #expect(catalogue.title(of: 1) == title)
    #expect(catalogue.titleDetail(of: 1) == detail)
  }

  @Test("a header is a text of its own beside the title, or is the title")
  func headers() throws {
    let catalogue = try Catalogue([
      ["title": "A", "header": "all of A", "items": ["x"]],
      ["title": "B", "Header Text": "all of B", "header": "more", "items": ["y"]],
      ["title": "C", "sectionHeader": "", "items": ["z"]],
      ["title": "D", "header": 3, "items": ["z"]], ["header": "untitled", "items": []],
    ])
    #expect(
      (0...5).map(catalogue.header)
        == [nil, "all of A", "all of B", nil, nil, "untitled"])
    #expect((1...5).map(catalogue.title) == ["A", "B", "C", "D", nil])
    let titled = try Catalogue([["header": "A", "items": ["x"]], ["header": "B", "items": ["y"]]])
    #expect((1...2).map(titled.title) == ["A", "B"])
    #expect((1...2).map(titled.header) == [nil, nil])
  }

  @Test("the only value besides the label is found")
  func onlyContent() throws {
    let catalogue = try Catalogue([
      ["name": "a", "on": true], ["name": "b", "icon": "b.png", "id": 3, "on": false],
      ["name": "c", "on": true, "off": false], ["name": "d"], "e",
    ])
    #expect(
      (0...4).map { catalogue.onlyContent(of: $0).flatMap(catalogue.document.boolean) }
        == [true, false, nil, nil, nil])
    let named = try Catalogue(["x": true, "y": "text"])
    #expect(
      (0...1).map { named.onlyContent(of: $0).map(named.document.text) } == ["", "text"])
  }

  @Test("an empty footer does not count")
  func footers() throws {
    let catalogue = try Catalogue([
      ["title": "A", "footer": "f", "items": ["x"]], ["title": "B", "footer": "", "items": ["y"]],
      ["title": "C", "items": ["z"]],
    ])
    #expect((0...3).map(catalogue.footer) == [nil, "f", nil, nil])
  }

  @Test("entries and sections may be mixed, in the order of the file")
  func mixedItems() throws {
    let catalogue = try Catalogue(Self.mixed)
    #expect(
      catalogue.outline == "loose\n[]\n  in\n  []\n    deeper\n  in too\n[]\nend\nvery end")
    #expect(Array(catalogue.root.items).count == 5)
    #expect(catalogue.root.itemCount == 5)
    #expect(catalogue.root.entryCount == 3)
    #expect(catalogue.sections.map(\.depth) == [0, 1, 2, 1])
    #expect(catalogue.depth == 2)
    #expect(catalogue.path(to: 2) == [1, 2])
    #expect(catalogue.path(to: 0).isEmpty)
  }

  @Test("items are found by their positions, and know them")
  func positions() throws {
    for plist in [Self.mixed, [["a"], "b", ["c", "d"], "e"], ["a"], [[], [], "x"]] as [Plist] {
      let catalogue = try Catalogue(plist)
      for section in catalogue.sections {
        for position in 0..<section.itemCount {
          let item = section.item(at: position)
          #expect(catalogue.position(of: item) == position)
          switch item {
          case .entry(let entry): #expect(catalogue.section(of: entry) == section.id)
          case .section(let inner): #expect(catalogue.sections[inner].parent == section.id)
          }
        }
      }
    }
  }

  @Test("the entries of a section are those of the sections in it, too")
  func nestedEntries() throws {
    let catalogue = try Catalogue(Self.mixed)
    func labels(_ section: Section.ID) -> [String] {
      var labels: [String] = []
      catalogue.forEachEntry(in: section) { labels.append(catalogue.label(of: $0)) }
      return labels
    }
    #expect(labels(0) == ["loose", "in", "deeper", "in too", "end", "very end"])
    #expect(labels(1) == ["in", "deeper", "in too"])
    #expect(labels(3).isEmpty)
    #expect(catalogue.entryCount(of: 1) == 3)
  }

  @Test("entries are numbered in the order of the outline")
  func entryOrder() throws {
    for plist in [Self.mixed, ["B": ["x"], "A": ["y", "z"]]] as [Plist] {
      let catalogue = try Catalogue(plist)
      var entries: [Entry.ID] = []
      catalogue.forEachEntry(in: .root) { entries.append($0) }
      #expect(entries == Array(catalogue.entries))
    }
  }

  @Test("lists may be nested deeply", arguments: [50, 510])
  func deepLists(depth: Int) throws {
    var plist: Plist = "bottom"
    for _ in 0..<depth { plist = [plist] }
    let catalogue = try Catalogue(plist)
    #expect(catalogue.entryCount == 1)
    #expect(catalogue.label(of: 0) == "bottom")
    #expect(catalogue.depth == depth - 1)
  }

  @Test("dictionaries may be nested deeply", arguments: [50, 250])
  func deepDictionaries(depth: Int) throws {
    var plist: Plist = ["name": "bottom", "children": []]
    for level in 1..<depth { plist = ["name": "level \(level)", "children": [plist]] }
    let catalogue = try Catalogue([plist])
    #expect(catalogue.sections.count + catalogue.entryCount == depth + 1)
    let names = catalogue.sections.compactMap { catalogue.title(of: $0.id) }
    #expect(names.first == "level \(depth - 1)")
  }
}
