import ICUText
import PropertyLists

/// Setting and removing fields of items, and renaming items.
extension CatalogueEditor {
  /// Sets keys of an entry or a section to new values. A missing key is added where neighbouring
  /// entries have it.
  ///
  /// A key that the item does not have may be a path to a value inside a value; see `FieldPath`.
  /// Without a given type, a value gets the type that its key has in the item, or else in its
  /// neighbours. Setting the value by which entries are grouped moves the entry to the end of the
  /// section of that value.
  package func set(_ fields: [FieldAssignment], of item: Item) throws(EditError) {
    switch item {
    case .entry(let entry):
      let title = try groupTitle(in: fields)
      let others = fields.filter { title == nil || $0.key != shape.groupingKey }
      if !others.isEmpty { try assign(others, to: entry, followsPaths: true) }
      if let title { try move(entry, intoGroup: title) }
    case .section(let section): try set(fields, of: section)
    }
  }

  /// Sets keys of several entries, each of which appears once. Unlike in `set(_:of:)`, keys are
  /// never paths.
  ///
  /// - Complexity: O(*n* log *n*) in the number of entries.
  package func set(
    _ changes: [(entry: Entry.ID, fields: [FieldAssignment])]
  ) throws(EditError) {
    for change in changes {
      for field in change.fields { try checkGrouping(field) }
    }
    try rewritingMany { () throws(EditError) in
      for change in changes { try assign(change.fields, to: change.entry) }
    }
  }

  /// Gives an entry new values, all at once.
  ///
  /// - Parameter followsPaths: Whether keys that the entry does not have may be paths.
  /// - Complexity: O(*n*) in the numbers of fields and of members of the entry and its neighbours.
  func assign(
    _ fields: [FieldAssignment], to entry: Entry.ID, followsPaths: Bool = false
  ) throws(EditError) {
    if shape.isStringCatalog { return try assignLocalized(fields, to: entry) }
    let value = catalogue.value(of: entry)
    let isDict = document.kind(of: value) == .dict
    var plain: [FieldAssignment] = []
    var plainKeys: Set<String> = []
    var inner: [(field: FieldAssignment, path: [String])] = []
    let fields = followsPaths && isDict ? addingContainers(to: fields, of: entry) : fields
    for field in fields.withoutRepetition {
      let path =
        followsPaths
        ? try path(of: field.key, in: value, beside: plainKeys) : [field.key]
      if !isDict && field.key.isEmpty || isDict && path.count == 1 {
        plain.append(
          FieldAssignment(key: isDict ? path[0] : "", type: field.type, value: field.value))
        plainKeys.insert(isDict ? path[0] : "")
      } else if document.kind(of: value).isContainer, followsPaths {
        inner.append((field, path))
      } else {
        throw .notADictionary
      }
    }
    try rewrite(entry) { (tree) throws(EditError) in
      // A key and a path with escaped dots may name the same field.
      if isDict {
        try set(plain.withoutRepetition, of: entry, in: &tree)
      } else if let field = plain.last {
        try set(field, at: [], in: &tree)
      }
      for (field, path) in inner { try set(field, at: path, in: &tree) }
    }
  }

  /// Changes the value of an entry.
  func rewrite(
    _ entry: Entry.ID, _ change: (inout EditedTree) throws(EditError) -> Void
  ) throws(EditError) {
    if let new = try rewriting(wholeElement(of: entry), change) { try replace(entry, by: new) }
  }

  /// Sets an entry's own fields.
  private func set(
    _ fields: [FieldAssignment], of entry: Entry.ID, in tree: inout EditedTree
  ) throws(EditError) {
    var new: [FieldAssignment] = []
    for field in fields {
      if try !find([field.key], for: field.key, in: tree).values.isEmpty {
        try set(field, at: [field.key], in: &tree)
      } else if !field.key.isEmpty {
        new.append(field)
      } else if field.type == .xml, fields.count == 1 {
        try set(field, at: [], in: &tree)
      } else {
        throw .dictionaryWanted
      }
    }
    try add(new, to: entry, in: &tree)
  }

  /// Replaces the whole property list, which must then be read again.
  ///
  /// - Parameter field: Has no key; its value is an element.
  /// - Precondition: The catalogue has not been edited.
  package func replaceRoot(with field: FieldAssignment) throws(EditError) {
    let text = try element(for: field, insteadOf: .string)
    let range = document.elementRange(of: document.root)
    replaceText(
      from: .before(range.lowerBound), to: .after(range.upperBound - 1),
      with: [document.addText(text)])
  }

