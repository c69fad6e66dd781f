import Foundation
import Platform
import TestHelpers
import Testing

@testable import Storage

@Suite("Where paths lead")
struct FileTargetTests {
  /// The final name, and whether the file exists.
  private static func resolve(_ path: String) throws -> (name: String, exists: Bool) {
    let target = try FileTarget(path)
    let name = String(decoding: target.name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    return (name, target.status != nil)
  }

  @Test(
    "links are followed, relative or absolute, through directories, to existing or missing files",
    arguments: [
      ("file", true), ("to-file", true), ("to-link", true), ("absolute", true), ("sub/up", true),
      ("to-sub/up", true), ("./sub/..//to-file", true), ("dangling", false), ("missing", false),
      ("sub/out", false),
    ])
  func links(_ name: String, exists: Bool) throws {
    let directory = try TemporaryDirectory()
    try directory.write("content")
    #expect(mkdir(directory("sub"), 0o755) == 0)
    for (link, text) in [
      ("to-file", "file"), ("to-link", "./sub/../to-file"), ("absolute", directory("to-link")),
      ("sub/up", "../to-file"), ("to-sub", "sub"), ("dangling", "sub/out"), ("sub/out", "missing"),
    ] { #expect(symlink(text, directory(link)) == 0) }
    let found = try FileTargetTests.resolve(directory(name))
    #expect(found.name == (exists ? "file" : "missing"))
    #expect(found.exists == exists)
  }

  @Test("a path without a slash is one in the current directory")
  func current() throws {
    #expect(try FileTargetTests.resolve("no-such-file").name == "no-such-file")
  }

  @Test("as many links are followed as by the system", arguments: [(40, true), (41, false)])
  func manyLinks(count: Int, isFollowed: Bool) throws {
    let directory = try TemporaryDirectory()
    try directory.write("content", to: "0")
    for link in 1...count { #expect(symlink("\(link - 1)", directory("\(link)")) == 0) }
    let path = directory("\(count)")
    if isFollowed {
      #expect(try FileTargetTests.resolve(path).name == "0")
    } else {
      #expect(throws: StorageError(.open, path, code: ELOOP)) { _ = try FileTarget(path) }
    }
  }

  @Test(
    "a path that leads nowhere is a system error",
    arguments: [
      ("", ENOENT), ("circle", ELOOP), ("file/", ENOTDIR), ("sub/", EISDIR), ("/", EISDIR),
      ("missing/file", ENOENT), ("file/below", ENOTDIR),
      ("to-slash", EISDIR), ("to-gone", ENOENT), (String(repeating: "n", count: 256), ENAMETOOLONG),
    ])
  func errors(_ name: String, _ code: Int32) throws {
    let directory = try TemporaryDirectory()
    try directory.write("content")
    #expect(mkdir(directory("sub"), 0o755) == 0)
    #expect(symlink("circle", directory("circle")) == 0)
    #expect(symlink("sub/", directory("to-slash")) == 0)
    #expect(symlink("gone/file", directory("to-gone")) == 0)
    let path = name.isEmpty || name == "/" ? name : directory(name)
    #expect(throws: StorageError(.open, path, code: code)) { _ = try FileTarget(path) }
  }

  #if os(Linux)
    @Test("a process's open files are not targets")
    func openFiles() throws {
      let directory = try TemporaryDirectory()
      let descriptor = open(try directory.write("content"), O_RDONLY)
      defer { close(descriptor) }
      for path in ["/dev/fd/\(descriptor)", "/proc/self/fd/\(descriptor)", "/dev/stdout"] {
        #expect(throws: StorageError(.open, path, .notRegularFile)) { _ = try FileTarget(path) }
      }
    }
  #endif
}
