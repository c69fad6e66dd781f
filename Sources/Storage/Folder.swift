internal import CPlatform
package import Platform

/// A folder of vCards, one or more to a file, that is read and saved as if it were one file.
///
/// Its files are those whose names end in `.vcf`, in the folder itself and in the folders in it. What is
/// hidden is not looked at, and links to folders are not followed. This is how vdirsyncer, khard and
/// Radicale keep contacts.
package struct Folder: Sendable {
  package let path: FilePath

  package init(path: FilePath) { self.path = path }

  /// A file of the folder.
  package struct File: Equatable, Sendable {
    /// Its path in the folder.
    package let name: FilePath
    package let bytes: [UInt8]

    package init(name: FilePath, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
  }

  private static let ending: FilePath = ".vcf"

  /// The files as they are, or as they will be once a save that was interrupted is completed: those
  /// in the folder itself, then those of each folder in it, in byte order.
  ///
  /// - Throws: `StorageError` for a file or a folder that cannot be read.
  package func files() throws(StorageError) -> [File] {
    var files: [File] = []
    try walk { name, directory throws(StorageError) in
      guard let bytes = try read(name, in: directory) else { return }
      files.append(File(name: name, bytes: bytes))
    }
    guard let save = try UnfinishedSave(in: self) else { return files }
    return try save.completing(files)
  }

  /// The same files by their names.
  package func content() throws(StorageError) -> [FilePath: [UInt8]] {
    Dictionary(uniqueKeysWithValues: try files().map { ($0.name, $0.bytes) })
  }

  /// Whether a path in the folder is that of a file that is read, whether or not it is there.
  static func isName(_ name: FilePath) -> Bool {
    let parts = name.parts
    return !name.isAbsolute && parts.last?.hasSuffix(ending, ignoresCase: true) == true
      && parts.allSatisfy { !$0.hasPrefix(".") }
      && !parts.dropLast().contains { $0.hasSuffix(ending, ignoresCase: true) }
  }

  /// Whether there is a file to be read.
  package var hasFiles: Bool {
    var hasFiles = false
    try? walk { _, _ throws(StorageError) in hasFiles = true }
    return hasFiles
  }

  /// The content of a file of the folder; `nil` if there is none.
  func content(of name: FilePath) throws(StorageError) -> [UInt8]? {
    let whole = path.appending(name)
    guard let directory = Descriptor.openDirectory((whole.directory ?? ".").cString) else {
      if errno == ENOENT { return nil }
      throw StorageError(.open, whole)
    }
    return try read(name, in: directory)
  }

  private func read(
    _ name: FilePath, in directory: borrowing Descriptor
  ) throws(StorageError) -> [UInt8]? {
    let whole = path.appending(name)
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY
    let last = name.name ?? name
    guard let file = Descriptor.open(last.cString, in: directory.number, flags) else {
      if errno == ENOENT { return nil }
      throw StorageError(.open, whole)
    }
    guard let status = file.status, status.isRegularFile else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size) + 1)
    let code = file.readAll(atOnce: max(1 << 12, min(1 << 18, Int(status.st_size) + 1))) {
      bytes.append(contentsOf: $0)
      return 0
    }
    if code != 0 { throw StorageError(.read, whole, code: code) }
    return bytes
  }

  /// The identity of all files together: while it stays the same, so does what is read.
  ///
  /// - Complexity: O(*n*) in the number of files.
  package func identity() throws(StorageError) -> FileIdentity {
    var folder = stat()
    guard stat(path.cString, &folder) == 0 else { throw StorageError(.open, path) }
    var (size, modified, hash) = (Int64(0), Int64.min, stableHash([]))
    func add(_ bytes: some Sequence<UInt8>) {
      Array(bytes).withUnsafeBufferPointer { hash = stableHash($0, after: hash) }
    }
    try walk { name, directory throws(StorageError) in
      var status = stat()
      let last = name.name ?? name
      guard fstatat(directory.number, last.cString, &status, 0) == 0, status.isRegularFile else {
        return
      }
      let file = FileIdentity(status)
      size += file.size
      modified = max(modified, file.modified)
      add(name.bytes)
      for part in [Int64(bitPattern: file.inode), file.size, file.modified, file.changed] {
        withUnsafeBytes(of: part) { add($0) }
      }
    }
    var save = stat()
    if stat(path.appending(UnfinishedSave.name).cString, &save) == 0 {
      withUnsafeBytes(of: FileIdentity(save).changed) { add($0) }
    }
    let whole = FileIdentity(folder)
    return FileIdentity(
      device: whole.device, inode: whole.inode, size: size, modified: modified,
      changed: Int64(bitPattern: hash))
  }

  /// Calls the closure for each name of a file, with the directory that it is in.
  private func walk(
    _ body: (FilePath, borrowing Descriptor) throws(StorageError) -> Void
  ) throws(StorageError) {
    try walk("", body)
  }

  private func walk(
    _ folder: FilePath, _ body: (FilePath, borrowing Descriptor) throws(StorageError) -> Void
  ) throws(StorageError) {
    let whole = folder.isEmpty ? path : path.appending(folder)
    guard let directory = Descriptor.openDirectory(whole.cString),
      let names = Directory.names(in: directory)
    else { throw StorageError(.open, whole) }
    var folders: [FilePath] = []
    for name in names where !name.hasPrefix(".") {
      let inner = folder.isEmpty ? name : folder.appending(name)
      if name.hasSuffix(Folder.ending, ignoresCase: true) {
        try body(inner, directory)
      } else if let status = Platform.status(of: name.cString, in: directory.number),
        status.isDirectory
      {
        folders.append(inner)
      }
    }
    for folder in folders { try walk(folder, body) }
  }
}
