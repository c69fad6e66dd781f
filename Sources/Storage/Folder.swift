internal import CPlatform
package import Platform

/// A folder of vCards, one or more to a file, that is read and saved as if it were one file.
///
/// Its files are those whose names end in `.vcf`, in the folder itself and in its subfolders.
/// Hidden files and folders are ignored, and links to folders are not followed. This is how
/// vdirsyncer, khard and Radicale keep contacts.
///
/// The folder may come from anybody. Everything in it is opened from its own descriptor, component
/// by component, and never through a symbolic link: nothing outside of it is read, written or
/// removed.
package final class Folder {
  package let path: FilePath
  let directory: Descriptor

  /// Opens a folder, also through a symbolic link. Fails in a confined process, which serves single
  /// files.
  package init(path: FilePath) throws(StorageError) {
    if Confinement.isActive { throw StorageError(.open, path, code: EACCES) }
    guard let directory = Descriptor.openDirectory(path.cString) else {
      throw StorageError(.open, path)
    }
    self.path = path
    self.directory = directory
  }

  /// Whether both are the same folder, which a path may no longer lead to.
  package func isSame(as other: Folder) -> Bool {
    guard let own = directory.status, let status = other.directory.status else { return false }
    return own.st_dev == status.st_dev && own.st_ino == status.st_ino
  }

  /// A file of the folder.
  package struct File: Equatable, Sendable {
    /// The file's path in the folder.
    package let name: FilePath
    package let bytes: [UInt8]

    package init(name: FilePath, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
  }

  private static let ending: FilePath = ".vcf"

  /// The files as they are, or as they will be once an interrupted save is completed: first those
  /// in the folder itself, then those of each subfolder, in byte order.
  ///
  /// - Throws: `StorageError` for a file or a folder that cannot be read, with `link` for a file
  ///   that is a symbolic link.
  package func files() throws(StorageError) -> [File] { try filesWithIdentity().files }

  /// The files, as `files()` returns them, and the `identity()` that they had before they were read.
  package func filesWithIdentity() throws(StorageError) -> (files: [File], identity: FileIdentity) {
    var files: [File] = []
    var sum = IdentitySum()
    try walk { file, name, directory throws(StorageError) in
      guard let read = try read(file, called: name, in: directory) else { return }
      sum.add(file, read.identity)
      files.append(File(name: file, bytes: read.bytes))
    }
    let identity = try identity(sum)
    guard let save = try UnfinishedSave(in: self) else { return (files, identity) }
    return (try save.completing(files, in: self), identity)
  }

  /// Whether a file at a path in the folder would be read, whether or not it exists.
  static func isName(_ name: FilePath) -> Bool {
    let parts = name.parts
    return !name.isAbsolute && parts.last?.hasSuffix(ending, ignoresCase: true) == true
      && parts.allSatisfy { !$0.isHidden }
      && !parts.dropLast().contains { $0.hasSuffix(ending, ignoresCase: true) }
  }

  /// Whether the folder has a file to read.
  package var hasFiles: Bool {
    var hasFiles = false
    try? walk { _, _, _ throws(StorageError) in
      hasFiles = true
      // The first file is enough; an error ends the walk.
      throw StorageError(.open, path, .exists)
    }
    return hasFiles
  }

  /// Whether the folder and its subfolders have no visible files but vCards. Such a folder counts
  /// as a folder of vCards even if it is empty.
  package var hasOnlyCards: Bool {
    do throws(StorageError) {
      try walkDirectories { _, directory, names throws(StorageError) in
        let isOther = names.contains { name in
          !name.isHidden && !name.hasSuffix(Folder.ending, ignoresCase: true)
            && status(of: name.cString, in: directory.number)?.isDirectory != true
        }
        // An error ends the walk.
        if isOther { throw StorageError(.open, path, .exists) }
      }
      return true
    } catch {
      return false
    }
  }

  /// The content of a file of the folder; `nil` if there is none.
  package func content(of name: FilePath) throws(StorageError) -> [UInt8]? {
    guard let directory = Descriptor.openDirectory(name.directory ?? "", below: directory) else {
      if errno == ENOENT { return nil }
      throw StorageError(.open, path.appending(name))
    }
    return try read(name, called: name.name ?? name, in: directory)?.bytes
  }

  private func read(
    _ file: FilePath, called name: FilePath, in directory: borrowing Descriptor
  ) throws(StorageError) -> (bytes: [UInt8], identity: FileIdentity)? {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW
    guard let opened = Descriptor.open(name.cString, in: directory.number, flags) else {
      switch errno {
      case ENOENT: return nil
      case ELOOP: throw StorageError(.open, path.appending(file), .link)
      default: throw StorageError(.open, path.appending(file))
      }
    }
    guard let status = opened.status, status.isRegularFile else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size) + 1)
    let code = opened.readAll(atOnce: max(1 << 12, min(1 << 18, Int(status.st_size) + 1))) {
      bytes.append(contentsOf: $0)
      return 0
    }
    if code != 0 { throw StorageError(.read, path.appending(file), code: code) }
    return (bytes, FileIdentity(status))
  }

  /// Creates the subfolders that a file needs.
  func makeDirectory(of name: FilePath) throws(StorageError) {
    guard let inner = name.directory else { return }
    try makeDirectory(of: inner)
    let whole = path.appending(inner)
    guard let last = inner.name,
      let outer = Descriptor.openDirectory(inner.directory ?? "", below: directory)
    else { throw StorageError(.open, whole) }
    if mkdirat(outer.number, last.cString, 0o777) == 0 {
      if fsync(outer.number) != 0, errno != EINVAL { throw StorageError(.sync, whole) }
    } else if errno != EEXIST {
      throw StorageError(.create, whole)
    } else if status(of: last.cString, in: outer.number)?.isDirectory != true {
      throw StorageError(.create, whole, code: ENOTDIR)
    }
  }

  /// Removes the temporary files of saves that were killed.
  func removeTemporaries() {
    try? walkDirectories { _, directory, names throws(StorageError) in
      guard names.contains(where: { TemporaryName.isTemporary($0.cString) }) else { return }
      CacheFile.removeTemporaries(
        in: directory, olderThan: CacheFile.longestWrite, TemporaryName.isTemporary)
    }
  }

  /// The identity of all files together: as long as it is the same, so are the files that are read.
  ///
  /// - Complexity: O(*n*) in the number of files.
  package func identity() throws(StorageError) -> FileIdentity { try identities(ignoring: []).all }

  /// The identity of all files together, and that of the files with other names. The two are the
  /// same if there are no names.
  package func identities(
    ignoring names: Set<FilePath>
  ) throws(StorageError) -> (all: FileIdentity, others: FileIdentity) {
    var (all, others) = (IdentitySum(), IdentitySum())
    try walk { file, name, directory throws(StorageError) in
      guard let status = status(of: name.cString, in: directory.number), status.isRegularFile
      else { return }
      let identity = FileIdentity(status)
      all.add(file, identity)
      if !names.isEmpty, !names.contains(file) { others.add(file, identity) }
    }
    return (try identity(all), try identity(names.isEmpty ? all : others))
  }

  private func identity(_ files: IdentitySum) throws(StorageError) -> FileIdentity {
    guard let folder = directory.status else { throw StorageError(.open, path) }
    var files = files
    if let save = status(of: UnfinishedSave.name.cString, in: directory.number) {
      files.add(FileIdentity(save).changed)
    }
    let whole = FileIdentity(folder)
    return FileIdentity(
      device: whole.device, inode: whole.inode, size: files.size, modified: files.modified,
      changed: Int64(bitPattern: files.hash))
  }

  /// What is known about the files so far, for the identity of all.
  private struct IdentitySum {
    private(set) var size = Int64(0)
    private(set) var modified = Int64.min
    private(set) var hash = stableHash([])

    mutating func add(_ path: FilePath, _ file: FileIdentity) {
      size += file.size
      modified = max(modified, file.modified)
      path.bytes.withUnsafeBufferPointer { hash = stableHash($0, after: hash) }
      add(Int64(bitPattern: file.inode))
      add(file.size)
      add(file.modified)
      add(file.changed)
    }

    mutating func add(_ part: Int64) {
      withUnsafeBytes(of: part) { hash = stableHash($0.bindMemory(to: UInt8.self), after: hash) }
    }
  }

  /// Calls the closure with the path in the folder of each file, its name and its open directory.
  private func walk(
    _ body: (FilePath, FilePath, borrowing Descriptor) throws(StorageError) -> Void
  ) throws(StorageError) {
    try walkDirectories { folder, directory, names throws(StorageError) in
      for name in names
      where !name.isHidden && name.hasSuffix(Folder.ending, ignoresCase: true) {
        try body(folder.isEmpty ? name : folder.appending(name), name, directory)
      }
    }
  }

  /// Calls the closure for the folder and each visible subfolder, with its path in the folder, its
  /// open directory and all names in it.
  private func walkDirectories(
    from folder: FilePath = "",
    _ body: (FilePath, borrowing Descriptor, [FilePath]) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard let opened = Descriptor.openDirectory(folder, below: directory),
      let names = Directory.names(in: opened)
    else { throw StorageError(.open, folder.isEmpty ? path : path.appending(folder)) }
    try body(folder, opened, names)
    let folders = names.filter { name in
      !name.isHidden && !name.hasSuffix(Folder.ending, ignoresCase: true)
        && status(of: name.cString, in: opened.number)?.isDirectory == true
    }
    for name in folders {
      try walkDirectories(from: folder.isEmpty ? name : folder.appending(name), body)
    }
  }
}
