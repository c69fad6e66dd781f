import Catalogues
import ICUText
import Outlines
import PropertyLists
import Searching

/// Entries that were found, under the headings of their sections or under the labels of an index.
struct HitRows {
  /// The search that found the entries; `nil` for entries that were added or changed.
  let search: EntrySearch?
  let showsPositions: Bool
  /// Whether matches are highlighted: not in entries that were found because they do not match.
  let showsMatches: Bool
  /// The index under whose labels the entries are listed instead of their sections, if any.
  let filing: EntryFiling?
  /// The entries that were changed, while the others are new; `nil` for entries that were found.
  var changed: Set<Entry.ID>?

  func print(_ entries: [Entry.ID], in session: Session) throws(SessionError) {
    let catalogue = session.catalogue
    var rest = entries[...]
    while let first = rest.first {
      let place = place(of: first, catalogue)
      let group = rest.prefix { self.place(of: $0, catalogue) == place }
      rest = rest.dropFirst(group.count)
      let heading = heading(of: place, in: session)
      if let heading {
        var line = StyledText(isColored: session.output.style.isColored)
        line.append(heading.prefix)
        line.append(value: heading.title, style: .title)
        try session.write(line: Session.noNumber + line.text)
      }
      let rows = rows(group, depth: heading == nil ? 0 : 1, in: session)
      try session.write(rows, begins: true, ends: true)
    }
  }

  /// The first entries, as many as fit on a page with their headings, but at least one.
  func page(
    of entries: ArraySlice<Entry.ID>, rows: Int, in catalogue: Catalogue
  ) -> ArraySlice<Entry.ID> {
    if filing == nil, changed == nil, catalogue.isFlat { return entries.prefix(rows) }
    var rest = rows
    var last: Place?
    var end = entries.startIndex
    while end < entries.endIndex {
      let place = place(of: entries[end], catalogue)
      rest -= place == last ? 1 : 2
      if rest < 0, end > entries.startIndex { break }
      (last, end) = (place, end + 1)
    }
    return entries[..<end]
  }

  /// A heading over entries.
  private enum Heading: Equatable {
    case section(Section.ID)
    /// A label of the index, by its position.
    case label(Int)
  }

  /// What the entries under one heading have in common.
  private struct Place: Equatable {
    let heading: Heading
    /// What happened to the entries, if they are listed as changes rather than hits.
    let news: String?
  }

  private func place(of entry: Entry.ID, _ catalogue: Catalogue) -> Place {
    Place(
      heading: filing.map { .label($0.place(of: entry, in: catalogue)) }
        ?? .section(catalogue.section(of: entry)),
      news: changed.map { $0.contains(entry) ? "changed" : "new" })
  }

  private func heading(
    of place: Place, in session: Session
  ) -> (prefix: String, title: String)? {
    switch place.heading {
    case .label(let label):
      guard let filing else { return nil }
      let title = filing.names.index.labels[label].text
      return (place.news.map { $0 + " under " } ?? "", title)
    case .section(let section):
      if session.catalogue.isFlat { return place.news.map { ("", $0) } }
      let title = section == .root ? "/" : session.book.address(of: .section(section))
      return (place.news.map { $0 + " in " } ?? "", title)
    }
  }

  private func rows(
    _ group: some Sequence<Entry.ID>, depth: Int, in session: Session
  ) -> [(row: OutlineRow, entry: Entry.ID)] {
    var items = session.itemRows
    items.setsRowsIn = false
    var rows: [(row: OutlineRow, entry: Entry.ID)] = []
    for entry in group {
      rows.append((row(of: entry, items.entry(entry, depth: depth), in: session), entry))
    }
    return rows
  }

  /// The row of an entry with its matches.
  private func row(
    of entry: Entry.ID, _ row: OutlineRow, in session: Session
  ) -> OutlineRow {
    let catalogue = session.catalogue
    var detail = row.detail?.value
    if let search, search.fields != .labelAndDetail {
      let showsDetail = detail == catalogue.detail(of: entry)
      let shown = [
        catalogue.labelNode(of: entry), showsDetail ? catalogue.detailNode(of: entry) : nil,
      ]
      detail = otherField(of: entry, search, besides: shown, catalogue) ?? detail
    }
    let position = showsPositions ? session.book.position(of: .entry(entry)) + "  " : ""
    return OutlineRow(
      kind: .entry, depth: row.depth, label: highlighted(row.label.value, after: position),
      detail: detail.map { highlighted($0, after: "") },
      style: row.style)
  }

  /// The first field that matches, with its key; `nil` if it is shown anyway.
  private func otherField(
    of entry: Entry.ID, _ search: EntrySearch, besides shown: [ScalarIndex?], _ catalogue: Catalogue
  ) -> String? {
    let records = EntryRecords(catalogue: catalogue, fields: search.fields)
    for field in records.searchedFields(of: entry) {
      let text = catalogue.document.text(of: field.node)
      if ranges(in: text).isEmpty { continue }
      if shown.contains(field.node) { return nil }
      return field.name.isEmpty ? text : "\(field.name)=\(text)"
    }
    return nil
  }

  private func highlighted(_ text: String, after prefix: String) -> OutlineRow.Text {
    let shift = prefix.utf8.count
    let ranges = showsMatches ? ranges(in: text) : []
    return OutlineRow.Text(
      prefix + text,
      highlights: ranges.map { ($0.lowerBound + shift)..<($0.upperBound + shift) })
  }

  /// The ranges of a text that match; none if the text is too hard for the expression.
  private func ranges(in text: String) -> [Range<Int>] {
    (try? search?.matcher.ranges(in: text)) ?? []
  }
}
