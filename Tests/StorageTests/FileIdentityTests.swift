import Foundation
import Platform
import TestHelpers
import Testing

@testable import Storage

@Suite("Identity of a file")
struct FileIdentityTests {
  @Test("it is the same by any name, by path and by descriptor")
  func same() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("content")
    #expect(symlink("file", directory("link")) == 0)
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    let identity = try FileIdentity(path: path)
    #expect(identity == (try FileIdentity(path: directory("link"))))
    #expect(identity == (try FileIdentity(descriptor: descriptor, path: path)))
    #expect(identity.size == 7)
  }

  @Test(
    "it changes with content, time, permissions and replacement",
    arguments: ["append", "overwrite", "touch", "chmod", "replace"])
  func changes(_ change: String) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("content")
    let before = try FileIdentity(path: path)
    usleep(20_000)
    switch change {
    case "append", "overwrite":
      let descriptor = open(path, change == "append" ? O_WRONLY | O_APPEND : O_WRONLY)
      #expect(write(descriptor, "c", 1) == 1)
      close(descriptor)
    case "touch": #expect(utimes(path, nil) == 0)
    case "chmod": #expect(chmod(path, 0o600) == 0)
    default: try FileReplacement(path: path).save("content")
    }
    #expect(try FileIdentity(path: path) != before)
  }

  @Test("times are nanoseconds since 1970")
  func times() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("content")
    var times = [timespec(tv_sec: 1_700_000_000, tv_nsec: 123_456_789)]
    times.append(times[0])
    #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
    let identity = try FileIdentity(path: path)
    #expect(identity.modified == 1_700_000_000_123_456_789)
    #expect(identity.changed > identity.modified)
  }

  @Test("a missing file and a closed descriptor are errors")
  func missing() {
    #expect(throws: StorageError(.open, "/nonexistent", code: ENOENT)) {
      try FileIdentity(path: "/nonexistent")
    }
    #expect(throws: StorageError(.open, "closed", code: EBADF)) {
      try FileIdentity(descriptor: -1, path: "closed")
    }
  }
}
