internal import CPlatform
package import Platform

/// Saves a file so that its path leads to all of the old content or all of the new, whatever
/// moment the program, the system or the disk fails at.
///
/// The new content goes to a new file in the same folder, is brought to the disk, and takes the
/// old file's place by renaming. Symbolic links stay, and lead to the new content.
package struct FileReplacement: Sendable {
  /// The path of the file, which need not exist.
  package var path: FilePath
  /// What to do if it exists.
  package var existing = Existing.replace
  /// Whether a file with several names may be replaced: all but one keep the old content.
  package var breaksHardLinks = false
  /// What is added to the file's name to keep the old content under, in place of an older backup.
  package var backupSuffix: FilePath?
  /// Whether the new file may be without a name while it is written, so that nothing is left
  /// behind if the program is killed. Where the system has no such files it has a name anyway.
  package var mayBeUnnamed = true

  package init(path: FilePath) { self.path = path }

  package enum Existing: Sendable {
    case replace, refuse
  }

  /// What has been saved.
  package struct Outcome: Equatable, Sendable {
    /// The new file's.
    package let identity: FileIdentity
    /// Whether there was no file before.
    package let isNew: Bool
    package let warnings: [Warning]
  }

  /// Takes a piece of the content, of any size, and is done with the bytes when it returns. Throws
  /// `StorageError` only.
  package typealias Write = (_ piece: UnsafeRawBufferPointer) throws -> Void

  /// Writes the content and puts it in place.
  ///
  /// Signals that could end the program are held while the new file has a temporary name; those
  /// that arrive meanwhile act then. Only the calling thread is protected.
  ///
  /// - Parameters:
  ///   - check: Called when all is written and nothing has changed yet, right before the new file
  ///     takes its place: the moment to see whether the old file is still what it was. Where a
  ///     backup has to be a copy it is called again after copying.
  ///   - content: Writes the content, a piece at a time.
  /// - Throws: `StorageError`, and what the two closures throw. Then the old file is as it was and
  ///   no new one is left, unless the error says `isAfterReplacement`.
  @discardableResult
  package func save(
    check: () throws -> Void = {}, content: (_ write: Write) throws -> Void
  ) throws -> Outcome {
    let target = try FileTarget(path)
    let old = try OldFile(at: target, for: self)
    // The owner's alone until it is like the old one; otherwise what the user's mask leaves.
    let mode: mode_t = old == nil ? 0o666 : 0o600
    return try BlockedSignals.fileSizeLimit.during {
      if mayBeUnnamed, let file = TemporaryFile.unnamed(in: target.folder, mode: mode) {
        return try fill(file, old, target, check, content)
      }
      return try BlockedSignals.all.during {
        guard let file = TemporaryFile.named(like: target.name, in: target.folder, mode: mode)
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
      if old == nil {
        try file.appear(as: target)
      } else {
        try file.replace(target)
      }
    }
    if cardex_sync_folder(target.folder.number, file.descriptor.number) != 0 {
      warnings.append(.folderNotSynced(code: errno))
    }
    // Only now: the new name has changed it.
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
    // An error counts even if it was caught on the way.
    if code == 0 { code = writer.flush(to: file) }
    if code != 0 { throw StorageError(.write, path, code: code) }
  }
}

extension FileReplacement {
  /// What could not be done although the new content is in place, with the system's error number.
  package enum Warning: Equatable, Sendable {
    case ownerNotKept(code: Int32)
    /// The new file's group may do what everybody may.
    case groupNotKept(code: Int32)
    case modeNotKept(code: Int32)
    case attributeNotKept(String, code: Int32)
    /// The old file's extended attributes could not be listed.
    case attributesNotKept(code: Int32)
    /// A power failure may bring the old content back.
    case folderNotSynced(code: Int32)
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
    case .folderNotSynced(let code):
      text("the new content is in place but may not survive a power failure", code)
    }
  }

  private func text(_ what: String, _ code: Int32) -> String {
    "\(what): \(String(cString: strerror(code)))"
  }
}
