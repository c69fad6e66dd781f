package import Platform

extension IndexFile {
  private static let ending: FilePath = ".index"

  /// The path of a catalogue's index: always the same for the same catalogue, read with the same
  /// options.
  ///
  /// - Parameters:
  ///   - path: The catalogue's canonical path.
  ///   - options: How it is read.
  package static func path(
    in directory: FilePath, forCatalogueAt path: FilePath, options: [UInt8]
  ) -> FilePath {
    directory.appending(UserDirectory.name(forFileAt: path, options: options) + ending)
  }

  /// The paths of all files in a directory that are named like indexes, sorted by name.
  package static func paths(in directory: FilePath) -> [FilePath] {
    UserDirectory.fileNames(in: directory)
      .filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
      .map { directory.appending($0) }
  }
}
