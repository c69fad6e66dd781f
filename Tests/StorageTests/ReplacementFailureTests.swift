import Foundation
import Platform
import Testing

@testable import Storage

@Suite("Saving that fails")
struct ReplacementFailureTests {
  private struct Refusal: Error {}

  @Test(
    "the caller's error is passed on, and nothing has changed",
    arguments: bothKinds, [true, false])
  func callersErrors(mayBeUnnamed: Bool, exists: Bool) throws {
    let folder = try TemporaryFolder()
    if exists { try folder.write("old") }
    let before = try? FileIdentity(path: folder("file"))
    var replacement = FileReplacement(path: folder("file"))
    replacement.mayBeUnnamed = mayBeUnnamed
    replacement.backupSuffix = "~"
    #expect(throws: Refusal.self) { try replacement.save("new") { throw Refusal() } }
    #expect(throws: Refusal.self) {
      try replacement.save { write in
        try [1, 2, 3].withUnsafeBytes { try write($0) }
        throw Refusal()
      }
    }
    #expect(try folder.names == (exists ? ["file"] : []))
    #expect(before == (try? FileIdentity(path: folder("file"))))
  }

  @Test("the check comes when everything is written and nothing has changed")
  func check() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old")
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
        let folder = try TemporaryFolder()
        var replacement = FileReplacement(path: try folder.write("old"))
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
        try #require(try folder.names == ["file"])
        try replacement.save(String(repeating: "n", count: 1_000_000))
        limitFileSize(.max)
      }
    }
  }

  @Test("a signal that arrives while a temporary name exists is delivered when it is gone")
  func signals() async throws {
    // The folder's name is all that both processes share.
    let folder = ReplacementFailureTests.folder(of: getpid())
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    await #expect(processExitsWith: .signal(SIGTERM)) {
      let path = ReplacementFailureTests.folder(of: getppid()) + "/file"
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
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
    #expect(try Data(contentsOf: URL(filePath: folder + "/file")).count == 8)
  }

  private static func folder(of process: pid_t) -> String {
    FileManager.default.temporaryDirectory.path() + "cardex-signals-\(process)"
  }

  @Test("a folder that is missing or does not accept files is an error", arguments: [true, false])
  func folders(mayBeUnnamed: Bool) throws {
    let folder = try TemporaryFolder()
    var replacement = FileReplacement(path: folder("missing/file"))
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
    let steps = StorageError.Step.allCases.map(\.description)
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
