internal import CPlatform
package import Platform

/// Saves files of a folder so that all of them change or none does, even if the program, the system
/// or the disk fails.
///
/// The changes are first written to a hidden file of the folder, the record of the save. From then
/// on, readers see the changed files. Each file is then replaced atomically, and the record is
/// removed. If this is interrupted, the next save of the folder completes it first. If other
/// programs have changed one of the files since, the record is refused, because only people know
/// which version is right.
package struct FolderReplacement {
  package let folder: Folder
  package var breaksHardLinks = false
  /// The suffix for backups of the old content, as for a file.
  package var backupSuffix: FilePath?

  package init(of folder: Folder) { self.folder = folder }

  /// A file that is new, changed or removed.
  package struct Change: Equatable, Sendable {
    /// The file's path in the folder.
    package let name: FilePath
    /// The old and the new content; `nil` for no file.
    package let old: [UInt8]?
    package let new: [UInt8]?
    /// The path from which the file was moved, and whose permissions it keeps.
    package let origin: FilePath?

    package init(name: FilePath, old: [UInt8]?, new: [UInt8]?, origin: FilePath? = nil) {
      (self.name, self.old, self.new, self.origin) = (name, old, new, origin)
    }
  }

  /// Makes the changes.
  ///
  /// - Parameter check: Called before anything but new folders is written; temporary files of
  ///   killed saves are removed before.
  /// - Returns: Warnings about metadata that could not be kept, and about steps that failed.
  /// - Throws: `StorageError`, with `changed` if a file does not have its old content, and what the
  ///   closure throws. The files are then as they were before, with two exceptions: the error is
  ///   `isAfterReplacement`, or its step is `restore`. In the latter case, files that other
  ///   programs have changed meanwhile stay changed.
  package func save(
    _ changes: [Change], check: () throws -> Void
  ) throws -> [FileReplacement.Warning] {
    if let backupSuffix, let change = changes.first(where: { $0.old != nil }),
      let name = FilePath(bytes: change.name.bytes + backupSuffix.bytes), Folder.isName(name)
    {
      // The backup would be read as a file of the folder.
      throw StorageError(.backup, folder.path.appending(change.name), code: EINVAL)
    }
    // New content is written before any file is removed.
    let changes = changes.filter { $0.new != nil } + changes.filter { $0.new == nil }
    folder.removeTemporaries()
    for change in changes { try prepare(change) }
    try check()
    var warnings: [FileReplacement.Warning] = []
    if changes.count < 2 {
      for change in changes { try make(change, &warnings) }
      return warnings
    }
    try UnfinishedSave(changes: changes).write(in: folder)
    do {
      for change in changes { try make(change, &warnings) }
    } catch {
      guard let error = error as? StorageError else { throw try undo(changes).first ?? error }
      if let other = try undo(changes).first(where: { $0.path != error.path }) { throw other }
      // The new content, which was in place, has been taken back.
      throw error.isAfterReplacement ? StorageError(.rename, error.path, error.problem) : error
    }
    do throws(StorageError) {
      try UnfinishedSave.remove(from: folder)
    } catch {
      // The files are complete, with or without the record.
      warnings.append(.recordNotRemoved(error))
    }
    return warnings
  }

  /// Completes a save that was interrupted.
  ///
  /// - Throws: `StorageError`; the rest of the save is completed later. With `interruptedSave` if
  ///   other programs have changed one of its files since; nothing is then changed.
  package func completeUnfinished() throws {
    guard let save = try UnfinishedSave(in: folder) else { return }
    var warnings: [FileReplacement.Warning] = []
    let changes = try save.outstanding(in: folder) { name throws(StorageError) in
      try folder.content(of: name)
    }
    for change in changes {
      try folder.makeDirectory(of: change.name)
      try make(change, &warnings)
    }
    try UnfinishedSave.remove(from: folder)
  }

  /// Checks that a change can be made, and creates the folders that it needs.
  private func prepare(_ change: Change) throws(StorageError) {
    if change.new != nil {
      try folder.makeDirectory(of: change.name)
      let target = try FileTarget(change.name, in: folder)
      _ = try OldFile(at: target, for: replacement(for: change))
    }
    try expectUnchanged(change)
  }

  private func expectUnchanged(_ change: Change) throws(StorageError) {
    if try folder.content(of: change.name) != change.old {
      throw StorageError(.rename, folder.path.appending(change.name), .changed)
    }
  }

  private func replacement(for change: Change) -> FileReplacement {
    var replacement = FileReplacement(path: folder.path.appending(change.name))
    replacement.existing = change.old == nil ? .refuse : .replace
    replacement.breaksHardLinks = breaksHardLinks
    replacement.backupSuffix = change.old == nil ? nil : backupSuffix
    if change.origin != nil { replacement.newMode = 0o600 }
    return replacement
  }

  private func make(
    _ change: Change, _ warnings: inout [FileReplacement.Warning]
  ) throws {
    var made: [FileReplacement.Warning]
    let target = try FileTarget(change.name, in: folder)
    if let new = change.new {
      made = try replacement(for: change).save(
        at: target, check: { try expectUnchanged(change) },
        content: { write in try new.withUnsafeBytes { try write($0) } }
      ).warnings
      made += permissions(of: change, in: target)
    } else {
      try expectUnchanged(change)
      try remove(target)
      made =
        fsync(target.directory.number) == 0 || errno == EINVAL
        ? [] : [.directoryNotSynced(code: errno)]
    }
    for warning in made where !warnings.contains(warning) { warnings.append(warning) }
  }

  /// Removes a file, or renames it to its backup.
  private func remove(_ target: borrowing FileTarget) throws(StorageError) {
    let directory = target.directory.number
    if let backupSuffix {
      let backup = try Backup(suffix: backupSuffix, path: target.path).name(of: target)
      guard renameat(directory, target.name, directory, backup) == 0 else {
        throw StorageError(.backup, target.path)
      }
    } else {
      guard unlinkat(directory, target.name, 0) == 0 else {
        throw StorageError(.remove, target.path)
      }
    }
  }

  /// Gives a moved file its previous permissions.
  private func permissions(
    of change: Change, in target: borrowing FileTarget
  ) -> [FileReplacement.Warning] {
    guard let origin = change.origin else { return [] }
    guard let source = try? FileTarget(origin, in: folder),
      let old = Descriptor.open(
        source.name, in: source.directory.number, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW),
      let new = Descriptor.open(target.name, in: target.directory.number, O_RDWR | O_NOFOLLOW)
    else { return errno == ENOENT ? [] : [.modeNotKept(code: errno)] }
    return FileAttributes.copy(from: old, to: new)
  }

  /// Restores the old content of files after a failed save, and removes the record.
  ///
  /// - Returns: An error for each file that is not restored, because other programs have changed it
  ///   meanwhile.
  /// - Throws: `StorageError` for a file that could not be restored. The record then stays: readers
  ///   see the new content, and the next save completes it.
  private func undo(_ changes: [Change]) throws(StorageError) -> [StorageError] {
    var again = self
    again.backupSuffix = nil
    var (changed, warnings): ([StorageError], [FileReplacement.Warning]) = ([], [])
    do {
      for change in changes.reversed() where change.old != change.new {
        let path = folder.path.appending(change.name)
        do throws(StorageError) {
          let now = try folder.content(of: change.name)
          if now == change.old { continue }
          if now != change.new { throw StorageError(.restore, path, .changed) }
        } catch {
          // With these errors, another program has put something else at the path or in place of a
          // folder. With any other error, the file may be as the save has left it.
          let others: [StorageError.Problem] = [.changed, .link, .system(ENOTDIR), .system(ELOOP)]
          guard others.contains(error.problem) else { throw error }
          changed.append(StorageError(.restore, path, error.problem))
          continue
        }
        // The permissions of a removed file are lost; the restored file must not get wider ones.
        let back = Change(
          name: change.name, old: change.new, new: change.old,
          origin: change.new == nil ? change.name : nil)
        try again.make(back, &warnings)
      }
      try UnfinishedSave.remove(from: folder)
    } catch {
      guard let error = error as? StorageError else {
        preconditionFailure("making a change throws nothing else")
      }
      throw StorageError(.complete, error.path, error.problem)
    }
    return changed
  }
}

