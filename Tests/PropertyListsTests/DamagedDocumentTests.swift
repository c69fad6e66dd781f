import SeededRandom
import Testing

@testable import PropertyLists

@Suite("Damaged documents")
struct DamagedDocumentTests {
  /// Parses bytes and reads all that is in them; what can be read must be consistent.
  private static func read(_ bytes: [UInt8]) {
    do throws(PropertyListError) {
      let document = try parse(bytes)
      for index in document.allNodes {
        let range = document.elementRange(of: index)
        let name = document[index].kind.elementName
        #expect(document.source.bytes[range].starts(with: "<\(name)".utf8))
        #expect(document.source.bytes[range].last == UInt8(ascii: ">"))
        guard !document[index].kind.isContainer else { continue }
        switch document[index].kind {
        case .integer: #expect(document.integer(at: index) != nil)
        case .real: #expect(document.real(at: index) != nil)
        case .date: #expect(document.date(at: index) != nil)
        case .data: #expect(document.data(at: index) != nil)
        case .true, .false: #expect(document.boolean(at: index) != nil)
        default: #expect(!document.text(of: index).contains("\u{FFFD}"))
        }
      }
    } catch {
      if case .text(let line, let column) = error.location {
        #expect(line >= 1 && column >= 1)
      } else {
        Issue.record("\(error.location)")
      }
      #expect(!error.description.contains { $0.isNewline }, "\(error)")
    }
  }

  @Test("random bytes in a document are read or refused", arguments: 1...8 as ClosedRange<UInt64>)
  func randomBytes(seed: UInt64) {
    let original = Array(PropertyListParserTests.sample.utf8)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: bytes.indices, using: &generator)
        bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
      Self.read(bytes)
    }
  }

  @Test(
    "markup put, doubled or left out at random is read or refused",
    arguments: 1...8 as ClosedRange<UInt64>)
  func randomMarkup(seed: UInt64) {
    let pieces = [
      "<", ">", "/", "&", ";", "\"", "'", "]]>", "<![CDATA[", "<!--", "-->", "<?", "?>", "\r", "\n",
      "</dict>", "<dict>", "<key>", "</key>", "<string/>", "&#x", "é", "😀", "<!ENTITY", "[", "=",
    ].map { Array($0.utf8) }
    let original = Array(PropertyListParserTests.sample.utf8)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let start = Int.random(in: bytes.indices, using: &generator)
        let end = min(start + Int.random(in: 0...6, using: &generator), bytes.count)
        let piece = pieces.randomElement(using: &generator) ?? []
        bytes.replaceSubrange(start..<end, with: piece)
      }
      Self.read(bytes)
    }
  }

  @Test("a document without any one of its bytes is read or refused")
  func missingBytes() {
    let original = Array(PropertyListParserTests.sample.utf8)
    for index in original.indices {
      var bytes = original
      bytes.remove(at: index)
      Self.read(bytes)
    }
  }
}
