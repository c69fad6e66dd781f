import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Shapes as a person reads them")
struct TellingFieldsTests {
  static let examples = [
    ShapeExample(
      "a program's settings with a list among them",
      [
        "CFBundleName": "App", "CFBundleVersion": "1", "LSRequiresIPhoneOS": true,
        "CFBundleDocumentTypes": [["CFBundleTypeName": "text"]], "CFBundleDevelopmentRegion": "en",
        "UIMainStoryboardFile": "Main", "CFBundleExecutable": "app",
      ],
      """
      CFBundleName = App
      CFBundleVersion = 1
      LSRequiresIPhoneOS = true
      CFBundleDocumentTypes
      CFBundleDevelopmentRegion = en
      UIMainStoryboardFile = Main
      CFBundleExecutable = app
      """),
    ShapeExample(
      "rules under a single key",
      ["rules": [".*": true, "Info.plist": ["weight": 10], "Rules.plist": ["weight": 100]]],
      """
      .* = true
      Info.plist = 10
      Rules.plist = 100
      """),
    ShapeExample(
      "acknowledgements: headers with no rows after them",
      [
        "PreferenceSpecifiers": [
          ["FooterText": "Made with these:", "Title": "Thanks", "Type": "PSGroupSpecifier"],
          [
            "FooterText": "Do as you like.", "License": "MIT", "Title": "Net",
            "Type": "PSGroupSpecifier",
          ],
          ["FooterText": "The end", "Title": "", "Type": "PSGroupSpecifier"],
        ],
        "StringsTable": "Acknowledgements", "Title": "Acknowledgements",
      ],
      """
      Thanks = Made with these:
      Net = Do as you like.
      The end
      """),
    ShapeExample(
      "districts without areas, among cities that have some",
      [
        [
          "state": "安徽",
          "cities": [["city": "合肥", "areas": ["庐阳"]], ["city": "芜湖", "areas": []]],
        ],
        ["state": "北京", "cities": [["city": "通州", "areas": []], ["city": "房山", "areas": []]]],
      ],
      """
      [安徽]
        [合肥]
          庐阳
        [芜湖]
      [北京]
        通州
        房山
      """),
    ShapeExample(
      "lists in a dictionary, alone in a list",
      [
        "河北省": [["石家庄市": ["长安区", "桥东区"], "唐山市": ["路南区"]]],
        "北京市": [["北京市": ["东城区", "西城区"]]],
      ],
      """
      [河北省]
        [石家庄市]
          长安区
          桥东区
        [唐山市]
          路南区
      [北京市]
        [北京市]
          东城区
          西城区
      """),
    ShapeExample(
      "grades whose numbers are their names",
      ["Grade 1": ["Ann", "Bob"], "Grade 2": ["Cid"]],
      """
      [Grade 1]
        Ann
        Bob
      [Grade 2]
        Cid
      """),
    ShapeExample(
      "numbered keys of things with names",
      ["Site0": ["name": "Gazette"], "Site1": ["name": "Herald"]],
      """
      Gazette
      Herald
      """),
    ShapeExample(
      "a singer rather than the names of files",
      [
        ["name": "泡沫", "filename": "14945107.mp3", "singer": "邓紫棋"],
        ["name": "Way", "filename": "12309111.mp3", "singer": "Backstreet Boys"],
      ],
      """
      泡沫 = 邓紫棋
      Way = Backstreet Boys
      """),
    ShapeExample(
      "a quotation rather than the number of its act",
      [
        [
          "act": 1, "scene": 2, "character": "Hotspur",
          "quotation": "By heaven, methinks, it were an easy leap to pluck bright honour.",
        ],
        [
          "act": 2, "scene": 4, "character": "Falstaff",
          "quotation": "A plague of sighing and grief! It blows a man up like a bladder.",
        ],
      ],
      """
      Hotspur = By heaven, methinks, it were an easy leap to pluck bright honour.
      Falstaff = A plague of sighing and grief! It blows a man up like a bladder.
      """),
    ShapeExample(
      "neither sizes nor constants beside a name",
      [
        ["height": 3840, "name": "Peering", "kind": 0],
        ["height": 2400, "name": "Curious", "kind": 0],
        ["height": 3840, "name": "Leggy", "kind": 0],
      ],
      """
      Peering
      Curious
      Leggy
      """),
    ShapeExample(
      "an identifier, where nothing else differs",
      [
        ["id": "com.sina.default", "version": 0], ["id": "com.apple.emoji", "version": 0],
        ["id": "com.sina.lxh", "version": 0],
      ],
      """
      com.sina.default
      com.apple.emoji
      com.sina.lxh
      """),
    ShapeExample(
      "an order's number, even if the lines count",
      [
        ["serialNumber": "1", "orderNumber": "2018032120", "orderState": 0, "orderBuyer": "柳"],
        ["serialNumber": "2", "orderNumber": "2018032120", "orderState": 1, "orderBuyer": "柳"],
        ["serialNumber": "3", "orderNumber": "2018032120", "orderState": 2, "orderBuyer": "柳"],
      ],
      """
      2018032120 = 1
      2018032120 = 2
      2018032120 = 3
      """),
    ShapeExample(
      "a name one level down",
      [
        ["attribute": ["cardName": "体彩开奖", "rankMax": 3], "id": 110, "type": 3],
        ["attribute": ["cardName": "中奖秘籍", "rankMax": 7], "id": 210, "type": 3],
        ["attribute": ["gameCn": "双色球"], "id": 1, "type": 1],
      ],
      """
      体彩开奖
      中奖秘籍
      双色球
      """),
    ShapeExample(
      "titles one level down",
      [
        ["attr": ["attrname": "颜色"], "list": [["infoname": "金色"], ["infoname": "银色"]]],
        ["attr": ["attrname": "网络"], "list": [["infoname": "电信"]]],
      ],
      """
      [颜色]
        金色
        银色
      [网络]
        电信
      """),
    ShapeExample(
      "a name rather than the number that it is stored under",
      [
        "1785": ["Track ID": 1785, "Name": "Hey Jude", "Artist": "The Beatles"],
        "1790": ["Track ID": 1790, "Name": "Help!", "Artist": "The Beatles"],
      ],
      """
      Hey Jude = 1785
      Help! = 1790
      """),
  ]

