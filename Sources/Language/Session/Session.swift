package import Catalogues
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
/// It finds out what the words of commands mean and prints what they show; what they change is done
/// by an editing session. It must be used on one thread only.
package final class Session {
  package let editing: EditingSession
  package let commands: SessionCommands
  /// Everything else that commands change.
  var state: SessionState
  /// The state to go back to if the command fails; `nil` once its work has been committed.
  var checkpoint: SessionState?
  /// Whether the command has printed numbered lines, whose numbers name items.
  var hasNumberedLines = false
  /// The rows that were listed last.
  var knownRows: Rows?
  let output: any SessionOutput
  /// Whether edits report what they have done.
  package var reportsEdits = true
  /// Whether it is reported even else how many items a command has changed that it did not name.
  package var reportsCounts = false
  /// Whether fields may have any key, even one that is probably misspelt.
  package var acceptsNewKeys = false
  /// How edits name the items that they change.
  package var editMatching: NameMatching
  /// The version of commands that were run before and are being run again; `nil` if none are.
  var replayedVersion: Int?

  /// - Parameter editMatching: How edits name items: exactly in scripts, which nobody watches.
  package init(
    _ editing: EditingSession, output: any SessionOutput, editMatching: NameMatching = .lenient,
    commands: SessionCommands = .all
  ) {
    self.editing = editing
    self.commands = commands
    self.output = output
    self.editMatching = editMatching
    state = SessionState(view: LetterView(editing.locale, editing.readings))
    state.outlineState = OutlineState(startingIn: editing.catalogue)
    editing.isInterrupted = { [weak self] in self?.isInterrupted ?? false }
    editing.didReplace = { [weak self] old in self?.didReplace(old) }
  }

  /// What a command means for the session.
  package enum Outcome: Equatable, Sendable {
    case shouldContinue
    case ends
  }

  /// Runs a command line.
  ///
  /// - Throws: `SessionError`; the session is then as it was before, except that an edit is
  ///   completed even if the journal or the output then fails, and that the numbers of lines that
  ///   were printed can be used.
  @discardableResult
  package func run(_ line: String) throws(SessionError) -> Outcome { try run(ByteText(line)) }

  /// Runs a command line whose file names may contain undecodable bytes.
  @discardableResult
  package func run(_ line: ByteText) throws(SessionError) -> Outcome {
    guard let request = try parse(line) else { return .shouldContinue }
    return try run(request)
  }

  func parse(_ line: ByteText) throws(SessionError) -> CommandRequest? {
    try rethrowing(commands.parse(line), as: SessionError.command)
  }

  /// Runs a command.
  @discardableResult
  package func run(_ request: CommandRequest) throws(SessionError) -> Outcome {
    try transaction { () throws(SessionError) in try request.task.run(request, in: self) }
  }

  /// Whether commands that were run before are being run again.
  var isReplaying: Bool { replayedVersion != nil }

  /// Ends the session.
  func quit(discardsEdits: Bool) throws(SessionError) -> Outcome {
    if isDirty, !discardsEdits { throw .unsavedEdits }
    return .ends
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
    let section = state.chosenSection
    let place = old.titlePath(of: old.contains(.section(section)) ? section : .root)
    let closed = outlineState.paths(in: old)
    catalogue.takeTitles(givenTo: old)
    view.listing = nil
    knownRows = nil
    listing = SessionListing()
    currentEntry = nil
    currentSection = catalogue.section(at: place) ?? .root
    outlineState.close(closed, in: catalogue, insteadOf: old)
  }

  /// Discards what was known about the text.
  func didEdit() {
    view.listing = nil
  }

  // MARK: Output

  func write(line: String) throws(SessionError) { try write(line + "\n") }

  func write(line: StyledText) throws(SessionError) {
    try rethrowing(output.write(line: line), as: SessionError.output)
  }

  func write(_ text: String) throws(SessionError) {
    try rethrowing(output.write(text), as: SessionError.output)
  }

  /// Shows what an action writes page by page if it is long. What is written before the action
  /// throws is shown, too.
  func showPages(_ action: () throws(SessionError) -> Void) throws(SessionError) {
    output.beginPages()
    let result = Result { () throws(SessionError) in try action() }
    try rethrowing(output.endPages(), as: SessionError.output)
    try result.get()
  }

  /// Delivers what was written to its reader.
  func flush() throws(SessionError) {
    try rethrowing(output.flush(), as: SessionError.output)
  }

  /// Reports what an edit has done.
  func report(_ line: String) throws(SessionError) {
    try reporting { () throws(SessionError) in try write(line: VisibleText.shown(line)) }
  }

  /// Reports what an edit has done, in a line that contains file names.
  func report(naming line: ByteText) throws(SessionError) {
    try reporting { () throws(SessionError) in try write(naming: line) }
  }

  /// Lets an action write a report of what an edit has done, if edits report it.
  func reporting(_ action: () throws(SessionError) -> Void) throws(SessionError) {
    guard reportsEdits else { return }
    output.beginReport()
    defer { output.endReport() }
    try action()
  }

  /// Says something that is not the result of a command.
  func warn(_ message: String) throws(SessionError) {
    try rethrowing(output.warn(message), as: SessionError.output)
  }

  /// Writes a line that contains file names.
  func write(naming line: ByteText) throws(SessionError) {
    try rethrowing(output.write(naming: line), as: SessionError.output)
  }

  /// Whether the command should stop.
  var isInterrupted: Bool { !isReplaying && output.isInterrupted }

  func checkInterrupt() throws(SessionError) {
    if isInterrupted { throw .interrupted }
  }
}
