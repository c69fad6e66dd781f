package import Platform
import Platform
import Storage

extension IndexFile {
  private static let ending: FilePath = ".index"

  /// Where the index of a catalogue is kept: always the same file for the same catalogue, read in
  /// the same way.
  ///
  /// - Parameters:
  ///   - path: The catalogue's canonical path.
  ///   - options: How it is read.
  package static func path(
    in folder: FilePath, forCatalogueAt path: FilePath, options: [UInt8]
  ) -> FilePath {
    folder.appending(UserFolder.name(forFileAt: path, options: options) + ending)
  }

  /// The paths of all files in a folder that have names of indexes, in the order of the names.
  package static func paths(in folder: FilePath) -> [FilePath] {
    UserFolder.fileNames(in: folder)
      .filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
      .map { folder.appending($0) }
  }
}