/// The changes of a save, which are in a hidden file of the folder until they are made.
struct UnfinishedSave {
  let changes: [FolderReplacement.Change]

  static let name: FilePath = ".cardex-save"
  /// The beginning of the first line, before the checksum of the rest of the file.
  private static let head = Array("cardex save 3 ".utf8)

  init(changes: [FolderReplacement.Change]) { self.changes = changes }

  /// Reads the record of an interrupted save; `nil` if there is none.
  ///
  /// - Throws: `StorageError` with `notRecord` for a file that is not a whole record, with `link`
  ///   for a symbolic link.
  init?(in folder: Folder) throws(StorageError) {
    let path = folder.path.appending(UnfinishedSave.name)
    let target = try FileTarget(UnfinishedSave.name, in: folder)
    guard target.status != nil else { return nil }
    guard let bytes = try folder.content(of: UnfinishedSave.name),
      let changes = UnfinishedSave.changes(in: bytes)
    else { throw StorageError(.read, path, .notRecord) }
    self.changes = changes
  }

  /// The changes that are still to be made.
  ///
  /// - Parameter content: Returns the current content of a file; `nil` if there is none.
  /// - Throws: `interruptedSave` if a file has neither its old nor its new content, and what the
  ///   closure throws.
  func outstanding(
    in folder: Folder, _ content: (FilePath) throws(StorageError) -> [UInt8]?
  ) throws(StorageError) -> [FolderReplacement.Change] {
    var outstanding: [FolderReplacement.Change] = []
    for change in changes {
      let now = try content(change.name)
      if now == change.new { continue }
      if now != change.old {
        throw StorageError(
          .read, folder.path.appending(UnfinishedSave.name), .interruptedSave(changed: change.name))
      }
      outstanding.append(change)
    }
    return outstanding
  }

