import Testing

@testable import Readings

/// Patterns that may be typed to find a name by its reading.
@Suite struct ReadingPatternTests {
  @Test(
    "case, tones and separators between syllables do not count",
    arguments: [
      ("AoDi", "aodi"), ("ào dí", "aodi"), ("xi'an", "xian"), ("xi’an", "xian"), ("Xi-An", "xian"),
      ("ａｄ", "ad"), ("tōkyō", "tokyo"), ("tôkyô", "tokyo"), ("lü", "lü"), ("lǜ", "lü"),
      ("LÜ", "lü"),
      ("lu:", "lü"), ("lv", "lv"), ("u\u{308}\u{301}", "ü"), ("a4l", "a4l"),
      ("cháng'ān", "changan"),
    ])
  func folded(_ text: String, _ letters: String) {
    #expect(ReadingPattern(text).map { Syllable($0.letters).text } == letters)
  }

  @Test(
    "anything else is not a pattern",
    arguments: [
      "", " ", "-", "12", "长", "か", "한", "жа", "a.b", "a*", "a:", ":", "ñandu", "åa", "öl", "ç",
      "a/b", "😀",
      "ø", "\u{301}", "a\u{0}",
    ])
  func none(_ text: String) {
    #expect(ReadingPattern(text) == nil)
  }

  @Test("ü, u:, v and u find ü; ü and u: do not find u")
  func umlaut() {
    for typed in ["lü", "lv", "lu", "lu:"] {
      #expect(finds(typed, "吕"), "\(typed)")
    }
    for typed in ["lü", "lv", "lu:"] { #expect(!finds(typed, "路"), "\(typed)") }
    #expect(finds("lu", "路"))
    #expect(finds("lüebu", "略布") && finds("lvebu", "略布") && finds("luebu", "略布"))
  }

  @Test("ü and u in Latin letters of a name are found by ü and u, not by v")
  func latinUmlaut() {
    #expect(finds("müchang", "Mü长"))
    #expect(finds("muchang", "Mü长"))
    #expect(finds("müchang", "Mu长"))
    #expect(!finds("mvchang", "Mü长"))
    #expect(finds("mvchang", "Mv长"))
  }
}
