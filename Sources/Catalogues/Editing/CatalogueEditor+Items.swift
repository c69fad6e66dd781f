import PropertyLists

/// Deleting, moving and copying items.
extension CatalogueEditor {
  /// Deletes items.
  ///
  /// - Throws: `EditError.sectionNotEmpty` for a section that is not empty, unless `force` is set.
  package func delete(_ items: [Item], force: Bool = false) throws(EditError) {
    if items.count > 16, items.allSatisfy(\.isEntry) {
      return try deleteEntries(items)
    }
    for item in items { try delete(item, force: force) }
  }

  private func delete(_ item: Item, force: Bool) throws(EditError) {
    let section = try parent(of: item)
    if section == .root { try checkRootIsList() }
    if case .section(let inner) = item {
      if let key = shape.groupingKey { throw .sectionsAreValues(key: key) }
      if catalogue.sections[inner].itemCount > 0, !force {
        var count = 0
        catalogue.forEachEntry(in: inner) { _ in count += 1 }
        throw .sectionNotEmpty(catalogue.title(of: inner) ?? "", entries: count)
      }
    }
    try renumbering([section]) { () throws(EditError) in
      _ = try cut(item)
      removeItem(item, from: section)
    }
    removeGroup(ifEmpty: section)
  }

  /// Deletes many entries at once.
  private func deleteEntries(_ items: [Item]) throws(EditError) {
    let members = Dictionary(grouping: items, by: catalogue.parent)
    let sections = members.keys.sorted()
    try renumbering(sections) { () throws(EditError) in
      replaceText(items.compactMap(\.entry).map { .init(chunk(of: $0)) })
      let deleted = Set(items)
      for section in sections {
        let own = members[section] ?? []
        let count = catalogue.sections[section].itemCount
        if own.count < count / CatalogueEditor.fewOfAll {
          for item in own { removeItem(item, from: section) }
        } else {
          let rest = catalogue.contents(of: section).flatMap { $0.without(deleted) }
          replaceItems(of: section, at: 0..<count, with: rest)
        }
      }
    }
    for section in sections { removeGroup(ifEmpty: section) }
  }

  /// Fewer than one in this many items are removed one by one; otherwise all items are rebuilt in
  /// one pass.
  private static let fewOfAll = 16

  /// Removes an empty section that existed only as a value of its entries.
  func removeGroup(ifEmpty section: Section.ID) {
    guard shape.groupingKey != nil, section != .root, catalogue.sections[section].itemCount == 0
    else { return }
    removeItem(.section(section), from: .root)
  }

  /// Removes an item's text and returns it.
  func cut(_ item: Item) throws(EditError) -> [Range<Int>] {
    let (first, last) = try bounds(of: item)
    let text = document.pieces.slice(from: .before(first), to: .after(last))
    replaceText(from: .before(first), to: .after(last), with: [])
    return text
  }

  func removeItem(_ item: Item, from section: Section.ID) {
    let position = catalogue.position(of: item)
    replaceItems(of: section, at: position..<(position + 1), with: [])
  }

  /// Moves an item. A `Place.position` is counted after its removal.
  package func move(_ item: Item, to place: Place) throws(EditError) {
    if case .before(item) = place { return }
    if case .after(item) = place { return }
    let source = try parent(of: item)
    var (target, position) = try slot(place)
    try checkFit(of: item, in: target)
    let old = catalogue.position(of: item)
    // A place beside a neighbour or at the end was located with the item still there; a given
    // position is counted without it.
    if source == target, old < position {
      switch place {
      case .before, .after, .last: position -= 1
      case .first, .position: break
      }
    }
    if source == target, old == position { return }
    if source != target { try checkName(of: item, isFreeIn: target) }
    try renumbering(source == target ? [source] : [source, target]) { () throws(EditError) in
      let text = try cut(item)
      removeItem(item, from: source)
      try checkPlace(ofSection: !item.isEntry, in: target, at: position)
      insertText(text, at: try textPosition(in: target, at: position))
      replaceItems(of: target, at: position..<position, with: [content(of: item)])
    }
    if source != target { try regroup(item, to: target) }
    removeGroup(ifEmpty: source)
  }

