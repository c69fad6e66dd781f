import Editing
import Language
import Platform
import Storage

/// A session's journal: unsaved edits, kept in case the session is killed.
final class SessionRecord: SessionJournal {
  private let journal: Journal
  private let header: String
  private let origin: JournalOrigin
  /// The origin of the last recorded commands; `nil` if it is not recorded.
  private var lastOrigin: JournalOrigin?

  /// The records left by a session that did not end properly, without those of edits that are in
  /// the file.
  let recovered: [String]

  /// The commands among the recovered records.
  var recoveredCommands: [String] { SessionRecord.commands(in: recovered) }

  private static func commands(in records: [String]) -> [String] {
    records.filter { JournalOrigin($0) == nil && !SavedRecord.isOne($0) }
  }

  /// What sessions have recorded about themselves.
  var recoveredOrigins: [JournalOrigin] { recovered.compactMap { JournalOrigin($0) } }

  /// - Parameter name: The result of `StateFile.name(for:)`.
  /// - Throws: `StorageError.Problem.inUse` if another session edits the same file.
  init(name: FilePath, path: FilePath, origin: JournalOrigin) throws(StorageError) {
    self.origin = origin
    // For people who look into the file; its name already says which file is edited.
    header = "\(path)"
    journal = try Journal(in: SessionRecord.directory, name: name, header: header)
    recovered = SavedRecord.unsaved(journal.recovered?.records ?? [], in: path)
    lastOrigin = recoveredOrigins.last
    if recoveredCommands.isEmpty {
      lastOrigin = nil
      if journal.recovered != nil { try journal.restart(header: header) }
    }
  }

  private static var directory: FilePath {
    (UserDirectory.state.path() ?? "/nonexistent").appending("journals")
  }

  /// Whether a session that is no longer running has left edits that are not in the file.
  static func isWaiting(for name: FilePath, path: FilePath) -> Bool {
    guard let finding = try? Journal.find(in: directory, name: name) else { return false }
    let records = SavedRecord.unsaved(finding.contents?.records ?? [], in: path)
    return !finding.isInUse && !commands(in: records).isEmpty
  }

  func record(_ command: String) throws(OutputFailure) {
    do throws(StorageError) {
      if lastOrigin != origin {
        try journal.append(origin.record)
        lastOrigin = origin
      }
      try journal.append(command)
    } catch {
      throw OutputFailure("\(error)")
    }
  }

  func clear() throws(OutputFailure) {
    do throws(StorageError) {
      lastOrigin = nil
      try journal.restart(header: header)
    } catch {
      throw OutputFailure("\(error)")
    }
  }

  /// Removes the file, as there is nothing to recover.
  func end() { try? journal.remove() }
}
