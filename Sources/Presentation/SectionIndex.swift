package import Catalogues
import ICUText

/// The index of a catalogue's sections: finds a section by its title, like the strip of letters
/// beside a phone's contacts.
package struct SectionIndex {
  private let catalogue: Catalogue
  private let filing: NameFiling
  private let folding = CaseFolding()

  package init(_ catalogue: Catalogue, filing: NameFiling) {
    self.catalogue = catalogue
    self.filing = filing
  }

  package enum Answer {
    case found(Section.ID)
    /// The section before the title in the index, since none has that title.
    case nearest(Section.ID)

    package var section: Section.ID {
      switch self {
      case .found(let section), .nearest(let section): section
      }
    }
  }

  /// The section with a title, or the nearest one; `nil` if there are no sections.
  ///
  /// The title is looked for as it is written, without regard to case and accents, as the beginning
  /// of a title, as an address, and as the reading of a title. Otherwise, the answer is the
  /// outermost section whose title comes last before it, else the first section.
  ///
  /// - Complexity: O(*s*) in the number of sections.
  package func section(titled title: String, book: AddressBook) -> Answer? {
    let sections = catalogue.sections(in: .root)
    let folded = folding.fold(title)
    var tests: [(String) -> Bool] = [{ $0 == title }]
    // In Swedish, Ö is a letter beside O: it does not mean O.
    if !isOwnLetter(title) {
      tests += [
        { self.folding.fold($0) == folded }, { self.folding.fold($0).starts(with: folded) },
      ]
    }
    for test in tests {
      if let section = sections.first(where: { test(catalogue.shownTitle(of: $0) ?? "") }) {
        return .found(section)
      }
    }
    // Names in addresses are compared as titles are.
    if !isOwnLetter(title), let address = try? Address(title),
      case .section(let section)? = try? book.item(at: address),
      section != .root
    {
      return .found(section)
    }
    if let section = section(soundingLike: title, among: sections) { return .found(section) }
    return nearest(to: title).map { .nearest($0) }
  }

  /// Whether a text, in upper or lower case, has a label of its own in the locale, beside that of
  /// its base letter.
  package func isOwnLetter(_ text: String) -> Bool {
    let wanted = folding.fold(text)
    let same = filing.index.letters.map { filing.index[$0].text }.filter {
      folding.fold($0) == wanted
    }
    return same.count > 1 && same.contains { $0.lowercased() == text.lowercased() }
  }

  // MARK: By reading

  /// The first section whose title has a reading that begins with a text, or is filed under the
  /// label that equals the text.
  private func section(soundingLike text: String, among sections: [Section.ID]) -> Section.ID? {
    let wanted = folding.fold(text).filter { $0 != UInt8(ascii: " ") }
    guard !wanted.isEmpty else { return nil }
    let readings = sections.lazy.compactMap { section in
      filing.reading(of: name(of: section)).map { (section, reading: $0) }
    }
    let spoken = readings.first { _, reading in
      folding.fold(reading).filter { $0 != UInt8(ascii: " ") }.starts(with: wanted)
    }
    if let spoken { return spoken.0 }
    guard
      let letter = filing.index.letters.first(where: {
        folding.fold(filing.index[$0].text) == wanted
      })
    else { return nil }
    return readings.first { section, _ in filing.letter(of: name(of: section)) == letter }?.0
  }

  /// The title of a section, or the label of its first entry if it has none.
  private func name(of section: Section.ID) -> String {
    if let title = catalogue.shownTitle(of: section) { return title }
    guard case .entry(let entry)? = catalogue.sections[section].items.first(where: \.isEntry) else {
      return ""
    }
    return catalogue.label(of: entry)
  }

  // MARK: By order

  private func nearest(to title: String) -> Section.ID? {
    let outermost = Array(catalogue.root.sections)
    // Signs are at the end, as under letters.
    if title == "#" { return outermost.last }
    let wanted = filing.position(of: title).key
    let titled = spelled(outermost).compactMap { section in
      catalogue.shownTitle(of: section).map { (section: section, key: filing.position(of: $0).key) }
    }
    let before = titled.filter { !wanted.lexicographicallyPrecedes($0.key) }
    return before.max { $0.key.lexicographicallyPrecedes($1.key) }?.section ?? outermost.first
  }

  /// The sections that have a place in the order of titles.
  ///
  /// These are all; but if most titles are labels of the index, sections with titles in Han script
  /// have none: a section next to letters, such as one of frequent entries, is not before or after
  /// any of them.
  private func spelled(_ sections: [Section.ID]) -> [Section.ID] {
    let labels = Set(filing.index.labels.map(\.text))
    let titles = sections.map { catalogue.shownTitle(of: $0) ?? "" }
    guard titles.count(where: labels.contains) * 2 > titles.count else { return sections }
    return zip(sections, titles).filter { filing.reading(of: $1) == nil }.map(\.0)
  }
}
