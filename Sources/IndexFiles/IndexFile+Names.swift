import Storage

extension IndexFile {
  private static let ending = ".index"

  /// Where the index of a catalogue is kept: always the same file for the same catalogue, read in
  /// the same way.
  ///
  /// - Parameters:
  ///   - path: The catalogue's canonical path.
  ///   - options: How it is read.
  package static func path(
    in folder: String, forCatalogueAt path: String, options: [UInt8]
  ) -> String {
    folder + "/" + UserFolder.name(forFileAt: path, options: options) + ending
  }

  /// The paths of all files in a folder that have names of indexes, in the order of the names.
  package static func paths(in folder: String) -> [String] {
    UserFolder.fileNames(in: folder)
      .filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
      .map { folder + "/" + $0 }
  }
}
