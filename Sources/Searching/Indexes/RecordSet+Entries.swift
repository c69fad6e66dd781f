package import Catalogues

// If all entries are records, each has the number of its record.

extension RecordSet {
  /// The records as entries, ascending.
  package var entries: [Entry.ID] { records.map { Entry.ID(rawValue: $0) } }
}

extension UndecidedRecord {
  /// The record as an entry.
  package var entry: Entry.ID { Entry.ID(rawValue: record) }
}
