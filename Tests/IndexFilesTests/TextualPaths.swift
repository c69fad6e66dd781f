import Platform

@testable import IndexFiles

// The paths of these tests are text.

extension IndexFile {
  convenience init(_ path: String) throws(IndexFileError) { try self.init(FilePath(path)) }

  convenience init(_ path: String, of source: IndexSource) throws(IndexFileError) {
    try self.init(FilePath(path), of: source)
  }
}

extension IndexFile {
  static func write(
    _ parts: [Part], of source: IndexSource, entryCount: Int, created: Int64, to path: String
  ) throws {
    try write(
      parts, of: source, entryCount: entryCount, created: created, to: FilePath(path))
  }
}
