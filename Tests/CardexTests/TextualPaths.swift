import IndexFiles
import Platform

@testable import cardex

// The paths of these tests are text.

extension LineHistory {
  init(path: String?) { self.init(path: path.map { FilePath($0) }) }
}

extension IndexFile {
  convenience init(_ path: String) throws(IndexFileError) { try self.init(FilePath(path)) }

  static func write(
    _ parts: [Part], of source: IndexSource, entryCount: Int, created: Int64, to path: String
  ) throws {
    try write(
      parts, of: source, entryCount: entryCount, created: created, to: FilePath(path))
  }
}
