import Foundation
import SeededRandom
import TestHelpers
import Testing

@testable import PropertyLists

@Suite("Reading elements again")
struct RereadingTests {
  /// A description of a node, with the ends of containers counted from an index.
  private static func description(of index: NodeIndex, in document: PropertyListDocument) -> [Int] {
    let node = document[index]
    let extent = node.subtreeEnd.map { $0 - index } ?? node.contentLength
    return [
      Int(node.kind.rawValue), node.contentOffset, extent, node.isMarkedUp ? 1 : 0,
      node.isEmptyElement ? 1 : 0,
    ]
  }

  /// Parses bytes, reads every element again, and compares the nodes.
  private static func check(
    _ bytes: [UInt8], encoding: String? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let document = try parse(bytes, encoding: encoding)
    let converted = ConvertedText(document.source.bytes, owner: document.source)
    let reread = try PropertyListDocument(
      rereading: FileBytes(bytes), encoding: encoding, converted: converted)
    #expect(
      reread.source.bytes.elementsEqual(document.source.bytes), sourceLocation: sourceLocation)
    for index in document.allNodes {
      let first = try reread.readElement(
        at: document.elementStart(of: index), includingValue: true)
      var end = document.end(of: index)
      if document.kind(of: index) == .key { end = document.end(of: end) }
      #expect(reread.end - first == end - index, sourceLocation: sourceLocation)
      for node in document.allNodes(in: index..<end) {
        let again = Self.description(of: first + (node - index), in: reread)
        #expect(
          again == Self.description(of: node, in: document),
          "\(document.element(node).prefix(200))", sourceLocation: sourceLocation)
      }
      reread.nodes.removeAll(from: 0)
    }
  }

  @Test(
    "elements of the catalogues in Data are read as libxml2 reads them",
    arguments: ["cars_total", "contacts", "news", "settings-form"])
  func catalogues(name: String) throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let directory = tests.appending(path: "../../Data")
    try Self.check(Array(Data(contentsOf: directory.appending(path: "\(name).plist"))))
  }

  @Test(
    "spellings that libxml2 takes are read as it reads them",
    arguments: [
      "<string>a</string>", "<string/>", "<string />", "<string\r\n/>", "<string></string >",
      "<string\t>a</string\r\n>", "<string a='>'>b</string>", "<string a=\">/'\" b='\"/>'/>",
      "<string xmlns='x' xml:lang='é'>é😀</string>", "<string>&lt;&amp;&#10;&#x1F600;</string>",
      "<string><![CDATA[</string> & <]]></string>", "<string>a<!-- </string> -->b</string>",
      "<string><?pi </string> ?>></string>", "<string>a\r\nb\rc</string>", "<string>></string>",
      "<string>]] ></string>", "<string><!----></string>", "<string>&#13;</string>",
      "<string><![CDATA[]]></string>", "<string><![CDATA[\r]]>\n</string>",
      "<integer> 1 </integer >", "<integer>&#49;</integer>", "<integer><!-- -->0x1F</integer>",
      "<real\n>-1.5e3</real\n>", "<real>nan</real>", "<date>1234Z</date>",
      "<date>2024-02-29T12:00:00Z</date>", "<data>\nZg==\n</data>", "<data/>",
      "<data><![CDATA[Zm9v]]></data>", "<true/>", "<true></true>", "<false a='b' />",
      "<true> <!-- --> </true>", "<dict/>", "<dict />", "<dict></dict>", "<array\n/>",
      "<array> </array >", "<array>&#32;<true/>&#x0A;&#0009;</array>",
      "<array><![CDATA[ \n]]><true/><![CDATA[]]><!-- > --><?x </array> ?></array>",
      "<array><array/><array></array><dict/><string/></array>",
      "<dict>\r\n<key>a</key>\r\n<array><dict><key/><true/></dict></array></dict>",
      "<dict><key>a</key><!-- <key>b</key> --> <string>1</string><key>b</key><dict/></dict>",
      "<dict><key>k&amp;</key>&#13;<dict><key><![CDATA[k]]></key><integer>1</integer></dict></dict>",
      "<dict\ta=\">/>\"\r\nb='/'><key >k</key\t><string a='>'>v</string ></dict >",
    ])
  func spellings(element: String) throws {
    try Self.check(Array("<plist>\(element)</plist>".utf8))
    try Self.check(
      Array("<?xml version='1.0'?>\n<plist><array>\n\(element)\n<true/></array></plist>\r\n".utf8))
    try Self.check([0xEF, 0xBB, 0xBF] + Array("<plist>\(element)</plist>".utf8))
  }

  @Test("long values and many of them are read again", arguments: [1 << 20 - 2, 1 << 20, 1 << 21])
  func longValues(length: Int) throws {
    let value = String(repeating: "é", count: length / 2)
    try Self.check(
      Array("<plist><array><string>\(value)</string><true/></array></plist>".utf8))
  }

  @Test("containers are read again as deep as the parser reads them")
  func depth() throws {
    let limit = PropertyListDocument.depthLimit
    let deepest =
      String(repeating: "<array>", count: limit) + String(repeating: "</array>", count: limit)
    try Self.check(Array("<plist>\(deepest)</plist>".utf8))
    #expect(throws: RereadingError.self) { try Self.reread("<array>\(deepest)</array>") }
    let empty = String(repeating: "<array>", count: limit) + "<dict/>"
    #expect(throws: RereadingError.self) {
      try Self.reread(empty + String(repeating: "</array>", count: limit))
    }
  }

  @Test("random property lists are read as libxml2 reads them", arguments: 1...Rounds.of(40))
  func random(seed: UInt64) throws {
    var generator = RandomMarkup(seed: seed)
    try Self.check(Array(generator.propertyList().utf8))
  }

  @Test("text in other encodings is read again in the text that it was converted to")
  func otherEncodings() throws {
    let text = "<plist><array><string>é漢</string><dict><key>ü</key><true/></dict></array></plist>"
    try Self.check(Array(try #require(text.data(using: .utf16))))
    try Self.check(Array(try #require(text.data(using: .utf16BigEndian))))
    let latin = "<?xml version='1.0' encoding='ISO-8859-1'?><plist><string>é</string></plist>"
    try Self.check(Array(try #require(latin.data(using: .isoLatin1))))
    try Self.check(Array(latin.utf8), encoding: "UTF-8")
    #expect(throws: RereadingError.self) {
      try PropertyListDocument(rereading: FileBytes(try #require(text.data(using: .utf16))))
    }
  }

  @Test(
    "a text that libxml2 still takes after changes is read as it reads it",
    arguments: 1...Rounds.of(20))
  func changed(seed: UInt64) throws {
    let pieces = [
      "<", ">", "/", "&", ";", "\"", "'", "]]>", "<![CDATA[", "<!--", "-->", "<?x", "?>", "\r",
      "\n",
      " ", "a", "-", "&#32;", "&lt;", "<!-- -->", "<?y ?>", "<![CDATA[ ]]>", "<true/>", "&#x41;",
      " a=''", "xmlns='x'", "<key/>", "x:", "\t", "é",
    ].map { Array($0.utf8) }
    var generator = RandomMarkup(seed: seed)
    var taken = 0
    for _ in 0..<10 {
      let original = Array(generator.propertyList().utf8)
      for _ in 0..<40 {
        var bytes = original
        for _ in 0..<Int.random(in: 1...2, using: &generator.random) {
          let start = Int.random(in: bytes.indices, using: &generator.random)
          let end = min(start + Int.random(in: 0...2, using: &generator.random), bytes.count)
          bytes.replaceSubrange(
            start..<end, with: pieces.randomElement(using: &generator.random) ?? [])
        }
        if failure(parsing: bytes) != nil { continue }
        try Self.check(bytes)
        taken += 1
      }
    }
    #expect(taken > 0)
  }

  // MARK: What is not there

  @discardableResult
  private static func reread(
    _ text: String, at offset: Int = 0, includingValue: Bool = true
  ) throws(RereadingError) -> PropertyListDocument {
    let document = try PropertyListDocument(rereading: FileBytes(text.utf8))
    _ = try document.readElement(at: offset, includingValue: includingValue)
    return document
  }

  @Test(
    "only elements are read",
    arguments: [
      "", "<", "a", "<strin", "<string", "<string>", "<string>a", "<string>a<", "<string>a</",
      "<string>a</string", "<string>a</key>", "<string>a</stringy>", "<stringy>a</stringy>",
      "<x:string>a</x:string>", "<plist/>", "<string a='/>", "<string <a>b</string>",
      "<string / >", "<string/ >", "<string>a<b/></string>", "<string><!-- </string>",
      "<string><![CDATA[</string>", "</string>", "< string>a</string>", "<string\0>a</string>",
      "<integer>x</integer>", "<integer/>", "<date>yesterday</date>", "<data>!</data>",
      "<real><!-- 1 --></real>", "<true>x</true>", "<array>", "<array>a</array>", "<array></dict>",
      "<array>&#65;</array>", "<array>&#32</array>", "<array>&lt;</array>", "<array>&",
      "<array><![CDATA[a]]></array>", "<array><![CDATA[ </array>", "<array><!DOCTYPE></array>",
      "<array><key>a</key></array>", "<dict><true/></dict>", "<dict><key>a</key></dict>",
      "<dict><key>a</key><key>b</key></dict>", "<dict><key>a</key><true/><true/></dict>",
      "<key>a</key>", "<key>a</key>a", "<key>a</key><key>b</key>", "<key>a</key></dict>",
      "<array><array></array>", "<array></array",
    ])
  func refused(text: String) throws {
    let document = try PropertyListDocument(rereading: FileBytes(text.utf8))
    #expect(throws: RereadingError.self) { try document.readElement(at: 0) }
    #expect(document.end == 0)
  }

  @Test("nothing is read from outside the text", arguments: [-1, 14, 15, 100, Int.max, Int.min])
  func outside(offset: Int) {
    #expect(throws: RereadingError.self) { try Self.reread("<array/><true>", at: offset) }
  }

  @Test("a key is read with its value or alone")
  func keys() throws {
    let text = "<key>a</key> <dict><key>b</key><true/></dict>"
    #expect(try Self.reread(text).end == 5)
    #expect(try Self.reread(text, includingValue: false).end == 1)
    #expect(try Self.reread("<key>a</key>", includingValue: false).text(of: 0) == "a")
  }

  @Test("a kept text that is not what was kept is not read")
  func damagedText() throws {
    let kept = FileBytes("<array><true/><false/></array>".utf8)
    let file = FileBytes([0xFF, 0xFE, 0x3C, 0x00])
    let document = try PropertyListDocument(
      rereading: file, converted: ConvertedText(kept.bytes, owner: kept) { $0.upperBound <= 14 })
    #expect(document.kind(of: try document.readElement(at: 7)) == .true)
    #expect(throws: RereadingError.self) { try document.readElement(at: 14) }
    #expect(throws: RereadingError.self) { try document.readElement(at: 0) }
    #expect(document.end == 1)
  }

  @Test("a kept text that is longer than offsets reach is refused", arguments: [-1, 0, 1])
  func longText(more: Int) throws {
    let bytes = Array("<true/>".utf8)
    let file = FileBytes([0xFF, 0xFE, 0x3C, 0x00])
    let count = NodeTable.offsetLimit + more
    bytes.withUnsafeBufferPointer { bytes in
      // Nothing is read before an element is asked for.
      let text = UnsafeBufferPointer(start: bytes.baseAddress, count: count)
      let document = try? PropertyListDocument(
        rereading: file, converted: ConvertedText(text, owner: file))
      #expect((document != nil) == (more < 0))
    }
  }

  @Test("elements are not read again without end")
  func manyReadings() throws {
    let document = try PropertyListDocument(rereading: FileBytes("<array><true/></array>".utf8))
    #expect(throws: RereadingError.self) {
      while true { _ = try document.readElement(at: 0) }
    }
    #expect(document.end.rawValue <= 2 * 22)
  }

  @Test("text that is overwritten is read as something or refused", arguments: 1...Rounds.of(8))
  func overwritten(seed: UInt64) throws {
    var generator = RandomMarkup(seed: seed)
    let original = Array(generator.propertyList().utf8)
    for _ in 0..<200 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &generator.random) {
        let index = Int.random(in: bytes.indices, using: &generator.random)
        bytes[index] = RandomMarkup.bytes.randomElement(using: &generator.random) ?? 0
      }
      let document = try PropertyListDocument(rereading: FileBytes(bytes), encoding: "UTF-8")
      for offset in bytes.indices where bytes[offset] == UInt8(ascii: "<") {
        let first = document.end
        do throws(RereadingError) {
          #expect(try document.readElement(at: offset) == first)
        } catch {
          #expect(document.end == first)
          continue
        }
        for node in document.allNodes(in: first..<document.end)
        where !document.kind(of: node).isContainer {
          #expect(document[node].contentOffset + document[node].contentLength <= bytes.count)
          _ = document.text(of: node)
        }
        document.nodes.removeAll(from: 0)
      }
    }
  }
}

/// Property lists with everything that XML allows in them.
private struct RandomMarkup {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Bytes that markup is made of, and some others.
  static let bytes = Array("<>/&;\"'!-[]?#x \r\n\tdkst0=\0é".utf8)

  mutating func propertyList() -> String {
    "<?xml version='1.0'?>\(gap())<plist>\(gap())\(element(depth: 5))\(gap())</plist>"
  }

  private mutating func pick(_ texts: String...) -> String {
    texts.randomElement(using: &random) ?? ""
  }

  /// White space and markup that may occur between elements.
  private mutating func gap() -> String {
    pick(
      "", "", "\n", "\r\n", "\r", " \t", "<!-- <key> -->", "<?pi </dict> ?>", "<!----> ", "\n<?x?>")
  }

  private mutating func innerGap() -> String {
    pick("", gap(), "&#32;", "&#x0a;", "<![CDATA[ ]]>", "<![CDATA[]]>")
  }

  private mutating func element(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return tagged("integer", pick("1", " -2 ", "0x1F", "&#49;", "<!-- -->3"))
    case 1: return tagged("real", pick("1.5", "\n-2e3\r\n", "nan", "<![CDATA[4]]>"))
    case 2: return tagged(pick("true", "false"), pick("", " ", "<!-- > -->"), mayBeEmpty: true)
    case 3: return tagged("data", pick("", "Zg==", " Zm 9v\r\n"), mayBeEmpty: true)
    case 4: return tagged("string", text(), mayBeEmpty: true)
    case 5:
      var content = innerGap()
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        content += element(depth: depth - 1) + innerGap()
      }
      return tagged("array", content, mayBeEmpty: true)
    default:
      var content = innerGap()
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        content += tagged("key", text(), mayBeEmpty: true) + innerGap()
        content += element(depth: depth - 1) + innerGap()
      }
      return tagged("dict", content, mayBeEmpty: true)
    }
  }

  private mutating func text() -> String {
    pick(
      "", "a", "é😀", "a > b", "&lt;&amp;", "&#x1F600;", "\r", "a\r\nb", "<![CDATA[</string>&]]>",
      "<!-- </key> -->", "x<?pi <?>y", " ]] ", "\t'\"/")
  }

  private mutating func tagged(_ name: String, _ content: String, mayBeEmpty: Bool = false)
    -> String
  {
    let attributes = pick("", "", " ", "\n", " a='>'", "\r\nb=\"/>'\" c = '\"' ", " xml:lang='é'")
    if content.isEmpty, mayBeEmpty, Bool.random(using: &random) { return "<\(name)\(attributes)/>" }
    return "<\(name)\(attributes)>\(content)</\(name)\(pick("", " ", "\r\n"))>"
  }
}
