import Testing
import cardex_tables

@testable import Readings

/// Korean in Latin letters.
@Suite struct HangulTests {
  @Test("every syllable is spelled as by ICU, and as it sounds")
  func all() throws {
    let reader = try #require(Transliterator("Hangul-Latin"))
    for value in Hangul.syllables {
      let scalar = try #require(Unicode.Scalar(value))
      let readings = Hangul.readings(of: Hangul.code(of: value)).map(\.text)
      #expect(readings.first == reader.transliterate(String(Character(scalar))))
    }
  }

  @Test(
    "names are found by syllables and initials",
    arguments: [
      ("현대", ["hyeondae", "hd", "hyeond", "hdae"]), ("한국", ["hanguk", "hangug", "hg"]),
      ("서울", ["seoul", "su"]), ("기아", ["gia", "ga"]), ("부산역", ["busanyeok", "busanyeog", "bsy"]),
      ("독립", ["dokrip", "dogrib", "doglib"]), ("쌍용", ["ssangyong", "sy"]),
      ("값", ["gabs", "gap"]), ("청", ["cheong", "ch", "c"]),
      ("\u{1112}\u{1161}\u{11AB}국", ["hanguk"]),
    ])
  func found(_ name: String, _ typed: [String]) {
    for text in typed { #expect(finds(text, name), "\(text) \(name)") }
  }

  @Test("part of a syllable finds nothing", arguments: ["hyeo", "hyeonda", "hyeondaex", "dh"])
  func notFound(_ typed: String) {
    #expect(!finds(typed, "현대"))
  }

  @Test("no reading has more letters than a match can consume at once")
  func lengths() {
    for value in Hangul.syllables {
      for reading in Hangul.readings(of: Hangul.code(of: value)) {
        #expect((1...Syllable.maximumLength).contains(reading.count))
      }
    }
  }
}
