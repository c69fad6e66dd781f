import Foundation
import SeededRandom
import TestHelpers
import Testing

@testable import PropertyLists

@Suite("Writing binary property lists")
struct BinaryEncoderTests {
  @Test("objects are in the order of Core Foundation's writer, equal ones once")
  func order() throws {
    let xml = """
      <plist><array><dict><key>a</key><string>x</string><key>b</key><integer>1</integer></dict>\
      <string>a</string><real>1</real><integer>1</integer><true/><true/><data>YQ==</data></array>\
      </plist>
      """
    var file = BinaryFile([
      [0xA7, 1, 2, 6, 5, 7, 7, 8], [0xD2, 2, 3, 4, 5],
      BinaryFile.ascii("a"), BinaryFile.ascii("b"), BinaryFile.ascii("x"), [0x10, 1],
      BinaryFile.double(0x23, 1), [0x09], [0x41, 0x61],
    ])
    file.offsetSize = 1
    #expect(try parse(xml.utf8).fileBytesOrError(as: .binary) == file.bytes)
  }

  @Test(
    "an integer has as few bytes as it needs",
    arguments: [
      ("0", [0x10, 0]), ("255", [0x10, 0xFF]), ("256", [0x11, 1, 0]),
      ("65536", [0x12, 0, 1, 0, 0]),
      ("4294967296", [0x13, 0, 0, 0, 1, 0, 0, 0, 0]),
      ("-1", [0x13] + [UInt8](repeating: 0xFF, count: 8)),
      (
        "9223372036854775808",
        [0x14] + [UInt8](repeating: 0, count: 8) + [0x80] + [UInt8](repeating: 0, count: 7)
      ),
    ] as [(String, [UInt8])])
  func integers(_ text: String, _ object: [UInt8]) throws {
    let file = try parseValue("<integer>\(text)</integer>").fileBytesOrError(as: .binary)
    #expect(file.dropFirst(8).prefix(object.count).elementsEqual(object))
  }

  @Test(
    "equal texts are written once, however the property list has them",
    arguments: ["ab", "a text of more than 15 characters", String(repeating: "x", count: 300), ""])
  func equalTexts(_ text: String) throws {
    let forms = [
      "<string>\(text)</string>", "<string><![CDATA[\(text)]]></string>",
      "<string>\(text)<!-- c --></string>",
    ]
    for (first, second) in [(0, 1), (1, 0), (1, 2), (0, 0)] {
      let document = try parseValue("<array>\(forms[first])<true/>\(forms[second])</array>")
      let wanted = try parseValue("<array>\(forms[0])<true/>\(forms[0])</array>")
      let file = try document.fileBytesOrError(as: .binary)
      #expect(try wanted.fileBytesOrError(as: .binary) == file)
      #expect(try parse(file).allNodes.count == 4)
    }
  }

  @Test("a file that is written in several pieces has all of them in their order")
  func pieces() throws {
    let texts = (0..<30_000).map { "\($0) \($0 % 3 == 0 ? "é" : "e")" }
    let elements = texts.map { "<string>\($0)</string>" }.joined()
    let document = try parseValue("<array>\(elements)</array>")
    var pieces = 0
    var file: [UInt8] = []
    try document.writeFile(as: .binary) { (piece) throws(any Error) in
      pieces += 1
      file += piece
    }
    #expect(pieces > 4)
    let again = try parse(file)
    #expect(again.allNodes.dropFirst().map { again.text(of: $0) } == texts)
  }

  @Test("a file that is not edited, or no longer, is written as it was read")
  func unedited() throws {
    // Numbers are wider than they need be, and an object is there twice.
    let bytes = BinaryFile.array(of: [[0x11, 0, 1], [0x11, 0, 1], [0x80, 1]]).bytes
    var file = BinaryFile.array(of: [[0x11, 0, 1], [0x11, 0, 1]])
    file.objects.append([0x80, 1])
    #expect(failure(parsing: bytes) != nil)
    let document = try parse(file.bytes)
    #expect(try document.fileBytesOrError() == file.bytes)
    let change = try document.appendString("x")
    let edited = try document.fileBytesOrError()
    #expect(edited != file.bytes && edited.starts(with: "bplist00".utf8))
    document.undo(change)
    #expect(try document.fileBytesOrError() == file.bytes)
  }

