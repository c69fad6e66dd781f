import Platform

@testable import Storage

// The paths of these tests are text.

extension IndexFile {
  convenience init(_ path: String, of source: IndexSource) throws(IndexFileError) {
    try self.init(FilePath(path), of: source)
  }
}
