import Storage
import TestHelpers
import Testing

@Suite struct StoredBytesTests {
  private final class Keeper {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 5)

    init(_ bytes: [UInt8]) { _ = memory.initialize(from: bytes) }

    deinit { memory.deallocate() }
  }

  private static func stored(_ bytes: [UInt8]) -> [StoredBytes] {
    let keeper = Keeper(bytes)
    return [
      StoredBytes(bytes), StoredBytes(AnyCollection(bytes)),
      StoredBytes(UnsafeBufferPointer(keeper.memory), keptBy: keeper),
    ]
  }

  @Test("bytes in memory equal their source, however they are stored")
  func memory() throws {
    for stored in StoredBytesTests.stored([1, 2, 3, 4, 5]) {
      #expect(stored.count == 5)
      #expect(Array(try stored.all()) == [1, 2, 3, 4, 5])
      #expect(Array(try stored.bytes(1..<3)) == [2, 3])
      #expect(try stored.bytes(5..<5).isEmpty)
    }
  }

  @Test(
    "a range outside the part is damage", arguments: [-1..<0, -1..<3, 0..<6, 6..<6, 5..<Int.max])
  func outside(_ range: Range<Int>) {
    for stored in StoredBytesTests.stored([1, 2, 3, 4, 5]) {
      #expect(throws: IndexDamage.self) { try stored.bytes(range) }
    }
  }

  @Test("saying what will be read, and what was, changes nothing, wherever it is")
  func announced() throws {
    let directory = try TemporaryDirectory()
    let bytes = randomBytes(10_000)
    try IndexFile.write([("main", bytes)], to: directory("index"))
    let part = try IndexFile(directory("index")).part("main")
    for range in [0..<10_000, 0..<0, 9_999..<10_000, 5_000..<5_000, -1..<5, 0..<10_001] {
      part.willBeRead(range)
      #expect(try Array(part.all()) == bytes)
      part.wasRead(range)
      #expect(try Array(part.all()) == bytes)
      #expect(Array(part.unchecked) == bytes)
    }
    for stored in StoredBytesTests.stored([1, 2, 3, 4, 5]) {
      stored.willBeRead(0..<5)
      stored.wasRead(0..<5)
      #expect(Array(try stored.all()) == [1, 2, 3, 4, 5])
    }
  }

  @Test("a retained array is unaffected by changes to its copies")
  func arrays() throws {
    var array: [UInt8] = Array(repeating: 1, count: 100)
    let stored = StoredBytes(array)
    for index in array.indices { array[index] = 2 }
    #expect(try stored.all().allSatisfy { $0 == 1 })
  }

  @Test("there may be no bytes at all")
  func empty() throws {
    for stored in [StoredBytes([]), StoredBytes(AnyCollection([]))] {
      #expect(try stored.all().isEmpty)
      #expect(throws: IndexDamage.self) { try stored.bytes(0..<1) }
    }
  }
}
