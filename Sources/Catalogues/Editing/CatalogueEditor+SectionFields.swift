import PropertyLists

/// Changing what sections hold besides their items.
extension CatalogueEditor {
  func set(_ fields: [FieldAssignment], of section: Section.ID) throws(EditError) {
    try keepingShape(around: section) { () throws(EditError) in try assign(fields, to: section) }
  }

  private func assign(_ fields: [FieldAssignment], to section: Section.ID) throws(EditError) {
    guard let first = fields.first else { return }
    var members = try members(of: section, for: first.key)
    var changes = MemberChanges()
    for field in fields.withoutRepetition {
      let found = find(field.key, in: &members)
      if found.isEmpty { try add(field, to: section, &members, &changes) }
      for (member, path) in found {
        try checkIsFree(member, members)
        var element = element(of: member)
        try set(field, at: path, below: member.path, in: &element)
        if !element.hasChanged { continue }
        try replaceText(of: member, by: element, members)
        changes.replaced[member.original] = .some(element.first)
        members.replace(member, by: element.first)
      }
    }
    note(&changes, of: section)
    updateTexts(of: section)
  }

  func unset(_ keys: [String], of section: Section.ID) throws(EditError) {
    try keepingShape(around: section) { () throws(EditError) in try remove(keys, from: section) }
  }

  private func remove(_ keys: [String], from section: Section.ID) throws(EditError) {
    var members = try members(of: section, for: keys[0])
    var removed: [(member: SectionField, chunks: [Range<Int>])] = []
    var places: [NodeIndex: Int] = [:]
    var gone: Set<String> = []
    for key in keys {
      let found = gone.contains(key) ? [] : find(key, in: &members)
      if found.isEmpty {
        try checkIsNoItem(key, members)
        throw .noSuchKey(
          key, of: ownerName(section), keys: members.names.filter { !gone.contains($0) })
      }
      gone.insert(key)
      for (member, path) in found {
        try checkIsFree(member, members)
        let chunks =
          try path.isEmpty
          ? [element(of: member).range]
          : chunks(at: path, in: member.value, below: member.path, for: key)
        if let place = places[member.original] {
          removed[place].chunks += chunks
        } else {
          places[member.original] = removed.count
          removed.append((member, chunks))
        }
      }
    }
    var changes = MemberChanges()
    for (member, chunks) in removed {
      var element = element(of: member)
      let isWhole = chunks.contains(element.range)
      if !isWhole { try rewrite(&element, replacing: chunks.map { ($0, []) }) }
      try replaceText(of: member, by: isWhole ? nil : element, members)
      changes.replaced[member.original] = .some(isWhole ? nil : element.first)
    }
    note(&changes, of: section)
    updateTexts(of: section)
  }

  /// - Throws: `EditError` for a section that has no fields because it is not a dictionary, or only
  ///   one of entries.
  private func members(of section: Section.ID, for key: String) throws(EditError) -> SectionMembers
  {
    if let key = shape.groupingKey, section != .root { throw .sectionsAreValues(key: key) }
    let members = SectionMembers(of: section, in: catalogue)
    guard members.dicts.isEmpty else { return members }
    switch listKind(of: section) {
    case _ where key.isEmpty: throw .valueOfSection(isRoot: section == .root)
    case .named, .numbered: throw .holdsItems(key: key)
    case .plain, nil: throw .sectionHasNoFields
    }
  }

  private func ownerName(_ section: Section.ID) -> String {
    section == .root ? "the catalogue" : "the section"
  }

  // MARK: Finding

  /// The members of a section that a path leads to, or else those under a key, dots included, or
  /// those that are containers at which a path begins; and the paths from there.
  private func find(
    _ key: String, in members: inout SectionMembers
  ) -> [(member: SectionField, path: ArraySlice<String>)] {
    let path = FieldPath(key).components
    let begun = members.fields(along: path)
      .map { (member: $0, path: path.dropFirst($0.path.count)) }
    let found = begun.filter { document.leads($0.path, from: $0.member.value) }
    if !found.isEmpty { return found }
    let exact = members.fields(at: [key])
    if !exact.isEmpty { return exact.map { ($0, []) } }
    return begun.filter { document.kind(of: $0.member.value).isContainer }
  }

  private func element(of member: SectionField) -> RewrittenElement {
    let first = member.key.node
    return RewrittenElement(
      first: first, range: document.chunk(from: first, through: member.value))
  }

