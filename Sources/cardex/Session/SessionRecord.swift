import Commands
import Platform
import Storage

/// A session's journal: what was edited and not saved, for the case that the session is killed.
final class SessionRecord: SessionJournal {
  private let journal: Journal
  private let header: String

  /// The commands that a session has left that did not come to its end.
  var recovered: [String] { journal.recovered?.records ?? [] }

  /// - Parameter name: What `StateFile.name(for:)` gives.
  /// - Throws: `StorageError.Problem.inUse` if another session edits the same file.
  init(name: FilePath, path: FilePath) throws(StorageError) {
    // For people who look into the file: which one is edited its name says.
    header = "\(path)"
    journal = try Journal(in: SessionRecord.folder, name: name, header: header)
  }

  private static var folder: FilePath {
    (UserFolder.state.path() ?? "/nonexistent").appending("journals")
  }

  /// Whether a session has left something, and is not at it still.
  static func isWaiting(for name: FilePath) -> Bool {
    guard let finding = try? Journal.find(in: folder, name: name) else { return false }
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

  /// Takes the file away: there is nothing to do again.
  func end() { try? journal.remove() }
}
