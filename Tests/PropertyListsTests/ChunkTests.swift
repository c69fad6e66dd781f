import TestHelpers
import Testing

@testable import PropertyLists

/// What belongs to an element besides itself.
@Suite struct ChunkTests {
  @Test(
    "white space and comments before an element move with it, as do comments after it on its line",
    arguments: [
      "<string>a</string>[\n\t<string>b</string>]\n<string>c</string>",
      "<string>a</string>[\n<!-- b --> <string>b</string>]\n",
      "<string>a</string> <!-- a -->[\n<string>b</string> <!-- b -->]\n<string>c</string>",
      "<string>a</string>[ <!-- b? --> <string>b</string>]<string>c</string>",
      "<string>a</string>[\n<!-- <string>x</string> -->\n<!--y-->\n\n<string>b</string>]\n",
      "<string>a</string><?pi x?>[\n<string>b</string>]\n",
      " <!-- of the list -->[\n<string>b</string>]\n<string>c</string>",
      "[<string>b</string>]<string>c</string>",
    ])
  func chunks(_ marked: String) throws {
    let prefix = "<plist><array>"
    let text = marked.filter { $0 != "[" && $0 != "]" }
    let start = marked.utf8.prefix { $0 != UInt8(ascii: "[") }.count
    let end = marked.utf8.prefix { $0 != UInt8(ascii: "]") }.count - 1
    let document = try PropertyListDocument(
      FileBytes((prefix + text + "</array></plist>").utf8))
    let node = try #require(document.elements(of: 0).first { document.text(of: $0) == "b" })
    let chunk = document.chunk(from: node, through: node)
    #expect(chunk == (prefix.utf8.count + start)..<(prefix.utf8.count + end))
  }

  @Test("chunks of neighbours tile the list")
  func tiling() throws {
    let list = """
      <plist><array> <!-- list -->
      \t<string>a</string> <!-- a -->
      \t<!-- b -->
      \t<dict><key>k</key><array/></dict><string/>
      \t<array><integer>1</integer></array> <!-- c --> <!-- d -->
      </array></plist>
      """
    let document = try PropertyListDocument(FileBytes(list.utf8))
    let chunks = document.elements(of: 0).map { document.chunk(from: $0, through: $0) }
    #expect(chunks.count == 4)
    for (one, next) in zip(chunks, chunks.dropFirst()) {
      #expect(one.upperBound == next.lowerBound)
    }
  }

  @Test("a key is found before its value, and nothing before an element of an array")
  func keys() throws {
    let long = String(repeating: "k", count: 1 << 20)
    let list = "<plist><array><string>x</string><dict><key>\(long)</key><true/><key>b</key>"
    let document = try PropertyListDocument(
      FileBytes(
        (list + "<array><date>2001-01-01T00:00:00Z</date></array></dict></array></plist>").utf8))
    let elements = Array(document.elements(of: 0))
    #expect(document.key(before: elements[0]) == nil)
    #expect(document.key(before: elements[1]) == nil)
    for member in document.members(of: elements[1]) {
      #expect(document.key(before: member.value) == member.key.node)
    }
    let array = try #require(document.value(of: "b", in: elements[1]))
    #expect(document.key(before: document.firstChild(of: array)) == nil)
  }

