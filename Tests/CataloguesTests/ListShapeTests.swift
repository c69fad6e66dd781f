import TestHelpers
import Testing

@testable import Catalogues

@Suite("Shapes of flat lists and lists of lists")
struct ListShapeTests {
  static let examples = [
    ShapeExample(
      "lists of dictionaries",
      [
        [["imageName": "Ghana", "name": "Ghana"], ["imageName": "SA", "name": "South Africa"]],
        [["imageName": "China", "name": "China"]],
      ],
      """
      []
        Ghana
        South Africa
      []
        China
      """),
    ShapeExample(
      "lists of strings", [["榴莲", "樱桃"], [], ["东坡肉"]],
      """
      []
        榴莲
        樱桃
      []
      []
        东坡肉
      """),
    ShapeExample("lists of empty dictionaries", [[[:]], [[:], [:]]], "[]\n  \n[]\n  \n  "),
    ShapeExample(
      "a flat list of dictionaries",
      [
        ["title": "First", "author": "Ann", "comments": 12, "icon": "1.png"],
        ["title": "Second", "author": "Bob", "comments": 3, "icon": "2.png"],
      ],
      """
      First = Ann
      Second = Bob
      """),
    ShapeExample(
      "a flat list with a group column",
      [
        ["category": "自然", "desc": "d1", "title": "泥巴"],
        ["category": "人物", "desc": "d2", "title": "老人"],
        ["category": "自然", "desc": "d3", "title": "大风"],
        ["category": "人物", "desc": "d4", "title": "孩子"],
      ],
      """
      [自然]
        泥巴 = d1
        大风 = d3
      [人物]
        老人 = d2
        孩子 = d4
      """),
    ShapeExample("a flat list of strings", ["Apple", "Dell", "Apple"], "Apple\nDell\nApple"),
    ShapeExample("an empty list", [], ""),
    ShapeExample("an empty dictionary", [:], ""),
    ShapeExample("a string alone", "lonely", "lonely"),
    ShapeExample("a number alone", 7, "7"),
    ShapeExample(
      "scalars of all types", [1, 2.5, true, .date("2001-01-01T00:00:00Z"), .data, "s"],
      "1\n2.5\ntrue\n2001-01-01T00:00:00Z\n\ns"),
  ]

  @Test("lists are recognized", arguments: examples)
  func lists(example: ShapeExample) throws {
    #expect(try Catalogue(example.plist).outline == example.outline)
  }

  @Test("a catalogue without sections is flat")
  func flatness() throws {
    #expect(try Catalogue(["a", "b"]).isFlat)
    #expect(try Catalogue([]).isFlat)
    #expect(try !Catalogue([["a"], ["b"]]).isFlat)
    #expect(try Catalogue([]).entryCount == 0)
  }

  private static func row(_ title: String, isVisible: Bool, rows: Int) -> Plist {
    [
      "isExpandable": .init(booleanLiteral: rows > 0), "isExpanded": false,
      "isVisible": .init(booleanLiteral: isVisible), "value": "", "primaryTitle": "",
      "secondaryTitle": "\(title)", "cellIdentifier": "idCell",
      "additionalRows": .init(integerLiteral: rows),
    ]
  }

  @Test("a form's hidden rows are entries and are counted")
  func form() throws {
    let catalogue = try Catalogue([
      [Self.row("Name", isVisible: true, rows: 1), Self.row("Given", isVisible: false, rows: 0)],
      [Self.row("Level", isVisible: true, rows: 0)],
    ])
    #expect(catalogue.shape.isForm)
    #expect(catalogue.outline == "[]\n  Name\n  Given (hidden)\n[]\n  Level")
    #expect(catalogue.entryCount == 3)
    #expect(catalogue.entryCount(of: 0) == 3)
    #expect(catalogue.entryCount(of: 1) == 2)
  }

  @Test("rows that only look hidden are shown where there is no form")
  func noForm() throws {
    let catalogue = try Catalogue([
      ["name": "a", "isVisible": false], ["name": "b", "isVisible": true],
    ])
    #expect(!catalogue.shape.isForm)
    #expect(catalogue.outline == "a\nb")
    #expect(catalogue.entryCount(of: 0) == 2)
  }
}
