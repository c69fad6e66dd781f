package import Platform

/// An exclusive advisory lock on a data file, held for as long as this object lives.
///
/// The lock is on the file itself, which saving replaces. So once the lock is held, the path leads
/// to the locked file: if the file was replaced while waiting, the new file is waited for instead.
package final class FileLock {
  /// The locked file, open for reading at its beginning.
  package var descriptor: Int32 { file.number }

  /// `false` where the file system does not support locks; then other processes are not kept out.
  package let isHeld: Bool

  private let file: Descriptor

  /// Opens and locks a regular file or a folder.
  ///
  /// - Parameter seconds: How long to wait for another process. 0 means not at all.
  /// - Throws: `inUse` if another process holds the lock; `notRegularFile`; other errors if the
  ///   file cannot be read or locked.
  package init(path: FilePath, waitingSeconds seconds: Double) throws(StorageError) {
    let deadline = Deadline(afterSeconds: seconds)
    while true {
      let file = try FileLock.open(path)
      let isLocked: Bool
      switch AdvisoryLock.acquire(.exclusive, on: file.number, until: deadline) {
      case .held: isLocked = true
      case .unsupported: isLocked = false
      case .inUse: throw StorageError(.lock, path, .inUse)
      case .failed(let code): throw StorageError(.lock, path, code: code)
      }
      if try FileLock.leads(path, to: file) {
        self.file = file
        isHeld = isLocked
        return
      }
    }
  }

  private static func open(_ path: FilePath) throws(StorageError) -> Descriptor {
    guard path.isDirectory else { return try Descriptor.openRegular(path) }
    guard let folder = Confinement.open(path, O_RDONLY | O_DIRECTORY) else {
      throw StorageError(.open, path)
    }
    return folder
  }

  deinit {
    // Unlocked explicitly, so that a child process with a copy of the descriptor does not keep the
    // lock.
    flock(file.number, LOCK_UN)
  }

  private static func leads(
    _ path: FilePath, to file: borrowing Descriptor
  ) throws(StorageError) -> Bool {
    var current = stat()
    guard stat(path.cString, &current) == 0, let locked = file.status else {
      throw StorageError(.open, path)
    }
    return current.isSameFile(as: locked)
  }
}
