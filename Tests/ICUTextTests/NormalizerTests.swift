import Testing

@testable import ICUText

@Suite("Normalization forms")
struct NormalizerTests {
  @Test(
    "each form is as Unicode defines it",
    arguments: [
      (Normalizer.nfc, "e\u{301}ﬁA", "éﬁA"), (.nfd, "éﬁA", "e\u{301}ﬁA"), (.nfkc, "éﬁＡ", "éfiA"),
      (.nfkcCasefold, "e\u{301}ﬁＡ\u{AD}ß", "éfiass"),
    ])
  func forms(normalizer: Normalizer, text: String, expected: String) {
    let result = normalizer.normalize(text.unicodeScalars)
    #expect(Array(result) == Array(expected.unicodeScalars))
  }

  @Test("text that grows a lot is complete", arguments: [1, 10, 500])
  func growth(count: Int) {
    let result = Normalizer.nfkc.normalize(repeatElement("\u{FDFA}", count: count))
    #expect(result.count == 18 * count)
  }

  @Test("empty text is normalized to empty text")
  func empty() {
    #expect(Normalizer.nfc.normalize([]).isEmpty)
  }

  @Test(
    "text may be split before letters, not before characters that combine with them",
    arguments: [
      ("a", true), ("\u{301}", false), ("\u{1161}", false), ("\u{3099}", false), ("가", true),
    ] as [(Unicode.Scalar, Bool)])
  func boundaries(scalar: Unicode.Scalar, isBoundary: Bool) {
    #expect(Normalizer.nfc.hasBoundary(before: scalar) == isBoundary)
  }
}
