import ICUText
import PropertyLists

/// Turns addresses into the items of a catalogue and back. Not safe for concurrent use.
package final class AddressBook {
  private let catalogue: Catalogue
  private let comparedNames: Int

  /// - Parameter comparedNames: How many names of a section are compared with one that none of its
  ///   items has.
  package init(_ catalogue: Catalogue, comparedNames: Int = 20_000) {
    self.catalogue = catalogue
    self.comparedNames = comparedNames
  }

  /// The address of an item: names where they are unique in their section, else positions.
  ///
  /// - Complexity: O(log *n*) in the items of its sections, but O(*n*) for the first item of each,
  ///   unless the catalogue was restored and therefore knows which names are unique.
  package func address(of item: Item) -> String {
    let path = pathComponents(of: item)
    // Without a preceding section, the slash distinguishes an entry of the root from a section.
    if path.count == 1, case .entry = item { return "/" + path[0] }
    return path.joined(separator: "/")
  }

  /// The position of an item: `2.16` is the sixteenth item of the second item of the root.
  package func position(of item: Item) -> String {
    steps(to: item).map { String(catalogue.position(of: $0) + 1) }.joined(separator: ".")
  }

  private func pathComponents(of item: Item) -> [String] {
    steps(to: item).map { step in
      let parent = catalogue.parent(of: step)
      let name = name(of: step)
      if name.isEmpty
        || catalogue.hasAmbiguousName(step)
          ?? catalogue.names.isRepeated(name, in: parent, of: catalogue)
      {
        return "#\(catalogue.position(of: step) + 1)"
      }
      return Address.escaped(name)
    }
  }

  private func steps(to item: Item) -> [Item] {
    switch item {
    case .section(let section): catalogue.path(to: section).map { .section($0) }
    case .entry(let entry):
      catalogue.path(to: catalogue.section(of: entry)).map { .section($0) } + [item]
    }
  }

  private func name(of item: Item) -> String {
    catalogue.names.reader.name(of: item, in: catalogue)
  }
}

// MARK: Resolving

extension AddressBook {
  /// The item at an address.
  ///
  /// A name is looked up as it is written, then folded (ignoring case and accents), then as the
  /// beginning of exactly one name.
  ///
  /// - Throws: `AddressError`, with the candidates.
  /// - Complexity: O(log *n*) in the items of the sections that the address leads through, but
  ///   O(*n*) the first few times that a name is looked up in one, or if no item has that name.
  package func item(at address: Address) throws(AddressError) -> Item {
    var item = Item.section(.root)
    for component in address.components {
      switch item {
      case .section(.root) where catalogue.shape.isForm:
        item = try self.item(component, inForm: catalogue.root)
      case .section(let section): item = try self.item(component, in: section)
      case .entry(let entry): item = try self.item(component, inRow: entry)
      }
    }
    return item
  }

  /// An item of the outermost list of a form, or else one of its rows, whatever section it is in:
  /// sections of forms often have no titles.
  private func item(
    _ component: Address.Component, inForm root: Section
  ) throws(AddressError) -> Item {
    guard case .name(let name) = component else { return try item(component, in: root.id) }
    if let item = try find(name, in: .section(root.id)) { return item }
    return try item(named: name, in: .everything)
  }

  /// One of the rows that a row of a form owns.
  private func item(
    _ component: Address.Component, inRow entry: Entry.ID
  ) throws(AddressError) -> Item {
    let section = catalogue.section(of: entry)
    let form = catalogue.shape.isForm ? catalogue.formSection(section) : nil
    guard let form, let position = form.position(of: entry), !form.rows(of: position).isEmpty else {
      throw .notASection(address(of: .entry(entry)))
    }
    let rows = form.rows(of: position).map { Item.entry(form.entries[$0]) }
    switch component {
    case .name(let name):
      if let row = try find(name, among: rows) { return row }
      throw notFound(name, among: rows, in: section)
    case .position(let position):
      let index = position > 0 ? position - 1 : rows.count + position
      guard rows.indices.contains(index) else {
        throw .outOfRange(
          position: position, inside: address(of: .entry(entry)), count: rows.count)
      }
      return rows[index]
    }
  }

