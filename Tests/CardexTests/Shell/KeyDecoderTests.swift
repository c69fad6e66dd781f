import Testing

@testable import CardexCommand

/// Characters from single bytes.
@Suite struct KeyDecoderTests {
  private func decode(_ bytes: [UInt8]) -> String {
    var decoder = KeyDecoder()
    return String(String.UnicodeScalarView(bytes.compactMap { decoder.take($0) }))
  }

  @Test("UTF-8 is decoded", arguments: ["", "abc\u{1B}[A", "马自达 é ü 한", "\u{10FFFF}\u{0}👨‍👩‍👧"])
  func valid(_ text: String) {
    #expect(decode(Array(text.utf8)).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(
    "bytes that are not UTF-8 are left out, and what follows them is not",
    arguments: [
      [0xE9], [0xE9, 0xA9], [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xFF], [0xF0, 0x9F, 0x98], [0xE0, 0x80, 0x80],
    ] as [[UInt8]])
  func invalid(_ bytes: [UInt8]) {
    #expect(decode([0x61] + bytes + [0x62]) == "ab")
    #expect(decode(bytes + Array("马".utf8)) == "马")
  }
}
