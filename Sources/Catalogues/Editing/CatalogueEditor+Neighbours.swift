import PropertyLists

/// The entries that a new one is modelled on.
extension CatalogueEditor {
  /// The number of items on either side that are looked at.
  private static let reach = 32

  /// The values of an entry and of its neighbours, the nearest first.
  func neighbours(of entry: Entry.ID) -> [NodeIndex] {
    let section = catalogue.section(of: entry)
    let position = catalogue.position(of: .entry(entry))
    return [catalogue.value(of: entry)] + neighbours(around: position, in: section)
  }

  /// The values of the entries around a position, the nearest first and, at equal distance, the one
  /// before the position first; those of another section if the section has none.
  func neighbours(around position: Int, in section: Section.ID) -> [NodeIndex] {
    entries(around: position, in: section).map(catalogue.value)
  }

  func entries(around position: Int, in section: Section.ID) -> [Entry.ID] {
    let own = entries(near: position, in: section)
    if !own.isEmpty { return own }
    guard let other = sectionWithEntries(near: section) else { return [] }
    return entries(near: catalogue.sections[other].itemCount, in: other)
  }

  private func entries(near position: Int, in section: Section.ID) -> [Entry.ID] {
    let whole = catalogue.sections[section]
    var found: [Entry.ID] = []
    for distance in 0..<CatalogueEditor.reach {
      for index in [position - 1 - distance, position + distance]
      where index >= 0 && index < whole.itemCount {
        if case .entry(let entry) = whole.item(at: index) { found.append(entry) }
      }
    }
    return found
  }

  /// The nearest section of the same level that holds entries, or else any section that does.
  private func sectionWithEntries(near section: Section.ID) -> Section.ID? {
    let holdsEntries: (Section.ID) -> Bool = { self.catalogue.sections[$0].entryCount > 0 }
    let depth = catalogue.sections[section].depth
    return sibling(near: section, where: holdsEntries)
      ?? catalogue.firstSection {
        $0 != .root && catalogue.sections[$0].depth == depth && holdsEntries($0)
      } ?? catalogue.firstSection(where: holdsEntries)
  }

  /// The nearest sibling of a section that satisfies the predicate; the preceding one of two.
  private func sibling(
    near section: Section.ID, where isWanted: (Section.ID) -> Bool
  ) -> Section.ID? {
    if section == .root { return nil }
    let parent = catalogue.sections[catalogue.sections[section].parent]
    let position = catalogue.position(of: .section(section))
    var before = parent.section(before: position)
    var after = parent.section(from: position + 1)
    while before != nil || after != nil {
      if let (section, position) = before {
        if isWanted(section) { return section }
        before = parent.section(before: position)
      }
      if let (section, position) = after {
        if isWanted(section) { return section }
        after = parent.section(from: position + 1)
      }
    }
    return nil
  }

  /// The kinds of values that fields without a type have in neighbouring entries, or else in some
  /// entries of all sections, by key. A key that none of these entries has is missing.
  func usualKinds(
    of fields: [FieldAssignment], in neighbours: [NodeIndex]
  ) -> [[UInt8]: NodeKind] {
    var rest = Set(fields.lazy.filter { $0.type == nil }.map(\.keyBytes))
    var kinds: [[UInt8]: NodeKind] = [:]
    func look(in values: some Sequence<NodeIndex>) {
      for value in values where !rest.isEmpty && document.kind(of: value) == .dict {
        for member in document.members(of: value) {
          guard let key = rest.remove(document.bytes(of: member.key)) else { continue }
          kinds[key] = document.kind(of: member.value)
        }
      }
    }
    look(in: neighbours)
    if rest.isEmpty { return kinds }
    // Many entries that are rewritten together often lack the same keys.
    if isRewritingMany {
      let some = kindsOfSomeEntries ?? findKindsOfSomeEntries()
      kindsOfSomeEntries = some
      for key in rest { kinds[key] = some[key] }
    } else {
      look(in: someValues)
    }
    return kinds
  }

  /// The values of some entries of all sections.
  private var someValues: [NodeIndex] { catalogue.someEntries(1000).map(catalogue.value) }

  /// The kinds of the fields of `someValues`, by key.
  private func findKindsOfSomeEntries() -> [[UInt8]: NodeKind] {
    var kinds: [[UInt8]: NodeKind] = [:]
    for value in someValues {
      for member in document.members(ofDict: value) {
        let key = document.bytes(of: member.key)
        if kinds[key] == nil { kinds[key] = document.kind(of: member.value) }
      }
    }
    return kinds
  }

  /// Whether a field will be a date: by its given type, or else by the values under its key in the
  /// item or in the entries around it.
  ///
  /// - Parameters:
  ///   - item: The item that has the field; for a field of a new entry, the item beside or in which
  ///     that entry goes.
  ///   - isOwn: Whether it is a field of `item`, not of a new entry.
  package func isDate(_ field: FieldAssignment, near item: Item, isOwn: Bool) -> Bool {
    if let type = field.type { return type == .date }
    if isOwn, let value = ownValue(named: field.key, of: item) {
      return document.kind(of: value) == .date
    }
    let neighbours =
      switch item {
      case .entry(let entry): neighbours(of: entry)
      case .section(let section):
        neighbours(around: catalogue.sections[section].itemCount, in: section)
      }
    return usualKinds(of: [field], in: neighbours)[field.keyBytes] == .date
  }

  private func ownValue(named key: String, of item: Item) -> NodeIndex? {
    switch item {
    case .entry(let entry):
      let value = catalogue.value(of: entry)
      guard document.kind(of: value) == .dict else { return key.isEmpty ? value : nil }
      return catalogue.value(named: key, in: value)
    case .section(let section):
      return catalogue.namedFields(of: section).first { $0.name == key }?.value
    }
  }

  /// The white space before a new item.
  func space(in section: Section.ID, at position: Int) -> Space {
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
