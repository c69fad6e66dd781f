import SeededRandom
import TestHelpers
import Testing

@testable import Storage

@Suite struct IndexDamageTests {
  private let directory: TemporaryDirectory
  private let path: String
  private let bytes: [UInt8]

  init() throws {
    directory = try TemporaryDirectory()
    path = directory("cars.index")
    try IndexFile.write(smallContent, to: path)
    bytes = try content(of: path)
  }

  @Test("any changed byte is detected, and no wrong byte is ever read")
  func everyByte() throws {
    var generator = SeededGenerator(seed: 1)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= UInt8.random(in: 1...255, using: &generator)
      try write(damaged, to: path)
      guard let file = try? IndexFile(path, of: .cars) else { continue }
      for part in smallContent {
        if let read = try? file.read(part.tag) { #expect(read == part.bytes, "\(place)") }
      }
      #expect(throws: IndexDamage.self, "\(place)") { try file.verify() }
    }
  }

  @Test("a file that is too short or too long is damaged")
  func lengths() throws {
    for length in 0..<bytes.count {
      try write(Array(bytes[..<length]), to: path)
      #expect(openingError(path, of: .cars) == .damaged, "\(length)")
    }
    for more in [1, 4, 1024, 4096] {
      try write(bytes + Array(repeating: 0, count: more), to: path)
      #expect(openingError(path, of: .cars) == .damaged, "\(more)")
    }
  }

  @Test("damage in any unit is detected, whatever was read before", arguments: [64, 65, 129, 200])
  func everyUnit(count: Int) throws {
    let long = randomBytes(count * 1024)
    try IndexFile.write([("long", long)], to: path)
    let whole = try content(of: path)
    let header = whole.count - count * 1028
    for unit in 0..<count {
      var damaged = whole
      damaged[header + unit * 1024 + unit % 1024] ^= 1
      try write(damaged, to: path)
      let part = try IndexFile(path, of: .cars).part("long")
      let start = unit * 1024
      // First the adjacent units, alone and together.
      for other in [unit - 1, unit + 1] where (0..<count).contains(other) {
        #expect(try part.bytes(other * 1024..<other * 1024 + 1).count == 1)
      }
      #expect(try part.bytes(0..<start).elementsEqual(long[..<start]))
      #expect(throws: IndexDamage.self) { try part.bytes(start..<start + 1) }
      #expect(throws: IndexDamage.self) { try part.bytes(max(0, start - 1)..<start + 1024) }
    }
  }

  @Test("an index of one unit is verified, too")
  func oneUnit() throws {
    try IndexFile.write([("main", [1, 2, 3])], to: path)
    var damaged = try content(of: path)
    try IndexFile(path).verify()
    damaged[damaged.count - 5] ^= 1
    try write(damaged, to: path)
    #expect(throws: IndexDamage.self) { try IndexFile(path).verify() }
    try IndexFile.write([], to: path)
    try IndexFile(path).verify()
  }

  @Test("damage in one place does not prevent reading others")
  func elsewhere() throws {
    let long = randomBytes(10_000)
    try IndexFile.write([("long", long), ("next", [1, 2, 3])], to: path)
    var damaged = try content(of: path)
    damaged[1024 + 5 * 1024] ^= 1
    try write(damaged, to: path)
    let file = try IndexFile(path, of: .cars)
    #expect(try file.read("next") == [1, 2, 3])
    let part = try file.part("long")
    #expect(try part.bytes(0..<5120).elementsEqual(long[..<5120]))
    #expect(try part.bytes(6144..<10_000).elementsEqual(long[6144...]))
    for range in [5120..<5121, 6143..<6144, 5119..<5121, 6000..<7000, 0..<10_000] {
      #expect(throws: IndexDamage.self) { try part.bytes(range) }
      // Reading it again fails, too.
      #expect(throws: IndexDamage.self) { try part.bytes(range) }
    }
    #expect(throws: IndexDamage.self) { try file.verify() }
  }

  @Test("swapped units are damage")
  func swapped() throws {
    var damaged = bytes
    for place in 1024..<2048 { damaged.swapAt(place, place + 1024) }
    try write(damaged, to: path)
    #expect(throws: IndexDamage.self) { try IndexFile(path, of: .cars).read("text") }
  }

