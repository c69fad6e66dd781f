import PropertyLists

/// Changing what an entry holds.
extension CatalogueEditor {
  /// Sets keys of an entry to new values. A missing key is added where neighbouring entries have
  /// it.
  ///
  /// A value gets the type that its key has in the entry, or else in its neighbours, unless a type
  /// is given.
  package func set(_ fields: [FieldAssignment], of item: Item) throws(EditError) {
    guard case .entry(let entry) = item else { throw .notAnEntry }
    for field in fields { try checkGrouping(field) }
    try assign(fields, to: entry)
  }

  /// Sets keys of several entries, each of which appears once, as `set(_:of:)` does.
  ///
  /// - Complexity: O(*n* log *n*) in the number of entries that have the keys.
  package func set(
    _ changes: [(entry: Entry.ID, fields: [FieldAssignment])]
  ) throws(EditError) {
    for change in changes {
      for field in change.fields { try checkGrouping(field) }
    }
    let hasAll = changes.map { change in
      let keys = document.members(ofDict: catalogue.value(of: change.entry)).map(\.key)
      return change.fields.allSatisfy { field in
        keys.contains { document.hasText($0, field.key) }
      }
    }
    try rewritingMany { () throws(EditError) in
      for (change, _) in zip(changes, hasAll).filter(\.1) {
        try replaceValues(of: change.entry, with: change.fields)
      }
    }
    for (change, _) in zip(changes, hasAll).filter({ !$0.1 }) {
      try assign(change.fields, to: change.entry)
    }
  }

  /// Sets keys that an entry already has to new values, all at once.
  private func replaceValues(
    of entry: Entry.ID, with fields: [FieldAssignment]
  ) throws(EditError) {
    let members = document.members(ofDict: catalogue.value(of: entry))
    var ranges: [(range: Range<Int>, text: [UInt8])] = []
    for field in fields {
      let values = members.filter { document.hasText($0.key, field.key) }.map(\.value)
      guard let first = values.first else { continue }
      let text = try element(for: field, insteadOf: document.kind(of: first))
      ranges += values.map { (document.elementRange(of: $0), text) }
    }
    ranges.removeAll { document.text(at: $0.range) == $0.text }
    if !ranges.isEmpty { try rewrite(entry, replacing: ranges) }
  }

  func assign(_ fields: [FieldAssignment], to entry: Entry.ID) throws(EditError) {
    for field in fields { try assign(field, to: entry) }
  }

  private func assign(_ field: FieldAssignment, to entry: Entry.ID) throws(EditError) {
    let value = catalogue.value(of: entry)
    guard document.kind(of: value) == .dict else {
      guard field.key.isEmpty else { throw .notADictionary }
      return try replaceValues([value], of: entry, with: field)
    }
    if field.key.isEmpty { throw .dictionaryWanted }
    let old = document.members(of: value).filter { document.hasText($0.key, field.key) }
    if old.isEmpty {
      try addMember(field, to: entry)
    } else {
      // A key that appears twice has a single value for its readers.
      try replaceValues(old.map(\.value), of: entry, with: field)
    }
  }

  private func replaceValues(
    _ values: [NodeIndex], of entry: Entry.ID, with field: FieldAssignment
  ) throws(EditError) {
    let text = try element(for: field, insteadOf: document.kind(of: values[0]))
    let ranges = values.map { (document.elementRange(of: $0), text) }
    if ranges.allSatisfy({ document.text(at: $0.0) == $0.1 }) { return }
    try rewrite(entry, replacing: ranges)
  }

  /// The element of a field's value.
  func element(
    for field: FieldAssignment, insteadOf usual: NodeKind
  ) throws(EditError) -> [UInt8] {
    if field.type == .xml { try checkElement(Array(field.value.utf8), for: field.key) }
    do throws(ValueError) {
      guard field.type == .xml else {
        return try ElementText.value(field.value, as: field.type?.kind ?? usual)
      }
      let text = Array(field.value.utf8)
      try document.checkMarkup(in: text)
      return text
    } catch {
      throw .value(key: field.key, error)
    }
  }

  /// Checks that a text is one element that the file can hold.
  private func checkElement(_ text: [UInt8], for key: String) throws(EditError) {
    do throws(PropertyListError) {
      // It is nested at most in the lists of all levels, the dictionaries that hold these, and the
      // entry.
      let outer = shape.rootPath.count + 2 * catalogue.depth + 2
      let limit = PropertyListDocument.depthLimit
      if try PropertyListDocument.depth(ofElement: text) + outer > limit {
        throw PropertyListError(.tooDeep(limit: limit))
      }
    } catch {
      throw .element(key: key, error)
    }
  }

