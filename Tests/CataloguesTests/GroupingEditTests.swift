import TestHelpers
import Testing

@testable import Catalogues

/// Edits of lists in which the rows or a column decide what the sections are.
@Suite struct GroupingEditTests {
  /// An editor of a list whose sections, X and Y, are values under a key.
  private static func column() throws -> CatalogueEditor {
    let rows = [("a", "X"), ("b", "Y"), ("c", "X"), ("d", "Y")].map { name, category in
      ["name": .text("string", name), "category": .text("string", category)] as Plist
    }
    let editor = CatalogueEditor(try Catalogue(.array(rows)))
    try #require(editor.catalogue.shape.groupingKey == "category")
    return editor
  }

  @Test(
    "a section that is a value ends with its last entry, whether that is moved or deleted",
    arguments: [(isMoved: true, rest: ["a", "c", "b", "d"]), (false, ["a", "c"])])
  func lastEntry(isMoved: Bool, rest: [String]) throws {
    let editor = try Self.column()
    let remove = { (item: Item) throws(EditError) in
      if isMoved { try editor.move(item, to: .last(in: 1)) } else { try editor.delete([item]) }
    }
    _ = try editor.edit { () throws(EditError) in try remove(.entry(2)) }
    #expect(Array(editor.catalogue.root.items) == [.section(1), .section(2)])
    let last = try #require(try editor.edit { () throws(EditError) in try remove(.entry(3)) })
    #expect(Array(editor.catalogue.root.items) == [.section(1)])
    let lines = rest.map { "\n  \($0) = X" }
    #expect(editor.catalogue.outline == "[X]" + lines.joined())
    editor.undo(last)
    #expect(Array(editor.catalogue.root.items) == [.section(1), .section(2)])
  }

  @Test("an entry goes before the first row that heads a section, a section never before an entry")
  func headerRows() throws {
    let rows = ["a", "b", "A", "c", "B"].map { title in
      let type = title == title.lowercased() ? "PSToggleSwitchSpecifier" : "PSGroupSpecifier"
      return ["Type": .text("string", type), "Title": .text("string", title)] as Plist
    }
    let editor = CatalogueEditor(try Catalogue(.array(rows)))
    let root = editor.catalogue.root
    #expect(editor.catalogue.shape.grouping == .headerRows)
    #expect(root.itemCount == 4)
    let entry = NewEntry(label: "new", fields: [])
    // As many places as there are items, and one after them.
    let refusals = (0...4).map { position in
      let place = Place.position(position, in: 0)
      return (
        entry: refusal(editor) { () throws(EditError) in _ = try editor.insert(entry, at: place) },
        section: refusal(editor) { () throws(EditError) in
          _ = try editor.insertSection("new", at: place)
        }
      )
    }
    #expect(refusals.map(\.entry) == [nil, nil, nil, .noPlaceForEntries, .noPlaceForEntries])
    #expect(refusals.map(\.section) == [.noPlaceForSections, .noPlaceForSections, nil, nil, nil])
  }

  /// The reason why an edit is refused; if it is made, it is undone.
  private func refusal(
    _ editor: CatalogueEditor, _ body: () throws(EditError) -> Void
  ) -> EditError? {
    do throws(EditError) {
      if let edit = try editor.edit(body) { editor.undo(edit) }
      return nil
    } catch {
      return error
    }
  }
}
