import Catalogues
import ICUText
import PropertyLists
import Searching
import Storage

/// What is searched in one file: the catalogue that was read, or its index.
protocol SearchedEntries {
  /// Calls the closure with each entry found, in order, until it returns false or the limit is
  /// reached.
  ///
  /// - Parameter undecided: Called with the undecided entries up to that point.
  /// - Returns: The number of entries found.
  func find(limit: Int, undecided: (UndecidedRecord) -> Void, hit: (Entry.ID) -> Bool) -> Int

  /// The sections found by their titles or, with all fields, by others, in ascending order; none
  /// if only entries are to be found.
  func sections(undecided: (Section.ID, RegularExpression.Failure) -> Void) -> [Section.ID]

  /// The number of entries found, at most `limit`.
  func count(limit: Int, undecided: (UndecidedRecord) -> Void) -> Int

  /// The number of entries that another search finds; `nil` if it cannot be told.
  func count(_ matcher: Matcher, _ configuration: SearchConfiguration) -> Int?

  /// Whether an entry has a field of this key.
  func hasField(_ key: String) throws(Failure) -> Bool

  /// The catalogue, from which entries are printed.
  func catalogue() throws(Failure) -> Catalogue

  /// The place of an entry in the file.
  func location(of entry: Entry.ID) throws(Failure) -> SourceLocation

  /// Whether the file turned out not to be the indexed one.
  var hasFailed: Bool { get }

  /// Why entries could not be fetched, if they could not.
  var failure: Failure? { get }
}

/// Entries and sections that have all been found, in order.
protocol FoundEntries: SearchedEntries {
  var found: RecordSet { get }
  var undecided: [UndecidedRecord] { get }
  var foundSections: [Section.ID] { get }
  var undecidedSections: [(section: Section.ID, failure: RegularExpression.Failure)] { get }
}

extension FoundEntries {
  func find(limit: Int, undecided: (UndecidedRecord) -> Void, hit: (Entry.ID) -> Bool) -> Int {
    var count = 0
    guard limit > 0 else { return 0 }
    var last: Entry.ID?
    found.visitEntries { entry in
      count += 1
      let shouldContinue = hit(entry) && count < limit
      if !shouldContinue { last = entry }
      return shouldContinue
    }
    // A search without an index goes no further than this.
    for record in self.undecided where last.map({ record.entry < $0 }) ?? true { undecided(record) }
    return count
  }

  func sections(undecided: (Section.ID, RegularExpression.Failure) -> Void) -> [Section.ID] {
    for (section, failure) in undecidedSections { undecided(section, failure) }
    return foundSections
  }

  func count(limit: Int, undecided: (UndecidedRecord) -> Void) -> Int {
    if self.undecided.isEmpty { return min(found.count, limit) }
    return find(limit: limit, undecided: undecided) { _ in true }
  }
}

extension SearchedEntries {
  var failure: Failure? { nil }

  func location(of entry: Entry.ID) throws(Failure) -> SourceLocation {
    let catalogue = try catalogue()
    return catalogue.document.location(of: catalogue.textNode(of: entry))
  }
}

/// The entries of a catalogue that was read.
struct ReadEntries: SearchedEntries {
  let read: Catalogue
  let matcher: Matcher
  let configuration: SearchConfiguration

  func count(limit: Int, undecided: (UndecidedRecord) -> Void) -> Int {
    find(limit: limit, undecided: undecided) { _ in true }
  }

  func sections(undecided: (Section.ID, RegularExpression.Failure) -> Void) -> [Section.ID] {
    guard configuration.findsSections(matcher) else { return [] }
    return SectionRecords(catalogue: read, fields: configuration.fields)
      .sections(
        matching: matcher, isInverted: configuration.isInverted, undecided: undecided)
  }

  func count(_ matcher: Matcher, _ configuration: SearchConfiguration) -> Int? {
    ReadEntries(read: read, matcher: matcher, configuration: configuration)
      .count(limit: .max) { _ in }
  }

  func hasField(_ key: String) -> Bool { read.hasField(key, followsPaths: true) }

  func catalogue() -> Catalogue { read }

  var hasFailed: Bool { false }

