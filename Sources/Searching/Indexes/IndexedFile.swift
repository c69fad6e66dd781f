package import Catalogues
import ICUText
package import Platform
package import PropertyLists
package import Readings
package import Storage

/// Why a file has no index, or why its index was not kept.
package enum IndexedFileError: Error {
  case unusable(IndexFileError)
  /// The search needs readings of names, and the index has different ones.
  case otherReadings
  /// The file is being changed.
  case unsettled
  /// Neither `XDG_CACHE_HOME` nor `HOME` names a directory for indexes.
  case noDirectory
  /// Any other problem, as text.
  case unwritten(String)
}

/// A catalogue's file with its index, which exists, is made, or is unavailable.
///
/// A problem with an index costs time, but never changes an answer.
package final class IndexedFile {
  package let bytes: FileBytes
  package let path: FilePath
  private let file: Descriptor
  /// How the file is read.
  package let parsing: ParseOptions
  private let readings: UserReadings
  private let directory: IndexDirectory?

  /// Which files may be read.
  package enum AllowedFiles: Sendable {
    /// Any file, even a pipe, whose other end is waited for.
    case any
    /// Only a file whose index can be kept.
    case regular
  }

  /// - Parameters:
  ///   - parsing: How the file is read.
  ///   - directory: Where indexes are kept, if anywhere.
  /// - Throws: `StorageError` if the file cannot be read.
  package init(
    path: FilePath, parsing: ParseOptions, readings: UserReadings, directory: IndexDirectory?,
    allowing files: AllowedFiles = .any
  ) throws(StorageError) {
    let waiting = files == .any ? 0 : O_NONBLOCK | O_NOCTTY
    guard let file = Confinement.open(path, O_RDONLY | waiting) else {
      throw StorageError(.open, path, .system(errno))
    }
    self.file = file
    if files == .regular, self.file.status?.isRegularFile != true {
      throw StorageError(.open, path, .notRegularFile)
    }
    if self.file.status?.isDirectory == true {
      bytes = try FileBytes(folder: path)
    } else {
      bytes = try rethrowing(FileBytes(descriptor: self.file.number, access: .mapped)) {
        (error: SystemError) in StorageError(.read, path, .system(error.code))
      }
    }
    (self.path, self.parsing, self.readings, self.directory) = (path, parsing, readings, directory)
  }

  /// Where the index is kept, if there is one.
  package func location() throws(IndexedFileError) -> IndexLocation {
    try location(identity())
  }

  /// Opens the kept index.
  package func storedCatalogue() throws(IndexedFileError) -> StoredCatalogue {
    let location = try location()
    return try rethrowing(location.open(), as: IndexedFileError.unusable)
  }

  /// What a query finds, according to the kept index.
  ///
  /// - Throws: `IndexedFileError` if no kept index can answer the query.
  package func search(
    _ query: SearchQuery, limit: Int, isPrinted: Bool
  ) throws(IndexedFileError) -> (source: SearchSource, found: Found, indexSize: Int) {
    let stored = try storedCatalogue()
    guard stored.index.hasReadings(of: query.matcher) else { throw .otherReadings }
    let source = SearchSource(stored, of: bytes)
    let found = try rethrowing(source.search(query, limit: limit, isPrinted: isPrinted)) {
      (_: IndexDamage) in IndexedFileError.unusable(.damaged)
    }
    return (source, found, stored.size)
  }

  /// Why a search of a file without a usable index should not make one; `nil` if it should.
  package func obstacle(_ problem: IndexedFileError) -> String? {
    switch problem {
    case .unusable, .otherReadings: break
    case .unsettled, .noDirectory, .unwritten: return "\(problem)"
    }
    if bytes.count < IndexLocation.minimumFileSize {
      return "\(problem); small files are not indexed automatically"
    }
    // An index that cannot be kept serves one search, and making it takes longer than searching
    // without.
    do {
      try location().prepareDirectory()
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// A catalogue that was read and can be indexed.
  package struct Read {
    package let catalogue: Catalogue
    /// Where its index is to be kept, or why it cannot be kept.
    fileprivate let location: Result<IndexLocation, IndexedFileError>
  }

  /// An indexed catalogue.
  package struct Built {
    package let index: CatalogueIndex
    /// Where the index is kept, or why it is not.
    package let location: Result<IndexLocation, IndexedFileError>
  }

  /// Whether names in an index are read by the same table as in an index made now.
  package func hasReadings(_ index: CatalogueIndex) -> Bool {
    index.tableVersion == readings.versionForIndexes
  }

  /// Reads the catalogue, and determines where its index is to be kept.
  ///
  /// - Parameter load: Reads the catalogue from the file's bytes.
  package func read<Failure: Error>(
    _ load: (FileBytes) throws(Failure) -> Catalogue
  ) throws(Failure) -> Read {
    // Determined before the file is read, so that changes from then on are noticed.
    let location = Result { () throws(IndexedFileError) in
      guard let settled = try storing(FileIdentity.settled(descriptor: file.number, path: path))
      else { throw .unsettled }
      return try self.location(settled)
    }
    return Read(catalogue: try load(bytes), location: location)
  }

  /// Indexes a catalogue that was read from this file, and keeps the index.
  package func build(_ read: Read) -> Built {
    let catalogue = read.catalogue
    let indexer = CatalogueIndexer(
      catalogue, folding: CaseFolding(), readings: readings.tableForIndexes)
    let (index, snapshot) = indexer.index { [table = readings.tableForIndexes] in
      IndexLocation.snapshot(of: catalogue, readings: table)
    }
    let location = Result { () throws(IndexedFileError) in
      // The index would silently miss the text that could not be read.
      if !catalogue.document.unread.isEmpty {
        throw .unwritten("some of the file could not be read")
      }
      let location = try read.location.get()
      guard location.isUnchanged(try identity()) else { throw .unsettled }
      do {
        try location.write(index, of: catalogue, snapshot)
      } catch {
        throw .unwritten("\(error)")
      }
      return location
    }
    return Built(index: index, location: location)
  }

  /// What is wrong with a kept index, compared with an index made of the catalogue now.
  package func difference(of index: KeptIndex, from catalogue: Catalogue) -> KeptIndex.Fault? {
    .caught(try index.compare(with: catalogue, readings: readings.tableForIndexes))
  }

  private func identity() throws(IndexedFileError) -> FileIdentity {
    try storing(FileIdentity(descriptor: file.number, path: path))
  }

  private func location(_ identity: FileIdentity) throws(IndexedFileError) -> IndexLocation {
    guard let directory else { throw .noDirectory }
    if !bytes.parts.isEmpty { throw .unwritten("a folder of cards has none") }
    return try storing(
      IndexLocation(in: directory, catalogue: path, identity: identity, parsing: parsing))
  }

  private func storing<Result>(
    _ work: @autoclosure () throws(StorageError) -> Result
  ) throws(IndexedFileError) -> Result {
    try rethrowing(work(), as: { (error: StorageError) in IndexedFileError.unwritten("\(error)") })
  }
}

extension IndexedFileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unusable(let error): "\(error)"
    case .otherReadings: "the readings of names have changed"
    case .unsettled: "the file is being changed"
    case .noDirectory: "neither XDG_CACHE_HOME nor HOME names a directory for indexes"
    case .unwritten(let reason): reason
    }
  }
}
