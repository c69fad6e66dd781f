package import ICUText

/// Entries under the letters of a language, as in a telephone book.
package struct AlphabeticListing: Sendable {
  /// What stands under one letter.
  package struct Group: Equatable, Sendable {
    /// The letter's place among the labels of the index.
    package let place: Int
    /// The entries, sorted.
    package let entries: [Int]
  }

  package let index: AlphabeticIndex
  /// The letters that have entries, in order.
  package let groups: [Group]

  /// Files entries by their keys and sorts them in the locale's order. Those that are alike stay in
  /// the order given.
  ///
  /// - Parameter key: What an entry is filed and sorted by: its label, or what that sounds like
  ///   (see `AlphabeticIndex.filesHanByReading`).
  /// - Complexity: O(*n* log *n*), some microseconds an entry.
  package init(
    _ entries: some Sequence<Int>, index: AlphabeticIndex, key: (_ entry: Int) -> String
  ) {
    self.index = index
    let collator = Collator(locale: index.locale.name)
    var filed: [[(key: [UInt8], entry: Int)]] = Array(repeating: [], count: index.labels.count)
    for entry in entries {
      let text = key(entry)
      filed[index.place(of: text)].append((collator.sortKey(of: text), entry))
    }
    groups = filed.indices.compactMap { place in
      guard !filed[place].isEmpty else { return nil }
      let order = filed[place].indices.sorted { one, other in
        let (first, second) = (filed[place][one].key, filed[place][other].key)
        return first == second ? one < other : first.lexicographicallyPrecedes(second)
      }
      return Group(place: place, entries: order.map { filed[place][$0].entry })
    }
  }

  package func label(of group: Group) -> AlphabeticIndex.Label { index.labels[group.place] }

  /// The strip beside the list: the locale's own labels, and others where entries stand under them,
  /// with how many do.
  package var strip: [(label: AlphabeticIndex.Label, entryCount: Int)] {
    var counts = [Int](repeating: 0, count: index.labels.count)
    for group in groups { counts[group.place] = group.entries.count }
    return zip(index.labels, counts).filter { $0.0.isOwn || $0.1 > 0 }.map { ($0.0, $0.1) }
  }

  /// The group of the label that somebody typed, or the nearest before it, else the first; `nil` if
  /// there is none.
  package func group(named name: String) -> Group? {
    let place = index.place(named: name)
    return groups.last { $0.place <= place } ?? groups.first
  }
}
