package import Catalogues
import ICUText
package import IndexFiles
import PropertyLists
package import Storage

/// Where the index of a catalogue is kept, and what it must have been made from to be used.
package struct IndexLocation: Sendable {
  /// The path of the index file.
  package let path: String
  private let source: IndexSource
  private let encoding: String?

  /// Files from this size on are indexed when they are searched; smaller ones are read in a few
  /// milliseconds.
  package static let minimumFileSize = 1 << 20

  /// - Parameters:
  ///   - catalogue: The path of the catalogue's file.
  ///   - identity: The file as it is read; settled if an index is to be made.
  ///   - options: How it is read, and the encoding if it was given.
  /// - Returns: `nil` if there is no place for indexes: neither `$XDG_CACHE_HOME` nor `$HOME` leads
  ///   anywhere.
  /// - Throws: `StorageError` if the path leads nowhere.
  package init?(
    catalogue path: String, identity: FileIdentity, options: ShapeOptions, encoding: String?
  ) throws(StorageError) {
    guard let folder = UserFolder.cache.path() else { return nil }
    let canonicalPath = try UserFolder.canonicalPath(path)
    let reading = IndexLocation.encoded(options, encoding)
    self.path = IndexFile.path(in: folder, forCatalogueAt: canonicalPath, options: reading)
    self.encoding = encoding
    source = IndexSource(
      path: canonicalPath, identity: identity, options: reading,
      textVersion: IndexLocation.version)
  }

  /// The version of all that an index depends on besides the format of its file.
  package static var version: [UInt8] {
    TextFolder.version + [CatalogueSnapshot.revision, CatalogueIndex.revision]
  }

  /// Options as they are kept in an index; nothing for those that are usual.
  private static func encoded(_ options: ShapeOptions, _ encoding: String?) -> [UInt8] {
    if options == ShapeOptions(), encoding == nil { return [] }
    var bytes: [UInt8] = [options.isFlat ? 1 : 0]
    let texts = [options.titleKeys, options.memberKeys, options.labelKeys, options.detailKeys]
    for list in [options.root, encoding].map({ $0.map { [$0] } ?? [] }) + texts {
      bytes.append(varint: list.count)
      for text in list {
        bytes.append(varint: text.utf8.count)
        bytes += text.utf8
      }
    }
    return bytes
  }

  /// Opens the index.
  ///
  /// - Throws: `IndexFileError` if there is none that may be used.
  /// - Complexity: That of opening an `IndexFile`.
  package func open() throws(IndexFileError) -> StoredCatalogue {
    try StoredCatalogue(IndexFile(path, of: source), encoding: encoding)
  }

  /// Whether the file is the same as when the index's identity was taken.
  package func isUnchanged(_ identity: FileIdentity) -> Bool { identity == source.identity }

  /// Writes the index of a catalogue.
  ///
  /// - Parameter created: Nanoseconds since 1970.
  /// - Throws: `StorageError`; nothing is left behind then.
  /// - Precondition: The catalogue has been read and not edited.
  package func write(
    _ index: CatalogueIndex, of catalogue: Catalogue, created: Int64
  ) throws {
    if let folder = path.lastIndex(of: "/") { try UserFolder.create(String(path[..<folder])) }
    var parts = index.parts.map { IndexFile.Part(PartTag($0.name), [$0.bytes]) }
    for part in CatalogueSnapshot.parts(of: catalogue) {
      parts.append(IndexFile.Part(PartTag(part.name), [StoredBytes(part.bytes)]))
    }
    if let text = catalogue.document.convertedText {
      parts.append(
        IndexFile.Part(StoredCatalogue.textPart, [StoredBytes(text.bytes, keptBy: text.owner)]))
    }
    try IndexFile.write(
      parts, of: source, entryCount: catalogue.entryCount, created: created, to: path)
  }
}
