package import Catalogues
package import Comparing
import Platform
import PropertyLists
package import Searching

/// Reading the file again after others have changed it.
extension EditingSession {
  /// The file as it was read again.
  package struct Refresh {
    /// The catalogue as others have left it, with the edits that could be repeated.
    package let catalogue: Catalogue
    /// What others have changed, if that was asked for.
    package let changes: CatalogueComparison?
    /// What others and the session have changed in different ways; the session's values stay.
    package fileprivate(set) var conflicts: [CatalogueConflict] = []
    package fileprivate(set) var journalFailure: OutputFailure?
  }

  /// What the history has for edits that could not be repeated, but were merged. It is no command.
  static let mergeRecord = OperationRecord(
    command: "refresh", marked: "refresh", isSelfContained: false)

  /// Reads the file again and repeats the edits that are not in it. If some cannot be repeated, or
  /// would lose what others have changed, both sides' changes are merged.
  ///
  /// - Parameters:
  ///   - compares: Whether to find out what others have changed.
  ///   - repeating: Repeats records, and says which of them are not possible.
  package func refresh(
    compares: Bool, repeating: ([String]) -> Replay
  ) throws(EditingError) -> Refresh {
    let commands = history.unsavedCommands
    let ours = isSaved ? nil : try reparsed(catalogue)
    let last = file
    let (file, new) = try read()
    let base = history.reachesSaved ? nil : try savedCatalogue(of: last)
    // While the session still has its edits: the file may be unable to hold what is merged.
    let merged = try ours.map { ours throws(EditingError) in
      try merge(ours, since: last, with: file)
    }
    self.file = file
    // Any difference after this is the work of others.
    goToSaved()
    var result = Refresh(
      catalogue: new,
      changes: compares ? CatalogueComparison(from: base ?? catalogue, to: new) : nil)
    replace(new, isInFile: true)
    result.journalFailure = OutputFailure.caught(try clearJournal())
    let isRepeated = commands.map { repeating($0).impossible == 0 } ?? false
    if let merged { try take(merged, isRepeated: isRepeated, into: &result) }
    return result
  }

  /// The catalogue that is in the file, and how it would be read from it after saving.
  package func versions() throws(EditingError) -> (saved: Catalogue, edited: Catalogue) {
    (try savedCatalogue(of: file), try reparsedCatalogue())
  }

  private func savedCatalogue(of file: CatalogueFile) throws(EditingError) -> Catalogue {
    try rethrowing(file.savedCatalogue(), as: EditingError.of(file))
  }

  /// Whether a document lacks a value that another, merged one has from others.
  private func loses(
    _ repeated: PropertyListDocument, what merged: PropertyListDocument,
    has theirs: PropertyListDocument
  ) -> Bool {
    let there = ContentHashes.scalarCounts(of: repeated)
    let others = ContentHashes.scalarCounts(of: theirs)
    return ContentHashes.scalarCounts(of: merged).contains { hash, count in
      there[hash, default: 0] < min(count, others[hash, default: 0])
    }
  }

  /// What the session and others have done since the file was last read.
  private struct Merged {
    let catalogue: Catalogue
    let conflicts: [CatalogueConflict]
    let theirs: PropertyListDocument
  }

  private func merge(
    _ ours: Catalogue, since last: CatalogueFile, with file: CatalogueFile
  ) throws(EditingError) -> Merged {
    let base = try savedCatalogue(of: last)
    let theirs = try savedCatalogue(of: file)
    var options = MergeOptions()
    options.resolution = .ours
    let merge = TreeMerge(
      base: base.document, ours: ours.document, theirs: theirs.document, options)
    let conflicts = CatalogueConflict.conflicts(of: merge, base: base, ours: ours, theirs: theirs)
    merge.apply()
    let catalogue = try rethrowing(file.reparse(ours), as: EditingError.of(file))
    return Merged(catalogue: catalogue, conflicts: conflicts, theirs: theirs.document)
  }

  /// Takes what was merged for an edit after those that could be repeated. It takes their place if
  /// they have affected what others have changed, as deleting a section deletes the entries that
  /// are new in it.
  private func take(
    _ merged: Merged, isRepeated: Bool, into result: inout Refresh
  ) throws(EditingError) {
    result.conflicts = merged.conflicts
    let repeated = try reparsed(catalogue)
    let isLost = loses(
      repeated.document, what: merged.catalogue.document, has: merged.theirs)
    if isRepeated, !isLost, result.conflicts.isEmpty { return }
    if isLost {
      goToSaved()
      result.journalFailure = OutputFailure.caught(try clearJournal()) ?? result.journalFailure
    }
    if merged.catalogue.document.hasText(of: catalogue.document) { return }
    let (before, after) = (loaded, load(merged.catalogue))
    go(to: after)
    after.index.carryOver(from: before.index)
    result.journalFailure =
      didEdit(.replacement(before: before, after: after), as: EditingSession.mergeRecord)
      ?? result.journalFailure
  }
}