  /// - Throws: `EditError.holdsItems` for a key that leads to items.
  private func checkIsNoItem(_ key: String, _ members: SectionMembers) throws(EditError) {
    let path = FieldPath(key).components
    // The innermost one around it; that one is itself an item of the others.
    let dict = members.dicts.filter { $0.path.count < path.count && path.starts(with: $0.path) }
      .max { $0.path.count < $1.path.count }
    guard let dict else { return }
    for name in dict.path.isEmpty ? [key, path[0]] : [path[dict.path.count]]
    where members.isItem(name, of: dict) {
      throw .holdsItems(key: name)
    }
  }

  /// Checks that a member does not make its dictionary a section.
  private func checkIsFree(_ member: SectionField, _ members: SectionMembers) throws(EditError) {
    if shape.grouping == .headerRows, member.path == ["Type"], members.isHeader {
      throw .makesSection(key: "Type")
    }
    // Its text is in several pieces until the file is read again.
    if member.key.node == members.renamedKey { throw .needsSaving }
  }

  // MARK: Changing

  private func add(
    _ field: FieldAssignment, to section: Section.ID, _ members: inout SectionMembers,
    _ changes: inout MemberChanges
  ) throws(EditError) {
    if field.key.isEmpty { throw .valueOfSection(isRoot: section == .root) }
    try checkIsNoItem(field.key, members)
    let path = FieldPath(field.key).components
    if let member = members.fields(along: path).first {
      throw .holdsNoFields(member.path, key: field.key)
    }
    let inner = members.dicts.last { $0.path.count > 0 && path.starts(with: $0.path) }
    if let inner, path.count != inner.path.count + 1 {
      throw .noSuchKey(
        path[inner.path.count], of: "'\(FieldPath(components: inner.path).text.excerpt())'",
        keys: [])
    }
    let dict = inner ?? members.dicts[0]
    if inner == nil, path.count > 1, FieldPath.isEscaped(field.key) {
      throw .noSuchKey(path[0], of: ownerName(section), keys: members.names)
    }
    let name = inner == nil && path.count > 1 ? field.key : path[path.count - 1]
    if inner == nil, section != .root, shape.grouping == .none,
      case .sections(let keys, _) = shape.level(at: catalogue.sections[section].depth - 1),
      keys.contains(name)
    {
      throw .holdsItems(key: name)
    }
    if dict.holdsItems, listKind(of: section) == .named {
      try checkName(name, isFreeIn: section)
    } else if dict.holdsItems,
      catalogue.sections[section].items.contains(where: {
        keyText(of: $0) == name
      })
    {
      // The key may be another one than when the file was read.
      throw .holdsItems(key: name)
    }
    let new = FieldAssignment(key: name, type: field.type, value: field.value)
    let isOpened = document[dict.node].isEmptyElement
    if isOpened { note(&changes, of: section) }
    changes.added.append(try addText(of: new, to: dict, of: section))
    if isOpened {
      note(&changes, of: section)
      members = SectionMembers(of: section, in: catalogue)
    } else {
      members.append(changes.added[changes.added.count - 1].key, in: dict)
    }
  }

  /// Appends a field to a dictionary of a section.
  func addField(
    _ field: FieldAssignment, to dict: SectionMembers.Dict, of section: Section.ID
  ) throws(EditError) {
    var changes = MemberChanges(added: [try addText(of: field, to: dict, of: section)])
    note(&changes, of: section)
  }

  /// - Returns: The field's key and its dictionary. An empty element is rewritten as two tags first, so
  ///   that the dictionary is then a new node.
  private func addText(
    of field: FieldAssignment, to dict: SectionMembers.Dict, of section: Section.ID
  ) throws(EditError) -> (dict: NodeIndex, key: NodeIndex) {
    numberings[section] = nil
    let layout = layout(ofMembersOf: dict.node)
    let value = try element(for: field, insteadOf: usualKind(of: field.key, in: section))
    let (addition, owner) = try addMember(
      text(ofKey: field.key) + layout.beforeValue.bytes + value, layout: layout, to: dict.node,
      of: section)
    try checkIsScalar(addition.node, in: dict)
    return (owner, addition.node)
  }

  /// The kind that a field has in a section beside this one.
  private func usualKind(of key: String, in section: Section.ID) -> NodeKind {
    let item = Item.section(section)
    let parent = catalogue.sections[catalogue.parent(of: item)]
    let position = catalogue.position(of: item)
    for near in [parent.section(before: position), parent.section(from: position + 1)] {
      guard section != .root, let near, let node = catalogue.sections[near.section].node,
        document.kind(of: node) == .dict, let value = document.value(of: key, in: node),
        !document.kind(of: value).isContainer
      else { continue }
      return document.kind(of: value)
    }
    return .string
  }