  private func item(
    _ component: Address.Component, in section: Section.ID
  ) throws(AddressError) -> Item {
    switch component {
    case .position(let position):
      let count = catalogue.sections[section].itemCount
      let index = position > 0 ? position - 1 : count + position
      guard (0..<count).contains(index) else {
        throw .outOfRange(position: position, inside: place(section), count: count)
      }
      return catalogue.sections[section].item(at: index)
    case .name(let name):
      return try item(named: name, in: .section(section))
    }
  }

  /// The one item of a section, or of all entries, that a name leads to.
  private func item(
    named name: String, in scope: ItemNames.Scope
  ) throws(AddressError) -> Item {
    if let item = try find(name, in: scope) { return item }
    let section = if case .section(let section) = scope { section } else { Section.ID.root }
    throw notFound(name, among: ItemNames.items(of: scope, in: catalogue), in: section)
  }

  /// The one item of a section, or of all entries, that a name leads to; `nil` if there is none.
  private func find(_ name: String, in scope: ItemNames.Scope) throws(AddressError) -> Item? {
    guard let (table, look) = catalogue.names.table(of: scope, in: catalogue) else {
      switch scope {
      case .section(let section): return try find(name, among: catalogue.sections[section].items)
      case .everything: return try find(name, among: ItemNames.items(of: scope, in: catalogue))
      }
    }
    let wanted = look.reader.name(name)
    for find in [table.items(named:_:), table.items(folded:_:), table.items(beginning:_:)] {
      let found = find(wanted, look)
      let some = table.items(found, limit: 2)
      if some.count == 1 { return some[0] }
      if some.count > 1 { throw ambiguous(name, inOrder(table.items(found))) }
    }
    return nil
  }

  /// Items of a section, or some entries, in outline order.
  private func inOrder(_ items: [Item]) -> [Item] {
    if items.count < 2 { return items }
    let parents = Set(items.map(catalogue.parent))
    if parents.count == 1 {
      let placed = items.map { (item: $0, position: catalogue.position(of: $0)) }
      return placed.sorted { $0.position < $1.position }.map(\.item)
    }
    let entries = items.compactMap { if case .entry(let entry) = $0 { entry } else { nil } }
    return catalogue.inOutline(entries.sorted()).map { .entry($0) }
  }

  private func ambiguous(_ name: String, _ found: [Item]) -> AddressError {
    .ambiguous(name: name, candidates: found.prefix(50).map(address))
  }

  private func notFound(
    _ name: String, among items: [Item], in section: Section.ID
  ) -> AddressError {
    .notFound(name: name, inside: place(section), nearest: nearest(to: name, among: items))
  }

  /// The one of some items that a name leads to; `nil` if there is none.
  private func find(
    _ name: String, among items: some Sequence<Item>
  ) throws(AddressError) -> Item? {
    let reader = catalogue.names.reader
    let folded = reader.fold(name)
    // Each test is tried only if the previous one finds nothing.
    let tests: [(Item) -> Bool] = [
      { self.name(of: $0) == name },
      { reader.fold(self.name(of: $0)) == folded },
      { reader.fold(self.name(of: $0)).starts(with: folded) },
    ]
    for test in tests {
      let found = items.filter(test)
      if found.count == 1 { return found[0] }
      if found.count > 1 { throw ambiguous(name, found) }
    }
    return nil
  }

  private func place(_ section: Section.ID) -> String? {
    section == .root ? nil : address(of: .section(section))
  }

  /// The items with the most similar names, at most three edits away.
  private func nearest(to name: String, among items: [Item]) -> [String] {
    let folded: (String) -> [Character] = {
      Array(String(decoding: self.catalogue.names.reader.fold($0), as: UTF8.self))
    }
    let wanted = folded(name)
    let limit = min(3, max(1, wanted.count / 2))
    return items.prefix(comparedNames)
      .map { ($0, editDistance(wanted, folded(self.name(of: $0)), limit: limit)) }
      .filter { $0.1 <= limit }
      .sorted { $0.1 < $1.1 }
      .prefix(3)
      .map { address(of: $0.0) }
  }
}
