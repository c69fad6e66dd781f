package import Catalogues
import ICUText
package import Platform
import PropertyLists
package import Readings
package import Storage

/// Where the index of a catalogue is stored, and what a usable index must have been made from.
package struct IndexLocation: Sendable {
  /// The path of the index file.
  package let path: FilePath
  private let source: IndexSource
  private let parsing: ParseOptions

  /// Files of at least this size are indexed when they are searched; smaller ones are read in a few
  /// milliseconds.
  package static let minimumFileSize = 1 << 20

  /// A location in a directory.
  ///
  /// - Parameters:
  ///   - catalogue: The path of the catalogue's file.
  ///   - identity: The file as it is read; settled if an index is to be made.
  ///   - parsing: How the file is read.
  /// - Throws: `StorageError` if the path does not lead to a file.
  package init(
    in directory: IndexDirectory, catalogue path: FilePath, identity: FileIdentity,
    parsing: ParseOptions
  ) throws(StorageError) {
    let canonicalPath = try UserDirectory.canonicalPath(path)
    self.path = IndexLocation.path(
      in: directory.path, forCatalogueAt: canonicalPath, parsing: parsing)
    self.parsing = parsing
    source = IndexSource(
      path: canonicalPath, identity: identity, options: parsing.encoded,
      textVersion: IndexLocation.version)
  }

  /// The path at which the index of a catalogue is stored.
  ///
  /// - Parameter path: The catalogue's canonical path.
  package static func path(
    in directory: FilePath, forCatalogueAt path: FilePath, parsing: ParseOptions
  ) -> FilePath {
    IndexFile.path(in: directory, forCatalogueAt: path, options: parsing.encoded)
  }

  /// The version of everything that an index depends on besides the format of its file.
  package static var version: [UInt8] {
    CaseFolding.version + [
      CatalogueSnapshot.revision, CatalogueIndex.revision, SectionTexts.revision,
    ]
  }

  /// Opens the index.
  ///
  /// - Throws: `IndexFileError` if there is no usable index.
  /// - Complexity: That of opening an `IndexFile`.
  package func open() throws(IndexFileError) -> StoredCatalogue {
    try StoredCatalogue(IndexFile(path, of: source), parsing: parsing)
  }

  /// Whether the file is the same as when the index's identity was taken.
  package func isUnchanged(_ identity: FileIdentity) -> Bool { identity == source.identity }

  /// Creates the directory in which the index is stored, if it is missing.
  ///
  /// - Throws: `StorageError` if it cannot be created or written to.
  package func prepareDirectory() throws(StorageError) {
    guard let directory = path.directory else { return }
    try UserDirectory.create(directory)
    if access(directory.cString, W_OK) != 0 { throw StorageError(.create, path, .system(errno)) }
  }

  /// The parts from which a catalogue is restored, and those of its sections' texts.
  package typealias Snapshot = [(name: String, bytes: StoredBytes)]

  /// - Parameter table: How to read names that are found by their readings.
  package static func snapshot(of catalogue: Catalogue, readings table: ReadingTable) -> Snapshot {
    CatalogueSnapshot.parts(of: catalogue).map { ($0.name, StoredBytes($0.bytes)) }
      + SectionTexts.parts(of: catalogue, readings: table)
  }

  /// Writes the index of a catalogue.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot of the catalogue.
  ///   - created: Nanoseconds since 1970, by default now.
  /// - Throws: `StorageError`; then no file remains.
  /// - Precondition: The catalogue has been read and not edited.
  package func write(
    _ index: CatalogueIndex, of catalogue: Catalogue, _ snapshot: Snapshot,
    created: Int64 = IndexLocation.now
  ) throws {
    try prepareDirectory()
    let parts = IndexLocation.parts(of: index, catalogue, snapshot)
    try IndexFile.write(
      parts.map { IndexFile.Part($0.tag, [$0.bytes]) }, of: source,
      entryCount: catalogue.entryCount, created: created, to: path)
  }

  /// The current time in nanoseconds since 1970.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// All parts of an index file: equal catalogues always have equal parts.
  static func parts(
    of index: CatalogueIndex, _ catalogue: Catalogue, _ snapshot: Snapshot
  ) -> [(tag: PartTag, bytes: StoredBytes)] {
    var parts = index.parts.map { (tag: PartTag($0.name), bytes: $0.bytes) }
    for part in snapshot { parts.append((PartTag(part.name), part.bytes)) }
    if let text = catalogue.document.convertedText {
      parts.append((StoredCatalogue.textPart, StoredBytes(text.bytes, keptBy: text.owner)))
    }
    return parts
  }
}

/// A directory where indexes are kept.
package struct IndexDirectory: Sendable {
  package let path: FilePath

  package init(_ path: FilePath) { self.path = path }

  /// All indexes, in the order of their catalogues' paths; none if the directory does not exist
  /// yet.
  ///
  /// - Throws: `SystemError` if the directory cannot be read.
  package func indexes() throws(SystemError) -> [KeptIndex] {
    let descriptor = open(path.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 {
      if errno == ENOENT { return [] }
      throw SystemError()
    }
    close(descriptor)
    return IndexFile.paths(in: path).map { KeptIndex(path: $0) }
      .sorted { ($0.catalogue ?? $0.path, $0.path) < ($1.catalogue ?? $1.path, $1.path) }
  }

  /// The indexes of a catalogue, which need not exist any more: those for all options, or the one
  /// for the given options.
  ///
  /// - Throws: `SystemError` if the directory cannot be read.
  package func indexes(
    ofCatalogueAt path: FilePath, parsing: ParseOptions
  ) throws(SystemError) -> [KeptIndex] {
    let canonicalPath = UserDirectory.formerPath(path)
    // A damaged index does not say which catalogue it is of, but the name of its file does.
    let own = IndexLocation.path(in: self.path, forCatalogueAt: canonicalPath, parsing: parsing)
    return try indexes().filter { index in
      index.path == own || parsing.isUsual && index.catalogue == canonicalPath
    }
  }
}
