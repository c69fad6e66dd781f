package import Catalogues
package import Comparing
import Platform
import PropertyLists
import Searching

/// Reading the file again after other programs have changed it.
extension EditingSession {
  /// The result of reading the file again.
  package struct Refresh {
    /// The catalogue that was read from the file. Repeated edits have changed it in place, or
    /// another catalogue has replaced it in the session.
    package let catalogue: Catalogue
    /// The changes of other programs, if they were asked for.
    package let changes: CatalogueChanges?
    /// Values that other programs and the session have changed differently. The session's values
    /// stay unless a conflict is resolved otherwise.
    package fileprivate(set) var conflicts: Conflicts?
    package fileprivate(set) var journalFailure: OutputFailure?
  }

  /// Values that other programs and the session have changed differently, with the catalogues that
  /// are needed to merge again.
  package struct Conflicts {
    package let all: [CatalogueConflict]
    /// Whether each conflict can be resolved by itself.
    package let areSeparate: Bool
    fileprivate let base: Catalogue
    fileprivate let ours: Catalogue
    fileprivate let theirs: Catalogue
  }

  /// The history's record of a merge, for edits that could not be repeated. It is not a command.
  static let mergeRecord = OperationRecord(
    command: "refresh", marked: "refresh", isSelfContained: false)

  /// Reads the file again and repeats the unsaved edits. The result is always that of merging the
  /// changes of both sides: if the repeated edits do not lead there, the merge is another edit.
  ///
  /// - Parameters:
  ///   - compares: Whether to find the changes of other programs.
  ///   - repeating: Repeats records, and returns how many were impossible or changed nothing.
  package func refresh(
    compares: Bool, repeating: ([String]) -> Replay
  ) throws(SessionError) -> Refresh {
    let commands = history.unsavedCommands
    let ours = isSaved ? nil : try reparsed(catalogue)
    let base =
      catalogue.isAsRead && file.holds(catalogue) ? catalogue : try savedCatalogue(of: file)
    let (file, new) = try read()
    let changes = compares ? CatalogueChanges(from: base, to: new) : nil
    // Before the session gives its edits up: the file may be unable to hold the result of the
    // merge.
    let merged = try ours.map { ours throws(SessionError) in
      try merge(base: base, ours, theirs: new, in: file)
    }
    self.file = file
    // The edits are repeated on what other programs have written.
    try goToSaved()
    replace(new, isInFile: true)
    var result = Refresh(catalogue: new, changes: changes)
    result.journalFailure = OutputFailure.caught(try clearJournal())
    let isRepeated = commands.map { repeating($0).impossible == 0 } ?? false
    if let merged { try take(merged, isRepeated: isRepeated, into: &result) }
    return result
  }

  /// The saved catalogue, and the present one as it would be read after saving.
  package func versions() throws(SessionError) -> (saved: Catalogue, edited: Catalogue) {
    (try savedCatalogue(of: file), try reparsedCatalogue())
  }

  private func savedCatalogue(of file: CatalogueFile) throws(SessionError) -> Catalogue {
    try rethrowing(file.savedCatalogue(), as: SessionError.of(file))
  }

  /// The merge of what the session and other programs have done since the file was last read.
  private typealias Merged = (catalogue: Catalogue, conflicts: Conflicts?)

  /// - Parameter ours: A catalogue that nothing else uses: it is changed in place into the merge.
  private func merge(
    base: Catalogue, _ ours: Catalogue, theirs: Catalogue, in file: CatalogueFile,
    _ resolution: MergeOptions.Resolution = .ours
  ) throws(SessionError) -> Merged {
    // A part that other programs have made unreadable is not deleted, but the merge would lack it.
    let unread = theirs.document.unread
    guard ours.document.unread.isSame(as: unread) else {
      throw .file(path: file.path, .unwritable(.unread(unread + ours.document.unread)))
    }
    var options = MergeOptions()
    options.resolution = resolution
    let merge = TreeMerge(
      base: base.document, ours: ours.document, theirs: theirs.document, options)
    var conflicts: Conflicts?
    if !merge.conflicts.isEmpty {
      let ours = try reparse(ours, in: file)
      conflicts = Conflicts(
        all: CatalogueConflict.conflicts(of: merge, base: base, ours: ours, theirs: theirs),
        areSeparate: merge.areSeparate, base: base, ours: ours, theirs: theirs)
    }
    merge.apply()
    return (try reparse(ours, in: file), conflicts)
  }

