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
