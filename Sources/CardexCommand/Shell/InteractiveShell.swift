import CRuntime
import Catalogues
import Editing
import Language
import Outlines
import Platform
import Presentation
import Storage

/// The session at a terminal, with its prompt, history, completion, and what survives a crash.
final class InteractiveShell {
  private let session: Session
  private let console: ConsoleOutput
  private let output: Output
  private let editor: LineEditor
  /// The options with which the file is read, as written.
  private let readingOptions: [String]
  private var record: SessionRecord?
  /// The file that the journal belongs to.
  private var recordedPath: FilePath = ""
  private var state: StateFile?

  init(
    _ session: Session, console: ConsoleOutput, output: Output, readingOptions: [String]
  ) throws(Failure) {
    self.readingOptions = readingOptions
    self.session = session
    self.console = console
    self.output = output
    editor = try LineEditor(
      program: "cardex", historyPath: UserDirectory.state.path().map { $0.appending("history") })
  }

  func run() throws(Failure) -> ExitStatus {
    Interrupts.install()
    cardex_keep_terminal()
    console.isInterruptible = true
    console.hasPager = true
    editor.completer = { [session] line, cursor in
      CommandCompletion(session, line: line, cursor: cursor).result
    }
    remember()
    guard try openRecord() else { return .failed }
    if let problem = session.editing.unwritable {
      Diagnostics.note(naming: "\(path): \(problem); 'save as' writes an XML property list")
    }
    if !session.isDirty { Diagnostics.note("'help' lists the commands") }
    defer { forget() }
    do throws(Failure) {
      return try runCommands()
    } catch {
      throw session.isDirty ? error.preventing(fate) : error
    }
  }

  private func runCommands() throws(Failure) -> ExitStatus {
    while true {
      try output.flush()
      let status: ExitStatus?
      switch editor.readLine(prompt: prompt) {
      case .interrupted: continue
      case .endOfInput: status = try leave()
      case .line(let line): status = try run(line)
      }
      if let status { return status }
    }
  }

  /// What happens to unsaved edits when the session ends unexpectedly.
  private var fate: String {
    session.editing.journal == nil
      ? "the edits were not saved, and no journal keeps them"
      : "the edits are kept until the next session"
  }

  private var path: FilePath { session.filePath }

  private var prompt: String {
    let name = ByteText(path.name ?? path).shown
    let place = session.currentTitle.isEmpty ? "" : " " + session.currentTitle
    return name + place + (session.isDirty ? "*" : "") + "> "
  }

  /// - Returns: The program's exit status if the session is over.
  private func run(_ line: String) throws(Failure) -> ExitStatus? {
    Interrupts.clear()
    do throws(SessionError) {
      if try perform(line) == .ends {
        end()
        return .found
      }
    } catch {
      if case .unsavedEdits = error { return try leave() }
      if case .newKeys = error, !session.acceptsNewKeys { return try ask(about: error, line) }
      try output.report(Failure(error))
    }
    // The file may have been saved even if the command failed.
    if path != recordedPath { follow() }
    return nil
  }

  private func perform(_ line: String) throws(SessionError) -> Session.Outcome {
    let size = Progress.Amount.entries(session.catalogue.entryCount)
    return try Progress.during("working", size) { () throws(SessionError) in
      try session.run(line)
    }
  }

  /// Asks whether keys are to be written that are probably misspelt, and if so runs the command.
  private func ask(about error: SessionError, _ line: String) throws(Failure) -> ExitStatus? {
    try output.flush()
    guard editor.confirm("\(error.message.shown) Use it anyway?", default: false) == true else {
      return nil
    }
    session.acceptsNewKeys = true
    defer { session.acceptsNewKeys = false }
    return try run(line)
  }

  /// Asks what to do with unsaved edits, if there are any.
  ///
  /// - Returns: The program's exit status; `nil` if the session continues.
  private func leave() throws(Failure) -> ExitStatus? {
    try output.flush()
    guard session.isDirty else {
      end()
      return .found
    }
    switch editor.confirm("Save the edits to \(ByteText(path).shown)?", default: true) {
    case true?:
      do throws(SessionError) {
        try session.save()
      } catch {
        try output.report(Failure(error))
        return nil
      }
      end()
      return .found
    case false?:
      end()
      return .found
    case nil:
      // No answer comes from a terminal that is gone.
      if editor.wasInterrupted { return nil }
      Diagnostics.note(fate)
      return .failed
    }
  }

