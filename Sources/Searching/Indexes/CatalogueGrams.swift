package import Catalogues
package import Readings

/// The grams of the searched texts of a catalogue. Not safe for concurrent use.
package struct CatalogueGrams {
  private let shown: EntryRecords
  private let all: EntryRecords
  private let sections: SectionRecords
  private var grams: Grams

  /// - Parameter table: How names are read.
  package init(_ catalogue: Catalogue, readings table: ReadingTable) {
    shown = EntryRecords(catalogue: catalogue, fields: .labelAndDetail)
    all = EntryRecords(catalogue: catalogue, fields: .all)
    sections = SectionRecords(catalogue: catalogue, fields: .all)
    grams = Grams(readings: table)
  }

  /// The grams of an entry's label, detail and fields, ascending.
  package mutating func grams(of entry: Entry.ID) -> [Int64] {
    // A label or detail may be shown differently than it is written.
    add(shown, entry.rawValue)
    add(all, entry.rawValue)
    return grams.take()
  }

  /// The grams of a section's title and fields, ascending.
  package mutating func grams(of section: Section.ID) -> [Int64] {
    add(sections, section.rawValue)
    return grams.take()
  }

  private mutating func add(_ records: some RecordSource, _ record: Int) {
    records.withFields(of: record) { grams.add($0, isString: $1) }
  }
}
