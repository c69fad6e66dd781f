import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Shapes of lists of sections")
struct ShapeRecognizerTests {
  static let examples = [
    ShapeExample(
      "titles and lists of dictionaries",
      [
        [
          "title": "A",
          "cars": [["name": "奥迪", "icon": "a.png"], ["name": "阿尔法", "icon": "b.png"]],
        ],
        ["title": "B", "cars": [["name": "宝马", "icon": "c.png"]]],
      ],
      """
      [A]
        奥迪
        阿尔法
      [B]
        宝马
      """),
    ShapeExample(
      "other keys, and scalars beside the titles",
      [
        [
          "name": "Friends", "online": 1,
          "friends": [["icon": "1.png", "intro": "Hi", "name": "Ann"]],
        ],
        [
          "friends": [["icon": "2.png", "intro": "Yo", "name": "Bob"]], "name": "Work", "online": 0,
        ],
      ],
      """
      [Friends]
        Ann = Hi
      [Work]
        Bob = Yo
      """),
    ShapeExample(
      "titles and lists of strings, the title before or after them",
      [["title": "A", "cars": ["Audi", "Alfa"]], ["cars": ["BMW"], "title": "B"]],
      """
      [A]
        Audi
        Alfa
      [B]
        BMW
      """),
    ShapeExample(
      "titles and footers that some lack",
      [
        ["footer": "the end", "mems": [["title": "one", "acclz": "UISwitch"]]],
        ["header": "Second", "mems": [["title": "two", "subtitle": "00:00"]]],
        ["mems": [["title": "three", "subtitle": "00:10"]]],
      ],
      """
      []
        one
        (the end)
      [Second]
        two = 00:00
      []
        three = 00:10
      """),
    ShapeExample(
      "no titles, though the members have some",
      [
        ["mems": [["title": "one", "imgl": "a_title", "vc": "Sub1VC"]]],
        ["mems": [["title": "two", "imgl": "b_title", "vc": "Sub2VC"]]],
      ],
      """
      []
        one
      []
        two
      """),
    ShapeExample(
      "members that some lack",
      [
        ["icon": "i0", "name": "All"],
        ["icon": "i1", "name": "Food", "subcategories": ["Soup", "陕菜/西北菜"]],
        ["icon": "i2", "name": "Film", "subcategories": []],
        ["icon": "i3", "name": "Sport", "subcategories": ["Golf"]],
      ],
      """
      [All]
      [Food]
        Soup
        陕菜/西北菜
      [Film]
      [Sport]
        Golf
      """),
    ShapeExample(
      "three levels with keys of their own",
      [
        [
          "cities": [["city": "合肥", "areas": ["庐阳", "蜀山"]], ["city": "芜湖", "areas": []]],
          "state": "安徽",
        ],
        ["cities": [["city": "昌平", "areas": ["南口"]]], "state": "北京"],
      ],
      """
      [安徽]
        [合肥]
          庐阳
          蜀山
        [芜湖]
      [北京]
        [昌平]
          南口
      """),
    ShapeExample(
      "children with their parents' keys",
      [
        ["name": "安徽", "spell": "Anhui", "children": [["name": "合肥", "spell": "Hefei"]]],
        ["name": "北京", "spell": "Beijing", "children": []],
      ],
      """
      [安徽]
        合肥 = Hefei
      [北京]
      """),
    ShapeExample(
      "a quiz whose options are not sections",
      [
        ["answer": "红", "icon": "q1", "title": "Colour?", "options": ["红", "蓝", "绿"]],
        ["answer": "猫", "icon": "q2", "title": "Animal?", "options": ["狗", "猫"]],
      ],
      """
      Colour? = 红
      Animal? = 猫
      """),
  ]

  @Test("lists of sections are recognized", arguments: examples)
  func sections(example: ShapeExample) throws {
    #expect(try Catalogue(example.plist).outline == example.outline)
  }

  @Test("what was decided is said")
  func reasons() throws {
    let shape = try Catalogue([
      ["title": "A", "cars": [["name": "Audi", "icon": "a.png", "price": 1]]],
      ["title": "B", "cars": [["name": "BMW", "icon": "b.png", "price": 2]]],
    ]).shape
    #expect(shape.memberKeys == ["cars"])
    #expect(shape.titleKeys == ["title"])
    #expect(shape.labelKeys.first == "name")
    #expect(shape.detailKeys == ["price"])
    #expect(shape.rootPath.isEmpty)
    #expect(
      shape.reasons == [
        "sections: dictionaries with members under 'cars' (2 of 2)", "titles: 'title'",
        "labels: 'name' (in 2 of 2)", "details: 'price' (in 2 of 2)",
        "scores as labels: 'name' 90, 'price' -2",
        "labels of entries without text, pictures: 'icon'",
      ])
  }

  @Test(
    "up to 256 lists of a level are all looked at, of more every other",
    arguments: [(255, true), (256, true), (257, false)])
  func sampledLists(count: Int, isWhole: Bool) throws {
    var sections = [Plist](repeating: ["title": "s", "members": ["a", "b"]], count: count)
    sections[1] = ["title": "s", "members": [["title": "inner", "members": ["c"]]]]
    let catalogue = try Catalogue(.array(sections))
    #expect(catalogue.sections.count == 1 + count + (isWhole ? 1 : 0))
  }

  @Test("the name of a picture file is shorter than 256 bytes", arguments: [254, 255, 256])
  func pictureNames(length: Int) {
    let name = Array((String(repeating: "x", count: length - 4) + ".png").utf8)
    #expect(name.withUnsafeBufferPointer(FieldNames.isPictureFile) == (length < 256))
  }

  @Test("a sample is evenly spread, in order and of a limited size")
  func sampling() {
    var sample = Sample()
    for number in 0..<10_000 { sample.add(NodeIndex(rawValue: number)) }
    #expect(sample.count == 10_000)
    #expect(sample.items.map(\.rawValue) == Array(stride(from: 0, to: 10_000, by: 4)))
    #expect(!sample.isWhole)
  }

  @Test(
    "a few items are their own sample, of more it is every other", arguments: [4095, 4096, 4097])
  func smallSample(count: Int) {
    var sample = Sample()
    for number in 0..<count { sample.add(NodeIndex(rawValue: number)) }
    #expect(sample.isWhole == (count <= 4096))
    #expect(
      sample.items.map(\.rawValue)
        == Array(stride(from: 0, to: count, by: sample.isWhole ? 1 : 2)))
  }
}
