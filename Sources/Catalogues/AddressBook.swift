import ICUText
import PropertyLists

/// Turns addresses into the items of a catalogue and back. For one thread.
package final class AddressBook {
  private let catalogue: Catalogue
  private let folder = TextFolder()
  /// For each section that has been asked for, the hashes of names that more than one item has.
  private var ambiguousNames: [Int: Set<Int>] = [:]

  package init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  /// Forgets what names there are, since the catalogue has changed.
  package func forget() { ambiguousNames = [:] }

  /// The address of an item: names where they are unique in their section, else positions.
  ///
  /// - Complexity: O(1), but O(*n*) for the first item of a section with *n* items, unless the
  ///   catalogue was restored and so knows which names are unique.
  package func address(of item: Item) -> String {
    let path = pathComponents(of: item)
    // Without a section in front, the slash tells an entry of the root from a section.
    if path.count == 1, case .entry = item { return "/" + path[0] }
    return path.joined(separator: "/")
  }

  /// The position of an item: `2.16` is the sixteenth item of the second one.
  package func position(of item: Item) -> String {
    steps(to: item).map { String(catalogue.position(of: $0) + 1) }.joined(separator: ".")
  }

  private func pathComponents(of item: Item) -> [String] {
    steps(to: item).map { step in
      let parent = catalogue.parent(of: step)
      let name = name(of: step)
      if name.isEmpty || catalogue.hasAmbiguousName(step) ?? isAmbiguous(name, in: parent) {
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
    switch item {
    case .section(let section): catalogue.title(of: section) ?? ""
    case .entry(let entry): catalogue.label(of: entry)
    }
  }

  private func isAmbiguous(_ name: String, in section: Int) -> Bool {
    if let known = ambiguousNames[section] { return known.contains(name.hashValue) }
    var seen: Set<Int> = []
    var ambiguous: Set<Int> = []
    for item in catalogue.sections[section].items {
      let hash = self.name(of: item).hashValue
      if !seen.insert(hash).inserted { ambiguous.insert(hash) }
    }
    ambiguousNames[section] = ambiguous
    return ambiguous.contains(name.hashValue)
  }
}

// MARK: Resolving

extension AddressBook {
  /// The item at an address.
  ///
  /// A name is looked for as it is written, then folded (without regard to case and accents), then
  /// as the beginning of exactly one name.
  ///
  /// - Throws: `AddressError`, with the candidates.
  /// - Complexity: O(*n*) in the items of the sections that the address leads through.
  package func item(at address: Address) throws(AddressError) -> Item {
    var item = Item.section(0)
    for component in address.components {
      switch item {
      case .section(0) where catalogue.shape.isForm:
        item = try self.item(component, inForm: catalogue.root)
      case .section(let section): item = try self.item(component, in: section)
      case .entry(let entry): item = try self.item(component, inRow: entry)
      }
    }
    return item
  }

  /// What stands in the outermost list of a form, or else one of its rows, whatever section that
  /// stands in: sections of forms often have no titles.
  private func item(
    _ component: Address.Component, inForm root: Section
  ) throws(AddressError) -> Item {
    do throws(AddressError) {
      return try item(component, in: root.index)
    } catch {
      guard case .notFound = error, case .name(let name) = component else { throw error }
      var rows: [Item] = []
      catalogue.forEachEntry(in: 0) { rows.append(.entry($0)) }
      return try item(named: name, among: rows, in: 0)
    }
  }

  /// One of the rows that a row of a form owns.
  private func item(
    _ component: Address.Component, inRow entry: Int
  ) throws(AddressError) -> Item {
    let section = catalogue.section(of: entry)
    let form = catalogue.shape.isForm ? catalogue.formSection(section) : nil
    guard let form, let position = form.position(of: entry), !form.rows(of: position).isEmpty else {
      throw .notASection(address(of: .entry(entry)))
    }
    let rows = form.rows(of: position).map { Item.entry(form.entries[$0]) }
    switch component {
    case .name(let name): return try item(named: name, among: rows, in: section)
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
    _ component: Address.Component, in section: Int
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
      return try item(named: name, among: catalogue.sections[section].items, in: section)
    }
  }

  /// The one of some items in a section that a name leads to.
  private func item(
    named name: String, among items: some Sequence<Item>, in section: Int
  ) throws(AddressError) -> Item {
    let folded = folder.fold(name)
    // Each is tried only if the one before finds nothing.
    let tests: [(Item) -> Bool] = [
      { self.name(of: $0) == name },
      { self.folder.fold(self.name(of: $0)) == folded },
      { self.folder.fold(self.name(of: $0)).starts(with: folded) },
    ]
    for test in tests {
      let found = items.filter(test)
      if found.count == 1 { return found[0] }
      if found.count > 1 {
        throw .ambiguous(name: name, candidates: found.prefix(50).map(address))
      }
    }
    throw .notFound(
      name: name, inside: place(section), nearest: nearest(to: folded, among: items))
  }

  private func place(_ section: Int) -> String? {
    section == 0 ? nil : address(of: .section(section))
  }

  /// The items with the most similar names, at most three edits away.
  private func nearest(to folded: [UInt8], among items: some Sequence<Item>) -> [String] {
    let wanted = Array(String(decoding: folded, as: UTF8.self))
    let limit = min(3, max(1, wanted.count / 2))
    return items.prefix(20_000)
      .map { item in
        (
          item,
          editDistance(wanted, Array(String(decoding: folder.fold(name(of: item)), as: UTF8.self)))
        )
      }
      .filter { $0.1 <= limit }
      .sorted { $0.1 < $1.1 }
      .prefix(3)
      .map { address(of: $0.0) }
  }

  /// The least number of characters to insert, delete or replace (Levenshtein).
  private func editDistance(_ first: [Character], _ second: [Character]) -> Int {
    if abs(first.count - second.count) > 3 { return .max }
    var row = Array(0...second.count)
    for (i, character) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in second.enumerated() {
        let replaced = diagonal + (character == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[second.count]
  }
}