  private func addMember(_ field: FieldAssignment, to entry: Entry.ID) throws(EditError) {
    let dict = catalogue.value(of: entry)
    let neighbours = neighbours(of: entry)
    let usual = usualKind(of: field.key, in: neighbours)
    let member = try text(ofKey: field.key)
    let element = try element(for: field, insteadOf: usual)
    let template = neighbours.first { document.memberLayout(of: $0) != nil }
    let space = document.space(
      before: document.elementStart(of: catalogue.key(of: entry)?.node ?? dict))
    let layout =
      document.memberLayout(of: dict)
      ?? template.flatMap { document.memberLayout(of: $0)?.moved(to: space) }
      ?? MemberLayout(beforeElement: space, unit: document.indentationUnit)
    let text = layout.beforeKey.bytes + member + layout.beforeValue.bytes + element
    if document[dict].isEmptyElement {
      let whole = Array("<dict>".utf8) + text + layout.beforeEnd.bytes + Array("</dict>".utf8)
      return try rewrite(entry, replacing: [(document.elementRange(of: dict), whole)])
    }
    let place = placeForMember(field.key, in: dict, like: neighbours)
    // If `<dict>` and `</dict>` are on one line, the end tag needs a line of its own, too.
    let isFirst = document.memberLayout(of: dict) == nil
    let end = document.contentEnd(of: dict)
    let needsLine = isFirst && document.space(before: end).indentation == nil
    try rewrite(
      entry,
      replacing: [(place..<place, needsLine ? text + layout.beforeEnd.bytes : text)])
  }

  /// The offset after the last of the members that precede the key in neighbouring dictionaries.
  private func placeForMember(
    _ key: String, in dict: NodeIndex, like neighbours: [NodeIndex]
  ) -> Int {
    let end = document.trailEnd(after: document[dict].contentOffset)
    let members = Array(document.members(of: dict))
    guard let last = members.last else { return end }
    for neighbour in neighbours where neighbour != dict {
      let keys = document.members(of: neighbour).map { document.text(of: $0.key) }
      guard let position = keys.firstIndex(of: key) else { continue }
      let before = Set(keys[..<position])
      guard let member = members.last(where: { before.contains(document.text(of: $0.key)) }) else {
        return end
      }
      return document.chunk(from: member.key.node, through: member.value).upperBound
    }
    return document.chunk(from: last.key.node, through: last.value).upperBound
  }

  /// Removes keys from an entry.
  package func unset(_ keys: [String], of item: Item) throws(EditError) {
    guard case .entry(let entry) = item else { throw .notAnEntry }
    for key in keys {
      let dict = catalogue.value(of: entry)
      guard document.kind(of: dict) == .dict else { throw .notADictionary }
      if key == shape.groupingKey { throw .decidesSection(key: key) }
      let members = document.members(of: dict)
      let found = members.filter { document.hasText($0.key, key) }
      if found.isEmpty {
        throw .noSuchKey(key, keys: members.map { document.text(of: $0.key) })
      }
      try rewrite(
        entry,
        replacing: found.map { (document.chunk(from: $0.key.node, through: $0.value), []) })
    }
  }

  /// Gives an entry another label, or a section another title.
  package func rename(_ item: Item, to name: String) throws(EditError) {
    switch item {
    case .entry(let entry): try rename(entry: entry, to: name)
    case .section(let section): try rename(section: section, to: name)
    }
  }

  private func rename(entry: Entry.ID, to name: String) throws(EditError) {
    if let key = catalogue.key(of: entry) {
      if document.hasText(key, name) { return }
      try checkName(name, isFreeIn: catalogue.section(of: entry))
      return try rewrite(
        entry, replacing: [(document.elementRange(of: key.node), text(ofKey: name))])
    }
    guard document.kind(of: catalogue.value(of: entry)) == .dict else {
      return try assign(FieldAssignment(key: "", type: nil, value: name), to: entry)
    }
    let field = FieldAssignment(key: labelKey(of: entry), type: nil, value: name)
    try checkGrouping(field)
    try assign(field, to: entry)
  }

  /// The key under which an entry has its label, or would have it if another field is only shown in
  /// its place.
  private func labelKey(of entry: Entry.ID) -> String {
    let usual = shape.labelKeys.first ?? "name"
    let value = catalogue.value(of: entry)
    guard let label = blankLabel(of: entry) ?? catalogue.labelNode(of: entry)?.node,
      let key = document.members(ofDict: value).first(where: { $0.value == label })?.key
    else { return usual }
    let name = document.text(of: key)
    return FieldNames.labelRank(FieldNames.normalized(name)) == nil ? usual : name
  }

  /// The value under the first label key that an entry has, if it is blank and another is shown
  /// instead.
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
    guard let chunk = chunk(of: .entry(entry)), let first = firstNode(of: .entry(entry)) else {
      return
    }
    let hasKey = document.kind(of: first) == .key
    var text: [UInt8] = []
    var position = chunk.lowerBound
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      text += document.text(at: position..<edit.range.lowerBound) + edit.text
      position = edit.range.upperBound
    }
    text += document.text(at: position..<chunk.upperBound)
    let addition = try add(text, isMember: hasKey, for: "")
    replaceEntryText(chunk, by: addition.range)
    let isNamed = catalogue.key(of: entry) != nil
    setNode(
      of: entry, to: hasKey && !isNamed ? document.end(of: addition.node) : addition.node)
    try checkIsNoHeader(entry)
  }
}

extension PropertyListDocument {
  /// The members of a dictionary; none for any other value.
  func members(ofDict value: NodeIndex) -> [(key: ScalarIndex, value: NodeIndex)] {
    kind(of: value) == .dict ? Array(members(of: value)) : []
  }
}
