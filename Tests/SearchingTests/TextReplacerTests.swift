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
      ("a1b22", "[0-9]+", "#", "a#b#"),
    ])
  func groups(text: String, pattern: String, new: String, expected: String) throws {
    let replacement = TextReplacement(pattern, by: new, isExpression: true)
    #expect(try Self.replaced(text, replacement).map { Array($0.utf8) } == Array(expected.utf8))
  }

  @Test(
    "a pattern that matches where there is nothing, or is wrong, is refused",
    arguments: [
      ("", "x", false, TextReplacer.Problem.emptyPattern), ("", "x", true, .emptyPattern),
      ("x*", "y", true, .emptyMatch), ("(?=a)", "y", true, .emptyMatch),
      ("\\b", "y", true, .emptyMatch),
      ("a", "$1", true, .template("the expression has no group 1")),
      ("a", "$", true, .template("no number follows '$'; '\\$' is a dollar sign")),
      ("a", "\\", true, .template("nothing follows the '\\'")),
    ])
  func problems(
    pattern: String, new: String, isExpression: Bool, problem: TextReplacer.Problem
  ) {
    let replacement = TextReplacement(pattern, by: new, isExpression: isExpression)
    #expect(throws: problem) { try Self.replaced("a b", replacement) }
  }
}
