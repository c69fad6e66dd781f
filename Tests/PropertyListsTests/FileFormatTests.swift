import Platform
import Testing

@testable import PropertyLists

@Suite("Recognition of formats")
struct FileFormatTests {
  @Test(
    "the first characters of a file tell its format, or its name does",
    arguments: [
      ("", nil, .xml), ("bplist00", nil, .binary), ("bplist00", "a.csv", .binary),
      ("  <?xml version='1.0'?>", nil, .xml), ("<plist>", "a.csv", .xml),
      ("<b>bold</b>,x", "a.csv", .csv), ("name,phone", nil, .xml), ("name,phone", "a.CSV", .csv),
      ("name\tphone", "a.tsv", .tsv), ("name\tphone", "b/c.tab", .tsv),
      ("BEGIN:VCARD\r\n", nil, .vcard), ("begin:vcard\n", "a.txt", .vcard), ("x", "a.vcf", .vcard),
      ("%rec: A\n", nil, .rec), ("\n# c\n#\n\n%rec: A\n", "a.plist", .rec),
      ("a: 1\n", "a.rec", .rec),
      ("[", "a.REC", .rec), ("# c\na: 1\n", nil, .xml), ("%key: a\n", nil, .xml),
      ("{\"a\": 1}", nil, .json), ("[1]", nil, .json), ("1", "a.json", .json),
      ("{ a = b; }", nil, .openStep), ("(a, b)", "a.plist", .openStep),
      ("\"a\" = \"b\";", nil, .strings), ("/* c */", "a.strings", .strings), ("hello", nil, .xml),
      ("{", nil, .openStep), ("{", "a.json", .json), ("{ \"a", "a.json", .json),
      ("{a", "a.json", .json),
      ("{a: 1}", "a.json", .json), ("(", "a.json", .json), ("{", "a.vcf", .vcard),
      ("{", "a.strings", .strings), ("{a = b;}", "a.json", .openStep),
      ("{a;}", "a.json", .openStep),
      ("{\"a\" = \"b:c\";}", nil, .openStep), ("{ // c\n \"a\" : 1}", "a.strings", .json),
    ] as [(String, String?, FileFormat)])
  func recognized(_ text: String, _ name: String?, _ format: FileFormat) {
    let path = name.map { FilePath($0) }
    let units = text.utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let wide: [UInt8] = [0xFF, 0xFE] + units.joined()
    let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + text.utf8
    for bytes in [Array(text.utf8), marked, wide]
    where format != .binary || bytes.first == UInt8(ascii: "b") {
      #expect(bytes.withUnsafeBufferPointer { FileFormat.recognized($0, at: path) } == format)
    }
  }

  @Test("a format that was given is not one to be found out")
  func given() throws {
    let xml = Array("<plist><array/></plist>".utf8)
    #expect(throws: PropertyListError.self) {
      try PropertyListDocument(FileBytes(xml), format: .binary)
    }
    #expect(throws: PropertyListError.self) {
      try PropertyListDocument(FileBytes(BinaryFile([[0x09]]).bytes), format: .xml)
    }
  }

  @Test(
    "the encoding of text that is not XML is told by its mark or by the bytes that are zero",
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x7B], "UTF-8"), ([0x7B, 0x7D], "UTF-8"),
      ([0x7B, 0, 0x7D, 0], "UTF-16LE"),
      ([0, 0x7B, 0, 0x7D], "UTF-16BE"), ([0xFF, 0xFE, 0x7B, 0], "UTF-16LE"),
      ([0, 0, 0, 0x7B], "UTF-32BE"), ([0x7B, 0, 0, 0], "UTF-32LE"), ([], "UTF-8"),
    ] as [([UInt8], String)])
  func encodings(_ bytes: [UInt8], _ name: String) {
    #expect(bytes.withUnsafeBufferPointer { TextEncoding.ofPlainText($0) }.name == name)
  }

  @Test("the first byte that is not UTF-8 is found")
  func invalid() {
    let parts: [[UInt8]] = [
      Array("abcdefgh".utf8), Array("é中🙂".utf8), [0xC0, 0x80], [0xED, 0xA0, 0x80],
      [0xE0, 0x9F, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xC3], [0xE4, 0xB8], [0x80], [0xFF],
    ]
    for first in parts {
      for second in parts {
        let bytes = first + second
        let fault = bytes.withUnsafeBufferPointer { UTF8Check.firstFault(in: $0) }
        #expect((fault == nil) == (String(validating: bytes, as: UTF8.self) != nil))
        if let fault { #expect(String(validating: bytes[..<fault], as: UTF8.self) != nil) }
      }
    }
  }
}
