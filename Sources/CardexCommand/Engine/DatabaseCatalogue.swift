import Catalogues
import Exchange
import Language
import Platform
import PropertyLists
import Searching
import Terminal

/// A catalogue that is published in a database, as it is at one moment.
final class DatabaseCatalogue {
  /// What it is called in messages.
  let name: ByteText
  let session: DatabaseSession
  let state: Publication.State
  /// The version of the table of readings with which the catalogue was published.
  let tableVersion: UInt64
  private let parsing: ParseOptions
  private let format: FileFormat
  private let shape: [UInt8]
  private let keys: [DatabaseSchema.Table: SparseNumbers]

  /// Opens the catalogue that an address names, or the only one in its database.
  ///
  /// - Throws: `Failure` in psql's words; also if there is no such catalogue, or another version of
  ///   the program has published it.
  convenience init(_ url: DatabaseURL) throws(Failure) {
    let name = ByteText(url.shown)
    let session = try DatabaseSession(url)
    // All queries see the same moment. The answer is not waited for until the first query.
    try session.write("begin transaction isolation level repeatable read, read only;\n")
    try self.init(url, name, session)
  }

  private init(_ url: DatabaseURL, _ name: ByteText, _ session: DatabaseSession) throws(Failure) {
    self.name = name
    self.session = session
    guard try session.hasRelation(DatabaseSchema.catalogueTable) else {
      throw Failure(
        naming: "\(name): nothing is published there",
        hint: "'cardex publish FILE URL' publishes a catalogue")
    }
    let wanted = url.catalogue.map { " where name = \(DatabaseSchema.literal($0))" } ?? ""
    let found = try session.rows(
      "select name, generation, cast(published as text), version, readings, parsing, format, shape, "
        + "entries, sections, blocks from cardex_catalogue\(wanted) order by name limit 10;",
      columns: 11, limit: 10)
    guard found.count < 2 else {
      let names = found.map { "'\(VisibleText.shown($0[0]))'" }.joined(separator: ", ")
      throw Failure(
        naming: "\(name): which catalogue? there are \(names)", hint: url.hint)
    }
    guard let row = found.first else {
      throw Failure(
        naming: "\(name): " + (url.catalogue.map { "no catalogue '\($0)' is" } ?? "nothing is")
          + " published there",
        hint: "'cardex publish --list URL' lists those that are")
    }
    guard row[3] == DatabaseSchema.version else {
      throw Failure(
        naming:
          "\(name): another version of cardex has published it, which compares text otherwise",
        hint: "publish it again with this one")
    }
    guard let state = Publication.State(generation: row[1], published: row[2]),
      let tableVersion = UInt64(row[4], radix: 16),
      let parsing = HexText.bytes(of: row[5].utf8).flatMap({
        ParseOptions(encoded: $0)
      }),
      let format = FileFormat(rawValue: row[6]),
      let shape = HexText.bytes(of: row[7].utf8),
      let entries = SparseNumbers(text: row[8]), let sections = SparseNumbers(text: row[9]),
      let blocks = SparseNumbers(text: row[10])
    else { throw PublishedItems.damage }
    self.state = state
    (self.tableVersion, self.parsing, self.format) = (tableVersion, parsing, format)
    self.shape = shape
    keys = [.entry: entries, .section: sections, .block: blocks]
    session.expectRows(of: keys)
  }

  var entryCount: Int { keys[.entry]?.count ?? 0 }

  /// The key of an entry's row.
  func key(ofEntry number: Int) -> Int { keys[.entry]?.key(at: number) ?? 0 }

  // MARK: All of it

  /// The options for reading the catalogue: those with which it was published, unless others are
  /// given.
  func parsing(_ options: ParsedOptions) throws(Failure) -> ParseOptions {
    let given = try options.parseOptions()
    if given.isUsual { return parsing }
    var result = given
    if given.shape == ShapeOptions() { result.shape = parsing.shape }
    result.format = given.format ?? parsing.format
    result.encoding = given.encoding ?? parsing.encoding
    if given.decoding == DecodingOptions() { result.decoding = parsing.decoding }
    return result
  }

  /// Whether options ask to read the file in another way than it was published.
  func isReadOtherwise(_ options: ParsedOptions) throws(Failure) -> Bool {
    try parsing(options) != parsing
  }

  /// Reads all of the file that was published.
  func whole(_ options: ParsedOptions) throws(Failure) -> Catalogue {
    var file: [UInt8] = []
    let generation = DatabaseSchema.literal(state.generation)
    // A few blocks at a time, since psql keeps a whole answer in memory.
    let count = keys[.block]?.count ?? 0
    try Progress.during("fetching \(name)", .entries(entryCount)) { () throws(Failure) in
      for first in stride(from: 0, to: count, by: DatabaseCatalogue.blocks) {
        guard let keys = keys[.block] else { break }
        let last = min(first + DatabaseCatalogue.blocks, count) - 1
        var rows = 0
        try session.execute(
          "select block, content from cardex_block where generation = \(generation) "
            + "and block between \(keys.key(at: first)) and \(keys.key(at: last)) order by block;",
          columns: 2
        ) { row throws(Failure) in
          guard rows <= last - first,
            PublishedItems.integer(row[0]) == keys.key(at: first + rows),
            row[1].starts(with: "\\x".utf8),
            let content = HexText.bytes(of: row[1].dropFirst(2))
          else { throw PublishedItems.damage }
          file += content
          rows += 1
          return true
        }
        guard rows == last - first + 1 else { throw PublishedItems.damage }
        Progress.advance(last + 1, count)
      }
    }
    return try CatalogueLoader(parsing(options)).load(
      FileBytes(file), name: name, path: nil)
  }

  private static let blocks = 64

  // MARK: Parts of it

  /// Its items, none of which has been fetched, and a catalogue that is restored from them.
  func restored() throws(Failure) -> (items: PublishedItems, catalogue: Catalogue) {
    let items = try PublishedItems(session, generation: state.generation, keys: keys)
    let catalogue = shape.withUnsafeBufferPointer { shape in
      items.document(format).flatMap {
        try? Catalogue(restoring: items, shape: shape, document: $0)
      }
    }
    guard let catalogue else { throw PublishedItems.damage }
    return (items, catalogue)
  }
}
