package import Catalogues
package import ICUText
import Platform

/// The entries that the records of an index represent: both ascend together, and are stored in
/// runs.
struct RecordEntries: Equatable {
  private(set) var runs: [RecordSet.Move] = []
  /// How many records have an entry.
  private(set) var count = 0

  init() {}

  /// Records with the same numbers as their entries.
  init(first count: Int) {
    if count > 0 { append(records: 0..<count, entries: .first) }
  }

  /// - Parameter entries: The entries by record, ascending.
  init(ascending entries: [Entry.ID]) {
    for (record, entry) in entries.enumerated() { append(record: record, entry: entry) }
  }

  /// Adds a record and its entry, which follow all others.
  mutating func append(record: Int, entry: Entry.ID) {
    append(records: record..<(record + 1), entries: entry)
  }

  private mutating func append(records: Range<Int>, entries first: Entry.ID) {
    count += records.count
    let start = first.rawValue
    guard let last = runs.last, last.records.upperBound == records.lowerBound,
      last.start + last.records.count == start
    else { return runs.append(RecordSet.Move(records, to: start)) }
    runs[runs.count - 1] = RecordSet.Move(
      last.records.lowerBound..<records.upperBound, to: last.start)
  }

  /// One more than the last entry.
  var entryEnd: Int { runs.last.map { $0.start + $0.records.count } ?? 0 }

  /// Whether each of this many records has an entry of the same number.
  func isIdentity(of recordCount: Int) -> Bool { count == recordCount && entryEnd == recordCount }

  /// The record of an entry, if it has one.
  ///
  /// - Complexity: O(log *r*) in the number of runs.
  func record(of entry: Entry.ID) -> Int? {
    let next = runs.partitionPoint { $0.start > entry.rawValue }
    guard next > 0 else { return nil }
    let run = runs[next - 1]
    let offset = entry.rawValue - run.start
    return offset < run.records.count ? run.records.lowerBound + offset : nil
  }

  /// Of this many records, those that have no entry.
  func recordsWithoutEntry(of recordCount: Int) -> RecordSet {
    if count == recordCount { return .none(of: recordCount) }
    let inUse = runs.map { RecordSet.Move($0.records, to: $0.records.lowerBound) }
    return RecordSet.all(of: recordCount).moved(inUse, to: recordCount).inverted
  }

  /// Of this many entries, those that have no record.
  func entriesWithoutRecord(of entryCount: Int) -> [Entry.ID] {
    var result: [Entry.ID] = []
    var next = Entry.ID.first
    for run in runs {
      result += next..<Entry.ID(rawValue: run.start)
      next = Entry.ID(rawValue: run.start + run.records.count)
    }
    return result + (next..<max(next, Entry.ID(rawValue: entryCount)))
  }
}

// If all entries are records, each has the number of its record.

extension RecordSet {
  /// - Parameter entries: In ascending order.
  package init(ascending entries: [Entry.ID], of universe: Int) {
    self.init(ascending: entries.map(\.rawValue), of: universe)
  }

  /// The records as entries, ascending.
  package var entries: [Entry.ID] { records.map { Entry.ID(rawValue: $0) } }
}

extension UndecidedRecord {
  package init(entry: Entry.ID, failure: RegularExpression.Failure) {
    self.init(record: entry.rawValue, failure: failure)
  }

  /// The record as an entry.
  package var entry: Entry.ID { Entry.ID(rawValue: record) }
}
