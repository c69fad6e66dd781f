import Testing

@testable import PropertyLists

@Suite("Invalid UTF-8")
struct UTF8CheckTests {
  private static let sequences: [[UInt8]] = [
    [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
    [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
    [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
    [0xFF], [0xFE], [0x80], [0xBF], [0xC3, 0x28], [0xE9, 0x20, 0x61], [0xE4, 0xB8, 0x20],
    [0xF0, 0x9F, 0x98, 0x20],
  ]

  @Test(
    "an invalid sequence in content is an error where it begins", arguments: sequences,
    [
      "string>", "string><![CDATA[", "string><!-- ", "string><?pi ", "string a='", "date>",
      "integer>", "data>", "str",
    ])
  func content(sequence: [UInt8], before: String) {
    let beginning = "<plist>\n<array>\r<!--é--><\(before)漢é"
    let column = "<!--é--><".count + before.count + 3
    let bytes = Array(beginning.utf8) + sequence + Array(" the rest of the document    ".utf8)
    #expect(
      failure(parsing: bytes)
        == PropertyListError(
          .undecodable(encoding: "UTF-8"), at: SourceLocation(line: 3, column: column)))
  }

  @Test("whole texts are valid or not", arguments: sequences)
  func wholeTexts(sequence: [UInt8]) throws {
    for (bytes, isValid) in [
      (Array("é漢😀".utf8), true), (Array("abc".utf8), false), (sequence, false),
      (Array("é".utf8) + sequence + Array("é".utf8), false),
    ] {
      let text = Array("<plist><string>".utf8) + bytes + Array("</string></plist>".utf8)
      let document = try PropertyListDocument(rereading: FileBytes(text))
      // ASCII is valid in most encodings.
      #expect(document.source.fileIsValidUTF8 == isValid)
    }
  }

  @Test("the first fault is found wherever it is", arguments: sequences)
  func places(sequence: [UInt8]) {
    for (filler, count) in [("x", 100), ("é", 40), ("漢x", 30), ("😀", 20)] {
      for before in 0..<count {
        let start = Array("x".utf8) + Array(String(repeating: filler, count: before).utf8)
        for after in [0, 1, 7, 40] {
          let valid = start + [UInt8](repeating: 0x7A, count: after)
          let faulty = start + sequence + [UInt8](repeating: 0x7A, count: after)
          #expect(valid.withUnsafeBufferPointer(UTF8Check.firstFault) == nil)
          #expect(faulty.withUnsafeBufferPointer(UTF8Check.firstFault) == start.count)
        }
        // Cut off inside a character.
        let cut = start + [0xF0, 0x9F, 0x98]
        #expect(cut.withUnsafeBufferPointer(UTF8Check.firstFault) == start.count)
      }
    }
  }

  @Test(
    "an overlong sequence is found however far into the text it is",
    arguments: [3_990, 3_999, 4_000, 65_520, 65_536, 1_000_000], sequences.prefix(6))
  func far(offset: Int, sequence: [UInt8]) {
    let filler = String(repeating: "x", count: offset)
    let bytes = Array("<plist><string>\(filler)".utf8) + sequence + Array("</string></plist>".utf8)
    #expect(
      failure(parsing: bytes)
        == PropertyListError(
          .undecodable(encoding: "UTF-8"), at: SourceLocation(line: 1, column: 16 + offset)))
  }

  @Test("the first and last character of each length is valid")
  func boundaries() throws {
    let text = "\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFF}"
    let document = try parseValue("<string>\(text)</string>")
    #expect(document.text(of: document.root) == text)
  }

  @Test("a character split by a read is whole", arguments: 3_980...4_000)
  func splitCharacters(offset: Int) throws {
    let text = String(repeating: "x", count: offset) + String(repeating: "é漢😀", count: 10_000)
    let document = try parseValue("<string>\(text)</string>")
    #expect(document.text(of: document.root) == text)
  }
}
