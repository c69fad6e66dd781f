internal import CPlatform
import Platform

/// The destination of a path: a name in an open directory, whether or not a file of that name
/// exists. Symbolic links on the way are followed; following a link that is the file itself is
/// optional.
struct FileTarget: ~Copyable {
  let directory: Descriptor
  /// A C string.
  let name: [CChar]
  /// The path as the caller gave it, for errors.
  let path: FilePath
  /// The status of the file, if it exists; never that of a symbolic link if links are followed.
  let status: stat?

  private static let linkLimit = 40

  /// Resolves a path.
  ///
  /// - Parameter followsLinks: Whether to follow a symbolic link that is the file itself.
  /// - Throws: If a directory cannot be opened, the path ends in a slash, or links lead in a circle
  ///   or to a process's open files.
  init(_ path: FilePath, followsLinks: Bool = true) throws(StorageError) {
    if followsLinks, Confinement.isActive {
      // Only existing files, because a path that leads nowhere has no known directory.
      var name: [CChar] = []
      guard let directory = Confinement.openDirectory(of: path, &name),
        let found = Platform.status(of: name, in: directory.number)
      else { throw StorageError(.open, path) }
      if found.isSymbolicLink { throw StorageError(.open, path, code: ELOOP) }
      self.directory = directory
      self.name = name
      self.path = path
      status = found
      return
    }
    var (directoryPath, name) = FileTarget.split(path.cString)
    guard var directory = Descriptor.openDirectory(directoryPath) else {
      throw StorageError(.open, path)
    }
    for _ in 0...FileTarget.linkLimit {
      guard name != [0] else {
        throw StorageError(.open, path, code: path.isEmpty ? ENOENT : EISDIR)
      }
      let found = Platform.status(of: name, in: directory.number)
      if found == nil, errno != ENOENT { throw StorageError(.open, path) }
      guard followsLinks, let found, found.isSymbolicLink else {
        self.directory = directory
        self.name = name
        self.path = path
        status = found
        return
      }
      let link = try FileTarget.readLink(name, in: directory, path)
      (directoryPath, name) = FileTarget.split(link)
      guard let next = Descriptor.openDirectory(directoryPath, in: directory.number) else {
        throw StorageError(.open, path)
      }
      directory = next
    }
    throw StorageError(.open, path, code: ELOOP)
  }

  /// The destination of a file in a folder, which must not be a symbolic link.
  ///
  /// - Parameter name: The file's path in the folder.
  /// - Throws: `link` for a symbolic link; other errors if the file's directory cannot be opened.
  init(_ name: FilePath, in folder: Folder) throws(StorageError) {
    let path = folder.path.appending(name)
    let last = (name.name ?? name).cString
    guard let directory = Descriptor.openDirectory(name.directory ?? "", below: folder.directory)
    else { throw StorageError(.open, path) }
    let found = Platform.status(of: last, in: directory.number)
    if found == nil, errno != ENOENT { throw StorageError(.open, path) }
    if found?.isSymbolicLink == true { throw StorageError(.open, path, .link) }
    self.directory = directory
    self.name = last
    self.path = path
    status = found
  }

  /// The path of the directory and the name in it.
  private static func split(_ path: [CChar]) -> (directory: [CChar], name: [CChar]) {
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    guard let last = path.lastIndex(of: slash) else { return (cString("."), path) }
    return (Array(path[...last]) + [0], Array(path[(last + 1)...]))
  }

  private static func readLink(
    _ name: [CChar], in directory: borrowing Descriptor, _ path: FilePath
  ) throws(StorageError) -> [CChar] {
    // The text of links to a process's open files (`/proc/PID/fd`) is not a path.
    if cardex_is_process_directory(directory.number) != 0 {
      throw StorageError(.open, path, .notRegularFile)
    }
    var link = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlinkat(directory.number, name, &link, link.count)
    if count < 0 { throw StorageError(.open, path) }
    if count == link.count { throw StorageError(.open, path, code: ENAMETOOLONG) }
    return link[..<count] + [0]
  }
}