  private func replaceText(
    of member: SectionField, by element: RewrittenElement?, _ members: SectionMembers
  ) throws(EditError) {
    let dict = members.dicts.first { $0.path.elementsEqual(member.path.dropLast()) }
    if let element, let dict { try checkIsScalar(element.first, in: dict) }
    let chunk = self.element(of: member).range
    replaceText(
      from: .before(chunk.lowerBound), to: .after(chunk.upperBound - 1),
      with: element.map { [$0.range] } ?? [])
  }

  /// What becomes of the members of a section, which is noted for all at once: an undo keeps what they
  /// were before.
  private struct MemberChanges {
    /// The new keys by the original ones, `nil` for members that were removed.
    var replaced: [NodeIndex: NodeIndex?] = [:]
    var added: [(dict: NodeIndex, key: NodeIndex)] = []
  }

  private func note(_ changes: inout MemberChanges, of section: Section.ID) {
    if changes.replaced.isEmpty, changes.added.isEmpty { return }
    var nodes = catalogue.nodes(of: section)
    nodes.replaced.members.merge(changes.replaced) { $1 }
    nodes.replaced.added += changes.added
    setNodes(of: section, to: nodes)
    changes = MemberChanges()
  }

  /// - Throws: `EditError.holdsItems` for a container where every container is an item.
  private func checkIsScalar(
    _ key: NodeIndex, in dict: SectionMembers.Dict
  ) throws(EditError) {
    guard let (key, value) = document.member(at: key), dict.holdsItems,
      document.kind(of: value).isContainer
    else { return }
    throw .holdsItems(key: document.text(of: key))
  }

  /// Replaces the value that is a section's title.
  func replaceTitleValue(of section: Section.ID, with title: String) throws(EditError) {
    var members = SectionMembers(of: section, in: catalogue)
    guard let member = members.fields.first(where: { $0.value == members.title }) else {
      // It is a value within one of them.
      let key = titleKeys(of: section).first {
        let title = members.title
        return find($0, in: &members).contains { member, path in
          document.value(at: Array(path), in: member.value) == title
        }
      }
      guard let key else { return }
      return try assign([FieldAssignment(key: key, type: nil, value: title)], to: section)
    }
    var element = element(of: member)
    try set(FieldAssignment(key: "", type: nil, value: title), at: [], below: [], in: &element)
    try replaceText(of: member, by: element, members)
    var changes = MemberChanges(replaced: [member.original: .some(element.first)])
    note(&changes, of: section)
    updateTexts(of: section)
  }

  /// The keys of the values that may be a section's title.
  private func titleKeys(of section: Section.ID) -> [String] {
    if isNamed(section) { return [] }
    switch shape.level(at: catalogue.sections[section].depth - 1) {
    case .sections(_, let keys), .numberedSections(let keys): return keys
    default: return []
    }
  }

  /// Finds the title, the header and the footer among the values that a section now has.
  func updateTexts(of section: Section.ID) {
    var nodes = catalogue.nodes(of: section)
    let fields = SectionMembers(of: section, in: catalogue).fields
    if section == .root {
      (nodes.header, nodes.footer) = document.headerAndFooter(
        fields.lazy.map { ($0.key, $0.value) }, except: nil)
      return setNodes(of: section, to: nodes)
    }
    let members = fields.filter { $0.path.count == 1 }
    func value(of key: String) -> NodeIndex? {
      if let own = members.first(where: { $0.path[0] == key }) { return own.value }
      let path = FieldPath(key).components
      return members.first { $0.path == Array(path.prefix(1)) }.flatMap { member in
        document.value(at: Array(path.dropFirst()), in: member.value)
      }
    }
    if shape.grouping == .headerRows {
      nodes.title = value(of: "Title")
      nodes.footer = value(of: "FooterText").flatMap {
        document.shownText(of: $0) == nil ? nil : $0
      }
    } else {
      let keys = titleKeys(of: section)
      if !keys.isEmpty {
        nodes.title = keys.lazy.compactMap(value).first { document.shownText(of: $0) != nil }
      }
      (nodes.header, nodes.footer) = document.headerAndFooter(
        members.lazy.map { ($0.key, $0.value) }, except: nodes.title)
    }
    setNodes(of: section, to: nodes)
  }
}
