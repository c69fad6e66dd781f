import Commands
import Platform
import Storage

/// A session's journal: unsaved edits, kept in case the session is killed.
final class SessionRecord: SessionJournal {
  private let journal: Journal
  private let header: String

  /// The commands left by a session that did not end properly.
  var recovered: [String] { journal.recovered?.records ?? [] }

  /// - Parameter name: The result of `StateFile.name(for:)`.
  /// - Throws: `StorageError.Problem.inUse` if another session edits the same file.
  init(name: FilePath, path: FilePath) throws(StorageError) {
    // For people who look into the file; its name already says which file is edited.
    header = "\(path)"
    journal = try Journal(in: SessionRecord.directory, name: name, header: header)
  }

  private static var directory: FilePath {
    (UserDirectory.state.path() ?? "/nonexistent").appending("journals")
  }

  /// Whether a session has left something and is no longer running.
  static func isWaiting(for name: FilePath) -> Bool {
    guard let finding = try? Journal.find(in: directory, name: name) else { return false }
    return finding.contents != nil && !finding.isInUse
  }

  func record(_ command: String) throws(OutputFailure) {
    do throws(StorageError) {
      try journal.append(command)
    } catch {
      throw OutputFailure("\(error)")
    }
  }

  func clear() throws(OutputFailure) {
    do throws(StorageError) {
      try journal.restart(header: header)
    } catch {
      throw OutputFailure("\(error)")
    }
  }

  /// Removes the file, as there is nothing to recover.
  func end() { try? journal.remove() }
}
