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
      Fault("Swift", "/* A file. */ import Testing\n", .notXML(.nothingKnown), (1, 1)),
      Fault("C", "// A file.\n#include <a.h>\n", .notXML(.nothingKnown), (1, 1)),
      Fault("C variable", "/* A */ int a = b;", .notXML(.nothingKnown), (1, 1)),
      Fault("JavaScript", "/* A */ (function() { a = b; })()", .notXML(.nothingKnown), (1, 1)),
      Fault("comment", "/* A file. ", .notXML(.nothingKnown), (1, 1)),
      Fault("configuration", "key = value\n", .notXML(.nothingKnown), (1, 1)),
      Fault("shell", "KEY=\"value\"\n", .notXML(.nothingKnown), (1, 1)),
      Fault("quoted list", "\"a\",\"b\"\n", .notXML(.nothingKnown), (1, 1)),
      Fault("open quote", "\"a", .notXML(.nothingKnown), (1, 1)),
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
    "a text in a format that is read is recognized by its beginning",
    arguments: [
      ("{ name = value; }", .openStep),
      ("( one, two )", .openStep),
      ("(\n  (a, b), { a = b; })", .openStep),
      ("( /* none */ )", .openStep),
      ("\"key\" = \"value\";", .strings),
      ("key = value;\nother=x;", .strings),
      ("\"a\\\"b\" = \"\\\\\";", .strings),
      ("a = <0f>;", .strings),
      ("a = (b, c);", .strings),
      ("\"key\";", .strings),
      ("/* A */\n// b\r\"k\" /**/ = \"v\" ;", .strings),
      ("{ \"key\" = 1; }", .openStep),
      ("// !$*UTF8*$!\n{ a = b; }", .openStep),
      ("/* c */ { a = b; }", .openStep),
      ("\n  {\"a\": 1}", .json),
      ("[1, 2]", .json),
      ("begin:vCard\r\n", .vcard), (" BEGIN:VCARD\n", .vcard),
      ("a,b\n1,2\n", .xml),
    ] as [(String, FileFormat)])
  func recognized(text: String, format: FileFormat) {
    let bytes = Array(text.utf8)
    #expect(bytes.withUnsafeBufferPointer { FileFormat.recognized($0) } == format)
    let units = text.utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let wide: [UInt8] = [0xFF, 0xFE] + units.joined()
    #expect(wide.withUnsafeBufferPointer { FileFormat.recognized($0) } == format)
  }

  @Test(
    "a text's first 4,096 bytes determine its format",
    arguments: [
      ("", "[", 4094, .json), ("", "[", 4095, .json), ("", "[", 4096, .xml),
      ("{\"a\"", ":", 4091, .json), ("{\"a\"", ":", 4092, .openStep),
      ("{", "\"a\":", 4091, .json), ("{", "\"a\":", 4092, .openStep),
    ] as [(String, String, Int, FileFormat)])
  func distance(start: String, end: String, blanks: Int, format: FileFormat) {
    let text = start + String(repeating: " ", count: blanks) + end
    let bytes = Array(text.utf8)
    #expect(bytes.withUnsafeBufferPointer { FileFormat.recognized($0) } == format)
  }

  @Test("a text in another encoding is read, too")
  func wideText() throws {
    let units = "{\"a\": 1}".utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for mark: [UInt8] in [[0xFF, 0xFE], []] {
      let document = try parse(mark + units.joined())
      #expect(document.value(of: "a", in: document.root) != nil)
    }
  }

  @Test("a file without a character is empty", arguments: ["", " ", "\r\n\t ", "\u{FEFF}"])
  func empty(text: String) {
    #expect(failure(parsing: text.utf8) == PropertyListError(.empty))
  }
}
