import Testing

@testable import PropertyLists

@Suite("Source locations")
struct SourceLocationTests {
  private static func location(of offset: Int, in text: String) -> SourceLocation {
    Array(text.utf8).withUnsafeBufferPointer { SourceLocation(of: offset, in: $0) }
  }

  @Test(
    "lines end in LF, CR LF or CR, and columns count Unicode scalars",
    arguments: [
      ("", 0, 1, 1), ("abc", 0, 1, 1), ("abc", 2, 1, 3), ("abc", 3, 1, 4),
      ("a\nb", 1, 1, 2), ("a\nb", 2, 2, 1), ("a\rb", 2, 2, 1), ("a\r\nb", 3, 2, 1),
      ("a\r\nb", 2, 1, 3), ("a\r\rb", 3, 3, 1), ("a\n\rb", 3, 3, 1), ("a\r", 2, 2, 1),
      ("é漢😀x", 2, 1, 2), ("é漢😀x", 5, 1, 3), ("é漢😀x", 9, 1, 4),
      ("e\u{301}x", 3, 1, 3), ("é\né漢x", 8, 2, 3), ("a\u{2028}b", 4, 1, 3),
    ])
  func locations(text: String, offset: Int, line: Int, column: Int) {
    let found = Self.location(of: offset, in: text)
    #expect(found == SourceLocation(line: line, column: column))
  }

  @Test("an offset past the text is its end")
  func pastTheEnd() {
    #expect(Self.location(of: 99, in: "a\nbc") == SourceLocation(line: 2, column: 3))
  }

  @Test("in a file of one long line, columns are those that are counted")
  func longLine() throws {
    let values = (0..<2000).map { "\"é\($0) 漢\"" }
    let text = "[" + values.joined(separator: ",") + "]"
    let document = try PropertyListDocument(FileBytes(text.utf8), format: .json)
    var column = 2
    for (node, value) in zip(document.elements(of: document.root), values) {
      #expect(document.location(of: node) == SourceLocation(line: 1, column: column))
      column += value.unicodeScalars.count + 1
    }
    #expect(column == text.unicodeScalars.count + 1)
  }

  @Test("a location is described as line and column")
  func description() {
    #expect(SourceLocation(line: 3, column: 14).description == "3:14")
    #expect(SourceLocation.start.description == "1:1")
  }

  @Test("a node is where its start tag begins", arguments: ["\n", "\r", "\r\n"])
  func nodes(lineEnd: String) throws {
    let document = try parse(
      """
      <plist>\(lineEnd)<!--é--><array a='漢'>\(lineEnd)<!--😀--> <string/></array></plist>
      """.utf8)
    let string = try #require(Array(document.elements(of: document.root)).first)
    #expect(document.location(of: document.root) == SourceLocation(line: 2, column: 9))
    #expect(document.location(of: string) == SourceLocation(line: 3, column: 10))
  }
}
