import SeededRandom
import TestHelpers
import Testing

@testable import PropertyLists

@Suite("Nodes that have text")
struct ScalarIndexTests {
  @Test("all kinds but containers have text, only keys are keys, only strings strings")
  func kinds() throws {
    let document = try parseValue(
      """
      <dict><key>a</key><array/><key>b</key><string>c</string><key>d</key><integer>1</integer>\
      <key>e</key><real>2</real><key>f</key><true/><key>g</key><false/><key>h</key><data/>\
      <key>i</key><date>2001-01-01T00:00:00Z</date><key>j</key><dict/></dict>
      """)
    for node in document.allNodes {
      let kind = document.kind(of: node)
      #expect(document.scalar(node)?.node == (kind.isContainer ? nil : node))
      #expect(document.key(node)?.node == (kind == .key ? node : nil))
      #expect(document.string(node)?.node == (kind == .string ? node : nil))
    }
  }

  @Test("only dictionaries have members, only containers elements")
  func members() throws {
    let document = try parseValue(
      "<array><string>a</string><array><string>b</string><true/></array></array>")
    for node in document.allNodes {
      #expect(document.members(of: node).first { _ in true } == nil)
      #expect(document.duplicateMembers(of: node).isEmpty)
      #expect(document.value(of: "a", in: node) == nil)
      let isFilled = document.kind(of: node).isContainer
      #expect((document.elements(of: node).first { _ in true } != nil) == isFilled)
    }
  }

  @Test("bytes and nodes outside a document are refused in every build")
  func outside() async {
    await #expect(processExitsWith: .failure) { _ = try parseValue("<true/>").bytes(0..<1000) }
    await #expect(processExitsWith: .failure) { _ = try parseValue("<true/>").bytes(-1..<1) }
    await #expect(processExitsWith: .failure) { _ = try parseValue("<true/>").kind(of: 1) }
    await #expect(processExitsWith: .failure) { _ = try parseValue("<array/>").end(of: -1) }
  }

  @Test("an empty string that is nowhere begins and ends where the text does")
  func nowhere() throws {
    let document = try PropertyListDocument(rereading: FileBytes("<string>a</string>".utf8))
    let node = document.addEmptyString()
    #expect(document.elementRange(of: node) == 0..<0)
    #expect(document.location(of: node) == SourceLocation(line: 1, column: 1))
    check(everythingOf: document, nodes: [node])
  }

  @Test(
    "any question about any node of a document is answered",
    arguments: 1...30 as ClosedRange<UInt64>)
  func anyNode(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let document = try parseValue(RandomValue.value(depth: 0, &generator))
    _ = try document.add(
      Array(RandomValue.value(depth: 1, &generator).utf8), isMember: false)
    check(everythingOf: document, nodes: document.allNodes)
  }

  /// Calls everything that can be called on nodes, whatever their kind.
  private func check(everythingOf document: PropertyListDocument, nodes: [NodeIndex]) {
    for node in nodes {
      let kind = document.kind(of: node)
      if let scalar = document.scalar(node) {
        let text = document.text(of: scalar)
        #expect(document.hasText(scalar, text))
        #expect(document.withText(of: scalar) { $0.elementsEqual(text.utf8) })
        #expect(document.verbatimText(of: scalar)?.elementsEqual(text.utf8) != false)
        #expect(document[node].subtreeEnd == nil)
      } else {
        #expect(document[node].contentLength == 0)
        #expect(document[node].subtreeEnd == document.end(of: node))
      }
      #expect((document.integer(at: node) != nil) == (kind == .integer))
      #expect((document.real(at: node) != nil) == (kind == .real))
      #expect((document.date(at: node) != nil) == (kind == .date))
      #expect((document.data(at: node) != nil) == (kind == .data))
      #expect((document.boolean(at: node) != nil) == (kind == .true || kind == .false))
      for key in RandomValue.keys {
        let value = document.value(of: key, in: node)
        #expect(value == nil || kind == .dict)
      }
      #expect(document.duplicateMembers(of: node).isEmpty || kind == .dict)
      #expect(document.memberLayout(of: node) == nil || kind == .dict)
      let range = document.elementRange(of: node)
      #expect(range.contains(document.contentEnd(of: node)) || document[node].isEmptyElement)
      #expect(document.text(at: range).count == range.count)
      if case .byte = document.location(of: node) { Issue.record("a byte of XML") }
      #expect(document.locations(of: [node]).count == 1)
      _ = document.chunk(from: node, through: node)
      _ = document.trailEnd(after: range.upperBound)
      _ = document.space(before: range.lowerBound)
      _ = document.key(before: node)
      #expect(document.hash(ofElement: node) == document.hash(ofElement: node))
      #expect(range.isEmpty || document.isElement(node, writtenAs: node, of: document))
    }
    _ = (document.isKeyedArchive, document.duplicateKeyCount(), document.indentationUnit)
  }
}

/// Random values, with any kind of value anywhere.
private enum RandomValue {
  static let keys = ["a", "b", "$objects", "$archiver", ""]

  static func value(depth: Int, _ generator: inout SeededGenerator) -> String {
    let scalars = [
      "<string>a &amp; b</string>", "<string/>", "<string>x</string>", "<integer>7</integer>",
      "<real>1.5</real>", "<true/>", "<false/>", "<data>AAEC</data>", "<data/>",
      "<date>2001-01-01T00:00:00Z</date>", "<array/>", "<dict/>", "<array></array>",
    ]
    let spaces = ["", "\n", "\n\t", " <!-- x --> ", "<!-- y -->\n"]
    let space = spaces.pick(&generator)
    if depth > 4 || Int.random(in: 0..<3, using: &generator) == 0 && depth > 0 {
      return space + scalars.pick(&generator)
    }
    let isDict = Bool.random(using: &generator)
    var content = ""
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      if isDict { content += space + "<key>\(keys.pick(&generator))</key>" }
      content += value(depth: depth + 1, &generator)
    }
    return space
      + (isDict ? "<dict>\(content)\(space)</dict>" : "<array>\(content)\(space)</array>")
  }
}

extension [String] {
  /// One of them at random.
  fileprivate func pick(_ generator: inout SeededGenerator) -> String {
    self[Int.random(in: indices, using: &generator)]
  }
}
