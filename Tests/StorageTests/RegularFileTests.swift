import Foundation
import TestHelpers
import Testing

@testable import Storage

@Suite("Files that must be regular")
struct RegularFileTests {
  @Test("a regular file is open at its beginning")
  func regular() throws {
    let directory = try TemporaryDirectory()
    let file = try RegularFile(path: try directory.write("content"))
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(read(file.descriptor, &bytes, bytes.count) == 7)
    #expect(String(decoding: bytes.prefix(7), as: UTF8.self) == "content")
  }

  @Test(
    "anything else is refused without waiting", arguments: ["pipe", "link to pipe", "directory"])
  func other(_ kind: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory(kind)
    switch kind {
    case "pipe": #expect(mkfifo(path, 0o600) == 0)
    case "directory": #expect(mkdir(path, 0o700) == 0)
    default:
      #expect(mkfifo(directory("pipe"), 0o600) == 0)
      #expect(symlink(directory("pipe"), path) == 0)
    }
    #expect(throws: StorageError(.open, path, .notRegularFile)) { _ = try RegularFile(path: path) }
    #expect(throws: StorageError(.open, path, .notRegularFile)) {
      try FileIdentity.settled(path: path)
    }
  }

  @Test("a missing file is a system error")
  func missing() throws {
    let path = try TemporaryDirectory()("nothing")
    #expect(throws: StorageError(.open, path, .system(ENOENT))) { _ = try RegularFile(path: path) }
  }
}
