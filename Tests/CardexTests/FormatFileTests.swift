import Foundation
import TestHelpers
import Testing

/// Files in other formats than XML, used as a user uses files.
@Suite("Files in other formats")
struct FormatFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(
    "an entry's line and column are those in the file",
    arguments: [
      ("a.csv", "name,phone\nAnna,1\n\"B\nc\",2\nDora,3\n", "5:1"),
      ("a.json", "[\n  {\"name\": \"Anna\"},\n  {\"name\": \"Dora\"}\n]\n", "3:3"),
      ("a.plist", "{\n  people = ({ name = Anna; },\n    { name = Dora; });\n}\n", "3:5"),
      ("a.vcf", "BEGIN:VCARD\nFN:Anna\nEND:VCARD\nBEGIN:VCARD\nFN:Dora\nEND:VCARD\n", "4:1"),
    ])
  func places(name: String, text: String, place: String) throws {
    let file = try directory.write(text, to: name)
    let outcome = try Tool.run(["search", "--format", "{line}:{column} {label}", "Dora", file])
    #expect(outcome.output == "\(place) Dora\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test("characters that XML does not allow are kept from JSON to JSON")
  func controlCharacters() throws {
    let text = "[\n  \"a\\u0000b\"\n]\n"
    let file = try directory.write(text, to: "a.json")
    #expect(try Tool.run(["show", file]).output == "a\\u0000b\n")
    #expect(try Tool.run(["search", "-c", "\\u0000", file]).output == "1\n")
    #expect(try Tool.run(["convert", "--to=json", file]).output == text)
  }

  @Test("half of a surrogate pair is an error with its place")
  func surrogates() throws {
    let file = try directory.write("[\n  \"\\ud800\"]", to: "a.json")
    let outcome = try Tool.run(["show", file])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasSuffix(":2:4: U+D800 is only half of a character in UTF-16\n"))
  }

  @Test("a keyed archive is shown as the tree of its objects, and cannot be edited")
  func archive() throws {
    let program = """
      import plistlib, sys
      from plistlib import UID
      plistlib.dump({"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": UID(1)},
        "$objects": ["$null", {"NS.objects": [UID(2)], "$class": UID(4)},
          {"name": UID(3), "friend": UID(2), "$class": UID(5)}, "Anna",
          {"$classname": "NSArray"}, {"$classname": "Person"}]},
        open(sys.argv[1], "wb"), fmt=plistlib.FMT_BINARY)
      """
    let file = directory("a.plist")
    #expect(try Tool.runOther(["python3", "-c", program, file], environment: [:]).status == 0)
    #expect(try Tool.run(["search", "-x", "Anna", file]).output == "/Anna\n")
    #expect(try Tool.run(["info", file]).output.contains("a keyed archive"))
    let json = try Tool.run(["convert", "--to=json", file]).output
    #expect(json.contains("\"$class\": \"Person\""))
    #expect(json.contains("\"CF$UID\": 2"))
    let edit = try Tool.run(["batch", "-e", "delete #1", file])
    #expect(edit.status == 2)
    #expect(edit.errors.contains("a keyed archive (serialized program objects) is only read"))
    let loss =
      "the objects of a keyed archive are written as a plain property list, which is no longer an archive\n"
    let other = directory("b.plist")
    let saved = try Tool.run(["set", "-o", other, file, "/Anna", "name=Eva"])
    #expect(saved.errors == "cardex: \(other): " + loss)
    #expect(saved.status == 0)
    let printed = try Tool.run(["set", "-o", "-", file, "/Anna", "name=Eva"])
    #expect(printed.errors == "cardex: standard output: " + loss)
    #expect(printed.outputBytes == (try Data(contentsOf: URL(filePath: other))))
    let exported = try Tool.run(["set", "-o", directory("b.json"), file, "/Anna", "name=Eva"])
    #expect(exported.errors == "cardex: \(directory("b.json")): " + loss)
    let shell = try Tool.run(
      ["shell", file], input: Data("save as \(directory("c.plist"))\nquit\n".utf8))
    #expect(shell.errors == "cardex: " + loss)
  }

  @Test("what is kept of a vCard besides its fields is not listed, but written to vCard again")
  func bookkeeping() throws {
    let text = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Anna\r\nTEL;type=CELL:1\r\nEND:VCARD\r\n"
    let file = try directory.write(text, to: "a.vcf")
    #expect(try Tool.run(["convert", "--to=vcard", file]).output == text)
    #expect(try Tool.run(["convert", "--to=csv", file]).output == "name,mobile\nAnna,1\n")
    #expect(try Tool.run(["convert", "--to=text", file]).output == "Anna\n  mobile: 1\n")
    let shown = try Tool.run(["show", "--fields", file, "Anna"]).output
    #expect(shown == "/Anna\n    name    Anna\n    mobile  1\n")
    #expect(!(try Tool.run(["convert", "--to=html", file]).output.contains("VERSION")))
    let other = try directory.write(
      #"[{"name": "Anna", "vCard": {"size": "big"}}]"#, to: "a.json")
    #expect(try Tool.run(["convert", "--to=text", other]).output.contains("size: big"))
  }

  // MARK: Hostile files

  /// A binary property list of objects, which have one byte for each reference.
  private static func binary(
    _ objects: [[UInt8]], count: Int? = nil, version: String = "00", padding: Int = 0
  ) -> Data {
    var file = Data("bplist\(version)".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(file.count))
      file += object
    }
    file += Data(count: padding)
    let table = file.count
    file += Data(offsets) + Data([0, 0, 0, 0, 0, 0, 1, 1])
    for number in [count ?? objects.count, 0, table] {
      file += withUnsafeBytes(of: UInt64(number).bigEndian) { Data($0) }
    }
    return file
  }

  private static let hostileFiles: [(name: String, file: Data, message: String)] = [
    ("a cycle", binary([[0xA1, 1], [0xA1, 0]]), "object 0 contains itself"),
    ("a reference too far", binary([[0xA1, 9]]), "object 9 does not exist, there are 1"),
    (
      "an array too long", binary([[0xAF, 0x13] + [0x7F] + [UInt8](repeating: 0xFF, count: 7)]),
      "elements"
    ),
    ("a table too long", binary([[0x09]], count: 1 << 60), "is not inside the file"),
    ("a set", binary([[0xC1, 1], [0x09]]), "a set"),
    ("a UID", binary([[0xA1, 1], [0x80, 1]]), "a UID"),
    ("bplist15", binary([[0x09]], version: "15"), "version '15' is not known"),
    ("bplist17", binary([[0x09]], version: "17"), "version '17' is not known"),
    (
      "30 levels of doubling",
      binary((1...30).map { [0xA2, UInt8($0), UInt8($0)] } + [[0x09]]), "larger than 64 MiB"
    ),
    (
      "10 MB with 30 levels of doubling",
      binary((1...30).map { [0xA2, UInt8($0), UInt8($0)] } + [[0x09]], padding: 10 << 20),
      "larger than"
    ),
  ]

  @Test(
    "a hostile binary file is an error with its place, soon and without much memory",
    .withoutSanitizers, arguments: 0..<10)
  func hostile(_ index: Int) throws {
    let (name, content, message) = FormatFileTests.hostileFiles[index]
    let file = try directory.write(content, to: "a.plist")
    // Prints the status, and the peak of memory in megabytes.
    let program = """
      import resource, subprocess, sys
      done = subprocess.run(["cardex", "show", sys.argv[1]], capture_output=True, text=True)
      print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1000)
      print(done.stderr, end="")
      """
    let outcome = try Tool.runOther(["python3", "-c", program, file], environment: [:])
    let lines = outcome.output.split(separator: "\n", maxSplits: 1)
    let numbers = lines[0].split(separator: " ").compactMap { Int($0) }
    #expect(numbers.first == 2, "\(name)")
    #expect(try #require(numbers.last) < 200, "\(name)")
    #expect(lines.last?.contains(":byte ") == true && lines.last?.contains(message) == true)
  }
}
