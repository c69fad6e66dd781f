import Cardex
import Foundation
import Testing

@Suite("An edit of a catalogue")
struct CatalogueEditTests {
  @Test("a value of a type is decoded, encoded and updated; keys that it does not have stay")
  func codable() throws {
    let catalogue = try Samples.catalogue()
    let id = try catalogue.id(at: "A/Audi")
    var audi = try catalogue.entry(id).decode(Brand.self)
    #expect(audi == Brand(name: "Audi", founded: 1909))
    audi.founded = 1910
    try catalogue.edit { try $0.update(id, to: audi) }
    // A comment, the key that is not the type's, and all white space.
    #expect(try catalogue.text == Samples.brands.replacing("1909", with: "1910"))
    let new = try catalogue.edit {
      try $0.insert(Brand(name: "Aiways", founded: 2017), in: catalogue.id(at: "A"), at: 1)
    }
    #expect(try catalogue.entry(new).address == "A/Aiways")
    #expect(catalogue.rows().lines.prefix(4) == ["# A", "Audi", "Aiways", "Abarth"])
    #expect(
      try catalogue.text.contains(
        """
              <dict><key>name</key><string>Aiways</string><key>founded</key><integer>2017</integer></dict>
        """) || catalogue.text.contains("<key>name</key><string>Aiways</string>"))
  }

  @Test("changes are made together or not at all, and undone together")
  func together() throws {
    let catalogue = try Samples.catalogue()
    let (section, entry) = try catalogue.edit { edit in
      let section = edit.insertSection("C", at: 1)
      return (section, try edit.insert(Brand(name: "Citroën"), in: section))
    }
    #expect(try catalogue.entry(entry).address == "C/Citroën")
    #expect(try catalogue.id(at: "C") == section)
    let text = try catalogue.text
    #expect(throws: CatalogueError.self) {
      try catalogue.edit { edit in
        edit.rename(section, to: "Z")
        edit.delete(entry)
        edit.rename(entry, to: "Cupra")
      }
    }
    #expect(try catalogue.text == text)
    #expect(try catalogue.undo())
    #expect(try catalogue.text == Samples.brands)
    #expect(try !catalogue.undo())
    #expect(!catalogue.hasUnsavedEdits)
    #expect(try catalogue.redo())
    #expect(try catalogue.text == text)
    #expect(try catalogue.entry(entry).label == "Citroën")
    #expect(try !catalogue.redo())
  }

  @Test("what the closure throws changes nothing")
  func closure() throws {
    struct Failure: Error {}
    let catalogue = try Samples.catalogue()
    #expect(throws: Failure.self) {
      try catalogue.edit { edit in
        edit.delete(try catalogue.id(at: "A"))
        throw Failure()
      }
    }
    #expect(try catalogue.text == Samples.brands)
  }

  @Test("a value that is there already is left as it is written")
  func same() throws {
    let catalogue = try Samples.catalogue()
    let id = try catalogue.id(at: "A/Audi")
    try catalogue.edit { edit in
      edit.set(id, "founded", to: 1909.0)
      edit.set(id, "name", to: "Audi")
      edit.set(id, "nothing", to: nil)
    }
    #expect(try !catalogue.undo())
    #expect(!catalogue.hasUnsavedEdits)
  }

  @Test("fields of all kinds are set, nested ones too, and removed")
  func fields() throws {
    let catalogue = try Samples.catalogue()
    let id = try catalogue.id(at: "A/Audi")
    let value: Value = [
      "text": "a < b & \"c\"", "dotted.key": "x", "list": [1, 2.5, true, ["deep": []]],
      "data": .data([0, 255]), "date": .date(secondsSince1970: 86_400), "empty": [:],
    ]
    try catalogue.edit { try $0.update(id, to: value) }
    for key in ["text", "dotted.key", "list", "data", "date"] {
      #expect(try catalogue.entry(id).value[key] == value[key], "\(key)")
    }
    #expect(try catalogue.entry(id).value["note"] == "Ingolstadt")
    try catalogue.edit { edit in
      for key in ["text", "dotted.key", "list", "data", "date", "empty"] {
        edit.set(id, key, to: nil)
      }
    }
    #expect(try catalogue.text == Samples.brands)
    try catalogue.edit { $0.set(id, "dotted.key", to: ["inner": ["a": 1, "b": 2]]) }
    try catalogue.edit { try $0.update(id, to: ["dotted.key": ["inner": ["b": 3]]] as Value) }
    #expect(try catalogue.entry(id).value["dotted.key"] == ["inner": ["a": 1, "b": 3]])
  }

  @Test("a value that the file cannot hold is refused")
  func unwritable() throws {
    let catalogue = try Samples.catalogue()
    let id = try catalogue.id(at: "A/Audi")
    let values: [Value] = [
      "\u{1}", .null, ["x": .null], ["\u{1}"], .date(secondsSince1970: .infinity),
      .integer(Int128(UInt64.max) + 1),
    ]
    for value in values {
      #expect(throws: CatalogueError.self, "\(value)") {
        try catalogue.edit { $0.set(id, "x", to: value) }
      }
    }
    #expect(try catalogue.text == Samples.brands)
  }

  @Test("positions are those that result", arguments: 0..<4, 0..<4)
  func positions(_ from: Int, _ to: Int) throws {
    let names = ["a", "b", "c", "d"]
    let catalogue = try Samples.catalogue(
      #"<plist version="1.0"><array>"#
        + names.map { "<string>\($0)</string>" }.joined(separator: "\n")
        + "</array></plist>")
    let rows = catalogue.rows()
    try catalogue.edit {
      $0.move(rows.id(at: Rows.Position(section: 0, row: from)), to: nil, at: to)
    }
    _ = rows.update()
    var expected = names
    expected.insert(expected.remove(at: from), at: to)
    #expect(rows.lines == expected)
  }

  @Test("places that are not there are refused")
  func places() throws {
    let catalogue = try Samples.catalogue()
    let (a, audi) = (try catalogue.id(at: "A"), try catalogue.id(at: "A/Audi"))
    for position in [-1, 3, Int.max] {
      #expect(throws: CatalogueError.self) {
        try catalogue.edit { try $0.insert(Brand(name: "x"), in: a, at: position) }
      }
    }
    #expect(throws: CatalogueError.self) { try catalogue.edit { $0.move(audi, to: a, at: 2) } }
    #expect(throws: CatalogueError.self) {
      try catalogue.edit { try $0.insert(Brand(name: "x"), in: audi) }
    }
    #expect(throws: CatalogueError.self) { try catalogue.edit { $0.move(a, to: a) } }
    #expect(try catalogue.text == Samples.brands)
  }

  @Test("entries and sections are deleted; what is gone is told from what never was")
  func deleting() throws {
    let catalogue = try Samples.catalogue()
    let (a, audi) = (try catalogue.id(at: "A"), try catalogue.id(at: "A/Audi"))
    try catalogue.edit { $0.delete(a) }
    #expect(throws: CatalogueError.notFound("the entry or section has been deleted")) {
      try catalogue.entry(audi)
    }
    #expect(throws: CatalogueError.self) { try catalogue.edit { $0.delete(audi) } }
    #expect(try catalogue.undo())
    #expect(try catalogue.entry(audi).label == "Audi")
    let other = try Samples.catalogue()
    let foreign = try other.edit { try $0.insert(Brand(name: "x"), in: other.id(at: "B")) }
    #expect(throws: CatalogueError.self) { try catalogue.entry(foreign) }
    #expect(throws: CatalogueError.self) { try other.entry(audi) }
    #expect(throws: CatalogueError.self) { try other.edit { $0.delete(a) } }
  }

  @Test("entries under keys that name them need a name")
  func named() throws {
    let catalogue = try Samples.catalogue(#"{"Audi": {"founded": 1909}, "BMW": {"founded": 1916}}"#)
    let id = try catalogue.edit { try $0.insert(["founded": 1924] as Value, named: "MG") }
    #expect(try catalogue.entry(id).label == "MG")
    #expect(
      try catalogue.text
        == #"{"Audi": {"founded": 1909}, "BMW": {"founded": 1916}, "MG": {"founded": 1924}}"#)
    #expect(throws: CatalogueError.self) {
      try catalogue.edit { try $0.insert(["founded": 1] as Value, named: "BMW") }
    }
    #expect(throws: CatalogueError.self) {
      try catalogue.edit { try $0.insert(["founded": 1] as Value) }
    }
  }

  @Test("rows of a form are operated and filled in")
  func form() async throws {
    let catalogue = try await Catalogue.open(Samples.path("settings-form.plist"))
    let rows = catalogue.rows()
    let name = rows.row(at: Rows.Position(section: 0, row: 0))
    #expect(name.isExpanded == false)
    #expect(rows.toggle(name.id).inserted == [1, 2].map { Rows.Position(section: 0, row: $0) })
    let given = rows.row(at: Rows.Position(section: 0, row: 1))
    #expect(given.control == .text("") && given.depth == 1)
    try catalogue.edit { $0.fill(given.id, with: "Ada") }
    let changes = rows.update()
    #expect(changes.reloaded.contains(Rows.Position(section: 0, row: 1)))
    #expect(changes.inserted.isEmpty && changes.deleted.isEmpty)
    #expect(rows.row(at: Rows.Position(section: 0, row: 1)).control == .text("Ada"))
    #expect(rows.row(at: Rows.Position(section: 0, row: 0)).detail == "Ada")
    #expect(try catalogue.entry(given.id).value["value"] == "Ada")
    #expect(throws: CatalogueError.self) { try catalogue.edit { $0.fill(given.id, with: nil) } }
  }
}
