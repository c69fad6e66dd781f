import Foundation
import TestHelpers
import Testing

/// Binary property lists, used as a user uses files.
@Suite("Binary files")
struct BinaryFileTests {
  private let directory: TemporaryDirectory
  private let xml: String
  private let file: String
  private let original: Data

  init() throws {
    directory = try TemporaryDirectory()
    xml = directory("cars.xml.plist")
    file = directory("cars.plist")
    try FileManager.default.copyItem(
      at: Tool.data.appending(path: "cars_total.plist"), to: URL(filePath: xml))
    try BinaryFileTests.convert(xml, file)
    original = try Data(contentsOf: URL(filePath: file))
  }

  /// Writes a property list in binary by plistlib.
  private static func convert(_ file: String, _ other: String) throws {
    let program = """
      import plistlib, sys
      plistlib.dump(plistlib.load(open(sys.argv[1], "rb")), open(sys.argv[2], "wb"), \
      fmt=plistlib.FMT_BINARY, sort_keys=False)
      """
    let outcome = try Tool.runOther(["python3", "-c", program, file, other], environment: [:])
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private var content: Data { get throws { try Data(contentsOf: URL(filePath: file)) } }

  private var environment: [String: String] {
    ["XDG_CACHE_HOME": directory("cache"), "XDG_STATE_HOME": directory("state")]
  }

  private func run(_ arguments: [String], _ input: String = "") throws -> Tool.Outcome {
    try Tool.run(arguments, input: Data(input.utf8), environment: environment)
  }

  /// What Foundation, which has Core Foundation's reader, finds in a file.
  private func value(_ path: String) throws -> NSObject {
    let data = try Data(contentsOf: URL(filePath: path))
    let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    return try #require(list as? NSObject)
  }

  @Test(
    "a binary file prints what the same in XML does",
    arguments: [
      ["show"], ["show", "--fields"], ["sections"], ["search", "奥"], ["search", "-c", "a"],
    ])
  func same(_ command: [String]) throws {
    let outcome = try run(command + [file])
    #expect(outcome.output == (try run(command + [xml])).output)
    #expect(!outcome.output.isEmpty)
    #expect(outcome.errors.isEmpty && outcome.status == 0)
    #expect(try run(["info", file]).output.contains("\nformat      a binary property list\n"))
  }

  @Test("a search with an index prints the same as without, with the same places")
  func indexed() throws {
    let command = ["search", "--format", "{line}:{column} {label}", "宝马", file]
    let read = try run(command).output
    #expect(read.contains(#/^:[0-9]+ /#))
    #expect(try run(["index", "build", file]).status == 0)
    let outcome = try run(command + ["--explain"])
    #expect(outcome.output == read)
    #expect(outcome.errors.contains("index used"))
    #expect(try run(["index", "verify", file]).status == 0)
    #expect(try run(["search", "--json", "宝马", file]).output.contains(/"byte":[0-9]+,/))
  }

  @Test("an edit is saved in binary, and another reader finds what it finds in XML")
  func edited() throws {
    let command = ["-e", "insert A 'Ä\u{1F697} new' icon=x.png", "-e", "delete B/#1"]
    for path in [file, xml] { #expect(try run(["batch"] + command + [path]).status == 0) }
    #expect(try content.starts(with: Data("bplist00".utf8)))
    #expect(try value(file) == value(xml))
    // plistlib writes the same bytes.
    try BinaryFileTests.convert(file, directory("again"))
    #expect(try Data(contentsOf: directory.url.appending(path: "again")) == content)
    let other = directory("other.plist")
    #expect(try run(["batch", "-o", other, "-e", "delete C/#1", file]).status == 0)
    #expect(try Data(contentsOf: URL(filePath: other)).starts(with: Data("bplist00".utf8)))
  }

  @Test("a file without edits, or whose edits are undone, is not written")
  func unedited() throws {
    let before = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
    #expect(try run(["batch", "-e", "show A", file]).status == 0)
    let outcome = try run(["shell", file], "insert A New\nundo\nsave\nquit\n")
    #expect(outcome.output.contains("nothing to save"))
    #expect(try run(["batch", "-e", "insert A New", "-e", "delete A/New", file]).status <= 1)
    #expect(try content == original)
    #expect(
      try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int == before)
  }

  @Test("saving, undoing and saving again leads back to the bytes that were read")
  func undone() throws {
    let input = "insert A New\nsave\nundo\nsave\nquit\n"
    #expect(try run(["shell", file], input).status == 0)
    #expect(try content == original)
  }

  @Test("a difference is one of the text in XML")
  func difference() throws {
    let outcome = try run(["batch", "-n", "-e", "insert A New", file])
    #expect(outcome.output.contains(#/\n\+\t+<(key|string)>New</#))
    #expect(try content == original)
  }

  @Test("recursive searches find binary files whatever their names")
  func recursive() throws {
    try FileManager.default.createDirectory(
      atPath: directory("tree"), withIntermediateDirectories: false)
    try directory.write(original, to: "tree/data.bin")
    try directory.write("name,phone\nbplist,1\n", to: "tree/notes.txt")
    let outcome = try run(["search", "-r", "-l", "宝马", directory("tree")])
    #expect(outcome.output == directory("tree/data.bin") + "\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test(
    "content that is not in the format that was given is an error", arguments: ["xml", "binary"])
  func contradiction(_ format: String) throws {
    let outcome = try run(["show", "--from=\(format)", format == "xml" ? file : xml])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(format == "xml" ? "binary property list, not XML" : "bplist"))
    #expect(try run(["show", "--from=xml", xml]).status == 0)
    #expect(try run(["show", "--from=binary", file]).status == 0)
    let unknown = try run(["show", "--from=binnary", file])
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("did you mean 'binary'?"))
  }

  @Test("a keyed archive is shown, and only saved as XML under another name")
  func archive() throws {
    let text = """
      <plist><dict><key>$archiver</key><string>A</string><key>$objects</key><array>\
      <string>one</string><string>two</string></array></dict></plist>
      """
    let archive = try directory.write(text, to: "a.plist")
    #expect(try run(["search", "two", archive]).output.contains("two"))
    #expect(try run(["info", archive]).output.contains("a keyed archive"))
    for command in [["batch", "-e", "delete #1"], ["delete"], ["check", "--fix"]] {
      let words = command == ["delete"] ? ["delete", archive, "#1"] : command + [archive]
      let outcome = try run(words)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("a keyed archive (serialized program objects) is only read"))
    }
    let other = directory("b.plist")
    let outcome = try run(
      ["shell", archive], "delete /two --force\nsave\nsave as \(other)\nquit\n")
    #expect(outcome.errors.contains("only read"))
    #expect(try String(contentsOfFile: archive, encoding: .utf8) == text)
    #expect(try run(["search", "-c", "two", other]).output.hasPrefix("0"))
    // In XML it is still one.
    #expect(!outcome.errors.contains("no longer an archive"))
    #expect(try run(["info", other]).output.contains("a keyed archive"))
  }

  @Test("a small file that would become a large one is an error, soon")
  func doubling() throws {
    var file = Data("bplist00".utf8)
    for level in 1...30 { file += Data([0xA2, UInt8(level), UInt8(level)]) }
    file += Data([0x09]) + Data((0...30).map { 8 + 3 * $0 })
    file += Data([0, 0, 0, 0, 0, 0, 1, 1]) + BinaryFileTests.number(31) + BinaryFileTests.number(0)
    file += BinaryFileTests.number(99)
    let path = try directory.write(file, to: "doubling.plist")
    // The limit is far above what is needed, since memory is reserved that is not used.
    let outcome = try Tool.shell("ulimit -v 8000000; ulimit -t 20; cardex show '\(path)'")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(":byte "))
    #expect(outcome.errors.contains("the text is larger than 64 MiB"))
  }

  private static func number(_ number: UInt8) -> Data {
    Data(repeating: 0, count: 7) + Data([number])
  }
}
