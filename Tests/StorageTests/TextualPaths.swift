import Platform
import Testing

@testable import Storage

// The paths of these tests are text.

extension FileReplacement {
  init(path: String) { self.init(path: FilePath(path)) }
}

extension CacheFile {
  init(path: String) { self.init(path: FilePath(path)) }

  @discardableResult
  static func removeTemporaries(in directory: String, includingNew: Bool) -> [Int64] {
    removeTemporaries(in: FilePath(directory), includingNew: includingNew)
  }
}

extension FileIdentity {
  init(descriptor: Int32, path: String) throws(StorageError) {
    try self.init(descriptor: descriptor, path: FilePath(path))
  }

  static func settled(descriptor: Int32, path: String) throws(StorageError) -> FileIdentity? {
    try settled(descriptor: descriptor, path: FilePath(path))
  }

  static func settled(path: String) throws(StorageError) -> FileIdentity? {
    try settled(path: FilePath(path))
  }
}

extension FileLock {
  convenience init(path: String, waitingSeconds seconds: Double) throws(StorageError) {
    try self.init(path: FilePath(path), waitingSeconds: seconds)
  }
}

extension FileTarget {
  init(_ path: String, followsLinks: Bool = true) throws(StorageError) {
    try self.init(FilePath(path), followsLinks: followsLinks)
  }
}

extension Journal {
  convenience init(in directory: String, name: String, header: String) throws(StorageError) {
    try self.init(in: FilePath(directory), name: FilePath(name), header: header)
  }

  static func find(in directory: String, name: String) throws(StorageError) -> Finding? {
    try find(in: FilePath(directory), name: FilePath(name))
  }
}

extension StorageError {
  init(_ step: Activity, _ path: String, _ problem: Problem) {
    self.init(step, FilePath(path), problem)
  }

  init(_ step: Activity, _ path: String, code: Int32 = errno) {
    self.init(step, FilePath(path), code: code)
  }
}

extension RegularFile {
  init(path: String) throws(StorageError) { try self.init(path: FilePath(path)) }
}

extension UserDirectory {
  static func fileNames(in directory: String) -> [FilePath] { fileNames(in: FilePath(directory)) }

  static func canonicalPath(_ path: String) throws(StorageError) -> FilePath {
    try canonicalPath(FilePath(path))
  }

  static func formerPath(_ path: String) -> FilePath { formerPath(FilePath(path)) }

  static func create(_ path: String) throws(StorageError) { try create(FilePath(path)) }
}

/// The whole content of a file.
func content(of path: FilePath) throws -> String { try content(of: #require(path.text)) }
