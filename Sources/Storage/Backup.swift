internal import CPlatform
import Platform

/// The old content of a file under another name in the same directory.
struct Backup {
  let suffix: FilePath
  /// The file as the caller named it, for errors.
  let path: FilePath

  /// The name of a file's backup, as a C string.
  static func name(of name: [CChar], suffix: FilePath) -> [CChar] {
    name.dropLast() + suffix.cString
  }

  /// The name of the backup in the target's directory, as a C string.
  ///
  /// - Throws: `backup` if the suffix is empty or has a slash, which would name another directory.
  func name(of target: borrowing FileTarget) throws(StorageError) -> [CChar] {
    guard !suffix.isEmpty, !suffix.bytes.contains(UInt8(ascii: "/")) else {
      throw StorageError(.backup, path, code: EINVAL)
    }
    return Backup.name(of: target.name, suffix: suffix)
  }

  /// Links the old file to the backup's name, or copies it where hard links are not supported.
  ///
  /// - Parameter check: Called again after copying, which takes time.
  func keep(
    _ old: OldFile, at target: borrowing FileTarget, _ check: () throws -> Void
  ) throws {
    let backup = try name(of: target)
    // Renaming one name of a file to another name of the same file would do nothing.
    if let present = status(of: backup, in: target.directory.number),
      present.isSameFile(as: old.status)
    {
      return
    }
    if let link = link(to: target) { return try put(link, backup) }
    var copy = try copy(of: old, at: target)
    try check()
    if let name = copy.takeName() { try put(name, backup) }
  }

  private func put(
    _ file: consuming TemporaryName, _ backup: [CChar]
  ) throws(StorageError) {
    let code = file.replace(backup)
    if code != 0 { throw StorageError(.backup, path, code: code) }
  }

  /// Another name for the old file.
  private func link(to target: borrowing FileTarget) -> TemporaryName? {
    let (directory, name) = (target.directory.number, target.name)
    return TemporaryName(like: name, in: target.directory) {
      linkat(directory, name, directory, $0, 0) == 0
    }
  }

  private func copy(
    of old: OldFile, at target: borrowing FileTarget
  ) throws(StorageError) -> TemporaryFile {
    guard let copy = TemporaryFile.named(like: target.name, in: target.directory, mode: 0o600)
    else {
      throw StorageError(.backup, path)
    }
    let code = old.file.readAll { copy.descriptor.writeAll($0) }
    if code != 0 { throw StorageError(.backup, path, code: code) }
    _ = FileAttributes.copy(from: old.file, to: copy.descriptor)
    if cardex_sync_file(copy.descriptor.number) != 0 { throw StorageError(.backup, path) }
    return copy
  }
}
