package import Platform

package enum UserFileError: Error {
  case unreadable(path: FilePath, SystemError)
  /// The path is that of a pipe, a directory or the like.
  case notAFile(path: FilePath)
}

/// A file that the user writes for the program, in `UserDirectory.config`.
package struct UserFile {
  package let path: FilePath

  package init(path: FilePath) { self.path = path }

  /// The file of this name; `nil` if the user has no directory for it.
  package init?(named name: FilePath) {
    guard let directory = UserDirectory.config.path() else { return nil }
    path = directory.appending(name)
  }

  /// What is in the file; `nil` if there is none.
  package func read() throws(UserFileError) -> [UInt8]? {
    let file: Descriptor
    do throws(StorageError) {
      file = try Descriptor.openRegular(path, isOwn: true)
    } catch {
      guard case .system(let code) = error.problem else { throw .notAFile(path: path) }
      if code == ENOENT || code == ENOTDIR { return nil }
      throw .unreadable(path: path, SystemError(code: code))
    }
    var bytes: [UInt8] = []
    let code = file.readAll {
      bytes += $0
      return 0
    }
    if code != 0 { throw .unreadable(path: path, SystemError(code: code)) }
    return bytes
  }
}

extension UserFileError {
  package var message: ByteText {
    switch self {
    case .unreadable(let path, let error): "\(path): \(error)"
    case .notAFile(let path): "\(path): not a regular file"
    }
  }
}