  @Test(
    "an object that is kept with a value is written only if that says as much of it as it can",
    arguments: [
      ("string", "1", "VWFi", nil), ("string", "1", "UmFi", nil), ("string", "1", "", nil),
      ("string", "1", "X///////", nil), ("key", "1", "QWE=", nil),
      ("key", "1", "UTE=", [0x51, 0x31]),
      ("string", "a\\u0001", "UmEB", [0x52, 0x61, 1]), ("string", "b\\u0001", "UmEB", nil),
      ("real", "1", "JAAA", nil), ("real", "1.5", "Ij/AAAA=", [0x22, 0x3F, 0xC0, 0, 0]),
      ("real", "2.5", "Ij/AAAA=", nil), ("integer", "1", "Ij+AAAA=", nil),
      ("date", "2001-01-01T00:00:00Z", "Mz/gAAAAAAAA", [0x33, 0x3F, 0xE0]),
      ("date", "2001-01-01T00:00:01Z", "Mz/gAAAAAAAA", nil),
    ] as [(String, String, String, [UInt8]?)])
  func kept(_ kind: String, _ text: String, _ instruction: String, _ object: [UInt8]?) throws {
    let element = "<\(kind)>\(text)<?bplist \(instruction)?></\(kind)>"
    let document = try parseValue(kind == "key" ? "<dict>\(element)<true/></dict>" : element)
    let file = try document.fileBytesOrError(as: .binary)
    let node = try #require(parse(file).allNodes.first { kind != "key" || $0 != .root })
    #expect(try parse(file).text(of: node) == (kind == "real" && text == "1" ? "1.0" : text))
    if let object {
      #expect(file.firstIndex(of: object) != nil)
    } else {
      let plain = "<\(kind)>\(text)</\(kind)>"
      let other = try parseValue(kind == "key" ? "<dict>\(plain)<true/></dict>" : plain)
      #expect(try other.fileBytesOrError(as: .binary) == file)
    }
  }