  @Test("what a person would call things is chosen", arguments: examples)
  func shapes(example: ShapeExample) throws {
    #expect(try Catalogue(example.plist).outline == example.outline)
  }

  @Test("few settings beside a list, or its usual name, leave it the catalogue")
  func wrappers() throws {
    let list: Plist = [["name": "a"]]
    let few: Plist = ["a": "1", "b": "2", "c": "3", "d": "4", "people": list]
    #expect(try Catalogue(few).shape.rootPath == ["people"])
    let many: Plist = ["a": "1", "b": "2", "c": "3", "d": "4", "e": "5", "people": list]
    #expect(try Catalogue(many).shape.rootPath.isEmpty)
    let named: Plist = ["a": "1", "b": "2", "c": "3", "d": "4", "e": "5", "items": list]
    #expect(try Catalogue(named).shape.rootPath == ["items"])
  }

  private func editor(_ list: String) throws -> CatalogueEditor {
    CatalogueEditor(try Catalogue(PropertyListDocument(FileBytes("<plist>\(list)</plist>".utf8))))
  }

  @Test("a new entry gets its label where the others have theirs")
  func insertInside() throws {
    let editor = try editor(
      """
      <array><dict><key>at</key><dict><key>name</key><string>a b</string></dict>\
      <key>id</key><integer>1</integer></dict></array>
      """)
    _ = try editor.edit { () throws(EditError) in
      _ = try editor.insert(NewEntry(label: "c d"), at: .last(in: 0))
    }
    #expect(editor.catalogue.label(of: 1) == "c d")
    let text = String(decoding: editor.catalogue.currentText, as: UTF8.self)
    #expect(text.contains("<dict><key>name</key><string>c d</string></dict>"))
  }

  @Test("a field that would replace the label of a new entry is an error")
  func insertInsideTwice() throws {
    let editor = try editor(
      "<array><dict><key>at</key><dict><key>name</key><string>a b</string></dict></dict></array>")
    let field = FieldAssignment(key: "at", type: .xml, value: "<dict/>")
    #expect(throws: EditError.labelTwice(key: "at")) {
      try editor.edit { () throws(EditError) in
        _ = try editor.insert(NewEntry(label: "c d", fields: [field]), at: .last(in: 0))
      }
    }
  }

  @Test("sections in a dictionary that is alone in a list are edited there")
  func editInside() throws {
    let editor = try editor(
      "<dict><key>P</key><array><dict><key>A</key><array><string>a</string></array>"
        + "<key>B</key><array/></dict></array><key>Q</key><array/></dict>")
    _ = try editor.edit { () throws(EditError) in
      _ = try editor.insertSection("C", at: .last(in: 1))
      try editor.rename(.section(2), to: "Z")
    }
    let text = String(decoding: editor.catalogue.currentText, as: UTF8.self)
    #expect(text.contains("<key>Z</key><array><string>a</string></array>"))
    #expect(text.contains("<key>C</key>"))
    let again = try Catalogue(PropertyListDocument(FileBytes(text.utf8)))
    #expect(again.outline == editor.catalogue.outline)
  }

  @Test("dates tell as much as numbers, and more than codes")
  func dates() throws {
    let catalogue = try Catalogue([
      ["a": "x_1", "b": .date("2018-03-21T07:04:41Z"), "c": 7],
      ["a": "x_2", "b": .date("2019-11-02T17:24:12Z"), "c": 3],
    ])
    let scores = catalogue.shape.reasons.first { $0.hasPrefix("scores as labels:") }
    #expect(scores == "scores as labels: 'a' 20, 'b' 28, 'c' 28")
  }

  @Test(
    "texts, words, numbers and codes are told apart",
    arguments: [
      ("Hey Jude", .text), ("东", .text), ("An easy leap", .text), ("Ghana", .word),
      ("e-mail", .word),
      ("30", .number), ("+49 30 23125", .number), ("2018-03-21T07:04:41Z", .code),
      ("14945107.mp3", .code), ("a/b.html", .code), ("http://a.de", .code), ("cell_id", .code),
      ("UIViewController", .code), ("3F2504E04F89", .code), ("iOS7", .code), ("…", .text),
      ("McCartney Paul", .text), ("iPhone 15 Pro", .text), ("AC/DC live", .text),
      ("e.g. this", .text),
    ] as [(String, Looks.Look)])
  func looks(text: String, look: Looks.Look) {
    var text = text
    #expect(text.withUTF8 { Looks.look(of: $0) } == look)
  }
}
