import Catalogues
import Platform
import PropertyLists
import Searching
import Storage

/// What was found in a file, and what it is printed from.
struct SearchedFile {
  let source: SearchSource
  let found: Found
  /// The database that told which entries may match, if one did.
  let database: DatabaseSearch?

  init(_ source: SearchSource, _ found: Found, _ database: DatabaseSearch? = nil) {
    (self.source, self.found, self.database) = (source, found, database)
  }

  /// All text of a catalogue that was read.
  init(_ read: Catalogue, _ query: SearchQuery) {
    self.init(SearchSource(read), Found(query, inTextOf: read))
  }

  func catalogue() throws(Failure) -> Catalogue { try undamaged(source.catalogue()) }

  func hasField(_ key: String) throws(Failure) -> Bool { try undamaged(source.hasField(key)) }

  /// An index that was in order when it was searched.
  private func undamaged<Result>(
    _ work: @autoclosure () throws(IndexDamage) -> Result
  ) throws(Failure) -> Result {
    try rethrowing(work()) { (_: IndexDamage) in Failure("the index is damaged") }
  }

  /// The place of an entry in the file.
  func location(of entry: Entry.ID) throws(Failure) -> SourceLocation {
    // Entries of a database are numbered alike.
    let catalogue = if let database { try database.whole() } else { try catalogue() }
    return catalogue.document.location(of: catalogue.textNode(of: entry))
  }

  /// Why what was printed may be wrong, if it may.
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