  @Test("dates are the seconds since 2001, in any year")
  func dates() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<Rounds.of(2000) {
      let range = ([1e3, 1e9, 1e11, 9e14] as [Double]).randomElement(using: &generator) ?? 1
      let seconds = Double.random(in: -range...range, using: &generator).rounded(.down)
      let date = try #require(PropertyListDate(secondsSince2001: seconds))
      #expect(date.secondsSince2001 == seconds)
      #expect(PropertyListDate(Array(date.text.utf8)) == date)
    }
    #expect(PropertyListDate(secondsSince2001: .infinity) == nil)
  }

  @Test(
    "a date that cannot be read again is refused, when it is added and when it is written",
    arguments: [
      ("99999999-01-01T00:00:00Z", false), ("-99999999-01-01T00:00:00Z", false),
      ("31690738-12-31T23:59:59Z", true), ("31690740-01-01T00:00:00Z", false),
      ("-31686737-12-31T00:00:00Z", true), ("-31686738-01-01T00:00:00Z", false),
      ("99999999999999-01-01T00:00:00Z", false),
      ("99999999999999999999999-01-01T00:00:00Z", false),
    ])
  func datesInRange(_ text: String, isReadable: Bool) throws {
    let element = "<date>\(text)</date>"
    let xml = try parseValue("<array>\(element)</array>")
    let binary = try parse(parseValue("<array><true/></array>").fileBytesOrError(as: .binary))
    if isReadable {
      let again = try parse(xml.fileBytesOrError(as: .binary))
      #expect(again.allNodes.dropFirst().map { again.text(of: $0) } == [text])
      _ = try binary.add(Array(element.utf8), isMember: false)
    } else {
      #expect(throws: UnwritableFile.self) { try xml.fileBytesOrError(as: .binary) }
      #expect(throws: PropertyListError.self) {
        try binary.add(Array(element.utf8), isMember: false)
      }
    }
  }

  @Test("in a binary file, a number is not replaced by an infinite one or by zero")
  func numbersInRange() throws {
    let binary = try parse(
      parseValue("<array><real>1</real></array>").fileBytesOrError(as: .binary))
    for text in ["1e999", "-1e309", "1e-999", "0.00001e-320"] {
      let element = Array("<real>\(text)</real>".utf8)
      #expect(throws: PropertyListError.self) { try binary.add(element, isMember: false) }
      // However it gets there.
      let value = binary.addText(element)
      let change = binary.replaceText(
        from: .before(binary.elementStart(of: 1)), to: .before(binary.elementStart(of: 1)),
        with: [value])
      #expect(throws: UnwritableFile.self) { try binary.fileBytesOrError() }
      binary.undo(change)
    }
    for text in ["inf", "-inf", "nan", "0", "0.000e-999", "1.7976931348623157e308", "5e-324"] {
      _ = try binary.add(Array("<real>\(text)</real>".utf8), isMember: false)
    }
  }

  @Test(
    "a number is the same in 64 bits if it is with the digits that it is written with",
    arguments: [
      ("0.1", true), ("0.10000000000000001", true), ("0.1000000000000000055511151231257827", true),
      ("0.10000000000000000001", false), ("18446744073709551616", true),
      ("18446744073709551617", false), ("123456789012345678901234567890", false),
      ("3.14159265358979323846", false), ("1e22", true), ("100000000000000000000000", true),
      ("1e400", false), ("1e-400", false), ("-1.5E3", true), ("inf", true), ("nan", true),
      ("5e-324", true), ("000.000", true), ("000123.4500", true),
      ("0.\(String(repeating: "1", count: 5000))", false),
    ])
  func exactNumbers(_ text: String, isExact: Bool) {
    #expect(Array(text.utf8).withUnsafeBufferPointer(ScalarSyntax.isExact) == isExact)
  }

  @Test("a text that would be too long when it is read again is refused")
  func tooLong() throws {
    // Written once, read fifty times.
    let text = "<string>\(String(repeating: "x", count: 1 << 21))</string>"
    func list(_ count: Int) throws -> PropertyListDocument {
      try parseValue("<array>\(String(repeating: text, count: count))</array>")
    }
    // Its limit is 64 MiB, and 32 times the size of the file.
    let file = try list(60).fileBytesOrError(as: .binary)
    #expect(try parse(file).elements(of: .root).reduce(0) { count, _ in count + 1 } == 60)
    #expect(throws: UnwritableFile.self) { try list(65).fileBytesOrError(as: .binary) }
  }

  @Test("a keyed archive that could not be read again is refused")
  func archives() throws {
    func archive(_ uid: Int) throws -> PropertyListDocument {
      try parseValue(
        """
        <dict><key>$archiver</key><string>x</string><key>$objects</key>\
        <array><string>a</string></array><key>$top</key><dict><key>root</key>\
        <dict><key>CF$UID</key><integer>\(uid)</integer></dict></dict></dict>
        """)
    }
    #expect(try parse(archive(0).fileBytesOrError(as: .binary)).isKeyedArchive)
    #expect(throws: UnwritableFile.self) { try archive(5).fileBytesOrError(as: .binary) }
  }

  @Test("plistlib reads what is written and writes what is read, to the byte")
  func plistlib() throws {
    let directory = try TemporaryDirectory()
    let count = Rounds.of(40)
    for number in 0..<count {
      var random = RandomPlist(seed: UInt64(number))
      let document = try parse("<plist>\(random.catalogue().xml)</plist>".utf8)
      try directory.write(Data(document.fileBytesOrError(as: .xml)), to: "\(number).xml")
      try directory.write(Data(document.fileBytesOrError(as: .binary)), to: "\(number).ours")
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "plistlib_files.py").path()
    process.arguments = ["python3", "-B", script, directory.path, String(count)]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    for number in 0..<count {
      let theirs = Array(try Data(contentsOf: directory.url.appending(path: "\(number).theirs")))
      let values = Array(try Data(contentsOf: directory.url.appending(path: "\(number).values")))
      let (document, wanted) = (try parse(theirs), try parse(values))
      let shown = [document, wanted].map { document in
        document.allNodes.map { node -> String in
          switch document.kind(of: node) {
          case .dict, .array: "\(document.kind(of: node))"
          case .real: "\(document.real(at: node) ?? 0)"
          case .data: "\(document.data(at: node) ?? [])"
          case let kind: "\(kind) \(document.text(of: node))"
          }
        }
      }
      #expect(shown[0] == shown[1], "\(number)")
      #expect(try parse(values).fileBytesOrError(as: .binary) == theirs, "\(number)")
    }
  }
}
