import TestHelpers
import Testing

@testable import PropertyLists

@Suite("Elements of two documents")
struct ElementComparisonTests {
  private func document(_ body: String) throws -> PropertyListDocument {
    try PropertyListDocument(FileBytes(Array("<plist>\(body)</plist>".utf8)))
  }

  /// The nodes of the elements of a list or dictionary; for members, those of the keys.
  private func elements(_ document: PropertyListDocument) -> [NodeIndex] {
    document.kind(of: 0) == .dict
      ? document.members(of: 0).map(\.key.node) : Array(document.elements(of: 0))
  }

  /// Which elements of one document have the same bytes as which of another.
  private func same(_ one: String, _ other: String) throws -> [[Bool]] {
    let (one, other) = (try document(one), try document(other))
    return elements(one).map { node in
      elements(other).map { otherNode in
        let isSame = one.isElement(node, writtenAs: otherNode, of: other)
        #expect(other.isElement(otherNode, writtenAs: node, of: one) == isSame)
        if isSame { #expect(one.hash(ofElement: node) == other.hash(ofElement: otherNode)) }
        return isSame
      }
    }
  }

  @Test("elements are compared by their bytes, wherever they are")
  func elements() throws {
    let list = "<string>a</string><string>ab</string><string/><dict><key>a</key><true/></dict>"
    let found = try same(
      "<array>\(list)</array>", "<array> <true/><!-- x -->\(list)<data/></array>")
    for (row, matches) in found.enumerated() {
      #expect(matches == (0..<6).map { $0 == row + 1 })
    }
  }

  @Test(
    "another way of writing the same is another element",
    arguments: [
      "<string></string>", "<string />", "<string>&#65;</string>", "<string>A</string >",
      "<string>A<!----></string>", "<key>A</key>",
    ])
  func otherWriting(element: String) throws {
    let list = "<array><string/><string>A</string></array>"
    let other =
      element.hasPrefix("<key>")
      ? "<dict>\(element)<string>A</string></dict>" : "<array>\(element)</array>"
    #expect(try same(list, other) == [[false], [false]])
  }

  @Test("a key includes its value, and what is between them")
  func members() throws {
    let one = "<dict><key>a</key><string>1</string><key>b</key><array><true/></array></dict>"
    #expect(try same(one, one) == [[true, false], [false, true]])
    let other = "<dict><key>a</key> <string>1</string><key>b</key><array><false/></array></dict>"
    #expect(try same(one, other) == [[false, false], [false, false]])
  }

  @Test("elements that were added are compared, too")
  func additions() throws {
    let one = try document("<array><string>a</string></array>")
    let other = try document("<array><string>b</string></array>")
    let added = try other.add(Array("<string>a</string>".utf8), isMember: false)
    let (node, otherNode) = (elements(one)[0], elements(other)[0])
    #expect(one.isElement(node, writtenAs: added.node, of: other))
    #expect(other.isElement(added.node, writtenAs: node, of: one))
    #expect(!other.isElement(added.node, writtenAs: otherNode, of: other))
    #expect(one.hash(ofElement: node) == other.hash(ofElement: added.node))
  }

  @Test("texts are compared by their bytes, whatever pieces they are in")
  func texts() throws {
    func edited(_ body: String, _ at: Int, _ text: String) throws -> PropertyListDocument {
      let document = try document(body)
      let added = document.addText(Array(text.utf8))
      _ = document.replaceText(from: .before(at), to: .before(at), with: [added])
      return document
    }
    let whole = try document("<array> <true/>\n </array>")
    // Comments right before the element, right after it, and both.
    let start = "<plist><array>".utf8.count
    let before = try edited("<array><true/>\n </array>", start, " ")
    let after = try edited("<array> <true/></array>", start + 8, "\n ")
    #expect(before.pieces.ranges.count > 1 && after.pieces.ranges.count > 1)
    for one in [whole, before, after] {
      for other in [whole, before, after] { #expect(one.hasText(of: other)) }
      #expect(!one.hasText(of: try document("<array> <true/>\n</array>")))
      #expect(!one.hasText(of: try document("<array> <true/> \n</array>")))
      #expect(!one.hasText(of: try edited("<array> <true/></array>", start + 8, " \n")))
    }
  }
}
