import Catalogues
import Grammar
import SeededRandom
import Testing

@testable import Editing
@testable import Language

@Suite("Quoting text")
struct QuotingTests {
  @Test(
    "what needs no quotes gets none, and what needs them the plainest ones",
    arguments: [
      ("", "''"), ("马自达", "马自达"), ("B/宝马", "B/宝马"), ("A\\/C/x", "A\\/C/x"), ("\\#1", "\\#1"),
      ("a b", "'a b'"), ("L'Oréal", "\"L'Oréal\""), ("a\"b", "'a\"b'"),
      ("a'\"\\", "\"a'\\\"\\\\\""),
      ("a\nb", "$'a\\nb'"), ("'\u{1B}\u{202E}", "$'\\'\\u{1B}\\u{202E}'"), ("#2/x", "'#2/x'"),
      ("a\u{E0041}", "$'a\\u{E0041}'"), ("\u{FFF9}", "$'\\u{FFF9}'"), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"),
      ("-x", "'-x'"), ("-", "'-'"), ("to", "'to'"), ("all", "'all'"), (".", "'.'"), ("$", "'$'"),
      ("12", "'12'"), ("12a", "12a"), (":x", "':x'"), ("a:b", "a:b"), ("a=b", "a\\=b"),
      ("=", "\\="), ("a b=c d", "'a b'\\='c d'"), ("a\\", "'a\\'"), ("a\\ b", "'a\\ b'"),
      ("a\u{A0}b", "'a\u{A0}b'"), ("a\u{3000}b", "'a\u{3000}b'"), ("$'", "\"$'\""),
    ])
  func quoted(_ text: String, _ word: String) throws {
    #expect(Quoting.quoted(text) == word)
  }

  @Test("quoted text is read as exactly that text, wherever it is", arguments: 0..<8)
  func roundTrip(seed: UInt64) throws {
    var texts = RandomCommandTexts(seed: seed)
    for _ in 0..<2000 {
      let text = texts.text()
      let quoted = Quoting.quoted(text)
      let line = "\(quoted) \(quoted) x"
      let words = try Lexer.words(of: line)
      try #require(words.count == 3, "\(line)")
      for word in words.prefix(2) {
        #expect(word.text.utf8.elementsEqual(text.utf8), "\(line)")
        #expect(word.reference == .address(text))
        #expect(!word.isKeyword("to") && !word.isKeyword("--"))
        #expect(FieldWord.separator(in: word) == nil, "\(line)")
        #expect(!Surface.line.isOption(word, of: .named("find")))
      }
      #expect(line.unicodeScalars.allSatisfy { !$0.isRefused })
    }
  }

  @Test("quoted fields are read as the same key, type and value", arguments: 0..<8)
  func fields(seed: UInt64) throws {
    var texts = RandomCommandTexts(seed: seed)
    for _ in 0..<1000 {
      let (key, type, value) = (texts.text(), texts.type(), texts.text())
      let written =
        Quoting.quotedKey(key) + (type.map { ":\($0.rawValue)" } ?? "") + "="
        + Quoting.quotedTail(value)
      let words = try Lexer.words(of: "set A \(written)")
      try #require(words.count == 3, "\(written)")
      let field = try #require(try FieldAssignment(words[2]), "\(written)")
      #expect(field.key.utf8.elementsEqual(key.utf8), "\(written)")
      #expect(field.type == type, "\(written)")
      #expect(field.value.utf8.elementsEqual(value.utf8), "\(written)")
      #expect(field.canonicalText == written)
    }
  }

  @Test("text continues inside open quotes", arguments: 0..<4)
  func inside(seed: UInt64) throws {
    var texts = RandomCommandTexts(seed: seed)
    for _ in 0..<1000 {
      let text = texts.text()
      for quote in [LineScanner.Quote.single, .double, .escaped] {
        guard let inside = Quoting.inside(text, quote) else {
          #expect(quote != .escaped)
          continue
        }
        let line = quote.rawValue + inside + String(quote.closing)
        #expect(try Lexer.words(of: line).map { Array($0.text.utf8) } == [Array(text.utf8)])
      }
    }
  }
}

/// Texts that are difficult for a lexer.
struct RandomCommandTexts {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let pieces = [
    "a", "to", "all", "B/", "#", "1", "-", "--", "12", ".", "$", "$'", "'", "\"", "\\", "\\n",
    "\\ ",
    " ", "\t", "\n", "\r", "\r\n", "=", ":", "|", "*", "é", "e\u{301}", "\u{301}", "马", "😀",
    "\u{200D}", "\u{A0}", "\u{3000}", "\u{1B}", "\u{7F}", "\u{85}", "\u{2028}", "\u{202E}",
    "\u{FEFF}", "\u{10FFFF}", "\0", "u{41}", "string", "ｔｏ", "ａｌｌ", "－", "－－", "１", "：", "＝", "＇",
  ]

  mutating func text() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      text += RandomCommandTexts.pieces.randomElement(using: &generator) ?? ""
    }
    return text
  }

  mutating func type() -> FieldType? {
    Bool.random(using: &generator)
      ? nil : FieldType.allCases.filter { $0 != .file }.randomElement(using: &generator)
  }
}
