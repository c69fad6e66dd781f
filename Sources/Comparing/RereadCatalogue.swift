package import Catalogues
import PropertyLists

/// An edited catalogue, together with the catalogue as it is read again from the edited text.
package struct RereadCatalogue {
  private let catalogue: Catalogue
  /// The catalogue read again from the edited text; the same catalogue if it was not edited.
  package let reading: Catalogue

  /// - Parameter read: Reads an edited catalogue.
  package init<Problem>(
    _ catalogue: Catalogue, _ read: (Catalogue) throws(Problem) -> Catalogue
  ) throws(Problem) {
    self.catalogue = catalogue
    reading = catalogue.isAsRead ? catalogue : try read(catalogue)
  }

  /// The items of a newer catalogue that are the same as some items of this one. Items that are
  /// gone are left out; the result is empty if an edited text is now read in another shape.
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

  /// Entries that only their labels tell to be the same: exactly one entry that is gone and one new
  /// entry have the label. The comparison of trees misses them where sections have single values.
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

  /// The items in `reading` for items of the edited catalogue or, if `areAsRead`, the other way
  /// round; empty if the outlines differ in kind.
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

extension Finding {
  /// The identity of a finding across versions of a file, without its line: its kind, its item, and
  /// the path from the item to the value that it is about.
  private struct Identity: Hashable {
    let code: Code
    let item: Item?
    let path: ValuePath?

    init(_ finding: Finding, of item: Item?, in catalogue: Catalogue) {
      (code, self.item) = (finding.code, item)
      let whole = catalogue.path(to: finding.node)
      let outer = item.flatMap { _ in finding.item.flatMap(catalogue.path) }
      path =
        if let whole, let outer, whole.steps.starts(with: outer.steps) {
          ValuePath(Array(whole.steps[outer.steps.count...]))
        } else {
          whole
        }
    }
  }

  /// The findings that were not in an older version of a catalogue. Items are matched by comparing
  /// both versions; if these are read in different shapes, values are matched by their paths.
  ///
  /// - Parameters:
  ///   - catalogue: The new version. Neither catalogue has been edited.
  ///   - older: The findings in the old version.
  /// - Complexity: That of `CatalogueChanges`.
  package static func new(
    among findings: [Finding], in catalogue: Catalogue, since older: [Finding], in old: Catalogue
  ) -> [Finding] {
    if findings.isEmpty || older.isEmpty { return findings }
    let items = Set(older.compactMap(\.item))
    let successors = RereadCatalogue(old) { $0 }.successors(
      of: items, in: RereadCatalogue(catalogue) { $0 })
    var known: [Identity: Int] = [:]
    for finding in older {
      let item = finding.item.flatMap { successors[$0] }
      // A finding of an item that is gone must not match by its path the item that is there now.
      if finding.item != nil, item == nil, !successors.isEmpty { continue }
      known[Identity(finding, of: item, in: old), default: 0] += 1
    }
    return findings.filter { finding in
      let identity = Identity(
        finding, of: successors.isEmpty ? nil : finding.item, in: catalogue)
      guard let count = known[identity], count > 0 else { return true }
      known[identity] = count - 1
      return false
    }
  }
}
