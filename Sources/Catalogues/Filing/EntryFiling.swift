package import ICUText
package import Readings

/// How all entries of a catalogue are filed under letters: by their labels or by another field.
/// Sections do not matter. Not safe for concurrent use.
package struct EntryFiling {
  package let names: NameFiling
  /// The field whose text the entries are filed by; `nil` for the label.
  package let key: String?

  package init(_ names: NameFiling, by key: String? = nil) {
    self.names = names
    self.key = key
  }

  /// The letter that an entry is filed under.
  package func letter(of entry: Entry.ID, in catalogue: Catalogue) -> Letter {
    name(of: entry, in: catalogue).map(names.letter(of:)) ?? names.index.rest
  }

  /// All entries under their letters, except hidden rows of a form.
  ///
  /// - Parameter check: Called now and then with the number of entries done and of all; an error
  ///   that it throws ends the work.
  /// - Complexity: O(*n* log *n*), some microseconds per entry.
  package func listing<Failure: Error>(
    of catalogue: Catalogue, _ check: (_ done: Int, _ all: Int) throws(Failure) -> Void
  ) throws(Failure) -> AlphabeticListing {
    var entries: [Entry.ID] = []
    catalogue.forEachEntry(in: .root) { if !catalogue.isHidden($0) { entries.append($0) } }
    return try listing(of: entries, in: catalogue, check)
  }

  /// Some entries under their letters.
  package func listing<Failure: Error>(
    of entries: [Entry.ID], in catalogue: Catalogue,
    _ check: (_ done: Int, _ all: Int) throws(Failure) -> Void
  ) throws(Failure) -> AlphabeticListing {
    var count = 0
    return try AlphabeticListing(
      entries, filing: names,
      name: { entry throws(Failure) in
        count += 1
        if count % EntryFiling.checkInterval == 0 { try check(count, entries.count) }
        return name(of: entry, in: catalogue)
      }, value: { entry in key.flatMap { catalogue.sortValue(of: $0, of: entry) } },
      label: { catalogue.label(of: $0) })
  }

  private static let checkInterval = 1 << 12

  private func name(of entry: Entry.ID, in catalogue: Catalogue) -> String? {
    guard let key else { return catalogue.filedName(of: .entry(entry)) }
    return catalogue.shownField(key, of: entry)
  }
}

/// The outermost sections of a catalogue as letters, for filing new entries by their labels. Not
/// safe for concurrent use.
package struct LetterFiling {
  private let sections: LetteredSections
  private let catalogue: Catalogue

  /// Reads the titles as letters of a language.
  ///
  /// - Returns: `nil` if too few titles are letters.
  /// - Complexity: O(*s*) in the number of sections.
  package init?(_ catalogue: Catalogue, _ filing: NameFiling) {
    guard
      let sections = LetteredSections(
        of: .root, in: catalogue, filing, least: 1, most: true)
    else {
      return nil
    }
    (self.sections, self.catalogue) = (sections, catalogue)
  }

  /// The section that an entry with this label belongs to, or the place where it would be added.
  package func target(of label: String) -> LetterSection {
    sections.target(of: sections.filing.letter(of: label), in: catalogue)
  }

  /// The language in which most entries of a catalogue are under their letters.
  ///
  /// - Parameters:
  ///   - first: The language that is tried first, and assumed if too few entries tell.
  ///   - table: The readings of Han characters.
  /// - Returns: `nil` if the sections are not letters, or too many entries are under wrong letters.
  /// - Complexity: O(*n*) in the number of entries.
  package static func locale(
    of catalogue: Catalogue, first: LocaleIdentifier, table: ReadingTable
  ) -> LocaleIdentifier? {
    let locales = FilingLocales(first, isFixed: false, table: table)
    if let found = locales.sections(of: .root, in: catalogue) { return found.filing.locale }
    let filing = NameFiling(first, table: table)
    guard
      let sections = LetteredSections(
        of: .root, in: catalogue, filing, least: 1, most: true)
    else {
      return nil
    }
    var (right, wrong) = (0, 0)
    sections.forEachEntry(in: catalogue) { _, _, verdict in
      if verdict == .isRight { right += 1 } else if verdict != .isUnknown { wrong += 1 }
    }
    return wrong * 2 <= right ? first : nil
  }
}
