package import Catalogues
package import Readings
package import Storage

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
