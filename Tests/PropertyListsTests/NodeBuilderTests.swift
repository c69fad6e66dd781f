import Testing

@testable import PropertyLists

@Suite("What is not a property list")
struct NodeBuilderTests {
  @Test(
    "a root element other than <plist> or without one value is an error",
    arguments: [
      Fault("dict as root", "\n <dict/>", .wrongRoot("dict"), (2, 2)),
      Fault("unknown root", "<!--é--><svg></svg>", .wrongRoot("svg"), (1, 9)),
      Fault("root with a prefix", "<x:plist/>", .unknownElement("x:plist"), (1, 1)),
      Fault("empty element", "<plist/>", .noValue, (1, 1)),
      Fault("empty", "<plist></plist>", .noValue, (1, 8)),
      Fault("comment only", "<plist>\n<!-- é --></plist >", .noValue, (2, 11)),
      Fault("two values", "<plist><true/>\r<false/></plist>", .secondValue, (2, 1)),
      Fault("two containers", "<plist><dict/> <dict></dict></plist>", .secondValue, (1, 16)),
    ])
  func root(fault: Fault) {
    fault.check()
  }

  @Test(
    "an element that is not allowed is an error at its start tag",
    arguments: [
      Fault(
        "unknown in dict", "<plist><dict><key>é</key><foo/></dict></plist>",
        .unknownElement("foo"), (1, 26)),
      Fault(
        "unknown in array", "<plist><array><a></a></array></plist>",
        .unknownElement("a"), (1, 15)),
      Fault("unknown in plist", "<plist>\n<a b='c'/></plist>", .unknownElement("a"), (2, 1)),
      Fault("upper case", "<plist><String/></plist>", .unknownElement("String"), (1, 8)),
      Fault(
        "unknown in string", "<plist><string>é<b>x</b></string></plist>",
        .unknownElement("b"), (1, 17)),
      Fault("prefix", "<plist><x:string/></plist>", .unknownElement("x:string"), (1, 8)),
      Fault(
        "prefix with attribute", "<plist><array><a:b c='d'></a:b></array></plist>",
        .unknownElement("a:b"), (1, 15)),
      Fault(
        "prefix in string", "<plist><string><x:b/></string></plist>",
        .unknownElement("x:b"), (1, 16)),
      Fault(
        "string in string", "<plist><string>漢\r\né<string/></string></plist>",
        .elementInside(child: "string", parent: "string"), (2, 2)),
      Fault(
        "dict in key", "<plist><dict><key><dict/></key></dict></plist>",
        .elementInside(child: "dict", parent: "key"), (1, 19)),
      Fault(
        "true in integer", "<plist><integer>1<true/></integer></plist>",
        .elementInside(child: "true", parent: "integer"), (1, 18)),
      Fault(
        "plist in plist", "<plist><plist/></plist>",
        .elementInside(child: "plist", parent: "plist"), (1, 8)),
      Fault(
        "plist in array", "<plist><array><plist/></array></plist>",
        .elementInside(child: "plist", parent: "array"), (1, 15)),
      Fault(
        "plist in string", "<plist><string><plist/></string></plist>",
        .elementInside(child: "plist", parent: "string"), (1, 16)),
    ])
  func elements(fault: Fault) {
    fault.check()
  }

  @Test(
    "a key without a value is an error at the key",
    arguments: [
      Fault(
        "at the end", "<plist><dict>\n <key>é</key>\n</dict></plist>",
        .keyWithoutValue, (2, 2)),
      Fault(
        "before a key", "<plist><dict><key>é</key><true/><key a='>'>b</key><key>c</key><true/>",
        .keyWithoutValue, (1, 33)),
      Fault("empty key", "<plist><dict><key/></dict></plist>", .keyWithoutValue, (1, 14)),
      Fault(
        "with markup", "<plist><dict>\r<key><![CDATA[<key>]]>&lt;</key></dict></plist>",
        .keyWithoutValue, (2, 1)),
    ])
  func keyWithoutValue(fault: Fault) {
    fault.check()
  }

  @Test(
    "a value without a key and a key outside a dictionary are errors at their start tags",
    arguments: [
      Fault(
        "value first", "<plist><dict>\r\n\t<true/></dict></plist>",
        .valueWithoutKey, (2, 2)),
      Fault(
        "second value", "<plist><dict><key>é</key><true/><array></array></dict></plist>",
        .valueWithoutKey, (1, 33)),
      Fault("dict", "<plist><dict><dict/></dict></plist>", .valueWithoutKey, (1, 14)),
      Fault("key in plist", "<plist>\n\n<key>a</key></plist>", .keyOutsideDict, (3, 1)),
      Fault(
        "key in array", "<plist><array><true/><key/></array></plist>",
        .keyOutsideDict, (1, 22)),
    ])
  func keysAndValues(fault: Fault) {
    fault.check()
  }

