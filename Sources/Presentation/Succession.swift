import Catalogues

/// The successors of the items of a catalogue that was read again. Items that are gone get negative
/// numbers.
struct Succession {
  private let successors: [Item: Item]

  init(_ successors: [Item: Item]) { self.successors = successors }

  func of(_ entry: Entry.ID) -> Entry.ID {
    successors[.entry(entry)]?.entry ?? entry.advanced(by: .min)
  }

  func of(_ section: Section.ID) -> Section.ID {
    guard case .section(let new)? = successors[.section(section)] else {
      return section.advanced(by: .min)
    }
    return new
  }

  func of(_ heading: Heading) -> Heading {
    switch heading {
    case .section(let section): .section(of(section))
    case .sectionNews(let section, let news): .sectionNews(of(section), news)
    case .top, .letter, .letterNews, .news: heading
    }
  }
}
