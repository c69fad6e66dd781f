package import Catalogues

/// What rows are listed under.
package enum Heading: Hashable, Sendable {
  /// The whole list, which has no row of its own.
  case top
  /// A section of the file.
  case section(Section.ID)
  /// A letter, by its place among the labels of an alphabetic index.
  case letter(Int)
  /// The new or the changed entries of a section, under a letter, or of the whole list.
  case sectionNews(Section.ID, News)
  case letterNews(Int, News)
  case news(News)

  package func hash(into hasher: inout Hasher) {
    // One number suffices, and sets of many headings take half of the time.
    switch self {
    case .top: hasher.combine(-1)
    case .section(let section), .sectionNews(let section, _): hasher.combine(section.rawValue)
    case .letter(let place), .letterNews(let place, _): hasher.combine(place)
    case .news: hasher.combine(-2)
    }
  }

  package enum News: String, Sendable {
    case new, changed
  }

  /// The section, if the heading is that of a section.
  package var section: Section.ID? { if case .section(let section) = self { section } else { nil } }

  /// The letter's place, if the heading is a letter.
  package var letter: Int? { if case .letter(let place) = self { place } else { nil } }
}

extension Item {
  /// The item as what rows are listed under; `nil` for an entry.
  package var heading: Heading? {
    switch self {
    case .section(.root): .top
    case .section(let section): .section(section)
    case .entry: nil
    }
  }
}
