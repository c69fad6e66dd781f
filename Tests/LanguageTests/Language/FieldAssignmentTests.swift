import Catalogues
import Grammar
import Testing

@testable import Editing
@testable import Language

@Suite("Fields in commands")
struct FieldAssignmentTests {
  @Test(
    "the first = that is not quoted ends the key, else the first that is",
    arguments: [
      ("a=b", "a", nil, "b"), ("a=b=c", "a", nil, "b=c"), ("'a=b'=c", "a=b", nil, "c"),
      ("'a=b=c'", "a", nil, "b=c"), ("a\\=b=c", "a=b", nil, "c"), ("a='b=c'", "a", nil, "b=c"),
      ("=b", "", nil, "b"), ("a=", "a", nil, ""), ("a:integer=1", "a", .integer, "1"),
      ("'a:integer=1'", "a", .integer, "1"), ("'a:integer'=1", "a:integer", nil, "1"),
      ("a\\:integer=1", "a:integer", nil, "1"), ("a:b:real=1", "a:b", .real, "1"),
      (":string=x", "", .string, "x"), ("a=b:date=c", "a", nil, "b:date=c"),
      ("a:x=", "a", .xml, ""),
      ("a=C:\\dir", "a", nil, "C:\\dir"), ("e\u{301}=x", "e\u{301}", nil, "x"),
    ] as [(String, String, FieldType?, String)])
  func reading(_ text: String, _ key: String, _ type: FieldType?, _ value: String) throws {
    let word = try #require(try Lexer.words(of: text).first)
    let field = try #require(try FieldAssignment(word))
    #expect(field.key == key)
    #expect(field.type == type)
    #expect(field.value == value)
  }

  @Test("a word without = is not a field", arguments: ["a", "a:b", "''", "a\\=b", "'a'\\='b'"])
  func noField(_ text: String) throws {
    let word = try #require(try Lexer.words(of: text).first)
    #expect(try FieldAssignment(word) == nil)
  }
}
