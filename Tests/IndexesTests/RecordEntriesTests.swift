import Catalogues
import SeededRandom
import TestHelpers
import Testing

@testable import Searching

@Suite("Entries of records")
struct RecordEntriesTests {
  @Test("entries are found by record and records by entry", arguments: 0..<Rounds.of(60))
  func agreement(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let recordCount = Int.random(in: 0...300, using: &generator)
    var recordEntries = RecordEntries()
    var entries: [Int: Entry.ID] = [:]
    var entry = Entry.ID.first
    let part = Int.random(in: 1...40, using: &generator)
    for record in 0..<recordCount {
      if Int.random(in: 0..<part, using: &generator) == 0 {
        entry = entry.advanced(by: Int.random(in: 0...3, using: &generator))
        continue
      }
      recordEntries.append(record: record, entry: entry)
      entries[record] = entry
      entry = entry.advanced(by: 1)
    }
    let universe = entry.rawValue + 5
    let all = Entry.ID.first..<Entry.ID(rawValue: universe)
    #expect(recordEntries.count == entries.count)
    for record in 0..<recordCount {
      if let entry = entries[record] { #expect(recordEntries.record(of: entry) == record) }
    }
    let present = Set(entries.values)
    #expect(
      recordEntries.entriesWithoutRecord(of: universe) == all.filter { !present.contains($0) })
    for entry in all where !present.contains(entry) {
      #expect(recordEntries.record(of: entry) == nil)
    }
    #expect(
      recordEntries.recordsWithoutEntry(of: recordCount).records
        == (0..<recordCount).filter { entries[$0] == nil })
    #expect(
      recordEntries.isIdentity(of: recordCount)
        == (0..<recordCount).allSatisfy { entries[$0]?.rawValue == $0 })
    for density in [1, 2, 30] {
      let some = (0..<recordCount).filter { _ in
        Int.random(in: 0..<density, using: &generator) == 0
      }
      let list = RecordSet(ascending: some, of: recordCount)
      var bits = RecordSet.all(of: recordCount)
      for record in 0..<recordCount { bits.set(record, isIncluded: list.contains(record)) }
      for set in [list, bits] {
        let moved = set.moved(recordEntries.runs, to: universe)
        #expect(moved.universe == universe)
        #expect(moved.entries == some.compactMap { entries[$0] })
      }
    }
  }

  @Test("entries that ascend are recordEntries, and so are the first ones")
  func lists() {
    #expect(RecordEntries(ascending: [0, 1, 2]) == RecordEntries(first: 3))
    #expect(RecordEntries(ascending: []) == RecordEntries(first: 0))
    let recordEntries = RecordEntries(ascending: [2, 3, 7])
    #expect(recordEntries.runs.count == 2)
    #expect(recordEntries.entryEnd == 8)
    #expect(recordEntries.record(of: 7) == 2)
    #expect(!recordEntries.isIdentity(of: 3))
  }
}
