import PropertyLists
import SeededRandom
import TestHelpers
import Testing

@testable import Catalogues

/// The values of sections that are neither titles nor items.
@Suite struct SectionFieldsTests {
  @Test(
    "every scalar is in an entry, a title or a field of a section, and in only one of them",
    arguments: 1...Rounds.of(500) as ClosedRange<UInt64>)
  func nothingIsOutOfReach(_ seed: UInt64) throws {
    var random = RandomPlist(seed: seed)
    let catalogue = try Catalogue(random.catalogue())
    #expect(catalogue.reachableScalars.sorted() == catalogue.document.scalars(in: .root))
  }

  @Test func `fields of the root are those of the dictionaries around the list`() throws {
    let catalogue = try Catalogue([
      "version": 3, "a.b": ["list": [["name": "x"], ["name": "y"]], "count": 2], "end": true,
    ])
    #expect(catalogue.fields(of: .root).map(\.name) == ["version", "a\\.b.count", "end"])
    let list = try Catalogue(["version": 3, "list": [["name": "x"], ["name": "y"]]]) {
      $0.root = "list"
    }
    #expect(list.fields(of: .root).isEmpty)
  }

  @Test func `a key that is there twice leads to the list that was taken`() throws {
    let list: Plist = .array([Plist](repeating: ["name": "n"], count: 9))
    let catalogue = try Catalogue(
      .dict([(key: "a", value: ["x": "y"]), (key: "a", value: list), (key: "b", value: "z")]))
    #expect(catalogue.entryCount == 9)
    #expect(catalogue.fields(of: .root).map(\.name) == ["a", "b"])
  }

  @Test func `fields of a section are what is neither its title nor its list`() throws {
    let catalogue = try Catalogue([
      ["id": 1, "title": "A", "items": [["name": "x"]], "attr": ["k": [1, 2]], "footer": "f"],
      ["id": 2, "title": "B", "items": [["name": "y"]]],
    ])
    let sections = Array(catalogue.root.sections)
    #expect(catalogue.fields(of: sections[0]).map(\.name) == ["id", "attr", "footer"])
    #expect(catalogue.fields(of: sections[1]).map(\.name) == ["id"])
  }

  @Test func `fields of dictionaries of lists are the scalars that are no entries`() throws {
    let catalogue = try Catalogue(["A": ["x", "v"], "date": "today", "B": ["y", "z"]])
    #expect(catalogue.fields(of: .root).map(\.name) == ["date"])
    #expect(catalogue.entryCount == 4)
  }
}

extension Catalogue {
  /// The scalars in entries, titles and fields of sections, each as often as it is in one.
  var reachableScalars: [NodeIndex] {
    entries.flatMap { document.scalars(in: value(of: $0)) }
      + sections.flatMap { section in
        let fields = fields(of: section.id).flatMap { document.scalars(in: $0.value) }
        // One in an inner dictionary is in a field, too.
        guard let title = section.titleNode, shape.groupingKey == nil,
          document.kind(of: title) != .key, document.shownText(of: title) != nil,
          !fields.contains(title)
        else { return fields }
        return fields + [title]
      }
  }
}

extension PropertyListDocument {
  /// The values in a value, or the value itself, that are neither arrays nor dictionaries.
  func scalars(in value: NodeIndex) -> [NodeIndex] {
    switch kind(of: value) {
    case .array: elements(of: value).flatMap(scalars)
    case .dict: members(of: value).flatMap { scalars(in: $0.value) }
    default: [value]
    }
  }
}
