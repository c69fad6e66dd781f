package import Catalogues
package import ICUText

// If all entries are records, each has the number of its record.

extension RecordSet {
  /// - Parameter entries: In ascending order.
  package init(ascending entries: [Entry.ID], of universe: Int) {
    self.init(ascending: entries.map(\.rawValue), of: universe)
  }

  /// The records as entries, ascending.
  package var entries: [Entry.ID] { records.map { Entry.ID(rawValue: $0) } }

  /// Calls the closure with each record as an entry, in order, until it returns false.
  package func visitEntries(_ body: (Entry.ID) -> Bool) {
    visit { body(Entry.ID(rawValue: $0)) }
  }
}

extension UndecidedRecord {
  package init(entry: Entry.ID, failure: RegularExpression.Failure) {
    self.init(record: entry.rawValue, failure: failure)
  }

  /// The record as an entry.
  package var entry: Entry.ID { Entry.ID(rawValue: record) }
}

extension RecordSearch {
  /// Calls the closure with each entry found, in order, until it returns false; see
  /// `search(_:while:undecided:hit:)`.
  package func search(
    _ entries: EntryRecords, undecided: (UndecidedRecord) -> Void, hit: (Entry.ID) -> Bool
  ) {
    search(entries, undecided: undecided) { (record: Int) in hit(Entry.ID(rawValue: record)) }
  }

  /// The candidates among entries that match, and how many were examined.
  ///
  /// - Parameters:
  ///   - limit: How many are wanted; no more are examined than it takes to find them.
  ///   - undecided: Called with the undecided records, in order.
  package func matches(
    among candidates: RecordSet, of entries: EntryRecords, limit: Int,
    undecided: (UndecidedRecord) -> Void
  ) -> (entries: RecordSet, examined: Int) {
    guard
      let matches = matches(
        among: candidates, of: entries, limit: limit, while: { true }, undecided: undecided)
    else { preconditionFailure("nothing ends it") }
    return (matches.records, matches.examined)
  }
}
