import Dispatch
import Platform
import TestHelpers
import Testing

@testable import Storage

@Suite struct IndexWritingTests {
  @Test("two concurrent writers each write a whole index, and nothing else is left")
  func atOnce() throws {
    let directory = try TemporaryDirectory()
    let path = directory("cars.index")
    let contents = (0..<3).map { randomBytes(5000 + $0, seed: UInt64($0)) }
    try IndexFile.write([("main", contents[2])], to: path)
    DispatchQueue.concurrentPerform(iterations: 3) { thread in
      for _ in 0..<40 {
        if thread < 2 {
          #expect(throws: Never.self) {
            try IndexFile.write([("main", contents[thread])], to: path)
          }
        } else {
          let read = try? IndexFile(path, of: .cars).read("main")
          #expect(read.map { contents.contains($0) } == true)
        }
      }
    }
    #expect(try directory.names == ["cars.index"])
  }

  @Test("a missing directory, a file in its place, and a directory in the index's place are errors")
  func directories() throws {
    let directory = try TemporaryDirectory()
    try write([1], to: directory("file"))
    #expect(mkdir(directory("directory"), 0o700) == 0)
    func error(_ path: String) -> StorageError? {
      do { try IndexFile.write(smallContent, to: path) } catch { return error as? StorageError }
      return nil
    }
    #expect(error(directory("gone/x"))?.problem == .system(ENOENT))
    #expect(error(directory("file/x"))?.problem == .system(ENOTDIR))
    #expect(error(directory("directory"))?.step == .rename)
    #expect(try directory.names == ["directory", "file"])
  }

  @Test("a header is as long as needed, on both sides of a multiple of 1,024 bytes")
  func headerLengths() throws {
    let directory = try TemporaryDirectory()
    var source = IndexSource.cars
    source.path = "/"
    var lengths: Set<Int> = []
    for length in 1...1100 where length < 40 || length > 800 {
      source.options = Array(repeating: 7, count: length)
      try IndexFile.write([("main", [1])], of: source, to: directory("index"))
      let file = try IndexFile(directory("index"), of: source)
      #expect(try file.read("main") == [1], "\(length)")
      lengths.insert(try content(of: directory("index")).count)
    }
    // One unit of data and one checksum.
    #expect(lengths == [1024 + 1024 + 4, 2048 + 1024 + 4])
  }

  @Test("options of any length, a long path and many parts fit into the header")
  func longHeaders() throws {
    let directory = try TemporaryDirectory()
    var source = IndexSource.cars
    source.path = FilePath("/" + String(repeating: "汽车/", count: 500))
    source.textVersion = []
    for length in [0, 1, 700, 800, 900, 5000] {
      source.options = randomBytes(length)
      let content: Content = (100..<200).map { number in
        (PartTag("n" + String(number)), [UInt8(number)])
      }
      try IndexFile.write(content, of: source, to: directory("index"))
      let file = try IndexFile(directory("index"), of: source)
      #expect(file.header.source == source)
      for part in content { #expect(try file.read(part.tag) == part.bytes) }
    }
  }
}
