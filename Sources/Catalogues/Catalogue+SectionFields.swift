package import PropertyLists

/// A value of a section that is neither its title nor one of its items.
package struct SectionField: Sendable {
  /// The keys that lead to the value from the section's outermost dictionary.
  package let path: [String]
  package let key: ScalarIndex
  package let value: NodeIndex

  /// The key, or the path in its written form if there are several keys.
  package var name: String { path.count == 1 ? path[0] : FieldPath(components: path).text }
}

extension Catalogue {
  /// The fields of a section in file order: everything in its own dictionaries that is neither its
  /// title nor an item nor a list of items. Its header and footer are among them.
  ///
  /// The root also has the fields of the dictionaries around the catalogue's list, unless the user
  /// named the root.
  ///
  /// - Complexity: O(*m*) in the members of these dictionaries, including items that are stored
  ///   under keys.
  package func fields(of section: Section.ID) -> [SectionField] {
    let title = sections[section].titleNode.flatMap { document.shownText(of: $0) == nil ? nil : $0 }
    return SectionMembers(of: section, in: self).fields.filter { $0.value != title }
  }

  /// The fields of a section with their names as users write them.
  package func namedFields(of section: Section.ID) -> [(name: String, value: NodeIndex)] {
    let title = sections[section].titleNode.flatMap { document.shownText(of: $0) == nil ? nil : $0 }
    let members = SectionMembers(of: section, in: self)
    return zip(members.names, members.fields.map(\.value)).filter { $1 != title }
  }

  /// Whether a value is the list of the catalogue or one of the containers around it.
  func isOrHoldsList(_ value: NodeIndex) -> Bool {
    value == sections[.root].node || value <= shape.root && shape.root < document.end(of: value)
  }
}

/// The dictionaries that a section consists of, and their members other than items and lists of
/// items.
struct SectionMembers {
  struct Dict {
    let node: NodeIndex
    let path: [String]
    /// Whether containers in the dictionary are items or lists of items, so that only scalars are
    /// fields.
    let holdsItems: Bool
  }

  /// The dictionaries that may have fields, outer ones before inner ones.
  private(set) var dicts: [Dict] = []
  /// The members in file order.
  private(set) var fields: [SectionField] = []
  /// Indices into `fields` by path; made when first needed.
  private var placesByPath: [[String]: [Int]]?
  private let document: PropertyListDocument
  private let nodes: Section.Nodes
  /// Whether the section is a header row: a row of a flat list, followed by the section's items.
  let isHeader: Bool

  var title: NodeIndex? { nodes.title }

  /// The names of the fields as users write them.
  var names: [String] {
    FieldPath.names(
      of: fields.map { ($0.path, document.kind(of: $0.value).isContainer) },
      beside: dicts.compactMap(\.path.first))
  }

  /// Whether a key of a dictionary leads to an item, a list or a dictionary around one.
  func isItem(_ name: String, of dict: Dict) -> Bool {
    if document.value(of: name, in: dict.node) == nil { return false }
    return document.members(of: dict.node).contains { key, value in
      document.kind(of: value).isContainer && document.hasText(key, name)
        && !fields.contains { $0.key == key }
    }
  }

  /// The fields at a path and at its prefixes, in file order.
  ///
  /// - Complexity: O(1) in the number of fields, but O(*n*) the first time.
  mutating func fields(along path: [String]) -> [SectionField] {
    path.indices.flatMap { places(at: path[...$0]) }.sorted().map { fields[$0] }
  }

  /// The fields at a path, in file order.
  ///
  /// - Complexity: The same as for `fields(along:)`.
  mutating func fields(at path: [String]) -> [SectionField] {
    places(at: path[...]).map { fields[$0] }
  }

  private mutating func places(at path: ArraySlice<String>) -> [Int] {
    if placesByPath == nil {
      placesByPath = Dictionary(grouping: fields.indices) { fields[$0].path }
    }
    return placesByPath?[Array(path)] ?? []
  }

