import PropertyLists

/// Adding, renaming and sorting sections.
extension CatalogueEditor {
  /// Inserts a new section without entries, written like its neighbours.
  ///
  /// - Returns: The section.
  package func insertSection(_ title: String, at place: Place) throws(EditError) -> Item {
    let (parent, position) = try slot(place)
    if let key = shape.groupingKey { throw .sectionsAreValues(key: key) }
    let near = nearestSection(to: position, in: catalogue.sections[parent])
    guard let example = near ?? sectionLike(childrenOf: parent) else { throw .noPlaceForSections }
    let kind = listKind(of: parent) ?? .plain
    if kind == .named { try checkName(title, isFreeIn: parent) }
    try checkPlace(ofSection: true, in: parent, at: position)
    return try renumbering([parent]) { () throws(EditError) in
      let textPosition = try textPosition(in: parent, at: position)
      let space = space(in: parent, at: position)
      var text = space.bytes
      if kind != .plain {
        text += try document.element(
          ofKey: kind == .named ? title : "Item\(siblingCount(of: parent))")
        text += space.bytes
      }
      text += try sectionText(title, isNamed: kind == .named, space: space, like: example)
      let addition = try document.add(text, isMember: kind != .plain, for: "")
      let hasKey = document.kind(of: addition.node) == .key
      let section = catalogue.addSection(
        key: hasKey && kind == .named ? addition.node : nil,
        value: hasKey ? document.end(of: addition.node) : addition.node, to: parent)
      insertText([addition.range], at: textPosition)
      replaceItems(of: parent, at: position..<position, with: [content(of: section)])
      return section
    }
  }

  private func nearestSection(to position: Int, in parent: Section) -> Section.ID? {
    let (before, after) = (parent.section(before: position), parent.section(from: position))
    guard let before, let after else { return before?.section ?? after?.section }
    let isNearer = after.position - position < position - before.position
    return isNearer ? after.section : before.section
  }

  private func siblingCount(of parent: Section.ID) -> Int { catalogue.sections[parent].itemCount }

  /// Any section one level below this one, which has no sections itself.
  private func sectionLike(childrenOf parent: Section.ID) -> Section.ID? {
    let depth = catalogue.sections[parent].depth + 1
    return catalogue.firstSection { catalogue.sections[$0].depth == depth }
  }

  private func sectionText(
    _ title: String, isNamed: Bool, space: Space, like example: Section.ID
  ) throws(EditError) -> [UInt8] {
    guard let node = catalogue.sections[example].node else { throw .sectionHasNoTitle }
    if isNamed || document.kind(of: node) == .array {
      if !isNamed && !title.isEmpty { throw .sectionHasNoTitle }
      return emptyElement(document.kind(of: node), closedBy: space)
    }
    let layout = layout(ofMembersOf: node).moved(to: space)
    let members = try sectionMembers(title, like: example, node, layout)
    let content = members.flatMap { layout.beforeKey.bytes + $0 }
    return ElementText.container(.dict, content + layout.beforeEnd.bytes)
  }

  private func emptyElement(_ kind: NodeKind, closedBy space: Space) -> [UInt8] {
    Array("<\(kind.elementName)>".utf8) + space.line(indentedBy: space.indentation ?? []).bytes
      + Array("</\(kind.elementName)>".utf8)
  }

  /// The members of a new section's dictionary, with title and list in the order of the example.
  private func sectionMembers(
    _ title: String, like example: Section.ID, _ node: NodeIndex, _ layout: MemberLayout
  ) throws(EditError) -> [[UInt8]] {
    func member(_ key: String, _ value: [UInt8]) throws(EditError) -> [UInt8] {
      try document.element(ofKey: key) + layout.beforeValue.bytes + value
    }
    func titleMember(_ path: String) throws(EditError) -> (key: String, text: [UInt8]) {
      let field = try field(at: path, title, like: [node])
      return try (field.key, member(field.key, element(for: field, insteadOf: .string)))
    }
    func string(_ text: String) throws(EditError) -> [UInt8] {
      try element(for: FieldAssignment(key: "", type: nil, value: text), insteadOf: .string)
    }
    let list = emptyElement(.array, closedBy: layout.beforeValue)
    if shape.grouping == .headerRows {
      return [
        try member("Type", string("PSGroupSpecifier")), try member("Title", string(title)),
      ]
    }
    switch shape.level(at: catalogue.sections[example].depth - 1) {
    case .titledByKey: return [try member(title, list)]
    case .numberedSections(let keys):
      guard let key = keys.first else { throw .sectionHasNoTitle }
      return [try titleMember(key).text]
    case .sections(let memberKeys, let titleKeys):
      guard let titleKey = titleKeys.first, let memberKey = memberKeys.first else {
        throw .sectionHasNoTitle
      }
      let both = [
        try titleMember(titleKey), (memberKey, try member(memberKey, list)),
      ]
      let order = document.members(ofDict: node).map { document.text(of: $0.key) }
      let rank: (String) -> Int = { order.firstIndex(of: $0) ?? .max }
      return both.sorted { rank($0.0) < rank($1.0) }.map(\.1)
    case .keyedSections, .entries: throw .noPlaceForSections
    }
  }

  // MARK: Titles

