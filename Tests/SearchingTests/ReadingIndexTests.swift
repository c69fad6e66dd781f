import ICUText
import Readings
import SeededRandom
import Storage
import Testing

@testable import Searching

@Suite("Indexes of readings")
struct ReadingIndexTests {
  /// A policy that uses several threads even for few codes.
  private static let threaded = {
    var policy = TextIndex.Policy()
    (policy.codesPerThread, policy.threads) = (1, 3)
    return policy
  }()

  private static let filters: [[Bool]?] = [
    nil, [true], [false, true], (0..<40).map { $0 % 3 == 0 }, [],
  ]

  /// The tag of a field, derived from its position.
  private static func tag(_ field: Int) -> Int { field * 13 }

  private static func parts(_ records: Records) -> TextIndex.Parts {
    var builder = TextIndexBuilder(folding: CaseFolding())
    for record in records.records {
      for (number, text) in record.enumerated() {
        var text = text
        text.withUTF8 { builder.appendField($0, tag: tag(number)) }
      }
      builder.endRecord()
    }
    return builder.finish()
  }

  private static func isSearched(_ field: Int, _ tags: [Bool]?) -> Bool {
    tags.map { $0.indices.contains(tag(field)) && $0[tag(field)] } ?? true
  }

  /// The records with a field that matches by its reading.
  private static func records(
    _ pattern: NamePattern, _ tags: [Bool]?, in records: Records
  ) -> [Int] {
    var reader = NameReader()
    return records.records.indices.filter { record in
      records.records[record].indices.contains { field in
        var text = records.records[record][field]
        var codes: [UInt16] = []
        text.withUTF8 { _ = reader.appendCodes(of: $0, to: &codes) }
        return isSearched(field, tags)
          && codes.withUnsafeBufferPointer { pattern.matches(codes: $0) }
      }
    }
  }

  @Test(
    "an index finds the same as examining every field",
    arguments: [0, 1, 2, 63, 64, 65, 128, 700])
  func agreement(count: Int) throws {
    var names = RandomNames(seed: UInt64(count))
    let records = names.records(count)
    let parts = Self.parts(records)
    var hits = 0
    for policy in [TextIndex.Policy(), Self.threaded] {
      let index = try TextIndex(parts, recordCount: count, policy: policy)
      for round in 0..<Rounds.of(15) {
        let options = SearchOptions { $0.matchesWholeField = round % 3 == 0 }
        let text = count == 0 ? "a" : names.pattern(from: records)
        guard let pattern = NamePattern(text, options: options, table: .shared) else { continue }
        for tags in Self.filters {
          var trace = TextIndex.Trace()
          let found = try index.records(named: pattern, tags: tags, trace: &trace).records
          try #require(found == Self.records(pattern, tags, in: records), "\(text) \(options)")
          hits += found.count
        }
      }
    }
    #expect(hits > 0 || count < 2)
  }

  @Test("matches do not cross fields or records")
  func boundaries() throws {
    let records = Records([["奥", "迪"], ["长"], ["安", "奥迪"]])
    let index = try TextIndex(Self.parts(records), recordCount: 3)
    for (text, expected) in [("aodi", [2]), ("changan", []), ("d", [0, 2]), ("ao", [0, 2])] {
      let pattern = try #require(NamePattern(text, options: SearchOptions(), table: .shared))
      var trace = TextIndex.Trace()
      #expect(try index.records(named: pattern, tags: nil, trace: &trace).records == expected)
      // One code for each character, five ends of fields and three of records.
      #expect(trace == TextIndex.Trace(readCodes: 14))
    }
  }

  @Test("records without readings take no room")
  func nothingToRead() throws {
    let parts = Self.parts(Records("Audi", "Škoda", "", "4"))
    #expect(parts.readingCodes.count == 0)
    #expect(parts.readingMembers.count == 0)
    let index = try TextIndex(parts, recordCount: 4)
    let pattern = try #require(NamePattern("a", options: SearchOptions(), table: .shared))
    var trace = TextIndex.Trace()
    #expect(try index.records(named: pattern, tags: nil, trace: &trace).isEmpty)
  }

  @Test("parts that are not those of an index never crash it")
  func damage() throws {
    var names = RandomNames(seed: 9)
    let records = names.records(80)
    let parts = Self.parts(records)
    let patterns = try ["a", "ad", "x1"].map {
      try #require(NamePattern($0, options: SearchOptions(), table: .shared))
    }
    var refused = 0
    for key in [\TextIndex.Parts.readingMembers, \TextIndex.Parts.readingCodes] {
      let original = Array(try parts[keyPath: key].all())
      func tryOut(_ bytes: [UInt8]) {
        var changed = parts
        changed[keyPath: key] = StoredBytes(bytes)
        do throws(IndexDamage) {
          let index = try TextIndex(changed, recordCount: 80, policy: Self.threaded)
          for pattern in patterns {
            for tags in [nil, [true]] {
              var trace = TextIndex.Trace()
              _ = try index.records(named: pattern, tags: tags, trace: &trace)
            }
          }
        } catch {
          refused += 1
        }
      }
      for place in original.indices {
        for value: UInt8 in [0x00, 0xFF, original[place] ^ 0x80] {
          var bytes = original
          bytes[place] = value
          tryOut(bytes)
        }
      }
      for length in original.indices { tryOut(Array(original[..<length])) }
    }
    #expect(refused > 50)
  }
}
