import TestHelpers
import Testing

@testable import PropertyLists

/// What belongs to an element besides itself.
@Suite struct ChunkTests {
  @Test(
    "white space and comments in front travel with an element; comments behind it on its line, too",
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
}
