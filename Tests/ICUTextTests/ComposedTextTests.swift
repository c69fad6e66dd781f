import Testing

@testable import ICUText

@Suite("Composed text that knows the characters of its original")
struct ComposedTextTests {
  private static func composed(_ text: String, foldsCase: Bool = false) -> ComposedText {
    Array(text.utf8).withUnsafeBufferPointer { ComposedText($0, foldsCase: foldsCase) }
  }

  @Test(
    "it is the canonically composed form",
    arguments: [
      ("", ""), ("abc", "abc"), ("e\u{301}", "é"), ("ﬁＡß", "ﬁＡß"), ("\u{1112}\u{1161}", "하"),
      ("か\u{3099}x", "がx"), ("م\u{651}\u{64E}", "م\u{64E}\u{651}"),
    ])
  func composing(text: String, expected: String) {
    #expect(Self.composed(text).utf8 == Array(expected.utf8))
  }

  @Test(
    "a part of it is the characters of the original that it comes from",
    arguments: [
      ("abc", "b", "b"), ("aé", "é", "é"), ("ae\u{301}b", "é", "e\u{301}"),
      ("ae\u{301}b", "éb", "e\u{301}b"), ("x\u{304}", "\u{304}", "\u{304}"),
      ("e\u{301}\u{302}b", "\u{302}b", "\u{302}b"), ("e\u{301}\u{302}b", "é", "e\u{301}"),
      ("م\u{651}\u{64E}", "\u{651}", "\u{651}"), ("م\u{651}\u{64E}", "\u{64E}", "\u{64E}"),
      ("م\u{651}\u{64E}", "\u{64E}\u{651}", "\u{651}\u{64E}"),
      ("e\u{316}\u{301}", "\u{316}", "\u{316}"), ("ที่", "\u{E48}", "\u{E48}"),
      ("q\u{344}", "\u{308}\u{301}", "\u{344}"),
      ("e\u{301}e\u{301}", "éé", "e\u{301}e\u{301}"),
    ])
  func parts(text: String, part: String, expected: String) throws {
    let composed = Self.composed(text)
    let range = try #require(composed.utf8.firstRange(of: Array(part.utf8)))
    let original = try #require(composed.original(of: range))
    #expect(Array(text.utf8)[original].elementsEqual(expected.utf8))
  }

  @Test(
    "what is not all of some characters of the original, and no others, comes from no range of it",
    arguments: [
      ("q\u{344}b", "\u{308}"), ("q\u{344}b", "\u{301}b"), ("q\u{344}b", "q\u{308}"),
      ("a\u{344}b", "\u{301}"), ("a\u{344}b", "ä"),
      ("م\u{651}\u{64E}", "م\u{64E}"), ("e\u{316}\u{301}", "é"),
    ])
  func divided(text: String, part: String) throws {
    let composed = Self.composed(text)
    let range = try #require(composed.utf8.firstRange(of: Array(part.utf8)))
    #expect(composed.original(of: range) == nil)
    #expect(composed.original(of: range.lowerBound..<range.lowerBound) == nil)
  }

  @Test(
    "its case may be folded, and nothing else",
    arguments: [
      ("ABC", "abc"), ("ÉA", "éa"), ("E\u{301}", "é"), ("ﬁＡß", "fiａss"), ("ᾼ", "αι"),
      ("İ", "i\u{307}"), ("x²\u{AD}ﾊ", "x²\u{AD}ﾊ"), ("Σς", "σσ"),
    ])
  func foldingCase(text: String, expected: String) {
    #expect(Self.composed(text, foldsCase: true).utf8 == Array(expected.utf8))
  }

  @Test("of folded text, too, a part is the characters of the original that it comes from")
  func partsOfFoldedText() {
    let composed = Self.composed("aßE\u{301}b", foldsCase: true)
    #expect(composed.utf8 == Array("asséb".utf8))
    #expect(composed.original(of: 0..<3) == 0..<3)
    #expect(composed.original(of: 1..<2) == nil)
    #expect(composed.original(of: 2..<5) == nil)
    #expect(composed.original(of: 3..<6) == 3..<7)
  }

  @Test("segments of many marks are mapped, too")
  func manyMarks() {
    for count in [62, 63, 64, 65, 200] {
      // The last mark composes, and belongs before the others.
      let text = "e" + String(repeating: "\u{316}\u{301}", count: count / 2)
      let composed = Self.composed(text)
      #expect(composed.original(of: 0..<composed.utf8.count) == 0..<text.utf8.count)
      for offset in composed.utf8.indices where composed.utf8[offset] & 0xC0 != 0x80 {
        let length = composed.utf8[offset] < 0xE0 ? 2 : 3
        guard let range = composed.original(of: offset..<(offset + length)) else { continue }
        #expect(range.count == length || range.count == 1)
      }
    }
  }
}
