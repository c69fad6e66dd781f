import Catalogues
import Comparing
package import Editing
import Platform
import PropertyLists
import Searching
import Storage
import Terminal

/// Reading the file again after other programs have changed it.
extension Session {
  /// Reads the file again, as the command `refresh` does.
  package func readAgain() throws(SessionError) {
    try transaction { () throws(SessionError) in
      _ = try refresh()
    }
  }

  /// Resolves the conflicts of the last refresh, as an edit.
  ///
  /// - Parameter theirs: The numbers of conflicts in which the values of other programs replace the
  ///   session's.
  package func resolve(
    _ conflicts: EditingSession.Conflicts, theirs: Set<Int>
  ) throws(SessionError) {
    try transaction { () throws(SessionError) in
      if let failure = try editing.resolve(conflicts, theirs: theirs) { throw .journal(failure) }
    }
  }

  /// Reads the file again, repeats the unsaved edits, and lists what other programs have changed.
  ///
  /// - Returns: How many values other programs and the session have changed differently.
  @discardableResult
  func refresh() throws(SessionError) -> Int {
    var replaying: SessionError?
    let before = catalogue.document.unread
    let refresh = try editing.refresh(compares: reportsEdits) { records in
      do throws(SessionError) {
        return try replay(records, reportsImpossible: false)
      } catch {
        replaying = error
        return EditingSession.Replay()
      }
    }
    if let replaying { throw replaying }
    let unread = catalogue.document.unread
    if !unread.isSame(as: before) {
      for unread in unread { try output.warn("\(unread.error.location): \(unread)") }
    }
    conflicts = refresh.conflicts
    if let failure = refresh.journalFailure { throw .journal(failure) }
    let all = refresh.conflicts?.all ?? []
    for conflict in all { try output.write(line: VisibleText.shown(conflict.line)) }
    guard let changes = refresh.changes else { return all.count }
    try list(changes, of: refresh.catalogue)
    try report(naming: "read \(filePath) again: \(changes.summary)")
    return all.count
  }

  /// Lists new entries and then changed ones.
  private func list(_ changes: CatalogueChanges, of new: Catalogue) throws(SessionError) {
    let newEntries = inShownOrder(changes.newEntries, of: new)
    let changedEntries = inShownOrder(changes.changedEntries, of: new)
    let entries = newEntries + changedEntries
    if entries.isEmpty { return }
    let hits = Hits(
      entries: entries[...], filing: view.isOn ? view.entryFiling() : nil,
      changed: Set(changedEntries))
    try list(hits, above: 1)
  }

  /// The entries that have not been deleted, in the order of the outline or of the index. Ordering
  /// them cannot be interrupted, since the file has already been read again.
  private func inShownOrder(_ entries: [Entry.ID], of new: Catalogue) -> [Entry.ID] {
    var own = entries
    if new !== catalogue, !entries.isEmpty {
      // Repeated or merged edits have replaced the catalogue.
      let successors = editing.successors(of: Set(entries.map { .entry($0) }), from: new)
      own = entries.compactMap { successors[.entry($0)]?.entry }
    }
    let there = catalogue.inOutline(own.sorted())
    guard view.isOn else { return there }
    let listing = view.entryFiling().listing(of: there, in: catalogue) { _, _ in }
    return listing.groups.flatMap(\.entries)
  }
}

extension CatalogueChanges {
  /// How many entries and sections are new, gone and changed, in words.
  fileprivate var summary: String {
    let entries = CatalogueChanges.list([
      (newEntries.count, "new"), (goneEntryCount, "gone"), (changedEntries.count, "changed"),
      (movedEntryCount, "moved"),
    ])
    let sections = CatalogueChanges.list([
      (newSectionCount, "new"), (goneSectionCount, "gone"), (renamedSectionCount, "renamed"),
    ])
    let sectionsWithFields =
      changedSectionCount == 1 ? "1 section" : "\(changedSectionCount) sections"
    let fields = [
      hasRootChanged ? "the catalogue" : "", changedSectionCount == 0 ? "" : sectionsWithFields,
    ].filter { !$0.isEmpty }.joined(separator: " and ")
    if entries.isEmpty, sections.isEmpty, fields.isEmpty {
      return isSameText ? "nothing has changed" : "no entry or section has changed"
    }
    let parts = [
      entries, sections.isEmpty ? "" : "sections: " + sections,
      fields.isEmpty ? "" : "fields have changed in " + fields,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private static func list(_ counts: [(count: Int, word: String)]) -> String {
    counts.filter { $0.count > 0 }.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
  }
}
