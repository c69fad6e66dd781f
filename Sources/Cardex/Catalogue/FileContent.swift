import Catalogues
import Platform
import Storage

/// The new content of a file, and the file that it replaces.
struct FileContent: Sendable {
  let path: FilePath
  let bytes: [UInt8]
  /// The identity of the replaced file when it was last read or written; `nil` to replace
  /// whatever file is there.
  let replaced: FileIdentity?

  /// Replaces the file in one step.
  ///
  /// - Parameter check: Called just before the file is replaced, if it is not the one that was
  ///   read.
  /// - Returns: The identity of the new file.
  func write(check: () throws -> Void) throws(CatalogueError) -> FileIdentity {
    do {
      let patience = CatalogueFile.SaveOptions().patience
      let lock =
        try replaced.map { _ in try FileLock(path: path, waitingSeconds: patience) }
      defer { withExtendedLifetime(lock) {} }
      return try FileReplacement(path: path).save {
        if let replaced, try FileIdentity(path: path) != replaced { try check() }
      } content: { write in
        try bytes.withUnsafeBytes { try write($0) }
      }.identity
    } catch {
      throw CatalogueError(error, ofFileAt: path)
    }
  }
}
