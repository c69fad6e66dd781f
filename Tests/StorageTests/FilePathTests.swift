import Platform
import TestHelpers
import Testing

@testable import Storage

@Suite("Names of files as bytes")
struct FilePathTests {
  @Test("names are equal only if their bytes are")
  func equality() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    try #require(composed == decomposed)
    #expect(FilePath(composed) != FilePath(decomposed))
    #expect(Set([FilePath(composed), FilePath(decomposed), FilePath(composed)]).count == 2)
    let invalid = try [0xFF, 0xFE].map { try #require(FilePath(bytes: [0x78, $0])) }
    #expect(invalid[0] != invalid[1])
    #expect(invalid[0] != FilePath("x\u{FFFD}"))
    #expect(invalid[1] < invalid[0])
    #expect(FilePath("z") < FilePath(composed))
  }

  @Test("bytes are unchanged, and no name contains a zero")
  func bytes() throws {
    let all = Array(UInt8(1)...255)
    let path = try #require(FilePath(bytes: all))
    #expect(path.bytes == all)
    #expect(path.cString.last == 0)
    let read = path.cString.withUnsafeBufferPointer { $0.baseAddress.map { FilePath($0) } }
    #expect(read == path)
    #expect(FilePath(bytes: [0x61, 0, 0x62]) == nil)
    #expect(FilePath(bytes: [0x61, 0xFF])?.text == nil)
    #expect(FilePath("é").text == "é")
  }

  @Test(
    "a path has parts, a last name and a directory",
    arguments: [
      ("a/b", ["a", "b"], "a"), ("/a//b/", ["a", "b"], "/a//b"), ("/a", ["a"], "/"),
      ("a", ["a"], nil),
      ("", [], nil), ("/", [], "/"),
    ] as [(FilePath, [FilePath], FilePath?)])
  func parts(_ path: FilePath, _ parts: [FilePath], _ directory: FilePath?) {
    #expect(path.parts == parts)
    #expect(path.name == parts.last)
    #expect(path.directory == directory)
  }

  @Test(
    "paths are joined with one slash",
    arguments: [("a", "a/x"), ("a/", "a/x"), ("/", "/x"), ("", "x")] as [(FilePath, FilePath)])
  func appending(_ directory: FilePath, _ expected: FilePath) {
    #expect(directory.appending("x") == expected)
  }

  @Test("endings are compared byte by byte, or without regard to the case of ASCII letters")
  func endings() {
    #expect(FilePath("a.plist").hasSuffix(".plist"))
    #expect(!FilePath("a.PLIST").hasSuffix(".plist"))
    #expect(FilePath("a.PLIST").hasSuffix(".plist", ignoresCase: true))
    #expect(!FilePath("a@plist").hasSuffix("`plist", ignoresCase: true))
    #expect(!FilePath("plist").hasSuffix(".plist"))
    #expect(FilePath("\u{E9}").hasPrefix("\u{E9}") && !FilePath("\u{E9}x").hasPrefix("e"))
  }

  @Test("data kept for files is distinguished by the bytes of their paths")
  func kept() throws {
    let paths = try [[0xFF], [0xFE], [0xEF, 0xBF, 0xBD], [0xC3, 0xA9], [0x65, 0xCC, 0x81]].map {
      try #require(FilePath(bytes: Array("/x".utf8) + $0))
    }
    let names = paths.map { UserDirectory.name(forFileAt: $0) }
    #expect(Set(names).count == paths.count)
    #expect(names.allSatisfy { $0.text != nil })
  }
}

@Suite("Text with names of files in it")
struct ByteTextTests {
  @Test("names are inserted unchanged")
  func interpolation() throws {
    let path = try #require(FilePath(bytes: [0x78, 0xFF]))
    let message: ByteText = "\(path): \(12) \("é")"
    #expect(message.bytes == [0x78, 0xFF, 0x3A, 0x20, 0x31, 0x32, 0x20, 0xC3, 0xA9])
    #expect(message.text == nil)
    #expect("\(message)" == "x\\xFF: 12 é")
    #expect("\(path)" == "x\\xFF")
  }

  @Test(
    "every byte is part of a character or by itself",
    arguments: [
      ([0x61], [.character("a")]), ([0xC3, 0xA9], [.character("é")]),
      ([0xC3], [.byte(0xC3)]), ([0xC3, 0x61], [.byte(0xC3), .character("a")]),
      ([0xC0, 0xAF], [.byte(0xC0), .byte(0xAF)]),
      ([0xED, 0xA0, 0x80], [.byte(0xED), .byte(0xA0), .byte(0x80)]),
      ([0xF0, 0x9F, 0x98, 0x80], [.character("😀")]),
      ([0xF0, 0x9F, 0x98], [.byte(0xF0), .byte(0x9F), .byte(0x98)]),
    ] as [([UInt8], [ByteText.Segment])])
  func parts(_ bytes: [UInt8], _ parts: [ByteText.Segment]) {
    #expect(ByteText(bytes: bytes).parts == parts)
  }

  @Test("a text with a zero is not a name")
  func zero() async {
    await #expect(processExitsWith: .failure) { _ = FilePath("a\0b") }
  }

  @Test("a directory's names are in order, or the reason is given why there are none")
  func namesInDirectory() throws {
    let directory = try TemporaryDirectory()
    for name in ["b", ".a", "c"] { try directory.write("", to: name) }
    #expect(Directory.names(in: FilePath(directory.path)) == [".a", "b", "c"])
    for (name, code) in [("d", ENOENT), ("b", ENOTDIR)] {
      let (names, found) = (Directory.names(in: FilePath(directory(name))), errno)
      #expect(names == nil && found == code)
    }
  }

  @Test("another ending replaces what follows the last dot of the name")
  func otherEndings() {
    for (path, other) in [
      ("a/b.csv", "a/b.txt"), ("b", "b.txt"), ("a.d/b", "a.d/b.txt"), (".b", ".b.txt"),
      ("a/.b", "a/.b.txt"), ("b.c.csv", "b.c.txt"), ("b.", "b.txt"),
    ] {
      #expect(FilePath(path).withEnding("txt") == FilePath(other))
    }
  }
}
