import ICUText
import Testing

@testable import Searching

@Suite("Replacing text")
struct TextReplacerTests {
  private static func replaced(_ text: String, _ replacement: TextReplacement) throws -> String? {
    let replacer = try TextReplacer(replacement)
    return try Array(text.utf8).withUnsafeBufferPointer { bytes in
      try replacer.replacing(in: bytes).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test(
    "a text is replaced wherever it is written alike",
    arguments: [
      ("Acme Acme", "Acme", "x", "x x"), ("aaa", "aa", "b", "ba"), ("a.b", ".", "$0\\", "a$0\\b"),
      ("caf\u{E9}", "\u{E9}", "e", "cafe"), ("cafe\u{301}", "\u{E9}", "e", "cafe"),
      ("caf\u{E9}", "e\u{301}", "e", "cafe"), ("ab", "ab", "", ""),
      ("x\u{302}x", "x", "y", "x\u{302}y"),
      ("马自达马", "马", "m", "m自达m"),
    ])
  func text(text: String, pattern: String, new: String, expected: String) throws {
    let result = try Self.replaced(text, TextReplacement(pattern, by: new))
    #expect(result.map { Array($0.utf8) } == Array(expected.utf8))
  }

  @Test(
    "case, accents, width and digits count",
    arguments: [
      ("acme", "Acme"), ("cafe", "caf\u{E9}"), ("caf\u{E9}", "cafe"), ("ＡＣ", "AC"),
      ("49 30", "4930"), ("ß", "ss"), ("か", "が"), ("٤", "4"), ("e\u{301}", "e"),
    ])
  func otherwise(text: String, pattern: String) throws {
    #expect(try Self.replaced(text, TextReplacement(pattern, by: "x")) == nil)
  }

  @Test(
    "nothing is replaced but what has matched",
    arguments: [
      ("مُحَمَّد", "[\u{64B}-\u{652}]", true, "محمد"), ("مُحَمَّد", "[\u{64B}-\u{652}]+", true, "محمد"),
      ("مُحَمَّد", "\u{651}", false, "مُحَمَد"), ("م\u{651}\u{64E}د", "\u{64E}\u{651}", false, "مد"),
      ("ที่", "\u{E48}", false, "ที"), ("ที่", "ท", false, "\u{E35}\u{E48}"),
      ("e\u{301}\u{302}b", "\u{302}b", false, "e\u{301}"), ("x\u{304}", "\\p{M}", true, "x"),
      ("שָׁלוֹם", "[\u{591}-\u{5C7}]", true, "שלום"), ("x\u{302}y", "\u{302}", false, "xy"),
      ("x\u{302}y", "\u{302}y", false, "x"), ("e\u{316}\u{301}", "\u{316}", false, "e\u{301}"),
    ])
  func partsOfSegments(text: String, pattern: String, isExpression: Bool, expected: String) throws {
    let replacement = TextReplacement(pattern, by: "", isExpression: isExpression)
    #expect(try Self.replaced(text, replacement).map { Array($0.utf8) } == Array(expected.utf8))
  }

  @Test(
    "a part of a character is not found",
    arguments: [
      ("q\u{344}b", "\u{301}", false, false), ("q\u{344}b", "\u{301}b", false, false),
      ("q\u{344}b", "\u{301}", true, false), ("\u{FB2A}", "\u{5C1}", false, false),
      ("é", "\u{301}", false, false), ("é", "\\p{M}", true, false),
      ("e\u{301}", "\u{301}", false, false), ("Straße", "s", false, true),
      ("Straße", "s", true, true), ("Straße", "se", false, true), ("aﬁb", "i", false, true),
      ("aﬁb", "i", true, true), ("aﬁb", "af", false, true), ("ﬃ", "fi", false, true),
      ("ŉ", "n", false, true), ("ΐ", "\u{301}", false, true), ("½", "1", false, true),
      ("…", ".", false, true),
    ] as [(String, String, Bool, Bool)])
  func partsOfCharacters(
    text: String, pattern: String, isExpression: Bool, ignoresCase: Bool
  ) throws {
    let replacement = TextReplacement(
      pattern, by: "-", isExpression: isExpression, ignoresCase: ignoresCase)
    let found = try Self.replaced(text, replacement)
    // The letter before an `ß` is one.
    #expect(
      found.map { Array($0.utf8) }
        == (text == "Straße" && pattern == "s" ? Array("-traße".utf8) : nil))
  }

  @Test(
    "characters that are the same in another case are found as a whole",
    arguments: [
      ("Straße", "ss", "Stra-e"), ("STRASSE", "straße", "-"), ("aﬁb", "FI", "a-b"),
      ("aﬁb", "afi", "-b"), ("ŉ", "ʼN", "-"), ("Éa", "é", "-a"), ("E\u{301}a", "é", "-a"),
    ])
  func wholeCharacters(text: String, pattern: String, expected: String) throws {
    let replacement = TextReplacement(pattern, by: "-", ignoresCase: true)
    #expect(try Self.replaced(text, replacement).map { Array($0.utf8) } == Array(expected.utf8))
  }

  @Test(
    "what is ignored is case, and nothing else",
    arguments: [
      ("10 m²", "2", nil), ("ＦＡ", "FA", nil), ("Ｆ", "ｆ", "-"), ("ﾊﾊ", "ハ", nil),
      ("か", "カ", nil), ("①", "1", nil), ("x", "\u{AD}x", nil), ("x\u{AD}y", "X", "-\u{AD}y"),
      ("👩\u{200D}🚀", "👩", "-\u{200D}🚀"), ("☂\u{FE0F}", "☂", "-\u{FE0F}"),
      ("a\u{200B}B", "\u{200B}b", "a-"), ("a\u{AD}b", "\u{AD}", "a-b"), ("sß", "SS", "s-"),
      ("x\u{302}", "\u{302}", "x-"), ("x\u{302}", "X", nil),
    ] as [(String, String, String?)])
  func nothingButCase(text: String, pattern: String, expected: String?) throws {
    let replacement = TextReplacement(pattern, by: "-", ignoresCase: true)
    #expect(
      try Self.replaced(text, replacement).map { Array($0.utf8) } == expected.map { Array($0.utf8) }
    )
  }

