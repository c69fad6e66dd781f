package import Catalogues
import Outlines
package import Platform
import PropertyLists
import Storage

/// Reading and saving the file, and information about the catalogue.
extension Session {
  func save(breaksLinks: Bool, backup: Backup?) throws(SessionError) {
    var options = CatalogueFile.SaveOptions()
    options.breaksHardLinks = breaksLinks
    switch backup {
    case .usualName: options.backupSuffix = "~"
    case .suffix(let suffix): options.backupSuffix = suffix
    case nil: break
    }
    try save(options)
  }

  /// Writes the edits to the file, after all earlier output has been delivered to its reader.
  package func save(_ options: CatalogueFile.SaveOptions) throws(SessionError) {
    guard isDirty || !file.holds(catalogue) else { return try report("nothing to save") }
    try flush()
    let warnings: [FileReplacement.Warning]
    do throws(CatalogueFile.Problem) {
      warnings = try file.save(catalogue, lock: lock, options: options)
    } catch {
      throw .file(path: file.path, error)
    }
    try didSave(warnings)
  }

  func save(as path: FilePath, isForced: Bool) throws(SessionError) {
    var other = file.renamed(to: path)
    try flush()
    let warnings: [FileReplacement.Warning]
    do throws(CatalogueFile.Problem) {
      warnings = try other.saveNew(catalogue, replacesExisting: isForced)
    } catch {
      throw .file(path: path, error)
    }
    file = other
    try didSave(warnings)
  }

  /// Writes the catalogue to another file, which may already exist.
  package func write(to path: FilePath) throws(SessionError) {
    var other = file.renamed(to: path)
    try flush()
    let warnings: [FileReplacement.Warning]
    do throws(CatalogueFile.Problem) {
      warnings = try other.saveNew(catalogue, replacesExisting: true)
    } catch {
      throw .file(path: path, error)
    }
    try afterSaving(path) { () throws(SessionError) in try warn(warnings) }
  }

  /// Writes the catalogue to the output.
  package func writeToOutput() throws(SessionError) {
    do throws(FileWritingError<OutputFailure>) {
      try catalogue.document.writeFile { piece throws(OutputFailure) in try output.write(piece) }
    } catch {
      switch error {
      case .body(let failure): throw .output(failure)
      case .encoding(let problem): throw .file(path: file.path, .encoding(problem))
      }
    }
  }

  private func warn(_ warnings: [FileReplacement.Warning]) throws(SessionError) {
    do throws(OutputFailure) {
      for warning in warnings { try output.warn("\(warning)") }
    } catch {
      throw .output(error)
    }
  }

  private func didSave(_ warnings: [FileReplacement.Warning]) throws(SessionError) {
    commit()
    history.didSave()
    try afterSaving(file.path) { () throws(SessionError) in
      // A failing journal does not keep anything from being reported.
      let clearing = Result { () throws(SessionError) in try clearJournal() }
      try report(naming: "saved \(file.path)")
      try warn(warnings)
      try flush()
      try clearing.get()
    }
  }

  /// Does what follows a save; if that fails, the error says that the file was saved.
  private func afterSaving(
    _ path: FilePath, _ body: () throws(SessionError) -> Void
  ) throws(SessionError) {
    do throws(SessionError) {
      try body()
    } catch {
      switch error {
      case .output(let failure): throw .saved(path: path, but: failure)
      case .journal(let failure):
        throw .saved(path: path, but: OutputFailure("the journal: \(failure.message)"))
      default: throw error
      }
    }
  }

  /// Drops the edits that are not in the file.
  func revert() throws(SessionError) {
    guard isDirty else { return try report("nothing to drop") }
    guard history.reachesSaved else {
      replace(try read(), isInFile: true)
      commit()
      try clearJournal()
      return try report("edits dropped")
    }
    commit()
    goToSaved()
    didEdit()
    try clearJournal()
    try report("edits dropped")
  }

  /// Undoes or redoes edits until the catalogue is what is in the file.
  func goToSaved() {
    let distance = history.distanceToSaved
    for _ in 0..<max(distance, 0) {
      if let step = history.stepBack() { stepBack(step) }
    }
    for _ in 0..<max(-distance, 0) {
      if let step = history.stepForward() { doAgain(step) }
    }
  }

