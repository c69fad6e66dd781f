import SeededRandom
import TestHelpers
import Testing

@testable import PropertyLists

@Suite("Writing decoded text")
struct DocumentWriterTests {
  /// Checks that the nodes of a decoded text are those that libxml2 finds in it.
  static func checkNodes(of document: PropertyListDocument) throws {
    let parsed = try PropertyListParser.parse(document.source.bytes)
    #expect(parsed.end == document.end)
    var index = NodeIndex.root
    while index < min(parsed.end, document.end) {
      let (own, other) = (document[index], parsed[index])
      #expect(
        own.kind == other.kind && own.contentOffset == other.contentOffset
          && own.contentLength == other.contentLength && own.subtreeEnd == other.subtreeEnd
          && own.isMarkedUp == other.isMarkedUp && own.isEmptyElement == other.isEmptyElement,
        "\(index)")
      index = own.kind.isContainer ? NodeTable.firstChild(of: index) : document.end(of: index)
    }
  }

  @Test("random property lists come back from binary, with the nodes that libxml2 finds")
  func roundTrip() throws {
    for seed in 0..<Rounds.of(100) {
      var random = RandomPlist(seed: UInt64(seed))
      let xml = "<plist>\(random.catalogue().xml)</plist>"
      let document = try parse(xml.utf8)
      let binary = try document.fileBytesOrError(as: .binary)
      let decoded = try parse(binary)
      try Self.checkNodes(of: decoded)
      let leaves = [document, decoded].map { document in
        document.allNodes.map { node in
          "\(document.kind(of: node))"
            + (document.kind(of: node).isContainer ? "" : document.text(of: node))
        }
      }
      #expect(leaves[0] == leaves[1], "\(seed): \(xml)")
      // What is written again is the same.
      #expect(
        try parse(try decoded.fileBytesOrError(as: .xml)).fileBytesOrError(as: .binary) == binary)
    }
  }

  @Test("text of any length is written whole, at any depth", arguments: [1, 7, 8, 9, 30])
  func lengths(depth: Int) throws {
    var writer = DocumentWriter(capacity: 0)
    for _ in 0..<depth { try writer.begin(.array) }
    let texts = (0..<70).map { count in (0..<count).map { UInt8(0x30 + $0) & 0x3F } }
    for text in texts {
      try text.withUnsafeBufferPointer { text throws(DecodingError) in
        try writer.plain(.string, text)
      }
    }
    let tabs = String(repeating: "\t", count: depth)
    let written = String(decoding: writer.text.elements, as: UTF8.self)
    let lines = texts.map { "\(tabs)<string>\(String(decoding: $0, as: UTF8.self))</string>\n" }
    #expect(written.hasSuffix("<array>\n" + lines.joined()))
  }

  @Test("a byte that needs care is found wherever it is in a word, and no other before it")
  func words() {
    for filler in [0x20, 0x21, 0x25, 0x27, 0x3D, 0x5D, 0x7F, 0x80, 0xA6, 0xEE, 0xF0] as [UInt8] {
      for byte in UInt8.min...UInt8.max {
        for position in 0..<8 {
          var bytes = [UInt8](repeating: filler, count: 8)
          bytes[position] = byte
          bytes.withUnsafeBufferPointer { bytes in
            let word = ByteWord(bytes, at: 0)
            let isReserved = byte < 0x20 || byte == 0xEF || [0x26, 0x3C, 0x3E].contains(byte)
            let isEscape = byte == 0x22 || byte == 0x5C
            #expect(ByteWord.isReserved(byte) == isReserved)
            #expect(ByteWord.first(word.reserved) == (isReserved ? position : nil))
            #expect(
              ByteWord.first(word.reservedOrEscape) == (isReserved || isEscape ? position : nil))
            #expect(
              ByteWord.first(word.reservedASCII) == (isReserved && byte < 0x80 ? position : nil))
            #expect(ByteWord.first(word.highBits) != nil || max(byte, filler) < 0x80)
            #expect(
              ByteWord.first(ByteWord(bytes, at: 0, first: 4).reserved)
                == (isReserved && position < 4 ? position : nil))
          }
        }
      }
    }
  }

  @Test("a text is written up to a limit, and the place in the file is reported")
  func limit() throws {
    var writer = DocumentWriter(capacity: 0, limit: 400)
    try writer.begin(.array)
    let error = #expect(throws: DecodingError.self) {
      for offset in 0..<100 {
        writer.offset = offset
        try writer.boolean(true)
      }
    }
    #expect(error?.problem == .tooLarge(limit: 400))
    #expect((10..<30).contains(error?.offset ?? 0))
  }
}
