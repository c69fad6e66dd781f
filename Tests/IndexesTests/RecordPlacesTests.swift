import Catalogues
import SeededRandom
import TestHelpers
import Testing

@testable import Searching

@Suite("Places of records")
struct RecordPlacesTests {
  @Test("entries are found by record and records by entry", arguments: 0..<Rounds.of(60))
  func agreement(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let recordCount = Int.random(in: 0...300, using: &generator)
    var places = RecordPlaces()
    var entries: [Int: Entry.ID] = [:]
    var entry = Entry.ID.first
    let part = Int.random(in: 1...40, using: &generator)
    for record in 0..<recordCount {
      if Int.random(in: 0..<part, using: &generator) == 0 {
        entry = entry.advanced(by: Int.random(in: 0...3, using: &generator))
        continue
      }
      places.append(record: record, entry: entry)
      entries[record] = entry
      entry = entry.advanced(by: 1)
    }
    let universe = entry.rawValue + 5
    let all = Entry.ID.first..<Entry.ID(rawValue: universe)
    #expect(places.count == entries.count)
    for record in 0..<recordCount {
      if let entry = entries[record] { #expect(places.record(of: entry) == record) }
    }
    let present = Set(entries.values)
    #expect(
      places.entriesWithoutRecord(of: universe) == all.filter { !present.contains($0) })
    for entry in all where !present.contains(entry) {
      #expect(places.record(of: entry) == nil)
    }
    #expect(
      places.recordsWithoutEntry(of: recordCount).records
        == (0..<recordCount).filter { entries[$0] == nil })
    #expect(
      places.isIdentity(of: recordCount)
        == (0..<recordCount).allSatisfy { entries[$0]?.rawValue == $0 })
    for density in [1, 2, 30] {
      let some = (0..<recordCount).filter { _ in
        Int.random(in: 0..<density, using: &generator) == 0
      }
      let list = RecordSet(ascending: some, of: recordCount)
      var bits = RecordSet.all(of: recordCount)
      for record in 0..<recordCount { bits.set(record, isIncluded: list.contains(record)) }
      for set in [list, bits] {
        let moved = set.moved(places.runs, to: universe)
        #expect(moved.universe == universe)
        #expect(moved.entries == some.compactMap { entries[$0] })
      }
    }
  }

  @Test("entries that ascend are places, and so are the first ones")
  func lists() {
    #expect(RecordPlaces(ascending: [0, 1, 2]) == RecordPlaces(first: 3))
    #expect(RecordPlaces(ascending: []) == RecordPlaces(first: 0))
    let places = RecordPlaces(ascending: [2, 3, 7])
    #expect(places.runs.count == 2)
    #expect(places.entryEnd == 8)
    #expect(places.record(of: 7) == 2)
    #expect(!places.isIdentity(of: 3))
  }
}
