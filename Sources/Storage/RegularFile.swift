package import Platform

/// A regular file, open for reading at its beginning.
///
/// For reading a file that may have been replaced by a pipe or a device: opening one of those may
/// block or have side effects.
package struct RegularFile: ~Copyable {
  private let file: Descriptor

  package var descriptor: Int32 { file.number }

  /// - Throws: `notRegularFile` for anything else, without waiting.
  package init(path: FilePath) throws(StorageError) {
    file = try Descriptor.openRegular(path)
  }
}

extension Descriptor {
  /// Opens a regular file for reading.
  static func openRegular(_ path: FilePath) throws(StorageError) -> Descriptor {
    var status = stat()
    guard stat(path.cString, &status) == 0 else { throw StorageError(.open, path) }
    guard status.isRegularFile else { throw StorageError(.open, path, .notRegularFile) }
    // By now the path may lead to something else.
    guard let file = Descriptor.open(path.cString, O_RDONLY | O_NONBLOCK | O_NOCTTY) else {
      throw StorageError(.open, path)
    }
    guard file.status?.isRegularFile == true else {
      throw StorageError(.open, path, .notRegularFile)
    }
    return file
  }
}
