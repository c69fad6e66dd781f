import PropertyLists

/// Changing the fields of sections.
extension CatalogueEditor {
  func set(_ fields: [FieldAssignment], of section: Section.ID) throws(EditError) {
    try keepingShape(around: section) { () throws(EditError) in try assign(fields, to: section) }
  }

  private func assign(_ fields: [FieldAssignment], to section: Section.ID) throws(EditError) {
    guard let first = fields.first else { return }
    var members = try members(of: section, for: first.key)
    for field in fields.withoutRepetition {
      let found = find(field.key, in: &members)
      if found.isEmpty { try add(field, to: section, &members) }
      for (old, path) in found {
        try checkMakesNoSection(old, members)
        let new = try rewriting(wholeElement(of: old)) { (tree) throws(EditError) in
          try set(field, at: path, below: old.path, in: &tree)
        }
        if let new { try replace(old, by: new, in: &members) }
      }
    }
    updateTexts(of: section)
  }

  func unset(_ keys: [String], of section: Section.ID) throws(EditError) {
    try keepingShape(around: section) { () throws(EditError) in try remove(keys, from: section) }
  }

  private func remove(_ keys: [String], from section: Section.ID) throws(EditError) {
    var members = try members(of: section, for: keys[0])
    var removed: [(field: SectionField, key: String, path: [String])] = []
    var gone: Set<String> = []
    for key in keys {
      let found = gone.contains(key) ? [] : find(key, in: &members)
      if found.isEmpty {
        try checkIsNoItem(key, members)
        throw .noSuchKey(
          key, of: ownerName(section), keys: members.names.filter { !gone.contains($0) })
      }
      gone.insert(key)
      for (field, path) in found {
        try checkMakesNoSection(field, members)
        removed.append((field, key, path))
      }
    }
    let fields = Dictionary(grouping: removed, by: \.field.key.node)
    for field in members.fields {
      guard let removed = fields[field.key.node] else { continue }
      let inner = removed.filter { !$0.path.isEmpty }.map { ($0.key, $0.path) }
      let new = try rewriting(wholeElement(of: field)) { (tree) throws(EditError) in
        try unset(inner, below: field.path, in: &tree)
      }
      try replace(field, by: inner.count < removed.count ? nil : new, in: &members)
    }
    updateTexts(of: section)
  }

  /// - Throws: `EditError` for a section that cannot have fields: it is not a dictionary, or a
  ///   dictionary of items only.
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

  /// The fields that a user's key means, each with the path from its value on: those where the path
  /// leads to a value; else those under the key, dots included; else containers at which the path
  /// begins.
  private func find(
    _ key: String, in members: inout SectionMembers
  ) -> [(field: SectionField, path: [String])] {
    let path = FieldPath(key).components
    let begun = members.fields(along: path)
      .map { (field: $0, path: Array(path.dropFirst($0.path.count))) }
    let found = begun.filter { document.leads($0.path, from: $0.field.value) }
    if !found.isEmpty { return found }
    let exact = members.fields(at: [key])
    if !exact.isEmpty { return exact.map { ($0, []) } }
    return begun.filter { document.kind(of: $0.field.value).isContainer }
  }

  private func wholeElement(of field: SectionField) -> WholeElement {
    let first = field.key.node
    return WholeElement(first: first, range: document.chunk(from: first, through: field.value))
  }

  /// - Throws: `EditError.holdsItems` for a key that leads to items.
  private func checkIsNoItem(_ key: String, _ members: SectionMembers) throws(EditError) {
    let path = FieldPath(key).components
    // The innermost dictionary around the key: for the outer dictionaries it would itself be an
    // item.
    let dict = members.dicts.filter { $0.path.count < path.count && path.starts(with: $0.path) }
      .max { $0.path.count < $1.path.count }
    guard let dict else { return }
    for name in dict.path.isEmpty ? [key, path[0]] : [path[dict.path.count]]
    where members.isItem(name, of: dict) {
      throw .holdsItems(key: name)
    }
  }

  /// Checks that a field is not the one that makes its row a section.
  private func checkMakesNoSection(
    _ field: SectionField, _ members: SectionMembers
  ) throws(EditError) {
    if shape.grouping == .headerRows, field.path == ["Type"], members.isHeader {
      throw .makesSection(key: "Type")
    }
  }

  // MARK: Changing

