import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Checks of catalogues")
struct CatalogueCheckTests {
  /// A section's worth of entries with nothing to find.
  private static let clean: Plist = [
    ["title": "A", "cars": [["name": "Audi", "since": "1909-07-16", "on": true]]],
    ["title": "B", "cars": [["name": "BMW", "since": "2024-02-29", "on": false]]],
  ]

  private static func findings(_ plist: Plist) throws -> [String] {
    try CatalogueCheck.findings(in: Catalogue(plist)).map(\.code.rawValue)
  }

  /// Rows of different kinds have values of different types.
  private static let settings: Plist = [
    "PreferenceSpecifiers": [
      ["Type": "PSGroupSpecifier", "Title": "General"],
      ["Type": "PSTextFieldSpecifier", "Title": "Name", "Key": "name", "DefaultValue": "Ada"],
      ["Type": "PSTextFieldSpecifier", "Title": "City", "Key": "city", "DefaultValue": "Bonn"],
      ["Type": "PSToggleSwitchSpecifier", "Title": "On", "Key": "on", "DefaultValue": true],
    ]
  ]

  @Test(
    "a clean catalogue has no findings", arguments: [clean, settings, [], [:], ["a", "b"], "x"])
  func nothing(plist: Plist) throws {
    #expect(try Self.findings(plist) == [])
  }

