import Foundation
import SeededRandom
import TestHelpers
import Testing

@testable import PropertyLists

@Suite("Parsing by several parsers")
struct ParallelParsingTests {
  /// All that is known about a node.
  private struct Seen: Equatable {
    let index: NodeIndex
    let kind: NodeKind
    let content: Range<Int>
    let subtreeEnd: NodeIndex?
    let flags: [Bool]
  }

  /// The nodes, or the error.
  private static func parse(
    _ text: [UInt8], _ guess: ChildGuess? = nil
  ) -> Result<[Seen], PropertyListError> {
    text.withUnsafeBufferPointer { text in
      Result { () throws(PropertyListError) in
        let nodes = try PropertyListParser.parse(text, encoding: "UTF-8", by: guess)
        var seen: [Seen] = []
        var index = NodeIndex.root
        while index < nodes.end {
          let node = nodes[index]
          seen.append(
            Seen(
              index: index, kind: node.kind,
              content: node.contentOffset..<(node.contentOffset + node.contentLength),
              subtreeEnd: node.subtreeEnd, flags: [node.isMarkedUp, node.isEmptyElement]))
          index = node.kind.isContainer ? NodeTable.firstChild(of: index) : nodes.end(of: index)
        }
        return seen
      }
    }
  }

  /// A guess that a child begins at an offset.
  private static func child(at start: Int, in text: [UInt8]) -> ChildGuess.Child {
    var space = start
    while space > 0, isXMLSpace(text[space - 1]) { space -= 1 }
    return ChildGuess.Child(start: start, spaceStart: space)
  }

  private static let texts = [
    """
    <?xml version="1.0"?>
    <plist version="1.0">
    <array>
      <dict><key>a</key><string>1 &amp; 2</string></dict>
      <!-- <dict/> -->
      <dict><key>b</key><array><string>é</string></array></dict><string/>
      <string><![CDATA[<dict>]]></string>\r
      <integer> 7 </integer>
      <array>
        <dict/>
      </array>
    </array>
    </plist>
    """,
    """
    <plist><dict>
      <key>A</key>
      <array><dict><key>x</key><true/></dict></array>
      <key>B</key>
      <dict>
        <key>y</key><data>AAAA</data>
      </dict>
      <?target <key>?><key>C</key><string>z</string>
    </dict></plist>

    """,
    "<plist><array><array><string>a</string></array></array></plist>",
    "<plist><dict/></plist>", "<plist><string>a</string></plist>",
    // Not property lists.
    "<plist><array> <string>a</string> <string>&b;</string> <string>c</string></array></plist>",
    "<plist><array> <dict><key>a</key></dict> <dict/></array></plist> <x/>",
    "<plist><dict> <key>a</key> <key>b</key> <string/></dict></plist>",
    "<plist><array> <string>a</string> b <string>c</string></array></plist>",
    "<plist><array> <dict/> </dict> <dict/></array></plist>",
    "<plist><array> <dict/> <dict/> </array> <array/></plist>",
    "<plist><array> <dict/> <dict> </array></plist>", "<plist><array> <dict/> <integer>x</integer>",
  ]

