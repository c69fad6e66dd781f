import TestHelpers
import Testing

@testable import Catalogues

@Suite("Shapes of dictionaries")
struct DictionaryShapeTests {
  static let examples = [
    ShapeExample(
      "titles over lists of strings, in the order of the file",
      ["热门": ["上海"], "C": ["Cara", "Carl"], "A": [], "#": ["007"]],
      """
      [热门]
        上海
      [C]
        Cara
        Carl
      [A]
      [#]
        007
      """),
    ShapeExample(
      "titles over lists of dictionaries",
      [
        "A": [["name": "Ann", "phone": "1"], ["name": "Al", "phone": "2"]],
        "B": [["name": "Bo", "phone": "3"]],
      ],
      """
      [A]
        Ann = 1
        Al = 2
      [B]
        Bo = 3
      """),
    ShapeExample(
      "a wrapper with one key around a list",
      [
        "presidents": [
          ["name": "Washington", "url": "http://w"], ["name": "Adams", "url": "http://a"],
        ]
      ],
      """
      Washington
      Adams
      """),
    ShapeExample(
      "a wrapper with scalars beside the list",
      [
        "name": "Jacob",
        "conversations": [
          ["name": "Bruce", "photos": [["imageName": "b1", "comment": "A lake", "rating": 2]]],
          ["name": "Kurt", "photos": [["imageName": "k1", "comment": "Water", "rating": 3]]],
        ],
      ],
      """
      [Bruce]
        A lake = 2
      [Kurt]
        Water = 3
      """),
    ShapeExample(
      "numbered dictionaries of numbered dictionaries",
      [
        "Item0": [
          "categoryName": "News", "Site0": ["siteName": "One", "siteLink": "rtsp://1"],
          "Site1": ["siteName": "Two", "siteLink": "rtsp://2"],
        ],
        "Item1": [
          "categoryName": "Music", "Site0": ["siteName": "Three", "siteLink": "rtsp://3"],
        ],
      ],
      """
      [News]
        One
        Two
      [Music]
        Three
      """),
    ShapeExample(
      "index dictionaries, nested",
      [
        "0": ["北京市": ["0": ["市辖区": ["东城区", "西城区"]], "1": ["县": ["密云"]]]],
        "1": ["天津市": ["0": ["区": ["和平区"]]]],
      ],
      """
      [北京市]
        [市辖区]
          东城区
          西城区
        [县]
          密云
      [天津市]
        [区]
          和平区
      """),
    ShapeExample(
      "names over records",
      [
        "Steve Jobs": ["name": "乔布斯", "year": "1955", "image": "Steve.png"],
        "Tim Cook": ["name": "库克", "year": "1960", "image": "Tim.png"],
      ],
      """
      Steve Jobs = 乔布斯
      Tim Cook = 库克
      """),
    ShapeExample(
      "header rows among the rows",
      [
        "PreferenceSpecifiers": [
          ["Type": "PSGroupSpecifier", "Title": "General"],
          ["Type": "PSTextFieldSpecifier", "Title": "Officer", "Key": "officer"],
          [
            "Titles": ["Low", "High"], "Values": [1, 2], "Type": "PSMultiValueSpecifier",
            "Title": "Rank", "Key": "rank",
          ],
          ["Type": "PSGroupSpecifier", "Title": "More", "FooterText": "The end"],
          ["Type": "PSTextFieldSpecifier", "Title": "Code", "Key": "code"],
        ]
      ],
      """
      [General]
        Officer = officer
        Rank = rank
      [More]
        Code = code
        (The end)
      """),
    ShapeExample(
      "the catalogue under one key among scalars",
      [
        "CatalogVersion": 2, "ApplePostURL": "", "IndexDate": .date("2023-11-02T19:40:49Z"),
        "Products": [
          "061-1955": [
            "Packages": [["Size": 1, "URL": "http://1"]], "PostDate": .date("2005-07-07T23:39:15Z"),
            "Distributions": ["no": "http://no", "fi": "http://fi"],
          ],
          "061-2": [
            "Packages": [["Size": 2, "URL": "http://2"]], "PostDate": .date("2006-01-01T00:00:00Z"),
            "Distributions": ["no": "http://no"],
          ],
        ],
      ],
      """
      061-1955 = 2005-07-07T23:39:15Z
      061-2 = 2006-01-01T00:00:00Z
      """),
    ShapeExample(
      "names over strings and numbers",
      ["Empathy": "Feeling", "Age": 42, "Ratio": 1.5, "Zeal": "Much"],
      """
      Empathy = Feeling
      Age = 42
      Ratio = 1.5
      Zeal = Much
      """),
  ]

  @Test("dictionaries are recognized", arguments: examples)
  func dictionaries(example: ShapeExample) throws {
    #expect(try Catalogue(example.plist).outline == example.outline)
  }

  @Test("the way through wrappers is the path of the root")
  func rootPath() throws {
    let catalogue = try Catalogue(["data": ["list": [["name": "x"]]]])
    #expect(catalogue.shape.rootPath == ["data", "list"])
    #expect(catalogue.outline == "x")
  }

  @Test("numbers with a gap, or without a word from 1, are names")
  func gaps() throws {
    #expect(try Catalogue(["0": ["a"], "2": ["b"]]).outline == "[0]\n  a\n[2]\n  b")
    #expect(try Catalogue(["1": ["a"], "2": ["b"]]).outline == "[1]\n  a\n[2]\n  b")
    #expect(try Catalogue(["0": ["a"], "1": ["b"]]).outline == "[]\n  a\n[]\n  b")
  }
}
