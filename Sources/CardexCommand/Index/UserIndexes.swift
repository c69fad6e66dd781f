import Catalogues
import Platform
import PropertyLists
import Readings
import Searching
import Storage

extension IndexDirectory {
  /// The directory where the user's indexes are kept; `nil` if the environment names none.
  static var usual: IndexDirectory? { UserDirectory.cache.path().map { IndexDirectory($0) } }

  /// - Throws: `Failure` if there is no place for indexes.
  static func checked() throws(Failure) -> IndexDirectory {
    guard let usual else { throw Failure("\(IndexedFileError.noDirectory)") }
    return usual
  }

  /// All indexes, or those of a catalogue.
  ///
  /// - Throws: `Failure` if the directory cannot be read.
  func indexes(of path: FilePath? = nil, _ options: ParsedOptions) throws(Failure) -> [KeptIndex] {
    let parsing = try path == nil ? ParseOptions() : options.parseOptions()
    do throws(SystemError) {
      guard let path else { return try indexes() }
      return try indexes(ofCatalogueAt: path, parsing: parsing)
    } catch {
      throw Failure(naming: "\(self.path): \(error)")
    }
  }
}

extension IndexedFile {
  /// A file whose index is one of the user's.
  ///
  /// - Parameter name: The file's name in messages, if not its path.
  /// - Throws: `Failure` if the file cannot be read.
  convenience init(
    _ path: FilePath, named name: ByteText? = nil, _ parsing: ParseOptions,
    readings: UserReadings = .usual(), allowing files: AllowedFiles = .regular
  ) throws(Failure) {
    do throws(StorageError) {
      try self.init(
        path: path, parsing: parsing, readings: readings, directory: .usual, allowing: files)
    } catch {
      throw Failure(naming: "\(name ?? ByteText(path)): \(error.problem)")
    }
  }

  /// Reads the catalogue.
  ///
  /// - Throws: `Failure` if the file is not a catalogue.
  func read(named name: ByteText? = nil) throws(Failure) -> Read {
    try read { bytes throws(Failure) in
      try CatalogueLoader(parsing).load(bytes, name: name ?? ByteText(path), path: path)
    }
  }
}

extension KeptIndex {
  /// The name in messages.
  ///
  /// - Parameter given: The catalogue's path as given, if it was.
  func name(_ given: FilePath? = nil) -> ByteText {
    let name = ByteText(given ?? catalogue ?? path)
    let arguments = parsing?.arguments ?? []
    return arguments.isEmpty ? name : "\(name) (\(arguments.joined(separator: " ")))"
  }
}
