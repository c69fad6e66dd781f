import Catalogues
import Presentation
import Searching

/// Entries that were found, are new or have changed, and the way they are listed.
struct Hits {
  var entries: ArraySlice<Entry.ID>
  /// The matches of the search that found the entries; `nil` if they are new or have changed.
  var matches: HitMatches?
  var showsPositions = false
  /// The filing under whose letters the entries are listed instead of under their sections, if any.
  var filing: EntryFiling?
  /// The entries that were changed; all others are new. `nil` for entries that were found.
  var changed: Set<Entry.ID>?

  /// The heading that an entry is listed under.
  private func heading(of entry: Entry.ID, in catalogue: Catalogue) -> Heading {
    let news = changed.map { $0.contains(entry) ? Heading.News.changed : .new }
    if let filing {
      let letter = filing.letter(of: entry, in: catalogue)
      return news.map { .letterNews(letter, $0) } ?? .letter(letter)
    }
    if catalogue.isFlat { return news.map { .news($0) } ?? .top }
    let section = catalogue.section(of: entry)
    return news.map { .sectionNews(section, $0) } ?? .section(section)
  }

  /// The hits whose entries have not been deleted since.
  func stillThere(in catalogue: Catalogue) -> Hits {
    let inOutline = catalogue.inOutline(entries.sorted())
    var hits = self
    if filing == nil, changed == nil {
      hits.entries = inOutline[...]
    } else {
      let there = Set(inOutline)
      hits.entries = entries.filter(there.contains)[...]
    }
    return hits
  }

  /// The first entries, grouped under headings.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of rows; at least one entry is included in any case.
  ///   - countsHeadings: Whether headings count as rows.
  func page(
    of catalogue: Catalogue, limit: Int, countsHeadings: Bool
  ) -> (sectioning: Sectioning, count: Int) {
    var groups: [(heading: Heading, entries: [Entry.ID])] = []
    var numbers: [Heading: Int] = [:]
    var (room, count) = (limit, 0)
    for entry in entries {
      let heading = heading(of: entry, in: catalogue)
      let number = groups.last?.heading == heading ? groups.count - 1 : numbers[heading]
      room -= countsHeadings && number == nil && heading != .top ? 2 : 1
      if room < 0, count > 0 { break }
      count += 1
      if let number {
        groups[number].entries.append(entry)
      } else {
        numbers[heading] = groups.count
        groups.append((heading, [entry]))
      }
    }
    let sectioning = Sectioning(catalogue, groups: groups, letters: filing?.names.index)
    return (sectioning, count)
  }
}
