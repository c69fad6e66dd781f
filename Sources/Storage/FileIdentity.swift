package import Platform

/// A file and the time of its last change: as long as the identity is the same, so is the content.
package struct FileIdentity: Equatable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  /// In bytes.
  package let size: Int64
  /// When the content was last changed, in nanoseconds since 1970.
  package let modified: Int64
  /// When anything about the file was last changed, its name included, in nanoseconds since 1970.
  package let changed: Int64

  /// Makes an identity from stored numbers.
  package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// The identity of the file at a path, or of the folder there with its files.
  package init(path: FilePath) throws(StorageError) {
    var status = stat()
    guard stat(path.cString, &status) == 0 else { throw StorageError(.open, path) }
    if status.isDirectory {
      self = try Folder(path: path).identity()
    } else {
      self.init(status)
    }
  }

  /// The identity of an open file.
  ///
  /// - Parameter path: The file's name in errors.
  package init(descriptor: Int32, path: FilePath) throws(StorageError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw StorageError(.open, path) }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      modified = FileIdentity.nanoseconds(status.st_mtimespec)
      changed = FileIdentity.nanoseconds(status.st_ctimespec)
    #else
      modified = FileIdentity.nanoseconds(status.st_mtim)
      changed = FileIdentity.nanoseconds(status.st_ctim)
    #endif
  }

  static func nanoseconds(_ time: timespec) -> Int64 {
    // Invalid times from a damaged file system wrap around.
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