  /// Inserts a copy of an item at a place.
  ///
  /// - Returns: The copy.
  package func copy(_ item: Item, to place: Place) throws(EditError) -> Item {
    _ = try parent(of: item)
    let (target, position) = try slot(place)
    try checkFit(of: item, in: target)
    try checkName(of: item, isFreeIn: target)
    try checkPlace(ofSection: !item.isEntry, in: target, at: position)
    let (first, last) = try boundsOfElement(of: item)
    let text = document.joined(document.pieces.slice(from: .before(first), to: .after(last)))
    let addition = try document.add(text, isMember: isMember(item), for: "")
    let copy = adopt(addition.node, like: item, in: target)
    try renumbering([target]) { () throws(EditError) in
      insertText([addition.range], at: try textPosition(in: target, at: position))
      replaceItems(of: target, at: position..<position, with: [content(of: copy)])
    }
    try regroup(copy, to: target)
    if shape.grouping == .headerRows { try copyRows(of: item, to: copy) }
    return copy
  }

  /// Copies the rows after a header, which are not in its element.
  private func copyRows(of item: Item, to copy: Item) throws(EditError) {
    guard case .section(let section) = item, case .section(let target) = copy else { return }
    for row in Array(catalogue.sections[section].items) {
      _ = try self.copy(row, to: .last(in: target))
    }
  }

  func content(of item: Item) -> Section.Run.Content {
    switch item {
    case .entry(let entry): .entries(entry..<entry.advanced(by: 1))
    case .section(let section): .section(section)
    }
  }

  /// Gives identities to the items of a new element, which is a copy of an existing item.
  private func adopt(_ node: NodeIndex, like item: Item, in target: Section.ID) -> Item {
    let hasKey = document.kind(of: node) == .key
    switch item {
    case .entry(let entry):
      // A key that only numbers its value is not part of the entry.
      let value = hasKey && catalogue.key(of: entry) == nil ? document.end(of: node) : node
      return .entry(catalogue.addEntry(value, to: target))
    case .section(let section):
      return catalogue.addSection(
        key: hasKey && isNamed(section) ? node : nil, value: hasKey ? document.end(of: node) : node,
        to: target)
    }
  }
}

// MARK: Where items may be

extension CatalogueEditor {
  /// Checks that an item is of the kind and level that a section holds.
  private func checkFit(of item: Item, in target: Section.ID) throws(EditError) {
    let source = try parent(of: item)
    if case .section(let section) = item {
      if let key = shape.groupingKey { throw .sectionsAreValues(key: key) }
      if catalogue.path(to: target).contains(section) { throw .insideItself }
      if catalogue.sections[section].depth != catalogue.sections[target].depth + 1 {
        throw .otherKindOfList
      }
    } else {
      try checkHoldsEntries(target)
    }
    guard source != target, shape.grouping == .none else { return }
    if let kind = listKind(of: target), kind != listKind(of: source) { throw .otherKindOfList }
  }

  /// - Throws: `EditError.noPlaceForEntries` for a section that holds sections only.
  func checkHoldsEntries(_ section: Section.ID) throws(EditError) {
    if let key = shape.groupingKey, section == .root { throw .groupWanted(key: key) }
    let whole = catalogue.sections[section]
    if whole.sectionCount > 0, whole.entryCount == 0, shape.grouping == .none {
      throw .noPlaceForEntries
    }
    if section == .root { try checkRootIsList() }
  }

  /// - Throws: `EditError.oneValue` where the whole property list is one value, its only entry.
  private func checkRootIsList() throws(EditError) {
    if !document.kind(of: shape.root).isContainer { throw .oneValue }
  }

  /// Checks a place among header rows: all rows after a header row belong to its section.
  func checkPlace(
    ofSection isSection: Bool, in section: Section.ID, at position: Int
  ) throws(EditError) {
    guard shape.grouping == .headerRows, section == .root else { return }
    if isSection, position < catalogue.root.itemCount,
      case .entry = catalogue.root.item(at: position)
    {
      throw .noPlaceForSections
    }
    if !isSection, position > 0, case .section = catalogue.root.item(at: position - 1) {
      throw .noPlaceForEntries
    }
  }

