import Catalogues
import Editing
import ICUText
import Platform
import PropertyLists
import Searching
import Storage

/// The results in a file, and the source from which they are printed.
struct SearchedFile {
  let source: SearchSource
  let found: Found
  /// The database that told which entries may match, if one did.
  let database: DatabaseSearch?

  init(_ source: SearchSource, _ found: Found, _ database: DatabaseSearch? = nil) {
    (self.source, self.found, self.database) = (source, found, database)
  }

  /// A search in all text of a catalogue that was read.
  init(_ read: Catalogue, _ query: SearchQuery) {
    self.init(SearchSource(read), Found(query, inTextOf: read))
  }

  func catalogue() throws(Failure) -> Catalogue { try undamaged(source.catalogue()) }

  func hasField(_ key: String) throws(Failure) -> Bool { try undamaged(source.hasField(key)) }

  /// The result of reading an index that was intact when it was searched; damage is a failure.
  private func undamaged<Result>(
    _ work: @autoclosure () throws(IndexDamage) -> Result
  ) throws(Failure) -> Result {
    try rethrowing(work()) { (_: IndexDamage) in Failure("the index is damaged") }
  }

  /// The place of an entry in the file.
  func location(of entry: Entry.ID) throws(Failure) -> SourceLocation {
    // Entries have the same numbers in a database and in the whole catalogue.
    let catalogue = if let database { try database.whole() } else { try catalogue() }
    return catalogue.document.location(of: catalogue.textNode(of: entry))
  }

  /// Why the printed results may be wrong; `nil` if they are right.
  func failure(_ name: ByteText) -> Failure? {
    if let failure = database?.failure { return failure }
    return source.hasFailed
      ? Failure(naming: "\(name): the file was changed while it was being searched") : nil
  }

  /// The number of entries that another search finds; `nil` if it cannot be told.
  func count(_ query: SearchQuery) -> Int? {
    guard let database else { return (try? source.search(query))?.count() }
    return (try? database.search(query, limit: .max))?.count()
  }
}

/// The keys of fields that a search names. A key that no entry has is a mistake. With several
/// files, it is enough if an entry in one of them has the key.
final class NamedKeys {
  private let keys: [String]
  private let hasSeveralFiles: Bool
  private var known: Set<String> = []
  private var unknown: [(key: String, failure: Failure)] = []

  init(_ keys: [String], hasSeveralFiles: Bool) {
    self.keys = keys
    self.hasSeveralFiles = hasSeveralFiles
  }

  /// Checks the entries of a file.
  ///
  /// - Parameter name: The name of the file.
  /// - Throws: `Failure` if no entry has a key, and there are no other files.
  func check(_ file: SearchedFile, named name: ByteText) throws(Failure) {
    for key in keys where !known.contains(key) {
      if try file.hasField(key) {
        known.insert(key)
        continue
      }
      let catalogue = try file.catalogue()
      guard let error = ReportedError.caught(try catalogue.checkField(key, followsPaths: true))
      else { continue }
      if !hasSeveralFiles { throw Failure(reported: error, at: name) }
      unknown.append((key, Failure(reported: error)))
    }
  }

  /// The failure to report when all files have been searched.
  var failure: Failure? {
    unknown.first { !known.contains($0.key) }?.failure
  }
}

/// The entries and sections of a file for which it is undecided whether or where they match.
final class UndecidedEntries {
  private var entries: [UndecidedRecord] = []
  private var sections: [(section: Section.ID, failure: RegularExpression.Failure)] = []

  var isEmpty: Bool { entries.isEmpty && sections.isEmpty }

  func note(_ entry: UndecidedRecord) { entries.append(entry) }

  func note(_ section: Section.ID, _ failure: RegularExpression.Failure) {
    sections.append((section, failure))
  }

  func forget() { (entries, sections) = ([], []) }

  /// The failure to report once per file: the first undecided entry, or else section, and the
  /// number of others.
  func failure(in file: SearchedFile, _ fileName: ByteText) throws(Failure) -> Failure? {
    if isEmpty { return nil }
    let book = AddressBook(try file.catalogue())
    let others = entries.count + sections.count - 1
    guard let first = entries.min(by: { $0.entry < $1.entry }) else {
      let (section, failure) = sections[0]
      let message = failure.message(at: book.fullAddress(of: .section(section)), others: others)
      return Failure(naming: "\(fileName): \(message)")
    }
    let place = try file.location(of: first.entry)
    let message = first.failure.message(at: book.address(of: .entry(first.entry)), others: others)
    return Failure(naming: "\(place.following(fileName)): \(message)")
  }
}
