package import Catalogues
package import ICUText

/// What rows are listed under.
package enum Heading: Hashable, Sendable {
  /// The whole list, which has no row of its own.
  case top
  /// A section of the file.
  case section(Section.ID)
  /// A letter of an alphabetic index.
  case letter(Letter)
  /// The new or the changed entries of a section, under a letter, or of the whole list.
  case sectionNews(Section.ID, News)
  case letterNews(Letter, News)
  case news(News)

  package func hash(into hasher: inout Hasher) {
    // One number suffices, and sets of many headings take half of the time.
    switch self {
    case .top: hasher.combine(-1)
    case .section(let section), .sectionNews(let section, _): hasher.combine(section.rawValue)
    case .letter(let letter), .letterNews(let letter, _): hasher.combine(letter)
    case .news: hasher.combine(-2)
    }
  }

  package enum News: String, Sendable {
    case new, changed
  }

  /// The section, if the heading is that of a section.
  package var section: Section.ID? { if case .section(let section) = self { section } else { nil } }

  /// The letter, if the heading is one.
  package var letter: Letter? { if case .letter(let letter) = self { letter } else { nil } }
}

extension Item {
  /// The heading of the item; `nil` for an entry.
  package var heading: Heading? {
    switch self {
    case .section(.root): .top
    case .section(let section): .section(section)
    case .entry: nil
    }
  }
}
