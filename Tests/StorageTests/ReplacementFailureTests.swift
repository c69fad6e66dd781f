import Foundation
import Platform
import TestHelpers
import Testing

@testable import Storage

@Suite("Saving that fails")
struct ReplacementFailureTests {
  private struct Refusal: Error {}

  @Test(
    "the caller's error is passed on, and nothing has changed",
    arguments: bothKinds, [true, false])
  func callersErrors(mayBeUnnamed: Bool, exists: Bool) throws {
    let directory = try TemporaryDirectory()
    if exists { try directory.write("old") }
    let before = try? FileIdentity(path: directory("file"))
    var replacement = FileReplacement(path: directory("file"))
    replacement.mayBeUnnamed = mayBeUnnamed
    replacement.backupSuffix = "~"
    #expect(throws: Refusal.self) { try replacement.save("new") { throw Refusal() } }
    #expect(throws: Refusal.self) {
      try replacement.save { write in
        try [1, 2, 3].withUnsafeBytes { try write($0) }
        throw Refusal()
      }
    }
    #expect(try directory.names == (exists ? ["file"] : []))
    #expect(before == (try? FileIdentity(path: directory("file"))))
  }

  @Test("the check comes when everything is written and nothing has changed")
  func check() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old")
    let before = try FileIdentity(path: path)
    var isWritten = false
    var checks: [(isWritten: Bool, identity: FileIdentity)] = []
    try FileReplacement(path: path).save {
      checks.append((isWritten, try FileIdentity(path: path)))
    } content: { write in
      try [1].withUnsafeBytes { try write($0) }
      isWritten = true
    }
    #expect(checks.map(\.isWritten) == [true])
    #expect(checks.map(\.identity) == [before])
  }

  // The limit applies to the whole process, so this runs in a separate one.
  @Test("a full disk ends the save, not the program, and nothing has changed")
  func fullDisk() async {
    await #expect(processExitsWith: .success) {
      for mayBeUnnamed in [true, false] {
        releaseSignals()
        let directory = try TemporaryDirectory()
        var replacement = FileReplacement(path: try directory.write("old"))
        replacement.mayBeUnnamed = mayBeUnnamed
        limitFileSize(1_000_000)
        for size in [1_000_001, 5_000_000] {
          let error = storageError { try replacement.save(String(repeating: "n", count: size)) }
          try #require(error == StorageError(.write, replacement.path, code: EFBIG))
        }
        // Errors that the caller ignores still count.
        let error = storageError {
          try replacement.save { write in
            for _ in 0..<20 {
              try? Array(repeating: 0, count: 100_000).withUnsafeBytes { try write($0) }
            }
          }
        }
        try #require(error == StorageError(.write, replacement.path, code: EFBIG))
        try #require(try content(of: replacement.path) == "old")
        try #require(try directory.names == ["file"])
        try replacement.save(String(repeating: "n", count: 1_000_000))
        limitFileSize(.max)
      }
    }
  }

  @Test("a signal that arrives while a temporary name exists is delivered when it is gone")
  func signals() async throws {
    // The directory's name is all that both processes share.
    let directory = ReplacementFailureTests.directory(of: getpid())
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    await #expect(processExitsWith: .signal(SIGTERM)) {
      let path = ReplacementFailureTests.directory(of: getppid()) + "/file"
      signal(SIGTERM, SIG_DFL)
      releaseSignals()
      try Data("old".utf8).write(to: URL(filePath: path))
      var replacement = FileReplacement(path: path)
      replacement.mayBeUnnamed = false
      try replacement.save { write in
        pthread_kill(pthread_self(), SIGTERM)
        try [1].withUnsafeBytes { try write($0) }
      }
      exit(0)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["file"])
    #expect(try Data(contentsOf: URL(filePath: directory + "/file")).count == 8)
  }

  private static func directory(of process: pid_t) -> String {
    FileManager.default.temporaryDirectory.path() + "cardex-signals-\(process)"
  }

  @Test(
    "a directory that is missing or does not accept files is an error", arguments: [true, false])
  func directories(mayBeUnnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    var replacement = FileReplacement(path: directory("missing/file"))
    replacement.mayBeUnnamed = mayBeUnnamed
    #expect(throws: StorageError(.open, replacement.path, code: ENOENT)) {
      try replacement.save("new")
    }
    #if os(Linux)
      replacement.path = "/proc/no-such-file"
      #expect(storageError { try replacement.save("new") }?.step == .create)
    #endif
  }

  @Test("every step and every problem has its own message")
  func words() {
    let steps = StorageError.Activity.allCases.map(\.description)
    #expect(Set(steps).count == steps.count)
    let error = StorageError(.rename, "file", code: ENOSPC)
    #expect(error.description == "cannot put the new file in place: No space left on device")
    #expect(!error.isAfterReplacement)
    #expect(StorageError(.inspect, "file", code: EIO).isAfterReplacement)
    let problems: [StorageError.Problem] = [
      .system(ENOENT), .notRegularFile, .hardLinks(2), .exists, .inUse, .notJournal,
    ]
    #expect(Set(problems.map(\.description)).count == problems.count)
  }
}