  @Test(
    "wherever a second one starts, nodes and errors are those of one alone", arguments: texts)
  func everySplit(_ text: String) {
    let bytes = Array(text.utf8)
    let expected = Self.parse(bytes)
    for root in [NodeKind.array, .dict] {
      for start in bytes.indices {
        let children = [Self.child(at: start, in: bytes)]
        #expect(
          Self.parse(bytes, ChildGuess(root: root, children: children)) == expected,
          "\(root) at \(start)")
      }
    }
  }

  @Test("so are they wherever a second and a third one start", arguments: texts.prefix(2))
  func twoSplits(_ text: String) {
    let bytes = Array(text.utf8)
    let expected = Self.parse(bytes)
    let starts = bytes.indices.filter { bytes[$0] == UInt8(ascii: "<") }
    for first in starts {
      for second in starts where second > first {
        let children = [first, second].map { Self.child(at: $0, in: bytes) }
        let guess = ChildGuess(root: text.contains("<dict>\n") ? .dict : .array, children: children)
        #expect(Self.parse(bytes, guess) == expected, "\(first), \(second)")
      }
    }
  }

  /// Changes some bytes, and leaves out or repeats some.
  private static func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let words = [
      "<", ">", "</dict>", "<dict>", "<!--", "-->", "]]>", "<![CDATA[", "&", "\r", "\u{0}", "<key>",
      "</array>", "<string/>", "\u{C0}", "<!ENTITY", "\n",
    ]
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      let start = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes[start] = UInt8.random(in: 0...255, using: &generator)
      case 1:
        bytes.insert(contentsOf: (words.randomElement(using: &generator) ?? "").utf8, at: start)
      case 2:
        let end = min(start + Int.random(in: 1...40, using: &generator), bytes.count)
        if end - start < bytes.count { bytes.removeSubrange(start..<end) }
      default:
        let end = min(start + Int.random(in: 1...40, using: &generator), bytes.count)
        bytes.insert(contentsOf: bytes[start..<end], at: start)
      }
    }
  }

  @Test("so are they in changed texts", arguments: 0..<(Rounds.areMany ? 1000 : 20))
  func mutated(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var bytes = Array(Self.texts[Int.random(in: 0..<2, using: &generator)].utf8)
      Self.mutate(&bytes, &generator)
      let tags = bytes.indices.filter { bytes[$0] == UInt8(ascii: "<") && $0 > 0 }
      let starts = Set((0..<3).compactMap { _ in tags.randomElement(using: &generator) }).sorted()
      let guess = ChildGuess(
        root: Bool.random(using: &generator) ? .array : .dict,
        children: starts.map { Self.child(at: $0, in: bytes) })
      #expect(
        Self.parse(bytes, guess) == Self.parse(bytes), "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  /// A text of several chunks of libxml2's input, with a fault in some.
  @Test("so are they in large texts", arguments: 0..<(Rounds.areMany ? 100 : 8))
  func large(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var text = "<plist>\n<array>\n"
    for number in 0..<2000 {
      text += "\t<dict>\n\t\t<key>name</key>\n\t\t<string>Émile \(number)</string>\n\t</dict>\n"
    }
    var bytes = Array((text + "</array>\n</plist>\n").utf8)
    if seed % 4 > 0 { Self.mutate(&bytes, &generator) }
    let guess = try #require(
      bytes.withUnsafeBufferPointer { ChildGuess(in: $0, parts: Int(seed % 7) + 2) })
    #expect(guess.children.count == Int(seed % 7) + 1)
    #expect(Self.parse(bytes, guess) == Self.parse(bytes))
  }

  @Test("so are they in files in UTF-8 that are given")
  func givenFiles() {
    for path in GivenFiles.paths {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
      let bytes = Array(text.utf8)
      for parts in 2...8 {
        guard let guess = bytes.withUnsafeBufferPointer({ ChildGuess(in: $0, parts: parts) }) else {
          continue
        }
        #expect(Self.parse(bytes, guess) == Self.parse(bytes), "\(path), \(parts)")
      }
    }
  }

  @Test("a file large enough is read by several parsers, and as by one")
  func usual() throws {
    var text = "<plist>\n<dict>\n"
    for number in 0..<150_000 {
      text += "\t<key>name \(number)</key>\n\t<array><string>\(number)</string></array>\n"
    }
    let bytes = Array((text + "</dict>\n</plist>\n").utf8)
    let document = try PropertyListDocument(FileBytes(bytes))
    #expect(document.members(of: document.root).reduce(0) { count, _ in count + 1 } == 150_000)
    #expect(document.end(of: document.root) == document.end)
  }

  @Test("children are guessed by the indentation and the tag of the first")
  func guess() throws {
    func guess(_ text: String, _ parts: Int = 2) -> ChildGuess? {
      Array(text.utf8).withUnsafeBufferPointer { ChildGuess(in: $0, parts: parts) }
    }
    let text =
      "<plist>\n<array>\n  <dict>\n    <dict/>\n  </dict>\n  <dict>\n  </dict>\n</array></plist>"
    let found = try #require(guess(text))
    #expect(found.root == .array)
    #expect(found.children == [ChildGuess.Child(start: 49, spaceStart: 46)])
    #expect(guess(text, 1) == nil)
    // Other children.
    #expect(
      guess("<plist>\n<array>\n  <dict/>\n  <dictionary/>\n  <string/>\n</array></plist>") == nil)
    // No indentation, no such child, no container, no property list.
    #expect(guess(text.replacing("  ", with: "")) == nil)
    #expect(
      guess("<plist>\n<array>\n  <dict>\n    <dict/>\n    <dict/>\n  </dict>\n</array></plist>")
        == nil)
    #expect(guess("<plist>  <string>a</string>  <string>a</string></plist>") == nil)
    #expect(guess("<html>") == nil)
    #expect(guess("") == nil)
  }
}
