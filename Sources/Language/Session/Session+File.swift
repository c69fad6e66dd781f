package import Catalogues
package import Editing
import ICUText
import Platform
import PropertyLists
import Storage

/// Saving and reading the file, and information about the catalogue.
extension Session {
  func save(breaksLinks: Bool, backup: Backup?) throws(SessionError) {
    var options = CatalogueFile.SaveOptions()
    options.breaksHardLinks = breaksLinks
    switch backup {
    case .usualName: options.backupSuffix = FileReplacement.usualBackupSuffix
    case .suffix(let suffix): options.backupSuffix = suffix
    case nil: break
    }
    try save(options)
  }

  /// Saves the edits after all earlier output has been delivered to its reader.
  package func save(
    _ options: CatalogueFile.SaveOptions = CatalogueFile.SaveOptions()
  ) throws(SessionError) {
    if editing.isSaved { return try report("nothing to save") }
    try output.flush()
    let saved: EditingSession.Saved
    do throws(SessionError) {
      saved = try editing.save(options)
    } catch {
      guard case .file(_, .changedByOthers) = error else { throw error }
      // The lock keeps other sessions from saving while their changes are merged.
      let lock = try editing.locked(options)
      try mergeChanges(insteadOf: error)
      saved = try editing.save(options, lock)
    }
    try didSave(saved)
  }

  /// Merges the changes of other programs in the file.
  ///
  /// - Parameter error: Why the file could not be saved, which is thrown if it cannot be read
  ///   either.
  private func mergeChanges(insteadOf error: SessionError) throws(SessionError) {
    let conflicts: Int
    do throws(SessionError) {
      conflicts = try refresh()
    } catch .file {
      throw error
    }
    if conflicts > 0 { throw .conflicts(conflicts) }
  }

  func save(as path: FilePath, isForced: Bool) throws(SessionError) {
    try output.flush()
    let loss = lossElsewhere
    try didSave(try editing.save(as: path, isForced: isForced))
    if let loss { try output.warn(loss) }
  }

  /// A note to print when another file is written: a keyed archive loses its form if the catalogue
  /// shows its objects.
  package var lossElsewhere: String? {
    guard editing.unwritable == .keyedArchive, !catalogue.document.hasArchiveForm else {
      return nil
    }
    return "the objects of a keyed archive are written as a plain property list, "
      + "which is no longer an archive"
  }

  /// Writes the catalogue to the output.
  package func writeToOutput() throws(SessionError) {
    do throws(FileWritingError<SessionError>) {
      try editing.writeFile { piece throws(SessionError) in try output.write(piece) }
    } catch {
      switch error {
      case .body(let error): throw error
      case .unwritable(let problem): throw .file(path: filePath, .unwritable(problem))
      }
    }
  }

  private func didSave(_ saved: EditingSession.Saved) throws(SessionError) {
    commit()
    do throws(SessionError) {
      // Everything is reported even if the journal failed.
      if reportsEdits { try output.write(naming: "saved \(filePath)") }
      for warning in saved.warnings { try output.warn("\(warning)") }
      try output.flush()
      if let failure = saved.journalFailure { throw .journal(failure) }
    } catch {
      throw .saved(path: filePath, but: error)
    }
  }

  /// Drops the edits that are not in the file.
  package func revert() throws(SessionError) {
    guard isDirty else { return try report("nothing to drop") }
    let failure = try editing.revert()
    commit()
    didEdit()
    if let failure { throw .journal(failure) }
    try report("edits dropped")
  }

  // MARK: Repeating edits

  /// Runs recorded commands again. It cannot be interrupted.
  ///
  /// - Parameters:
  ///   - version: The version of the commands before the first `JournalOrigin`.
  ///   - reportsImpossible: Whether commands that are no longer possible are reported.
  /// - Throws: `SessionError` if the journal or the output fails, after all commands have been run.
  @discardableResult
  package func replay(
    _ records: [String], version: Int = JournalOrigin.currentVersion,
    reportsImpossible: Bool = true
  ) throws(SessionError) -> EditingSession.Replay {
    isReplaying = true
    defer { isReplaying = false }
    var failure: SessionError?
    let result = editing.replay(records, version: version) { record, version in
      do throws(SessionError) {
        try repeatEdit(record, version)
        return true
      } catch {
        switch error {
        case .output, .journal:
          failure = failure ?? error
          return true
        default:
          guard reportsImpossible else { return false }
          let line: ByteText =
            "no longer possible: \(Session.shownCommand(record)): \(error.message)"
          do throws(SessionError) { try output.write(naming: line) } catch {
            failure = failure ?? error
          }
          return false
        }
      }
    }
    if let failure { throw failure }
    return result
  }

  /// Rewrites the journal so that it leads to the present state.
  package func rewriteJournal() throws(SessionError) {
    try rethrowing(editing.rewriteJournal(), as: SessionError.journal)
  }

  /// A recorded command as it is shown.
  package static func shownCommand(_ record: String) -> String {
    TextState.isOne(record) ? "(edits kept as a text)" : TargetMarks.split(record).command
  }

  /// Runs a command again if its targets are unchanged.
  private func repeatEdit(_ record: String, _ version: Int) throws(SessionError) {
    if TextState.isOne(record) {
      return try editing.restore(record)
    }
    let (command, marks) = TargetMarks.split(record)
    guard var request = try parse(ByteText(command)) else { return }
    request.marks = marks
    try run(request, CommandMode(replayedVersion: version))
  }

  // MARK: Reports

  func check(in locale: LocaleIdentifier?) throws(SessionError) {
    let keys = AppleKeyCheck(fileName: "\(filePath)")
    let (catalogue, findings) = try editing.operations.findings(
      in: locale, also: keys.map { [$0] } ?? [])
    for line in FindingLines(findings, in: catalogue) { try output.write(line: line) }
    if findings.isEmpty { try report("nothing to report") }
  }

  func info() throws(SessionError) {
    let catalogue = try editing.reparsedCatalogue()
    for line in CatalogueSummary.lines(of: catalogue, fileName: ByteText(filePath)) {
      try output.write(naming: line)
    }
  }
}
