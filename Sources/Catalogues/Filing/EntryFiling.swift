package import ICUText

/// How the entries of a catalogue are filed, whatever sections they are in: by their labels or by
/// another field. Not safe for concurrent use.
package struct EntryFiling {
  package let names: NameFiling
  /// The field whose text the entries are filed by; `nil` for the label.
  package let key: String?

  package init(_ names: NameFiling, by key: String? = nil) {
    self.names = names
    self.key = key
  }

  /// The letter that an entry is filed under.
  package func letter(of entry: Entry.ID, in catalogue: Catalogue) -> Letter {
    name(of: entry, in: catalogue).map(names.letter(of:)) ?? names.index.rest
  }

  /// All entries under their labels, except hidden rows of a form.
  ///
  /// - Parameter check: Called now and then with how many entries of how many have been looked at;
  ///   an error that it throws ends the work.
  /// - Complexity: O(*n* log *n*), some microseconds per entry.
  package func listing<Failure: Error>(
    of catalogue: Catalogue, _ check: (_ done: Int, _ all: Int) throws(Failure) -> Void
  ) throws(Failure) -> AlphabeticListing {
    var entries: [Entry.ID] = []
    catalogue.forEachEntry(in: .root) { if !catalogue.isHidden($0) { entries.append($0) } }
    return try listing(of: entries, in: catalogue, check)
  }

  /// Some entries under their labels.
  package func listing<Failure: Error>(
    of entries: [Entry.ID], in catalogue: Catalogue,
    _ check: (_ done: Int, _ all: Int) throws(Failure) -> Void
  ) throws(Failure) -> AlphabeticListing {
    var count = 0
    return try AlphabeticListing(
      entries, filing: names,
      name: { entry throws(Failure) in
        count += 1
        if count % EntryFiling.checkInterval == 0 { try check(count, entries.count) }
        return name(of: entry, in: catalogue)
      }, value: { entry in key.flatMap { catalogue.sortValue(of: $0, of: entry) } },
      label: { catalogue.label(of: $0) })
  }

  private static let checkInterval = 1 << 12

  private func name(of entry: Entry.ID, in catalogue: Catalogue) -> String? {
    guard let key else { return catalogue.filedName(of: .entry(entry)) }
    return catalogue.shownField(key, of: entry)
  }
}