  private func add(
    _ field: FieldAssignment, to section: Section.ID, _ members: inout SectionMembers
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
      // The item's key may have changed since the file was read.
      throw .holdsItems(key: name)
    }
    let new = FieldAssignment(key: name, type: field.type, value: field.value)
    let isEmptyElement = document[dict.node].isEmptyElement
    let added = try addText(of: new, to: dict, of: section)
    if isEmptyElement {
      // An empty dictionary was rewritten, so it is another node now.
      members = SectionMembers(of: section, in: catalogue)
    } else {
      members.append(added, in: dict)
    }
  }

  /// Appends a field to a dictionary of a section.
  func addField(
    _ field: FieldAssignment, to dict: SectionMembers.Dict, of section: Section.ID
  ) throws(EditError) {
    _ = try addText(of: field, to: dict, of: section)
    updateTexts(of: section)
  }

  /// - Returns: The new field.
  private func addText(
    of field: FieldAssignment, to dict: SectionMembers.Dict, of section: Section.ID
  ) throws(EditError) -> PropertyListDocument.Member {
    numberings[section] = nil
    let layout = layout(ofMembersOf: dict.node)
    let value = try element(for: field, insteadOf: usualKind(of: field.key, in: section))
    let member = try addMember(
      document.element(ofKey: field.key) + layout.beforeValue.bytes + value, layout: layout,
      to: dict.node, of: section)
    try checkIsScalar(member, in: dict)
    return member
  }

  /// The kind that the key's value has in a neighbouring section, if it is a scalar; otherwise
  /// string.
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

  /// Replaces a field, or removes it.
  private func replace(
    _ field: SectionField, by element: WholeElement?, in members: inout SectionMembers
  ) throws(EditError) {
    let chunk = wholeElement(of: field).range
    replaceText(
      from: .before(chunk.lowerBound), to: .after(chunk.upperBound - 1),
      with: element.map { [$0.range] } ?? [])
    let new = element.flatMap { document.member(at: $0.first) }
    // There are several dictionaries at a path if a key occurs more than once.
    for dict in members.dicts where dict.path.elementsEqual(field.path.dropLast()) {
      replaceMember(field.key, of: dict.node, by: new)
      if let new { try checkIsScalar(new, in: dict) }
    }
    if let new { members.replace(field, by: new) }
  }

  /// - Throws: `EditError.holdsItems` for a container in a dictionary whose containers are all read
  ///   as items.
  private func checkIsScalar(
    _ member: PropertyListDocument.Member, in dict: SectionMembers.Dict
  ) throws(EditError) {
    guard dict.holdsItems, document.kind(of: member.value).isContainer else { return }
    throw .holdsItems(key: document.text(of: member.key))
  }

  /// Replaces a title that is a key in the section's own dictionary.
  func replaceTitleKey(of section: Section.ID, with title: String) throws(EditError) {
    guard let dict = catalogue.sections[section].node,
      let key = catalogue.sections[section].titleNode.flatMap({ document.key($0) })
    else { throw .sectionHasNoTitle }
    var members = SectionMembers(of: section, in: catalogue)
    if let field = members.fields.first(where: { $0.key == key }) {
      let replacement = try document.replacement(
        of: key.node, by: document.element(ofKey: title))
      if let new = try rewriting(wholeElement(of: field), replacing: [replacement]) {
        try replace(field, by: new, in: &members)
      }
    } else if let list = document.members(of: dict).first(where: { $0.key == key })?.value,
      let new = document.key(try rewriteKey(of: list, as: title))
    {
      replaceMember(key, of: dict, by: (new, list))
    }
    updateTexts(of: section)
  }

  /// Replaces a title that is a value.
  func replaceTitleValue(of section: Section.ID, with title: String) throws(EditError) {
    var members = SectionMembers(of: section, in: catalogue)
    guard let field = members.fields.first(where: { $0.value == members.title }) else {
      // The title is a value inside a field.
      let key = titleKeys(of: section).first {
        let title = members.title
        return find($0, in: &members).contains { field, path in
          document.value(at: path, in: field.value) == title
        }
      }
      guard let key else { return }
      return try assign([FieldAssignment(key: key, type: nil, value: title)], to: section)
    }
    let new = try rewriting(wholeElement(of: field)) { (tree) throws(EditError) in
      try set(FieldAssignment(key: "", type: nil, value: title), at: [], in: &tree)
    }
    if let new { try replace(field, by: new, in: &members) }
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

  /// Finds a section's title, header and footer again among its current fields.
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
      } else if let dict = nodes.node, document.kind(of: dict) == .dict,
        shape.level(at: catalogue.sections[section].depth - 1) == .titledByKey
      {
        nodes.title = document.members(of: dict).first { _ in true }?.key.node
      }
      (nodes.header, nodes.footer) = document.headerAndFooter(
        members.lazy.map { ($0.key, $0.value) }, except: nodes.title)
    }
    setNodes(of: section, to: nodes)
  }
}
