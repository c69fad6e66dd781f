import Catalogues
import ICUText
import IndexFiles
import Searching

/// Some entries as they were when they were indexed, and which of them have changed since.
struct IndexSegment {
  let index: CatalogueIndex
  /// The entries by record, ascending; `nil` if a record's number is the entry's.
  private let entries: [Int]?
  /// The nodes that entries had when they were indexed, of those that were given another since.
  private var oldNodes: [Int: Int] = [:]
  /// The records of entries whose text is not the indexed one.
  private var outdated: RecordSet
  private(set) var outdatedCount = 0

  init(_ index: CatalogueIndex, entries: [Int]? = nil) {
    self.index = index
    self.entries = entries
    outdated = .none(of: index.entryCount)
  }

  var count: Int { index.entryCount }

  /// Notes that an entry has changed, maybe back.
  ///
  /// - Returns: Whether the indexed text is the entry's.
  mutating func note(_ change: EntryChanges.Change, nodeNow: Int) -> Bool {
    guard let record = record(of: change.entry) else { return false }
    let oldNode = oldNodes[change.entry] ?? change.oldNode
    oldNodes[change.entry] = oldNode
    let isOutdated = oldNode != nodeNow
    if isOutdated != outdated.contains(record) {
      outdated.set(record, isIncluded: isOutdated)
      outdatedCount += isOutdated ? 1 : -1
    }
    return !isOutdated
  }

  private func record(of entry: Int) -> Int? {
    guard let entries else { return entry < count ? entry : nil }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle] < entry { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low] == entry ? low : nil
  }

  /// The entries whose text is the indexed one.
  var current: [Int] {
    var current = RecordSet.all(of: count)
    current.subtract(outdated)
    return entries(of: current)
  }

  private func entries(of records: RecordSet) -> [Int] {
    guard let entries else { return records.records }
    return records.records.map { entries[$0] }
  }

  enum Problem: Error {
    case damage
    case expression(RegularExpression.Failure)
    /// The caller does not want to go on.
    case ended
  }

  /// The entries that match and whose text is the indexed one.
  ///
  /// - Precondition: The matcher has needles.
  func matches(
    _ search: LiveIndex.Search, in catalogue: Catalogue, while goesOn: () -> Bool
  ) throws(Problem) -> RecordSet {
    var found: RecordSet
    let needsVerification: Bool
    do throws(IndexDamage) {
      guard let candidates = try index.candidates(for: search.matcher, in: search.fields) else {
        preconditionFailure("the matcher has needles")
      }
      (found, needsVerification) = (candidates.entries, candidates.needsVerification)
    } catch {
      throw .damage
    }
    found.subtract(outdated)
    let universe = catalogue.entryCount
    guard needsVerification else {
      return entries == nil
        ? found.extended(to: universe) : RecordSet(ascending: entries(of: found), of: universe)
    }
    let records = EntryRecords(catalogue: catalogue, fields: search.fields)
    let single = RecordSearch(search.matcher)
    var matches: [Int] = []
    for (number, entry) in entries(of: found).enumerated() {
      if number % 32 == 31, !goesOn() { throw .ended }
      do throws(RegularExpression.Failure) {
        if try single.matches(entry, of: records) { matches.append(entry) }
      } catch {
        throw .expression(error)
      }
    }
    return RecordSet(ascending: matches, of: universe)
  }
}
