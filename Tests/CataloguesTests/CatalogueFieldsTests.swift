import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Labels, details and keys of entries")
struct CatalogueFieldsTests {
  private static let examples = [
    ShapeExample(
      "a label is the name, wherever it is",
      [["tel": "1", "name": "Ann"], ["name": "Bob", "tel": "2"]], "Ann = 1\nBob = 2"),
    ShapeExample(
      "keys may end in a space",
      [["name ": "Ann", "phone ": "1"], ["name ": "Bob", "phone ": "2"]],
      "Ann = 1\nBob = 2"),
    ShapeExample(
      "values may change type",
      [["name": "A", "tel": "1"], ["name": 2, "tel": 3], ["name": "C", "tel": 4.5]],
      "A = 1\n2 = 3\nC = 4.5"),
    ShapeExample(
      "a list among texts under one key makes no section of its entry",
      [["name": "A", "tel": "1"], ["name": "B", "tel": "2"], ["name": "C", "tel": ["3"]]],
      "A = 1\nB = 2\nC"),
    ShapeExample(
      "a blank label gives way to the next",
      [["name": "Ann", "tel": "1"], ["name": " ", "tel": "2"], ["tel": "3"]], "Ann = 1\n2\n3"),
    ShapeExample(
      "pictures are neither label nor detail",
      [
        ["avatar": "x", "name": "Ann", "cover": "a.JPG"],
        ["avatar": "y", "name": "Bob", "cover": "b.png"],
      ],
      "Ann\nBob"),
    ShapeExample(
      "an entry without text is known by its picture before its type, and by its type before nothing",
      [
        ["type": "text", "text": "Ann"], ["type": "picture", "image": "bob.png"],
        ["type": "rule"], ["id": 4, "type": "link", "link": "http://a", "badge": "c.jpg"],
        ["type": "picture", "image": "d.png", "caption": "Dan"],
      ],
      "Ann\nbob.png\nrule\nc.jpg\nDan"),
    ShapeExample(
      "pictures are labels where nothing but fields about rows is beside them",
      [["id": 1, "image": "a.png"], ["id": 2, "image": "b.png"], ["id": 3, "image": " "]],
      "a.png\nb.png\n3"),
    ShapeExample(
      "without pictures, fields about the row are the last labels",
      [["type": "text", "text": "Ann"], ["type": "rule"], ["id": 3, "type": "rule"]],
      "Ann\nrule\nrule"),
    ShapeExample(
      "a field about the row is not a detail",
      [
        ["name": "Ann", "uuid": "1-2", "url": "http://a"],
        ["name": "Bob", "uuid": "1-3", "url": "http://b"],
      ],
      "Ann\nBob"),
    ShapeExample(
      "a telephone is not a photo",
      [["name": "Ann", "phone": "1"], ["name": "Bob", "phone": "2"]], "Ann = 1\nBob = 2"),
    ShapeExample(
      "names in other languages are names", [["电话": "1", "姓名": "王"], ["电话": "2", "姓名": "李"]],
      "王 = 1\n李 = 2"),
    ShapeExample(
      "booleans are not labels", [["flag": true, "name": "Ann"], ["flag": false]], "Ann\n"),
    ShapeExample(
      "strings keep their line ends, spaces and private characters",
      ["a\nb", " c\u{A0}", "\u{E000}"],
      "a\nb\n c\u{A0}\n\u{E000}"),
    ShapeExample(
      "dates are labels and details",
      [["when": .date("2001-01-01T00:00:00Z")], ["when": .date("2002-01-01T00:00:00Z")]],
      "2001-01-01T00:00:00Z\n2002-01-01T00:00:00Z"),
  ]

  @Test("labels and details are chosen", arguments: examples)
  func choosing(example: ShapeExample) throws {
    #expect(try Catalogue(example.plist).outline == example.outline)
  }

  @Test("the fields of an entry are its members in the order of the file")
  func fields() throws {
    let catalogue = try Catalogue([["z": "1", "a": 2, "tags": ["x"]], "text"])
    #expect(catalogue.fields(of: 0 as Entry.ID).map(\.key) == ["z", "a", "tags"])
    #expect(catalogue.fields(of: 1 as Entry.ID).map(\.key) == [nil])
    let keyed = try Catalogue(["one": "1", "two": 2])
    #expect(keyed.fields(of: 1 as Entry.ID).map(\.key) == ["two"])
    #expect(keyed.fields(of: 1 as Entry.ID).map { keyed.document.text(of: $0.value) } == ["2"])
  }

  @Test("entries have details if keys name them or they have another field")
  func havingDetails() throws {
    #expect(try Catalogue(["one": "1", "two": "2"]).hasDetails)
    #expect(try Catalogue([["name": "a", "tel": "1"], ["name": "b"]]).hasDetails)
    #expect(try !Catalogue(["a", "b"]).hasDetails)
    #expect(try !Catalogue([["name": "a"], ["name": "b"]]).hasDetails)
    #expect(try !Catalogue([]).hasDetails)
  }

  @Test("keys are summed up with the types of their values")
  func keySummaries() throws {
    let catalogue = try Catalogue([
      ["name": "a", "tel": "1", "on": true], ["name": "b", "tel": 2, "on": false],
      ["name": "c", "tel": "3", "tags": ["x"]], "text",
    ])
    #expect(
      catalogue.keySummaries().map(\.description) == [
        "name: string in 3", "tel: string in 2, integer in 1", "on: boolean in 2",
        "tags: array in 1",
      ])
  }
}

@Suite("Names of fields")
struct FieldNamesTests {
  @Test(
    "names are compared without case, spaces and punctuation",
    arguments: [
      ("Phone_Num ", "phonenum"), ("phoneNum", "phonenum"), ("姓 名", "姓名"), ("a-1", "a1"), ("_", ""),
    ])
  func normalizing(key: String, name: String) {
    #expect(FieldNames.normalized(key) == name)
  }

  @Test("better names rank before worse ones")
  func ranks() throws {
    let labels = try ["name", "title", "question", "nickname", "jobtitle"].map {
      try #require(FieldNames.labelRank($0))
    }
    #expect(labels == labels.sorted())
    #expect(FieldNames.labelRank("weight") == nil)
    #expect(try #require(FieldNames.titleRank("title")) < #require(FieldNames.titleRank("name")))
    #expect(try #require(FieldNames.detailRank("phone")) < #require(FieldNames.detailRank("email")))
  }

  @Test(
    "names of pictures are known",
    arguments: [
      ("icon", true), ("imagename", true), ("smallicon", true), ("avatar", true), ("headimg", true),
      ("phone", false), ("photophone", false), ("name", false), ("title", false),
    ])
  func pictures(name: String, isPicture: Bool) {
    #expect(FieldNames.isPicture(name) == isPicture)
  }
}
