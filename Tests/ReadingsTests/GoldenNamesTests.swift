import Testing

@testable import Readings

/// Brands, surnames and places, many of them with characters that have several readings.
@Suite struct GoldenNamesTests {
  @Test("names are read and filed as they are pronounced", arguments: GoldenNames.all)
  func filing(_ name: GoldenNames.Name) throws {
    let key = filingKey(of: name.text)
    #expect(key == name.syllables.joined(separator: " "))
    #expect(try #require(key.first).uppercased() == String(name.letter))
  }

  @Test("names are found by whole readings, initials, and both mixed", arguments: GoldenNames.all)
  func finding(_ name: GoldenNames.Name) {
    let syllables = name.syllables
    let initials = syllables.map { String($0.prefix(1)) }
    #expect(finds(syllables.joined(), name.text))
    #expect(finds(syllables.joined(separator: " "), name.text))
    #expect(finds(initials.joined(), name.text))
    // Every way to shorten some syllables of short names to their initials, and some of long ones.
    for choice in 0..<(1 << min(syllables.count, 2)) {
      let typed = syllables.indices.map {
        choice >> ($0 % 2) & 1 == 0 ? syllables[$0] : initials[$0]
      }
      #expect(finds(typed.joined(), name.text), "\(typed)")
    }
    let long = syllables.map { syllable in
      ["zh", "ch", "sh"].contains(syllable.prefix(2))
        ? String(syllable.prefix(2)) : String(syllable.prefix(1))
    }
    #expect(finds(long.joined(), name.text))
  }

  @Test("names are found starting at any character", arguments: GoldenNames.all)
  func findingParts(_ name: GoldenNames.Name) {
    for start in name.syllables.indices {
      #expect(finds(name.syllables[start...].joined(), name.text))
    }
  }

  @Test(
    "names are not found by part of a syllable, or by extra letters",
    arguments: GoldenNames.all)
  func notFinding(_ name: GoldenNames.Name) {
    let full = name.syllables.joined()
    #expect(!finds(full + "x", name.text))
    #expect(!finds(full + "gong", name.text))
    #expect(!finds("q" + full + "q", name.text))
  }
}