  @Test(
    "each thing that deserves a look is found, and nothing else",
    arguments: [
      ("duplicate-key", [["name": "a", "name": "b"], ["name": "c"]]),
      ("duplicate-entry", ["Audi", "BMW", "Audi"]),
      (
        "duplicate-entry",
        [["name": "a", "n": 1], ["name": "b", "n": 1], ["n": 1, "name": "a"]]
      ),
      (
        "duplicate-label", [["name": "a", "n": 1], ["name": "b", "n": 1], ["name": "a", "n": 2]]
      ),
      ("similar-label", ["Audi", "BMW", "AUDI"]), ("similar-label", ["ab", "a b", "c"]),
      ("similar-label", ["AC", "ＡＣ", "c"]), ("similar-label", ["a\u{A0}b\u{3000}c", "x", "abc"]),
      ("similar-label", [["name": "Škoda"], ["name": "skoda"]]),
      (
        "duplicate-title",
        [["t": "A", "items": ["x"]], ["t": "B", "items": ["y"]], ["t": "A", "items": ["z"]]]
      ),
      (
        "similar-title",
        [["t": "A", "items": ["x"]], ["t": "B", "items": ["y"]], ["t": "a", "items": ["z"]]]
      ),
      ("missing-label", [["name": "a"], ["flag": true]]), ("missing-label", ["a", ""]),
      ("missing-label", ["a", " "]), ("missing-label", ["a", .data]),
      ("title-is-label", ["Food": ["apple", "Food"], "Drinks": ["tea"]]),
      (
        "title-is-label",
        [
          ["t": "Food", "items": [["name": "x"], ["name": "Food"]]],
          ["t": "B", "items": [["name": "y"]]],
        ]
      ),
      ("missing-title", [["t": "A", "items": ["x"]], ["items": ["y"]]]),
      ("missing-title", [["t": "A", "items": ["x"]], ["t": "", "items": ["y"]]]),
      ("empty-section", ["A": ["x"], "B": []]),
      ("empty-section", [["t": "A", "items": ["x"]], ["t": "B", "items": []]]),
      (
        "form-rows",
        [
          [
            ["primaryTitle": "a", "isVisible": true, "additionalRows": 2],
            ["primaryTitle": "b", "isVisible": false, "additionalRows": 0],
          ]
        ]
      ),
      (
        "form-state",
        [
          [
            ["primaryTitle": "a", "isVisible": true, "isExpanded": true, "additionalRows": 1],
            ["primaryTitle": "b", "isVisible": false, "additionalRows": 0],
          ]
        ]
      ),
      (
        "form-state",
        [
          [
            ["primaryTitle": "a", "isVisible": true, "isExpanded": false, "additionalRows": 1],
            ["primaryTitle": "b", "isVisible": true, "additionalRows": 0],
          ]
        ]
      ),
      (
        "form-state",
        [
          [
            ["primaryTitle": "a", "isVisible": true, "isExpandable": true, "additionalRows": 0],
            ["primaryTitle": "b", "isVisible": true, "additionalRows": 0],
          ]
        ]
      ),
      (
        "form-state",
        [
          [
            ["primaryTitle": "a", "isVisible": true, "additionalRows": 0],
            ["primaryTitle": "b", "isVisible": false, "additionalRows": 0],
          ]
        ]
      ),
      (
        "changing-type",
        [["name": "a", "tel": "1"], ["name": "b", "tel": "2"], ["name": "c", "tel": 3]]
      ),
      (
        "changing-type",
        [["name": "a", "x": "1"], ["name": "b", "x": 2.5], ["name": "c", "x": 3]]
      ),
      ("impossible-date", ["2023-02-29", "x"]),
      ("impossible-date", [["name": "a", "d": "2023-13-01"], ["name": "b"]]),
      ("impossible-date", ["2023-04-31 10:00", "x"]),
      ("impossible-date", ["2023-00-10T10:00:00", "x"]), ("impossible-date", ["2023/02/29", "x"]),
      ("impossible-date", ["2023-02-28 24:01", "x"]),
      ("impossible-date", ["2023-02-28T10:60", "x"]),
      ("impossible-date", ["30/02/2024", "x"]), ("impossible-date", ["13/13/2024", "x"]),
      (
        "impossible-date",
        [
          ["name": "a", "year": 2023, "month": 2, "day": 29],
          ["name": "b", "year": 2024, "month": 2, "day": 29],
        ]
      ), ("impossible-date", [["name": "a", "month": 4, "day": 31], ["name": "b", "month": 1]]),
      ("impossible-number", [["name": "a", "month": 13], ["name": "b", "month": 12]]),
      ("impossible-number", [["name": "a", "Age": -1], ["name": "b", "Age": 0]]),
      ("impossible-number", [["name": "a", "age": "-1"], ["name": "b", "age": "30"]]),
      ("impossible-number", [["name": "a", "lat": 116.4], ["name": "b", "lat": 39.9]]),
      ("impossible-number", [["name": "a", "longitude": -181], ["name": "b", "longitude": 180]]),
      ("impossible-number", [["name": "a", "价格": -5], ["name": "b", "价格": 5]]),
      ("space-at-edge", [["t": "A ", "items": ["x"]], ["t": "B", "items": ["y"]]]),
      ("space-at-edge", ["a ", "b"]), ("space-at-edge", ["\u{A0}a", "b"]),
      ("space-at-edge", ["\na", "b"]),
      ("space-at-edge", [["name ": "a"], ["name ": "b"]]),
      ("space-at-edge", ["one ": "1", "two": "2"]),
      ("control-character", ["a\u{202E}b", "c"]),
      ("control-character", [["name": "a", "text": "x\u{85}"], ["name": "b"]]),
      ("control-character", [["name": "a", "text": "y"], ["text": "\u{9B}"]]),
    ] as [(String, Plist)])
  func single(code: String, plist: Plist) throws {
    // A key that names an entry is a label, too.
    #expect(try Set(Self.findings(plist)) == [code])
  }

  @Test(
    "what only looks like it is not found",
    arguments: [
      ["2024-02-29", "2023-02-30x", "12023-02-30", "2023-2-30"], ["a\nb", "c\td"],
      [["name": "a", "on": true], ["name": "b", "on": false]], [["x"], ["y"]],
      ["müller", "möller"], ["1/02/2024", "02/30/24", "2024-02-29 24:00", "2024/12/31 23:59:60"],
      ["12.13.2020", "99-99-9999", "2023-02-28 noon and later"],
      [["name": "a", "month": 0], ["name": "b", "day": 45], ["name": "c", "months": 36]],
      [["name": "a", "month": 2, "day": 0], ["name": "b", "month": 0, "day": 31]],
      [["name": "a", "age": "young", "price": "free"], ["name": "b", "age": "", "price": "-"]],
      [["name": "a", "month": 2, "day": 29], ["name": "b", "longitude": 359.5, "minute": 90]],
      ["か", "が", "は", "ぱ"],
      [["name": "a", "lat": 40], ["name": "b", "lat": 39.5], ["name": "c", "lat": 41]],
    ] as [Plist])
  func lookalikes(plist: Plist) throws {
    #expect(try Self.findings(plist) == [])
  }

