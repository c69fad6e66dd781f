import Platform
import Testing

@testable import Editing
@testable import Grammar
@testable import Language

@Suite("Splitting a script into commands")
struct CommandScriptTests {
  private func commands(_ text: String) throws -> [String] {
    try CommandScript.commands(in: Array(text.utf8)).map { "\($0.line) \($0.text)" }
  }

  @Test(
    "a command is a line; blank lines and comments are not",
    arguments: [
      ("", []), ("\n\n", []), ("a", ["1 a"]), ("a\n", ["1 a"]), ("a\nb", ["1 a", "2 b"]),
      ("a\r\nb\r\n", ["1 a", "2 b"]), ("\u{FEFF}a\n", ["1 a"]),
      ("# x\n\n  a # y\n\t#\n", ["3   a # y"]),
      ("\u{FEFF}# x\na", ["2 a"]),
    ] as [(String, [String])])
  func lines(_ text: String, _ expected: [String]) throws {
    #expect(try commands(text) == expected)
  }

  @Test(
    "a backslash at the end joins a line with the next",
    arguments: [
      ("a \\\nb\nc", ["1 a b", "3 c"]), ("a\\\r\nb", ["1 ab"]),
      ("a \\\n\\\n b\nc", ["1 a  b", "4 c"]),
      ("# a \\\nb", ["2 b"]), ("a \\\n# b\nc", ["1 a # b", "3 c"]), ("a\\\n#b \\\nc", ["1 a#b c"]),
      ("\\\n# x\na", ["3 a"]), ("a \\\n\nb", ["1 a ", "3 b"]), ("a '\\\nb", ["1 a '\\", "2 b"]),
      (":a\\\nb", ["1 :a\\", "2 b"]), ("a \\\n:b\\\nc", ["1 a :bc"]),
      ("\\\n:b\\\nc", ["1 :b\\", "3 c"]),
      ("a '' \\\n#1 \\\nx", ["1 a '' #1 x"]), ("''\\\n#\\\nx", ["1 ''#x"]),
    ] as [(String, [String])])
  func continuation(_ text: String, _ expected: [String]) throws {
    #expect(try commands(text) == expected)
  }

  @Test("a column of a command of several lines is found in its line")
  func places() throws {
    let command = try #require(
      try CommandScript.commands(in: Array("#\nab \\\n  cd \\\ne".utf8)).first)
    #expect(command.text == "ab   cd e")
    let places = (1...9).map { command.location(ofColumn: $0) }
    #expect(places.map(\.line) == [2, 2, 2, 3, 3, 3, 3, 3, 4])
    #expect(places.map(\.column) == [1, 2, 3, 1, 2, 3, 4, 5, 1])
  }

  @Test(
    "bytes that are not text are rejected, with their place",
    arguments: [
      (Array("a\nb\0".utf8), "NUL character", 2, 2),
      (Array("é\né".utf8) + [0xFF], "invalid UTF-8", 2, 2),
      ([0xFF, 0xFE, 0x61, 0], "invalid UTF-8", 1, 1),
      (Array("a\n# ".utf8) + [0xC3], "invalid UTF-8", 2, 3),
      (Array("a\nb \\".utf8), "backslash at the end of the script", 2, 3),
      (Array("a \\\nbc\\".utf8), "backslash at the end of the script", 2, 3),
    ] as [([UInt8], String, Int, Int)])
  func refused(_ bytes: [UInt8], _ message: String, _ line: Int, _ column: Int) {
    #expect(throws: LocatedError(message, line: line, column: column)) {
      try CommandScript.commands(in: bytes)
    }
  }

  @Test("a command may have very many lines")
  func manyLines() throws {
    let text = String(repeating: "abc \\\n", count: 20_000) + "x"
    let commands = try CommandScript.commands(in: Array(text.utf8))
    #expect(commands.map(\.text.utf8.count) == [80_001])
    #expect(commands.first?.location(ofColumn: 80_001).line == 20_001)
  }
}