  /// Replaces a field that an edit has changed.
  mutating func replace(_ field: SectionField, by new: PropertyListDocument.Member) {
    let place = places(at: field.path[...]).first { fields[$0].key == field.key }
    guard let place else { return }
    fields[place] = SectionField(path: field.path, key: new.key, value: new.value)
  }

  /// Notes a field that was added to one of the dictionaries.
  mutating func append(_ member: PropertyListDocument.Member, in dict: Dict) {
    addField(member, in: dict)
    placesByPath?[fields[fields.count - 1].path, default: []].append(fields.count - 1)
  }

  init(of section: Section.ID, in catalogue: Catalogue) {
    document = catalogue.document
    nodes = catalogue.nodes(of: section)
    let shape = catalogue.shape
    isHeader = section != .root && shape.grouping == .headerRows
    if catalogue.isRestored {
      fields = catalogue.sections[section].storedFields
      return
    }
    if section == .root {
      let outer = shape.requestedRoot ?? document.root
      addWrapper(outer == shape.root ? nodes.node ?? outer : outer, path: [], in: catalogue)
    } else if let dict = nodes.node, document.kind(of: dict) == .dict {
      if isHeader {
        add(Dict(node: dict, path: [], holdsItems: false))
      } else {
        let depth = catalogue.sections[section].depth
        addSection(dict, at: shape.level(at: depth - 1), holding: shape.level(at: depth))
      }
    }
  }

  private mutating func addSection(
    _ dict: NodeIndex, at level: Shape.Level, holding inner: Shape.Level
  ) {
    let lists = document.memberLists(of: dict, at: level)
    if lists.first == dict {
      return addList(dict, path: [], insideSectionOf: level, holding: inner)
    }
    let listNodes = Set(lists)
    add(Dict(node: dict, path: [], holdsItems: level == .titledByKey)) { members, key, list in
      guard listNodes.contains(list) else { return false }
      members.addList(
        list, path: [members.document.text(of: key)], insideSectionOf: level, holding: inner)
      return true
    }
  }

  /// Adds a dictionary around the list of the catalogue, or the list itself.
  private mutating func addWrapper(_ dict: NodeIndex, path: [String], in catalogue: Catalogue) {
    if dict == nodes.node {
      if !catalogue.shape.isFlat {
        addList(dict, path: path, insideSectionOf: nil, holding: catalogue.shape.level(at: 0))
      }
      return
    }
    // A key may occur twice in a dictionary, so the value that leads to the list is known by its
    // node.
    add(Dict(node: dict, path: path, holdsItems: false)) { members, key, value in
      guard catalogue.isOrHoldsList(value) else { return false }
      members.addWrapper(value, path: path + [members.document.text(of: key)], in: catalogue)
      return true
    }
  }

  /// Adds the scalars of a list that are not entries.
  private mutating func addList(
    _ list: NodeIndex, path: [String], insideSectionOf level: Shape.Level?,
    holding inner: Shape.Level
  ) {
    if document.keepsScalars(list, insideSectionOf: level, holding: inner) { return }
    guard document.kind(of: list) == .dict else { return }
    add(Dict(node: list, path: path, holdsItems: true)) { members, _, value in
      members.document.kind(of: value).isContainer
    }
  }

  /// Adds the members of a dictionary.
  ///
  /// - Parameter addItems: A closure that is asked first. If the value is an item, a list or a
  ///   dictionary around either, the closure adds the fields inside it and returns true, and the
  ///   value is no field.
  private mutating func add(
    _ dict: Dict,
    addItems: (_ members: inout Self, _ key: ScalarIndex, _ value: NodeIndex) -> Bool = { _, _, _ in
      false
    }
  ) {
    dicts.append(dict)
    for (key, value) in document.members(of: dict.node) where !addItems(&self, key, value) {
      addField((key, value), in: dict)
    }
  }

  private mutating func addField(_ member: PropertyListDocument.Member, in dict: Dict) {
    fields.append(
      SectionField(
        path: dict.path + [document.text(of: member.key)], key: member.key, value: member.value))
  }
}
