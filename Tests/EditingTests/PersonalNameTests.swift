import Testing

@testable import Editing

@Suite("Parts of names")
struct PersonalNameTests {
  @Test(
    "the parts follow a name that consists of them",
    arguments: [
      ("Anna Berg", "Anna Kahn", ["firstName": "Anna", "lastName": "Kahn"]),
      ("Anna Berg", "Ute Kahn", ["firstName": "Ute", "lastName": "Kahn"]),
      ("Anna Berg", "Anna Berg Kahn", ["firstName": "Anna", "lastName": "Berg Kahn"]),
      ("Anna Berg", "Anna Maria Berg", ["firstName": "Anna Maria", "lastName": "Berg"]),
      ("Anna Berg", "Dr. Eva Lu Kahn", ["firstName": "Dr. Eva Lu", "lastName": "Kahn"]),
      ("Anna Berg", "Madonna", ["firstName": "Madonna"]),
      ("Anna Berg", "Anna", ["firstName": "Anna"]),
      ("Berg Anna", "Kahn Anna", ["firstName": "Anna", "lastName": "Kahn"]),
      ("BergAnna", "KahnAnna", ["firstName": "Anna", "lastName": "Kahn"]),
      ("BergAnna", "BergEva", ["firstName": "Eva", "lastName": "Berg"]),
      ("BergAnna", "KahnEva", ["firstName": "Eva", "lastName": "Kahn"]),
      ("Annie", "Anna Kahn", nil), ("Anna Berg", "", nil),
    ] as [(String, String, [String: String]?)])
  func renamed(old: String, new: String, expected: [String: String]?) {
    let name = PersonalName(["firstName": "Anna", "lastName": "Berg", "nameSuffix": ""])
    #expect(name.renamed(from: old, to: new)?.parts == expected)
  }

  @Test("of many parts, those change that have changed")
  func manyParts() {
    let name = PersonalName([
      "namePrefix": "Dr.", "firstName": "Anna", "middleName": "Eva Lu", "lastName": "von Berg",
    ])
    var parts = name.parts
    parts["middleName"] = "Ida Lu"
    let old = "Dr. Anna Eva Lu von Berg"
    #expect(name.renamed(from: old, to: "Dr. Anna Ida Lu von Berg")?.parts == parts)
    #expect(
      name.renamed(from: old, to: "Anna von Berg")?.parts
        == ["firstName": "Anna", "lastName": "von Berg"])
    #expect(PersonalName([:]).renamed(from: "", to: "Anna") == nil)
  }
}
