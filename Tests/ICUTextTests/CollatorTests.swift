import Testing

@testable import ICUText

/// The order of texts.
@Suite struct CollatorTests {
  @Test(
    "languages have their own order",
    arguments: [("", ["a", "B", "ö", "z"]), ("sv", ["a", "B", "z", "ö"])])
  func languages(_ locale: String, _ order: [String]) {
    let collator = Collator(locale: locale)
    for (one, other) in zip(order, order.dropFirst()) {
      #expect(collator.isOrdered(one, before: other))
      #expect(!collator.isOrdered(other, before: one))
    }
  }

  @Test("an unknown locale has the order common to all languages")
  func unknownLocale() {
    #expect(Collator(locale: "no such").sortKey(of: "ö") == Collator().sortKey(of: "ö"))
  }

  @Test("keys are ordered as their texts are")
  func keys() {
    let collator = Collator(locale: "de")
    let texts = [
      "", " ", "a", "A", "ä", "a\u{308}", "ab", "a b", "é", "z", "中", "文", "😀", "a\u{0}b",
      String(repeating: "中文😀", count: 500),
    ]
    for one in texts {
      for other in texts {
        let (first, second) = (collator.sortKey(of: one), collator.sortKey(of: other))
        #expect(
          first.lexicographicallyPrecedes(second) == collator.isOrdered(one, before: other),
          "\(one) \(other)")
      }
    }
  }

  @Test("a key is of the first 1,048,576 units of a text", arguments: [(-1, true), (0, false)])
  func longTexts(more: Int, isKnown: Bool) {
    let collator = Collator(locale: "de")
    let start = String(repeating: "a", count: 1 << 20 + more)
    let keys = ["b", "c"].map { collator.sortKey(of: start + $0) }
    #expect((keys[0] != keys[1]) == isKnown)
  }
}
