package import Catalogues
package import Platform
import PropertyLists
package import Readings
package import Storage

/// The indexes of a file in a directory, for a session.
package struct KeptIndexes: SessionIndexes {
  private let path: FilePath
  private let parsing: ParseOptions
  private let directory: IndexDirectory?
  /// The file's identity before it was read, if an index made of it may be kept.
  private var settled: FileIdentity?

  /// Creates the indexes of a session that only uses them.
  package init(for path: FilePath, _ parsing: ParseOptions, in directory: IndexDirectory?) {
    (self.path, self.parsing, self.directory) = (path, parsing, directory)
  }

  /// Creates the indexes of a session that keeps them; call this before the file is read.
  package init(keepingFor path: FilePath, _ parsing: ParseOptions, in directory: IndexDirectory?) {
    self.init(for: path, parsing, in: directory)
    let size = (try? FileIdentity(path: path).size) ?? 0
    settled =
      size >= IndexLocation.minimumFileSize ? try? FileIdentity.settled(path: path) : nil
  }

  package func index(of identity: FileIdentity) -> CatalogueIndex? {
    guard let location = location(identity) else { return nil }
    return try? location.open().index
  }

  package func keep(
    _ index: CatalogueIndex, of catalogue: Catalogue, readings table: ReadingTable,
    _ identity: FileIdentity
  ) {
    guard identity == settled, index.tableVersion == table.version,
      catalogue.document.unread.isEmpty,
      let location = location(identity)
    else { return }
    let snapshot = IndexLocation.snapshot(of: catalogue, readings: table)
    try? location.write(index, of: catalogue, snapshot)
  }

  private func location(_ identity: FileIdentity) -> IndexLocation? {
    // Small files are read in no time, and have no index.
    guard let directory, identity.size >= IndexLocation.minimumFileSize else { return nil }
    return try? IndexLocation(in: directory, catalogue: path, identity: identity, parsing: parsing)
  }
}

/// Where indexes of a session's file are kept.
package protocol SessionIndexes {
  /// The index of the file as it was read, if there is one.
  func index(of identity: FileIdentity) -> CatalogueIndex?

  /// Keeps an index that the session has made; failing to keep it is not an error of the session.
  ///
  /// - Parameters:
  ///   - catalogue: The catalogue as it was read from the file with that identity.
  ///   - table: How the index should read names; one that reads them otherwise is not kept.
  func keep(
    _ index: CatalogueIndex, of catalogue: Catalogue, readings table: ReadingTable,
    _ identity: FileIdentity)
}
