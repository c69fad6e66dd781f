import Grammar
import Testing

@testable import Editing
@testable import Language

@Suite("Splitting a line into words")
struct LexerTests {
  @Test(
    "words end at blanks that are not quoted",
    arguments: [
      ("", []), (" \t ", []), ("a", ["a"]), ("  a\tb  ", ["a", "b"]), ("a b", ["a", "b"]),
      ("'a b'", ["a b"]), ("\"a b\"", ["a b"]), ("a\\ b", ["a b"]), ("a' 'b", ["a b"]),
      ("''", [""]), ("\"\" $''", ["", ""]), ("a''", ["a"]), ("a\u{A0}b", ["a\u{A0}b"]),
      ("马自达 'A B'", ["马自达", "A B"]),
    ] as [(String, [String])])
  func words(_ line: String, _ words: [String]) throws {
    #expect(try Lexer.words(of: line).map(\.text) == words)
  }

  @Test(
    "quotes take the meaning from what is between them",
    arguments: [
      ("'\\n\"#$'", "\\n\"#$"), ("\"a\\\"b\\\\c\"", "a\"b\\c"), ("\"A\\/C '\"", "A\\/C '"),
      ("$'a\\n\\t\\r\\\\\\'\\\"'", "a\n\t\r\\'\""), ("$'\\u{41}\\u{1f600}'", "A😀"),
      ("\"$'x'\"", "$'x'"), ("a$'\\n'b", "a\nb"), ("'a'\\''b'", "a'b"),
      ("'\u{301}x'", "\u{301}x"), ("\"\u{301}\"", "\u{301}"),
    ])
  func quotes(_ line: String, _ text: String) throws {
    let words = try Lexer.words(of: line)
    #expect(words.count == 1)
    #expect(words.first?.isQuoted == true)
    #expect(words[0].text.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(
    "outside of quotes a backslash stays, unless the next character means something",
    arguments: [
      ("A\\/C", "A\\/C", false), ("\\#1", "\\#1", false), ("a\\\\b", "a\\\\b", false),
      ("\\n", "\\n", false), ("\\u{41}", "\\u{41}", false), ("\\$'x'", "\\$x", true),
      ("\\$", "\\$", false), ("a\\ b", "a b", true), ("L\\'x", "L'x", true), ("\\\"", "\"", true),
      ("a\\=b", "a=b", true), ("a\\:b", "a:b", true), ("\\\\\\ x", "\\\\ x", true),
    ])
  func backslashes(_ line: String, _ text: String, _ isQuoted: Bool) throws {
    let words = try Lexer.words(of: line)
    #expect(words.map(\.text) == [text])
    #expect(words.map(\.isQuoted) == [isQuoted])
  }

  @Test(
    "# begins a comment where a word would begin, but positions are words",
    arguments: [
      ("# a 'b", []), ("  #", []), ("#1 is a comment", []), ("a # b", ["a"]), ("a #b 'c", ["a"]),
      ("a#b", ["a#b"]), ("a ''#b", ["a", "#b"]), ("a \\#b", ["a", "\\#b"]), ("a #2", ["a", "#2"]),
      ("a #2/#-1 b", ["a", "#2/#-1", "b"]), ("a #-1 # c", ["a", "#-1"]), ("a #-", ["a"]),
      ("a #1st try", ["a"]), ("a ## b", ["a"]), ("a #2\tb", ["a", "#2", "b"]),
    ] as [(String, [String])])
  func comments(_ line: String, _ words: [String]) throws {
    #expect(try Lexer.words(of: line).map(\.text) == words)
  }

  @Test("columns count Unicode scalars from 1 and include the quotes")
  func columns() throws {
    let words = try Lexer.words(of: " 马 'e\u{301} f' x\\ y")
    #expect(words.map(\.columns) == [2..<3, 4..<10, 11..<15])
  }

  @Test(
    "what is wrong is said, with its place",
    arguments: [
      ("a 'b c", "the quote ' is not closed", 3..<7), ("\"", "the quote \" is not closed", 1..<2),
      ("a\"b\\\"", "the quote \" is not closed", 2..<6),
      ("x $'a\\'", "the quote $' is not closed", 3..<8),
      ("a \\", "nothing follows the backslash", 3..<4),
      ("$'a\\q'", "'\\q' is not an escape", 4..<6),
      ("x $'a\\u{110000}'", "code point 110000 is out of range", 6..<16),
      ("$'\\u{D800}'", "code point D800 is a surrogate, which is not a character", 3..<11),
      ("$'\\u{FFFFFFFFF}'", "code point FFFFFFFFF is out of range", 3..<16),
      ("$'\\u{}'", "'\\u' is not an escape", 3..<5),
      ("$'\\u{41'", "'\\u' is not an escape", 3..<5), ("$'\\u", "'\\u' is not an escape", 3..<5),
      ("$'\\x4'", "'\\x' is not an escape", 3..<5), ("$'\\xG0'", "'\\x' is not an escape", 3..<5),
      ("a\u{1B}", "control character U+001B in the line", 2..<3),
      ("'a\nb'", "control character U+000A in the line", 3..<4),
      ("# \0", "control character U+0000 in the line", 3..<4),
    ])
  func errors(_ line: String, _ message: String, _ columns: Range<Int>) throws {
    let error = try #require(throws: CommandError.self) { try Lexer.words(of: line) }
    #expect(error.message == message)
    #expect(error.columns == columns)
  }

  @Test("an unclosed apostrophe comes with a hint")
  func apostrophe() throws {
    let error = try #require(throws: CommandError.self) { try Lexer.words(of: "find L'Oréal") }
    #expect(error.hint == "write an apostrophe as \\'")
    #expect(try Lexer.words(of: "find L\\'Oréal").map(\.text) == ["find", "L'Oréal"])
  }

  @Test(
    "a line goes on in the next if it ends in a backslash that is not quoted",
    arguments: [
      ("a \\", true), ("a\\", true), ("\\", true), ("a \\\\", false), ("a \\\\\\", true),
      ("'a\\", false), ("# a\\", false), ("a # b\\", false), (":a\\", false), ("a", false),
      ("a #1\\", false), ("", false),
    ])
  func continuing(_ line: String, _ continues: Bool) {
    #expect(Lexer.continues(line) == continues)
  }

  @Test(
    "words that point at something do so only without quotes",
    arguments: [
      ("3", .line(3)), ("'3'", .address("3")), (".", .current), ("\".\"", .address(".")),
      ("$", .last), ("'$'", .address("$")), ("\\$", .address("\\$")), ("B/3", .address("B/3")),
      ("#3", .address("#3")), ("99999999999999999999", .line(Int(Int32.max))),
      ("٣", .address("٣")), ("+3", .address("+3")),
    ] as [(String, Word.Reference)])
  func references(_ text: String, _ reference: Word.Reference) throws {
    #expect(try Lexer.words(of: "show \(text)")[1].reference == reference)
  }
}
