package import Platform
package import PropertyLists
import Storage

/// A file that the user writes for the program, in `UserDirectory.config`.
package struct UserFile {
  package let path: FilePath

  package enum Problem: Error {
    case unreadable(path: FilePath, SystemError)
    /// The path is that of a pipe, a directory or the like.
    case notAFile(path: FilePath)
  }

  package init(path: FilePath) { self.path = path }

  /// The file of this name; `nil` if the user has no directory for it.
  package init?(named name: FilePath) {
    guard let directory = UserDirectory.config.path() else { return nil }
    path = directory.appending(name)
  }

  /// What is in the file; `nil` if there is none.
  package func read() throws(Problem) -> FileBytes? {
    do {
      let file = try RegularFile(path: path)
      return try FileBytes(descriptor: file.descriptor)
    } catch let error as StorageError {
      guard case .system(let code) = error.problem else { throw .notAFile(path: path) }
      if code == ENOENT || code == ENOTDIR { return nil }
      throw .unreadable(path: path, SystemError(code: code))
    } catch {
      throw .unreadable(path: path, error as? SystemError ?? SystemError(code: EIO))
    }
  }
}

extension UserFile.Problem {
  package var message: ByteText {
    switch self {
    case .unreadable(let path, let error): "\(path): \(error)"
    case .notAFile(let path): "\(path): not a regular file"
    }
  }
}
