import Catalogues
package import Editing
import Forms
import Grammar
import ICUText
package import Platform
import Presentation
import Searching
import Storage
import Terminal

/// A catalogue being viewed and edited by the commands of the command language.
///
/// A session looks up the addresses in commands and prints their output; an editing session makes
/// their changes. It must be used on one thread only.
package final class Session {
  package let editing: EditingSession
  package let commands: SessionCommands
  /// The state that commands change, besides the catalogue and its file.
  package var state: SessionState
  /// The state to go back to if the command fails; `nil` once its work has been committed.
  var checkpoint: SessionState?
  /// The rows that were listed last.
  var knownRows: Rows?
  let output: any SessionOutput
  /// Lets the person edit a text; `nil` where there is no editor.
  package var editText: TextEditor?
  /// Conflicts of the last refresh, in which the session's values have stayed.
  package internal(set) var conflicts: EditingSession.Conflicts?
  /// Whether edits report what they have done.
  package var reportsEdits = true
  /// Whether commands that search for their items always report how many they have changed.
  package var reportsCounts = false
  /// Whether recorded commands are being repeated, which is silent and cannot be interrupted.
  var isReplaying = false

  package init(
    _ editing: EditingSession, output: any SessionOutput, commands: SessionCommands = .all
  ) {
    self.editing = editing
    self.commands = commands
    self.output = output
    state = SessionState(view: LetterView(editing.locale, editing.readings))
    state.outline = OutlineState(startingIn: editing.catalogue)
    editing.isInterrupted = { [weak self] in self?.isInterrupted ?? false }
    editing.didReplace = { [weak self] old in self?.didReplace(old) }
  }

  /// Whether the session continues after a command.
  package enum Outcome: Equatable, Sendable {
    case shouldContinue
    case ends
  }

  /// Runs a command line.
  ///
  /// - Throws: `SessionError`. The session is then as it was before, with two exceptions: an edit
  ///   is completed even if the journal or the output then fails, and the numbers of printed lines
  ///   can be used.
  @discardableResult
  package func run(
    _ line: String, _ mode: CommandMode = CommandMode()
  ) throws(SessionError) -> Outcome {
    try run(ByteText(line), mode)
  }

  /// Runs a command line whose file names may contain undecodable bytes.
  @discardableResult
  package func run(
    _ line: ByteText, _ mode: CommandMode = CommandMode()
  ) throws(SessionError) -> Outcome {
    guard let request = try parse(line) else { return .shouldContinue }
    return try run(request, mode)
  }

  func parse(_ line: ByteText) throws(SessionError) -> CommandRequest? {
    try rethrowing(commands.parse(line), as: SessionError.command)
  }

  /// Runs a command.
  @discardableResult
  package func run(
    _ request: CommandRequest, _ mode: CommandMode = CommandMode()
  ) throws(SessionError) -> Outcome {
    var request = request
    request.mode = mode
    return try transaction { () throws(SessionError) in
      switch request.command {
      case .session(let command):
        try command.run(request, in: self)
        return command.ends ? .ends : .shouldContinue
      case .operation(let command):
        try perform(command, request)
        return .shouldContinue
      }
    }
  }

  func help(_ topic: HelpTopic) throws(SessionError) {
    try output.showPages { () throws(SessionError) in
      try output.write(topic.text(commands.definitions))
    }
  }

  /// The file that is saved to.
  package var filePath: FilePath { editing.file.path }

  package var isDirty: Bool { editing.isDirty }

  /// The path of the current section, as titles, or the current label of the index.
  package var currentTitle: String {
    currentHeading.map(name) ?? ""
  }

  /// Continues with the catalogue that has replaced another.
  private func didReplace(_ old: Catalogue) {
    commit()
    let section = old.contains(.section(state.chosenSection)) ? state.chosenSection : .root
    let place = old.titlePath(of: section)
    let isAsked = section != .root || state.outline.hasClosedSections
    let successors =
      isAsked && !catalogue.isKnownByTitles(old)
      ? editing.successors(of: Set(old.sections(in: .root).map { .section($0) }), from: old) : [:]
    catalogue.takeTitles(of: old)
    view.listing = nil
    knownRows = nil
    listing = SessionListing()
    currentEntry = nil
    currentSection =
      successors[.section(section)]?.section ?? catalogue.section(at: place) ?? .root
    state.outline.carryOver(in: catalogue, insteadOf: old, successors)
    state.outline.forgetRows()
  }

  /// Discards what is outdated after an edit.
  func didEdit() {
    view.listing = nil
  }

  // MARK: Output

  /// Whether edits are reported now.
  var reports: Bool { reportsEdits && !isReplaying }

  /// Reports what an edit has done.
  func report(_ line: String) throws(SessionError) {
    try reporting { () throws(SessionError) in try output.write(line: VisibleText.shown(line)) }
  }

  /// Reports what an edit has done, in a line that contains file names.
  func report(naming line: ByteText) throws(SessionError) {
    try reporting { () throws(SessionError) in try output.write(naming: line) }
  }

  /// Lets an action write a report of an edit, if edits are reported.
  func reporting(_ action: () throws(SessionError) -> Void) throws(SessionError) {
    guard reports else { return }
    output.beginReport()
    defer { output.endReport() }
    try action()
  }

  /// Whether the command should stop.
  var isInterrupted: Bool { !isReplaying && output.isInterrupted }

  func checkInterrupt() throws(SessionError) {
    if isInterrupted { throw .interrupted }
  }
}
