import Catalogues
package import ICUText

/// Dividing a catalogue into sections of letters.
extension OperationEditor {
  /// Rewrites a flat catalogue with sections and then reads it again.
  func buildSections(
    _ order: FilingOrder, _ keys: SectionKeys, isForced: Bool
  ) throws(SessionError) -> (Effect, Outcome) {
    let groups = try letterGroups(order)
    if !isForced { try checkMayFile(groups) }
    let effect = Effect(OperationEditor.report(groups))
    if groups.isEmpty { return (effect, .nothing) }
    return (effect, .replacement(try catalogueWithLetters(groups, keys)))
  }

  /// Inserts the first entry of an empty list into a section of its letter, and reads it again.
  func insertFirst(
    _ new: NewEntry, byLetterOf locale: LocaleIdentifier
  ) throws(SessionError) -> (Effect, Outcome) {
    let names = try entryFiling(FilingOrder(locale)).names
    let letter = names.index[names.letter(of: new.filedName(new.label ?? ""))].text
    let sectioned = try catalogue(of: editor) { () throws(SessionError) in
      try attempt(editor.writeLetter(letter, keys: SectionKeys()))
    }
    let first = CatalogueEditor(sectioned)
    let filled = try catalogue(of: first) { () throws(SessionError) in
      guard let section = sectioned.root.sections.first(where: { _ in true }) else {
        throw .edit(.noLetters(.readOtherwise(.sections(read: 0, wanted: 1))))
      }
      _ = try attempt(first.insert(new, at: .last(in: section)))
    }
    guard let section = filled.root.sections.first(where: { _ in true }), filled.entryCount == 1,
      filled.section(of: .first) == section
    else {
      let read = filled.root.sections.reduce(0) { $0 + filled.sections[$1].itemCount }
      throw .edit(
        .noLetters(.readOtherwise(.entries(section: letter, read: read, wanted: 1))))
    }
    return (Effect(on: .entry(.first), .inserted(.entry(.first))), .replacement(filled))
  }

  /// Inserts a section into an empty list, which is then read again.
  func insertFirstSection(_ title: String) throws(SessionError) -> (Effect, Outcome) {
    let sectioned: Catalogue
    do throws(SessionError) {
      sectioned = try catalogue(of: editor) { () throws(SessionError) in
        try attempt(editor.writeLetter(title, keys: SectionKeys()))
      }
    } catch .edit(.noLetters) {
      throw .edit(.noPlaceForSections)
    }
    guard let section = sectioned.root.sections.first(where: { _ in true }),
      sectioned.fullTitle(of: section) == title || title.isEmpty
    else { throw .edit(.noPlaceForSections) }
    return (Effect(.inserted(.section(section))), .replacement(sectioned))
  }

  /// The catalogue that is read from the text after an edit; the edit itself is undone.
  func catalogue(
    of editor: CatalogueEditor, after body: () throws(SessionError) -> Void
  ) throws(SessionError) -> Catalogue {
    let edit = try editor.edit(body)
    defer { if let edit { editor.undo(edit) } }
    return try reparsed(editor.catalogue)
  }

  /// The catalogue as it is read from the rewritten text; the rewriting itself is undone.
  private func catalogueWithLetters(
    _ groups: [LetterGroup], _ keys: SectionKeys
  ) throws(SessionError) -> Catalogue {
    let edit = try editor.edit { () throws(SessionError) in
      try attempt(editor.writeLetters(groups, keys: keys))
    }
    defer { if let edit { editor.undo(edit) } }
    return try readAgain(groups)
  }

  /// The catalogue as it would be read after saving.
  ///
  /// - Throws: `SessionError` if it would not have the intended sections.
  @discardableResult
  private func readAgain(_ groups: [LetterGroup]) throws(SessionError) -> Catalogue {
    let new = try reparsed(catalogue)
    if let difference = editor.difference(of: groups, in: new) {
      throw .edit(.noLetters(.readOtherwise(difference)))
    }
    return new
  }

