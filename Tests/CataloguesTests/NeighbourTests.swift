import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Entries that a new one is modelled on")
struct NeighbourTests {
  /// The kind that a value gets in a new entry at a position of a list of 1,200 entries, one of
  /// which has such a value, an integer.
  private static func kind(ofValueAt position: Int, whereOneAt example: Int) throws -> NodeKind? {
    var entries = [Plist](repeating: ["name": "a"], count: 1200)
    entries[example] = ["name": "b", "year": 1990]
    let editor = CatalogueEditor(try Catalogue(.array(entries)))
    var new: Item?
    _ = try editor.edit { () throws(EditError) in
      new = try editor.insert(
        NewEntry(label: "c", fields: [.init(key: "year", type: nil, value: "2003")]),
        at: .position(position, in: 0))
    }
    guard case .entry(let entry) = new else { return nil }
    let document = editor.catalogue.document
    return document.value(of: "year", in: editor.catalogue.value(of: entry)).map(document.kind)
  }

  @Test(
    "32 entries on either side tell what kind a value is",
    arguments: [
      (1100 - 32, NodeKind.string), (1100 - 31, .integer), (1100, .integer), (1101, .integer),
      (1101 + 31, .integer), (1101 + 32, .string),
    ])
  func reach(position: Int, kind: NodeKind) throws {
    #expect(try Self.kind(ofValueAt: position, whereOneAt: 1100) == kind)
  }

  @Test(
    "where they do not, the first 1,000 entries do",
    arguments: [(0, NodeKind.integer), (999, .integer), (1000, .string)])
  func firstEntries(example: Int, kind: NodeKind) throws {
    #expect(try Self.kind(ofValueAt: 1200, whereOneAt: example) == kind)
  }
}
