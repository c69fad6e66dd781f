import PropertyLists

/// Sections that exist only as values that entries have under a key.
extension CatalogueEditor {
  /// The title of the section that an entry with these fields belongs to; `nil` if no field decides
  /// it.
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

  /// The place for a new entry: if its value decides a section, a place in the root becomes one in
  /// that section.
  package func place(of new: NewEntry, at place: Place) throws(EditError) -> Place {
    guard try slot(place).section == .root, let title = try groupTitle(in: new.fields),
      let group = group(titled: title)
    else { return place }
    if case .first = place { return .first(in: group) }
    return .last(in: group)
  }

  /// Inserts a new entry into a section of its own.
  func insert(_ new: NewEntry, intoNewGroup title: String) throws(EditError) -> Item {
    // It is first written at the end of the last section, since the new section follows it.
    var first = new
    first.fields.removeAll { $0.key == shape.groupingKey }
    let last = lastGroup ?? .root
    let item = try write(first, in: last, at: catalogue.sections[last].itemCount)
    if case .entry(let entry) = item { try makeGroup(of: entry, titled: title) }
    return item
  }

  /// Moves an entry to the end of the section with a title. A section that does not exist is added.
  func move(_ entry: Entry.ID, intoGroup title: String) throws(EditError) {
    let old = catalogue.section(of: entry)
    if let group = group(titled: title) {
      if group != old { try move(.entry(entry), to: .last(in: group)) }
      return
    }
    // Sections are in the order of their first entries, so the entry of a new section goes to the
    // end.
    if let last = lastGroup { try move(.entry(entry), to: .last(in: last)) }
    try makeGroup(of: entry, titled: title)
  }

  private var lastGroup: Section.ID? {
    guard case .section(let last)? = catalogue.root.lastItem else { return nil }
    return last
  }

  /// Turns the last entry of the last section into a section of its own.
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