  /// Files the entries of all sections again.
  func refile(_ order: FilingOrder, isForced: Bool) throws(SessionError) -> Effect {
    let groups = try letterGroups(order)
    if !isForced { try checkMayFile(groups) }
    try attempt(editor.refile(groups, force: isForced))
    if editor.hasChanges { try readAgain(groups) }
    return Effect(OperationEditor.report(groups))
  }

  /// - Throws: `SessionError` if an entry would move that is marked as not to be moved.
  private func checkMayFile(_ groups: [LetterGroup]) throws(SessionError) {
    for group in groups {
      let entries = group.entries.lazy.map { Item.entry($0) }
      if let section = group.section,
        catalogue.sections[section].items.elementsEqual(entries)
      {
        continue
      }
      for entry in entries { try attempt(editor.checkMayMove(entry)) }
    }
  }

  private static func report(_ groups: [LetterGroup]) -> Report {
    .filed(entries: groups.reduce(0) { $0 + $1.entries.count }, letters: groups.count)
  }

  /// All entries, grouped by letter.
  private func letterGroups(_ order: FilingOrder) throws(SessionError) -> [LetterGroup] {
    try attempt(editor.checkLetters())
    let filing = try entryFiling(order)
    let listing = try filing.listing(of: catalogue) { done, all throws(SessionError) in
      try checkInterrupt()
      didAdvance(done, all)
    }
    var sections: [Letter: Section.ID] = [:]
    for section in catalogue.root.sections {
      guard let title = catalogue.title(of: section),
        let letter = filing.names.index.letter(ofTitle: title), sections[letter] == nil
      else { continue }
      sections[letter] = section
    }
    return listing.groups.map { group in
      LetterGroup(
        title: listing.label(of: group).text, entries: group.entries,
        section: sections[group.letter])
    }
  }
}

/// Filing new entries by their letters.
extension OperationEditor {
  /// The language of the letters that the catalogue's sections are; that of the session if there
  /// are neither sections nor entries.
  ///
  /// - Throws: `SessionError` if the sections are not letters that entries are filed under.
  /// - Complexity: O(*n*) in the number of entries on the first call.
  package func letterLocale() throws(SessionError) -> LocaleIdentifier {
    let usual = usualFiling.locale
    if let known = loaded.letters.locale, loaded.letters.usual == usual { return known }
    if catalogue.root.itemCount == 0 { return usual }
    if catalogue.isFlat { throw .edit(.noLetters(.noSections)) }
    let found = LetterFiling.locale(
      of: catalogue, first: usual, table: try usualFiling.readingTable())
    guard let found else { throw .edit(.noLetters(.otherSections)) }
    (loaded.letters.usual, loaded.letters.locale) = (usual, found)
    return found
  }

  /// Inserts an entry in order into the section of its letter.
  func insert(
    _ label: String, _ fields: [FieldAssignment], byLetterOf locale: LocaleIdentifier
  ) throws(SessionError) -> Effect {
    if catalogue.isFlat { throw .edit(.noLetters(.noSections)) }
    let filing = try entryFiling(FilingOrder(locale)).names
    guard let letters = LetterFiling(catalogue, filing) else {
      throw .edit(.noLetters(.otherSections))
    }
    let new = NewEntry(label: label, fields: fields)
    let place = Place.last(in: try section(of: letters.target(of: new.filedName(label))))
    let item = try putting(at: place, .sorted) { () throws(EditError) in
      try editor.insert(new, at: place)
    }
    return Effect(on: item, .inserted(item))
  }

  /// The section of a letter, which is inserted if it is missing.
  ///
  /// - Parameter note: Called with the command that inserts the section.
  func section(
    of letter: LetterSection, _ note: (String) -> Void = { _ in }
  ) throws(SessionError) -> Section.ID {
    if let section = letter.section { return section }
    let siblings = catalogue.sections[letter.parent].sections
    if let made = siblings.first(where: { catalogue.fullTitle(of: $0) == letter.title }) {
      return made
    }
    let command = WrittenCommand(letter.insertion).typed(book)
    let effect = try make(letter.insertion)
    note(command)
    guard case .inserted(.section(let section)) = effect.report else {
      throw .edit(.notASection)
    }
    return section
  }
}