  func rename(section: Section.ID, to title: String) throws(EditError) {
    let whole = catalogue.sections[section]
    if section == .root { throw .theRoot }
    if shape.groupingKey != nil { return try renameGroup(section, to: title) }
    if isNamed(section) { return try renameKey(of: section, to: title) }
    var full = title
    if let detail = catalogue.titleDetail(of: section), !title.utf8.contains(UInt8(ascii: "|")) {
      full += "|" + detail
    }
    if catalogue.fullTitle(of: section) == full { return }
    guard let node = whole.titleNode else { return try addTitle(full, to: section) }
    if document.kind(of: node) == .key {
      try replaceTitleKey(of: section, with: full)
    } else {
      try replaceTitleValue(of: section, with: full)
    }
  }

  private func renameKey(of section: Section.ID, to title: String) throws(EditError) {
    let whole = catalogue.sections[section]
    if catalogue.fullTitle(of: section) == title { return }
    try checkName(title, isFreeIn: whole.parent)
    guard let node = whole.node else { return }
    var nodes = catalogue.nodes(of: section)
    nodes.title = try rewriteKey(of: node, as: title)
    setNodes(of: section, to: nodes)
  }

  /// Adds a title to a section whose dictionary has none.
  private func addTitle(_ title: String, to section: Section.ID) throws(EditError) {
    let whole = catalogue.sections[section]
    guard let dict = whole.node, document.kind(of: dict) == .dict else { throw .sectionHasNoTitle }
    let key: String
    if shape.grouping == .headerRows {
      key = "Title"
    } else {
      switch shape.level(at: whole.depth - 1) {
      case .sections(_, let keys), .numberedSections(let keys):
        guard let first = keys.first else { throw .sectionHasNoTitle }
        key = first
      case .titledByKey, .keyedSections, .entries: throw .sectionHasNoTitle
      }
    }
    try addField(
      field(at: key, title, like: []),
      to: SectionMembers.Dict(node: dict, path: [], holdsItems: false),
      of: section)
  }

  private func renameGroup(_ section: Section.ID, to title: String) throws(EditError) {
    guard let key = shape.groupingKey else { return }
    if catalogue.fullTitle(of: section) == title { return }
    if group(titled: title) != nil { throw .nameTaken(title) }
    let field = FieldAssignment(key: key, type: nil, value: title)
    try rewritingMany { () throws(EditError) in
      for case .entry(let entry) in catalogue.sections[section].items {
        try assign([field], to: entry)
        var nodes = catalogue.nodes(of: section)
        nodes.title = document.value(of: key, in: catalogue.value(of: entry))
        setNodes(of: section, to: nodes)
      }
    }
  }

  // MARK: Order

  /// Reorders the items of a section.
  ///
  /// - Parameter new: All items of the section.
  /// - Complexity: O(*n*).
  package func reorder(_ section: Section.ID, to new: [Item]) throws(EditError) {
    if let key = shape.groupingKey, section == .root { throw .sectionsAreValues(key: key) }
    let old = Array(catalogue.sections[section].items)
    precondition(new.count == old.count, "an order of all items")
    guard new != old else { return }
    if shape.isForm, old.contains(where: \.isEntry) { throw .noLetters(.form) }
    if shape.grouping == .headerRows, section == .root, let last = new.lastIndex(where: \.isEntry),
      new[..<last].contains(where: { !$0.isEntry })
    {
      // Rows after a header would belong to its section.
      throw .noPlaceForEntries
    }
    try renumbering([section]) { () throws(EditError) in
      try reorderText(old, to: new)
      replaceItems(of: section, at: 0..<old.count, with: runs(of: new))
    }
  }

  func runs(of items: some Sequence<Item>) -> [Section.Run.Content] {
    items.reduce(into: []) { runs, item in
      if case .entry(let entry) = item, case .entries(let last)? = runs.last,
        last.upperBound == entry
      {
        runs[runs.count - 1] = .entries(last.lowerBound..<entry.advanced(by: 1))
      } else {
        runs.append(content(of: item))
      }
    }
  }

  /// Reorders the items in the text. The text between items stays in its place.
  private func reorderText(_ old: [Item], to new: [Item]) throws(EditError) {
    var texts: [Item: [Range<Int>]] = [:]
    var bounds: [Item: (first: Int, last: Int)] = [:]
    for item in old {
      let (first, last) = try self.bounds(of: item)
      bounds[item] = (first, last)
      // An entry's text is in one piece, wherever it is.
      if case .entry = item {
        texts[item] = [first..<(last + 1)]
      } else {
        texts[item] = document.pieces.slice(from: .before(first), to: .after(last))
      }
    }
    guard let first = bounds[old[0]]?.first, let last = bounds[old[old.count - 1]]?.last else {
      return
    }
    let length: ([Range<Int>]) -> Int = { $0.reduce(0) { $0 + $1.count } }
    let whole = document.pieces.slice(from: .before(first), to: .after(last))
    let isDense = length(whole) == texts.values.reduce(0) { $0 + length($1) }
    var order: [Range<Int>] = []
    for (index, item) in new.enumerated() {
      order += texts[item] ?? []
      // Text between items stays where it is.
      if !isDense, index + 1 < old.count, let end = bounds[old[index]]?.last,
        let start = bounds[old[index + 1]]?.first
      {
        order += document.pieces.slice(from: .after(end), to: .before(start))
      }
    }
    replaceText(from: .before(first), to: .after(last), with: order)
  }
}
