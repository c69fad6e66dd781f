import PropertyLists

/// The entries whose form a new one takes.
extension CatalogueEditor {
  /// How many entries on either side are looked at.
  private static let reach = 32

  /// The values of an entry and of those around it, the nearest first.
  func neighbours(of entry: Int) -> [Int] {
    let section = catalogue.section(of: entry)
    let position = catalogue.position(of: .entry(entry))
    return [catalogue.value(of: entry)] + neighbours(around: position, in: section)
  }

  /// The values of entries, those before a position in front of those behind it as far away; where
  /// the section has none, those of another section.
  func neighbours(around position: Int, in section: Int) -> [Int] {
    entries(around: position, in: section).map(catalogue.value)
  }

  func entries(around position: Int, in section: Int) -> [Int] {
    let own = entries(near: position, in: section)
    if !own.isEmpty { return own }
    guard let other = sectionWithEntries(near: section) else { return [] }
    return entries(near: catalogue.sections[other].itemCount, in: other)
  }

  private func entries(near position: Int, in section: Int) -> [Int] {
    let whole = catalogue.sections[section]
    var found: [Int] = []
    for distance in 0..<CatalogueEditor.reach {
      for index in [position - 1 - distance, position + distance]
      where index >= 0 && index < whole.itemCount {
        if case .entry(let entry) = whole.item(at: index) { found.append(entry) }
      }
    }
    return found
  }

  /// The nearest section of the same level that holds entries, else any.
  private func sectionWithEntries(near section: Int) -> Int? {
    let holdsEntries: (Int) -> Bool = { index in
      self.catalogue.sections[index].runs.contains {
        if case .entries = $0.content { true } else { false }
      }
    }
    let whole = catalogue.sections[section]
    let siblings = section == 0 ? [] : Array(catalogue.sections[whole.parent].sections)
    let position = siblings.firstIndex(of: section) ?? 0
    let nearest = siblings.indices.sorted { abs($0 - position) < abs($1 - position) }
    if let sibling = nearest.lazy.map({ siblings[$0] }).first(where: holdsEntries) {
      return sibling
    }
    let all = catalogue.sections(in: 0)
    return all.first { catalogue.sections[$0].depth == whole.depth && holdsEntries($0) }
      ?? ([0] + all).first(where: holdsEntries)
  }

  /// The kind that a key's values have beside an entry, else in some entries of all sections; a
  /// string if none has it.
  func usualKind(of key: String, in neighbours: [Int]) -> NodeKind {
    kind(of: key, in: neighbours)
      ?? kind(of: key, in: catalogue.someEntries(1000).map(catalogue.value)) ?? .string
  }

  private func kind(of key: String, in values: [Int]) -> NodeKind? {
    for value in values where document.kind(of: value) == .dict {
      if let found = document.value(of: key, in: value) { return document.kind(of: found) }
    }
    return nil
  }

  /// The white space in front of a new item.
  func space(in section: Int, at position: Int) -> Space {
    let whole = catalogue.sections[section]
    for index in [position - 1, position] where index >= 0 && index < whole.itemCount {
      if let node = firstNode(of: whole.item(at: index)) {
        return document.space(before: document.elementStart(of: node))
      }
    }
    guard let list = lists(of: section).last ?? whole.node else { return Space([]) }
    let start = document.elementStart(of: document.key(before: list) ?? list)
    let outer = document.space(before: start)
    return outer.line(indentedBy: (outer.indentation ?? []) + document.indentationUnit)
  }
}
