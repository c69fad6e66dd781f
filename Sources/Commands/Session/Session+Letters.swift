import Catalogues
import ICUText

/// Dividing a catalogue into sections of letters.
extension Session {
  /// Rewrites a flat catalogue with sections and then reads it again; undoing goes back to the
  /// catalogue as it was.
  func buildSections(
    _ parsed: ParsedCommand, _ order: FilingOrder, _ keys: SectionKeyNames
  ) throws(SessionError) {
    let (command, record) = try describe(parsed)
    let groups = try letterGroups(order)
    if groups.isEmpty { return try report("nothing to change") }
    let before = state.loaded
    let after = load(try catalogueWithLetters(groups, SectionKeys(keys)))
    commit()
    go(to: after)
    try didEdit(.replacement(before: before, after: after), command: command, record: record)
    try report(Session.description(of: groups))
  }

  /// The catalogue as it is read from the rewritten text; the rewriting itself is undone.
  private func catalogueWithLetters(
    _ groups: [LetterGroup], _ keys: SectionKeys
  ) throws(SessionError) -> Catalogue {
    let edit = try editor.edit { () throws(SessionError) in
      try attempt { () throws(EditError) in try editor.writeLetters(groups, keys: keys) }
    }
    defer { if let edit { editor.undo(edit) } }
    return try readAgain(groups)
  }

  /// The catalogue as it would be read after saving.
  ///
  /// - Throws: `SessionError` if it would not have the intended sections.
  @discardableResult
  private func readAgain(_ groups: [LetterGroup]) throws(SessionError) -> Catalogue {
    let new: Catalogue
    do throws(CatalogueFile.Problem) {
      new = try file.reparse(catalogue)
    } catch {
      throw .file(path: file.path, error)
    }
    if let difference = editor.difference(of: groups, in: new) {
      throw .edit(.noLetters(.readOtherwise(difference)))
    }
    return new
  }

  /// Files the entries of all sections again.
  func refile(_ order: FilingOrder, isForced: Bool) throws(SessionError) -> Effect {
    let groups = try letterGroups(order)
    try attempt { () throws(EditError) in try editor.refile(groups, force: isForced) }
    if editor.hasChanges { try readAgain(groups) }
    return Effect { Session.description(of: groups) }
  }

  private static func description(of groups: [LetterGroup]) -> String {
    let count = groups.reduce(0) { $0 + $1.entries.count }
    return "filed \(count == 1 ? "1 entry" : "\(count) entries") under "
      + (groups.count == 1 ? "1 letter" : "\(groups.count) letters")
  }

  /// All entries, grouped by letter.
  private func letterGroups(_ order: FilingOrder) throws(SessionError) -> [LetterGroup] {
    try attempt { () throws(EditError) in try editor.checkLetters() }
    let filing = try entryFiling(order)
    let listing = try filing.listing(of: catalogue) { () throws(SessionError) in
      try checkInterrupt()
    }
    var sections: [Int: Section.ID] = [:]
    for section in catalogue.root.sections {
      guard let title = catalogue.title(of: section),
        let place = filing.names.index.place(ofTitle: title), sections[place] == nil
      else { continue }
      sections[place] = section
    }
    return listing.groups.map { group in
      LetterGroup(
        title: listing.label(of: group).text, entries: group.entries,
        section: sections[group.place])
    }
  }
}

extension SectionKeys {
  fileprivate init(_ names: SectionKeyNames) {
    self.init()
    if let title = names.title { self.title = title }
    if let entries = names.entries { self.entries = entries }
  }
}
