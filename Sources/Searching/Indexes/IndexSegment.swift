import Catalogues
import ICUText
import PropertyLists
import Storage

/// Some entries as they were when they were indexed, and a record of which have changed since.
struct IndexSegment {
  let index: CatalogueIndex
  /// The entries of the records. Text of records without an entry is no longer in the catalogue.
  private let places: RecordPlaces
  /// The nodes that entries had when they were indexed, for those with a different node since.
  private var oldNodes: [Entry.ID: NodeIndex] = [:]
  /// The records of entries whose text is not the indexed one.
  private var outdated: RecordSet
  private(set) var outdatedCount = 0

  /// - Parameter entries: The entries by record, ascending; `nil` if each record has the number of
  ///   its entry.
  init(_ index: CatalogueIndex, entries: [Entry.ID]? = nil) {
    self.init(
      index,
      places: entries.map(RecordPlaces.init(ascending:)) ?? RecordPlaces(first: index.entryCount))
  }

  /// - Parameter places: Entries whose text is the indexed one.
  init(_ index: CatalogueIndex, places: RecordPlaces) {
    self.index = index
    self.places = places
    outdated = places.recordsWithoutEntry(of: index.entryCount)
    outdatedCount = index.entryCount - places.count
  }

  var count: Int { index.entryCount }

  /// Records that an entry has changed, perhaps back.
  ///
  /// - Returns: Whether the indexed text is the entry's.
  mutating func note(_ change: EntryChanges.Change, nodeNow: NodeIndex) -> Bool {
    guard let record = places.record(of: change.entry) else { return false }
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
    return entries(of: current, in: places.entryEnd).entries
  }

  /// The nodes that the indexed text was read from, by record, for the records that have an entry.
  func indexedNodes(in catalogue: Catalogue) -> (records: [UInt32], nodes: [UInt32]) {
    var result: (records: [UInt32], nodes: [UInt32]) = ([], [])
    result.records.reserveCapacity(places.count)
    result.nodes.reserveCapacity(places.count)
    for run in places.runs {
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
    places.isIdentity(of: count)
      ? records.extended(to: universe) : records.moved(places.runs, to: universe)
  }

  enum Problem: Error {
    case damage
    /// The caller does not want to continue.
    case ended
  }

  /// The entries that match and whose text is the indexed one.
  ///
  /// - Parameter undecided: Receives the undecided ones among them.
  /// - Precondition: The matcher has needles, and the index has the readings it needs.
  func matches(
    _ search: LiveIndex.Search, in catalogue: Catalogue, while shouldContinue: () -> Bool,
    _ undecided: inout [UndecidedRecord]
  ) throws(Problem) -> RecordSet {
    var found: RecordSet
    let needsVerification: Bool
    do throws(IndexDamage) {
      guard let candidates = try index.candidates(for: search.matcher, in: search.fields) else {
        preconditionFailure("the matcher has needles and the readings")
      }
      (found, needsVerification) = (candidates.entries, candidates.needsVerification)
    } catch {
      throw .damage
    }
    found.subtract(outdated)
    let universe = catalogue.entryCount
    found = entries(of: found, in: universe)
    guard needsVerification else { return found }
    let records = EntryRecords(catalogue: catalogue, fields: search.fields)
    guard
      let matches = RecordSearch(search.matcher).matches(
        among: found, of: records, while: shouldContinue, undecided: { undecided.append($0) })
    else { throw .ended }
    return matches.records
  }
}
