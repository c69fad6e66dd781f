import PropertyLists

/// Sections that are the values of entries under a key.
extension CatalogueEditor {
  /// The title of the section that fields put their entry in; `nil` if none of them does.
  ///
  /// - Throws: `EditError.decidesSection` for a value that is not a text.
  func groupTitle(in fields: [FieldAssignment]) throws(EditError) -> String? {
    guard let key = shape.groupingKey, let field = fields.last(where: { $0.key == key }) else {
      return nil
    }
    guard [nil, .string].contains(field.type) else { throw .decidesSection(key: key) }
    return field.value
  }

  /// The section of the entries with a value; `nil` if no entry has it.
  ///
  /// - Complexity: O(log *s*) in the number of sections, but O(*s*) the first few times.
  func group(titled title: String) -> Section.ID? {
    if title.isEmpty {
      return catalogue.root.sections.first { catalogue.fullTitle(of: $0) == nil }
    }
    let name = String(title.prefix { $0 != "|" })
    let found = catalogue.names.items(named: name, in: .root, of: catalogue)
    for case .section(let section) in found where catalogue.fullTitle(of: section) == title {
      return section
    }
    return nil
  }

  /// The place in the section that a new entry's value decides, for a place in the root.
  package func place(of new: NewEntry, at place: Place) throws(EditError) -> Place {
    guard try slot(place).section == .root, let title = try groupTitle(in: new.fields),
      let group = group(titled: title)
    else { return place }
    if case .first = place { return .first(in: group) }
    return .last(in: group)
  }

  /// Inserts a new entry into a section of its own.
  func insert(_ new: NewEntry, intoNewGroup title: String) throws(EditError) -> Item {
    // It is first written like an entry of the last section, after which a new one follows.
    var first = new
    first.fields.removeAll { $0.key == shape.groupingKey }
    let last = lastGroup ?? .root
    let item = try write(first, in: last, at: catalogue.sections[last].itemCount)
    if case .entry(let entry) = item { try makeGroup(of: entry, titled: title) }
    return item
  }

  /// Moves an entry to the end of the section of a value, which is added if it is new.
  func move(_ entry: Entry.ID, intoGroup title: String) throws(EditError) {
    let old = catalogue.section(of: entry)
    if let group = group(titled: title) {
      if group != old { try move(.entry(entry), to: .last(in: group)) }
      return
    }
    // A new section is the last one if its first entry comes after those of all others.
    if let last = lastGroup { try move(.entry(entry), to: .last(in: last)) }
    try makeGroup(of: entry, titled: title)
  }

  private var lastGroup: Section.ID? {
    guard case .section(let last)? = catalogue.root.lastItem else { return nil }
    return last
  }

  /// Makes a section of the last entry of the last one.
  private func makeGroup(of entry: Entry.ID, titled title: String) throws(EditError) {
    guard let key = shape.groupingKey else { return }
    let old = catalogue.section(of: entry)
    try assign([FieldAssignment(key: key, type: nil, value: title)], to: entry)
    removeItem(.entry(entry), from: old)
    let group = catalogue.addSection(key: nil, value: catalogue.value(of: entry), to: .root)
    guard case .section(let section) = group else { return }
    let end = catalogue.root.itemCount
    replaceItems(of: .root, at: end..<end, with: [.section(section)])
    replaceItems(of: section, at: 0..<0, with: [content(of: .entry(entry))])
    removeGroup(ifEmpty: old)
  }
}
