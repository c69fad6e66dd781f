package import Platform

/// A regular file, open for reading at its beginning.
///
/// Where a file is to be read that somebody may have replaced by a pipe or a device: opening such a
/// thing may wait for its other end, or do things.
package struct RegularFile: ~Copyable {
  private let file: Descriptor

  package var descriptor: Int32 { file.number }

  /// - Throws: `notRegularFile` for what is something else, without waiting.
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
    // By now it may be something else.
    guard let file = Descriptor.open(path.cString, O_RDONLY | O_NONBLOCK | O_NOCTTY) else {
      throw StorageError(.open, path)
    }
    guard file.status?.isRegularFile == true else {
      throw StorageError(.open, path, .notRegularFile)
    }
    return file
  }
}
