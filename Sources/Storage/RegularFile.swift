package import Platform

/// A regular file, open for reading at its beginning.
///
/// Use it for a file that may have been replaced by a pipe or a device, because opening these may
/// block or have side effects.
package struct RegularFile: ~Copyable {
  private let file: Descriptor

  package var descriptor: Int32 { file.number }

  /// - Parameter isOwn: Whether the file is one of the program itself, which `Confinement` does not
  ///   refuse.
  /// - Throws: `notRegularFile` for anything else, without waiting.
  package init(path: FilePath, isOwn: Bool = false) throws(StorageError) {
    file = try Descriptor.openRegular(path, isOwn: isOwn)
  }
}

extension Descriptor {
  /// Opens a regular file for reading.
  static func openRegular(
    _ path: FilePath, isOwn: Bool = false
  ) throws(StorageError) -> Descriptor {
    var status = stat()
    guard stat(path.cString, &status) == 0 else { throw StorageError(.open, path) }
    guard status.isRegularFile else { throw StorageError(.open, path, .notRegularFile) }
    // By now the path may lead to something else.
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY
    let opened = isOwn ? Descriptor.open(path.cString, flags) : Confinement.open(path, flags)
    guard let file = opened else { throw StorageError(.open, path) }
    guard file.status?.isRegularFile == true else {
      throw StorageError(.open, path, .notRegularFile)
    }
    return file
  }
}