  /// The files of a folder after these changes.
  func completing(
    _ files: [Folder.File], in folder: Folder
  ) throws(StorageError) -> [Folder.File] {
    var byName = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.bytes) })
    let now = byName
    for change in try outstanding(in: folder, { now[$0] }) { byName[change.name] = change.new }
    return byName.map { Folder.File(name: $0.key, bytes: $0.value) }
      .sorted { $0.name.precedesInFolder($1.name) }
  }

  /// Writes the file. Once this returns, the save will be completed sooner or later.
  func write(in folder: Folder) throws {
    var content: [UInt8] = []
    func count(_ content: [UInt8]?) -> String { content.map { String($0.count) } ?? "-" }
    for change in changes {
      let name = change.name.bytes
      let (origin, old, new) = (change.origin?.bytes, change.old, change.new)
      content += "\(name.count) \(count(origin)) \(count(old)) \(count(new))\n".utf8
      content += name + (origin ?? []) + (old ?? []) + (new ?? [])
    }
    let bytes = UnfinishedSave.head + UnfinishedSave.checksum(content) + content
    let target = try FileTarget(UnfinishedSave.name, in: folder)
    var replacement = FileReplacement(path: target.path)
    replacement.newMode = 0o600
    let outcome = try replacement.save(
      at: target, check: {}, content: { write in try bytes.withUnsafeBytes { try write($0) } })
    for case .directoryNotSynced(let code) in outcome.warnings {
      try UnfinishedSave.remove(from: folder)
      throw StorageError(.sync, target.path, code: code)
    }
  }

  static func remove(from folder: Folder) throws(StorageError) {
    let path = folder.path.appending(name)
    guard unlinkat(folder.directory.number, name.cString, 0) == 0 else {
      throw StorageError(.remove, path)
    }
    guard fsync(folder.directory.number) == 0 || errno == EINVAL else {
      throw StorageError(.sync, path)
    }
  }

  private static func checksum(_ content: some Sequence<UInt8>) -> [UInt8] {
    var sum = Checksum()
    sum.add(content)
    return Array("\(sum.digits)\n".utf8)
  }

  private static func changes(in bytes: [UInt8]) -> [FolderReplacement.Change]? {
    guard bytes.starts(with: head) else { return nil }
    var rest = bytes[head.count...]
    func take(_ count: Int?) -> [UInt8]? {
      guard let count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    let sum = take(checksum([]).count)
    guard sum == checksum(rest) else { return nil }
    var changes: [FolderReplacement.Change] = []
    while let end = rest.firstIndex(of: 0x0A) {
      let counts = rest[..<end].split(separator: 0x20).map { word in
        Int(String(decoding: word, as: UTF8.self))
      }
      rest = rest[(end + 1)...]
      guard counts.count == 4, let length = counts[0],
        counts.allSatisfy({ $0 ?? 0 >= 0 && $0 ?? 0 <= rest.count }),
        counts.reduce(0, { $0 + ($1 ?? 0) }) <= rest.count,
        let name = FilePath(bytes: take(length) ?? []), Folder.isName(name)
      else { return nil }
      let origin = take(counts[1])
      let from = origin.flatMap { FilePath(bytes: $0) }
      if origin != nil, !(from.map(Folder.isName) ?? false) { return nil }
      changes.append(.init(name: name, old: take(counts[2]), new: take(counts[3]), origin: from))
    }
    let isWhole =
      rest.isEmpty && !changes.isEmpty && Set(changes.map(\.name)).count == changes.count
    return isWhole ? changes : nil
  }
}
