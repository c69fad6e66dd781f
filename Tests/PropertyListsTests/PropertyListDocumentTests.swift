import Testing

@testable import PropertyLists

@Suite("Values of a document")
struct PropertyListDocumentTests {
  @Test(
    "every kind of value is read",
    arguments: [
      ("<string>a</string>", .string), ("<string/>", .string), ("<dict/>", .dict),
      ("<dict></dict>", .dict), ("<array/>", .array), ("<integer>1</integer>", .integer),
      ("<real>1</real>", .real), ("<true/>", .true), ("<true></true>", .true),
      ("<false/>", .false), ("<false> </false>", .false), ("<date>2001Z</date>", .date),
      ("<data>Zg==</data>", .data), ("<data/>", .data), ("<data></data>", .data),
    ] as [(String, NodeKind)])
  func kinds(element: String, kind: NodeKind) throws {
    let document = try parseValue(element)
    #expect(document[document.root].kind == kind)
    #expect(document.kind(of: document.root) == kind)
    #expect(document[document.root].isEmptyElement == element.hasSuffix("/>"))
    #expect(document.end(of: document.root) == document.end)
  }

  @Test(
    "an integer keeps its exact value",
    arguments: [
      ("-9223372036854775808", -9_223_372_036_854_775_808), ("0x7F", 127),
      ("18446744073709551615", 18_446_744_073_709_551_615), (" 5\n", 5),
    ] as [(String, Int128)])
  func integers(content: String, value: Int128) throws {
    let document = try parseValue("<integer>\(content)</integer>")
    #expect(document.integer(at: document.root) == value)
  }

  @Test("a real keeps its exact value", arguments: [("0.1", 0.1), ("-infinity", -.infinity)])
  func reals(content: String, value: Double) throws {
    let document = try parseValue("<real>\(content)</real>")
    #expect(document.real(at: document.root) == value)
  }

  @Test("a date is read with white space around it")
  func dates() throws {
    let document = try parseValue("<date>\n 2024-02-29T01:02:03Z\t</date>")
    #expect(document.date(at: document.root) == PropertyListDate("2024-02-29T01:02:03Z".utf8))
    #expect(document.date(at: document.root)?.second == 3)
  }

  @Test("data is decoded", arguments: [("", []), ("\n\tAP8Q\n", [0, 255, 16]), ("/w==", [255])])
  func data(content: String, bytes: [UInt8]) throws {
    let document = try parseValue("<data>\(content)</data>")
    #expect(document.data(at: document.root) == bytes)
  }

  @Test(
    "a value of one kind is not one of another",
    arguments: [
      "<string>1</string>", "<integer>1</integer>", "<real>1</real>", "<true/>", "<false/>",
      "<date>2001Z</date>", "<data>Zg==</data>", "<dict/>",
    ])
  func otherKinds(element: String) throws {
    let document = try parseValue(element)
    let kind = document.kind(of: document.root)
    #expect((document.integer(at: document.root) != nil) == (kind == .integer))
    #expect((document.real(at: document.root) != nil) == (kind == .real))
    #expect((document.date(at: document.root) != nil) == (kind == .date))
    #expect((document.data(at: document.root) != nil) == (kind == .data))
    #expect(
      document.boolean(at: document.root) == ["true": true, "false": false][kind.elementName])
  }

  @Test(
    "a string keeps its white space and its characters as they are",
    arguments: ["", " ", " a\n\tb ", "é", "e\u{301}", "漢字😀", "\u{FEFF}", "\u{85}\u{2028}", ">"])
  func strings(content: String) throws {
    let document = try parseValue("<string>\(content)</string>")
    #expect(Array(document.text(of: document.root).utf8) == Array(content.utf8))
    #expect(!document[document.root].isMarkedUp)
  }

  @Test(
    "a value of some megabytes is read whole",
    arguments: [
      ("", "", "", ""), ("<![CDATA[", "]]>", "", ""), ("<!-- c -->", "", "", ""),
      ("&amp;", "", "&", ""), ("<?pi?>", "\r\n", "", "\n"),
    ])
  func large(before: String, after: String, textBefore: String, textAfter: String) throws {
    let large = String(repeating: "漢é > \n", count: 200_000)
    let document = try parseValue("<string>\(before)\(large)\(after)</string>")
    let root = try #require(document.scalar(document.root))
    #expect(document.hasText(root, textBefore + large + textAfter))
  }

  @Test("comments, instructions and white space of many megabytes are passed over")
  func largeGaps() throws {
    let large = String(repeating: "é - \n", count: 600_000)
    let blank = String(repeating: " \r\n", count: 1_000_000)
    let document = try parse(
      "<!--\(large)--><plist>\(blank)<array><?pi \(large)?><true/>\(blank)</array></plist>".utf8)
    #expect(document.allNodes.map { document.kind(of: $0) } == [.array, .true])
  }

  @Test("an attribute of many megabytes is passed over")
  func largeAttribute() throws {
    let large = String(repeating: ">é", count: 1_000_000)
    let element = "<string a='\(large)'>x</string>"
    let document = try parseValue(element)
    #expect(document.text(of: document.root) == "x")
    #expect(document.element(document.root) == element)
  }
}

