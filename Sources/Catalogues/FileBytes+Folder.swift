package import Platform
package import PropertyLists
package import Storage

extension FileBytes {
  /// Reads the files of a folder of vCards.
  ///
  /// - Throws: `StorageError` if the folder cannot be read, or has other files but no vCards.
  package convenience init(folder path: FilePath) throws(StorageError) {
    let folder = try Folder(path: path)
    try self.init(folder.files(), of: folder)
  }

  /// - Parameter files: The files of the folder.
  convenience init(_ files: [Folder.File], of folder: Folder) throws(StorageError) {
    if files.isEmpty, !folder.hasOnlyCards {
      throw StorageError(.open, folder.path, .system(EISDIR))
    }
    let name = try UserDirectory.canonicalPath(folder.path).name?.text ?? "cards"
    self.init(files: files.lazy.map { ($0.name, $0.bytes) }, inFolderNamed: name)
  }
}
