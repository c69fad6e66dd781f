import IndexFiles
import Platform
import PropertyLists
import Storage

@testable import Indexes

// The paths of these tests are text.

extension FileBytes {
  convenience init(path: String, access: Access = .copied) throws(SystemError) {
    try self.init(path: FilePath(path), access: access)
  }
}

extension FileIdentity {
  init(path: String) throws(StorageError) { try self.init(path: FilePath(path)) }
}

extension KeptIndex {
  init(path: String) { self.init(path: FilePath(path)) }
}

extension IndexFile {
  convenience init(_ path: String) throws(IndexFileError) { try self.init(FilePath(path)) }
}

extension IndexFile {
  static func write(
    _ parts: [Part], of source: IndexSource, entryCount: Int, created: Int64, to path: String
  ) throws {
    try write(
      parts, of: source, entryCount: entryCount, created: created, to: FilePath(path))
  }
}
