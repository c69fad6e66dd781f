package import ICUText

/// Entries under the letters of a language, as in a telephone book.
package struct AlphabeticListing: Sendable {
  /// The entries under one letter.
  package struct Group: Equatable, Sendable {
    /// The letter's place among the labels of the index.
    package let place: Int
    /// The entries, sorted.
    package let entries: [Entry.ID]
  }

  package let index: AlphabeticIndex
  /// The letters that have entries, in order.
  package let groups: [Group]

  /// Files entries by their names and sorts them in the locale's order. Entries that compare equal
  /// stay in the given order.
  ///
  /// - Parameters:
  ///   - name: Returns an entry's name; entries without one come last.
  ///   - label: Returns the label by which entries without a name are sorted.
  /// - Complexity: O(*n* log *n*), some microseconds per entry.
  package init<Failure: Error>(
    _ entries: some Sequence<Entry.ID>, filing: NameFiling,
    name: (_ entry: Entry.ID) throws(Failure) -> String?,
    label: (_ entry: Entry.ID) -> String = { _ in "" }
  ) throws(Failure) {
    index = filing.index
    var filed = FiledNames(filing)
    var all: [Entry.ID] = []
    for entry in entries {
      all.append(entry)
      if let name = try name(entry) {
        filed.append(name)
      } else {
        filed.appendNameless(label(entry))
      }
    }
    let order = filed.order()
    var groups: [Group] = []
    var rest = order[...]
    while let first = rest.first {
      let place = filed.place(at: first)
      let members = rest.prefix { filed.place(at: $0) == place }
      groups.append(Group(place: place, entries: members.map { all[$0] }))
      rest = rest.dropFirst(members.count)
    }
    self.groups = groups
  }

  package func label(of group: Group) -> AlphabeticIndex.Label { index.labels[group.place] }

  /// The index strip beside the list: the locale's own labels, and others that have entries, with
  /// the number of entries of each.
  package var strip: [(label: AlphabeticIndex.Label, entryCount: Int)] {
    var counts = [Int](repeating: 0, count: index.labels.count)
    for group in groups { counts[group.place] = group.entries.count }
    return zip(index.labels, counts).filter { $0.0.isOwn || $0.1 > 0 }.map { ($0.0, $0.1) }
  }

  /// The group of the label at a place, or of the nearest label before it that has entries, else
  /// the first group; `nil` if there is none.
  ///
  /// - Returns: Its position among the groups.
  package func group(nearest place: Int) -> Int? {
    groups.isEmpty ? nil : groups.lastIndex { $0.place <= place } ?? 0
  }
}
