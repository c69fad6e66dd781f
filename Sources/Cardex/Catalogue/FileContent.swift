import Catalogues
import Platform
import Storage

/// The bytes that a file is to have in place of those that were read.
struct FileContent: Sendable {
  let path: FilePath
  let bytes: [UInt8]
  /// The file that they replace, as it was when it was last read or written; `nil` for any.
  let replaced: FileIdentity?

  /// Replaces the file in one step.
  ///
  /// - Parameter check: Called if it is not the one that was read, just before it is replaced.
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