  /// Ends the session in good order: there is nothing to recover.
  private func end() {
    record?.end()
    record = nil
    session.editing.journal = nil
  }

  // MARK: State and journal

  private func remember() {
    guard let name = StateFile.name(for: path), let state = StateFile(name: name) else { return }
    self.state = state
    guard let contents = state.load() else { return }
    session.outlineState.close(contents.closed, in: session.catalogue)
    session.outlineState.isAccordion = contents.isAccordion
    session.bookmarks = contents.bookmarks
  }

  private func forget() {
    state?.save(
      StateFile.Contents(
        closed: session.outlineState.paths(in: session.catalogue),
        isAccordion: session.outlineState.isAccordion, bookmarks: session.bookmarks))
  }

  private func record(named name: FilePath) throws(StorageError) -> SessionRecord {
    let origin = JournalOrigin(session.editing, options: readingOptions)
    return try SessionRecord(name: name, path: path, origin: origin)
  }

  /// - Returns: Whether the session is to begin.
  private func openRecord() throws(Failure) -> Bool {
    recordedPath = path
    guard UserDirectory.state.path() != nil, let name = StateFile.name(for: path) else {
      return true
    }
    let record: SessionRecord
    do throws(StorageError) {
      record = try self.record(named: name)
    } catch {
      let reason = error.problem == .inUse ? "another session is editing this file" : "\(error)"
      Diagnostics.report("no journal is kept, so a crash would lose unsaved edits: \(reason)")
      return true
    }
    self.record = record
    if !record.recoveredCommands.isEmpty {
      let hasAnswered = try offer(record)
      if !hasAnswered { return false }
    }
    session.editing.journal = record
    return true
  }

  /// Continues with another file, after `save as`.
  private func follow() {
    end()
    recordedPath = path
    state = nil
    guard let name = StateFile.name(for: path) else { return }
    state = StateFile(name: name)
    do throws(StorageError) {
      let record = try record(named: name)
      // What an earlier session left was about the file that has just been replaced.
      if !record.recovered.isEmpty { try? record.clear() }
      self.record = record
      session.editing.journal = record
    } catch {
      Diagnostics.report("no journal is kept, so a crash would lose unsaved edits: \(error)")
    }
  }

  /// Offers edits that an earlier session could not save.
  ///
  /// - Returns: Whether the user answered.
  private func offer(_ record: SessionRecord) throws(Failure) -> Bool {
    if record.recoveredOrigins.contains(where: { $0.version > JournalOrigin.currentVersion }) {
      Diagnostics.report(
        "a later version of cardex left unsaved edits, which only it can make again")
      return false
    }
    let commands = record.recoveredCommands
    let count = commands.count == 1 ? "1 command" : "\(commands.count) commands"
    Diagnostics.note("an earlier session ended without saving the edits of \(count):")
    for command in commands.suffix(10) { Diagnostics.note("  " + Session.shownCommand(command)) }
    if let options = record.recoveredOrigins.last?.options, options != readingOptions {
      let given = options.isEmpty ? "without options" : "with " + options.joined(separator: " ")
      Diagnostics.note("it had read the file " + given)
    }
    guard let isWanted = editor.confirm("Make them again?", default: true) else {
      Diagnostics.note("they are kept until the next session")
      return false
    }
    session.editing.journal = record
    do throws(SessionError) {
      guard isWanted else {
        try session.rewriteJournal()
        return true
      }
      // Commands that succeed are in the journal already; those that fail must not be in it.
      session.editing.journal = nil
      let replay = try session.replay(record.recovered, version: 0)
      session.editing.journal = record
      if !replay.isWhole { try session.rewriteJournal() }
    } catch {
      throw Failure(error)
    }
    try output.flush()
    return true
  }
}
