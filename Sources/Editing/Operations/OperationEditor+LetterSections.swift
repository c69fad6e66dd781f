import Catalogues
package import ICUText

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
