import Catalogues
import Platform
import Searching
import Storage

/// The directory where indexes are kept, according to the environment.
struct IndexDirectory {
  let path: FilePath

  /// - Throws: `Failure` if there is no place for indexes.
  init() throws(Failure) {
    guard let path = UserDirectory.cache.path() else {
      throw Failure("\(IndexedFile.Problem.noDirectory)")
    }
    self.path = path
  }

  /// All indexes; none if the directory does not exist yet.
  ///
  /// - Throws: `Failure` if the directory cannot be read.
  func indexes() throws(Failure) -> [KeptIndex] {
    let descriptor = open(path.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 {
      let code = errno
      if code == ENOENT { return [] }
      throw Failure(naming: "\(path): \(String(cString: strerror(code)))")
    }
    close(descriptor)
    return KeptIndex.all(in: path)
  }

  /// The indexes of a catalogue, which need not exist any more: those for all options, or the one
  /// for the given options.
  ///
  /// - Throws: `Failure` if the directory cannot be read.
  func indexes(
    ofCatalogueAt path: FilePath, parsing: ParseOptions
  ) throws(Failure) -> [KeptIndex] {
    let canonicalPath = UserDirectory.formerPath(path)
    // A damaged index does not say which catalogue it is of, but its name does.
    let own = IndexLocation.path(in: self.path, forCatalogueAt: canonicalPath, parsing: parsing)
    return try indexes().filter { index in
      index.path == own || parsing.isUsual && index.catalogue == canonicalPath
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
