import Testing

@testable import ICUText

@Suite("Text that knows where it came from")
struct MappedTextTests {
  private static func composed(_ text: String) -> MappedText {
    Array(text.utf8).withUnsafeBufferPointer(MappedText.init(composing:))
  }

  private static func plain(_ text: String) -> MappedText {
    Array(text.utf8).withUnsafeBufferPointer(MappedText.init(removingAccentsFrom:))
  }

  @Test(
    "composing composes and changes nothing else",
    arguments: [
      ("", ""), ("abc", "abc"), ("e\u{301}", "é"), ("ﬁＡß", "ﬁＡß"), ("\u{1112}\u{1161}", "하"),
      ("か\u{3099}", "が"),
    ])
  func composing(text: String, expected: String) {
    #expect(Self.composed(text).utf8 == Array(expected.utf8))
  }

  @Test(
    "accents are removed and case is kept",
    arguments: [
      ("Émilie", "Emilie"), ("E\u{301}", "E"), ("Škoda", "Skoda"), ("が", "が"), ("\u{301}", ""),
      ("Ａ\u{301}", "Ａ"), ("ộ", "o"),
    ])
  func removingAccents(text: String, expected: String) {
    #expect(Self.plain(text).utf8 == Array(expected.utf8))
  }

  @Test("the original of a range covers all characters it came from")
  func original() {
    let text = Self.composed("xe\u{301}y")
    #expect(text.original(of: 0..<1) == 0..<1)
    #expect(text.original(of: 1..<3) == 1..<4)
    #expect(text.original(of: 3..<4) == 4..<5)
    #expect(text.original(of: 0..<4) == 0..<5)
    #expect(Self.plain("éa").original(of: 0..<1) == 0..<2)
    #expect(Self.plain("éa").original(of: 1..<2) == 2..<3)
  }

  @Test("an empty range stays empty and where it was")
  func emptyRange() {
    let text = Self.composed("e\u{301}y")
    #expect(text.original(of: 0..<0) == 0..<0)
    #expect(text.original(of: 2..<2) == 3..<3)
    #expect(text.original(of: 3..<3) == 4..<4)
    #expect(Self.composed("").original(of: 0..<0) == 0..<0)
  }
}