  /// Checks that a field would not change the section that its entry is in.
  func checkGrouping(_ field: FieldAssignment) throws(EditError) {
    if let key = shape.groupingKey, field.key == key { throw .decidesSection(key: key) }
  }

  /// - Throws: `EditError.decidesSection` if an entry has become a header row.
  func checkIsNoHeader(_ entry: Entry.ID) throws(EditError) {
    let value = catalogue.value(of: entry)
    if shape.grouping == .headerRows, document.kind(of: value) == .dict,
      document.isHeaderRow(value)
    {
      throw .decidesSection(key: "Type")
    }
  }

  /// How the items of a list are distinguished.
  enum ListKind { case plain, named, numbered }

  /// How the items of a section's list are distinguished; `nil` if there is no list yet.
  func listKind(of section: Section.ID) -> ListKind? {
    guard let list = lists(of: section).last else { return nil }
    guard document.kind(of: list) == .dict else { return .plain }
    let whole = catalogue.sections[section]
    guard let item = whole.lastItem else {
      if section != .root, case .numberedSections = shape.level(at: whole.depth - 1) {
        return .numbered
      }
      return document.isNumberedList(list) ? .numbered : .named
    }
    switch item {
    case .entry(let entry): return catalogue.key(of: entry) == nil ? .numbered : .named
    case .section(let inner):
      guard let title = catalogue.sections[inner].titleNode else { return .numbered }
      return document.kind(of: title) == .key && isNamed(inner) ? .named : .numbered
    }
  }

  /// Whether a section's title is the key that it is stored under.
  func isNamed(_ section: Section.ID) -> Bool {
    guard let node = catalogue.sections[section].node,
      let title = catalogue.sections[section].titleNode, document.kind(of: title) == .key
    else { return false }
    return document.key(before: node) != nil
      && shape.level(at: catalogue.sections[section].depth - 1) != .titledByKey
  }

  /// Checks that no item of a section already has this item's name, since a dictionary holds each
  /// key once.
  private func checkName(of item: Item, isFreeIn target: Section.ID) throws(EditError) {
    guard listKind(of: target) == .named else { return }
    let name: String
    switch item {
    case .entry(let entry): name = catalogue.key(of: entry).map(document.text) ?? ""
    case .section(let section): name = catalogue.fullTitle(of: section) ?? ""
    }
    try checkName(name, isFreeIn: target)
  }

  /// - Complexity: O(log *n*) in the items of the section; O(*n*) the first few times, and always
  ///   if entries are named by labels and not by their keys.
  func checkName(_ name: String, isFreeIn section: Section.ID) throws(EditError) {
    if shape.prefersLabelsToKeys {
      for case .entry(let entry) in catalogue.sections[section].items
      where catalogue.key(of: entry).map({ document.hasText($0, name) }) == true {
        throw .nameTaken(name)
      }
    }
    // An item's name is the beginning of its key, or all of it.
    let names = Set([name, String(name.prefix { $0 != "|" })])
    for item in names.flatMap({ catalogue.names.items(named: $0, in: section, of: catalogue) }) {
      let key: ScalarIndex?
      switch item {
      case .entry(let entry): key = catalogue.key(of: entry)
      case .section(let inner):
        key = catalogue.sections[inner].titleNode.flatMap(document.scalar)
      }
      if let key, document.hasText(key, name) { throw .nameTaken(name) }
    }
  }

  /// Sets the value by which entries are grouped to the title of the section that the entry is now
  /// in.
  func regroup(_ item: Item, to section: Section.ID) throws(EditError) {
    guard let key = shape.groupingKey, case .entry(let entry) = item else { return }
    let title = catalogue.fullTitle(of: section) ?? ""
    try assign([FieldAssignment(key: key, type: nil, value: title)], to: entry)
  }
}

extension Section.Run.Content {
  /// The contents that remain without some items.
  fileprivate func without(_ deleted: Set<Item>) -> [Self] {
    guard case .entries(let entries) = self else { return [self] }
    var rest: [Self] = []
    var start = entries.lowerBound
    for entry in entries where deleted.contains(.entry(entry)) {
      if start < entry { rest.append(.entries(start..<entry)) }
      start = entry.advanced(by: 1)
    }
    if start < entries.upperBound { rest.append(.entries(start..<entries.upperBound)) }
    return rest
  }
}