  /// The element of a field's value.
  ///
  /// - Parameter depth: The number of containers around the value, including the item.
  func element(
    for field: FieldAssignment, insteadOf usual: NodeKind, depth: Int = 1
  ) throws(EditError) -> [UInt8] {
    // At most: the dictionaries around the root, a list and a dictionary for each level of
    // sections, the list of entries, and the containers of the item.
    let outer = shape.rootPath.count + 2 * catalogue.depth + 1 + depth
    return try document.element(
      for: field, insteadOf: usual, below: depth > 1 || field.type == .xml ? outer : 0)
  }

  /// Adds fields to an entry, where neighbouring entries have them.
  private func add(
    _ fields: [FieldAssignment], to entry: Entry.ID, in tree: inout EditedTree
  ) throws(EditError) {
    if fields.isEmpty { return }
    let dict = catalogue.value(of: entry)
    let neighbours = neighbours(of: entry)
    let kinds = usualKinds(of: fields, in: neighbours)
    let members = Array(document.members(of: dict))
    if members.isEmpty, let layout = neighbours.lazy.compactMap(document.memberLayout).first {
      let space = document.space(
        before: document.elementStart(of: catalogue.key(of: entry)?.node ?? dict))
      tree.setLayout(layout.moved(to: space), of: dict)
    }
    let new = arranged(fields, among: members.map(\.key), like: neighbours)
      .enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
    for (count, (_, new)) in new.enumerated() {
      let found = try find([new.field.key], for: new.field.key, in: tree)
      let element = try element(for: new.field, insteadOf: kinds[new.field.keyBytes] ?? .string)
      try tree.insert(element, under: new.field.key, at: new.position + count, found)
    }
  }

  /// The text of a new member of a dictionary.
  func memberText(
    _ field: FieldAssignment, _ layout: MemberLayout, _ usualKinds: [[UInt8]: NodeKind]
  ) throws(EditError) -> [UInt8] {
    let key = try document.element(ofKey: field.key)
    let value = try element(for: field, insteadOf: usualKinds[field.keyBytes] ?? .string)
    return layout.beforeKey.bytes + key + layout.beforeValue.bytes + value
  }

  /// New members of a dictionary in order, each with the number of old members before it.
  ///
  /// The model for a new member is the nearest neighbour that has its key. The member goes after
  /// the last of the keys that precede it there; without a model it goes to the end.
  func arranged(
    _ fields: [FieldAssignment], among members: [ScalarIndex] = [], like neighbours: [NodeIndex]
  ) -> [(field: FieldAssignment, position: Int)] {
    var positions: [[UInt8]: Int] = [:]
    for (index, key) in members.enumerated() { positions[document.bytes(of: key)] = index + 1 }
    var rest = Dictionary(uniqueKeysWithValues: fields.map { ($0.keyBytes, $0) })
    var result: [(field: FieldAssignment, position: Int)] = []
    for value in neighbours where !rest.isEmpty {
      var last = 0
      for member in document.members(ofDict: value) {
        let key = document.bytes(of: member.key)
        if let field = rest.removeValue(forKey: key) {
          positions[key] = last
          result.append((field, last))
        } else {
          last = max(last, positions[key] ?? 0)
        }
      }
    }
    return result + fields.filter { rest[$0.keyBytes] != nil }.map { ($0, members.count) }
  }

  /// Removes keys, or the values at paths, from an entry or a section.
  package func unset(_ keys: [String], of item: Item) throws(EditError) {
    guard case .entry(let entry) = item else {
      if case .section(let section) = item { try unset(keys, of: section) }
      return
    }
    if shape.isStringCatalog { return try unsetLocalized(keys, of: entry) }
    let value = catalogue.value(of: entry)
    guard document.kind(of: value).isContainer else { throw .holdsNoFields([], key: keys[0]) }
    var paths: [(key: String, path: [String])] = []
    var seen: Set<String> = []
    for key in keys {
      if key == shape.groupingKey { throw .decidesSection(key: key) }
      let path = try path(of: key, in: value)
      if seen.contains(key)
        || path.count < 2 && !document.leads(path.isEmpty ? [""] : path, from: value)
      {
        let others = document.childNames(of: value).filter { !seen.contains($0) }
        throw .noSuchKey(key, keys: others)
      }
      paths.append((key, path))
      seen.insert(key)
    }
    try rewrite(entry) { (tree) throws(EditError) in try unset(paths, in: &tree) }
  }

