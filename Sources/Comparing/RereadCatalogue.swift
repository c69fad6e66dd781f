package import Catalogues

/// A catalogue as it has been edited, and as it is read from the text that it has by now.
package struct RereadCatalogue {
  private let catalogue: Catalogue
  /// The same catalogue, if it was not edited.
  package let reading: Catalogue

  /// - Parameter read: Reads an edited catalogue.
  package init<Problem>(
    _ catalogue: Catalogue, _ read: (Catalogue) throws(Problem) -> Catalogue
  ) throws(Problem) {
    self.catalogue = catalogue
    reading = catalogue.isAsRead ? catalogue : try read(catalogue)
  }

  /// What some items have become in a catalogue that has replaced this one; those that are gone are
  /// left out, and all if by now a text is read in another shape.
  ///
  /// - Complexity: That of `CatalogueChanges`.
  package func successors(of items: Set<Item>, in new: RereadCatalogue) -> [Item: Item] {
    let (olds, news) = (
      counterparts(of: items, areAsRead: false), CatalogueChanges(from: reading, to: new.reading)
    )
    var found = news.successors(of: Set(olds.values))
    if found.count < olds.count, !news.newEntries.isEmpty {
      let namesakes = namesakes(news, in: new.reading)
      for old in olds.values where found[old] == nil { found[old] = namesakes[old] }
    }
    let edited = new.counterparts(of: Set(found.values), areAsRead: true)
    return olds.compactMapValues { found[$0].flatMap { edited[$0] } }
  }

  /// What only its label tells to be the same, since sections of single values look like entries in a
  /// tree: the label is that of one entry that is gone and of one that is new.
  private func namesakes(_ changes: CatalogueChanges, in new: Catalogue) -> [Item: Item] {
    let kept = changes.successors(of: Set(reading.entries.map { .entry($0) }))
    let gone = reading.entries.filter { kept[.entry($0)] == nil }
    let olds = Dictionary(grouping: gone, by: reading.label).filter { $1.count == 1 }
    let news = Dictionary(grouping: changes.newEntries, by: new.label)
    return Dictionary(
      uniqueKeysWithValues: olds.compactMap { label, olds in
        guard let news = news[label], news.count == 1, !label.isEmpty else { return nil }
        return (.entry(olds[0]), .entry(news[0]))
      })
  }

  /// What some items were read as, or what some are that were read.
  private func counterparts(of items: Set<Item>, areAsRead: Bool) -> [Item: Item] {
    if reading === catalogue { return Dictionary(uniqueKeysWithValues: items.map { ($0, $0) }) }
    let (edited, read) = (RereadCatalogue.outline(catalogue), RereadCatalogue.outline(reading))
    if edited.map(\.isEntry) != read.map(\.isEntry) { return [:] }
    let pairs = areAsRead ? zip(read, edited) : zip(edited, read)
    return Dictionary(uniqueKeysWithValues: pairs.filter { items.contains($0.0) })
  }

  private static func outline(_ catalogue: Catalogue) -> [Item] {
    var items = ([.root] + catalogue.sections(in: .root)).map { Item.section($0) }
    catalogue.forEachEntry(in: .root) { items.append(.entry($0)) }
    return items
  }
}
