import SeededRandom
import Testing

@testable import ICUText

@Suite("Folding text")
struct CaseFoldingTests {
  private let folding = CaseFolding()

  /// The expected result of folding: the base characters of the text's units.
  private static func bases(of bytes: [UInt8]) -> [UInt8] {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: units(of: bytes).compactMap(\.base))
    return Array(String(text).utf8)
  }

  private func fold(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    bytes.withUnsafeBufferPointer { folding.fold($0, into: &result) }
    return result
  }

  @Test(
    "case, accents and compatibility forms are folded",
    arguments: [
      ("", ""), ("Hello, World [1]", "hello, world [1]"), ("Straße", "strasse"),
      ("ÉMILIE", "emilie"),
      ("Citroe\u{308}n", "citroen"), ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"), ("İ", "i"), ("ı", "i"), ("ﬁ", "fi"),
      ("ＡＵＤＩ", "audi"), ("ｶﾞ", "が"), ("Łukasz ÆØ", "lukasz aeo"), ("ッヷ", "つわ\u{3099}"),
      ("か\u{3099}", "が"), ("\u{1112}\u{1161}\u{11AB}", "한"),
      ("奥迪", "奥迪"), ("ᾳ", "αι"), ("\u{301}", ""), ("a\u{200D}b", "ab"), ("👨‍👩‍👧", "👨👩👧"),
      ("\u{FDFA}", "صلى الله عليه وسلم"), ("Ǆ", "dz"), ("Ꭰ", "Ꭰ"), ("\u{AB70}", "Ꭰ"), ("𐐀", "𐐨"),
    ])
  func table(text: String, expected: String) {
    #expect(folding.fold(text) == Array(expected.utf8))
  }

  @Test("folding appends to the result")
  func appending() {
    var result = Array("É|".utf8)
    Array("\u{1161}É".utf8).withUnsafeBufferPointer { folding.fold($0, into: &result) }
    #expect(String(decoding: result, as: UTF8.self) == "É|\u{1161}e")
  }

  @Test("folded text is the base characters of the units, for any text")
  func randomTexts() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let text = Alphabet.randomText(&generator)
      try #require(folding.fold(text) == Self.bases(of: Array(text.utf8)), "\(codes(text))")
    }
  }

  @Test("folded text is the same for composed and decomposed forms")
  func normalizationForms() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<5000 {
      let text = Alphabet.randomText(&generator)
      let decomposed = Normalizer.nfd.normalize(text.unicodeScalars)
      // U+0345 becomes a letter where it is written, before it can be reordered.
      if decomposed.contains("\u{345}") { continue }
      let composed = Normalizer.nfc.normalize(text.unicodeScalars)
      try #require(
        folding.fold(String(decomposed)) == folding.fold(String(composed)), "\(codes(text))")
    }
  }

  @Test("every character folds to its units, alone and between letters")
  func everyCharacter() throws {
    for value in UInt32(0x80)..<0x20000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for text in [String(scalar), "e\(scalar)i"] {
        try #require(folding.fold(text) == Self.bases(of: Array(text.utf8)), "\(codes(text))")
      }
    }
  }

  private func mayBegin(_ text: String, _ folded: [UInt8]) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { CaseFolding.mayBegin($0, with: folded) }
  }

  @Test("a text may begin with every beginning of its folded form, for any text")
  func beginnings() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<5000 {
      let text =
        "aK马龥".prefix(Int.random(in: 0...4, using: &generator)) + Alphabet.randomText(&generator)
      let folded = folding.fold(String(text))
      for count in 0...folded.count {
        try #require(mayBegin(String(text), Array(folded.prefix(count))), "\(codes(String(text)))")
      }
    }
    for value in UInt32(0x80)..<0x20000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for text in ["Q\(scalar)", "奥\(scalar)i"] {
        try #require(mayBegin(text, folding.fold(text)), "\(codes(text))")
      }
    }
  }

  @Test(
    "letters of ASCII and ideographs tell that a text begins otherwise",
    arguments: [
      ("Audi", "b", false), ("Audi", "aux", false), ("Audi", "AU", false), ("Au", "aud", false),
      ("", "a", false), ("奥迪", "奥x", false), ("奥迪", "奥马", false), ("奥迪", "马", false),
      ("a-c", "a-x", true), ("é", "x", true), ("-", "x", true), ("A", "", true), ("", "", true),
    ])
  func otherBeginnings(text: String, folded: String, isPossible: Bool) {
    #expect(mayBegin(text, Array(folded.utf8)) == isPossible)
  }

  @Test("folding is idempotent")
  func idempotence() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<5000 {
      let text = Alphabet.randomText(&generator)
      let once = folding.fold(text)
      try #require(fold(once) == Self.bases(of: once), "\(codes(text))")
    }
  }

  @Test("bytes that are not UTF-8 fold to their units")
  func invalidBytes() throws {
    var generator = SeededGenerator(seed: 5)
    let stray: [UInt8] = [0x80, 0xBF, 0xC3, 0xE2, 0xF0, 0xFF, 0xE0]
    for _ in 0..<5000 {
      var bytes = Array(Alphabet.randomText(&generator).utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        bytes.insert(stray.randomElement(using: &generator) ?? 0xFF, at: place)
      }
      try #require(fold(bytes) == Self.bases(of: bytes), "\(bytes)")
    }
  }

  @Test("a joining character after a stray byte refolds only what precedes it")
  func invalidBytesBeforeJoiningCharacter() {
    let bytes = Array("ab".utf8) + [0x80] + Array("\u{345}".utf8)
    #expect(fold(bytes) == Self.bases(of: bytes))
  }

  @Test("kept accents are those of the units, for any text")
  func keptAccents() throws {
    let folding = CaseFolding(keepsAccents: true)
    func expected(_ text: String) -> [UInt8] {
      units(of: Array(text.utf8)).flatMap { unit in
        (unit.base.map { Array($0.utf8) } ?? [CaseFolding.bareAccentMark])
          + unit.accents.flatMap { [CaseFolding.accentMark] + Array($0.utf8) }
      }
    }
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<5000 {
      let text = Alphabet.randomText(&generator)
      try #require(folding.fold(text) == expected(text), "\(codes(text))")
    }
    #expect(folding.fold("Né") == [0x6E, 0x65, 0xC0, 0xCC, 0x81])
    #expect(folding.fold("\u{301}a") == [0xC1, 0xC0, 0xCC, 0x81, 0x61])
  }
}
