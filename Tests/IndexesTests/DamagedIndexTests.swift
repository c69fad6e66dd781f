import Foundation
import SeededRandom
import Storage
import TestHelpers
import Testing

@testable import Searching

@Suite("Damaged indexes")
struct DamagedIndexTests {
  private static let patterns: [(pattern: String, fields: SearchedFields)] = [
    ("a", .labelAndDetail), ("奥迪", .all), ("e", .keys(["phone"])), ("", .labelAndDetail),
    ("aodi", .labelAndDetail), ("d", .all), ("ao", .keys(["phone"])),
  ]

  private let example: IndexedExample
  private let bytes: [UInt8]
  private let expected: [[String]]

  init() throws {
    var random = RandomCatalogue(seed: 5)
    example = try IndexedExample(random.file(12))
    bytes = try example.bytes
    let example = example
    expected = try Self.patterns.map { try #require(try example.search($0, in: $1)) }
    #expect(!example.isFaulty)
  }

  /// Searches, which must give the right answer or none.
  ///
  /// - Returns: How often there was an answer.
  @discardableResult
  private func check(_ place: Comment) throws -> Int {
    var answers = 0
    for (number, (pattern, fields)) in Self.patterns.enumerated() {
      guard let found = try example.search(pattern, in: fields) else { continue }
      answers += 1
      #expect(found == expected[number], place)
    }
    return answers
  }

  /// Every place if there are few bytes; otherwise some of them, or all if there is time.
  private func places(_ count: Int) -> [Int] {
    Rounds.areMany ? Array(0..<count) : Array(stride(from: 0, to: count, by: 17))
  }

  @Test("no byte that changes changes an answer, and each is noticed by verifying")
  func everyByte() throws {
    var generator = SeededGenerator(seed: 1)
    for place in places(bytes.count) {
      var damaged = bytes
      damaged[place] ^= UInt8.random(in: 1...255, using: &generator)
      try example.overwrite(damaged)
      try check("byte \(place)")
      #expect(example.isFaulty, "byte \(place)")
    }
  }

  @Test("damage is noticed before anything is printed, also in text that was converted")
  func convertedText() throws {
    var random = RandomCatalogue(seed: 6)
    let example = try IndexedExample(random.file(12), encoding: .utf16)
    let bytes = try example.bytes
    let expected = try #require(try example.search("", in: .labelAndDetail))
    for place in places(bytes.count) {
      var damaged = bytes
      damaged[place] ^= 0x04
      try example.overwrite(damaged)
      #expect(try !example.failsLate(), "byte \(place)")
      if let found = try example.search("", in: .labelAndDetail) {
        #expect(found == expected, "byte \(place)")
      }
    }
  }

  @Test("an index that was cut is not used")
  func truncation() throws {
    for length in places(bytes.count) {
      try example.overwrite(Array(bytes[..<length]))
      #expect(try check("length \(length)") == 0)
      #expect(example.isFaulty)
    }
  }

  @Test("the index of another catalogue is not used")
  func foreign() throws {
    var random = RandomCatalogue(seed: 6)
    let other = try IndexedExample(random.file(12))
    try example.overwrite(other.bytes)
    #expect(try check("foreign") == 0)
    #expect(throws: KeptIndex.Fault.unusable(.foreign)) {
      try KeptIndex(path: example.index).check()
    }
  }

  @Test("the index is not used once its catalogue has changed or gone")
  func stale() throws {
    #expect(try check("current") == Self.patterns.count)
    try #require(utimes(example.file, nil) == 0)
    #expect(throws: KeptIndex.Fault.unusable(.stale)) { try KeptIndex(path: example.index).check() }
    try FileManager.default.removeItem(atPath: example.file)
    #expect(throws: KeptIndex.Fault.orphaned) { try KeptIndex(path: example.index).check() }
  }

  @Test("an index with any other header is not used")
  func headers() throws {
    var generator = SeededGenerator(seed: 2)
    for round in 0..<Rounds.of(50) {
      var damaged = bytes
      for place in (round % 2 == 0 ? 0 : 12)..<1024 {
        damaged[place] = UInt8.random(in: 0...255, using: &generator)
      }
      try example.overwrite(damaged)
      #expect(try check("round \(round)") == 0)
    }
  }

  // Only a faulty builder makes such indexes; then answers may be wrong, too.
  @Test("parts with nonsense and the right checksums lead nowhere", arguments: 0..<Rounds.of(4))
  func nonsense(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let file = try IndexFile(example.index)
    let header = file.header
    let parts = try header.parts.map { (tag: $0.tag, bytes: Array(try file.part($0.tag).all())) }
    for _ in 0..<60 {
      var changed = parts
      let number = Int.random(in: 0..<parts.count, using: &generator)
      Self.putNonsense(in: &changed[number].bytes, &generator)
      try IndexFile.write(
        changed.map { IndexFile.Part($0.tag, [StoredBytes($0.bytes)]) }, of: header.source,
        entryCount: header.entryCount, created: 0, to: example.index)
      for (pattern, fields) in Self.patterns { _ = try example.search(pattern, in: fields) }
      #expect(!example.isFaulty)
    }
  }

  private static func putNonsense(in bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      let byte: UInt8 =
        [0, 1, 0x7F, 0x80, 0xF5, 0xFE, 0xFF].randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.insert(byte, at: place)
      case 1: bytes.removeLast(bytes.count - place)
      case _ where place < bytes.count: bytes[place] = byte
      default: bytes.append(byte)
      }
    }
  }
}
