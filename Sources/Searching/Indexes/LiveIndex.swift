package import Catalogues
import ICUText
package import Readings
import Storage

/// Searches a catalogue that is being edited, and finds exactly what a scan of all its text would.
///
/// An index of all entries, as they were at some moment, is supplemented by a smaller index of the
/// entries that have changed since, and by a list of the entries that have changed since the
/// smaller index was made. When too many entries have changed, the indexes are rebuilt, always
/// within a search. A catalogue with few entries is only scanned. Not safe for concurrent use.
package final class LiveIndex {
  private let catalogue: Catalogue
  private let folding = CaseFolding()
  private let policy: Policy
  /// The table of the last search by readings, by which indexes to be made read names; `nil` for
  /// `usualTable`.
  private var table: ReadingTable?
  private let usualTable: () -> ReadingTable
  /// A source of the index of the catalogue in its first state, and a store for it.
  private var store: Store?
  /// How many entries there were at first.
  private let firstCount: Int
  private var searchCount = 0
  private var hasAskedStore = false
  private var hasMadeBase = false

  /// The index of all entries that existed when it was made.
  private var base: IndexSegment?
  /// The index of the entries that are new or have changed since then.
  private var changed: IndexSegment?
  /// Entries for which neither index is up to date.
  private var recent: Set<Entry.ID> = []
  /// How many entries the indexes and `recent` cover.
  private var knownCount = 0

  /// The conditions under which indexes are made.
  package struct Policy: Sendable {
    /// Catalogues with fewer entries are scanned.
    package var leastEntries = 10_000
    /// How many searches scan before an index is made: a single search is faster without one.
    package var scansBefore = 0
    /// The maximum number of changed entries that are scanned.
    package var mostRecent = 1 << 8
    /// How many entries may change before all are indexed anew: a number, or a fraction of all
    /// entries if that is larger.
    package var mostChanged = (count: 1 << 12, part: 16)
    /// Whether there is enough memory to make an index; if not, all text is scanned.
    package var hasMemory: @Sendable (IndexingMemory) -> Bool = { $0.shortage() == nil }

    package init() {}
  }

  /// A source of the index of a catalogue that was read.
  package struct Store {
    let open: () -> CatalogueIndex?
    let keep: (CatalogueIndex) -> Void

    /// - Parameters:
    ///   - open: Returns the index of the catalogue as it was read, if there is one.
    ///   - keep: Called with the first index that is made, of the catalogue as it is then.
    package init(open: @escaping () -> CatalogueIndex?, keep: @escaping (CatalogueIndex) -> Void) {
      self.open = open
      self.keep = keep
    }
  }

  /// - Parameters:
  ///   - catalogue: From now on its changes are recorded for this index alone.
  ///   - readings: How names are read until a search specifies it.
  package init(
    _ catalogue: Catalogue, policy: Policy = Policy(),
    readings usualTable: @escaping () -> ReadingTable = { .shared }
  ) {
    self.usualTable = usualTable
    self.catalogue = catalogue
    self.policy = policy
    firstCount = catalogue.entryCount
    _ = catalogue.takeEntryChanges()
  }

  /// Sets a source for an index of the catalogue as it was when this object was made.
  package func use(_ store: Store) { self.store = store }

  /// Opens the index that the next search would use, or makes it.
  ///
  /// - Parameters:
  ///   - mostEntries: The largest number of entries for which an index is made.
  ///   - shouldContinue: Called now and then; `false` stops it.
  /// - Returns: `false` if it was stopped.
  package func prepare(mostEntries: Int, while shouldContinue: () -> Bool) -> Bool {
    searchCount += 1
    if base == nil, !hasAskedStore { openStored() }
    guard base != nil || catalogue.entryCount <= mostEntries else { return true }
    return update(while: shouldContinue)
  }

  /// What a query finds, deleted entries included; `nil` if the search was stopped.
  ///
  /// - Parameter shouldContinue: Called now and then; `false` stops the search. What has been
  ///   indexed remains usable.
  /// - Complexity: That of `CatalogueIndex.candidates`, and O(*c*) in the text of at most a few
  ///   thousand changed entries. The first search, and some after many changes, make an index. An
  ///   expression without plain text is searched for in all text.
  package func search(
    _ query: SearchQuery, while shouldContinue: () -> Bool = { true }
  ) -> Found? {
    searchCount += 1
    while true {
      var found = Found(query, of: catalogue.entryCount)
      if query.matcher.isNarrow {
        useReadings(of: query.matcher)
        guard update(while: shouldContinue) else { return nil }
      }
      if let base, query.matcher.isNarrow {
        do throws(IndexDamage) {
          var parts = [Candidates(RecordSet(ascending: recent.sorted(), of: catalogue.entryCount))]
          for segment in [base, changed].compactMap(\.self) {
            parts.append(try segment.candidates(for: query, of: catalogue.entryCount))
          }
          for part in parts {
            guard found.add(part, of: { catalogue }, while: shouldContinue) else { return nil }
          }
        } catch {
          // Only stored indexes can be damaged.
          self.base = nil
          continue
        }
      } else {
        guard found.addAll(of: catalogue, while: shouldContinue) else { return nil }
      }
      found.end()
      found.removeUndecided { !catalogue.contains(.entry($0)) }
      return found
    }
  }
}

