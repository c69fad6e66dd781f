import Platform
import SeededRandom
import TestHelpers
import Testing

@testable import PropertyLists

/// Files as they are saved.
@Suite struct WritingTests {
  private static let text = """
    <?xml version="1.0"?>
    <plist version="1.0">
    <array>
    \t<string>M\u{FC}ller &amp; <![CDATA[S\u{F6}hne]]></string>
    \t<string>two</string>
    </array>
    </plist>

    """

  @Test(
    "a file is saved in its own encoding, after its own mark",
    arguments: [
      ("UTF-8", []), ("UTF-8", [0xEF, 0xBB, 0xBF]), ("UTF-16LE", [0xFF, 0xFE]),
      ("UTF-16BE", [0xFE, 0xFF]), ("UTF-16LE", []), ("UTF-32LE", [0xFF, 0xFE, 0, 0]),
    ] as [(String, [UInt8])])
  func encodings(_ name: String, mark: [UInt8]) throws {
    let original = mark + WritingTests.encoded(WritingTests.text, as: name)
    let document = try PropertyListDocument(FileBytes(original))
    #expect(document.fileBytes == original)
    let edit = try document.appendString("n\u{E9}w \u{4E2D}")
    let edited = WritingTests.text.replacing(
      "</array>", with: "\t<string>n\u{E9}w \u{4E2D}</string>\n</array>")
    #expect(document.fileBytes == mark + WritingTests.encoded(edited, as: name))
    document.undo(edit)
    #expect(document.fileBytes == original)
  }

  @Test(
    "a long text is saved whole, whatever falls on the ends of its pieces", arguments: [0, 1, 2],
    ["GBK", "UTF-16LE"])
  func long(shift: Int, name: String) throws {
    // More text than is converted at once, with characters of two and of three bytes.
    let value = String(repeating: "x", count: shift) + String(repeating: "é中", count: 20_000)
    let declaration = name == "GBK" ? "<?xml version='1.0' encoding='GBK'?>\n" : ""
    let text = "\(declaration)<plist><array><string>\(value)</string></array></plist>\n"
    let original = (name == "GBK" ? [] : [0xFF, 0xFE]) + WritingTests.encoded(text, as: name)
    let document = try PropertyListDocument(FileBytes(original))
    _ = try document.appendString("b")
    let saved = try PropertyListDocument(FileBytes(document.fileBytes))
    #expect(saved.fileBytes.count > original.count)
    let first = try #require(saved.elements(of: saved.root).first { _ in true })
    #expect(saved.hasText(try #require(saved.scalar(first)), value))
  }

  @Test("characters that an encoding does not have are written as references")
  func references() throws {
    let declaration = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
    let original = Array(
      "\(declaration)<plist><array><string>caf\u{E9}</string></array></plist>"
        .unicodeScalars.map { UInt8($0.value) })
    let document = try PropertyListDocument(FileBytes(original))
    _ = try document.appendString("\u{E9}\u{4E2D}")
    let saved = document.fileBytes
    #expect(String(saved.map { Character(Unicode.Scalar($0)) }).contains("\u{E9}&#20013;</string>"))
    let again = try PropertyListDocument(FileBytes(saved))
    #expect(again.elements(of: 0).map { again.text(of: $0) } == ["caf\u{E9}", "\u{E9}\u{4E2D}"])
  }

