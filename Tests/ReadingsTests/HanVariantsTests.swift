import Testing
import cardex_tables

@testable import Readings

/// Compares the table of variants with this machine's ICU.
@Suite struct HanVariantsTests {
  @Test("common characters have the simplified forms that ICU gives them")
  func common() throws {
    let simplifier = try #require(Transliterator("Traditional-Simplified"))
    for value in UInt32(0x4E00)...0x9FA5 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let simplified = simplifier.transliterate(String(Character(scalar)))
      let forms = HanVariants.forms(of: scalar).map { String(Character($0)) }
      #expect(forms.contains(simplified), "\(scalar)")
    }
  }

  @Test(
    "a character has all its forms, the simplified one first",
    arguments: [
      ("东", "东東"), ("東", "东東"), ("乾", "干乾幹"), ("奥", "奥奧"), ("一", "一"),
      ("高", "高髙"), ("﨑", "崎﨑"), ("吉", "吉𠮷"), ("辺", "边辺邉邊"),
    ])
  func forms(character: Unicode.Scalar, expected: String) {
    #expect(String(String.UnicodeScalarView(HanVariants.forms(of: character))) == expected)
  }
}