  // A power failure may leave blocks of deleted files, each valid by itself.
  @Test("data and table of another index are damage, although they agree")
  func mixed() throws {
    let others = smallContent.map { ($0.tag, $0.bytes.map { $0 ^ 1 }) }
    try IndexFile.write(others, to: directory("other.index"))
    let other = try content(of: directory("other.index"))
    try write(Array(bytes[..<1024]) + other[1024...], to: path)
    let file = try IndexFile(path, of: .cars)
    #expect(throws: IndexDamage.self) { try file.read("text") }
    #expect(throws: IndexDamage.self) { try file.verify() }
  }

  @Test("damage of a unit of the table is damage of its units of the data")
  func tables() throws {
    // Two units of the table.
    let long = randomBytes(1024 * 1024 + 1000)
    try IndexFile.write([("long", long)], to: path)
    var damaged = try content(of: path)
    damaged[damaged.count - 1] ^= 0x80
    try write(damaged, to: path)
    let part = try IndexFile(path, of: .cars).part("long")
    #expect(try part.bytes(0..<1024 * 1024).elementsEqual(long[..<(1024 * 1024)]))
    #expect(throws: IndexDamage.self) { try part.bytes(1024 * 1024..<1024 * 1024 + 1) }
  }

  @Test("a damaged part cannot be copied to a new index")
  func copied() throws {
    var damaged = bytes
    damaged[1024] ^= 1
    try write(damaged, to: path)
    let part = IndexFile.Part("copy", [try IndexFile(path).part("text")])
    #expect(throws: IndexDamage.self) {
      try IndexFile.write([part], of: .cars, entryCount: 0, created: 0, to: directory("new.index"))
    }
    #expect(try directory.names == ["cars.index"])
  }

  // Such a file has a correct checksum, so only the numbers show that it is invalid.
  @Test("a header with nonsense and a correct checksum does no harm", arguments: 0..<Rounds.of(8))
  func nonsense(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var opened = 0
    for _ in 0..<500 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        IndexDamageTests.putNonsense(in: &damaged, &generator)
      }
      try write(damaged, to: path)
      guard let file = try? IndexFile(path) else { continue }
      opened += 1
      #expect(file.header.fileLength == damaged.count)
      for part in file.header.parts {
        #expect(part.range.upperBound <= damaged.count)
        let read = try? file.read(part.tag)
        #expect(read == nil || file.header.parts.contains { $0.range.count == read?.count })
      }
      try? file.verify()
      _ = openingError(path, of: .cars)
    }
    // Otherwise the checksum was wrong and nothing was tested.
    #expect(opened > 20)
  }

  /// Changes a field of the header, four bytes or eight, and corrects the checksum.
  private static func putNonsense(in bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let fieldsEnd = IndexFormat.fixedLength + 3 * IndexFormat.partEntryLength + 60
    let place = Int.random(in: 2...fieldsEnd / 4, using: &generator) * 4
    let wide = Bool.random(using: &generator)
    let old = bytes[place..<place + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let numbers: [UInt64] = [
      0, 1, 8, 63, 64, 1024, 4096, 1 << 16, 1 << 31, 1 << 32 - 1, 1 << 32, 1 << 62, 1 << 63 - 1,
      1 << 63, 1 << 63 + 1, .max, .max - 63, .max - 1023, old &+ 1, old &- 1, old &+ 64, old &- 64,
      old &+ 1024, old &- 1024, UInt64(bytes.count), generator.next(),
    ]
    let number = numbers[Int.random(in: 0..<numbers.count, using: &generator)]
    for index in 0..<(wide ? 8 : 4) {
      bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
    }
    let length = bytes[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard (16...bytes.count).contains(length) else { return }
    let checksum = bytes.withUnsafeBytes {
      XXH3.hash(UnsafeRawBufferPointer(rebasing: $0[..<(length - 8)]))
    }
    for index in 0..<8 {
      bytes[length - 8 + index] = UInt8(truncatingIfNeeded: checksum >> (8 * index))
    }
  }

  @Test("arbitrary bytes are not an index", arguments: 0..<4)
  func anything(_ seed: UInt64) throws {
    for length in [1, 8, 16, 103, 1024, 1032, 5000] {
      let random = randomBytes(length, seed: seed)
      for bytes in [random, Array(repeating: 0, count: length), Array((bytes[..<8] + random))] {
        try write(bytes, to: path)
        #expect(throws: IndexFileError.self) { try IndexFile(path) }
      }
    }
  }
}
