package import Platform

/// A file that can be recreated at any time: it is replaced atomically, but never synced to disk.
/// After a power failure it may have the right length and arbitrary content, so its readers need
/// checksums.
package struct CacheFile: Sendable {
  /// A symbolic link here is replaced, not followed.
  package let path: FilePath
  /// Whether the new file may be unnamed while it is written, so that no file remains if the
  /// program is killed. Where the system has no unnamed files, it gets a name anyway.
  var mayBeUnnamed = true

  package init(path: FilePath) { self.path = path }

  /// Writes a new file that only the user can read, and replaces the old one with it. If two
  /// programs do so at once, each file is complete, and the one finished last remains.
  ///
  /// Signals that could end the program are blocked while the new file has a temporary name, and
  /// delivered afterwards. Only the calling thread is protected. Temporary files of programs that
  /// were killed anyway are removed after an hour.
  ///
  /// - Throws: `StorageError`, and what the closure throws. The old file is then unchanged and no
  ///   new one remains.
  package func replace(_ content: (borrowing NewFile) throws -> Void) throws {
    let target = try FileTarget(path, followsLinks: false)
    try BlockedSignals.fileSizeLimit.during {
      if mayBeUnnamed, let file = TemporaryFile.unnamed(in: target.directory, mode: 0o600) {
        return try fill(file, target, content)
      }
      try BlockedSignals.all.during {
        guard let file = TemporaryFile.named(like: target.name, in: target.directory, mode: 0o600)
        else { throw StorageError(.create, path) }
        try fill(file, target, content)
      }
    }
    removeTemporaries(in: target, olderThan: CacheFile.longestWrite)
  }

  private func fill(
    _ file: consuming TemporaryFile, _ target: borrowing FileTarget,
    _ content: (borrowing NewFile) throws -> Void
  ) throws {
    var new = NewFile(file: file, path: path)
    try content(new)
    try BlockedSignals.all.during { try new.replace(target) }
  }

  /// Removes the file, and all temporary files meant to replace it.
  ///
  /// - Returns: Whether there was a file.
  @discardableResult
  package func remove() throws(StorageError) -> Bool {
    let target: FileTarget
    do { target = try FileTarget(path, followsLinks: false) } catch {
      if error.problem == .system(ENOENT) { return false }
      throw error
    }
    removeTemporaries(in: target, olderThan: nil)
    if unlinkat(target.directory.number, target.name, 0) == 0 { return true }
    if errno == ENOENT { return false }
    throw StorageError(.remove, path)
  }

  /// Removes from a directory the temporary files of programs that were killed.
  ///
  /// - Parameter includingNew: Whether to remove also files that were written to in the last hour;
  ///   a write in progress then fails.
  /// - Returns: The sizes in bytes of the removed files.
  @discardableResult
  package static func removeTemporaries(in directory: FilePath, includingNew: Bool) -> [Int64] {
    guard let directory = Descriptor.openDirectory(directory.cString) else { return [] }
    return removeTemporaries(in: directory, olderThan: includingNew ? nil : longestWrite) { name in
      TemporaryName.isTemporary(name)
    }
  }

  /// - Parameter age: The minimum age in nanoseconds; `nil` for all files.
  private func removeTemporaries(in target: borrowing FileTarget, olderThan age: Int64?) {
    let name = target.name
    CacheFile.removeTemporaries(in: target.directory, olderThan: age) { other in
      TemporaryName.isTemporary(other, like: name)
    }
  }

  @discardableResult
  static func removeTemporaries(
    in directory: borrowing Descriptor, olderThan age: Int64?, _ isTemporary: ([CChar]) -> Bool
  ) -> [Int64] {
    let limit = age.map { Int64(time(nil)) * 1_000_000_000 - $0 } ?? .max
    var sizes: [Int64] = []
    for name in (Directory.names(in: directory) ?? []).map(\.cString) where isTemporary(name) {
      guard let found = status(of: name, in: directory.number) else { continue }
      let identity = FileIdentity(found)
      if identity.modified < limit, unlinkat(directory.number, name, 0) == 0 {
        sizes.append(identity.size)
      }
    }
    return sizes
  }

  /// The age in nanoseconds from which a temporary file is taken for abandoned, because nothing has
  /// been written to it for so long.
  static let longestWrite: Int64 = 3600 * 1_000_000_000
}

/// A new file that is not yet in place.
package struct NewFile: ~Copyable {
  private var file: TemporaryFile
  private let path: FilePath

  fileprivate init(file: consuming TemporaryFile, path: FilePath) {
    self.file = file
    self.path = path
  }

  /// Appends bytes to those already appended.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(StorageError) {
    let code = file.descriptor.writeAll(bytes)
    if code != 0 { throw StorageError(.write, path, code: code) }
  }

  /// Overwrites bytes that were appended.
  ///
  /// - Parameter offset: From the beginning of the file, not negative.
  package func overwrite(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(StorageError) {
    let code = file.descriptor.writeAll(bytes, at: offset)
    if code != 0 { throw StorageError(.write, path, code: code) }
  }

  fileprivate mutating func replace(_ target: borrowing FileTarget) throws(StorageError) {
    try file.replace(target)
  }
}
