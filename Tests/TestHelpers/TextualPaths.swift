package import Platform
package import PropertyLists
package import Storage

// The paths of tests are text.

extension FileBytes {
  package convenience init(path: String, access: Access = .copied) throws(SystemError) {
    try self.init(path: FilePath(path), access: access)
  }
}

extension FileIdentity {
  package init(path: String) throws(StorageError) { try self.init(path: FilePath(path)) }
}

extension IndexFile {
  package convenience init(_ path: String) throws(IndexFileError) {
    try self.init(FilePath(path))
  }

  package static func write(
    _ parts: [Part], of source: IndexSource, entryCount: Int, created: Int64, to path: String
  ) throws {
    try write(parts, of: source, entryCount: entryCount, created: created, to: FilePath(path))
  }
}