  /// Reads the file again.
  func read() throws(SessionError) -> Catalogue {
    do throws(CatalogueFile.Problem) {
      return try file.readAgain()
    } catch {
      throw .file(path: file.path, error)
    }
  }

  /// The outcome of commands that were run again.
  package struct Replay: Equatable {
    /// How many were not possible.
    package var impossible = 0
    /// How many changed nothing, since others had already made the same edits.
    package var needless = 0

    /// Whether all commands had their effect again.
    package var isWhole: Bool { impossible == 0 && needless == 0 }
  }

  /// Runs commands that were run before, and reports which are no longer possible. It cannot be
  /// interrupted.
  ///
  /// - Throws: `SessionError` if the journal or the output fails, after all commands have been run.
  @discardableResult
  package func replay(_ commands: [String]) throws(SessionError) -> Replay {
    let reported = reportsEdits
    (reportsEdits, isReplaying) = (false, true)
    defer { (reportsEdits, isReplaying) = (reported, false) }
    var result = Replay()
    var failure: SessionError?
    // Whether each edit has become a step that a later `undo` takes back.
    var areSteps: [Bool] = []
    for command in commands {
      // If an edit was not repeated, undoing it must not undo the one before it.
      if command == "undo", areSteps.popLast() == false { continue }
      let count = history.count
      do throws(SessionError) {
        if TextState.isOne(command) {
          try restore(command)
          areSteps = []
        } else {
          try repeatEdit(command)
          if command != "undo", history.count == count { result.needless += 1 }
        }
      } catch {
        switch error {
        case .output, .journal: failure = failure ?? error
        default:
          result.impossible += 1
          let line: ByteText =
            "no longer possible: \(TargetMarks.split(command).command): \(error.message)"
          do throws(SessionError) { try write(naming: line) } catch { failure = failure ?? error }
        }
      }
      if command == "undo" || TextState.isOne(command) { continue }
      areSteps.append(history.count > count)
    }
    if let failure { throw failure }
    return result
  }

  /// A recorded command as it is shown.
  package static func shownCommand(_ record: String) -> String {
    TextState.isOne(record) ? "(saved edits, undone)" : TargetMarks.split(record).command
  }

  /// Runs a command again if its targets are unchanged.
  private func repeatEdit(_ record: String) throws(SessionError) {
    let (command, marks) = TargetMarks.split(record)
    let parsed: ParsedCommand?
    do throws(CommandError) {
      parsed = try CommandParser.parse(command)
    } catch {
      throw .command(error)
    }
    guard let parsed else { return }
    if let marks {
      let items = try items(at: parsed.addresses)
      guard TargetMarks(items, of: parsed.command, in: catalogue, form) == marks else {
        throw .targetChanged
      }
    }
    try run(parsed)
  }

  /// Continues with a text that was recorded in a journal.
  private func restore(_ record: String) throws(SessionError) {
    try transaction { () throws(SessionError) in try goOn(with: record) }
  }

  private func goOn(with record: String) throws(SessionError) {
    let original = try read()
    guard TextState.restore(record, in: original.document) else { throw .damagedRecord }
    let restored: Catalogue
    do throws(CatalogueFile.Problem) {
      restored = try file.reparse(original)
    } catch {
      throw .file(path: file.path, error)
    }
    replace(restored, isInFile: false)
    history.loseSaved()
  }

  // MARK: Reports

  /// The catalogue as it would be read from the file after saving.
  func reparsedCatalogue() throws(SessionError) -> Catalogue {
    // Items of edits that were undone or failed still take up numbers.
    if catalogue.isAsRead { return catalogue }
    do throws(CatalogueFile.Problem) {
      return try file.reparse(catalogue)
    } catch {
      throw .file(path: file.path, error)
    }
  }

  func info() throws(SessionError) {
    for line in CatalogueSummary.lines(of: try reparsedCatalogue(), fileName: ByteText(file.path)) {
      try write(naming: line)
    }
  }
}
