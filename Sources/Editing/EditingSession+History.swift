import Catalogues
package import Grammar
import Platform

extension CommandName {
  package static let undo: CommandName = "undo"
  package static let redo: CommandName = "redo"
}

/// Undoing and redoing, and the journal.
extension EditingSession {
  /// The record of an undone edit in the journal.
  static let undoRecord = CommandName.undo.rawValue

  /// Whether there are edits that are not in the file.
  package var isDirty: Bool { !history.isSaved }

  /// Whether saving would change the file: edits may add up to nothing.
  ///
  /// - Complexity: O(*n*) in the length of the text if the edited text is as long as the saved one.
  package var changesFile: Bool { isDirty && !file.hasText(of: catalogue) }

  /// The commands of unsaved edits, so that they can be run again; `nil` if edits that are in the
  /// file have been undone, for which there is no command.
  package var unsavedCommands: [String]? { history.unsavedCommands }

  /// Edits that were undone or redone.
  package struct HistorySteps {
    /// Their commands, in the order in which they were undone or redone.
    package internal(set) var commands: [String] = []
    /// Why the undo or redo could not be recorded in the journal.
    package internal(set) var journalFailure: OutputFailure?
  }

  /// Undoes the last edits, as far as there are any.
  package func undo(_ count: Int = 1) throws(SessionError) -> HistorySteps {
    guard history.count > 0 else { throw .nothingToUndo }
    var steps = HistorySteps()
    for _ in 0..<count {
      guard var step = try undoStep(&steps) else { break }
      while step.isAttached, let before = try undoStep(&steps) { step = before }
      if let record = step.record { steps.commands.append(record.command) }
    }
    return steps
  }

  private func undoStep(_ steps: inout HistorySteps) throws(SessionError) -> EditHistory
    .RecordedEdit?
  {
    guard let step = history.stepBack() else { return nil }
    do throws(SessionError) {
      try stepBack(step)
    } catch {
      _ = history.stepForward()
      throw error
    }
    let failure = OutputFailure.caught(try noteUndo())
    steps.journalFailure = steps.journalFailure ?? failure
    return step
  }

  /// Redoes the last edits that were undone, as far as there are any.
  package func redo(_ count: Int = 1) throws(SessionError) -> HistorySteps {
    guard history.count < history.steps.count else { throw .nothingToRedo }
    var steps = HistorySteps()
    for _ in 0..<count {
      guard let step = try redoStep(&steps) else { break }
      if let record = step.record { steps.commands.append(record.command) }
      while history.isNextAttached { _ = try redoStep(&steps) }
    }
    return steps
  }

  private func redoStep(_ steps: inout HistorySteps) throws(SessionError) -> EditHistory
    .RecordedEdit?
  {
    guard let step = history.stepForward() else { return nil }
    do throws(SessionError) {
      try doAgain(step)
    } catch {
      _ = history.stepBack()
      throw error
    }
    // The recorded command can be noted again: in the same state it does the same.
    let failure = OutputFailure.caught(
      try history.isSaved ? clearJournal() : note(step.record))
    steps.journalFailure = steps.journalFailure ?? failure
    return step
  }

  private func stepBack(_ step: EditHistory.RecordedEdit) throws(SessionError) {
    switch step.change {
    case .edit(let edit): editor.undo(edit)
    case .values(let edit): loaded.paths?.undoOrRedo { editor.undo(edit) }
    case .replacement(let before, _): try go(to: before)
    }
  }

  private func doAgain(_ step: EditHistory.RecordedEdit) throws(SessionError) {
    switch step.change {
    case .edit(let edit): editor.redo(edit)
    case .values(let edit): loaded.paths?.undoOrRedo { editor.redo(edit) }
    case .replacement(_, let after): try go(to: after)
    }
  }

  /// Undoes or redoes edits until the catalogue is in its saved state.
  func goToSaved() throws(SessionError) {
    let distance = history.distanceToSaved
    for _ in 0..<max(distance, 0) {
      if let step = history.stepBack() { try stepBack(step) }
    }
    for _ in 0..<max(-distance, 0) {
      if let step = history.stepForward() { try doAgain(step) }
    }
  }

  // MARK: The journal

  /// Notes an edit in the journal.
  func note(_ record: OperationRecord?) throws(OutputFailure) {
    if isJournalIncomplete { return try rewriteJournal() }
    guard let record, record.isSelfContained else { return try noteText() }
    try write(record.marked)
    notedEdits += 1
  }

  /// Notes in the journal the text that results from all edits.
  private func noteText() throws(OutputFailure) {
    if journal == nil { return }
    try write(TextState(TextComparison(catalogue.document, since: file.savedText)).record)
    notedEdits = 0
  }

  private func write(_ record: String) throws(OutputFailure) {
    isJournalIncomplete = true
    try journal?.record(record)
    isJournalIncomplete = false
  }

  /// Notes in the journal that an edit was undone, whether the edit is in the journal or already
  /// saved.
  private func noteUndo() throws(OutputFailure) {
    if history.isSaved { return try clearJournal() }
    if isJournalIncomplete { return try rewriteJournal() }
    if notedEdits > 0 {
      try write(EditingSession.undoRecord)
      notedEdits -= 1
    } else {
      try noteText()
    }
  }

  /// Rewrites the journal so that it leads to the present state.
  package func rewriteJournal() throws(OutputFailure) {
    try clearJournal()
    guard isDirty else { return }
    if let records = history.unsavedRecords, records.allSatisfy(\.isSelfContained) {
      for record in records { try note(record) }
    } else {
      try noteText()
    }
  }

  /// Notes in the journal how the file will be, if there are unsaved edits. Failures are ignored:
  /// if the record cannot be written, saving goes on without it, and if the file cannot be, saving
  /// itself fails.
  func noteSaving() {
    guard journal != nil, isDirty, !isJournalIncomplete else { return }
    var saved = SavedRecord()
    if (try? writeFile { piece throws(Never) in saved.add(piece) }) != nil {
      try? write(saved.record)
    }
  }

  func clearJournal() throws(OutputFailure) {
    notedEdits = 0
    isJournalIncomplete = true
    try journal?.clear()
    isJournalIncomplete = false
  }
}