  @Test(
    "nothing is added that the declared encoding lacks, though a larger one was read",
    arguments: [
      ("GB2312", [0xD6, 0xD0], "角镕", [0xBD, 0xC7], "&#38229;"),
      ("GB2312", [0xE9, 0x46], "角镕", [0xBD, 0xC7], "&#38229;"),
      ("GB2312", [0xA1, 0xA4], "角丂", [0xBD, 0xC7], "&#19970;"),
      ("EUC-CN", [0xA1, 0xAA], "角\u{20087}", [0xBD, 0xC7], "&#131207;"),
      ("GB_2312-80", [0xD6, 0xD0], "角丂", [0xBD, 0xC7], "&#19970;"),
      ("GB_2312-80", [0xE9, 0x46], "角\u{2E81}", [0xBD, 0xC7], "&#11905;"),
      ("GBK", [0x81, 0x30, 0x81, 0x30], "丂\u{20087}", [0x81, 0x40], "&#131207;"),
    ] as [(String, [UInt8], String, [UInt8], String)])
  func supersets(
    _ name: String, existing: [UInt8], added: String, own: [UInt8], reference: String
  ) throws {
    let written = own + Array(reference.utf8)
    let opening = Array("<?xml version='1.0' encoding='\(name)'?><plist><array>".utf8)
    let first = Array("<string>".utf8) + existing + Array("</string>".utf8)
    let document = try PropertyListDocument(
      FileBytes(opening + first + Array("\n</array></plist>".utf8)))
    _ = try document.appendString(added)
    let second = Array("\n\t<string>".utf8) + written + Array("</string>".utf8)
    #expect(document.fileBytes == opening + first + second + Array("\n</array></plist>".utf8))
    #expect(throws: ReportedError.self) {
      try document.checkMarkup(in: Array("<!-- \(added) --><true/>".utf8))
    }
  }

  @Test(
    "what an encoding does not have is a reference in its place, whoever converts",
    arguments: ["ISO-8859--1", "ISO-8859-1", "ISO-8859-15", "windows-1252", "koi8r", "ibm-943"])
  func referencesInPlace(name: String) throws {
    let start = "<?xml version='1.0' encoding='\(name)'?><plist><array>"
    let document = try PropertyListDocument(
      FileBytes(Array("\(start)<string>a</string></array></plist>".utf8)))
    let text = "x\u{1F600}y奥\u{1F601}\u{1F602}z"
    _ = try document.appendString(text)
    let again = try PropertyListDocument(FileBytes(document.fileBytes))
    #expect(again.elements(of: 0).map { again.text(of: $0) } == ["a", text])
  }

  /// Among them encodings of which a larger one is read, or of which converters disagree.
  private static let declared = [
    "GB2312", "GBK", "CP936", "GB18030", "Big5", "Big5-HKSCS", "Shift_JIS", "Windows-31J", "CP932",
    "EUC-JP", "ISO-2022-JP", "EUC-KR", "CP949", "windows-1252", "TIS-620", "KOI8-R", "TCVN",
  ]

  @Test("whatever is added is read again as it was, in every encoding", arguments: declared)
  func anyCharacter(_ name: String) throws {
    let opening = "<?xml version='1.0' encoding='\(name)'?><plist><array><string>a"
    let document = try PropertyListDocument(FileBytes("\(opening)</string></array></plist>".utf8))
    // All of ASCII at once; of the rest some at random, or every one.
    let isWhole = Rounds.of(1) > 1
    var random = SeededGenerator(seed: 7)
    let scalars = (0x20...0xFFFD).compactMap(Unicode.Scalar.init).filter {
      $0.value < 0x100 || [0x20AC, 0x2015, 0x30FB].contains($0.value) || isWhole
        || Int.random(in: 0..<16, using: &random) == 0
    }
    var text = ""
    for scalar in scalars { text.unicodeScalars.append(scalar) }
    _ = try document.appendString(
      String(decoding: ElementText.escaped(text), as: UTF8.self))
    let again = try PropertyListDocument(FileBytes(document.fileBytesOrError()))
    let read = try #require(again.elements(of: 0).map { again.text(of: $0) }.last)
    #expect(read.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("markup with a character that is another one when it is read again cannot be written")
  func markupOfLargerEncoding() throws {
    for (name, markup) in [("GBK", "<!-- \u{20AC} -->"), ("Shift_JIS", "<!-- \\ -->")] {
      let text = "<?xml version='1.0' encoding='\(name)'?><plist><array/></plist>"
      let document = try PropertyListDocument(FileBytes(text.utf8))
      #expect(throws: ReportedError.self) {
        try document.checkMarkup(in: Array("<string>\(markup)</string>".utf8))
      }
      let comment = document.addText(Array(markup.utf8))
      _ = document.replaceText(from: .before(0), to: .before(0), with: [comment])
      #expect(throws: UnwritableFile.markup(name)) { try document.fileBytesOrError() }
    }
  }

  @Test("text of which an encoding makes other characters is refused")
  func composed() throws {
    let opening = "<?xml version='1.0' encoding='TCVN'?><plist><array>"
    let text = opening + "<string>a</string></array></plist>"
    let document = try PropertyListDocument(FileBytes(text.utf8))
    _ = try document.appendString("a\u{301}")
    do {
      let again = try PropertyListDocument(FileBytes(document.fileBytesOrError()))
      let read = again.elements(of: 0).map { again.text(of: $0) }.last ?? ""
      #expect(Array(read.unicodeScalars) == ["a", "\u{301}"])
    } catch let error as UnwritableFile {
      #expect(error == .encoding("TCVN"))
    }
  }

  @Test("markup with characters that an encoding does not have cannot be written")
  func markup() throws {
    let latin = Array(
      "<?xml version='1.0' encoding='ISO-8859-1'?><plist><string>\u{E9}</string></plist>"
        .unicodeScalars.map { UInt8($0.value) })
    let document = try PropertyListDocument(FileBytes(latin))
    try document.checkMarkup(in: Array("<!-- a --><string>\u{4E2D}</string>".utf8))
    try document.checkMarkup(in: Array("<!-- \u{E9} --><string>\u{4E2D}</string>".utf8))
    for markup in ["<!-- \u{4E2D} -->", "<![CDATA[\u{4E2D}]]>", "<?p \u{4E2D}?>"] {
      #expect(throws: ReportedError.self) {
        try document.checkMarkup(in: Array("<string>a\(markup)</string>".utf8))
      }
    }
    let unicode = try PropertyListDocument(FileBytes("<plist><true/></plist>".utf8))
    try unicode.checkMarkup(in: Array("<![CDATA[\u{4E2D}]]>".utf8))
  }

  /// Text with two escape sequences where one would suffice.
  private static let unwritable: [UInt8] =
    Array("<?xml version='1.0' encoding='ISO-2022-JP'?><plist><array><string>".utf8)
    + [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x1B, 0x24, 0x42, 0x4B, 0x5C]
    + [0x1B, 0x28, 0x42] + Array("</string></array></plist>".utf8)

  @Test("text that would not come back as it was is refused once it is edited")
  func refused() throws {
    let document = try PropertyListDocument(FileBytes(WritingTests.unwritable))
    #expect(document.fileBytes == WritingTests.unwritable)
    _ = try document.appendString("x")
    #expect(throws: UnwritableFile.encoding("ISO-2022-JP")) { try document.fileBytesOrError() }
  }

  @Test("what is not written ends the writing", arguments: ["UTF-8", "ISO-8859-1"], [true, false])
  func stopped(name: String, isEdited: Bool) throws {
    struct Stop: Error {}
    let text = "<?xml version='1.0' encoding='\(name)'?><plist><array/></plist>"
    let document = try PropertyListDocument(FileBytes(text.utf8))
    if isEdited {
      let blank = document.addText([0x20])
      _ = document.replaceText(from: .before(0), to: .before(0), with: [blank])
    }
    #expect(document.hasSourceText != isEdited)
    do throws(FileWritingError<Stop>) {
      try document.writeFile { _ throws(Stop) in throw Stop() }
      Issue.record("written")
    } catch {
      if case .unwritable(let problem) = error { Issue.record("\(problem)") }
    }
  }

  @Test("a file is compared with an earlier text")
  func written() throws {
    for (document, isWritable) in [
      (try PropertyListDocument(FileBytes("<plist><array/></plist>".utf8)), true),
      (try PropertyListDocument(FileBytes(WritingTests.unwritable)), false),
    ] {
      let (first, bytes) = (document.pieces, document.fileBytes)
      let blank = document.addText([0x20])
      _ = document.replaceText(from: .before(0), to: .before(0), with: [blank])
      let second = document.pieces
      #expect(document.isWritten(as: first, in: FileBytes(bytes)))
      #expect(document.isWritten(as: second, in: FileBytes([0x20] + bytes)) == isWritable)
      for other in [bytes.dropLast(), bytes + [0x20], [0x21] + bytes.dropFirst()] {
        #expect(!document.isWritten(as: first, in: FileBytes(other)))
        #expect(!document.isWritten(as: second, in: FileBytes(other)))
      }
      #expect(document.pieces.ranges == second.ranges)
    }
  }

  @Test("text is put into a file's encoding if that is like ASCII and has it")
  func encodedLikeFile() throws {
    func encoded(_ text: [UInt8], _ file: [UInt8]) throws -> [UInt8]? {
      let document = try PropertyListDocument(FileBytes(file))
      return text.withUnsafeBufferPointer { document.encodedLikeFile($0) }
    }
    let text = Array("é <中".utf8)
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><plist><true/></plist>".utf8)
    #expect(try encoded(text, latin) == [0xE9] + Array(" <&#20013;".utf8))
    #expect(try encoded([0x61, 0xC3], latin) == nil)
    #expect(try encoded([0x61, 0xFF, 0x61], latin) == nil)
    #expect(try encoded(text, Array("<plist><true/></plist>".utf8)) == nil)
    #expect(try encoded(text, WritingTests.unwritable) == nil)
    let wide = WritingTests.encoded("<plist><true/></plist>", as: "UTF-16LE")
    #expect(try encoded(text, [0xFF, 0xFE] + wide) == nil)
  }

  @Test("what was converted is kept for rereading, and a file's own bytes need not be")
  func convertedText() throws {
    let text = "<plist><true/></plist>"
    #expect(try PropertyListDocument(FileBytes(text.utf8)).convertedText == nil)
    let wide = [0xFF, 0xFE] + WritingTests.encoded(text, as: "UTF-16LE")
    let converted = try #require(try PropertyListDocument(FileBytes(wide)).convertedText)
    #expect(converted.bytes.elementsEqual(text.utf8))
    #expect(converted.isIntact(0..<1))
  }

  private static func encoded(_ text: String, as name: String) -> [UInt8] {
    switch name {
    case "UTF-16LE": text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case "UTF-16BE": text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    case "UTF-32LE":
      text.unicodeScalars.flatMap { scalar in
        (0..<4).map { UInt8(scalar.value >> (8 * UInt32($0)) & 0xFF) }
      }
    case "GBK":
      text.unicodeScalars.flatMap { scalar -> [UInt8] in
        switch scalar {
        case "é": [0xA8, 0xA6]
        case "中": [0xD6, 0xD0]
        default: [UInt8(ascii: scalar)]
        }
      }
    default: Array(text.utf8)
    }
  }
}

extension PropertyListDocument {
  var fileBytes: [UInt8] { (try? fileBytesOrError()) ?? [] }

  func fileBytesOrError() throws -> [UInt8] {
    var result: [UInt8] = []
    do throws(FileWritingError<Never>) {
      try writeFile { result.append(contentsOf: $0) }
    } catch {
      switch error {
      case .unwritable(let problem): throw problem
      }
    }
    return result
  }

  /// Puts a string at the end of the root array.
  func appendString(_ text: String) throws -> TextPieces.Change {
    let addition = try add(
      Array("\n\t<string>\(text)</string>".utf8), isMember: false)
    let end = contentEnd(of: 0)
    return replaceText(
      from: .before(end - space(before: end).bytes.count),
      to: .before(end - space(before: end).bytes.count), with: [addition.range])
  }
}
