package import Catalogues
package import Platform
package import PropertyLists
package import Storage

/// Reading and saving the file.
extension EditingSession {
  /// A file that has been written.
  package struct Saved {
    package let warnings: [FileReplacement.Warning]
    /// Why the journal could not be emptied of the edits that are now in the file.
    package internal(set) var journalFailure: OutputFailure?
  }

  /// Whether there is nothing to save.
  package var isSaved: Bool { !isDirty && file.holds(catalogue) }

  /// A lock that keeps other sessions from saving the file until it is released.
  package func locked(_ options: CatalogueFile.SaveOptions) throws(SessionError) -> FileLock {
    if let lock { return lock }
    return try rethrowing(
      FileLock(path: file.path, waitingSeconds: options.patience),
      as: { SessionError.of(file)(.storage($0)) })
  }

  /// Writes the edits to the file.
  ///
  /// - Parameter held: A lock that the caller holds on the file; see `locked`.
  package func save(
    _ options: CatalogueFile.SaveOptions, _ held: FileLock? = nil
  ) throws(SessionError) -> Saved {
    try stampCards()
    noteSaving()
    var saved = file
    let warnings = try rethrowing(
      saved.save(catalogue, lock: held ?? lock, options: options), as: SessionError.of(file))
    file = saved
    return didSave(warnings)
  }

  /// The state that a caller is writing to the file while the session goes on.
  package struct Saving {
    fileprivate let text: (document: PropertyListDocument, pieces: TextPieces)
    fileprivate let history: EditHistory
  }

  /// Marks the present edits as saved while a caller writes them to the file.
  package func beginSaving() -> Saving {
    let document = catalogue.document
    let saving = Saving(text: (document, document.pieces), history: history)
    history.didSave()
    return saving
  }

  /// Notes whether the caller has written the file; if not, the edits are unsaved again.
  ///
  /// - Parameters:
  ///   - identity: The identity of the new file; `nil` if it could not be written.
  ///   - isUnchanged: Whether there have been no edits in the meantime.
  package func endSaving(_ saving: Saving, as identity: FileIdentity?, isUnchanged: Bool) {
    if let identity {
      file.didReplace(by: saving.text, identity)
    } else if isUnchanged {
      history = saving.history
    } else {
      history.loseSaved()
    }
  }

  /// Writes the catalogue to another file and continues with it.
  package func save(as path: FilePath, isForced: Bool) throws(SessionError) -> Saved {
    let (other, warnings) = try written(to: path, replacesExisting: isForced)
    file = other
    return didSave(warnings)
  }