  /// Gives an entry another label, or a section another title.
  package func rename(_ item: Item, to name: String) throws(EditError) {
    switch item {
    case .entry(let entry): try rename(entry: entry, to: name)
    case .section(let section): try rename(section: section, to: name)
    }
  }

  private func rename(entry: Entry.ID, to name: String) throws(EditError) {
    if let key = catalogue.key(of: entry), catalogue.labelNode(of: entry) == key {
      if document.hasText(key, name) { return }
      try checkName(name, isFreeIn: catalogue.section(of: entry))
      return try rewrite(
        entry, replacing: [document.replacement(of: key.node, by: document.element(ofKey: name))])
    }
    guard document.kind(of: catalogue.value(of: entry)) == .dict else {
      return try assign([FieldAssignment(key: "", type: nil, value: name)], to: entry)
    }
    let field = FieldAssignment(key: labelKey(of: entry), type: nil, value: name)
    try checkGrouping(field)
    // The label may be in a dictionary inside.
    try assign([field], to: entry, followsPaths: true)
  }

  /// The key under which an entry has its label or, if the value of another kind of field is shown
  /// as its label, would have one.
  private func labelKey(of entry: Entry.ID) -> String {
    // In a card a name is always written to this property.
    if isCards { return VCardMapping.nameKey }
    let usual = shape.labelKeys.first ?? "name"
    let value = catalogue.value(of: entry)
    guard let label = blankLabel(of: entry) ?? catalogue.labelNode(of: entry)?.node,
      let key = document.members(ofDict: value).first(where: { $0.value == label })?.key
    else { return usual }
    let name = document.text(of: key)
    let normalized = FieldNames.normalized(name)
    let isLabel = FieldNames.labelRank(normalized) != nil && !FieldNames.isPicture(normalized)
    return isLabel ? name : usual
  }

  /// The value under the first label key that an entry has, if it is blank, so that another value
  /// is shown as the label.
  private func blankLabel(of entry: Entry.ID) -> NodeIndex? {
    let value = catalogue.value(of: entry)
    guard document.kind(of: value) == .dict else { return nil }
    let nodes = shape.labelKeys.lazy.compactMap { self.document.value(of: $0, in: value) }
    return nodes.first.flatMap(document.string).flatMap { isBlank($0) ? $0.node : nil }
  }

  private func isBlank(_ scalar: ScalarIndex) -> Bool {
    document.text(of: scalar).allSatisfy(\.isWhitespace)
  }

  /// Rewrites an entry with some ranges of its text replaced.
  func rewrite(
    _ entry: Entry.ID, replacing edits: [(range: Range<Int>, text: [UInt8])]
  ) throws(EditError) {
    if let new = try rewriting(wholeElement(of: entry), replacing: edits) {
      try replace(entry, by: new)
    }
  }

  private func wholeElement(of entry: Entry.ID) -> WholeElement {
    let value = catalogue.value(of: entry)
    return WholeElement(first: document.key(before: value) ?? value, range: chunk(of: entry))
  }

  private func replace(_ entry: Entry.ID, by element: WholeElement) throws(EditError) {
    replaceEntryText(chunk(of: entry), by: element.range)
    let isNamed = catalogue.key(of: entry) != nil
    setNode(of: entry, to: isNamed ? element.first : catalogue.valueNode(from: element.first))
    try checkIsNoHeader(entry)
  }
}

extension PropertyListDocument {
  /// The members of a dictionary; none for any other value.
  func members(ofDict value: NodeIndex) -> [(key: ScalarIndex, value: NodeIndex)] {
    kind(of: value) == .dict ? Array(members(of: value)) : []
  }

  /// The UTF-8 of a scalar's text. Keys are compared by bytes, not by canonical equivalence.
  func bytes(of scalar: ScalarIndex) -> [UInt8] { withText(of: scalar) { Array($0) } }
}

extension FieldAssignment {
  var keyBytes: [UInt8] { Array(key.utf8) }
}

extension [FieldAssignment] {
  /// The last field of each key, since it decides the value.
  var withoutRepetition: [FieldAssignment] {
    // For few fields comparing is faster than hashing.
    if count < 8, indices.allSatisfy({ !hasKey(of: self[$0], before: $0) }) { return self }
    var keys: Set<[UInt8]> = []
    return reversed().filter { keys.insert($0.keyBytes).inserted }.reversed()
  }

  private func hasKey(of field: FieldAssignment, before index: Int) -> Bool {
    self[..<index].contains { $0.key.utf8.elementsEqual(field.key.utf8) }
  }
}
