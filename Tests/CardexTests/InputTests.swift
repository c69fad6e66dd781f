import Foundation
import TestHelpers
import Testing

/// Which files the program reads and which it rejects.
@Suite struct InputTests {
  @Test(
    "what is not a readable catalogue is refused with file, line and column, and status 2",
    arguments: [
      ("", "1:1: the file is empty"),
      ("hello", "1:1: not an XML property list"),
      ("\0\u{5}\u{16}\u{7}", "1:1: an AppleDouble file"),
      (
        "<!DOCTYPE plist [<!ATTLIST string a CDATA 'v'>]>", "1:18: a property list must not declare"
      ),
      ("a = b;", "1:1: a strings file"),
      ("// A comment.\nimport Testing\n", "1:1: not an XML property list"),
      ("{ a = b; }", "1:1: an OpenStep (text) property list"),
      ("{\"a\": 1}", "1:1: JSON"),
      ("<html></html>", "1:1: HTML"),
      ("<plist>\n<array>", "2:8: the file ends inside <array>"),
      ("<plist><date>2023-02-30T00:00:00Z</date></plist>", "1:8: '2023-02-30T00:00:00Z' is not"),
    ])
  func refused(_ text: String, _ message: String) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: "file")
    for command in [["search", "x"], ["show"], ["sections"], ["info"], ["check"]] {
      let outcome = try Tool.run(command + [file])
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("cardex: \(file):\(message)"))
    }
  }

  @Test(
    "of a file that is refused only the program says something, in one line",
    arguments: [
      "<!DOCTYPE plist [<!ENTITY lt \"x\">]>", "<!DOCTYPE plist [<!ENTITY apos '&#38;'>]>",
      "<!DOCTYPE plist [<!ENTITY % a SYSTEM 'http://[::'>%a;]>",
      "<!DOCTYPE plist [<!ATTLIST plist a (x|x) 'y'>]>",
      "<?oasis-xml-catalog catalog='nowhere'?><!DOCTYPE plist PUBLIC 'a' 'b' [<!ENTITY a SYSTEM 'c'>]>",
    ])
  func oneLine(_ start: String) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(start + "<plist><array/></plist>", to: "file")
    let outcome = try Tool.run(["show", file], environment: ["XML_DEBUG_CATALOG": "1"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("cardex: \(file):1:"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("a missing file and a directory are errors")
  func missing() throws {
    #expect(
      try Tool.run(["show", "missing"]).errors == "cardex: missing: No such file or directory\n")
    #expect(try Tool.run(["show", "."]).errors == "cardex: .: Is a directory\n")
    #expect(try Tool.run(["show", "."]).status == 2)
  }

  @Test("standard input is read where it is named and where no file is")
  func standardInput() throws {
    let list = Data(plist("<array><string>Hanna</string></array>").utf8)
    #expect(try Tool.run(["search", "hanna"], input: list).output == "/Hanna\n")
    #expect(try Tool.run(["search", "hanna", "-"], input: list).output == "/Hanna\n")
    #expect(try Tool.run(["show"], input: list).output == "Hanna\n")
    #expect(
      try Tool.run(["search", "-H", "--label=people", "hanna"], input: list).output
        == "people:/Hanna\n")
  }

  @Test("files in other encodings are read, and --encoding overrides what they declare")
  func encodings() throws {
    let directory = try TemporaryDirectory()
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><array><string>Äh</string></array></plist>"
    let wide = try directory.write(try #require(text.data(using: .utf16)), to: "wide")
    #expect(try Tool.run(["search", "äh", wide]).output == "/Äh\n")
    let latin = try directory.write(
      try #require(text.replacing("UTF-16", with: "UTF-8").data(using: .isoLatin1)), to: "latin")
    #expect(try Tool.run(["search", "äh", latin]).status == 2)
    #expect(try Tool.run(["search", "--encoding=ISO-8859-1", "äh", latin]).output == "/Äh\n")
    let unknown = try Tool.run(["search", "--encoding=nothing", "äh", latin])
    #expect(unknown.errors == "cardex: \(latin):1:1: unknown character encoding 'nothing'\n")
  }

  @Test(
    "text in a wider encoding than --encoding names is rejected",
    arguments: ["UTF-8", "ISO-8859-1"])
  func mistakenEncoding(_ name: String) throws {
    let directory = try TemporaryDirectory()
    let text = "<?xml version=\"1.0\"?>\n<plist><string>a</string></plist>"
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian] {
      let file = try directory.write(try #require(text.data(using: encoding)), to: "wide")
      let outcome = try Tool.run(["show", "--encoding=\(name)", file])
      #expect(outcome.status == 2)
      #expect(outcome.errors.hasSuffix(" the text contains a NUL character\n"))
    }
  }

  @Test("text in a wider encoding after a byte-order mark is rejected")
  func mistakenMark() throws {
    let directory = try TemporaryDirectory()
    let text = "<?xml version=\"1.0\"?><plist><array><string>abc</string></array></plist>"
    for (mark, encoding) in [
      ([0xEF, 0xBB, 0xBF], String.Encoding.utf16LittleEndian), ([0xFF, 0xFE], .utf32LittleEndian),
    ] as [([UInt8], String.Encoding)] {
      let file = try directory.write(
        Data(mark) + (try #require(text.data(using: encoding))), to: "x")
      let outcome = try Tool.run(["info", file])
      #expect(outcome.status == 2)
      #expect(outcome.errors == "cardex: \(file):1:2: the text contains a NUL character\n")
    }
  }

  @Test(
    "a file under another name is a property list if its first 1,024 bytes say so",
    arguments: [(1023, true), (1024, true), (1025, false)])
  func otherName(end: Int, isFound: Bool) throws {
    let directory = try TemporaryDirectory()
    let blanks = String(repeating: " ", count: end - "<plist".utf8.count)
    _ = try directory.write(blanks + "<plist><string>needle</string></plist>", to: "list.txt")
    let outcome = try Tool.run(["search", "-r", "-h", "needle", directory.url.path()])
    #expect(outcome.output == (isFound ? "/needle\n" : ""))
  }

  @Test("an entry without the keys that the others have is found by what it has")
  func labelOutsideSample() throws {
    var entries = (0..<16_384).map { "<dict><key>name</key><string>v\($0)</string></dict>" }
    entries[8191] = "<dict><key>headline</key><string>odd one</string></dict>"
    let list = Data(plist("<array>" + entries.joined() + "</array>").utf8)
    #expect(try Tool.run(["search", "odd one"], input: list).output == "/odd one\n")
    #expect(try Tool.run(["search", "-c", ""], input: list).output == "16384\n")
  }

  @Test("an external entity is neither read nor shown")
  func externalEntity() throws {
    let directory = try TemporaryDirectory()
    let secret = try directory.write("SECRET", to: "secret")
    let file = try directory.write(
      """
      <!DOCTYPE plist [<!ENTITY x SYSTEM "file://\(secret)">]>
      <plist><array><string>&x;</string></array></plist>
      """, to: "file")
    let outcome = try Tool.run(["show", file])
    #expect(outcome.status == 2)
    #expect(!(outcome.output + outcome.errors).contains("SECRET"))
    #expect(outcome.errors.contains(":1:18: a property list must not declare entities"))
  }

  @Test("the options that say how a catalogue is read do so")
  func shapeOptions() throws {
    let list = plist(
      """
      <dict><key>v</key><integer>1</integer><key>deep</key><dict><key>quiz</key><array>
      <dict><key>q</key><string>One</string><key>hint</key><string>H</string>
      <key>options</key><array><string>a</string></array></dict>
      </array></dict></dict>
      """)
    let run = { (arguments: [String]) in
      try Tool.run(["show"] + arguments + ["-"], input: Data(list.utf8)).output
    }
    let sections = ["--root=deep.quiz", "--members-key=options"]
    #expect(try run(sections + ["--title-key=hint"]) == "– H  (1)\n    a\n")
    #expect(try run(sections + ["--title-key=q"]) == "– One  (1)\n    a\n")
    #expect(
      try run(["--root=deep.quiz", "--flat", "--label-key=hint", "--detail-key=q"]) == "H  One\n")
    let wrong = try Tool.run(["show", "--root=deep.x", "-"], input: Data(list.utf8))
    #expect(
      wrong.errors == "cardex: (standard input): no 'x' at --root 'deep.x'; available: quiz\n")
  }
}
