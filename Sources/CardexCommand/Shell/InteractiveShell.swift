import CPlatform
import CRuntime
import Catalogues
import Editing
import Forms
import Grammar
import Language
import Platform
import Storage
import Terminal

/// The session at a terminal, with prompt, history, completion, and a journal for crashes.
final class InteractiveShell {
  private let session: Session
  private let console: ConsoleOutput
  private let output: Output
  private let editor: LineEditor
  private let keeper: SessionKeeper

  init(
    _ session: Session, console: ConsoleOutput, output: Output, readingOptions: [String]
  ) {
    keeper = SessionKeeper(session, readingOptions: readingOptions)
    self.session = session
    self.console = console
    self.output = output
    editor = LineEditor(
      output: StandardTerminal.isOutput ? STDOUT_FILENO : STDERR_FILENO,
      isDumb: (Environment.text("TERM") ?? "dumb") == "dumb",
      historyPath: UserDirectory.state.path().map { $0.appending("history") })
  }

  func run() throws(Failure) -> ExitStatus {
    Interrupts.install()
    cardex_keep_terminal()
    console.isInterruptible = true
    console.hasPager = true
    editor.completer = { [session] line, isRepeated in
      let result = CommandCompletion(session, line: line.text, cursor: line.cursor).result
      return switch result.step(in: line.text, isRepeated: isRepeated) {
      case .nothing: .nothing
      case .insert(let text):
        .insert(text, replacing: result.range, isCommon: result.candidates.count > 1)
      case .list: .list(result.candidates.map(\.display))
      }
    }
    session.editText = { [output] text, take throws(SessionError) in
      try? output.flush()
      let editor = PersonsEditor()
      try editor.edit(text, take)
      editor.discard()
    }
    keeper.restoreState()
    guard try openRecord() else { return .failed }
    if let problem = session.editing.unwritable {
      Diagnostics.note(naming: "\(path): \(problem); 'save as' writes an XML property list")
    }
    if !session.isDirty { Diagnostics.note("'help' lists the commands") }
    defer { keeper.saveState() }
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
      case .line(let line): status = try run(lines: line)
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

  /// Runs a command that was typed, or several that were pasted.
  ///
  /// - Returns: The program's exit status if the session is over.
  private func run(lines text: String) throws(Failure) -> ExitStatus? {
    var commands = [text]
    if text.contains("\n") {
      do throws(Failure) {
        commands = try Script.lines(of: Array(text.utf8), named: "(pasted)").map(\.text)
      } catch {
        try output.report(error)
        return nil
      }
    }
    for command in commands {
      editor.remember(command)
      if let status = try run(command) { return status }
      if Interrupts.isPending || editor.wasInterrupted { break }
      try output.flush()
    }
    return nil
  }

  /// - Returns: The program's exit status if the session is over.
  private func run(
    _ line: String, _ mode: CommandMode = CommandMode(.exact)
  ) throws(Failure) -> ExitStatus? {
    Interrupts.clear()
    do throws(SessionError) {
      if try perform(line, mode) == .ends {
        keeper.end()
        return .found
      }
    } catch {
      if case .unsavedEdits = error { return try leave() }
      switch error {
      case .newKeys where !mode.acceptsNewKeys:
        return try run(
          line, CommandMode(mode.matching, acceptsNewKeys: true),
          if: "\(error.message.shown) Use it anyway?")
      case .address(.inexact(let name, _, let meant)):
        return try run(line, mode, ifMeant: [(name, meant)])
      case .form(.inexact(let text, meant: let meant)):
        return try run(line, mode, ifMeant: [(text, meant)])
      case .inexact(let errors):
        let names = errors.compactMap { error in
          if case .inexact(let name, _, let meant) = error { (name, meant) } else { nil }
        }
        return try run(line, mode, ifMeant: names)
      default: break
      }
      try output.report(Failure(error))
    }
    // The file may have been saved even if the command failed.
    follow()
    return nil
  }

  private func perform(
    _ line: String, _ mode: CommandMode
  ) throws(SessionError) -> Session.Outcome {
    let size = Progress.Amount.entries(session.catalogue.entryCount)
    return try Progress.during("working", size) { () throws(SessionError) in
      try session.run(line, mode)
    }
  }

  /// Runs a command with inexact names, if the user confirms that the names like them are meant.
  private func run(
    _ line: String, _ mode: CommandMode, ifMeant names: [(written: String, meant: String)]
  ) throws(Failure) -> ExitStatus? {
    func list(_ names: [String]) -> String {
      names.map { "'\(VisibleText.shown($0))'" }.joined(separator: ", ")
    }
    return try run(
      line, CommandMode(.lenient, acceptsNewKeys: mode.acceptsNewKeys),
      if: "There is no \(list(names.map(\.written))); "
        + "\(names.count == 1 ? "is" : "are") \(list(names.map(\.meant))) meant?")
  }

  /// Runs a refused command in another mode, if the answer to a question is yes.
  private func run(
    _ line: String, _ mode: CommandMode, if question: String
  ) throws(Failure) -> ExitStatus? {
    try output.flush()
    return editor.confirm(question, default: false) == true ? try run(line, mode) : nil
  }

  /// Asks what to do with unsaved edits, if there are any.
  ///
  /// - Returns: The program's exit status; `nil` if the session continues.
  private func leave() throws(Failure) -> ExitStatus? {
    try output.flush()
    guard session.isDirty else {
      keeper.end()
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
      keeper.end()
      return .found
    case false?:
      keeper.end()
      return .found
    case nil:
      // Without an interrupt, no answer means that the terminal is gone.
      if editor.wasInterrupted { return nil }
      Diagnostics.note(fate)
      return .failed
    }
  }

  // MARK: The journal

  /// - Returns: Whether the session is to begin.
  private func openRecord() throws(Failure) -> Bool {
    switch keeper.open() {
    case .empty: return true
    case .failed(let error):
      let reason = error.problem == .inUse ? "another session is editing this file" : "\(error)"
      Diagnostics.report("no journal is kept, so a crash would lose unsaved edits: \(reason)")
      return true
    case .tooNew:
      Diagnostics.report(
        "a later version of cardex left unsaved edits, which only it can make again")
      return false
    case .recovered(let record): return try offer(record)
    }
  }

  /// Continues with another file, after `save as`.
  private func follow() {
    do throws(StorageError) {
      try keeper.follow()
    } catch {
      Diagnostics.report("no journal is kept, so a crash would lose unsaved edits: \(error)")
    }
  }

  /// Offers edits that an earlier session could not save.
  ///
  /// - Returns: Whether the user answered.
  private func offer(_ record: SessionRecord) throws(Failure) -> Bool {
    Diagnostics.note(keeper.description(of: record) + ":")
    for command in record.recoveredCommands.suffix(10) {
      Diagnostics.note("  " + Session.shownCommand(command))
    }
    if let options = keeper.otherOptions(of: record) { Diagnostics.note(options) }
    guard let isWanted = editor.confirm("Make them again?", default: true) else {
      Diagnostics.note("they are kept until the next session")
      return false
    }
    try attempt(keeper.decide(on: record, isWanted: isWanted))
    try output.flush()
    return true
  }
}

/// Ctrl-C, which ends the running command but not the program.
enum Interrupts {
  /// Starts noting interrupts; from now on, they also end system calls that wait.
  static func install() { cardex_interrupts_install() }

  /// Whether an interrupt has not been dealt with yet; lengthy work checks this.
  static var isPending: Bool { cardex_interrupts_are_pending() }

  static func clear() { cardex_interrupts_clear() }
}
