internal import CPlatform
package import Platform

/// Saves files of a folder so that all of them change or none does, whenever the program, the system or
/// the disk may fail.
///
/// What will change is first written to a hidden file of the folder. Each file is then replaced
/// atomically, and the hidden file removed. If that is interrupted, whoever reads the folder reads what
/// was to be, and whoever saves it next completes what was begun.
package struct FolderReplacement: Sendable {
  package let folder: Folder
  package var breaksHardLinks = false
  /// The suffix for backups of the old content, as for a file.
  package var backupSuffix: FilePath?

  package init(of folder: Folder) { self.folder = folder }

  /// A file that is new, changed or removed.
  package struct Change: Equatable, Sendable {
    /// Its path in the folder.
    package let name: FilePath
    /// `nil` if there was no file, or is to be none.
    package let old: [UInt8]?
    package let new: [UInt8]?
    /// The file that it was before it was moved, whose permissions it keeps.
    package let origin: FilePath?

    package init(name: FilePath, old: [UInt8]?, new: [UInt8]?, origin: FilePath? = nil) {
      (self.name, self.old, self.new, self.origin) = (name, old, new, origin)
    }
  }

  /// Makes the changes.
  ///
  /// - Parameter check: Called before anything is written.
  /// - Returns: What could not be preserved.
  /// - Throws: `StorageError`, with `changed` if a file is not as it was, and what the closure throws.
  ///   The files are then as they were; if that could not be restored, the save is completed later.
  package func save(
    _ changes: [Change], check: () throws -> Void
  ) throws -> [FileReplacement.Warning] {
    // What is new is there before anything is removed.
    let changes = changes.filter { $0.new != nil } + changes.filter { $0.new == nil }
    try check()
    if changes.count > 1 { try UnfinishedSave(changes: changes).write(in: folder) }
    var warnings: [FileReplacement.Warning] = []
    do {
      for change in changes { try make(change, &warnings) }
    } catch {
      var again = self
      again.backupSuffix = nil
      for change in changes.reversed() where change.old != change.new {
        if try folder.content(of: change.name) != change.new { continue }
        try again.make(Change(name: change.name, old: change.new, new: change.old), &warnings)
      }
      if changes.count > 1 { try UnfinishedSave.remove(from: folder) }
      throw error
    }
    try sync(changes)
    // Without it or with it, the files are the same.
    if changes.count > 1 { try? UnfinishedSave.remove(from: folder) }
    return warnings
  }

  /// Completes a save that was interrupted. If other programs have changed one of its files since,
  /// that stays, and none is removed.
  ///
  /// - Throws: `StorageError`; the rest of it is completed later.
  package func completeUnfinished() throws {
    guard let save = try UnfinishedSave(in: folder) else { return }
    var warnings: [FileReplacement.Warning] = []
    let changes = try save.outstanding { name throws(StorageError) in
      try folder.content(of: name)
    }
    for change in changes { try make(change, &warnings) }
    try sync(changes)
    try UnfinishedSave.remove(from: folder)
  }

  /// Waits until names that were added and removed are safe from a power failure.
  private func sync(_ changes: [Change]) throws(StorageError) {
    for directory in Set(changes.map(\.name.directory)) {
      let path = directory.map { folder.path.appending($0) } ?? folder.path
      guard let file = Descriptor.open(path.cString, O_RDONLY | O_DIRECTORY),
        fsync(file.number) == 0 || errno == EINVAL
      else { throw StorageError(.sync, path) }
    }
  }

  private func make(
    _ change: Change, _ warnings: inout [FileReplacement.Warning]
  ) throws {
    let path = folder.path.appending(change.name)
    func expectUnchanged() throws(StorageError) {
      if try folder.content(of: change.name) != change.old {
        throw StorageError(.rename, path, .changed)
      }
    }
    guard let new = change.new else {
      try expectUnchanged()
      if let backupSuffix {
        guard rename(path.cString, (path + backupSuffix).cString) == 0 else {
          throw StorageError(.backup, path)
        }
      } else {
        guard unlink(path.cString) == 0 else { throw StorageError(.remove, path) }
      }
      return
    }
    try makeDirectory(of: change.name)
    try expectUnchanged()
    // A new file is not made through a link.
    if change.old == nil, status(of: path.cString, in: AT_FDCWD) != nil {
      throw StorageError(.create, path, .exists)
    }
    var replacement = FileReplacement(path: path)
    replacement.existing = change.old == nil ? .refuse : .replace
    replacement.breaksHardLinks = breaksHardLinks
    replacement.backupSuffix = change.old == nil ? nil : backupSuffix
    if change.origin != nil { replacement.newMode = 0o600 }
    let outcome = try replacement.save(check: expectUnchanged) { write in
      try new.withUnsafeBytes { try write($0) }
    }
    for warning in outcome.warnings + permissions(of: change)
    where !warnings.contains(warning) {
      warnings.append(warning)
    }
  }

  /// Gives a file that was moved the permissions that it had.
  private func permissions(of change: Change) -> [FileReplacement.Warning] {
    guard let origin = change.origin,
      let old = Descriptor.open(
        folder.path.appending(origin).cString, O_RDONLY | O_NONBLOCK | O_NOCTTY),
      let new = Descriptor.open(folder.path.appending(change.name).cString, O_RDWR | O_NOFOLLOW)
    else { return [] }
    return FileAttributes.copy(from: old, to: new)
  }

  /// Makes the folders in the folder that a file is in.
  private func makeDirectory(of name: FilePath) throws(StorageError) {
    guard let inner = name.directory else { return }
    try makeDirectory(of: inner)
    let path = folder.path.appending(inner)
    // Links to folders are not followed.
    if let found = status(of: path.cString, in: AT_FDCWD) {
      if !found.isDirectory { throw StorageError(.create, path, code: ENOTDIR) }
      return
    }
    guard mkdir(path.cString, 0o777) == 0 || errno == EEXIST else {
      throw StorageError(.create, path)
    }
  }
}

