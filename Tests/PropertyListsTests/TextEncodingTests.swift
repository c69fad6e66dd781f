import Testing

@testable import PropertyLists

@Suite("Detection of encodings")
struct TextEncodingTests {
  private static func detect(_ bytes: [UInt8]) -> TextEncoding {
    bytes.withUnsafeBufferPointer(TextEncoding.detect)
  }

  @Test(
    "a byte-order mark determines the encoding, whatever is declared",
    arguments: [
      ([0xEF, 0xBB, 0xBF], "UTF-8"), ([0xFE, 0xFF], "UTF-16BE"), ([0xFF, 0xFE], "UTF-16LE"),
      ([0x00, 0x00, 0xFE, 0xFF], "UTF-32BE"), ([0xFF, 0xFE, 0x00, 0x00], "UTF-32LE"),
    ] as [([UInt8], String)])
  func marks(mark: [UInt8], name: String) {
    let found = Self.detect(mark + Array("<?xml version='1.0' encoding='KOI8-R'?>".utf8))
    #expect(
      found == TextEncoding(name: name, byteOrderMarkLength: mark.count, isDeclared: false))
  }

  @Test(
    "the width of the first < determines the encoding",
    arguments: [
      ([0x00, 0x00, 0x00, 0x3C], "UTF-32BE"), ([0x3C, 0x00, 0x00, 0x00], "UTF-32LE"),
      ([0x00, 0x3C, 0x00, 0x3F], "UTF-16BE"), ([0x3C, 0x00, 0x3F, 0x00], "UTF-16LE"),
      ([0x4C, 0x6F, 0xA7, 0x94], "IBM037"), ([0x3C, 0x70], "UTF-8"), ([], "UTF-8"),
    ] as [([UInt8], String)])
  func patterns(bytes: [UInt8], name: String) {
    #expect(
      Self.detect(bytes) == TextEncoding(name: name, byteOrderMarkLength: 0, isDeclared: false))
  }

  @Test(
    "the declaration determines the encoding",
    arguments: [
      ("<?xml version=\"1.0\" encoding=\"KOI8-R\"?>", "KOI8-R"),
      ("<?xml version='1.0' encoding='gbk' standalone='yes'?>", "gbk"),
      ("<?xml version='1.0'\tencoding = 'x'?>", "x"),
      ("<?xml version='1.0'\nencoding\n=\n'x'?>", "x"),
      ("<?xml version='1.0'\rencoding\r=\r'x'?>", "x"),
      ("<?xml version='1.0'\r\nencoding\r\n=\r\n'x'?>", "x"),
      ("<?xml encoding='x' version='1.0'?>", "x"),
    ])
  func declarations(text: String, name: String) {
    #expect(
      Self.detect(Array(text.utf8))
        == TextEncoding(name: name, byteOrderMarkLength: 0, isDeclared: true))
  }

  @Test(
    "without a declaration of it the encoding is UTF-8",
    arguments: [
      "<?xml version='1.0'?><plist encoding='x'/>", "<plist/><?xml encoding='x'?>",
      " <?xml version='1.0' encoding='x'?>", "<?xml version='1.0' encoding=''?>",
      "<?xml version='1.0' encoding=x?>", "<?xml version='1.0' encoding='x",
      "<?xml-stylesheet encoding='x'?>", "<?xml version='1.0' encoding?>",
    ])
  func noDeclaration(text: String) {
    #expect(
      Self.detect(Array(text.utf8))
        == TextEncoding(name: "UTF-8", byteOrderMarkLength: 0, isDeclared: false))
  }

  @Test(
    "a declaration counts that ends within 1,024 bytes",
    arguments: [(1023, "x"), (1024, "x"), (1025, "UTF-8")])
  func declarationLength(length: Int, name: String) {
    let start = "<?xml version='1.0' encoding='x'"
    let blanks = String(repeating: " ", count: length - start.utf8.count - 2)
    #expect(Self.detect(Array("\(start)\(blanks)?><plist/>".utf8)).name == name)
  }

  @Test(
    "UTF-8 is known by its names",
    arguments: [
      ("UTF-8", true), ("utf-8", true), ("Utf8", true), ("UTF-16", false), ("GB18030", false),
    ])
  func isUTF8(name: String, isUTF8: Bool) {
    let encoding = TextEncoding(name: name, byteOrderMarkLength: 0, isDeclared: true)
    #expect(encoding.isUTF8 == isUTF8)
  }

  @Test(
    "subsets of GB18030 are read as that",
    arguments: [
      ("GB2312", "GB18030"), ("gb2312", "GB18030"), ("GBK", "GB18030"), ("cp936", "GB18030"),
      ("EUC-CN", "GB18030"), ("GB18030", "GB18030"), ("Big5", "Big5"), ("KOI8-R", "KOI8-R"),
    ])
  func converters(name: String, converter: String) {
    let encoding = TextEncoding(name: name, byteOrderMarkLength: 0, isDeclared: true)
    #expect(encoding.converterName == converter)
  }
}

@Suite("Bytes that are looked for")
struct ByteSearchTests {
  @Test(
    "the first place of some bytes in others",
    arguments: [
      ("abcabc", "bc", 1), ("abc", "", 0), ("", "", 0), ("ab", "abc", nil), ("aab", "ab", 1),
      ("abc", "d", nil), ("abc", "c", 2),
    ] as [(String, String, Int?)])
  func places(text: String, part: String, place: Int?) {
    #expect(Array(text.utf8).firstIndex(of: Array(part.utf8)) == place)
  }
}