  func find(limit: Int, undecided: (UndecidedRecord) -> Void, hit: (Entry.ID) -> Bool) -> Int {
    var count = 0
    guard limit > 0, configuration.findsEntries else { return 0 }
    let records = EntryRecords(catalogue: read, fields: configuration.fields)
    let search = RecordSearch(matcher, isInverted: configuration.isInverted)
    search.search(records, undecided: undecided) { entry in
      count += 1
      return hit(entry) && count < limit
    }
    return count
  }
}

/// The entries found by an index. Everything needed from the index is read before any entry is
/// printed, so that damage can still be dealt with in another way.
struct IndexedEntries: FoundEntries {
  private let index: CatalogueIndex
  private let matcher: Matcher
  private let configuration: SearchConfiguration
  let found: RecordSet
  let undecided: [UndecidedRecord]
  private let sectionTexts: SectionTexts
  let foundSections: [Section.ID]
  let undecidedSections: [(section: Section.ID, failure: RegularExpression.Failure)]
  private let stored: LazyCatalogue
  let trace: TextIndex.Trace
  /// The number of entries that had to be checked again.
  let verified: Int

  /// A catalogue that is restored on first access.
  final class LazyCatalogue {
    private let stored: StoredCatalogue
    private let file: FileBytes
    private var catalogue: Catalogue?

    init(_ stored: StoredCatalogue, _ file: FileBytes) {
      self.stored = stored
      self.file = file
    }

    func restored() throws(IndexDamage) -> Catalogue {
      if let catalogue { return catalogue }
      let restored = try stored.restore(file)
      catalogue = restored
      return restored
    }

    /// Whether the file was found not to be the indexed one.
    var hasFailed: Bool { catalogue?.restoringFailure ?? false }
  }

  /// - Parameters:
  ///   - limit: The maximum number of entries wanted.
  ///   - isPrinted: Whether the catalogue will be needed.
  /// - Throws: `IndexDamage` if no entries can be obtained.
  init(
    _ index: CatalogueIndex, _ sections: SectionTexts, _ stored: LazyCatalogue,
    _ matcher: Matcher, _ configuration: SearchConfiguration, limit: Int, isPrinted: Bool
  ) throws(IndexDamage) {
    (self.index, self.matcher, self.configuration) = (index, matcher, configuration)
    self.sectionTexts = sections
    self.stored = stored
    let findsEntries = configuration.findsEntries
    let candidates =
      findsEntries ? try index.candidates(for: matcher, in: configuration.fields) : nil
    var found =
      findsEntries
      ? candidates?.entries ?? .all(of: index.entryCount) : .none(of: index.entryCount)
    trace = candidates?.trace ?? TextIndex.Trace()
    var verified = 0
    var undecided: [UndecidedRecord] = []
    if findsEntries, candidates?.needsVerification ?? true {
      let records = EntryRecords(catalogue: try stored.restored(), fields: configuration.fields)
      let limit = configuration.isInverted ? .max : limit
      (found, verified) = RecordSearch(matcher).matches(
        among: found, of: records, limit: limit, undecided: { undecided.append($0) })
    }
    self.verified = verified
    self.undecided = undecided
    if findsEntries, configuration.isInverted {
      found.formUnion(RecordSet(ascending: undecided.map(\.entry), of: index.entryCount))
      found = found.inverted
    }
    self.found = found
    var undecidedSections: [(section: Section.ID, failure: RegularExpression.Failure)] = []
    foundSections =
      configuration.findsSections(matcher)
      ? try sections.sections(
        matching: matcher, in: configuration.fields, isInverted: configuration.isInverted,
        of: stored.restored, undecided: { undecidedSections.append(($0, $1)) })
      : []
    self.undecidedSections = undecidedSections
    if isPrinted, !found.isEmpty { _ = try stored.restored() }
  }

  func count(_ matcher: Matcher, _ configuration: SearchConfiguration) -> Int? {
    let entries = try? IndexedEntries(
      index, sectionTexts, stored, matcher, configuration, limit: .max, isPrinted: false)
    return entries?.count(limit: .max) { _ in }
  }

  func hasField(_ key: String) throws(Failure) -> Bool {
    // The index tells apart only so many keys, and has none of fields without text.
    if index.hasColumn(ofKey: key) { return true }
    return try catalogue().hasField(key, followsPaths: true)
  }

  var hasFailed: Bool { stored.hasFailed }

  func catalogue() throws(Failure) -> Catalogue {
    do throws(IndexDamage) {
      return try stored.restored()
    } catch {
      // The catalogue could be restored when the search was created.
      throw Failure("the index is damaged")
    }
  }
}
