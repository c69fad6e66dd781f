import Catalogues
import Platform
import Storage

/// A file that a command writes anew, whatever was in it.
///
/// It is locked before the command reads anything, since it may be one of the files that are read:
/// changes that others save to it meanwhile are not lost.
struct ReplacedFile {
  let path: FilePath
  /// The lock, with the identity that the file had then; `nil` if there was no file.
  private let locked: (lock: FileLock, identity: FileIdentity)?

  /// - Throws: `Failure` if another program has locked the file for too long.
  init(_ path: FilePath, _ options: ParsedOptions) throws(Failure) {
    try self.init(path, waiting: options.number(.wait) ?? 10)
  }

  /// - Parameter patience: How many seconds to wait for others to release the file.
  init(_ path: FilePath, waiting patience: Int = 10) throws(Failure) {
    self.path = path
    var status = stat()
    guard stat(path.cString, &status) == 0 else {
      locked = nil
      return
    }
    let lock = try EditedFile.lock(path, waiting: patience)
    locked = try rethrowing(
      (lock, FileIdentity(descriptor: lock.descriptor, path: path))
    ) { (error: StorageError) in Failure(naming: "\(path): \(error)") }
  }

  /// Replaces the file, unless another program has changed it.
  ///
  /// - Throws: `StorageError`, `Failure`, and what the closure throws.
  func save(
    _ options: CatalogueFile.SaveOptions = CatalogueFile.SaveOptions(),
    content: (_ write: FileReplacement.Write) throws -> Void
  ) throws {
    var replacement = FileReplacement(path: path)
    replacement.breaksHardLinks = options.breaksHardLinks
    replacement.backupSuffix = options.backupSuffix
    replacement.existing = locked == nil ? .refuse : .replace
    let outcome: FileReplacement.Outcome
    do {
      outcome = try replacement.save(
        check: {
          guard let locked else { return }
          if try FileIdentity(path: path) != locked.identity { throw changed }
        }, content: content)
    } catch let error as StorageError where locked == nil && error.problem == .exists {
      throw changed
    }
    for warning in outcome.warnings { Diagnostics.report(naming: "\(path): \(warning)") }
  }

  private var changed: Failure {
    Failure(naming: "\(path): another program has changed the file meanwhile", hint: "try again")
  }
}
