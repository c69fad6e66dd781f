import Platform

extension Catalogue {
  /// The path of an item by positions, each from 0: those of the sections around it, outermost
  /// first, then its own.
  package func positions(of item: Item) -> [Int] {
    var positions: [Int] = []
    var inner = item
    while inner != .section(.root) {
      positions.append(position(of: inner))
      inner = .section(parent(of: inner))
    }
    return positions.reversed()
  }

  /// Whether the items of a section are in the order of their names; `nil` if that has not been
  /// found out since the last change.
  package func knownOrder(of section: Section.ID) -> Bool? { names.orders[section] }

  package func noteOrder(_ isOrdered: Bool, of section: Section.ID) {
    names.orders[section] = isOrdered
  }

  /// Some entries in outline order, without deleted ones.
  ///
  /// - Parameter entries: Ascending.
  /// - Complexity: O(*k* log *n* + *s* log *s*) in the numbers *k* of these entries, *n* of all
  ///   entries and *s* of the sections that hold them.
  package func inOutline(_ entries: [Entry.ID]) -> [Entry.ID] {
    // Before any change, numbers are in outline order.
    hasNewOrder ? OutlineOrder(entries, in: self).entries() : entries
  }
}

/// Sorts entries into outline order, looking only at the sections that hold some of them.
private struct OutlineOrder {
  private let catalogue: Catalogue
  /// The entries by the section that they are in, or were in when they were deleted; ascending.
  private var members: [Section.ID: [Entry.ID]] = [:]
  /// The sections around these entries, by the section that they are in.
  private var inner: [Section.ID: [Section.ID]] = [:]

  init(_ entries: [Entry.ID], in catalogue: Catalogue) {
    self.catalogue = catalogue
    var start = 0
    while start < entries.count {
      let section = catalogue.section(of: entries[start])
      var end = start + 1
      while end < entries.count, catalogue.section(of: entries[end]) == section { end += 1 }
      members[section, default: []] += entries[start..<end]
      start = end
    }
    var known: Set<Section.ID> = [.root]
    for section in members.keys {
      var section = section
      while known.insert(section).inserted {
        let parent = catalogue.sections[section].parent
        inner[parent, default: []].append(section)
        section = parent
      }
    }
  }

  func entries() -> [Entry.ID] {
    var result: [Entry.ID] = []
    add(.root, to: &result)
    return result
  }

  private func add(_ section: Section.ID, to result: inout [Entry.ID]) {
    let whole = catalogue.sections[section]
    let positions = (inner[section] ?? []).compactMap { inner in
      position(ofSection: inner, in: whole).map { (position: $0, section: inner) }
    }
    var sections = positions.sorted { $0.position < $1.position }[...]
    forEachRun(of: members[section] ?? [], in: whole) { position, entries in
      while let next = sections.first, next.position < position {
        add(next.section, to: &result)
        sections.removeFirst()
      }
      result += entries
    }
    for next in sections { add(next.section, to: &result) }
  }

  /// - Returns: `nil` if the section was deleted.
  private func position(ofSection inner: Section.ID, in whole: Section) -> Int? {
    if let arrangement = whole.arrangement { return arrangement.position(of: .section(inner)) }
    let position = catalogue.sections[inner].positionInParent
    guard position < whole.itemCount, whole.item(at: position) == .section(inner) else {
      return nil
    }
    return position
  }

  /// Calls the closure with the position of each run that holds some of the entries, and with these
  /// entries.
  private func forEachRun(
    of members: [Entry.ID], in whole: Section, _ body: (Int, ArraySlice<Entry.ID>) -> Void
  ) {
    guard let arrangement = whole.arrangement else {
      var rest = members[...]
      while let entry = rest.first {
        // Only the last run that begins at or before the entry can hold it.
        let index = whole.readRuns.partitionPoint { $0.firstEntry > entry } - 1
        guard index >= 0, case .entries(let entries) = whole.readRuns[index].content,
          entries.contains(entry)
        else {
          rest.removeFirst()
          continue
        }
        let some = members.slice(of: entries)
        body(whole.readRuns[index].position, some)
        rest = members[some.endIndex...]
      }
      return
    }
    let known = members.compactMap { entry in
      arrangement.position(of: .entry(entry)).map { (position: $0, entry: entry) }
    }
    for (position, entry) in known.sorted(by: { $0.position < $1.position }) {
      body(position, [entry])
    }
  }
}

extension [Entry.ID] {
  /// The part of these ascending entries that is in a range.
  fileprivate func slice(of range: Range<Entry.ID>) -> ArraySlice<Entry.ID> {
    let start = partitionPoint { $0 >= range.lowerBound }
    return self[start..<partitionPoint { $0 >= range.upperBound }]
  }
}
