package import Platform

/// The file to be replaced, open for reading.
final class OldFile {
  let file: Descriptor
  let status: stat
  /// Temporary names of the file that were left by earlier saves that were killed.
  private let leftovers: [[CChar]]

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
    leftovers = status.st_nlink > 1 ? OldFile.leftovers(of: status, at: target) : []
    try refuseLinks(at: target, for: replacement)
  }

  private func refuseLinks(
    at target: borrowing FileTarget, for replacement: FileReplacement
  ) throws(StorageError) {
    let count = Int(status.st_nlink) - leftovers.count
    guard count > 1, !replacement.breaksHardLinks else { return }
    // An earlier save may have ended between making the backup and replacing the file. The backup
    // stays, since it has the old content from now on.
    let suffixes = [replacement.backupSuffix, FileReplacement.usualBackupSuffix].compactMap(\.self)
    let backups = Set(suffixes).count { suffix in
      let name = Backup.name(of: target.name, suffix: suffix)
      let found = Platform.status(of: name, in: target.directory.number)
      return found?.isSameFile(as: status) == true
    }
    if count - backups <= 1 { return }
    throw StorageError(.rename, target.path, .hardLinks(count))
  }

  /// The temporary names in the directory of a file that lead to it.
  private static func leftovers(of status: stat, at target: borrowing FileTarget) -> [[CChar]] {
    let directory = target.directory.number
    return (Directory.names(in: target.directory) ?? []).map(\.cString).filter { name in
      TemporaryName.isTemporary(name)
        && Platform.status(of: name, in: directory)?.isSameFile(as: status) == true
    }
  }

  /// Removes the names that earlier saves have left. Call this only when the file will certainly be
  /// replaced: it changes the file's status, by which other processes see changes.
  func removeLeftovers(from directory: borrowing Descriptor) {
    for name in leftovers
    where Platform.status(of: name, in: directory.number)?.isSameFile(as: status) == true {
      unlinkat(directory.number, name, 0)
    }
  }
}

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
