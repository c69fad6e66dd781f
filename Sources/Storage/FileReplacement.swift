internal import CPlatform
package import Platform

/// Saves a file atomically: its path leads to all of the old content or all of the new, even if the
/// program, the system or the disk fails.
///
/// The new content is written to a new file in the same directory, synced to disk, and renamed over
/// the old file. Symbolic links are kept, and lead to the new content.
package struct FileReplacement: Sendable {
  /// The path of the file, which need not exist.
  package var path: FilePath
  /// Whether to replace an existing file.
  package var existing = Existing.replace
  /// Whether a file with several hard links may be replaced: all but one keep the old content.
  package var breaksHardLinks = false
  /// The suffix for the name of a backup of the old content, which replaces an older backup; `nil`
  /// for none.
  package var backupSuffix: FilePath?
  /// The suffix of a backup if none is chosen.
  package static let usualBackupSuffix: FilePath = "~"
  /// Whether the new file may be unnamed while it is written, so that no file remains if the
  /// program is killed. Where the system has no unnamed files, it gets a name anyway.
  package var mayBeUnnamed = true

  /// The permissions of a new file, minus the umask.
  var newMode: mode_t = 0o666

  package init(path: FilePath) { self.path = path }

  package enum Existing: Sendable {
    case replace, refuse
  }

  /// The result of a save.
  package struct Outcome: Equatable, Sendable {
    /// The identity of the new file.
    package let identity: FileIdentity
    /// Whether there was no file before.
    package let isNew: Bool
    package let warnings: [Warning]
  }

  /// A function that writes a piece of the content, of any size. The bytes are not needed after it
  /// returns. Throws `StorageError` only.
  package typealias Write = (_ piece: UnsafeRawBufferPointer) throws -> Void

  /// Writes the content and puts it in place.
  ///
  /// Signals that could end the program are blocked while the new file has a temporary name, and
  /// delivered afterwards. Only the calling thread is protected.
  ///
  /// - Parameters:
  ///   - check: Called when everything is written, right before the new file is put in place, to
  ///     check that the old file is unchanged. Called again after copying if the backup has to be a
  ///     copy.
  ///   - content: Writes the content, a piece at a time.
  /// - Throws: `StorageError`, and what the two closures throw. The old file is then unchanged and
  ///   no new one remains, unless the error is `isAfterReplacement`.
  @discardableResult
  package func save(
    check: () throws -> Void = {}, content: (_ write: Write) throws -> Void
  ) throws -> Outcome {
    try save(at: FileTarget(path), check: check, content: content)
  }

  /// Saves a file whose directory is open.
  func save(
    at target: borrowing FileTarget, check: () throws -> Void,
    content: (_ write: Write) throws -> Void
  ) throws -> Outcome {
    let old = try OldFile(at: target, for: self)
    // Private until the old file's permissions are copied; without an old file, subject to the
    // umask.
    let mode: mode_t = old == nil ? newMode : 0o600
    return try BlockedSignals.fileSizeLimit.during {
      if mayBeUnnamed, let file = TemporaryFile.unnamed(in: target.directory, mode: mode) {
        return try fill(file, old, target, check, content)
      }
      return try BlockedSignals.all.during {
        guard let file = TemporaryFile.named(like: target.name, in: target.directory, mode: mode)
        else { throw StorageError(.create, path) }
        return try fill(file, old, target, check, content)
      }
    }
  }

  private func fill(
    _ file: consuming TemporaryFile, _ old: OldFile?, _ target: borrowing FileTarget,
    _ check: () throws -> Void, _ content: (Write) throws -> Void
  ) throws -> Outcome {
    try write(content, to: file.descriptor)
    var warnings = old.map { FileAttributes.copy(from: $0.file, to: file.descriptor) } ?? []
    if cardex_sync_file(file.descriptor.number) != 0 { throw StorageError(.sync, path) }
    try check()
    try BlockedSignals.all.during {
      if let old, let backupSuffix {
        try Backup(suffix: backupSuffix, path: path).keep(old, at: target, check)
      }
      old?.removeLeftovers(from: target.directory)
      if old == nil {
        try file.appear(as: target)
      } else {
        try file.replace(target)
      }
    }
    if cardex_sync_directory(target.directory.number, file.descriptor.number) != 0 {
      warnings.append(.directoryNotSynced(code: errno))
    }
    // Taken only now, since renaming changes the status.
    guard let status = file.descriptor.status else { throw StorageError(.inspect, path) }
    return Outcome(identity: FileIdentity(status), isNew: old == nil, warnings: warnings)
  }

  private func write(
    _ content: (Write) throws -> Void, to file: borrowing Descriptor
  ) throws {
    let writer = ContentWriter()
    var code: Int32 = 0
    try content { piece in
      if code == 0 { code = writer.write(piece, to: file) }
      if code != 0 { throw StorageError(.write, path, code: code) }
    }
    // A write error counts even if the closure caught it.
    if code == 0 { code = writer.flush(to: file) }
    if code != 0 { throw StorageError(.write, path, code: code) }
  }
}

extension FileReplacement {
  /// A step that failed although the new content is in place, with the system's error number.
  package enum Warning: Equatable, Sendable {
    case ownerNotKept(code: Int32)
    /// The group could not be kept; the new group has only the permissions of others.
    case groupNotKept(code: Int32)
    case modeNotKept(code: Int32)
    case attributeNotKept(String, code: Int32)
    /// The old file's extended attributes could not be listed.
    case attributesNotKept(code: Int32)
    /// A power failure may bring the old content back.
    case directoryNotSynced(code: Int32)
    /// All files of a folder are replaced, but the record of the save is still there.
    case recordNotRemoved(StorageError)
  }
}

extension FileReplacement.Warning: CustomStringConvertible {
  package var description: String {
    switch self {
    case .ownerNotKept(let code): text("the file's owner was not kept", code)
    case .groupNotKept(let code): text("the file's group was not kept", code)
    case .modeNotKept(let code): text("the file's permissions were not kept", code)
    case .attributeNotKept(let name, let code):
      text("the file's attribute '\(name)' was not kept", code)
    case .attributesNotKept(let code): text("the file's extended attributes were not kept", code)
    case .directoryNotSynced(let code):
      text("the new content is in place but may not survive a power failure", code)
    case .recordNotRemoved(let error):
      "the new content is in place; the record of the save could not be removed; the next save removes it: \(error)"
    }
  }

  private func text(_ what: String, _ code: Int32) -> String {
    "\(what): \(String(cString: strerror(code)))"
  }
}
