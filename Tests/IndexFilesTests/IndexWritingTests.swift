import Dispatch
import Platform
import Storage
import Testing

@testable import IndexFiles

@Suite struct IndexWritingTests {
  @Test("two concurrent writers each write a whole index, and nothing is left behind")
  func atOnce() throws {
    let folder = try TemporaryFolder()
    let path = folder("cars.index")
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
    #expect(try folder.names == ["cars.index"])
  }

  @Test("a missing folder, a file in its place, and a folder in the index's place are errors")
  func folders() throws {
    let folder = try TemporaryFolder()
    try write([1], to: folder("file"))
    #expect(mkdir(folder("folder"), 0o700) == 0)
    func error(_ path: String) -> StorageError? {
      do { try IndexFile.write(smallContent, to: path) } catch { return error as? StorageError }
      return nil
    }
    #expect(error(folder("gone/x"))?.problem == .system(ENOENT))
    #expect(error(folder("file/x"))?.problem == .system(ENOTDIR))
    #expect(error(folder("folder"))?.step == .rename)
    #expect(try folder.names == ["file", "folder"])
  }

  @Test("a header is as long as needed, on both sides of a multiple of 1,024 bytes")
  func headerLengths() throws {
    let folder = try TemporaryFolder()
    var source = IndexSource.cars
    source.path = "/"
    var lengths: Set<Int> = []
    for length in 1...1100 where length < 40 || length > 800 {
      source.options = Array(repeating: 7, count: length)
      try IndexFile.write([("main", [1])], of: source, to: folder("index"))
      let file = try IndexFile(folder("index"), of: source)
      #expect(try file.read("main") == [1], "\(length)")
      lengths.insert(try content(of: folder("index")).count)
    }
    // One unit of data and one checksum.
    #expect(lengths == [1024 + 1024 + 4, 2048 + 1024 + 4])
  }

  @Test("options of any length, a long path and many parts fit into the header")
  func longHeaders() throws {
    let folder = try TemporaryFolder()
    var source = IndexSource.cars
    source.path = FilePath("/" + String(repeating: "汽车/", count: 500))
    source.textVersion = []
    for length in [0, 1, 700, 800, 900, 5000] {
      source.options = randomBytes(length)
      let content: Content = (100..<200).map { number in
        (PartTag("n" + String(number)), [UInt8(number)])
      }
      try IndexFile.write(content, of: source, to: folder("index"))
      let file = try IndexFile(folder("index"), of: source)
      #expect(file.header.source == source)
      for part in content { #expect(try file.read(part.tag) == part.bytes) }
    }
  }
}
