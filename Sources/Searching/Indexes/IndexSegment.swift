import Catalogues
import ICUText
import PropertyLists
import Storage

/// Some entries as they were when they were indexed, and a record of which have changed since.
struct IndexSegment {
  let index: CatalogueIndex
  /// The entries of the records. The text of a record without an entry is no longer in the
  /// catalogue.
  private let recordEntries: RecordEntries
  /// For entries whose node has changed since they were indexed, their node at that time.
  private var oldNodes: [Entry.ID: NodeIndex] = [:]
  /// The records without an entry, or whose entry's text is not the indexed one.
  private var outdated: RecordSet
  private(set) var outdatedCount = 0

  /// - Parameter entries: The entries by record, ascending; `nil` if each record has the number of
  ///   its entry.
  init(_ index: CatalogueIndex, entries: [Entry.ID]? = nil) {
    self.init(
      index,
      recordEntries: entries.map(RecordEntries.init(ascending:))
        ?? RecordEntries(first: index.entryCount))
  }

  /// - Parameter recordEntries: Entries whose text is the indexed one.
  init(_ index: CatalogueIndex, recordEntries: RecordEntries) {
    self.index = index
    self.recordEntries = recordEntries
    outdated = recordEntries.recordsWithoutEntry(of: index.entryCount)
    outdatedCount = index.entryCount - recordEntries.count
  }

  var count: Int { index.entryCount }

  /// Records that an entry has changed, perhaps back.
  ///
  /// - Returns: Whether the entry has the indexed text.
  mutating func note(_ change: EntryChanges.Change, nodeNow: NodeIndex) -> Bool {
    guard let record = recordEntries.record(of: change.entry) else { return false }
    let oldNode = oldNodes[change.entry] ?? change.oldNode
    oldNodes[change.entry] = oldNode
    let isOutdated = oldNode != nodeNow
    if isOutdated != outdated.contains(record) {
      outdated.set(record, isIncluded: isOutdated)
      outdatedCount += isOutdated ? 1 : -1
    }
    return !isOutdated
  }

  /// The entries whose text is the indexed one.
  var current: [Entry.ID] {
    var current = RecordSet.all(of: count)
    current.subtract(outdated)
    return entries(of: current, in: recordEntries.entryEnd).entries
  }

  /// The nodes that the indexed text was read from, by record, for the records that have an entry.
  func indexedNodes(in catalogue: Catalogue) -> (records: [UInt32], nodes: [UInt32]) {
    var result: (records: [UInt32], nodes: [UInt32]) = ([], [])
    result.records.reserveCapacity(recordEntries.count)
    result.nodes.reserveCapacity(recordEntries.count)
    for run in recordEntries.runs {
      for record in run.records {
        let entry = Entry.ID(rawValue: run.start + record - run.records.lowerBound)
        let isOutdated = outdatedCount > 0 && outdated.contains(record)
        let node = (isOutdated ? oldNodes[entry] : nil) ?? catalogue.textNode(of: entry)
        result.records.append(UInt32(record))
        result.nodes.append(UInt32(node.rawValue))
      }
    }
    return result
  }

  /// - Parameter universe: How many entries there are.
  private func entries(of records: RecordSet, in universe: Int) -> RecordSet {
    recordEntries.isIdentity(of: count)
      ? records.extended(to: universe) : records.moved(recordEntries.runs, to: universe)
  }

  /// The entries that may match and whose text is the indexed one.
  ///
  /// - Parameter universe: How many entries there are.
  /// - Precondition: The matcher has needles, and the index has the readings it needs.
  func candidates(for query: SearchQuery, of universe: Int) throws(IndexDamage) -> Candidates {
    guard var candidates = try index.candidates(for: query.matcher, in: query.fields) else {
      preconditionFailure("the matcher has needles and the readings")
    }
    candidates.entries.subtract(outdated)
    candidates.entries = entries(of: candidates.entries, in: universe)
    return candidates
  }
}
