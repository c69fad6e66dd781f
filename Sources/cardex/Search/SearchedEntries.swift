import Catalogues
import ICUText
import IndexFiles
import Indexes
import PropertyLists
import Searching

/// What one file is searched in: the catalogue that was read, or its index.
protocol SearchedEntries {
  /// Calls the closure with each entry found, in order, until it returns false or there are as many
  /// as wanted.
  ///
  /// - Returns: How many were found.
  func find(limit: Int, _ hit: (Int) -> Bool) throws(RegularExpression.Failure) -> Int

  /// How many entries are found, at most so many.
  func count(limit: Int) throws(RegularExpression.Failure) -> Int

  /// The catalogue, to print entries of it.
  func catalogue() throws(Failure) -> Catalogue

  /// Whether the file turned out not to be the one that was indexed.
  var hasFailed: Bool { get }
}

/// The entries of a catalogue that was read.
struct ReadEntries: SearchedEntries {
  private let read: Catalogue
  private let matcher: Matcher
  private let configuration: SearchConfiguration

  init(_ catalogue: Catalogue, _ matcher: Matcher, _ configuration: SearchConfiguration) {
    read = catalogue
    self.matcher = matcher
    self.configuration = configuration
  }

  func count(limit: Int) throws(RegularExpression.Failure) -> Int {
    try find(limit: limit) { _ in true }
  }

  func catalogue() -> Catalogue { read }

  var hasFailed: Bool { false }

  func find(limit: Int, _ hit: (Int) -> Bool) throws(RegularExpression.Failure) -> Int {
    var count = 0
    guard limit > 0 else { return 0 }
    let records = EntryRecords(catalogue: read, fields: configuration.fields)
    let search = RecordSearch(matcher, isInverted: configuration.isInverted)
    try search.search(records) { entry in
      count += 1
      return hit(entry) && count < limit
    }
    return count
  }
}

/// The entries that an index has found. All that must be read of the index for them is read before
/// any is printed, so that damage leaves time to go another way.
struct IndexedEntries: SearchedEntries {
  private let found: RecordSet
  private let source: Source
  let trace: TextIndex.Trace
  /// How many entries had to be looked at again.
  let verified: Int

  /// Where the entries are from.
  enum Source {
    case read(Catalogue)
    case stored(LazyCatalogue)

    func catalogue() throws(IndexDamage) -> Catalogue {
      switch self {
      case .read(let catalogue): catalogue
      case .stored(let catalogue): try catalogue.restored()
      }
    }
  }

  /// A catalogue that is restored when it is first asked for.
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

    /// Whether the file was found not to be the one that was indexed.
    var hasFailed: Bool { catalogue?.restoringFailure ?? false }
  }

  /// Why there are no entries.
  enum Problem: Error {
    case damage
    case expression(RegularExpression.Failure)
  }

  /// - Parameters:
  ///   - limit: How many entries are wanted at the most.
  ///   - isPrinted: Whether the catalogue will be needed.
  init(
    _ index: CatalogueIndex, _ source: Source, _ matcher: Matcher,
    _ configuration: SearchConfiguration, limit: Int, isPrinted: Bool
  ) throws(Problem) {
    self.source = source
    do {
      let candidates = try index.candidates(for: matcher, in: configuration.fields)
      var found = candidates?.entries ?? .all(of: index.entryCount)
      trace = candidates?.trace ?? TextIndex.Trace()
      if candidates?.needsVerification ?? true {
        let records = EntryRecords(
          catalogue: try source.catalogue(), fields: configuration.fields)
        let search = RecordSearch(matcher)
        let wanted = configuration.isInverted ? .max : limit
        var verified = 0
        var count = 0
        found = try found.filter { entry throws(RegularExpression.Failure) in
          guard count < wanted else { return false }
          verified += 1
          let isMatch = try search.matches(entry, of: records)
          if isMatch { count += 1 }
          return isMatch
        }
        self.verified = verified
      } else {
        verified = 0
      }
      self.found = configuration.isInverted ? found.inverted : found
      if isPrinted, !self.found.isEmpty { _ = try source.catalogue() }
    } catch let error as RegularExpression.Failure {
      throw .expression(error)
    } catch {
      throw .damage
    }
  }

  func find(limit: Int, _ hit: (Int) -> Bool) -> Int {
    var count = 0
    guard limit > 0 else { return 0 }
    found.forEach { entry in
      count += 1
      return hit(entry) && count < limit
    }
    return count
  }

  func count(limit: Int) -> Int { min(found.count, limit) }

  var hasFailed: Bool {
    switch source {
    case .read: false
    case .stored(let catalogue): catalogue.hasFailed
    }
  }

  func catalogue() throws(Failure) -> Catalogue {
    do throws(IndexDamage) {
      return try source.catalogue()
    } catch {
      // It was there when the search was made.
      throw Failure("the index is damaged")
    }
  }
}
