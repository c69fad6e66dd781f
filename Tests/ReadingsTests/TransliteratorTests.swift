import Testing
import cardex_tables

/// Text in another script.
@Suite struct TransliteratorTests {
  @Test("rules are ICU's")
  func rules() throws {
    let reader = try #require(Transliterator("Greek-Latin; Lower"))
    #expect(reader.transliterate("ΑΒΓ") == "abg")
    #expect(reader.transliterate("").isEmpty)
    #expect(reader.transliterate("1 中") == "1 中")
  }

  @Test("a text may become much longer")
  func longer() throws {
    let reader = try #require(Transliterator("Any-Name"))
    let text = String(repeating: "中", count: 100)
    let name = "\\N{CJK UNIFIED IDEOGRAPH-4E2D}"
    #expect(reader.transliterate(text) == String(repeating: name, count: 100))
  }

  @Test("unknown rules are reported", arguments: ["", "No-Such", "Any-Latin; ["])
  func unknown(_ identifier: String) {
    #expect(Transliterator(identifier) == nil)
  }
}
