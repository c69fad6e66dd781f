import CLibXML2
import Testing

@testable import PropertyLists

@Suite("What is not well-formed XML")
struct PropertyListParserTests {
  /// A small document with one of each kind of value.
  static let sample = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/p.dtd">
    <!-- é --><?pi x?>
    <plist version="1.0">
    <dict a=">"><key>ké&amp;&#65;</key><array><string><![CDATA[a]]>漢😀</string><integer>1</integer>\
    <real>1.5</real><true/><false></false><date>2001Z</date><data>Zg==</data><string />\
    <array/></array></dict>\r
    </plist>
    """

  @Test(
    "what XML does not allow is an error where it is found",
    arguments: [
      ("unquoted attribute", "<plist>\n<string a=1/></plist>", 2, 11),
      ("< in an attribute", "<plist><string é='<'/></plist>", 1, 19),
      ("]]> in text", "<plist><string>é]]></string></plist>", 1, 17),
      ("]]> in ASCII text", "<plist><string>plain ]]></string></plist>", 1, 22),
      ("control character", "<plist><string>\r漢\u{1}</string></plist>", 2, 2),
      ("no character", "<plist><string>é\u{FFFE}</string></plist>", 1, 17),
      ("& alone", "<plist><string>& </string></plist>", 1, 16),
      ("reference without ;", "<plist><string>é&amp</string></plist>", 1, 17),
      ("end tag with more", "<plist><string>a</string x></plist>", 1, 26),
      ("second declaration", "\n<?xml version='1.0'?><plist><true/></plist>", 2, 6),
    ])
  func notWellFormed(name: String, text: String, line: Int, column: Int) throws {
    let error = try #require(failure(parsing: text.utf8))
    guard case .notWellFormed(let message) = error.problem else {
      Issue.record("\(name): \(error.problem)")
      return
    }
    #expect(!message.isEmpty && !message.contains { $0.isNewline })
    #expect(error.location == SourceLocation(line: line, column: column))
  }

  @Test(
    "references to something that is not a character and repeated attributes are errors",
    arguments: [
      "<string>&#0;</string>", "<string>&#xD800;</string>", "<string>&#x110000;</string>",
      "<string>&#xFFFE;</string>", "<string>&#;</string>", "<string>&#x;</string>",
      "<string>&#65</string>", "<string>&#99999999999999999999;</string>",
      "<string a='1' a='2'/>", "<string a/>", "<string a='1'b='2'/>", "< string/>", "<string / >",
      "<string %></string>", "<1/>", "<!x>", "<!-- é -- -->", "<string>]]>漢</string>",
      "<dict><key>k</key><string>]]></string></dict>", "<string/ >",
    ])
  func refused(element: String) throws {
    let error = try #require(failure(parsing: "<plist>\(element)</plist>".utf8))
    guard case .notWellFormed = error.problem else {
      Issue.record("\(error.problem)")
      return
    }
    #expect(
      (8..<8 + element.count + 1).contains { error.location == SourceLocation(line: 1, column: $0) }
    )
  }

  @Test(
    "tags that do not match are an error at the end tag",
    arguments: [
      Fault("other scalar", "<plist><string>é</key></plist>", .mismatchedEndTag("string"), (1, 17)),
      Fault("container", "<plist><array>\r\n</dict></plist>", .mismatchedEndTag("array"), (2, 1)),
      Fault("plist", "<plist><true/></dict>", .mismatchedEndTag("plist"), (1, 15)),
      Fault(
        "crossing", "<plist><dict><key>a</dict></key></plist>", .mismatchedEndTag("key"), (1, 20)),
      Fault("longer", "<plist><true></truer></plist>", .mismatchedEndTag("true"), (1, 14)),
      Fault("shorter", "<plist><true></tru></plist>", .mismatchedEndTag("true"), (1, 14)),
      Fault("prefix", "<plist><true></x:true></plist>", .mismatchedEndTag("true"), (1, 14)),
    ])
  func mismatched(fault: Fault) {
    fault.check()
  }

  @Test(
    "a text that ends too early is an error at its end",
    arguments: [
      Fault("in a string", "<plist>\n<string>é", .truncated(inside: "string"), (2, 10)),
      Fault("in a dict", "<plist><dict>\r\n", .truncated(inside: "dict"), (2, 1)),
      Fault("in an array", "<plist><array><true/>", .truncated(inside: "array"), (1, 22)),
      Fault("in plist", "<plist>", .truncated(inside: "plist"), (1, 8)),
      Fault("in an end tag", "<plist><array></arr", .truncated(inside: "array"), (1, 20)),
      Fault("in a start tag", "<plist><array><tru", .truncated(inside: "array"), (1, 19)),
      Fault("before a start tag's end", "<plist><dict", .truncated(inside: "plist"), (1, 13)),
      Fault("in CDATA", "<plist><key><![CDATA[é", .keyOutsideDict, (1, 8)),
      Fault("in data", "<plist><data><![CDATA[é", .truncated(inside: "data"), (1, 24)),
      Fault("before the root", "<?xml version='1.0'?>\r\r", .truncated(inside: nil), (3, 1)),
      Fault("in a comment", "<!-- é", .truncated(inside: nil), (1, 7)),
      Fault("after the root", "<plist><true/></plist><!--", .truncated(inside: nil), (1, 27)),
    ])
  func truncated(fault: Fault) {
    fault.check()
  }

  @Test("a document cut short at any byte is refused")
  func truncations() {
    let bytes = Array(Self.sample.utf8)
    for count in 0..<bytes.count {
      #expect(failure(parsing: bytes.prefix(count)) != nil, "the first \(count) bytes")
    }
    #expect(failure(parsing: bytes) == nil)
    #expect(failure(parsing: bytes + Array(" \r\n\t<!-- c --> ".utf8)) == nil)
  }

  @Test(
    "content after the end is an error where it begins",
    arguments: [
      Fault("text", "<plist><true/></plist>\r\r é", .contentAfterEnd, (3, 2)),
      Fault("element", "<plist><true/></plist><!--é--><true/>", .contentAfterEnd, (1, 31)),
      Fault("second list", "<plist><true/></plist>\n<plist/>", .contentAfterEnd, (2, 1)),
      Fault("reference", "<plist><true/></plist>&amp;", .contentAfterEnd, (1, 23)),
    ])
  func contentAfterEnd(fault: Fault) {
    fault.check()
  }

  @Test(
    "a NUL anywhere is an error at its place",
    arguments: [
      "<plist><string>é\u{0}</string></plist>", "<plist><string a='漢\u{0}'/></plist>",
      "<plist\u{0}><true/></plist>", "<plist><string><![CDATA[\r\u{0}]]></string></plist>",
      "<plist><!-- é\u{0} --><true/></plist>", "<plist><array>\n\u{0}</array></plist>",
      "<plist><true/>\u{0}</plist>", "<plist><true/></plist>\u{0}",
      "<plist><true/></plist>\r\n\u{0}\n", "<plist><?pi \u{0}?><true/></plist>",
      "<plist><integer>1\u{0}</integer></plist>", "<plist><true/></plist\u{0}>",
      "<plist><true\u{0}/></plist>",
    ])
  func nul(text: String) throws {
    let bytes = Array(text.utf8)
    let offset = try #require(bytes.firstIndex(of: 0))
    let location = bytes.withUnsafeBufferPointer { SourceLocation(of: offset, in: $0) }
    #expect(failure(parsing: bytes) == PropertyListError(.nulCharacter, at: location))
  }

  @Test("a NUL in place of any byte is refused")
  func nulEverywhere() {
    let bytes = Array(Self.sample.utf8)
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] = 0
      #expect(failure(parsing: damaged) != nil, "NUL at \(index)")
    }
  }

  @Test("a parser for which there is no memory ends the process")
  func noMemory() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      xmlMemSetup({ _ in }, { _ in nil }, { _, _ in nil }, { _ in nil })
      _ = failure(parsing: "<plist><true/></plist>".utf8)
    }
    #expect(result.isOutOfMemory)
  }

  @Test("a text that is longer than offsets reach is refused, whatever is in it")
  func tooLarge() {
    // Only the beginning is examined.
    Array("<plist><true/></plist>".utf8).withUnsafeBufferPointer { bytes in
      let large = UnsafeBufferPointer(start: bytes.baseAddress, count: NodeTable.offsetLimit)
      #expect(throws: PropertyListError(.tooLarge(limit: 1 << 38))) {
        try PropertyListParser.parse(large)
      }
    }
  }
}
