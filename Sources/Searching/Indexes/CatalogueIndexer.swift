package import Catalogues
package import ICUText
import Platform
import PropertyLists
package import Readings
import Storage
import Synchronization

/// Makes the index of a catalogue.
package struct CatalogueIndexer {
  private let catalogue: Catalogue
  private let table: ReadingTable
  /// The entries by record; `nil` if each record has the number of its entry.
  private let entries: [Entry.ID]?
  private let policy: Policy
  private var texts: EntryTexts

  /// When the work is divided; the result is the same either way.
  package struct Policy: Sendable {
    /// How many entries are worth a thread, which must learn about the text on its own.
    package var entriesPerThread = 1 << 14
    /// How many threads there may be, if not one per processor.
    package var threads: Int?
    /// How many entries are added before the rest is divided among threads: most columns occur in
    /// them.
    package var firstEntries = 1024

    package init() {}
  }

  /// - Parameters:
  ///   - table: How to read names that are found by their readings.
  ///   - entries: The entries that become records; `nil` for all that have a number.
  package init(
    _ catalogue: Catalogue, folding: CaseFolding, readings table: ReadingTable = .shared,
    entries: [Entry.ID]? = nil, policy: Policy = Policy()
  ) {
    self.catalogue = catalogue
    self.table = table
    self.entries = entries
    self.policy = policy
    texts = EntryTexts(of: catalogue, folding: folding, readings: table)
  }

  /// Indexes the entries.
  ///
  /// - Parameter shouldContinue: Called every few thousand entries; `false` stops the work.
  /// - Returns: `nil` if the work was stopped.
  /// - Complexity: O(*n*) in the length of all text, about ten nanoseconds per byte; as much memory
  ///   as the index takes, and some tens of megabytes more for large ones.
  package consuming func index(while shouldContinue: () -> Bool) -> CatalogueIndex? {
    guard addEntries(while: shouldContinue) else { return nil }
    let work = BackgroundWork { [others = texts.others] in others.finish() }
    let shown = texts.shown.finish()
    return index(shown, work.wait())
  }

  /// Indexes the entries while another thread does a task that reads the catalogue.
  ///
  /// The catalogue must have been read, not restored.
  package consuming func index<Value>(
    alongside other: @escaping () -> Value
  ) -> (index: CatalogueIndex, other: Value) {
    let work = BackgroundWork(other)
    _ = addEntries { true }
    let value = work.wait()
    // The memory of what the other task has read since then.
    catalogue.document.source.releaseMemory()
    let shown = texts.shown.finish()
    let others = texts.others.finish()
    return (index(shown, others), value)
  }

  /// Indexes the entries.
  package consuming func index() -> CatalogueIndex {
    guard let index = index(while: { true }) else { preconditionFailure("it was not stopped") }
    return index
  }

  private var recordCount: Int { entries?.count ?? catalogue.entryCount }

  private func index(_ shown: TextIndex.Parts, _ others: TextIndex.Parts) -> CatalogueIndex {
    do {
      let shown = try TextIndex(shown, recordCount: recordCount)
      let others = try TextIndex(others, recordCount: recordCount)
      return CatalogueIndex(
        columns: texts.columns, tableVersion: table.version, shown: shown, others: others,
        entryCount: recordCount)
    } catch {
      preconditionFailure("what was made just now is not damaged")
    }
  }
}

// MARK: Adding entries

extension CatalogueIndexer {
  /// Adds the first entries, then the others in runs, each on its own thread.
  private mutating func addEntries(while shouldContinue: () -> Bool) -> Bool {
    let unit = TextIndexBuilder.appendableRecords
    // The first column is determined by the very first entry, not by that of each run.
    let first = min(recordCount, max(policy.firstEntries / unit, 1) * unit)
    guard add(0..<first, to: &texts, while: shouldContinue) else { return false }
    let runs = runs(of: first..<recordCount, unit)
    guard var parts = parts(of: runs, while: shouldContinue) else { return false }
    // What follows takes more memory than anything before, and reads next to nothing of the source.
    catalogue.document.source.releaseMemory()
    // No part is kept longer than necessary: otherwise copies of the same texts would be made.
    texts = parts.removeFirst()
    for run in runs.dropFirst() {
      if texts.append(parts.removeFirst()) { continue }
      guard add(run, to: &texts, while: shouldContinue) else { return false }
    }
    return shouldContinue()
  }

  /// Runs of records; the length of all but the last is a multiple of the unit.
  private func runs(of records: Range<Int>, _ unit: Int) -> [Range<Int>] {
    // Elements of a restored catalogue are read on demand, by one thread at a time.
    let count =
      catalogue.isRestored
      ? 1
      : ParallelWork.pieces(
        records.count, worthwhile: policy.entriesPerThread, threads: policy.threads)
    let units = (records.count + unit - 1) / unit
    let bounds = (0...count).map { records.lowerBound + units * $0 / count * unit }
    return zip(bounds, bounds.dropFirst()).map { $0..<min($1, records.upperBound) }
  }

  /// The texts of each run; the first run continues the existing texts.
  ///
  /// - Parameter shouldContinue: Called on this thread.
  /// - Returns: `nil` if the work was stopped.
  private func parts(
    of runs: [Range<Int>], while shouldContinue: () -> Bool
  ) -> [EntryTexts]? {
    let isEnded = Atomic(false)
    let count = recordCount - (runs.first?.lowerBound ?? 0)
    let parts = ParallelWork.map(runs.count) { run in
      guard run > 0 else {
        var part = texts
        part.reserve(entries: count, like: texts)
        if !add(runs[run], to: &part, while: shouldContinue) {
          isEnded.store(true, ordering: .relaxed)
        }
        return part
      }
      var part = EntryTexts(
        of: catalogue, folding: CaseFolding(), readings: table, columns: texts.columns)
      part.reserve(entries: runs[run].count, like: texts)
      _ = add(runs[run], to: &part) { !isEnded.load(ordering: .relaxed) }
      return part
    }
    return isEnded.load(ordering: .relaxed) ? nil : parts
  }

  private func add(
    _ records: Range<Int>, to texts: inout EntryTexts, while shouldContinue: () -> Bool
  ) -> Bool {
    for record in records {
      if record % 4096 == 0, !shouldContinue() { return false }
      texts.add(entries?[record] ?? Entry.ID(rawValue: record))
    }
    return true
  }
}

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
