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
    let found = news.successors(of: Set(olds.values))
    let edited = new.counterparts(of: Set(found.values), areAsRead: true)
    return olds.compactMapValues { found[$0].flatMap { edited[$0] } }
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
