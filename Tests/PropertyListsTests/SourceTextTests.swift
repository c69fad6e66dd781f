import Foundation
import Testing

@testable import PropertyLists

@Suite("Text in other encodings")
struct SourceTextTests {
  private static func declaration(_ encoding: String) -> String {
    "<?xml version='1.0' encoding='\(encoding)'?>\n"
  }

  private static func document(_ content: String) -> String {
    "<plist><string>\(content)</string></plist>"
  }

  private static let wide: [(String.Encoding, mark: [UInt8])] = [
    (.utf8, [0xEF, 0xBB, 0xBF]), (.utf16LittleEndian, [0xFF, 0xFE]),
    (.utf16BigEndian, [0xFE, 0xFF]), (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
    (.utf32BigEndian, [0, 0, 0xFE, 0xFF]),
  ]

  @Test("Unicode text is read with and without a mark", arguments: wide.indices, [true, false])
  func unicode(index: Int, isMarked: Bool) throws {
    let (encoding, mark) = Self.wide[index]
    for prologue in ["", "<?xml version='1.0'?>", Self.declaration("UTF-16")] {
      if encoding == .utf8, prologue.contains("UTF-16"), !isMarked { continue }
      let text = prologue + Self.document("aé漢😀\u{E000}")
      let bytes = Array(try #require(text.data(using: encoding)))
      let document = try parse((isMarked ? mark : []) + bytes)
      #expect(document.text(of: document.root) == "aé漢😀\u{E000}")
      #expect(document.source.bytes.elementsEqual(text.utf8))
      #expect(document.source.encoding.byteOrderMarkLength == (isMarked ? mark.count : 0))
    }
  }

  /// Names of encodings, bytes in them, and the text that those represent.
  private static let contents: [(String, bytes: [UInt8], String)] = [
    ("GB18030", [0xD6, 0xD0, 0xCE, 0xC4, 0x81, 0x30, 0x81, 0x30], "中文\u{80}"),
    ("GB18030", [0x94, 0x39, 0xFC, 0x36], "😀"),
    ("GBK", [0xE9, 0x46, 0x81, 0x40], "镕丂"),
    ("GB2312", [0xD6, 0xD0, 0xE9, 0x46, 0x81, 0x40], "中镕丂"),
    ("gb2312", [0xD6, 0xD0], "中"), ("CP936", [0x81, 0x40], "丂"),
    ("ISO-8859-1", [0x63, 0x61, 0x66, 0xE9, 0xFF], "caféÿ"),
    ("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B, 0xB1, 0x83, 0x5C], "日本ｱソ"),
    ("KOI8-R", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4, 0x80], "Привет─"),
    ("windows-1252", [0x93, 0x80, 0x94], "“€”"), ("EUC-JP", [0xC6, 0xFC, 0xCB, 0xDC], "日本"),
    ("Big5", [0xA4, 0xA4, 0xA4, 0xE5], "中文"), ("US-ASCII", [0x41], "A"),
    ("UTF-8", [0xC3, 0xA9], "é"), ("utf8", [0xC3, 0xA9], "é"),
  ]

  @Test("declared encodings are read", arguments: contents.indices)
  func declared(index: Int) throws {
    let (name, bytes, text) = Self.contents[index]
    let beginning = Self.declaration(name) + "<plist><string>"
    let document = try parse(Array(beginning.utf8) + bytes + Array("</string></plist>".utf8))
    #expect(document.text(of: document.root) == text)
    #expect(document.source.encoding.name == name)
    #expect(document.source.encoding.isDeclared)
  }

  @Test("an encoding that is asked for beats the declaration", arguments: contents.indices)
  func asked(index: Int) throws {
    let (name, bytes, text) = Self.contents[index]
    for declared in ["UTF-8", "ISO-8859-5", "nonsense", "UTF-16"] {
      let beginning = Self.declaration(declared) + "<plist><string>"
      let document = try parse(
        Array(beginning.utf8) + bytes + Array("</string></plist>".utf8), encoding: name)
      #expect(document.text(of: document.root) == text)
      #expect(document.source.encoding.name == name)
      #expect(!document.source.encoding.isDeclared)
    }
  }

  @Test("UTF-16 that is asked for has the byte order of its mark", arguments: [1, 2])
  func askedUTF16(index: Int) throws {
    let (encoding, mark) = Self.wide[index]
    let bytes = Array(try #require(Self.document("é漢").data(using: encoding)))
    let document = try parse(mark + bytes, encoding: "UTF-16")
    #expect(document.text(of: document.root) == "é漢")
  }

  @Test(
    "an encoding that nobody knows is an error",
    arguments: ["nonsense", "UTF-9", "é", "//", "GBK//IGNORE"])
  func unknown(name: String) {
    let text = Self.document("a")
    let expected = PropertyListError(.unknownEncoding(name))
    #expect(failure(parsing: (Self.declaration(name) + text).utf8) == expected)
    #expect(failure(parsing: text.utf8, encoding: name) == expected)
  }

  @Test(
    "a wide encoding cannot be declared in bytes",
    arguments: ["UTF-16", "utf-16le", "UTF-32", "UCS-2", "ISO-10646-UCS-4"])
  func wideDeclaration(name: String) {
    let text = Self.declaration(name) + Self.document("a")
    #expect(
      failure(parsing: text.utf8) == PropertyListError(.undecodable(encoding: name)))
  }

  @Test(
    "bytes that the encoding does not have are an error at their place",
    arguments: [
      ("GB18030", [0xD6, 0xD0], [0xFF]), ("GBK", [0xD6, 0xD0], [0xD6, 0x20]),
      ("Shift_JIS", [0x93, 0xFA], [0x93, 0x0A]), ("EUC-JP", [0xC6, 0xFC], [0xFF, 0xFF]),
      ("US-ASCII", [0x41], [0xE9]), ("UTF-8", [0xC3, 0xA9], [0xE9, 0x3C]),
    ] as [(String, [UInt8], [UInt8])])
  func invalid(name: String, valid: [UInt8], invalid: [UInt8]) {
    let head = Array((Self.declaration(name) + "<plist>\r<string>").utf8)
    let bytes = head + valid + invalid + Array("</string></plist>".utf8)
    #expect(
      failure(parsing: bytes)
        == PropertyListError(
          .undecodable(encoding: name), at: SourceLocation(line: 3, column: 10)))
  }

  @Test(
    "a lone surrogate and half a unit are errors at their place",
    arguments: [[0xD8, 0x00, 0x00, 0x41], [0xDC, 0x00, 0x00, 0x41], [0xD8], [0xD8, 0x3D, 0xDE]]
      as [[UInt8]])
  func invalidUTF16(bytes: [UInt8]) throws {
    let head = Array(try #require("<plist>\n<string>é".data(using: .utf16BigEndian)))
    #expect(
      failure(parsing: head + bytes)
        == PropertyListError(
          .undecodable(encoding: "UTF-16BE"), at: SourceLocation(line: 2, column: 10)))
  }

  @Test("a sequence cut short at the end is an error there", arguments: ["GB18030", "Shift_JIS"])
  func cutShort(name: String) {
    let text = Self.declaration(name) + Self.document("a")
    #expect(
      failure(parsing: Array(text.utf8) + [0x93])
        == PropertyListError(
          .undecodable(encoding: name),
          at: SourceLocation(line: 2, column: Self.document("a").count + 1)))
  }

