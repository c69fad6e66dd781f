import Catalogues
import Editing
import Language
import Platform
import Readings
import Searching
import Storage

/// The indexes in the cache, for a session.
struct KeptIndexes: SessionIndexes {
  private let path: FilePath
  private let options: ParsedOptions
  /// The file's identity before it was read, if an index made of it may be kept.
  private let settled: FileIdentity?

  /// Creates the indexes of a session that keeps them; call this before the file is read.
  init(keepingFor path: FilePath, _ options: ParsedOptions) {
    self.path = path
    self.options = options
    let size = (try? FileIdentity(path: path).size) ?? 0
    settled =
      size >= IndexLocation.minimumFileSize ? try? FileIdentity.settled(path: path) : nil
  }

  /// Creates the indexes of a session that only uses them.
  init(for path: FilePath, _ options: ParsedOptions) {
    self.path = path
    self.options = options
    settled = nil
  }

  func index(of identity: FileIdentity) -> CatalogueIndex? {
    guard let location = location(identity) else { return nil }
    return try? location.open().index
  }

  func keep(
    _ index: CatalogueIndex, of catalogue: Catalogue, readings table: ReadingTable,
    _ identity: FileIdentity
  ) {
    guard identity == settled, index.tableVersion == table.version,
      let location = location(identity)
    else { return }
    let snapshot = IndexLocation.snapshot(of: catalogue, readings: table)
    try? location.write(index, of: catalogue, snapshot, created: IndexedFile.now)
  }

  private func location(_ identity: FileIdentity) -> IndexLocation? {
    // Small files are read in no time, and have no index.
    guard identity.size >= IndexLocation.minimumFileSize else { return nil }
    return try? IndexLocation(
      catalogue: path, identity: identity, parsing: try options.parseOptions())
  }
}