/// The changes of a save, in a hidden file of the folder until they are made.
struct UnfinishedSave {
  let changes: [FolderReplacement.Change]

  static let name: FilePath = ".cardex-save"
  private static let head = Array("cardex save 1\n".utf8)

  init(changes: [FolderReplacement.Change]) { self.changes = changes }

  /// Reads what was not completed; `nil` if there is nothing.
  ///
  /// - Throws: `StorageError` with `notJournal` for a file that has something else.
  init?(in folder: Folder) throws(StorageError) {
    guard let bytes = try folder.content(of: UnfinishedSave.name) else { return nil }
    guard let changes = UnfinishedSave.changes(in: bytes) else {
      throw StorageError(.read, folder.path.appending(UnfinishedSave.name), .notJournal)
    }
    self.changes = changes
  }

  /// The changes that are still to be made: all, unless others have changed one of the files, to whom
  /// it is left; then nothing is removed, since what was moved may not be in its new place.
  func outstanding<Failure: Error>(
    _ content: (FilePath) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> [FolderReplacement.Change] {
    let now = try changes.map { change throws(Failure) in try content(change.name) }
    let isWhole = zip(changes, now).allSatisfy { $1 == $0.old || $1 == $0.new }
    return zip(changes, now).filter { $1 == $0.old && (isWhole || $0.new != nil) }.map(\.0)
  }

  /// The files of a folder after these changes.
  func completing(_ files: [Folder.File]) throws(StorageError) -> [Folder.File] {
    var byName = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.bytes) })
    for change in outstanding({ byName[$0] }) { byName[change.name] = change.new }
    return byName.map { Folder.File(name: $0.key, bytes: $0.value) }
      .sorted { $0.name.precedesInFolder($1.name) }
  }

  func write(in folder: Folder) throws {
    var bytes = UnfinishedSave.head
    func count(_ content: [UInt8]?) -> String { content.map { String($0.count) } ?? "-" }
    for change in changes {
      let name = change.name.bytes
      bytes += "\(name.count) \(count(change.old)) \(count(change.new))\n".utf8
      bytes += name + (change.old ?? []) + (change.new ?? [])
    }
    var replacement = FileReplacement(path: folder.path.appending(UnfinishedSave.name))
    replacement.newMode = 0o600
    try replacement.save { write in
      try bytes.withUnsafeBytes { try write($0) }
    }
  }

  static func remove(from folder: Folder) throws(StorageError) {
    let path = folder.path.appending(name)
    guard unlink(path.cString) == 0 else { throw StorageError(.remove, path) }
  }

  private static func changes(in bytes: [UInt8]) -> [FolderReplacement.Change]? {
    guard bytes.starts(with: head) else { return nil }
    var rest = bytes[head.count...]
    func take(_ count: Int?) -> [UInt8]? {
      guard let count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    var changes: [FolderReplacement.Change] = []
    while let end = rest.firstIndex(of: 0x0A) {
      let counts = rest[..<end].split(separator: 0x20).map { word in
        Int(String(decoding: word, as: UTF8.self))
      }
      rest = rest[(end + 1)...]
      guard counts.count == 3, let length = counts[0],
        counts.allSatisfy({ $0 ?? 0 >= 0 && $0 ?? 0 <= rest.count }),
        counts.reduce(0, { $0 + ($1 ?? 0) }) <= rest.count,
        let name = FilePath(bytes: take(length) ?? []), Folder.isName(name)
      else { return nil }
      changes.append(.init(name: name, old: take(counts[1]), new: take(counts[2])))
    }
    return rest.isEmpty ? changes : nil
  }
}
