import Grammar
import Platform
import Testing

@testable import Editing
@testable import Language

/// Words that name files, which may contain any byte.
@Suite struct FileNameWordTests {
  private func file(_ line: ByteText) throws -> FilePath? {
    try SessionCommands.all.parse(line)?.value("file")
  }

  @Test(
    "a byte is written as itself or as an escape",
    arguments: [
      (Array("save as $'x\\xFF\\xfe'".utf8), [0x78, 0xFF, 0xFE]),
      (Array("save as x$'\\xC3\\xA9'y".utf8), Array("xéy".utf8)),
      (Array("save as $'\\x41\\u{E9}'".utf8), Array("Aé".utf8)),
      (Array("save as x".utf8) + [0xFF], [0x78, 0xFF]),
      (Array("save as '".utf8) + [0xFF, 0x20, 0xC3] + Array("'".utf8), [0xFF, 0x20, 0xC3]),
      (Array("save as e\u{301}".utf8), [0x65, 0xCC, 0x81]),
    ] as [([UInt8], [UInt8])])
  func bytes(_ line: [UInt8], _ name: [UInt8]) throws {
    #expect(try file(ByteText(bytes: line))?.bytes == name)
  }

  @Test("the canonical text is read as the same name")
  func canonical() throws {
    for name in [[0xFF, 0x27, 0x5C, 0x0A], [0x78, 0xC3], Array("é'\n".utf8)] as [[UInt8]] {
      let word = Quoting.quoted(ByteText(bytes: name))
      let parsed = try #require(try SessionCommands.all.parse("save as \(word)"))
      #expect(try file(ByteText(parsed.canonicalText))?.bytes == name)
    }
    let backup = try #require(try SessionCommands.all.parse("save --backup=$'\\xFF'"))
    let again = try parse(backup.canonicalText)
    let suffix: Backup = try again.value("backup")
    #expect(suffix == .suffix(try #require(FilePath(bytes: [0xFF]))))
  }

  @Test(
    "where text is wanted such a byte is an error with its place",
    arguments: [
      ("find $'a\\xFF'", 9..<13), ("set A/x k=$'\\xFF'", 13..<17), ("delete $'\\xFF'", 10..<14),
      ("find x --field=$'\\x80'", 18..<22), ("rename A $'\\xFF'", 12..<16),
    ])
  func text(_ line: String, _ columns: Range<Int>) throws {
    let error = try #require(throws: CommandError.self) { try SessionCommands.all.parse(line) }
    #expect(error.message.hasSuffix("is not valid UTF-8"))
    #expect(error.columns == columns)
  }

  @Test("so is a byte written as itself")
  func rawText() throws {
    for line in ["find ", "jump ", ":", "set A/x k="] {
      let bytes = ByteText(bytes: Array(line.utf8) + [0xFF])
      #expect(throws: CommandError.self) { try SessionCommands.all.parse(bytes) }
    }
  }

  @Test("no file name contains a zero")
  func zero() throws {
    for line in ["save as $'a\\u{0}b'", "save as $'\\x00'", "save --backup=$'\\x00'"] {
      let error = try #require(throws: CommandError.self) { try SessionCommands.all.parse(line) }
      #expect(error.message == "a file name cannot contain a NUL character")
    }
  }

  @Test(
    "a name is completed with escapes, whatever quote is open",
    arguments: [
      ("save as x", "$'x\\xFF'"), ("save as 'x", "$'x\\xFF'"), ("save as $'x", "$'x\\xFF'"),
    ])
  func completed(_ line: String, _ insertion: String) throws {
    let grammar = GrammarCompletion(
      line: line, cursor: line.unicodeScalars.count, among: SessionCommands.all.definitions)
    #expect(grammar.wanted == [.file])
    #expect(grammar.fileName == "x")
    let name = try #require(FilePath(bytes: [0x78, 0xFF]))
    #expect(grammar.candidate(file: name, isComplete: true)?.insertion == insertion)
    #expect(
      grammar.candidate(file: name, isComplete: false)?.insertion == String(insertion.dropLast()))
  }

  @Test("names are shown with escapes at a terminal, and elsewhere stay one line")
  func shown() {
    let name = ByteText(bytes: [0xFF, 0x0A, 0x5C, 0x1B, 0xC3, 0xA9])
    let escaped = "\\n\\\\u{1B}é"
    #expect(name.shown == "\\xFF\(escaped)")
    #expect(name.line(forTerminal: true) == Array("\\xFF\(escaped)".utf8))
    #expect(name.line(forTerminal: false) == [0xFF] + escaped.utf8)
    let field = "\\n\\\\\\u{1B}é"
    #expect(name.field(forTerminal: false) == [0xFF] + field.utf8)
  }
}
