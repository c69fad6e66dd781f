package import Platform
package import PropertyLists
package import Storage

extension FileBytes {
  /// Reads the files of a folder of vCards.
  ///
  /// - Throws: `StorageError` if the folder cannot be read, or has other files but no vCards.
  package convenience init(folder path: FilePath) throws(StorageError) {
    let folder = try Folder(path: path)
    let files = try folder.files()
    if files.isEmpty, !folder.hasOnlyCards { throw StorageError(.open, path, .system(EISDIR)) }
    let name = try UserDirectory.canonicalPath(path).name?.text ?? "cards"
    self.init(files: files.lazy.map { ($0.name, $0.bytes) }, inFolderNamed: name)
  }
}
