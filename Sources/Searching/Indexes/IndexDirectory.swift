package import Catalogues
package import Platform
import Storage

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
