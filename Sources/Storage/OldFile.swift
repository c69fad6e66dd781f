import Platform

/// The file to be replaced, open for reading.
final class OldFile {
  let file: Descriptor
  let status: stat

  /// Opens the target's file, if it may be replaced; `nil` if there is none.
  init?(
    at target: borrowing FileTarget, for replacement: FileReplacement
  ) throws(StorageError) {
    guard let found = target.status else { return nil }
    let path = target.path
    guard found.isRegularFile else { throw StorageError(.open, path, .notRegularFile) }
    if replacement.existing == .refuse { throw StorageError(.create, path, .exists) }
    // Renaming checks only the directory's permissions.
    guard faccessat(target.directory.number, target.name, W_OK, AT_EACCESS) == 0 else {
      throw StorageError(.write, path)
    }
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    guard let file = Descriptor.open(target.name, in: target.directory.number, flags),
      let status = file.status
    else { throw StorageError(.open, path) }
    guard status.isRegularFile else { throw StorageError(.open, path, .notRegularFile) }
    self.file = file
    self.status = status
    try refuseLinks(at: target, for: replacement)
  }

  private func refuseLinks(
    at target: borrowing FileTarget, for replacement: FileReplacement
  ) throws(StorageError) {
    guard status.st_nlink > 1, !replacement.breaksHardLinks else { return }
    // An earlier save may have ended between making the backup and replacing the file.
    if status.st_nlink == 2, let suffix = replacement.backupSuffix {
      let backup = Platform.status(
        of: Backup.name(of: target.name, suffix: suffix), in: target.directory.number)
      if let backup, backup.isSameFile(as: status) { return }
    }
    throw StorageError(.rename, target.path, .hardLinks(Int(status.st_nlink)))
  }
}
