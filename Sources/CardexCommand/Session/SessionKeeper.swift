import Editing
import Language
import Platform
import Presentation
import Storage

/// What a session at a terminal leaves for the next one: which sections are closed, bookmarks and,
/// if it is killed, unsaved edits.
final class SessionKeeper {
  /// The session, whose journal is set when it is opened.
  var session: Session
  /// The options with which the file is read, as written.
  let readingOptions: [String]
  private(set) var record: SessionRecord?
  /// The file that the journal belongs to.
  private var recordedPath: FilePath = ""
  private var state: StateFile?

  init(_ session: Session, readingOptions: [String]) {
    (self.session, self.readingOptions) = (session, readingOptions)
  }

  private var path: FilePath { session.filePath }

  // MARK: State

  func restoreState() {
    guard let name = StateFile.name(for: path), let state = StateFile(name: name) else { return }
    self.state = state
    guard let contents = state.load() else { return }
    session.state.outline.close(contents.closed, in: session.catalogue)
    session.state.outline.isAccordion = contents.isAccordion
    session.state.bookmarks = contents.bookmarks
  }

  func saveState() {
    state?.save(
      StateFile.Contents(
        closed: session.state.outline.paths(in: session.catalogue),
        isAccordion: session.state.outline.isAccordion, bookmarks: session.state.bookmarks))
  }

  // MARK: The journal

  /// What was found when the journal was opened.
  enum Opening {
    case empty
    /// Edits of an earlier session that can be made again, or dropped.
    case recovered(SessionRecord)
    /// Only a later version can make the edits again.
    case tooNew
    case failed(StorageError)
  }

  /// Opens the journal; edits are noted in it from now on, unless there are some to recover.
  func open() -> Opening {
    recordedPath = path
    guard UserDirectory.state.path() != nil, let name = StateFile.name(for: path) else {
      return .empty
    }
    do throws(StorageError) {
      let record = try record(named: name)
      self.record = record
      if record.recoveredCommands.isEmpty {
        session.editing.journal = record
        return .empty
      }
      let isLater = record.recoveredOrigins.contains { $0.version > JournalOrigin.currentVersion }
      return isLater ? .tooNew : .recovered(record)
    } catch {
      return .failed(error)
    }
  }

  private func record(named name: FilePath) throws(StorageError) -> SessionRecord {
    let origin = JournalOrigin(session.editing, options: readingOptions)
    return try SessionRecord(name: name, path: path, origin: origin)
  }

  /// The edits to recover, in words.
  func description(of record: SessionRecord) -> String {
    let count = record.recoveredCommands.count
    return "an earlier session ended without saving the edits of "
      + (count == 1 ? "1 command" : "\(count) commands")
  }

  /// The options with which an earlier session has read the file, in words, if they differ from
  /// these.
  func otherOptions(of record: SessionRecord) -> String? {
    guard let options = record.recoveredOrigins.last?.options, options != readingOptions else {
      return nil
    }
    let given = options.isEmpty ? "without options" : "with " + options.joined(separator: " ")
    return "it had read the file " + given
  }

  /// Makes the edits of an earlier session again, or drops them.
  func decide(on record: SessionRecord, isWanted: Bool) throws(SessionError) {
    session.editing.journal = record
    guard isWanted else { return try session.rewriteJournal() }
    // Commands that succeed are in the journal already; those that fail must not be in it.
    session.editing.journal = nil
    let replay = try session.replay(record.recovered, version: 0)
    session.editing.journal = record
    if !replay.isWhole { try session.rewriteJournal() }
  }

  /// Continues with the session's file, which may be another one after `save as`.
  ///
  /// - Throws: `StorageError` if there can be no journal for it.
  func follow() throws(StorageError) {
    if path == recordedPath { return }
    end()
    recordedPath = path
    state = nil
    guard let name = StateFile.name(for: path) else { return }
    state = StateFile(name: name)
    let record = try record(named: name)
    // What an earlier session left was about the file that has just been replaced.
    if !record.recovered.isEmpty { try? record.clear() }
    self.record = record
    session.editing.journal = record
  }

  /// Ends the session in good order: there is nothing to recover.
  func end() {
    record?.end()
    record = nil
    session.editing.journal = nil
  }
}

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
