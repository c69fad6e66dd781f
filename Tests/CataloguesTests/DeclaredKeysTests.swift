import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Keys of a list without entries")
struct DeclaredKeysTests {
  private static func keys(of text: [UInt8]) throws -> [String] {
    DeclaredKeys.of(try Catalogue(parsing: FileBytes(text), ParseOptions()).document)
  }

  @Test(
    "they are read from the list that was written with them",
    arguments: [[], ["name"], ["name", "phone"], ["a b", "<&>", "姓名", "x-y", "a:b"]])
  func roundTrip(keys: [String]) throws {
    #expect(try Self.keys(of: DeclaredKeys.emptyList(keys)) == keys)
  }

  @Test("other comments have none", arguments: ["<!-- by hand -->", "", "<!-- fields: -->"])
  func others(comment: String) throws {
    let text = "<?xml version=\"1.0\"?>\n<plist>\n\(comment)\n<array/>\n</plist>"
    #expect(try Self.keys(of: Array(text.utf8)) == [])
  }

  @Test(
    "a key that would end the comment or be read as two is refused",
    arguments: ["", "a,b", "a--b", "a-", " a", "a ", "a\nb", "a\u{7}"])
  func undeclarable(key: String) {
    #expect(throws: EditError.undeclarable(key: key)) { try DeclaredKeys.emptyList(["name", key]) }
  }

  @Test("a key that is given twice is refused")
  func twice() {
    #expect(throws: EditError.declaredTwice(key: "a")) {
      try DeclaredKeys.emptyList(["a", "b", "a"])
    }
  }

  @Test(
    "the label is the one with a usual name, or the first",
    arguments: [
      (["phone", "name"], "name"), (["author", "title"], "title"), (["Firma", "Ort"], "Firma"),
    ])
  func label(keys: [String], label: String) {
    #expect(DeclaredKeys.label(of: keys) == label)
  }

  @Test("new entries have the label and the order of the keys")
  func entries() throws {
    let text = try DeclaredKeys.emptyList(["author", "title", "year"])
    let catalogue = try Catalogue(parsing: FileBytes(text), ParseOptions())
    let editor = CatalogueEditor(catalogue)
    _ = try editor.edit { () throws(EditError) in
      let year = FieldAssignment(key: "year", type: nil, value: "1815")
      let author = FieldAssignment(key: "author", type: nil, value: "Austen")
      _ = try editor.insert(
        NewEntry(label: "Emma", fields: [year, author]), at: .last(in: .root))
      _ = try editor.insert(NewEntry(label: "Lalla"), at: .last(in: .root))
    }
    let document = catalogue.document
    let keys = catalogue.root.items.map { item -> [String] in
      guard case .entry(let entry) = item else { return [] }
      return document.members(of: catalogue.value(of: entry)).map { document.text(of: $0.key) }
    }
    #expect(keys == [["author", "title", "year"], ["title"]])
  }
}
