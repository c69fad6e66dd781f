package import ICUText

/// Entries under the letters of a language, as in a telephone book.
package struct AlphabeticListing: Sendable {
  /// The entries under one letter.
  package struct Group: Equatable, Sendable {
    package let letter: Letter
    /// The entries, sorted.
    package let entries: [Entry.ID]
  }

  package let index: AlphabeticIndex
  /// The letters that have entries, in order.
  package let groups: [Group]

  /// Files entries by their names and sorts them in the locale's order. The sort is stable.
  ///
  /// - Parameters:
  ///   - name: Returns an entry's name; entries without one come last.
  ///   - value: Returns the value that an entry is sorted by under its letter; `nil` for its name.
  ///   - label: Returns the label by which entries without a name are sorted.
  /// - Complexity: O(*n* log *n*), some microseconds per entry.
  package init<Failure: Error>(
    _ entries: some Sequence<Entry.ID>, filing: NameFiling,
    name: (_ entry: Entry.ID) throws(Failure) -> String?,
    value: (_ entry: Entry.ID) -> SortValue? = { _ in nil },
    label: (_ entry: Entry.ID) -> String = { _ in "" }
  ) throws(Failure) {
    index = filing.index
    var filed = FiledNames(filing)
    var all: [Entry.ID] = []
    for entry in entries {
      all.append(entry)
      if let name = try name(entry) {
        filed.append(value(entry) ?? .text(name), filedAs: name)
      } else {
        filed.appendNameless(label(entry))
      }
    }
    let order = filed.order()
    var groups: [Group] = []
    var rest = order[...]
    while let first = rest.first {
      let letter = filed.letter(at: first)
      let members = rest.prefix { filed.letter(at: $0) == letter }
      groups.append(Group(letter: letter, entries: members.map { all[$0] }))
      rest = rest.dropFirst(members.count)
    }
    self.groups = groups
  }

  package func label(of group: Group) -> AlphabeticIndex.Label { index[group.letter] }
}
