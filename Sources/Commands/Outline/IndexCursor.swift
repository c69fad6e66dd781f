import Catalogues

/// Goes down an alphabetic index row by row, past what is under closed labels.
struct IndexCursor {
  enum Row: Equatable {
    /// A label, by its group.
    case heading(AlphabeticListing.Group)
    case entry(Int)
  }

  /// The position among the groups of the one that is being gone through.
  private var group: Int
  /// The position of the next entry in it; `nil` if its label comes first.
  private var position: Int?
  /// The place of that label, and the entries around the next row.
  private var neighbours: (place: Int, last: Int?, next: Int?)?

  /// From a group on to the end of the index.
  init(from group: Int) { self.group = group }

  /// The next row, `nil` at the end.
  mutating func next(in listing: AlphabeticListing, isClosed: (_ place: Int) -> Bool) -> Row? {
    while group < listing.groups.count {
      let whole = listing.groups[group]
      guard let next = position else {
        position = isClosed(whole.place) ? whole.entries.count : 0
        return .heading(whole)
      }
      if next < whole.entries.count {
        position = next + 1
        return .entry(whole.entries[next])
      }
      (group, position) = (group + 1, nil)
    }
    return nil
  }

  /// Notes between which rows it stands, so that edits do not make it skip or repeat others.
  mutating func keepPlace(in listing: AlphabeticListing) {
    guard group < listing.groups.count else { return }
    let entries = listing.groups[group].entries
    neighbours = (
      listing.groups[group].place,
      last: position.flatMap { $0 > 0 && $0 <= entries.count ? entries[$0 - 1] : nil },
      next: position.flatMap { $0 < entries.count ? entries[$0] : nil }
    )
  }

  /// Goes to the place that was kept in a listing that was made since.
  mutating func findPlace(in listing: AlphabeticListing) {
    guard let (place, last, next) = neighbours else { return }
    group = listing.groups.firstIndex { $0.place >= place } ?? listing.groups.count
    guard let position, group < listing.groups.count, listing.groups[group].place == place else {
      position = nil
      return
    }
    let entries = listing.groups[group].entries
    self.position =
      next.flatMap(entries.firstIndex)
      ?? last.flatMap(entries.firstIndex).map { $0 + 1 } ?? min(position, entries.count)
  }
}
