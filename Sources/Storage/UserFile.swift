package import Platform

/// A file that the user writes for the program, in `UserDirectory.config`.
package struct UserFile {
  package let path: FilePath

  package init(path: FilePath) { self.path = path }

  /// The file of this name; `nil` if the user has no directory for it.
  package init?(named name: FilePath) {
    guard let directory = UserDirectory.config.path() else { return nil }
    path = directory.appending(name)
  }

  /// The content of the file; `nil` if there is no file.
  package func read() throws(ReportedError) -> [UInt8]? {
    let file: Descriptor
    do throws(StorageError) {
      file = try Descriptor.openRegular(path, isOwn: true)
    } catch {
      guard case .system(let code) = error.problem else { throw .notAFile(path) }
      if code == ENOENT || code == ENOTDIR { return nil }
      throw .unreadable(path, SystemError(code: code))
    }
    var bytes: [UInt8] = []
    let code = file.readAll {
      bytes += $0
      return 0
    }
    if code != 0 { throw .unreadable(path, SystemError(code: code)) }
    return bytes
  }
}

extension ReportedError {
  fileprivate static func unreadable(_ path: FilePath, _ error: SystemError) -> ReportedError {
    ReportedError("\(path): \(error)" as ByteText)
  }

  /// The error for a pipe, a directory or the like.
  fileprivate static func notAFile(_ path: FilePath) -> ReportedError {
    ReportedError("\(path): not a regular file" as ByteText)
  }
}