  /// Calls the closure with the bytes that a file with the catalogue would have, piece by piece.
  package func writeFile<Problem>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Void
  ) throws(FileWritingError<Problem>) {
    try file.write(catalogue, body)
  }

  /// Why the file cannot be saved, if it is read-only to the session.
  package var unwritable: UnwritableFile? { file.unwritable }

  private func written(
    to path: FilePath, replacesExisting: Bool
  ) throws(SessionError) -> (file: CatalogueFile, warnings: [FileReplacement.Warning]) {
    var other = file.renamed(to: path)
    let warnings = try rethrowing(
      other.saveNew(catalogue, replacesExisting: replacesExisting), as: SessionError.of(other))
    return (other, warnings)
  }

  private func didSave(_ warnings: [FileReplacement.Warning]) -> Saved {
    history.didSave()
    let failure = OutputFailure.caught(try clearJournal())
    return Saved(warnings: warnings, journalFailure: failure)
  }

  /// Drops the edits that are not in the file.
  ///
  /// - Returns: Why the journal could not be emptied of them.
  package func revert() throws(SessionError) -> OutputFailure? {
    if history.reachesSaved {
      try goToSaved()
    } else {
      let (file, catalogue) = try read()
      self.file = file
      replace(catalogue, isInFile: true)
    }
    return OutputFailure.caught(try clearJournal())
  }

  /// Reads the file again.
  func read() throws(SessionError) -> (file: CatalogueFile, catalogue: Catalogue) {
    var file = file
    let catalogue = try rethrowing(file.readAgain(), as: SessionError.of(file))
    return (file, catalogue)
  }

  /// The catalogue as it would be read from the file after saving.
  package func reparsedCatalogue() throws(SessionError) -> Catalogue {
    // Items of undone or failed edits still take up numbers in a catalogue that has been edited.
    catalogue.isAsRead ? catalogue : try reparsed(catalogue)
  }

  /// The present catalogue in the format of the file.
  package func currentCatalogue() throws(SessionError) -> Catalogue {
    if catalogue.isAsRead { return catalogue }
    return try rethrowing(file.current(catalogue), as: SessionError.of(file))
  }

  /// A catalogue as it would be read from the file if it were saved.
  func reparsed(_ catalogue: Catalogue) throws(SessionError) -> Catalogue {
    try operations.reparsed(catalogue)
  }

  /// The difference between the saved text and the present one. Binary files are compared as XML.
  ///
  /// - Throws: `SessionError` if the file cannot be written, or what the closure throws.
  package func withDifference(
    _ body: (TextDifference) throws(SessionError) -> Void
  ) throws(SessionError) {
    let document = catalogue.document
    let saved = file.savedText
    let (old, pieces): ([UInt8], [TextPiece])
    if file.isEditedInPlace {
      func text(
        _ document: PropertyListDocument, _ pieces: TextPieces? = nil
      ) throws(SessionError) -> [UInt8] {
        do throws(UnwritableFile) {
          return try document.patchedText(pieces)
        } catch {
          throw .file(path: file.path, .unwritable(error))
        }
      }
      old =
        try saved.map { saved throws(SessionError) in
          try text(saved.document, saved.pieces)
        } ?? []
      pieces = [.added(try text(document))]
    } else {
      let comparison = TextComparison(document, since: saved)
      (old, pieces) = (comparison.old, comparison.pieces)
    }
    let result = old.withUnsafeBufferPointer { old in
      Result { () throws(SessionError) in try body(TextDifference(from: old, pieces: pieces)) }
    }
    try result.get()
  }

  // MARK: Repeating edits

  /// The outcome of commands that were run again.
  package struct Replay: Equatable {
    /// How many were not possible.
    package var impossible = 0
    /// How many changed nothing, because other programs had already made the same edits.
    package var needless = 0

    /// Whether all commands had their effect again.
    package var isWhole: Bool { impossible == 0 && needless == 0 }

    package init(impossible: Int = 0, needless: Int = 0) {
      (self.impossible, self.needless) = (impossible, needless)
    }
  }

  /// Repeats recorded commands. Addresses are read and names are filed as in the sessions that
  /// recorded them.
  ///
  /// - Parameters:
  ///   - version: The version of the commands before the first `JournalOrigin`.
  ///   - isRepeated: Runs a record as a command of the given version, and returns whether that was
  ///     possible. It is not called for the record of a merge, which is not a command.
  package func replay(
    _ records: [String], version: Int = JournalOrigin.currentVersion,
    _ isRepeated: (_ record: String, _ version: Int) -> Bool
  ) -> Replay {
    var result = Replay()
    // For each edit that was recorded, whether it became a step that a later `undo` takes back.
    var areSteps: [Bool] = []
    let own = locale
    var version = version
    defer { locale = own }
    for record in records {
      if let origin = JournalOrigin(record) {
        (locale, version) = (origin.locale, origin.version)
        continue
      }
      if SavedRecord.isOne(record) { continue }
      // The `undo` of an edit that was not repeated must not undo the edit before it.
      if record == EditingSession.undoRecord, areSteps.popLast() == false { continue }
      let count = history.count
      let isState = TextState.isOne(record)
      if record == EditingSession.mergeRecord.marked || !isRepeated(record, version) {
        result.impossible += 1
      } else if isState {
        areSteps = []
      } else if record != EditingSession.undoRecord, history.count == count {
        result.needless += 1
      }
      if record == EditingSession.undoRecord || isState { continue }
      areSteps.append(history.count > count)
    }
    return result
  }

  /// Continues with a text that was recorded in a journal.
  package func restore(_ record: String) throws(SessionError) {
    let (file, original) = try read()
    guard TextState.restore(record, in: original.document) else { throw .damagedRecord }
    let restored = try reparsed(original)
    self.file = file
    replace(restored, isInFile: false)
    history.loseSaved()
  }
}