@Suite("Containers of a document")
struct PropertyListContainerTests {
  @Test("the elements of an array are those directly inside, in file order")
  func elements() throws {
    let document = try parseValue(
      "<array><string>a</string><array><string>b</string></array><dict/> <true/><array/></array>")
    let kinds = document.elements(of: document.root).map { document.kind(of: $0) }
    #expect(kinds == [.string, .array, .dict, .true, .array])
  }

  @Test("an empty container has nothing inside", arguments: ["", " ", "<!-- c -->", "\r\n"])
  func empty(content: String) throws {
    let array = try parseValue("<array>\(content)</array>")
    #expect(Array(array.elements(of: array.root)).isEmpty)
    let dict = try parseValue("<dict>\(content)</dict>")
    #expect(Array(dict.members(of: dict.root)).isEmpty)
    #expect(dict.value(of: "", in: dict.root) == nil)
  }

  @Test("the members of a dictionary are in file order with their values")
  func members() throws {
    let document = try parseValue(
      "<dict><key>b</key><dict><key>c</key><true/></dict><key/><false/><key>a</key><data/></dict>")
    let members = Array(document.members(of: document.root))
    #expect(members.map { document.text(of: $0.key) } == ["b", "", "a"])
    #expect(members.map { document.kind(of: $0.value) } == [.dict, .false, .data])
  }

  @Test(
    "a key is found by its text, and of equal keys the first",
    arguments: [
      ("a", "1"), ("&", "2"), ("", "3"), ("é", "4"), ("e\u{301}", "5"), ("A", nil), ("in", nil),
      ("aa", nil), ("1", nil),
    ])
  func lookup(key: String, text: String?) throws {
    let document = try parseValue(
      """
      <dict><key>a</key><string>1</string><key>&amp;</key><string>2</string><key/>\
      <string>3</string><key>é</key><string>4</string><key>e\u{301}</key><string>5</string>\
      <key>d</key><dict><key>in</key><true/></dict><key>a</key><string>6</string></dict>
      """)
    let value = document.value(of: key, in: document.root)
    #expect(value.map { document.text(of: $0) } == text)
  }

  @Test("equal keys are kept, and the later ones can be listed")
  func duplicates() throws {
    let document = try parseValue(
      """
      <dict><key>a</key><string>1</string><key>b</key><string>2</string>\
      <key>&#97;</key><string>3</string><key>c</key><dict><key>b</key><true/></dict>\
      <key><![CDATA[a]]></key><string>4</string></dict>
      """)
    #expect(Array(document.members(of: document.root)).count == 5)
    let duplicates = document.duplicateMembers(of: document.root)
    #expect(duplicates.map { document.text(of: $0.key) } == ["a", "a"])
    #expect(duplicates.map { document.text(of: $0.value) } == ["3", "4"])
  }

  @Test("keys that are written with other characters are not equal")
  func noDuplicates() throws {
    let document = try parseValue(
      "<dict><key>é</key><true/><key>e\u{301}</key><true/><key>É</key><true/></dict>")
    #expect(document.duplicateMembers(of: document.root).isEmpty)
  }

  @Test("a text without a byte is equal to no memory at all", arguments: ["", "a"])
  func hasNoText(content: String) throws {
    let document = try parseValue("<string>\(content)</string>")
    let root = try #require(document.scalar(document.root))
    #expect(document.hasText(root, UnsafeBufferPointer(start: nil, count: 0)) == content.isEmpty)
  }

  @Test(
    "a text is equal to itself only",
    arguments: [
      ("a&lt;", "a<", true), ("a", "a ", false), ("é", "e\u{301}", false), ("", "", true),
    ])
  func hasText(content: String, text: String, isEqual: Bool) throws {
    let document = try parseValue("<string>\(content)</string>")
    let root = try #require(document.scalar(document.root))
    #expect(document.hasText(root, text) == isEqual)
  }
}
