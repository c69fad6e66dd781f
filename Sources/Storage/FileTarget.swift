internal import CPlatform
import Platform

/// Where a path leads once symbolic links are followed, or not, if the file itself is one: a name in
/// an open folder, with a file of that name or without.
struct FileTarget: ~Copyable {
  let folder: Descriptor
  /// Ends in a zero, as the system takes it.
  let name: [CChar]
  /// The path as the caller gave it, for errors.
  let path: FilePath
  /// What is there; never a symbolic link if links are followed.
  let status: stat?

  private static let linkLimit = 40

  /// Follows the links.
  ///
  /// - Parameter followsLinks: Whether that is done if the file itself is one.
  /// - Throws: What keeps a folder from being opened; a path that ends in a slash; links that lead
  ///   in a circle or to what a process has open.
  init(_ path: FilePath, followsLinks: Bool = true) throws(StorageError) {
    var (folderPath, name) = FileTarget.split(path.cString)
    guard var folder = Descriptor.openDirectory(folderPath) else { throw StorageError(.open, path) }
    for _ in 0...FileTarget.linkLimit {
      guard name != [0] else {
        throw StorageError(.open, path, code: path.isEmpty ? ENOENT : EISDIR)
      }
      let found = Platform.status(of: name, in: folder.number)
      if found == nil, errno != ENOENT { throw StorageError(.open, path) }
      guard followsLinks, let found, found.isSymbolicLink else {
        self.folder = folder
        self.name = name
        self.path = path
        status = found
        return
      }
      let link = try FileTarget.readLink(name, in: folder, path)
      (folderPath, name) = FileTarget.split(link)
      guard let next = Descriptor.openDirectory(folderPath, in: folder.number) else {
        throw StorageError(.open, path)
      }
      folder = next
    }
    throw StorageError(.open, path, code: ELOOP)
  }

  /// The path of the folder and the name in it.
  private static func split(_ path: [CChar]) -> (folder: [CChar], name: [CChar]) {
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    guard let last = path.lastIndex(of: slash) else { return (cString("."), path) }
    return (Array(path[...last]) + [0], Array(path[(last + 1)...]))
  }

  private static func readLink(
    _ name: [CChar], in folder: borrowing Descriptor, _ path: FilePath
  ) throws(StorageError) -> [CChar] {
    // The links that stand for a process's open files have texts that are no paths.
    if cardex_is_process_folder(folder.number) != 0 {
      throw StorageError(.open, path, .notRegularFile)
    }
    var link = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlinkat(folder.number, name, &link, link.count)
    if count < 0 { throw StorageError(.open, path) }
    if count == link.count { throw StorageError(.open, path, code: ENAMETOOLONG) }
    return link[..<count] + [0]
  }
}