// MARK: Keeping up

extension LiveIndex {
  /// Incorporates changes and rebuilds indexes as they require.
  ///
  /// - Returns: `false` if it was stopped.
  private func update(while shouldContinue: () -> Bool) -> Bool {
    if base == nil, !hasAskedStore { openStored() }
    if base != nil { takeChanges() }
    guard base != nil else { return makeBase(while: shouldContinue) }
    let changedCount = recent.count + (changed.map { $0.count - $0.outdatedCount } ?? 0)
    if changedCount > mostChanged { return makeBase(while: shouldContinue) }
    // The threshold grows, so that an entry is indexed again only after more and more changes.
    if recent.count > max(policy.mostRecent, changedCount / 4) {
      return makeChanged(while: shouldContinue)
    }
    return true
  }

  /// How many entries may change before all are indexed anew.
  private var mostChanged: Int {
    max(policy.mostChanged.count, catalogue.entryCount / policy.mostChanged.part)
  }

  private func openStored() {
    guard catalogue.entryCount >= policy.leastEntries else { return }
    hasAskedStore = true
    guard let index = store?.open(), index.entryCount == firstCount else { return }
    base = IndexSegment(index)
    knownCount = firstCount
  }

  private func takeChanges() {
    let log = catalogue.takeEntryChanges()
    if log.isIncomplete { return forget() }
    for change in log.changes {
      let node = catalogue.textNode(of: change.entry)
      let isInBase = base?.note(change, nodeNow: node) ?? false
      let isInChanged = changed?.note(change, nodeNow: node) ?? false
      if isInBase || isInChanged {
        recent.remove(change.entry)
      } else {
        recent.insert(change.entry)
      }
    }
    recent.formUnion(catalogue.entries.dropFirst(knownCount))
    knownCount = catalogue.entryCount
  }

  /// Drops the indexes if they read names differently than the matcher does.
  private func useReadings(of matcher: Matcher) {
    guard let table = matcher.table else { return }
    self.table = table
    if base == nil, !hasAskedStore { openStored() }
    if let base, !base.index.hasReadings(of: matcher) { return forget() }
    if let changed, !changed.index.hasReadings(of: matcher) { forget() }
  }

  private func forget() {
    (base, changed, recent) = (nil, nil, [])
  }

  private func makeBase(while shouldContinue: () -> Bool) -> Bool {
    guard catalogue.entryCount >= policy.leastEntries, searchCount > policy.scansBefore,
      policy.hasMemory(IndexingMemory(of: catalogue))
    else { return true }
    guard
      let index = CatalogueIndexer(catalogue, folding: folding, readings: table ?? usualTable())
        .index(while: shouldContinue)
    else { return false }
    _ = catalogue.takeEntryChanges()
    if !hasMadeBase { store?.keep(index) }
    hasMadeBase = true
    base = IndexSegment(index)
    (changed, recent) = (nil, [])
    knownCount = catalogue.entryCount
    return true
  }

  private func makeChanged(while shouldContinue: () -> Bool) -> Bool {
    let entries = (recent.union(changed?.current ?? [])).sorted()
    let indexer = CatalogueIndexer(
      catalogue, folding: folding, readings: table ?? usualTable(), entries: entries)
    guard let index = indexer.index(while: shouldContinue) else { return false }
    changed = IndexSegment(index, entries: entries)
    recent = []
    return true
  }
}

// MARK: Another catalogue

extension LiveIndex {
  /// Reuses what another index has for entries that have the same text in this catalogue, such as
  /// those of the same file before another program changed it.
  ///
  /// An index in the store takes precedence. Nothing is reused if too many entries have changed.
  ///
  /// - Parameter other: An index that remains usable.
  /// - Precondition: The catalogue has not been edited since this object was made, and there has
  ///   been no search.
  /// - Complexity: O(*n*) in the length of both texts, which are compared and some of which is
  ///   hashed.
  package func carryOver(from other: LiveIndex) {
    table = other.table
    guard catalogue.entryCount >= policy.leastEntries, !catalogue.isRestored,
      let segment = other.currentBase()
    else { return }
    openStored()
    guard base == nil,
      let recordEntries = EntryMatching(segment, of: other.catalogue, in: catalogue)
        .entries(missingAtMost: mostChanged)
    else { return }
    // Unused records cost memory, and time in every search.
    let unusedCount = segment.count - recordEntries.count
    guard unusedCount <= max(recordEntries.count, policy.mostChanged.count) else { return }
    base = IndexSegment(segment.index, recordEntries: recordEntries)
    recent = Set(recordEntries.entriesWithoutRecord(of: catalogue.entryCount))
    knownCount = catalogue.entryCount
  }

  /// The index of all entries as they were at some moment, updated with the changes since.
  private func currentBase() -> IndexSegment? {
    if base == nil, !hasAskedStore { openStored() }
    if base != nil { takeChanges() }
    return base
  }
}