  @Test("an addition is read as one element, and refused if it is not")
  func additions() throws {
    let document = try PropertyListDocument(FileBytes("<plist><array/></plist>".utf8))
    let addition = try document.add(
      Array("\n<dict><key>a</key><real>1</real></dict>".utf8), isMember: false)
    #expect(document.kind(of: addition.node) == .dict)
    #expect(document.real(at: try #require(document.value(of: "a", in: addition.node))) == 1)
    let member = try document.add(Array("<key>b</key> <true/>".utf8), isMember: true)
    #expect(document.text(of: member.node) == "b")
    for (text, isMember) in [
      ("", false), ("<true/><true/>", false), ("<key>a</key><true/>", false), ("<true/>", true),
      ("<key>a</key>", true), ("</array><array>", false), ("<string>", false), ("text", false),
      ("<true/></array></plist><!--", false),
    ] {
      #expect(throws: PropertyListError.self, "\(text)") {
        try document.add(Array(text.utf8), isMember: isMember)
      }
    }
  }

  @Test(
    "a long value that is added keeps its length",
    arguments: [1 << 20 - 2, 1 << 20 - 1, 1 << 20])
  func longAdditions(length: Int) throws {
    let document = try PropertyListDocument(FileBytes("<plist><array/></plist>".utf8))
    let value = String(repeating: "v", count: length)
    let list = "<array><string>\(value)</string><dict><key>k</key><true/></dict></array>"
    let node = try document.add(Array(list.utf8), isMember: false).node
    let elements = Array(document.elements(of: node))
    #expect(elements.map { document.kind(of: $0) } == [.string, .dict])
    #expect(document[elements[0]].contentLength == length)
    #expect(document.value(of: "k", in: elements[1]).map { document.kind(of: $0) } == .true)
  }

  @Test(
    "the depth of an element is that of its containers",
    arguments: [
      ("<true/>", 0), (" <string>a</string>\n", 0), ("<array/>", 1), ("<dict></dict>", 1),
      ("<array><array/><true/></array>", 2),
      ("<array><array><true/></array><dict><key>a</key><array/></dict></array>", 3),
    ])
  func depth(text: String, depth: Int) throws {
    #expect(try PropertyListDocument.depth(ofElement: Array(text.utf8)) == depth)
  }

  @Test(
    "what is not one element has no depth",
    arguments: [
      ("", .noValue), (" <!-- a -->", .noValue), ("<true/><true/>", .secondValue),
      ("<key>a</key>", .keyOutsideDict), ("</array><array>", .secondValue),
    ] as [(String, PropertyListError.Problem)])
  func noDepth(text: String, problem: PropertyListError.Problem) {
    #expect {
      try PropertyListDocument.depth(ofElement: Array(text.utf8))
    } throws: { error in
      (error as? PropertyListError)?.problem == problem
    }
  }

  @Test(
    "comments and instructions are distinguished from text that looks like them",
    arguments: [
      ("", false), ("<true/>", false), ("<string>--></string>", false), ("<true/><!-- -->", true),
      ("<?x?><true/>", true), ("<string><![CDATA[<!-- -->]]></string>", false),
      ("<string><![CDATA[<?x?>]]><!----></string>", true),
    ])
  func comments(text: String, hasComments: Bool) {
    #expect(PropertyListDocument.hasComments(Array(text.utf8)) == hasComments)
  }

  @Test("all comments outside of scalars are found, wherever they are", arguments: 0...20)
  func allComments(offset: Int) throws {
    let space = String(repeating: " ", count: offset)
    let text =
      "<!DOCTYPE plist><plist>\(space)<!--a--><!----><?b?>\(space)<array>"
      + "<!--c!-->\(space)<string>!?</string></array>\(space)<!--d--></plist>"
    let document = try PropertyListDocument(FileBytes(text.utf8))
    let comments = document.comments.map { String(decoding: $0.text, as: UTF8.self) }
    #expect(comments == ["a", "", "c!", "d"])
  }

  @Test("text in several places is put together")
  func joinedText() throws {
    let document = try PropertyListDocument(FileBytes("<plist><string>a</string></plist>".utf8))
    let (start, end) = (document.addText(Array("&am".utf8)), document.addText(Array("p;b".utf8)))
    let content = document[0].contentOffset..<(document[0].contentOffset + 1)
    #expect(document.joined([content, start, end]) == Array("a&amp;b".utf8))
    #expect(document.joined([end, content]) == Array("p;ba".utf8))
    #expect(document.text(at: end) == Array("p;b".utf8))
  }
}

@Suite("White space around elements")
struct SpaceTests {
  private static func space(_ text: String) -> Space { Space(Array(text.utf8)) }

  @Test(
    "a line keeps its end and takes another indentation",
    arguments: [
      ("\n\t", "\n  "), ("\n\n\t", "\n  "), ("\r\n", "\r\n  "), ("\r", "\r  "), (" ", ""), ("", ""),
      ("\n\r\n ", "\r\n  "),
    ])
  func lines(text: String, line: String) {
    #expect(Self.space(text).line(indentedBy: [0x20, 0x20]) == Self.space(line))
  }

  @Test(
    "space moves with what it surrounds",
    arguments: [
      ("\n\t\t", "\t", "", "\n\t"), ("\n\t\t", "\t", "  ", "\n  \t"), ("\n  ", "\t", "", "\n  "),
      (" ", "", "\t", " "), ("\n\t", nil, "", "\n\t"), ("\n\t", "\t", nil, "\n\t"),
    ] as [(String, String?, String?, String)])
  func moving(text: String, from old: String?, to new: String?, moved: String) {
    let (old, new) = (old.map { Array($0.utf8) }, new.map { Array($0.utf8) })
    #expect(Self.space(text).moved(from: old, to: new) == Self.space(moved))
  }

  @Test("members are set one level deeper than what contains them")
  func layouts() {
    let layout = MemberLayout(beforeElement: Self.space("\n "), unit: [0x09])
    #expect(layout.beforeKey == Self.space("\n \t") && layout.beforeValue == layout.beforeKey)
    #expect(layout.beforeEnd == Self.space("\n "))
    let moved = layout.moved(to: Self.space("\r\n\t"))
    #expect(moved.beforeElement == Self.space("\r\n\t"))
    #expect(moved.beforeKey == Self.space("\n\t\t") && moved.beforeEnd == Self.space("\n\t"))
    let flat = MemberLayout(beforeElement: Self.space(""), unit: [0x09])
    #expect(flat.beforeKey.bytes.isEmpty && flat.beforeEnd.bytes.isEmpty)
  }

  @Test(
    "a level is set in as the root's first child is, else by a tab",
    arguments: [
      ("\n<array>\n  <true/></array>", "  "), ("\n\t<array>\n\t\t\t<true/></array>", "\t\t"),
      ("<array><true/></array>", "\t"), ("\n<array/>", "\t"), ("\n<true/>", "\t"),
      ("\n  <array>\n<true/></array>", "\t"), ("\n\t<array>\n  <true/></array>", "\t"),
    ])
  func unit(body: String, unit: String) throws {
    #expect(try parseValue(body).indentationUnit == Array(unit.utf8))
  }

  @Test("line ends and white space are recognized at any place")
  func places() throws {
    let document = try parseValue("\n\r\t <true/>")
    let start = "<plist>".utf8.count
    #expect((0..<5).map { document.isLineEnd(start + $0) } == [true, true, false, false, false])
    #expect((0..<5).map { document.isSpace(start + $0) } == [true, true, true, true, false])
  }
}