  @Test("text that is declared otherwise but is UTF-8 is doubtful")
  func doubtfulEncoding() throws {
    func codes(_ encoding: String, _ text: [UInt8]) throws -> [Finding.Code] {
      let start = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><plist><array><string>"
      let bytes = Array(start.utf8) + text + Array("</string></array></plist>".utf8)
      let document = try PropertyListDocument(FileBytes(bytes))
      return try CatalogueCheck.findings(in: Catalogue(document)).map(\.code)
    }
    #expect(try codes("ISO-8859-15", Array("Citroën".utf8)) == [.doubtfulEncoding])
    #expect(try codes("ISO-8859-15", [0x43, 0xEB, 0x6E]).isEmpty)
    #expect(try codes("UTF-8", Array("Citroën".utf8)).isEmpty)
    #expect(try codes("ISO-8859-15", Array("plain".utf8)).isEmpty)
  }

  @Test("findings come in the order of the document and say where they are")
  func order() throws {
    let catalogue = try Catalogue([
      ["t": "A", "items": ["x ", "w"]], ["t": "B", "items": []], ["items": ["2023-02-30", "y"]],
    ])
    let findings = CatalogueCheck.findings(in: catalogue)
    #expect(
      findings.map(\.code) == [.spaceAtEdge, .emptySection, .missingTitle, .impossibleDate])
    #expect(findings.map(\.item) == [.entry(0), .section(2), .section(3), .entry(2)])
    #expect(findings.map(\.node) == findings.map(\.node).sorted())
    #expect(findings[3].message == "'2023-02-30' is a date that does not exist")
    #expect(catalogue.document.text(of: findings[0].node) == "x ")
  }

  @Test("a duplicate names what it is like")
  func duplicates() throws {
    let findings = try CatalogueCheck.findings(in: Catalogue([["a", "B", "b", "B"], ["a"]]))
    #expect(findings.map(\.message) == ["'b' is similar to #1/B#1", "the same entry as #1/B#1"])
  }

  @Test("of entries with a name each is held against all that have it")
  func sameEntries() throws {
    let findings = try CatalogueCheck.findings(
      in: Catalogue(
        [1, 2, 2, 1, 3].map { Plist.dict([("name", "a"), ("n", .init(integerLiteral: $0))]) }
          .reduce(into: Plist.array([])) { list, entry in
            if case .array(let entries) = list { list = .array(entries + [entry]) }
          }))
    #expect(
      findings.map(\.message) == [
        "'a' is also the label of /a#1", "the same entry as /a#2", "the same entry as /a#1",
        "'a' is also the label of /a#1",
      ])
  }

  @Test("values of different types, keys and orders are not the same")
  func differentContents() throws {
    for other: Plist in [
      ["name": "a", "v": "1"], ["name": "a", "w": 1], ["name": "a", "v": 1, "w": 1],
      ["name": "a", "tags": [1]], ["name": "a", "v": 1.5], ["name": "a", "v": true],
    ] {
      #expect(
        try Self.findings([["name": "a", "v": 1], other]).contains("duplicate-label"), "\(other)")
    }
    let lists: Plist = [["name": "a", "tags": ["x", "yz"]], ["name": "a", "tags": ["xy", "z"]]]
    #expect(try Self.findings(lists) == ["duplicate-label"])
    #expect(
      try Self.findings([
        ["name": "a", "v": .element("<integer>+01</integer>")], ["name": "a", "v": 1],
      ])
        == ["duplicate-entry"])
  }

  @Test("a picture is missing where nearly all entries have one")
  func pictures() throws {
    func list(_ icons: [Plist?]) -> Plist {
      .array(
        icons.enumerated().map { number, icon in
          .dict([("name", "entry \(number)")] + (icon.map { [("icon", $0)] } ?? []))
        })
    }
    let many = [Plist?](repeating: "a.png", count: 18)
    let findings = try CatalogueCheck.findings(in: Catalogue(list(many + [nil, " "])))
    #expect(findings.map(\.code) == [.missingPicture, .missingPicture])
    #expect(findings.map(\.item) == [.entry(18), .entry(19)])
    #expect(findings.first?.message == "no 'icon', which 18 of 20 entries have")
    #expect(try Self.findings(list(many.prefix(17) + [nil, nil])).isEmpty)
    #expect(try Self.findings(list(Array(many.prefix(8)) + [nil])).isEmpty)
    #expect(try Self.findings(list(many)).isEmpty)
    #expect(try Self.findings(list([nil, nil])).isEmpty)
  }

  @Test("an entry with another picture has one")
  func otherPictures() throws {
    var entries = (0..<20).map { Plist.dict([("name", "\($0) x"), ("icon", "a.png")]) }
    entries.append(["name": "last", "photo": "b.png"])
    #expect(try Self.findings(.array(entries)).isEmpty)
  }

  @Test("findings that can be fixed come with the edit that fixes them")
  func fixes() throws {
    let catalogue = try Catalogue([
      [
        "t": "A ",
        "items": [["name": "x", "n": 1], ["name": "x", "n": 1], ["name": " y", "n": 2]],
      ],
      ["t": "B", "items": []],
    ])
    func fixes(_ isWanted: (Finding) -> Bool) -> [Fix] {
      CatalogueCheck.fixes(in: catalogue, where: isWanted)
    }
    #expect(
      fixes { _ in true } == [
        .delete(.entry(1)),
        .set(.entry(2), FieldAssignment(key: "name", type: .string, value: "y")),
        .rename(.section(1), to: "A", isSafe: true), .delete(.section(2)),
      ])
    #expect(fixes { $0.fix?.isSafe == true }.count == 2)
    #expect(fixes { $0.code == .emptySection } == [.delete(.section(2))])
    #expect(try CatalogueCheck.fixes(in: Catalogue(Self.clean)) { _ in true }.isEmpty)
    let keyed = try CatalogueCheck.fixes(in: Catalogue(["one ": "1", "two": "2"])) { _ in true }
    #expect(keyed == [.rename(.entry(0), to: "one", isSafe: false)])
  }

  @Test(
    "an empty section with more to it is not deleted",
    arguments: [
      ("<key>t</key><string>B</string><key>items</key><array/>", "", true),
      ("<key>t</key><string>B</string><key>items</key><array>\n</array>", "\n", true),
      ("<key>t</key><string>B</string><key>items</key><array/><key>n</key><true/>", "", false),
      ("<key>t</key><string>B</string><key>items</key><array><!-- c --></array>", "", false),
      ("<key>t</key><string>B</string><?c c?><key>items</key><array/>", "", false),
      ("<key>t</key><string><![CDATA[<!-- B -->]]></string><key>items</key><array/>", "", true),
      ("<key>t</key><string>B</string><key>items</key><array/>", "<!-- of B -->", false),
    ])
  func emptySectionWithMore(_ members: String, _ before: String, _ isFixed: Bool) throws {
    let text = """
      <plist><array>
      <dict><key>t</key><string>A</string><key>items</key><array><string>x</string></array></dict>
      \(before)<dict>\(members)</dict>
      </array></plist>
      """
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(Array(text.utf8))))
    let fixes = CatalogueCheck.fixes(in: catalogue) { $0.code == .emptySection }
    #expect(fixes == (isFixed ? [.delete(.section(2))] : []))
    #expect(CatalogueCheck.findings(in: catalogue).contains { $0.code == .emptySection })
  }

  @Test("others may look for more")
  func others() throws {
    struct EveryEntry: Check {
      func run(_ inspection: inout Inspection) {
        inspection.catalogue.forEachEntry(in: .root) { entry in
          inspection.add(
            .missingLabel, at: inspection.catalogue.value(of: entry), of: .entry(entry), "",
            fix: .delete(.entry(entry)))
        }
      }
    }
    let catalogue = try Catalogue(["a", "b"])
    #expect(CatalogueCheck.findings(in: catalogue, also: [EveryEntry()]).count == 2)
    let fixes = CatalogueCheck.fixes(in: catalogue, also: [EveryEntry()]) { _ in true }
    #expect(fixes == [.delete(.entry(0)), .delete(.entry(1))])
  }

  @Test("the type that is not usual is the one that is found, once for each value")
  func types() throws {
    let findings = try CatalogueCheck.findings(
      in: Catalogue([
        ["name": "a", "tel": 1], ["name": "b", "tel": 2], ["name": "c", "tel": "3"],
        ["name": "d", "tel": true],
      ]))
    #expect(
      findings.map(\.message) == [
        "'tel' is string here and integer in most entries",
        "'tel' is boolean here and integer in most entries",
      ])
    #expect(findings.map(\.item) == [.entry(2), .entry(3)])
  }

  @Test("a key with a space at an end is found once, however often it occurs")
  func keyEdges() throws {
    let row: Plist = ["name ": "x", "tel": "1"]
    let findings = try CatalogueCheck.findings(
      in: Catalogue([row, ["name ": "y", "tel": "2"], ["name ": "z", "tel": "3"]]))
    #expect(findings.map(\.code) == [.spaceAtEdge])
  }

  @Test("each section that repeats its title is reported if most do")
  func repeatedTitles() throws {
    let catalogue = try Catalogue(["A": ["A", "x"], "B": ["y", "B"], "C": ["z", "c"]])
    let found = CatalogueCheck.findings(in: catalogue)
    #expect(
      found.map(\.message) == [
        "'A' is also the title of its section", "'B' is also the title of its section",
      ])
    #expect(found.map(\.item) == [.entry(.first), .entry(.first.advanced(by: 3))])
  }

  @Test(
    "sections may be named after their only entry, or some of them after one of many",
    arguments: [
      ["北京": ["北京"], "安徽": ["合肥", "芜湖"]],
      [
        "吉林": ["长春", "吉林"], "上海": ["上海"], "安徽": ["合肥", "芜湖"], "福建": ["厦门", "福州"],
      ],
      ["Food": ["food", "Foods"], "Drinks": ["tea"]],
    ])
  func namedAfterEntries(plist: Plist) throws {
    #expect(try Self.findings(plist).filter { $0 == "title-is-label" } == [])
  }

  /// A folder as it is in a bundle and in an asset catalogue.
  private static let pictures: PictureFiles = {
    var files = PictureFiles()
    for path in [
      ["bmw@2x.png"], ["cars", "Audi.JPG"], ["Contents.json"], ["logo.v2.pdf"],
      ["Assets.xcassets", "vw.imageset", "1.png"],
      ["Assets.xcassets", "empty.imageset", "Contents.json"], [".png"], ["a@3x"],
    ] {
      files.add(path)
    }
    return files
  }()

  @Test(
    "pictures are found by names with and without endings, scales and folders",
    arguments: [
      ("bmw", true), ("bmw.png", true), ("bmw@2x.png", true), ("bmw@2x", true),
      ("bmw.jpg", false), ("BMW", false), ("bmw@3x", false), ("Audi", true), ("Audi.JPG", true),
      ("cars/Audi", true), ("./cars/Audi.JPG", true), ("/cars/Audi", true), ("vans/Audi", false),
      ("logo.v2", true), ("logo", false), ("vw", true), ("Assets.xcassets/vw", true), ("1", true),
      ("vw.imageset", false), ("empty", false), ("Contents", false), ("Contents.json", true),
      ("a", false), ("a@3x", true), ("", false), ("/", false),
    ])
  func pictureNames(name: String, isFound: Bool) {
    #expect((Self.pictures.file(named: name) != nil) == isFound)
  }

  @Test("names of pictures without a file are found in entries, arrays and sections")
  func missingPictureFiles() throws {
    let catalogue = try Catalogue([
      "logo": "none.png",
      "cars": [
        [
          "title": "A", "headerImage": "head",
          "items": [
            ["name": "x", "icon": "bmw", "imageWidth": "12"],
            ["name": "y", "icon": "gone", "photos": ["vw", "lost.png", "https://a.b/c.png"]],
            ["name": "nowhere", "icon": " "],
          ],
        ]
      ],
    ])
    let all = CatalogueCheck.findings(in: catalogue, also: [PictureFileCheck(Self.pictures)])
    let found = all.filter { $0.code == .missingPicture }
    let names = ["none.png", "head", "gone", "lost.png"]
    #expect(
      Set(found.map(\.message))
        == Set(names.map { "there is no file for the picture '\($0)'" }))
    #expect(found.count == names.count)
    #expect(found.first { $0.message.contains("none") }?.item == nil)
    #expect(found.first { $0.message.contains("head") }?.item == .section(.root.advanced(by: 1)))
  }
}
