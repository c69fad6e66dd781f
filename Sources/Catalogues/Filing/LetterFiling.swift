package import ICUText
package import Readings

/// The outermost sections of a catalogue as letters under which new entries are filed by their
/// labels. Not safe for concurrent use.
package struct LetterFiling {
  private let sections: LetteredSections
  private let catalogue: Catalogue

  /// Reads the titles as letters of a language.
  ///
  /// - Returns: `nil` if too many are none.
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

  /// The section that an entry with this label belongs to, or where it is to be added.
  package func target(of label: String) -> LetterSection {
    sections.target(of: sections.filing.letter(of: label), in: catalogue)
  }

  /// The language in which most entries of a catalogue are under their letters.
  ///
  /// - Parameters:
  ///   - first: The language that is tried first, and is meant if it is not known by entries.
  ///   - table: The readings of Han characters.
  /// - Returns: `nil` if the sections are not letters, or the entries are under others.
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