  private func reparse(
    _ catalogue: Catalogue, in file: CatalogueFile
  ) throws(SessionError) -> Catalogue {
    try rethrowing(file.reparse(catalogue), as: SessionError.of(file))
  }

  /// Resolves conflicts of the last refresh by another edit. Nothing may have been edited since the
  /// refresh.
  ///
  /// - Parameter theirs: The numbers of the conflicts in which the values of other programs replace
  ///   the session's. If conflicts are not separate and any number is given, they do so in all.
  package func resolve(
    _ conflicts: Conflicts, theirs: Set<Int>
  ) throws(SessionError) -> OutputFailure? {
    if theirs.isEmpty { return nil }
    let ours = try reparse(conflicts.ours, in: file)
    let merged = try merge(
      base: conflicts.base, ours, theirs: conflicts.theirs, in: file, .each(theirs: theirs))
    return try takeForEdit(merged.catalogue)
  }

  /// Continues with a merged catalogue, as an edit.
  private func takeForEdit(_ merged: Catalogue) throws(SessionError) -> OutputFailure? {
    let (before, after) = (version, CatalogueVersion(load(merged)))
    let lastIndex = index
    try go(to: after)
    index.carryOver(from: lastIndex)
    return didEdit(.replacement(before: before, after: after), as: EditingSession.mergeRecord)
  }

  /// Adds the merge as an edit after the repeated edits, unless they have led to the same result.
  /// The merge takes their place if they did anything that it does not: deleting a section also
  /// deletes entries that are new in it.
  private func take(
    _ merged: Merged, isRepeated: Bool, into result: inout Refresh
  ) throws(SessionError) {
    result.conflicts = merged.conflicts
    let own = merged.catalogue.document
    let repeated = try reparsed(catalogue).document
    // If all edits were repeated, their order of values counts, not that of the merge.
    let comparison = TreeComparison(from: own, to: repeated, ignoresOrder: isRepeated)
    if comparison.differences.isEmpty { return }
    let theirs = try savedCatalogue(of: file).document
    if isRepeated, result.conflicts == nil, hasSame(repeated, as: own, of: theirs) { return }
    if TreeMerge(base: theirs, ours: own, theirs: repeated).changesOurs {
      try goToSaved()
      result.journalFailure = OutputFailure.caught(try clearJournal()) ?? result.journalFailure
    }
    if own.hasText(of: catalogue.document) { return }
    result.journalFailure = try takeForEdit(merged.catalogue) ?? result.journalFailure
  }

  /// Whether each value of the document of other programs occurs as often in the repeated document
  /// as in the merged one. It may be filed elsewhere there.
  private func hasSame(
    _ repeated: PropertyListDocument, as merged: PropertyListDocument,
    of theirs: PropertyListDocument
  ) -> Bool {
    let found = ContentHashes.scalarCounts(of: repeated)
    let wanted = ContentHashes.scalarCounts(of: merged)
    return ContentHashes.scalarCounts(of: theirs).keys.allSatisfy { found[$0] == wanted[$0] }
  }

  // MARK: What has become of items

  /// The successors of items of an earlier catalogue in the present one, so that they stay known,
  /// for instance as open or selected; deleted items are left out.
  ///
  /// - Parameter old: An earlier catalogue of the session, with all its edits.
  package func successors(of items: Set<Item>, from old: Catalogue) -> [Item: Item] {
    if items.isEmpty || old.isRestored || catalogue.isRestored { return [:] }
    guard let before = try? RereadCatalogue(old, file.current),
      let now = try? RereadCatalogue(catalogue, file.current)
    else { return [:] }
    return before.successors(of: items, in: now)
  }
}