  @Test(
    "a long text is converted whole, whatever falls on the ends of its pieces",
    arguments: [
      ("GB18030", [0x94, 0x39, 0xFC, 0x36], "😀"), ("GBK", [0xD6, 0xD0], "中"),
      ("KOI8-R", [0x80], "─"), ("Shift_JIS", [0x93, 0xFA], "日"), ("ISO-8859-1", [0xE9], "é"),
    ] as [(String, [UInt8], String)], [0, 1, 2, 3])
  func long(conversion: (name: String, bytes: [UInt8], text: String), shift: Int) throws {
    let padding = String(repeating: "x", count: shift)
    let head = Self.declaration(conversion.name) + "<plist><string>" + padding
    let body = Array(repeating: conversion.bytes, count: 200_000).joined()
    let document = try parse(Array(head.utf8) + body + Array("</string></plist>".utf8))
    let expected = padding + String(repeating: conversion.text, count: 200_000)
    let root = try #require(document.scalar(document.root))
    #expect(document.hasText(root, expected))
  }

  @Test("an error far into a long text is found at its place")
  func farFault() {
    let head = Self.declaration("GBK") + "<plist>\n<string>"
    let body = Array(repeating: [0xD6, 0xD0] as [UInt8], count: 100_000).joined()
    #expect(
      failure(parsing: Array(head.utf8) + body + [0xFF] + Array("</string>".utf8))
        == PropertyListError(
          .undecodable(encoding: "GBK"), at: SourceLocation(line: 3, column: 100_009)))
  }

  @Test("a fault in the structure is located in the converted text")
  func structure() {
    let head = Self.declaration("GBK") + "<plist><array><string>"
    let bytes = Array(head.utf8) + [0xD6, 0xD0] + Array("</string><a/>".utf8)
    #expect(
      failure(parsing: bytes)
        == PropertyListError(.unknownElement("a"), at: SourceLocation(line: 2, column: 33)))
  }
}
