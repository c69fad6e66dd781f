import PropertyLists

/// The contents of an entry to be inserted.
package struct NewEntry: Equatable, Sendable {
  /// The entry's name: the value under the label key, its key in a dictionary, or its whole text.
  package var label: String?
  package var fields: [FieldAssignment]

  package init(label: String? = nil, fields: [FieldAssignment] = []) {
    self.label = label
    self.fields = fields
  }
}

extension CatalogueEditor {
  /// Inserts a new entry, written like its neighbours. Where entries are grouped by a value, an
  /// entry with that value for a place in the root goes to the section of the value; a section that
  /// does not exist is added.
  ///
  /// - Returns: The entry.
  package func insert(_ new: NewEntry, at place: Place) throws(EditError) -> Item {
    let new = try isCards ? withAddresses(new) : new
    let place = shape.isStringCatalog && place == .last(in: .root) ? sortedPlace(of: new) : place
    let (section, position) = try slot(self.place(of: new, at: place))
    if section == .root, let title = try groupTitle(in: new.fields) {
      return try insert(new, intoNewGroup: title)
    }
    try checkHoldsEntries(section)
    try checkPlace(ofSection: false, in: section, at: position)
    return try write(new, in: section, at: position)
  }

  /// Whether fields are meant for the dictionary around the list of the catalogue, not for a new
  /// entry in the list: it has entries, and none of them has any of the fields.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  package func belongToRoot(_ fields: [FieldAssignment]) -> Bool {
    guard let outer = SectionMembers(of: .root, in: catalogue).dicts.first, !outer.holdsItems,
      catalogue.root.entryCount > 0, !fields.isEmpty
    else { return false }
    return fields.allSatisfy {
      !$0.key.isEmpty && !catalogue.hasField($0.key, followsPaths: false)
    }
  }

  /// Checks that it is clear where a new entry after another is meant. It may be meant inside that
  /// other entry if it is a container among single values, as in an Info.plist.
  package func checkIsMeant(_ new: NewEntry, after entry: Entry.ID) throws(EditError) {
    let value = catalogue.value(of: entry)
    guard catalogue.key(of: entry) != nil, document.kind(of: value).isContainer,
      new.label == nil || new.fields.isEmpty,
      !neighbours(of: entry).allSatisfy({ document.kind(of: $0).isContainer })
    else { return }
    let isArray = document.kind(of: value) == .array
    throw .insideOrAfter(
      catalogue.name(of: .entry(entry)),
      elementCount: isArray ? document.elements(of: value).count(where: { _ in true }) : nil)
  }

  /// Inserts a new entry at a place where entries may be.
  func write(
    _ new: NewEntry, in section: Section.ID, at position: Int
  ) throws(EditError) -> Item {
    try renumbering([section]) { () throws(EditError) in
      // An empty list is opened first, since it determines the layout of its items.
      let textPosition = try textPosition(in: section, at: position)
      var model = model(in: section, at: position)
      let draft = try draft(new, in: section, like: &model)
      let addition = try document.add(draft.text, isMember: draft.hasKey, for: "")
      let node = draft.hasKey && !draft.isNamed ? document.end(of: addition.node) : addition.node
      let entry = catalogue.addEntry(node, to: section)
      try checkIsNoHeader(entry)
      insertText([addition.range], at: textPosition)
      replaceItems(of: section, at: position..<position, with: [content(of: .entry(entry))])
      return .entry(entry)
    }
  }

  /// Inserts new entries one after another, written like the neighbours of the first.
  ///
  /// - Parameter new: New entries, with different names if entries are stored under names.
  /// - Returns: The entries.
  /// - Complexity: O(*n*) in the length of their text, besides the cost of inserting one entry.
  package func insert(_ new: [NewEntry], at place: Place) throws(EditError) -> [Item] {
    if shape.isStringCatalog, place == .last(in: .root) { return try insertSorted(new) }
    if new.count < 2 {
      return try new.first.map { new throws(EditError) in [try insert(new, at: place)] } ?? []
    }
    let (section, position) = try slot(place)
    try checkHoldsEntries(section)
    try checkPlace(ofSection: false, in: section, at: position)
    return try renumbering([section]) { () throws(EditError) in
      let textPosition = try textPosition(in: section, at: position)
      var model = model(in: section, at: position)
      // The entries are put into a temporary container, so that they are parsed in one pass.
      let name = model.kind == .plain ? "array" : "dict"
      var text = Array("<\(name)>".utf8)
      let start = text.count
      var isNamed = false
      for (number, entry) in new.enumerated() {
        let draft = try draft(entry, in: section, like: &model, number: number)
        text += draft.text
        isNamed = draft.isNamed
      }
      let length = text.count - start
      let addition = try document.add(text + Array("</\(name)>".utf8), isMember: false, for: "")
      let nodes =
        model.kind == .plain
        ? Array(document.elements(of: addition.node))
        : document.members(of: addition.node).map { isNamed ? $0.key.node : $0.value }
      let entries = nodes.map { catalogue.addEntry($0, to: section) }
      for entry in entries { try checkIsNoHeader(entry) }
      let range = addition.range.lowerBound + start
      insertText([range..<(range + length)], at: textPosition)
      if let first = entries.first, let last = entries.last {
        replaceItems(
          of: section, at: position..<position, with: [.entries(first..<last.advanced(by: 1))])
      }
      return entries.map { .entry($0) }
    }
  }

  /// The model for the layout, order and types of new entries at a place.
  private struct Model {
    /// The nearest entry.
    let example: Entry.ID?
    /// The values of the entries around, the nearest first.
    let values: [NodeIndex]
    let space: Space
    let kind: ListKind
    /// The names of the new entries so far.
    var names: Set<String> = []
    /// The known orders of fields, by the list of their keys.
    var orders: [[[UInt8]]: [Int]] = [:]
    var layout: MemberLayout?
  }

  private func model(in section: Section.ID, at position: Int) -> Model {
    let entries = entries(around: position, in: section)
    return Model(
      example: entries.first, values: entries.map(catalogue.value),
      space: space(in: section, at: position), kind: listKind(of: section) ?? .plain)
  }

  /// The text of a new entry.
  private struct Draft {
    var text: [UInt8]
    /// Whether the text begins with a key; and (`isNamed`) whether that key is the entry's name.
    var hasKey = false
    var isNamed = false
  }

  /// - Parameter number: The number of new entries before this one.
  private func draft(
    _ new: NewEntry, in section: Section.ID, like model: inout Model, number: Int = 0
  ) throws(EditError) -> Draft {
    var new = new
    if !shape.isStringCatalog {
      new.fields = new.fields.map {
        FieldAssignment(key: FieldPath.key(writtenAs: $0.key), type: $0.type, value: $0.value)
      }
    }
    let space = model.space
    var draft = Draft(text: space.bytes)
    if model.kind != .plain {
      let name: String
      if model.kind == .named {
        let isScalar = model.example.map { !isDict($0) } ?? true
        name = try takeName(from: &new, isScalar: isScalar)
        try checkName(name, isFreeIn: section)
        if !model.names.insert(name).inserted { throw .nameTaken(name) }
        draft.isNamed = true
      } else {
        name = numberedName(in: section, after: number)
      }
      draft.hasKey = true
      let example = model.example.flatMap { firstNode(of: .entry($0)) }
      draft.text += try document.element(ofKey: name)
      draft.text += (example.map { betweenKeyAndValue(of: $0, movedTo: space) } ?? space).bytes
    }
    try group(&new, in: section)
    giveKind(&new, like: model.values)
    // The first card of a file is a card, too.
    if isCards, model.values.isEmpty, new.fields.isEmpty, let label = new.label {
      new = NewEntry(fields: [FieldAssignment(key: VCardMapping.nameKey, type: nil, value: label)])
    }
    if isCards { new.divideName(like: model.values, in: document) }
    draft.text += try valueText(new, isNamed: draft.isNamed, like: &model)
    return draft
  }

  private func betweenKeyAndValue(of key: NodeIndex, movedTo space: Space) -> Space {
    guard document.kind(of: key) == .key else { return space }
    let value = document.space(before: document.elementStart(of: document.end(of: key)))
    let outer = document.space(before: document.elementStart(of: key)).indentation
    return value.moved(from: outer, to: space.indentation)
  }

  private func isDict(_ entry: Entry.ID) -> Bool {
    document.kind(of: catalogue.value(of: entry)) == .dict
  }

  /// Removes and returns the name under which a new entry is stored: its label or, for a single
  /// value or a whole element, the key of its only field.
  private func takeName(from new: inout NewEntry, isScalar: Bool) throws(EditError) -> String {
    if let label = new.label {
      new.label = nil
      return label
    }
    guard let field = new.fields.first, new.fields.count == 1, !field.key.isEmpty,
      isScalar || field.type == .xml
    else { throw .nameMissing }
    new.fields[0] = FieldAssignment(key: "", type: field.type, value: field.value)
    return field.key
  }

  /// A name with the next number; the whole list is renumbered afterwards.
  private func numberedName(in section: Section.ID, after new: Int) -> String {
    let members = lists(of: section).lazy.flatMap { self.document.members(of: $0) }
    let first = members.first { self.document.kind(of: $0.value).isContainer }
    let example = first.map { document.text(of: $0.key) } ?? "Item0"
    let prefix = example.reversed().drop { $0.isASCII && $0.isNumber }.reversed()
    return String(prefix) + String(catalogue.sections[section].itemCount + new)
  }

  /// Adds the value that decides which section an entry is in.
  private func group(_ new: inout NewEntry, in section: Section.ID) throws(EditError) {
    guard let key = shape.groupingKey else {
      for field in new.fields { try checkGrouping(field) }
      return
    }
    let title = catalogue.fullTitle(of: section) ?? ""
    if let given = new.fields.first(where: { $0.key == key }) {
      guard given.value == title else { throw .decidesSection(key: key) }
    } else {
      new.fields.append(FieldAssignment(key: key, type: nil, value: title))
    }
  }

  /// Gives a new row of settings the `Type` of the nearest row, unless it has one.
  private func giveKind(_ new: inout NewEntry, like values: [NodeIndex]) {
    guard shape.grouping == .headerRows, !new.fields.contains(where: { $0.key == "Type" }) else {
      return
    }
    let kinds = values.lazy.filter { self.document.kind(of: $0) == .dict }
      .compactMap { self.document.value(of: "Type", in: $0).flatMap(self.document.scalar) }
    guard let kind = kinds.first.map(document.text) else { return }
    new.fields.append(FieldAssignment(key: "Type", type: .string, value: kind))
  }

  private func valueText(
    _ new: NewEntry, isNamed: Bool, like model: inout Model
  ) throws(EditError) -> [UInt8] {
    let neighbours = model.values
    let example = neighbours.first
    if shape.isStringCatalog, !new.fields.contains(where: { $0.key.isEmpty }) {
      return try localizedElement(new.fields)
    }
    let hasKeys = new.fields.contains { !$0.key.isEmpty }
    let declared = neighbours.isEmpty ? declaredKeys : []
    // With chosen label keys a label is a field.
    let hasLabelKey = new.label != nil && catalogue.hasChosenLabels
    // An entry of a strings file is always a text: no program looks for dictionaries there.
    let isDict =
      example.map { document.kind(of: $0) == .dict }
      ?? (document.source.format != .strings && (hasKeys || hasLabelKey || !declared.isEmpty))
    let isWhole = new.fields.count == 1 && new.fields[0].key.isEmpty && new.fields[0].type == .xml
    guard isDict, !isWhole else {
      return try scalarText(new, isNamed: isNamed, like: neighbours)
    }
    if example != nil || hasLabelKey, new.fields.contains(where: { $0.key.isEmpty }) {
      throw .dictionaryWanted
    }
    var fields = new.fields
    if let label = new.label {
      let own = try field(at: labelKey(like: neighbours), label, like: neighbours)
      if let field = fields.first(where: { $0.key == own.key }) {
        if field.value != own.value { throw .labelTwice(key: own.key) }
      } else {
        fields.insert(own, at: 0)
      }
    }
    if fields.isEmpty && !isNamed { throw .nothingToInsert }
    return try dictText(fields, like: &model)
  }

  private func scalarText(
    _ new: NewEntry, isNamed: Bool, like neighbours: [NodeIndex]
  ) throws(EditError) -> [UInt8] {
    if new.fields.contains(where: { !$0.key.isEmpty }) { throw .notADictionary }
    if let field = new.fields.last {
      if let label = new.label { throw .nameUnwanted(label) }
      return try element(for: field, insteadOf: usualKind(of: field.value, like: neighbours))
    }
    guard let value = new.label ?? (isNamed ? "" : nil) else { throw .nothingToInsert }
    return try element(
      for: FieldAssignment(key: "", type: nil, value: value),
      insteadOf: usualKind(of: value, like: neighbours))
  }

  /// The kind of a new single value: that of the nearest entry. If entries are of different kinds,
  /// as in an Info.plist, it is used only for a single value whose text fits; otherwise the value
  /// is a string.
  private func usualKind(of text: String, like neighbours: [NodeIndex]) -> NodeKind {
    let kinds = neighbours.map { document.kind(of: $0) }
    guard let nearest = kinds.first else { return .string }
    if kinds.allSatisfy({ $0 == nearest }) { return nearest }
    let isValue = !nearest.isContainer && (try? ElementText.value(text, as: nearest)) != nil
    return isValue ? nearest : .string
  }

  /// The key under which the nearest entries have their labels. A key that other entries have
  /// besides their label is skipped: a contact without a name is labelled by its number, but a
  /// number is no name.
  private func labelKey(like neighbours: [NodeIndex]) -> String {
    // In a card a name is always written to this property.
    if isCards { return VCardMapping.nameKey }
    let dicts = neighbours.filter { document.kind(of: $0) == .dict }
    func keys(of dict: NodeIndex) -> [String] {
      shape.labelKeys.filter { document.value(ofKeyOrPath: $0, in: dict) != nil }
    }
    let present = dicts.map(keys)
    let fields = Set(present.flatMap { $0.dropFirst() })
    for case let key? in present.map(\.first) where !fields.contains(key) { return key }
    return shape.labelKeys.first ?? DeclaredKeys.label(of: declaredKeys) ?? "name"
  }

  /// A new card in which the parts of each address, such as `homeAddress.city` and
  /// `homeAddress.street`, are joined to one field.
  private func withAddresses(_ new: NewEntry) throws(EditError) -> NewEntry {
    var addresses: [String: (place: Int, members: [UInt8])] = [:]
    var result = NewEntry(label: new.label)
    for field in new.fields {
      let path = FieldPath(field.key).components
      guard VCardMapping.isComponent(path) else {
        result.fields.append(field)
        continue
      }
      let value = FieldAssignment(key: "", type: field.type, value: field.value)
      let (place, members) = addresses[path[0]] ?? (result.fields.count, [])
      let all =
        try members + document.element(ofKey: path[1]) + element(for: value, insteadOf: .string)
      addresses[path[0]] = (place, all)
      let address = FieldAssignment(key: path[0], element: ElementText.container(.dict, all))
      if place == result.fields.count {
        result.fields.append(address)
      } else {
        result.fields[place] = address
      }
    }
    return result
  }

  /// A field with a text under a key or at a path. For a path, unless it is a key in one of these
  /// dictionaries, the value is a dictionary around the text.
  func field(
    at path: String, _ text: String, like dicts: [NodeIndex]
  ) throws(EditError) -> FieldAssignment {
    let components = FieldPath(path).components
    let isKey = dicts.contains { dict in
      document.kind(of: dict) == .dict && document.value(of: path, in: dict) != nil
    }
    if components.count < 2 || isKey { return FieldAssignment(key: path, type: nil, value: text) }
    let field = FieldAssignment(key: "", type: nil, value: text)
    var element = try element(for: field, insteadOf: .string)
    for key in components.dropFirst().reversed() {
      element = ElementText.container(.dict, try document.element(ofKey: key) + element)
    }
    return FieldAssignment(key: components[0], element: element)
  }

  private func dictText(
    _ fields: [FieldAssignment], like model: inout Model
  ) throws(EditError) -> [UInt8] {
    if fields.isEmpty { return ElementText.container(.dict) }
    let (neighbours, space) = (model.values, model.space)
    let layout =
      model.layout
      ?? neighbours.lazy.compactMap { self.layout(ofEntryLike: $0, movedTo: space) }.first
      ?? MemberLayout(beforeElement: space, unit: document.indentationUnit)
    model.layout = layout
    var members: [UInt8] = []
    let fields = fields.withoutRepetition
    let kinds = usualKinds(of: fields, in: neighbours)
    let keys = fields.map(\.keyBytes)
    let order = model.orders[keys] ?? order(of: fields, like: neighbours)
    model.orders[keys] = order
    for index in order { members += try memberText(fields[index], layout, kinds) }
    return ElementText.container(.dict, members + layout.beforeEnd.bytes)
  }

  /// The indices of fields in the order in which neighbours have them or, without neighbours, in
  /// which the keys were declared.
  private func order(of fields: [FieldAssignment], like neighbours: [NodeIndex]) -> [Int] {
    guard neighbours.isEmpty else {
      let numbers = Dictionary(
        uniqueKeysWithValues: fields.enumerated().map { ($0.element.keyBytes, $0.offset) })
      return arranged(fields, like: neighbours).compactMap { numbers[$0.field.keyBytes] }
    }
    let keys = declaredKeys
    let ranks = fields.map { field in keys.firstIndex(of: field.key) ?? keys.count }
    return fields.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
  }

  /// The layout of an entry, relative to the line that the entry begins on.
  private func layout(ofEntryLike value: NodeIndex, movedTo space: Space) -> MemberLayout? {
    guard document.kind(of: value) == .dict, let layout = document.memberLayout(of: value) else {
      return nil
    }
    let first = document.key(before: value) ?? value
    let line = document.space(before: document.elementStart(of: first))
    return MemberLayout(
      beforeElement: line, beforeKey: layout.beforeKey, beforeValue: layout.beforeValue,
      beforeEnd: layout.beforeEnd
    ).moved(to: space)
  }
}

