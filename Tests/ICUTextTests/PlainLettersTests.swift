import Testing
import cardex_tables

@testable import ICUText

@Suite("Letters that people type for others")
struct PlainLettersTests {
  @Test("they are those that ICU's Latin-ASCII has for letters")
  func transliteration() throws {
    let transliterator = try #require(Transliterator("Latin-ASCII"))
    for value in UInt32(0x80)..<0x2000 {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic,
        !["ʻ", "ʼ"].contains(scalar),
        Normalizer.nfkcCasefold.normalize([scalar]).elementsEqual([scalar]),
        Normalizer.nfd.normalize([scalar]).elementsEqual([scalar])
      else { continue }
      // ICU lacks some small letters of the capitals that it has.
      let forms = [String(scalar), String(scalar).uppercased()].filter {
        $0.utf8.contains { $0 >= 0x80 }
      }
      let typed = forms.map { transliterator.transliterate($0).lowercased() }.first {
        $0.unicodeScalars.allSatisfy { ("a"..."z").contains($0) }
      }
      let letters = PlainLetters.letters(for: scalar).map { String(String.UnicodeScalarView($0)) }
      #expect(letters == typed, "\(scalar)")
    }
  }

  @Test("so are the apostrophes and hyphens of words", arguments: ["’", "‘", "ʼ", "ʻ"])
  func apostrophes(sign: Unicode.Scalar) {
    #expect(PlainLetters.letters(for: sign) == ["'"])
    #expect(PlainLetters.letters(for: "\u{2010}") == ["-"])
    #expect(PlainLetters.letters(for: "\u{2011}") == ["-"])
  }

  @Test(
    "capitals are typed as capitals",
    arguments: [
      ("Ł", "L"), ("Æ", "AE"), ("ẞ", nil), ("I", nil), ("É", nil), ("©", nil), ("–", nil),
    ])
  func capitals(letter: Unicode.Scalar, expected: String?) {
    #expect(
      PlainLetters.letters(for: letter).map { String(String.UnicodeScalarView($0)) } == expected)
  }
}
