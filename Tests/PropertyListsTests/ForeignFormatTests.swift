import Testing

@testable import PropertyLists

@Suite("Foreign formats")
struct ForeignFormatTests {
  @Test(
    "a file of another known format is called by its name",
    arguments: [
      ([0x00, 0x05, 0x16, 0x07, 0x00, 0x02], .appleDouble),
      ([0x00, 0x05, 0x16, 0x00, 0x00, 0x02], .appleDouble),
    ] as [([UInt8], ForeignFormat)])
  func binary(bytes: [UInt8], format: ForeignFormat) {
    #expect(failure(parsing: bytes) == PropertyListError(.notXML(format)))
  }

  @Test(
    "a text in another known format is called by its name, at its first character",
    arguments: [
      Fault("OpenStep dictionary", "{ name = value; }", .notXML(.openStep), (1, 1)),
      Fault("OpenStep array", "( one, two )", .notXML(.openStep), (1, 1)),
      Fault("OpenStep nested array", "(\n  (a, b), { a = b; })", .notXML(.openStep), (1, 1)),
      Fault("OpenStep empty array", "( /* none */ )", .notXML(.openStep), (1, 1)),
      Fault("strings", "\"key\" = \"value\";", .notXML(.strings), (1, 1)),
      Fault("unquoted strings", "key = value;\nother=x;", .notXML(.strings), (1, 1)),
      Fault("escaped quote", "\"a\\\"b\" = \"\\\\\";", .notXML(.strings), (1, 1)),
      Fault("strings with data", "a = <0f>;", .notXML(.strings), (1, 1)),
      Fault("strings with an array", "a = (b, c);", .notXML(.strings), (1, 1)),
      Fault("shortened string", "\"key\";", .notXML(.strings), (1, 1)),
      Fault("commented strings", "/* A */\n// b\r\"k\" /**/ = \"v\" ;", .notXML(.strings), (1, 1)),
      Fault("Swift", "/* A file. */ import Testing\n", .notXML(.nothingKnown), (1, 1)),
      Fault("C", "// A file.\n#include <a.h>\n", .notXML(.nothingKnown), (1, 1)),
      Fault("C variable", "/* A */ int a = b;", .notXML(.nothingKnown), (1, 1)),
      Fault("JavaScript", "/* A */ (function() { a = b; })()", .notXML(.nothingKnown), (1, 1)),
      Fault("comment", "/* A file. ", .notXML(.nothingKnown), (1, 1)),
      Fault("configuration", "key = value\n", .notXML(.nothingKnown), (1, 1)),
      Fault("shell", "KEY=\"value\"\n", .notXML(.nothingKnown), (1, 1)),
      Fault("quoted list", "\"a\",\"b\"\n", .notXML(.nothingKnown), (1, 1)),
      Fault("open quote", "\"a", .notXML(.nothingKnown), (1, 1)),
      Fault("OpenStep quoted key", "{ \"key\" = 1; }", .notXML(.openStep), (1, 1)),
      Fault("OpenStep marker", "// !$*UTF8*$!\n{ a = b; }", .notXML(.openStep), (1, 1)),
      Fault("OpenStep comment", "/* c */ { a = b; }", .notXML(.openStep), (1, 1)),
      Fault("JSON object", "\n  {\"a\": 1}", .notXML(.json), (2, 3)),
      Fault("JSON array", "[1, 2]", .notXML(.json), (1, 1)),
      Fault("HTML document type", "<!DOCTYPE html>\n<html></html>", .notXML(.html), (1, 1)),
      Fault("HTML", "<html><body><br></body></html>", .notXML(.html), (1, 1)),
      Fault("number", "42", .notXML(.nothingKnown), (1, 1)),
      Fault("words", "\r\n\r\n\tplist", .notXML(.nothingKnown), (3, 2)),
      Fault("slash", "/bin/sh", .notXML(.nothingKnown), (1, 1)),
      Fault("non-ASCII", "é<plist/>", .notXML(.nothingKnown), (1, 1)),
    ])
  func text(fault: Fault) {
    fault.check()
  }

  @Test(
    "a text's first 4,096 bytes determine its format",
    arguments: [
      ("", "[", 4094, .json), ("", "[", 4095, .json), ("", "[", 4096, .nothingKnown),
      ("{\"a\"", ":", 4091, .json), ("{\"a\"", ":", 4092, .openStep),
      ("{", "\"a\":", 4091, .json), ("{", "\"a\":", 4092, .openStep),
    ] as [(String, String, Int, ForeignFormat)])
  func distance(start: String, end: String, blanks: Int, format: ForeignFormat) {
    let text = start + String(repeating: " ", count: blanks) + end
    #expect(failure(parsing: text.utf8)?.problem == .notXML(format))
  }

  @Test("a text in another encoding is distinguished from XML, too")
  func wideText() {
    let units = "{\"a\": 1}".utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let bytes: [UInt8] = [0xFF, 0xFE] + units.joined()
    #expect(failure(parsing: bytes) == PropertyListError(.notXML(.json)))
  }

  @Test("a file without a character is empty", arguments: ["", " ", "\r\n\t ", "\u{FEFF}"])
  func empty(text: String) {
    #expect(failure(parsing: text.utf8) == PropertyListError(.empty))
  }
}
