package import Catalogues
package import Comparing
import Platform
import PropertyLists
import Searching

/// Reading the file again after others have changed it.
extension EditingSession {
  /// The file as it was read again.
  package struct Refresh {
    /// The catalogue as others have left it, with the edits that could be repeated.
    package let catalogue: Catalogue
    /// What others have changed, if that was asked for.
    package let changes: CatalogueChanges?
    /// What others and the session have changed in different ways; the session's values stay, unless
    /// it is resolved otherwise.
    package fileprivate(set) var conflicts: Conflicts?
    package fileprivate(set) var journalFailure: OutputFailure?
  }

  /// What others and the session have changed in different ways, with what is needed to merge it again.
  package struct Conflicts {
    package let all: [CatalogueConflict]
    /// Whether each can be resolved by itself.
    package let areSeparate: Bool
    fileprivate let base: Catalogue
    fileprivate let ours: Catalogue
    fileprivate let theirs: Catalogue
  }

  /// What the history has for edits that could not be repeated, but were merged. It is no command.
  static let mergeRecord = OperationRecord(
    command: "refresh", marked: "refresh", isSelfContained: false)

  /// Reads the file again and repeats the edits that are not in it. What results is always what a
  /// merge of both sides' changes has: if repeating does not lead there, the merge is another edit.
  ///
  /// - Parameters:
  ///   - compares: Whether to find out what others have changed.
  ///   - repeating: Repeats records, and says which of them are not possible.
  package func refresh(
    compares: Bool, repeating: ([String]) -> Replay
  ) throws(SessionError) -> Refresh {
    let commands = history.unsavedCommands
    let ours = isSaved ? nil : try reparsed(catalogue)
    let base =
      catalogue.isAsRead && file.holds(catalogue) ? catalogue : try savedCatalogue(of: file)
    let (file, new) = try read()
    let changes = compares ? CatalogueChanges(from: base, to: new) : nil
    // While the session still has its edits: the file may be unable to hold what is merged.
    let merged = try ours.map { ours throws(SessionError) in
      try merge(base: base, ours, theirs: new, in: file)
    }
    self.file = file
    // What is repeated is repeated on the work of others.
    try goToSaved()
    replace(new, isInFile: true)
    var result = Refresh(catalogue: new, changes: changes)
    result.journalFailure = OutputFailure.caught(try clearJournal())
    let isRepeated = commands.map { repeating($0).impossible == 0 } ?? false
    if let merged { try take(merged, isRepeated: isRepeated, into: &result) }
    return result
  }

  /// The catalogue that is in the file, and how it would be read from it after saving.
  package func versions() throws(SessionError) -> (saved: Catalogue, edited: Catalogue) {
    (try savedCatalogue(of: file), try reparsedCatalogue())
  }

  private func savedCatalogue(of file: CatalogueFile) throws(SessionError) -> Catalogue {
    try rethrowing(file.savedCatalogue(), as: SessionError.of(file))
  }

  /// What the session and others have done since the file was last read.
  private typealias Merged = (catalogue: Catalogue, conflicts: Conflicts?)

  /// - Parameter ours: A catalogue that nothing else needs: it becomes what is merged.
  private func merge(
    base: Catalogue, _ ours: Catalogue, theirs: Catalogue, in file: CatalogueFile,
    _ resolution: MergeOptions.Resolution = .ours
  ) throws(SessionError) -> Merged {
    // A part that others have spoilt is not gone, and what is merged would not have it.
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

  /// Resolves conflicts of the last refresh, after which nothing has been edited, as another edit.
  ///
  /// - Parameter theirs: Those in which what others have takes the place of the session's values, by
  ///   their numbers. If they are not separate, it does so in all, if in any.
  package func resolve(
    _ conflicts: Conflicts, theirs: Set<Int>
  ) throws(SessionError) -> OutputFailure? {
    if theirs.isEmpty { return nil }
    let ours = try reparse(conflicts.ours, in: file)
    let merged = try merge(
      base: conflicts.base, ours, theirs: conflicts.theirs, in: file, .each(theirs: theirs))
    return try takeForEdit(merged.catalogue)
  }

  /// Continues with what was merged, as an edit.
  private func takeForEdit(_ merged: Catalogue) throws(SessionError) -> OutputFailure? {
    let (before, after) = (version, CatalogueVersion(load(merged)))
    let lastIndex = index
    try go(to: after)
    index.carryOver(from: lastIndex)
    return didEdit(.replacement(before: before, after: after), as: EditingSession.mergeRecord)
  }

  /// Takes what was merged for an edit after those that were repeated, unless these have led there. It
  /// takes their place if they have done anything that the merge does not, as deleting a section
  /// deletes the entries that are new in it.
  private func take(
    _ merged: Merged, isRepeated: Bool, into result: inout Refresh
  ) throws(SessionError) {
    result.conflicts = merged.conflicts
    let own = merged.catalogue.document
    let repeated = try reparsed(catalogue).document
    // If all were repeated, they decide about the order.
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

  /// Whether a document has what a merged one has of what others have, as often: it may have filed that
  /// elsewhere.
  private func hasSame(
    _ repeated: PropertyListDocument, as merged: PropertyListDocument,
    of theirs: PropertyListDocument
  ) -> Bool {
    let found = ContentHashes.scalarCounts(of: repeated)
    let wanted = ContentHashes.scalarCounts(of: merged)
    return ContentHashes.scalarCounts(of: theirs).keys.allSatisfy { found[$0] == wanted[$0] }
  }

  // MARK: What has become of items

  /// What some items of a catalogue have become in the present one, by which they may go on being
  /// known; those that are gone are left out.
  ///
  /// - Parameter old: A catalogue of the session, as it is after all edits of it.
  package func successors(of items: Set<Item>, from old: Catalogue) -> [Item: Item] {
    if items.isEmpty || old.isRestored || catalogue.isRestored { return [:] }
    guard let before = try? RereadCatalogue(old, file.current),
      let now = try? RereadCatalogue(catalogue, file.current)
    else { return [:] }
    return before.successors(of: items, in: now)
  }
}
