package import Catalogues

/// Goes down an alphabetic index row by row, past what is under closed labels.
package struct IndexCursor {
  package enum Row: Equatable {
    /// A label, by its group.
    case heading(AlphabeticListing.Group)
    case entry(Entry.ID)
  }

  /// The position among the groups of the one that is being gone through.
  private var group: Int
  private let isSingle: Bool
  /// The position of the next entry in it; `nil` if its label comes first.
  private var position: Int?
  /// That group as it was when its place was kept.
  private var kept: AlphabeticListing.Group?

  /// From a group on to the end of the index.
  package init(from group: Int) { (self.group, isSingle) = (group, false) }

  /// One group alone.
  package init(_ group: Int) { (self.group, isSingle) = (group, true) }

  /// The next row, `nil` at the end.
  package mutating func next(
    in listing: AlphabeticListing, isClosed: (_ place: Int) -> Bool
  ) -> Row? {
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
      (group, position) = (isSingle ? .max : group + 1, nil)
    }
    return nil
  }

  /// Goes past some rows; past as many as there can be, it counts what is left.
  ///
  /// - Returns: How many rows there were to go past.
  /// - Complexity: O(*g*) in the labels that are gone past.
  package mutating func skip(
    _ count: Int = .max, in listing: AlphabeticListing, isClosed: (_ place: Int) -> Bool
  ) -> Int {
    var skipped = 0
    while skipped < count {
      let passed = skipEntries(count - skipped, in: listing)
      if passed == 0, next(in: listing, isClosed: isClosed) == nil { break }
      skipped += max(passed, 1)
    }
    return skipped
  }

  /// - Returns: How many entries of the label there were to go past.
  private mutating func skipEntries(_ count: Int, in listing: AlphabeticListing) -> Int {
    guard let next = position, group < listing.groups.count else { return 0 }
    let passed = min(count, listing.groups[group].entries.count - next)
    position = next + passed
    return passed
  }

  /// Notes between which rows it stands, so that edits do not make it skip or repeat others.
  mutating func keepPlace(in listing: AlphabeticListing) {
    kept = group < listing.groups.count ? listing.groups[group] : nil
  }

  /// Goes to the place that was kept in a listing that was made since.
  ///
  /// - Complexity: O(*n*) in the entries of the group.
  mutating func findPlace(in listing: AlphabeticListing) {
    guard let kept else { return }
    group = listing.groups.firstIndex { $0.place >= kept.place } ?? listing.groups.count
    guard let position, group < listing.groups.count, listing.groups[group].place == kept.place
    else {
      position = nil
      if isSingle,
        !listing.groups.indices.contains(group) || listing.groups[group].place != kept.place
      {
        group = .max
      }
      return
    }
    let entries = listing.groups[group].entries
    let indices = Dictionary(uniqueKeysWithValues: zip(entries, entries.indices))
    let next = kept.entries.dropFirst(position).lazy.compactMap { indices[$0] }.first
    let last = kept.entries.prefix(position).reversed().lazy.compactMap { indices[$0] }.first
    self.position = next ?? last.map { $0 + 1 } ?? 0
  }
}
