import Foundation
import Platform
import TestHelpers
import Testing

@testable import Storage

/// Bytes that are passed on in pieces, with buffers too small for them.
@Suite("Reading and writing in pieces")
struct DescriptorTests {
  private static let bytes = (0..<40).map { UInt8($0) }

  /// Opens a file, by default a new one for writing and reading.
  private static func open(
    _ path: String, _ flags: Int32 = O_RDWR | O_CREAT | O_EXCL
  ) throws -> Descriptor {
    guard let file = Descriptor.open(cString(path), flags, mode: 0o600) else {
      throw StorageError(.open, path)
    }
    return file
  }

  @Test("small and large pieces are written in order", arguments: 1...12)
  func buffered(capacity: Int) throws {
    let directory = try TemporaryDirectory()
    for first in 0...12 {
      for second in 0...14 {
        let path = directory("\(first)-\(second)")
        let file = try Self.open(path)
        let writer = ContentWriter(capacity: capacity)
        let bounds = [0, first, first + second, first + second + 1, 40]
        for (start, end) in zip(bounds, bounds.dropFirst()) {
          let piece = Self.bytes[start..<end]
          #expect(piece.withUnsafeBytes { writer.write($0, to: file) } == 0)
        }
        #expect(writer.flush(to: file) == 0)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(Self.bytes))
      }
    }
  }

  @Test(
    "all bytes are written and read, however few at once", arguments: [1, 7, 39, 40, 41])
  func pieces(limit: Int) throws {
    let directory = try TemporaryDirectory()
    let file = try Self.open(directory("file"))
    #expect(Self.bytes.withUnsafeBytes { file.writeAll($0, atOnce: limit) } == 0)
    var pieces: [[UInt8]] = []
    let code = file.readAll(atOnce: limit) { piece in
      pieces.append(Array(piece))
      return 0
    }
    #expect(code == 0)
    #expect(pieces.map(\.count).max() == min(limit, 40))
    #expect(Array(pieces.joined()) == Self.bytes)
    #expect(file.readAll(atOnce: 3) { $0[0] >= 9 ? ECANCELED : 0 } == ECANCELED)
  }

  #if os(Linux)
    @Test("a piece that cannot be written is an error at once, not at the end")
    func fullDevice() throws {
      let file = try Self.open("/dev/full", O_WRONLY)
      let writer = ContentWriter(capacity: 10)
      #expect(Self.bytes[..<8].withUnsafeBytes { writer.write($0, to: file) } == 0)
      #expect(Self.bytes[..<8].withUnsafeBytes { writer.write($0, to: file) } == ENOSPC)
      #expect(Self.bytes.withUnsafeBytes { writer.write($0, to: file) } == ENOSPC)
      #expect(Self.bytes.withUnsafeBytes { file.writeAll($0, at: 1) } == ENOSPC)
    }
  #endif

  @Test("a descriptor that is not open, or not for reading, is an error")
  func closed() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("content")
    let file = try Self.open(path, O_WRONLY)
    #expect(file.readAll { _ in 0 } == EBADF)
    #expect(throws: StorageError(.open, directory("missing"), code: ENOENT)) {
      _ = try Self.open(directory("missing"), O_RDONLY)
    }
  }

  // Other tests open files meanwhile, so this one runs in a separate process.
  @Test("nothing stays open")
  func leaks() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let work = {
        let path = try directory.write("old")
        for mayBeUnnamed in [true, false] {
          var replacement = FileReplacement(path: path)
          replacement.mayBeUnnamed = mayBeUnnamed
          replacement.backupSuffix = "~"
          try replacement.save("new")
          _ = storageError { try replacement.save("new") { throw StorageError(.write, path) } }
          var cache = CacheFile(path: directory("cache"))
          cache.mayBeUnnamed = mayBeUnnamed
          try cache.replace { _ in }
        }
        try Journal(in: directory.path, name: "journal", header: "header").append("one")
        _ = try Journal.find(in: directory.path, name: "journal")
        _ = try FileLock(path: path, waitingSeconds: 0)
        _ = try FileIdentity.settled(path: path)
        try #require(UserDirectory.fileNames(in: directory.path).contains("file"))
      }
      // Files that the first run leaves open, such as Foundation's, do not belong to this module.
      try work()
      let lowest = dup(0)
      close(lowest)
      for _ in 0..<3 { try work() }
      let next = dup(0)
      try #require(next == lowest)
    }
  }
}
