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

    package init(name: FilePath, old: [UInt8]?, new: [UInt8]?) {
      (self.name, self.old, self.new) = (name, old, new)
    }
  }

  /// Makes the changes.
  ///
  /// - Parameter check: Called right before the first file is changed.
  /// - Returns: What could not be preserved.
  /// - Throws: `StorageError`, with `changed` if a file is not as it was, and what the closure throws.
  ///   The files are then as they were; if that could not be restored, the save is completed later.
  package func save(
    _ changes: [Change], check: () throws -> Void
  ) throws -> [FileReplacement.Warning] {
    // What is new is there before anything is removed.
    let changes = changes.filter { $0.new != nil } + changes.filter { $0.new == nil }
    let save = UnfinishedSave(changes: changes)
    if changes.count > 1 { try save.write(in: folder) }
    var warnings: [FileReplacement.Warning] = []
    var made: [Change] = []
    do {
      try check()
      for change in changes {
        try make(change, &warnings)
        made.append(change)
      }
    } catch {
      var again = self
      again.backupSuffix = nil
      for change in made.reversed() {
        try again.make(Change(name: change.name, old: change.new, new: change.old), &warnings)
      }
      if changes.count > 1 { try UnfinishedSave.remove(from: folder) }
      throw error
    }
    if changes.count > 1 { try UnfinishedSave.remove(from: folder) }
    return warnings
  }

  /// Completes a save that was interrupted.
  ///
  /// - Throws: `StorageError`, with `changed` if another program has changed one of the files since.
  package func completeUnfinished() throws {
    guard let save = try UnfinishedSave(in: folder) else { return }
    var warnings: [FileReplacement.Warning] = []
    for change in save.changes where try folder.content(of: change.name) != change.new {
      try make(change, &warnings)
    }
    try UnfinishedSave.remove(from: folder)
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
    var replacement = FileReplacement(path: path)
    replacement.existing = change.old == nil ? .refuse : .replace
    replacement.breaksHardLinks = breaksHardLinks
    replacement.backupSuffix = change.old == nil ? nil : backupSuffix
    let outcome = try replacement.save(check: expectUnchanged) { write in
      try new.withUnsafeBytes { try write($0) }
    }
    for warning in outcome.warnings where !warnings.contains(warning) { warnings.append(warning) }
  }

  /// Makes the folders in the folder that a file is in.
  private func makeDirectory(of name: FilePath) throws(StorageError) {
    guard let inner = name.directory, !folder.path.appending(inner).isDirectory else { return }
    try makeDirectory(of: inner)
    let path = folder.path.appending(inner)
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

  /// The files of a folder after the changes, in the same order. Those that others have changed stay.
  func completing(_ files: [Folder.File]) -> [Folder.File] {
    var byName = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.bytes) })
    for change in changes where byName[change.name] == change.old {
      byName[change.name] = change.new
    }
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
    try FileReplacement(path: folder.path.appending(UnfinishedSave.name)).save { write in
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
        let name = FilePath(bytes: take(length) ?? [])
      else { return nil }
      changes.append(.init(name: name, old: take(counts[1]), new: take(counts[2])))
    }
    return rest.isEmpty ? changes : nil
  }
}
