import PropertyLists
import SeededRandom
import TestHelpers
import Testing

@testable import Catalogues

/// Changing fields of sections, and values inside values.
@Suite struct SectionFieldEditTests {
  @Test(
    "any scalar of any property list can be set, which changes nothing else; undoing restores it",
    arguments: 1...Rounds.of(400) as ClosedRange<UInt64>)
  func setAnyScalar(_ seed: UInt64) throws {
    var random = RandomPlist(seed: seed)
    let catalogue = try Catalogue(random.catalogue().withoutRepeatedKeys)
    let original = catalogue.currentText
    let places = catalogue.scalarPlaces
    #expect(places.map(\.node).sorted() == catalogue.document.scalars(in: .root))
    let editor = CatalogueEditor(catalogue)
    for _ in 0..<3 where !places.isEmpty {
      let place = places[random.below(places.count)]
      let field = FieldAssignment(key: place.key, type: .string, value: "changed")
      // Some decide which section an entry is in.
      guard let edit = try? editor.edit({ try editor.set([field], of: place.item) }) else {
        #expect(catalogue.shape.grouping != .none)
        continue
      }
      let reread = try PropertyListDocument(FileBytes(catalogue.currentText))
      let expected = catalogue.document.tokens(of: .root, changed: place.node)
      let tokens = reread.tokens(of: .root)
      if place.key == catalogue.shape.groupingKey {
        // The entry is in another section then, and thus in another place.
        #expect(tokens.sorted() == expected.sorted(), "\(place.key) of \(place.item)")
      } else {
        #expect(tokens == expected, "\(place.key) of \(place.item)")
      }
      editor.undo(edit)
      #expect(catalogue.currentText == original)
      #expect(catalogue.scalarPlaces.map(\.node) == places.map(\.node))
    }
  }

  @Test("a list under numbered keys has no fields, since every key is an item's")
  func numberedRoot() throws {
    let editor = CatalogueEditor(try Catalogue(["Item0": ["name": "a"], "Item1": ["name": "b"]]))
    #expect(throws: EditError.holdsItems(key: "c")) {
      try editor.edit { () throws(EditError) in
        try editor.set([FieldAssignment(key: "c", type: nil, value: "")], of: .section(.root))
      }
    }
  }

  @Test("a field is removed once")
  func removedTwice() throws {
    let catalogue = try Catalogue(["a": "x", "b": "y", "items": [["name": "a"]]])
    let editor = CatalogueEditor(catalogue)
    #expect(throws: EditError.noSuchKey("a", of: "the catalogue", keys: ["b"])) {
      try editor.edit { () throws(EditError) in
        try editor.unset(["a", "a"], of: .section(.root))
      }
    }
  }

  @Test(
    "after random changes of fields the text reads as the catalogue shows",
    arguments: 1...Rounds.of(200) as ClosedRange<UInt64>)
  func agreement(_ seed: UInt64) throws {
    var random = RandomPlist(seed: seed)
    let catalogue = try Catalogue(random.catalogue().withoutRepeatedKeys)
    let original = catalogue.currentText
    let editor = CatalogueEditor(catalogue)
    var edits: [CatalogueEditor.Edit] = []
    for step in 0..<12 {
      let section = catalogue.sections[Section.ID(rawValue: random.below(catalogue.sections.count))]
      let names = catalogue.fields(of: section.id).map(\.name)
      let name = names.isEmpty ? nil : names[random.below(names.count)]
      let kind = random.below(3)
      let edit = try? editor.edit {
        let item = Item.section(section.id)
        if kind == 0 { return try editor.unset([name ?? "id"], of: item) }
        let key = kind == 1 ? "new\(step)" : name ?? "title"
        try editor.set([FieldAssignment(key: key, type: .string, value: "s\(step)")], of: item)
      }
      if let edit { edits.append(edit) }
      let text = catalogue.currentText
      let reread = try Catalogue(PropertyListDocument(FileBytes(text)))
      // A dictionary with more scalars than lists is a list of names and values.
      guard reread.shape.reading == catalogue.shape.reading,
        reread.entryCount == catalogue.entryCount, reread.sections.count == catalogue.sections.count
      else { continue }
      #expect(reread.fieldTexts == catalogue.fieldTexts, "\(String(decoding: text, as: UTF8.self))")
    }
    for edit in edits.reversed() { editor.undo(edit) }
    #expect(catalogue.currentText == original)
  }
}

extension Catalogue {
  /// All scalars, each with the item and the key by which it is set.
  fileprivate var scalarPlaces: [(item: Item, key: String, node: NodeIndex)] {
    entries.flatMap { entry in
      document.paths(in: value(of: entry)).map { (Item.entry(entry), $0.path.asKey, $0.node) }
    }
      + sections.flatMap { section in
        SectionMembers(of: section.id, in: self).fields.flatMap { field in
          document.paths(in: field.value).map {
            (Item.section(section.id), (field.path + $0.path).asKey, $0.node)
          }
        }
      }
  }

  /// What sections show besides their items.
  fileprivate var fieldTexts: [String] {
    ([.root] + sections(in: .root)).flatMap { section in
      ["title \(fullTitle(of: section) ?? "-")", "header \(header(of: section) ?? "-")"]
        + ["footer \(footer(of: section) ?? "-")"]
        + fields(of: section).flatMap { [$0.name] + document.tokens(of: $0.value) }
    }
  }
}

extension [String] {
  fileprivate var asKey: String { FieldPath(components: self).text }
}

extension PropertyListDocument {
  /// The scalars in a value, and the paths to them.
  fileprivate func paths(in value: NodeIndex) -> [(path: [String], node: NodeIndex)] {
    switch kind(of: value) {
    case .array:
      elements(of: value).enumerated().flatMap { position, element in
        paths(in: element).map { ([String(position)] + $0.path, $0.node) }
      }
    case .dict:
      members(of: value).flatMap { key, value in
        paths(in: value).map { ([text(of: key)] + $0.path, $0.node) }
      }
    default: [([], value)]
    }
  }
}
