package import Platform

/// Why a file could not be locked, replaced or journaled, and at which step.
package struct StorageError: Error, Equatable, Sendable {
  package let step: Activity
  /// The file as the caller named it.
  package let path: FilePath
  package let problem: Problem

  package init(_ step: Activity, _ path: FilePath, _ problem: Problem) {
    self.step = step
    self.path = path
    self.problem = problem
  }

  /// An error with an error number of the system, by default the one of the call that has just
  /// failed.
  init(_ step: Activity, _ path: FilePath, code: Int32 = errno) {
    self.init(step, path, .system(code))
  }

  /// The step that failed.
  package enum Activity: Equatable, Sendable, CaseIterable {
    /// Finding and opening the file.
    case open
    case lock
    case read
    /// Creating a new file in its directory.
    case create
    case write
    /// Waiting until the written bytes are safe from a power failure.
    case sync
    /// Keeping the old content under another name.
    case backup
    /// Giving the new file its temporary name.
    case link
    /// Putting the new file in the place of the old one.
    case rename
    /// Getting the status of the new file once it is in place.
    case inspect
    case truncate
    case remove
    /// Putting the old content back, because another file of the same save could not be replaced.
    case restore
    /// Replacing all files of a save, whose record stays in the folder until all are replaced.
    case complete
  }

  package enum Problem: Equatable, Sendable {
    /// An error number of the system.
    case system(Int32)
    case notRegularFile
    /// The file has this many hard links, only one of which would lead to the new content.
    case hardLinks(Int)
    case exists
    /// Another process holds the lock.
    case inUse
    /// Another program has changed the file.
    case changed
    /// The bytes are not a journal.
    case notJournal
    /// A symbolic link in a folder of cards, which may lead out of the folder.
    case link
    /// The bytes of the record of a folder's save are not a whole record.
    case notRecord
    /// A save of a folder was interrupted, and another program has changed this file since.
    case interruptedSave(changed: FilePath)
  }

  /// Whether the new content is in place despite the error.
  package var isAfterReplacement: Bool { step == .inspect || step == .complete }
}

extension StorageError: CustomStringConvertible {
  /// The step and the problem, without the path.
  package var description: String { "cannot \(step.description): \(problem.description)" }
}

extension StorageError.Activity: CustomStringConvertible {
  package var description: String {
    switch self {
    case .open: "open the file"
    case .lock: "lock the file"
    case .read: "read the file"
    case .create: "create a new file in the directory"
    case .write: "write the new content"
    case .sync: "flush the new content to disk"
    case .backup: "keep the old content as a backup"
    case .link: "link the new file into the directory"
    case .rename: "put the new file in place"
    case .inspect: "inspect the new file, which is in place"
    case .truncate: "truncate the file"
    case .remove: "remove the file"
    case .restore: "put the old content back"
    case .complete: "replace the file; the next save of the folder will"
    }
  }
}

extension StorageError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .notRegularFile: "not a regular file"
    case .hardLinks(let count): "the file has \(count) names (hard links)"
    case .exists: "the file already exists"
    case .inUse: "another process is using the file"
    case .changed: "another program has changed the file since it was read"
    case .notJournal: "not a journal of this program"
    case .link: "a symbolic link, which is not followed in a folder of cards"
    case .notRecord:
      """
      not the record of an interrupted save; remove it to go on with the cards as their files have them
      """
    case .interruptedSave(let name):
      """
      a save was interrupted, and '\(name.text ?? "a file")' was changed since; remove this record to go on \
      with the cards as their files have them
      """
    }
  }
}