  @Test("case does not count if it is ignored; accents still do")
  func ignoringCase() throws {
    let replacement = TextReplacement("\u{C4}hre", by: "x", ignoresCase: true)
    #expect(try Self.replaced("\u{E4}HRE ahre", replacement) == "x ahre")
    let expression = TextReplacement("[a-c]+", by: "<$0>", isExpression: true, ignoresCase: true)
    #expect(try Self.replaced("ABCdab", expression) == "<ABC>d<ab>")
  }

  @Test(
    "an expression's groups are named in the text",
    arguments: [
      ("ab-cd", "(\\w+)-(\\w+)", "$2 $1", "cd ab"), ("ab", "(a)|(b)", "[$1$2]", "[a][b]"),
      ("a", "(a)", "$10", "a0"), ("a", "a", "\\$1\\\\", "$1\\"), ("a", "a", "$0$0", "aa"),
      ("cafe\u{301} x", "(\\w+) x", "x $1", "x cafe\u{301}"),
      ("a1b22", "[0-9]+", "#", "a#b#"), ("x\u{651}\u{64E}y", "x(\\p{M})(\\p{M})", "$1", "\u{64E}y"),
      ("q\u{344}b", "q(\u{308})(\u{301})b", "$1", "\u{308}"),
    ])
  func groups(text: String, pattern: String, new: String, expected: String) throws {
    let replacement = TextReplacement(pattern, by: new, isExpression: true)
    #expect(try Self.replaced(text, replacement).map { Array($0.utf8) } == Array(expected.utf8))
  }

  @Test(
    "a pattern that matches where there is nothing, or is wrong, is refused",
    arguments: [
      ("", "x", false, TextReplacerError.emptyPattern), ("", "x", true, .emptyPattern),
      ("x*", "y", true, .emptyMatch), ("(?=a)", "y", true, .emptyMatch),
      ("\\b", "y", true, .emptyMatch),
      ("a", "$1", true, .template("the expression has no group 1")),
      ("a", "$", true, .template("no number follows '$'; '\\$' is a dollar sign")),
      ("a", "\\", true, .template("nothing follows the '\\'")),
    ])
  func problems(
    pattern: String, new: String, isExpression: Bool, problem: TextReplacerError
  ) {
    let replacement = TextReplacement(pattern, by: new, isExpression: isExpression)
    #expect(throws: problem) { try Self.replaced("a b", replacement) }
  }
}