  @Test(
    "text between elements is an error at its first character",
    arguments: [
      ("plist", "", "x<true/>", 0), ("plist", "", "<true/>\n x", 9), ("array", "<array>", "é", 0),
      ("dict", "<dict>", " \u{A0}", 1), ("dict", "<dict><key>a</key>", "b<true/>", 0),
      ("dict", "<dict>", "é\r\nx", 0),
      ("dict", "<dict>", "\r\n\r\n é漢", 5), ("dict", "<dict>", "&#65;", 0),
      ("array", "<array>", "plain text", 0), ("array", "<array>", "\r\n  plain", 4),
      ("array", "<array>", "é漢&amp;", 0), ("array", "<array>", "<![CDATA[abc]]>", 9),
      ("array", "<array>", String(repeating: "é", count: 1000), 0),
      ("array", "<array>", String(repeating: " ", count: 1000) + "é", 1000),
    ])
  func textBetweenElements(parent: String, before: String, text: String, offset: Int) {
    let beginning = "<plist>" + before
    let characters = Array((beginning + text).utf8)
    let utf8Offset = beginning.utf8.count + offset
    let location = characters.withUnsafeBufferPointer { SourceLocation(of: utf8Offset, in: $0) }
    #expect(
      failure(parsing: characters + Array("</\(parent)></plist>".utf8))
        == PropertyListError(.textBetweenElements(parent: parent), at: location))
  }

  @Test(
    "a value that its element does not allow is an error at the element",
    arguments: [
      ("integer", "one", "expected digits"), ("integer", "", "expected digits"),
      ("integer", "é&amp;", "expected digits"),
      (
        "integer", "18446744073709551616",
        "outside -9223372036854775808 … 18446744073709551615"
      ),
      ("real", "1,5", "expected a decimal number"),
      ("date", "2023-02-30T00:00:00Z", "expected an existing date as YYYY-MM-DDThh:mm:ssZ"),
      ("data", "Zg", "base64 of an invalid length"), ("data", "!", "not base64"),
      ("true", "yes", "expected nothing inside"), ("false", "0", "expected nothing inside"),
    ])
  func invalidScalars(element: String, content: String, reason: String) throws {
    let kind = try #require(NodeKind.allCases.first { $0.elementName == element })
    Fault(
      element, "<plist><array>\n<!--é--><\(element) a='>'>\(content)</\(element) ></array></plist>",
      .invalidScalar(kind: kind, text: content, reason: reason), (2, 9)
    ).check()
  }

  @Test(
    "of a long invalid value the beginning is reported: 40 characters, and 160 bytes",
    arguments: [
      (39, 0, 39, 0), (40, 0, 40, 0), (41, 0, 40, 0), (160, 0, 40, 0), (2, 78, 2, 78),
      (2, 79, 2, 79), (2, 80, 2, 79), (2, 1000, 2, 79),
    ])
  func longInvalidScalar(letters: Int, marks: Int, shownLetters: Int, shownMarks: Int) {
    func text(_ letters: Int, _ marks: Int) -> String {
      String(repeating: "x", count: letters) + String(repeating: "\u{301}", count: marks)
    }
    let isWhole = letters == shownLetters && marks == shownMarks
    Fault(
      "long", "<plist><integer>\(text(letters, marks))</integer></plist>",
      .invalidScalar(
        kind: .integer, text: text(shownLetters, shownMarks) + (isWhole ? "" : "…"),
        reason: "expected digits"), (1, 8)
    ).check()
  }

  @Test("of a name of a megabyte an error shows the beginning", arguments: ["", "a:"])
  func longName(prefix: String) throws {
    let name =
      prefix + String(repeating: "字", count: 50) + String(repeating: "x", count: 1_000_000)
    for text in [
      "<\(name)/>", "<plist><\(name)/></plist>", "<plist a='&\(name.dropFirst(prefix.count));'/>",
    ] {
      let error = try #require(failure(parsing: text.utf8))
      #expect(error.description.contains("字字字…"))
      #expect(error.description.utf8.count < 600)
    }
  }

  @Test(
    "an element that must not be empty is an error if it is",
    arguments: [("integer", "expected digits"), ("real", "expected a decimal number")])
  func emptyElements(element: String, reason: String) throws {
    let kind = try #require(NodeKind.allCases.first { $0.elementName == element })
    Fault(
      element, "<plist><array><\(element)/></array></plist>",
      .invalidScalar(kind: kind, text: "", reason: reason), (1, 15)
    ).check()
  }

  @Test("containers nested 512 deep are read", arguments: ["array", "dict"])
  func deepest(element: String) throws {
    let key = element == "dict" ? "<key>a</key>" : ""
    let inner = Array(repeating: "<\(element)>", count: 512).joined(separator: key)
    let text = inner + String(repeating: "</\(element)>", count: 512)
    let document = try parseValue(text)
    #expect(document.allNodes.count { document[$0].kind.isContainer } == 512)
    #expect(document.element(document.root) == text)
  }

  @Test(
    "the 513th container inside each other is an error at its start tag",
    arguments: [("array", "<array>"), ("dict", "<dict>"), ("array", "<array/>")])
  func tooDeep(element: String, last: String) {
    let outer = element == "dict" ? "<dict><key>a</key>" : "<array>"
    let text = "<plist>\n" + String(repeating: outer, count: 512) + "\n " + last
    Fault(element, text, .tooDeep(limit: 512), (3, 2)).check()
  }

  @Test("dictionaries nested a million deep are refused")
  func veryDeep() {
    let text = "<plist>" + String(repeating: "<array>", count: 1_000_000)
    Fault("array", text, .tooDeep(limit: 512), (1, 8 + 512 * 7)).check()
  }
}