// MARK: Cards

extension CatalogueEditor {
  /// Whether entries are cards that are labelled by their names.
  var isCards: Bool { document.holdsCards && !catalogue.hasChosenLabels }
}

extension NewEntry {
  /// Divides the name of a new card into family name and first name, if nearby cards tell which of
  /// these comes first in a whole name. The family name is one word; all others are the first name.
  fileprivate mutating func divideName(
    like cards: [NodeIndex], in document: PropertyListDocument
  ) {
    guard let name = label ?? fields.first(where: { $0.key == VCardMapping.nameKey })?.value,
      !fields.contains(where: {
        VCardMapping.nameKeys.contains($0.key)
          || $0.key == VCardMapping.organizationKeys[0] && $0.value == name
      }),
      let isFamilyLast = cards.lazy.compactMap({ document.hasFamilyLast($0) }).first
    else { return }
    var words = name.split(separator: " ").map(String.init)
    guard words.count > 1 else { return }
    let family = isFamilyLast ? words.removeLast() : words.removeFirst()
    for (key, value) in zip(VCardMapping.nameKeys, [family, words.joined(separator: " ")]) {
      fields.append(FieldAssignment(key: key, type: .string, value: value))
    }
  }
}

extension PropertyListDocument {
  /// Whether the family name comes last in a card's whole name, not first; `nil` if the card does
  /// not tell. A card with parts but without a whole name counts as family name last.
  fileprivate func hasFamilyLast(_ card: NodeIndex) -> Bool? {
    guard kind(of: card) == .dict else { return nil }
    func text(_ key: String) -> String? {
      let text = value(of: key, in: card).flatMap(string).map(self.text)
      return text?.isEmpty == true ? nil : text
    }
    let parts = VCardMapping.nameKeys.map(text)
    guard parts[0] != nil, parts[1] != nil else { return nil }
    guard let whole = text(VCardMapping.nameKey) else { return true }
    func isWhole(_ order: [Int]) -> Bool {
      order.compactMap { parts[$0] }.joined(separator: " ") == whole
    }
    if isWhole([3, 1, 2, 0, 4]) || isWhole([1, 0]) { return true }
    return isWhole([3, 0, 1, 2, 4]) || isWhole([0, 1]) ? false : nil
  }
}
