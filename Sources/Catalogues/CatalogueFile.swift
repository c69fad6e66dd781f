package import Platform
package import PropertyLists
package import Storage

/// The reason why a file cannot be read or written.
package enum CatalogueFileError: Error {
  case storage(StorageError)
  case system(SystemError)
  case propertyList(PropertyListError)
  case root(ReportedError)
  case unwritable(UnwritableFile)
  /// The file name has the extension of another format.
  case name(FileFormat, written: FileFormat)
  /// Another program has replaced or changed the file since it was read.
  case changedByOthers
}

/// A catalogue's file: read as a whole, watched, and replaced as a whole.
///
/// It is a value, so that what was read can be discarded if it is not used.
package struct CatalogueFile {
  package let path: FilePath
  let options: ParseOptions
  /// The identity of the file that was last read or written.
  package internal(set) var identity: FileIdentity?
  /// Whether the file does not exist yet.
  package private(set) var isNew = false
  /// The file's content, or what a new file begins with.
  var content: (document: PropertyListDocument, pieces: TextPieces)? {
    didSet { (writtenFiles, patchedFolder) = (nil, nil) }
  }
  /// The files of the folder as they were last written; `nil` if they are as they were read.
  var writtenFiles: FileBytes?
  /// What a folder is about to be saved as, with the text that it has: stamps and the save ask for
  /// it.
  var patchedFolder:
    (
      document: PropertyListDocument, pieces: [Range<Int>],
      folder: PropertyListDocument.PatchedFolder
    )?
  /// The format in which the file is written; `nil` for the format in which it was read.
  private var format: FileFormat?
  /// The reason why the file cannot be saved, if it can only be read.
  package private(set) var unwritable: UnwritableFile?

  package init(path: FilePath, options: ParseOptions = ParseOptions()) {
    self.path = path
    self.options = options
  }

  /// The same catalogue at another path; in XML if its format can only be read.
  package func renamed(to path: FilePath) -> CatalogueFile {
    var options = options
    if unwritable != nil { (options.format, options.encoding) = (.xml, nil) }
    var file = CatalogueFile(path: path, options: options)
    file.format = writtenFormat?.written(to: path)
    return file
  }

  /// Whether the file is text other than XML that is edited in place.
  package var isEditedInPlace: Bool { unwritable == nil && format?.isEditedAsText == true }

  /// The format in which the catalogue is written to other files.
  private var writtenFormat: FileFormat? { unwritable == nil ? format : .xml }

  /// Calls the closure with the bytes of the catalogue's file, piece by piece.
  package func write<Failure>(
    _ catalogue: Catalogue, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(FileWritingError<Failure>) {
    try catalogue.document.writeFile(as: writtenFormat, body)
  }

  /// Reads the file, from a lock's descriptor if there is one. Reading a pipe waits for its other
  /// end.
  ///
  /// The bytes are copied, so that a program that overwrites the file changes nothing here.
  package mutating func read(_ lock: FileLock? = nil) throws(CatalogueFileError) -> Catalogue {
    if lock != nil, path.isDirectory {
      do {
        try FolderReplacement(of: Folder(path: path)).completeUnfinished()
      } catch {
        throw CatalogueFileError(error)
      }
      return try readAgain()
    }
    if let lock {
      // A lock's open descriptor can be read once.
      let path = path
      return try readSettled(attempts: 1) {
        let identity = try FileIdentity(path: path)
        return (try FileBytes(descriptor: lock.descriptor), identity)
      }
    }
    do throws(CatalogueFileError) {
      return try readAgain()
    } catch {
      guard case .storage(let error) = error, error.problem == .notRegularFile else { throw error }
    }
    return try take(rethrowing(FileBytes(path: path), as: CatalogueFileError.system), nil)
  }

  /// Begins with the content of a file that does not exist yet.
  package mutating func begin(with bytes: FileBytes) throws(CatalogueFileError) -> Catalogue {
    let catalogue = try take(bytes, nil)
    isNew = true
    return catalogue
  }

  /// Reads the current content of the file or the folder. A file that is not regular, such as a
  /// pipe, cannot be read again.
  package mutating func readAgain() throws(CatalogueFileError) -> Catalogue {
    let path = path
    return try readSettled(attempts: 5) {
      if path.isDirectory {
        let folder = try Folder(path: path)
        let (files, identity) = try folder.filesWithIdentity()
        return (try FileBytes(files, of: folder), identity)
      }
      let identity = try FileIdentity(path: path)
      let file = try RegularFile(path: path)
      return (try FileBytes(descriptor: file.descriptor), identity)
    }
  }

  private mutating func take(
    _ bytes: FileBytes, _ identity: FileIdentity?
  ) throws(CatalogueFileError) -> Catalogue {
    let catalogue = try Catalogue(parsing: bytes, at: path, options)
    self.identity = identity
    content = (catalogue.document, catalogue.document.pieces)
    format = catalogue.document.source.format
    unwritable = catalogue.document.unwritable
    return catalogue
  }

  /// Reads the file again until it has not changed while it was read.
  ///
  /// - Parameter read: Returns the bytes, and the identity that the file had before it was read.
  private mutating func readSettled(
    attempts: Int, _ read: () throws -> (FileBytes, FileIdentity)
  ) throws(CatalogueFileError) -> Catalogue {
    for _ in 0..<attempts {
      let (bytes, before): (FileBytes, FileIdentity)
      let after: FileIdentity
      do {
        (bytes, before) = try read()
        after = try FileIdentity(path: path)
      } catch {
        throw CatalogueFileError(error)
      }
      if before == after { return try take(bytes, before) }
    }
    throw .changedByOthers
  }

  /// The catalogue that would be read after saving.
  package func reparse(_ catalogue: Catalogue) throws(CatalogueFileError) -> Catalogue {
    if isFolder(catalogue) {
      let folder = try rethrowing(
        catalogue.document.patchedFolder(), as: CatalogueFileError.unwritable)
      return try Catalogue(parsing: folder.bytes, at: path, options)
    }
    var bytes: [UInt8] = []
    do throws(FileWritingError<Never>) {
      try write(catalogue) { bytes.append(contentsOf: $0) }
    } catch {
      switch error {
      case .unwritable(let error): throw .unwritable(error)
      }
    }
    var options = options
    options.format = writtenFormat
    if unwritable != nil { options.encoding = nil }
    return try Catalogue(parsing: FileBytes(bytes), at: path, options)
  }

  /// An edited catalogue as it would be read from a file in the format that was read.
  package func current(_ catalogue: Catalogue) throws(CatalogueFileError) -> Catalogue {
    do {
      return try Catalogue(
        PropertyListDocument(current: catalogue.document), options: options.shape)
    } catch {
      throw CatalogueFileError(error)
    }
  }

  /// Whether the file's content is a catalogue's text.
  package func holds(_ catalogue: Catalogue) -> Bool {
    content.map {
      $0.document === catalogue.document && $0.pieces.ranges == catalogue.document.pieces.ranges
    } ?? false
  }

  /// Whether the file has a catalogue's text, byte for byte, even if edits have changed it and
  /// changed it back.
  ///
  /// - Complexity: O(*n*) if the texts are equally long, O(1) otherwise.
  package func hasText(of catalogue: Catalogue) -> Bool {
    guard let content else { return false }
    return holds(catalogue)
      || content.document.hasSameText(content.pieces, as: catalogue.document)
  }

  /// The document and the pieces of its text that are in the file; `nil` if the file does not exist
  /// yet.
  package var savedText: (document: PropertyListDocument, pieces: TextPieces)? {
    isNew ? nil : content
  }

  /// The catalogue as it was last read from the file or written to it, without later edits.
  package func savedCatalogue() throws(CatalogueFileError) -> Catalogue {
    guard let content else { return try Catalogue(parsing: FileBytes([]), at: path, options) }
    var options = options
    // The text has been decoded to UTF-8, even if it declares another encoding.
    (options.format, options.encoding) = (.xml, "UTF-8")
    let text = content.document.joined(content.pieces.ranges)
    return try Catalogue(parsing: FileBytes(text), at: path, options)
  }

  // MARK: Writing

  /// How a file is replaced.
  package struct SaveOptions: Sendable {
    package var breaksHardLinks = false
    /// The suffix of the name of a backup with the old content; `nil` for no backup.
    package var backupSuffix: FilePath?
    /// How long to wait for another process that has locked the file, in seconds.
    package var patience = 5.0

    package init() {}
  }

  /// Replaces the file unless another program has changed it.
  ///
  /// - Parameter lock: A lock that the caller holds on the file; without it the file is locked
  ///   here.
  /// - Returns: What could not be preserved.
  /// - Complexity: O(*n*), about the time that copying the file takes.
  package mutating func save(
    _ catalogue: Catalogue, lock: FileLock? = nil, options: SaveOptions = SaveOptions()
  ) throws(CatalogueFileError) -> [FileReplacement.Warning] {
    if let unwritable { throw .unwritable(unwritable) }
    let held =
      if let lock {
        lock
      } else {
        try rethrowing(
          FileLock(path: path, waitingSeconds: options.patience), as: CatalogueFileError.storage)
      }
    defer { withExtendedLifetime(held) {} }
    if isFolder(catalogue) { return try saveFolder(catalogue, options) }
    var replacement = FileReplacement(path: path)
    replacement.breaksHardLinks = options.breaksHardLinks
    replacement.backupSuffix = options.backupSuffix
    try checkIsUnchanged()
    let known = self
    return try write(catalogue, with: replacement) { try known.checkIsUnchanged() }
  }

  /// Writes the catalogue to a file that it was not read from.
  ///
  /// - Parameter replacesExisting: Whether an existing file of that name may be replaced.
  package mutating func saveNew(
    _ catalogue: Catalogue, replacesExisting: Bool
  ) throws(CatalogueFileError) -> [FileReplacement.Warning] {
    try CatalogueFile.checkName(
      path, isFor: writtenFormat ?? catalogue.document.source.format)
    var replacement = FileReplacement(path: path)
    replacement.existing = replacesExisting ? .replace : .refuse
    return try write(catalogue, with: replacement) {}
  }

  /// Checks that a file's extension is not that of a format other than the one to be written.
  package static func checkName(
    _ path: FilePath, isFor format: FileFormat
  ) throws(CatalogueFileError) {
    if let promised = FileFormat.promised(by: path), promised != format {
      throw .name(promised, written: format)
    }
  }

  /// Checks that the content is still what was last read or written; the file itself may be
  /// another.
  package func checkIsUnchanged() throws(CatalogueFileError) {
    do {
      if try FileIdentity(path: path) == identity { return }
      if let content, content.document.isFolder, path.isDirectory {
        let (files, saved) = (try Folder(path: path).files(), try savedFiles())
        let parts = Dictionary(uniqueKeysWithValues: saved.parts.map { ($0.name, $0) })
        guard files.count == parts.count,
          files.allSatisfy({ file in parts[file.name].map(saved.file) == file.bytes })
        else { throw CatalogueFileError.changedByOthers }
        return
      }
      let file = try RegularFile(path: path)
      let now = try FileBytes(descriptor: file.descriptor, access: .mapped)
      guard let content,
        content.document.isWritten(
          as: content.pieces, in: now, format: format)
      else {
        throw CatalogueFileError.changedByOthers
      }
    } catch {
      throw CatalogueFileError(error)
    }
  }

  /// Notes that the file now has this identity and a text that the document had.
  package mutating func didReplace(
    by text: (document: PropertyListDocument, pieces: TextPieces), _ identity: FileIdentity
  ) {
    isNew = false
    self.identity = identity
    content = text
  }

  private mutating func write(
    _ catalogue: Catalogue, with replacement: FileReplacement, check: () throws -> Void
  ) throws(CatalogueFileError) -> [FileReplacement.Warning] {
    do {
      let outcome = try replacement.save(check: check) { write in
        do throws(FileWritingError<any Error>) {
          try self.write(catalogue) { piece throws(any Error) in
            try write(UnsafeRawBufferPointer(piece))
          }
        } catch {
          switch error {
          case .body(let error): throw error
          case .unwritable(let error): throw error
          }
        }
      }
      didReplace(by: (catalogue.document, catalogue.document.pieces), outcome.identity)
      return outcome.warnings
    } catch {
      throw CatalogueFileError(error)
    }
  }
}

extension Catalogue {
  /// Parses bytes as a property list, and reads it as a catalogue.
  ///
  /// - Parameter path: The path of the file that has the bytes, if any, which may tell its format.
  package convenience init(
    parsing bytes: FileBytes, at path: FilePath? = nil, _ options: ParseOptions
  ) throws(CatalogueFileError) {
    do {
      try self.init(
        PropertyListDocument(parsing: bytes, at: path, options), options: options.shape)
    } catch {
      throw CatalogueFileError(error)
    }
  }
}

extension PropertyListDocument {
  /// Parses bytes as a property list, without reading it as a catalogue.
  ///
  /// - Parameter path: The path of the file that has the bytes, if any, which may tell its format.
  package convenience init(
    parsing bytes: FileBytes, at path: FilePath? = nil, _ options: ParseOptions
  ) throws(CatalogueFileError) {
    var decoding = options.decoding
    decoding.skipsUnreadable = options.skipsUnreadable
    do {
      try self.init(
        bytes, format: options.format(of: bytes, at: path), encoding: options.encoding,
        decoding: decoding)
    } catch {
      throw CatalogueFileError(error)
    }
  }
}

extension CatalogueFileError {
  /// Wraps an error of reading or writing.
  package init(_ error: any Error) {
    switch error {
    case let problem as CatalogueFileError: self = problem
    case let error as StorageError: self = .storage(error)
    case let error as SystemError: self = .system(error)
    case let error as PropertyListError: self = .propertyList(error)
    case let error as ReportedError: self = .root(error)
    case let error as UnwritableFile: self = .unwritable(error)
    default: preconditionFailure("reading and writing throw nothing else")
    }
  }
}

extension CatalogueFileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .storage(let error):
      error.problem == .exists ? "the file already exists" : "\(error)"
    case .system(let error): "\(error)"
    case .propertyList(let error): "\(error)"
    case .root(let error): "\(error)"
    case .unwritable(let error): "\(error)"
    case .name(let promised, let written):
      "the name is that of \(promised.description), but \(written.description) would be written"
    case .changedByOthers: "another program has changed the file since it was read"
    }
  }

  /// The file that the error is about: the path itself, or a file in this folder.
  package func subject(_ path: FilePath) -> FilePath {
    if case .storage(let error) = self, error.path.hasPrefix(path.appending("")) {
      error.path
    } else {
      path
    }
  }

  /// The location in the file that the error is about, if any.
  package var location: SourceLocation? {
    if case .propertyList(let error) = self { error.location } else { nil }
  }

  /// A suggestion of what to do about the error.
  package var hint: String? {
    switch self {
    case .unwritable(.format), .unwritable(.keyedArchive):
      return "'save as' writes an XML property list"
    case .name:
      return "a name that ends in '.plist' fits; 'cardex convert' writes other formats"
    case .changedByOthers:
      return "'refresh' reads it again and keeps your edits; 'save as' writes another file"
    case .storage(let error):
      switch error.problem {
      case .hardLinks:
        return "saving would leave the others with the old content; --break-links allows it"
      case .exists: return "--force replaces it"
      default: return nil
      }
    default: return nil
    }
  }
}
