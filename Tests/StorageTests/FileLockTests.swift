import Foundation
import Platform
import TestHelpers
import Testing

@testable import Storage

@Suite("Locks on data files")
struct FileLockTests {
  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = Date()
    try body()
    return Date().timeIntervalSince(start)
  }

  @Test("a second lock is refused after the given time", arguments: [0, 0.3])
  func refused(seconds: Double) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("content")
    let lock = try FileLock(path: path, waitingSeconds: 0)
    #expect(lock.isHeld)
    let waited = FileLockTests.seconds {
      #expect(throws: StorageError(.lock, path, .inUse)) {
        try FileLock(path: path, waitingSeconds: seconds)
      }
    }
    #expect(waited >= seconds)
    withExtendedLifetime(lock) {}
  }

  @Test("a lock ends with its owner, even if a copy of the descriptor stays open")
  func released() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("content")
    var lock: FileLock? = try FileLock(path: path, waitingSeconds: 0)
    let copy = dup(try #require(lock).descriptor)
    defer { close(copy) }
    lock = nil
    #expect(try FileLock(path: path, waitingSeconds: 0).isHeld)
  }

  @Test("a waiter gets the lock when it is free")
  func waits() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("content")
    let first = Holder(try FileLock(path: path, waitingSeconds: 0))
    Thread.detachNewThread {
      usleep(100_000)
      first.value = nil
    }
    let waited = try FileLockTests.seconds {
      _ = try FileLock(path: path, waitingSeconds: 60)
    }
    #expect(waited > 0.05)
  }

  @Test("a waiter for a file that is replaced meanwhile gets the new one")
  func replaced() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old")
    let first = Holder(try FileLock(path: path, waitingSeconds: 0))
    Thread.detachNewThread {
      usleep(50_000)
      _ = try? FileReplacement(path: path).save("new")
      first.value = nil
    }
    let second = try FileLock(path: path, waitingSeconds: 60)
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(read(second.descriptor, &bytes, 10) == 3)
    #expect(String(decoding: bytes.prefix(3), as: UTF8.self) == "new")
    // The lock is on the file that the path leads to now.
    #expect(throws: StorageError(.lock, path, .inUse)) {
      try FileLock(path: path, waitingSeconds: 0)
    }
  }

  @Test("many threads that read, add one and save lose nothing")
  func contention() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("0")
    let (writers, rounds) = (4, 25)
    let failures = Counter()
    let group = DispatchGroup()
    for _ in 0..<writers {
      group.enter()
      Thread.detachNewThread {
        for _ in 0..<rounds where (try? addOne(path)) == nil { failures.add() }
        group.leave()
      }
    }
    group.wait()
    #expect(failures.value == 0)
    #expect(try content(of: path) == String(writers * rounds))
  }

  #if os(Linux)
    @Test("other processes see the lock")
    func otherProcess() throws {
      let directory = try TemporaryDirectory()
      let path = try directory.write("content")
      let tryLock = { () throws -> Int32 in
        let process = try Process.run(
          URL(filePath: "/usr/bin/flock"), arguments: ["--nonblock", path, "true"])
        process.waitUntilExit()
        return process.terminationStatus
      }
      var lock: FileLock? = try FileLock(path: path, waitingSeconds: 0)
      #expect(try tryLock() == 1)
      #expect(lock != nil)
      lock = nil
      #expect(try tryLock() == 0)
    }
  #endif

  @Test("devices, pipes and missing files are refused without waiting")
  func refusedKinds() throws {
    let directory = try TemporaryDirectory()
    #expect(mkfifo(directory("pipe"), 0o600) == 0)
    for path in [directory("pipe"), "/dev/null"] {
      #expect(throws: StorageError(.open, path, .notRegularFile)) {
        try FileLock(path: path, waitingSeconds: 60)
      }
    }
    #expect(throws: StorageError(.open, directory("missing"), code: ENOENT)) {
      try FileLock(path: directory("missing"), waitingSeconds: 60)
    }
  }

  @Test("a descriptor that cannot be locked causes neither waiting nor failure")
  func unsupported() {
    let deadline = Deadline(afterSeconds: 60)
    #expect(AdvisoryLock.acquire(.exclusive, on: -1, until: deadline) == .unsupported)
  }
}

/// Reads a number from a file and replaces it with the next one.
private func addOne(_ path: String) throws {
  let lock = try FileLock(path: path, waitingSeconds: 60)
  var bytes = [UInt8](repeating: 0, count: 10)
  let count = read(lock.descriptor, &bytes, 10)
  let number = try #require(Int(String(decoding: bytes.prefix(count), as: UTF8.self)))
  try FileReplacement(path: path).save(String(number + 1))
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var value: Int { lock.withLock { count } }

  func add() { lock.withLock { count += 1 } }
}
