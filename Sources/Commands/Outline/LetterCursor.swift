package import Catalogues

/// A cursor that moves down an alphabetic index row by row, skipping entries under closed labels.
package struct LetterCursor {
  package enum Row: Equatable {
    /// A label, by its group.
    case heading(AlphabeticListing.Group)
    case entry(Entry.ID)
  }

  /// The position of the current group among the groups.
  private var group: Int
  private let isSingle: Bool
  /// The position of the next entry in the current group; `nil` if its label comes first.
  private var position: Int?
  /// The current group as it was when its place was saved.
  private var kept: AlphabeticListing.Group?

  /// Creates a cursor from a group to the end of the index.
  package init(from group: Int) { (self.group, isSingle) = (group, false) }

  /// Creates a cursor over a single group.
  package init(_ group: Int) { (self.group, isSingle) = (group, true) }

  /// Returns the next row, or `nil` at the end.
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

  /// Skips some rows; by default all that are left, to count them.
  ///
  /// - Returns: The number of rows skipped.
  /// - Complexity: O(*g*) in the labels skipped.
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

  /// - Returns: The number of entries of the label that were skipped.
  private mutating func skipEntries(_ count: Int, in listing: AlphabeticListing) -> Int {
    guard let next = position, group < listing.groups.count else { return 0 }
    let passed = min(count, listing.groups[group].entries.count - next)
    position = next + passed
    return passed
  }

  /// Saves the cursor's place, so that edits do not make it skip or repeat rows.
  mutating func keepPlace(in listing: AlphabeticListing) {
    kept = group < listing.groups.count ? listing.groups[group] : nil
  }

  /// Moves to the saved place in a listing that was made since.
  ///
  /// - Complexity: O(*n*) in the number of entries in the group.
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
