import Foundation
import Platform
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
    "links are followed, relative or absolute, through folders, to existing or missing files",
    arguments: [
      ("file", true), ("to-file", true), ("to-link", true), ("absolute", true), ("sub/up", true),
      ("to-sub/up", true), ("./sub/..//to-file", true), ("dangling", false), ("missing", false),
      ("sub/out", false),
    ])
  func links(_ name: String, exists: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("content")
    #expect(mkdir(folder("sub"), 0o755) == 0)
    for (link, text) in [
      ("to-file", "file"), ("to-link", "./sub/../to-file"), ("absolute", folder("to-link")),
      ("sub/up", "../to-file"), ("to-sub", "sub"), ("dangling", "sub/out"), ("sub/out", "missing"),
    ] { #expect(symlink(text, folder(link)) == 0) }
    let found = try FileTargetTests.resolve(folder(name))
    #expect(found.name == (exists ? "file" : "missing"))
    #expect(found.exists == exists)
  }

  @Test("a path without a slash is one in the current folder")
  func current() throws {
    #expect(try FileTargetTests.resolve("no-such-file").name == "no-such-file")
  }

  @Test("as many links are followed as by the system", arguments: [(40, true), (41, false)])
  func manyLinks(count: Int, isFollowed: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("content", to: "0")
    for link in 1...count { #expect(symlink("\(link - 1)", folder("\(link)")) == 0) }
    let path = folder("\(count)")
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
    let folder = try TemporaryFolder()
    try folder.write("content")
    #expect(mkdir(folder("sub"), 0o755) == 0)
    #expect(symlink("circle", folder("circle")) == 0)
    #expect(symlink("sub/", folder("to-slash")) == 0)
    #expect(symlink("gone/file", folder("to-gone")) == 0)
    let path = name.isEmpty || name == "/" ? name : folder(name)
    #expect(throws: StorageError(.open, path, code: code)) { _ = try FileTarget(path) }
  }

  #if os(Linux)
    @Test("a process's open files are not targets")
    func openFiles() throws {
      let folder = try TemporaryFolder()
      let descriptor = open(try folder.write("content"), O_RDONLY)
      defer { close(descriptor) }
      for path in ["/dev/fd/\(descriptor)", "/proc/self/fd/\(descriptor)", "/dev/stdout"] {
        #expect(throws: StorageError(.open, path, .notRegularFile)) { _ = try FileTarget(path) }
      }
    }
  #endif
}
