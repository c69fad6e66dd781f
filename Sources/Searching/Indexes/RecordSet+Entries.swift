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
}

extension UndecidedRecord {
  package init(entry: Entry.ID, failure: RegularExpression.Failure) {
    self.init(record: entry.rawValue, failure: failure)
  }

  /// The record as an entry.
  package var entry: Entry.ID { Entry.ID(rawValue: record) }
}
