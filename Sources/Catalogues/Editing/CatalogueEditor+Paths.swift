import PropertyLists

/// An element, with its key if it has one, that is rewritten before it replaces another in the
/// text.
struct RewrittenElement {
  /// Its key, or its value if it has none.
  var first: NodeIndex
  /// Its text, with everything that moves with it.
  var range: Range<Int>
  var hasChanged = false
}

/// Changing values inside values.
extension CatalogueEditor {
  /// The way to what a user calls by a key: a path if that leads to a value; else the key of a
  /// dictionary, dots included, or a path that begins at a container.
  ///
  /// - Parameter added: Further keys, whose values are containers.
  /// - Throws: `EditError.holdsNoFields` for a path that begins at a single value.
  func path(
    of key: String, in value: NodeIndex, beside added: Set<String> = []
  ) throws(EditError) -> [String] {
    guard document.kind(of: value) == .dict else { return FieldPath(key).components }
    let path = FieldPath(key).components
    if path.isEmpty { return [key] }
    if document.leads(path, from: value) { return path }
    if document.value(of: key, in: value) != nil { return [key] }
    if path.count == 1 || added.contains(path[0]) { return path }
    guard let first = document.value(of: path[0], in: value) else {
      if FieldPath.isEscaped(key) { throw missing(path[0], in: value, at: []) }
      return [key]
    }
    if !document.kind(of: first).isContainer { throw .holdsNoFields([path[0]], key: key) }
    return path
  }

  /// Fields and, before paths that begin at a dictionary or an array that an entry lacks, but
  /// neighbouring entries or other cards have, this.
  func addingContainers(
    to fields: [FieldAssignment], of entry: Entry.ID
  ) -> [FieldAssignment] {
    let value = catalogue.value(of: entry)
    var result: [FieldAssignment] = []
    var keys = Set(fields.map(\.key))
    for field in fields {
      let path = FieldPath(field.key).components
      if path.count > 1, document.value(of: field.key, in: value) == nil,
        document.value(of: path[0], in: value) == nil, !keys.contains(path[0])
      {
        let wanted = [field.key, path[0]].map { FieldAssignment(key: $0, type: nil, value: "") }
        var kinds = usualKinds(of: wanted, in: neighbours(of: entry))
        if document.holdsCards, VCardMapping.isComponent(path) {
          kinds[wanted[1].keyBytes] = .dict
        }
        if kinds[wanted[0].keyBytes] == nil, let kind = kinds[wanted[1].keyBytes], kind.isContainer
        {
          let type: FieldType = kind == .dict ? .dict : .array
          result.append(FieldAssignment(key: path[0], type: type, value: ""))
          keys.insert(path[0])
        }
      }
      result.append(field)
    }
    return result
  }

  /// Sets values at paths in an element, one after the other. Single values, and new ones in dictionaries
  /// that hold others, are set together.
  func set(
    _ fields: [(field: FieldAssignment, path: [String])], in element: inout RewrittenElement
  ) throws(EditError) {
    var edits: [(range: Range<Int>, text: [UInt8])] = []
    /// What is set so far and not yet written, by its container.
    var names: [NodeIndex: Set<String>] = [:]
    /// New members of containers, which go to the end.
    var added: [NodeIndex: (layout: MemberLayout, offset: Int, text: [UInt8])] = [:]
    func write(_ element: inout RewrittenElement) throws(EditError) {
      try rewrite(
        &element, replacing: edits + added.values.map { ($0.offset..<$0.offset, $0.text) })
      (edits, names, added) = ([], [:], [:])
    }
    for (field, path) in fields {
      let value = catalogue.valueNode(from: element.first)
      if let name = path.last, path.count > 1,
        let container = try? container(at: path.dropLast(), of: value, below: [], for: field.key),
        document.kind(of: container) == .dict,
        document.members(of: container).contains(where: { _ in true }),
        names[container, default: []].insert(name).inserted
      {
        let old = document.elements(named: name, in: container).map(\.value)
        if old.isEmpty {
          var end = added[container] ?? endOfMembers(of: container)
          end.text += try memberText(field, name, end.layout, nesting: path.count)
          added[container] = end
          continue
        } else if !old.contains(where: { document.kind(of: $0).isContainer }) {
          edits += try replacements(of: old, by: field, nesting: path.count)
          continue
        }
      }
      try write(&element)
      try set(field, at: path, below: [], in: &element)
    }
    try write(&element)
  }

  private func replacements(
    of values: [NodeIndex], by field: FieldAssignment, nesting: Int
  ) throws(EditError) -> [(range: Range<Int>, text: [UInt8])] {
    // A key that appears twice has a single value for its readers.
    var edits: [(range: Range<Int>, text: [UInt8])] = []
    for node in values {
      let text = try self.element(
        for: field, insteadOf: document.kind(of: node), nesting: nesting)
      edits.append(try document.replacement(of: node, by: text, for: field.key))
    }
    return edits
  }

  /// The layout of members, and where another one goes.
  ///
  /// - Precondition: There is a member.
  private func endOfMembers(
    of dict: NodeIndex
  ) -> (layout: MemberLayout, offset: Int, text: [UInt8]) {
    var offset = 0
    if let last = Array(document.members(of: dict)).last {
      offset = document.chunk(from: last.key.node, through: last.value).upperBound
    }
    return (layout(ofMembersOf: dict), offset, [])
  }

  private func memberText(
    _ field: FieldAssignment, _ name: String, _ layout: MemberLayout, nesting: Int
  ) throws(EditError) -> [UInt8] {
    let value = try element(for: field, insteadOf: .string, nesting: nesting)
    return try layout.beforeKey.bytes + text(ofKey: name) + layout.beforeValue.bytes + value
  }

  /// Sets the value at a path in an element. A key that is missing is added to its dictionary, and
  /// the position after the last one adds a value to an array.
  ///
  /// - Parameter outer: The path to the element's value, for errors.
  func set(
    _ field: FieldAssignment, at path: some BidirectionalCollection<String>, below outer: [String],
    in element: inout RewrittenElement
  ) throws(EditError) {
    let value = catalogue.valueNode(from: element.first)
    guard let name = path.last else {
      let text = try self.element(for: field, insteadOf: document.kind(of: value))
      let edit = try document.replacement(of: value, by: text, for: field.key)
      return try rewrite(&element, replacing: [edit])
    }
    let container = try container(at: path.dropLast(), of: value, below: outer, for: field.key)
    let old = document.elements(named: name, in: container)
    if !old.isEmpty {
      return try rewrite(
        &element, replacing: replacements(of: old.map(\.value), by: field, nesting: path.count))
    }
    let addition = try addition(of: field, to: container, at: outer + path)
    try rewrite(&element, replacing: [addition])
  }

  /// The container at a path in a value.
  ///
  /// - Parameter key: What the user wrote, for errors.
  private func container(
    at path: some BidirectionalCollection<String>, of value: NodeIndex, below outer: [String],
    for key: String
  ) throws(EditError) -> NodeIndex {
    var node = value
    var passed = outer
    for name in path {
      guard let next = document.child(name, of: node) else {
        throw missing(name, in: node, at: passed)
      }
      node = next
      passed.append(name)
      if !document.kind(of: node).isContainer { throw .holdsNoFields(passed, key: key) }
    }
    return node
  }

  private func missing(_ name: String, in container: NodeIndex, at path: [String]) -> EditError {
    .noSuchKey(
      name, of: path.isEmpty ? nil : "'\(FieldPath(components: path).text.excerpt())'",
      keys: document.childNames(of: container))
  }

  private func addition(
    of field: FieldAssignment, to container: NodeIndex, at path: [String]
  ) throws(EditError) -> (range: Range<Int>, text: [UInt8]) {
    let (outer, name) = (path.dropLast(), path[path.count - 1])
    let layout = layout(ofMembersOf: container)
    switch document.kind(of: container) {
    case .dict:
      let text = try memberText(field, name, layout, nesting: path.count)
      guard let last = Array(document.members(of: container)).last else {
        return insertion(of: text, intoEmpty: container, layout)
      }
      let end = document.chunk(from: last.key.node, through: last.value).upperBound
      return (end..<end, text)
    case .array:
      let elements = Array(document.elements(of: container))
      guard name == String(elements.count) else {
        throw missing(name, in: container, at: Array(outer))
      }
      let kind = elements.last.map { document.kind(of: $0) } ?? .string
      let text = try element(
        for: field, insteadOf: kind.isContainer ? .string : kind, nesting: path.count)
      guard let last = elements.last else {
        return insertion(of: layout.beforeKey.bytes + text, intoEmpty: container, layout)
      }
      let end = document.chunk(from: last, through: last).upperBound
      return (end..<end, document.space(before: document.elementStart(of: last)).bytes + text)
    default: throw missing(name, in: container, at: Array(outer))
    }
  }

  /// The text that adds the first elements to a container, and where.
  func insertion(
    of text: [UInt8], intoEmpty container: NodeIndex, _ layout: MemberLayout
  ) -> (range: Range<Int>, text: [UInt8]) {
    let name = document.kind(of: container).elementName
    if document[container].isEmptyElement {
      let whole = Array("<\(name)>".utf8) + text + layout.beforeEnd.bytes + Array("</\(name)>".utf8)
      return (document.elementRange(of: container), whole)
    }
    // If both tags are on one line, the end tag needs a line of its own, too.
    let isLine = document.space(before: document.contentEnd(of: container)).indentation != nil
    let start = document.trailEnd(after: document[container].contentOffset)
    return (start..<start, isLine ? text : text + layout.beforeEnd.bytes)
  }

  /// The text that is removed with what is at a path: values with their keys.
  func chunks(
    at path: some BidirectionalCollection<String>, in value: NodeIndex, below outer: [String],
    for key: String
  ) throws(EditError) -> [Range<Int>] {
    guard let name = path.last else { throw .notADictionary }
    let container = try container(at: path.dropLast(), of: value, below: outer, for: key)
    let found = document.elements(named: name, in: container)
    if found.isEmpty { throw missing(name, in: container, at: outer + path.dropLast()) }
    return found.map { document.chunk(from: $0.first, through: $0.value) }
  }

  /// Rewrites an element with some ranges of its text replaced.
  func rewrite(
    _ element: inout RewrittenElement, replacing edits: [(range: Range<Int>, text: [UInt8])]
  ) throws(EditError) {
    let edits = edits.filter { document.text(at: $0.range) != $0.text }
    if edits.isEmpty { return }
    var text: [UInt8] = []
    var position = element.range.lowerBound
    /// The offset and length of each copied range in the new text, and its offset in the document. The first
    /// byte of a replacement counts as copied from the element that it replaces, so that the element is found.
    var copied: [(start: Int, count: Int, from: Int)] = []
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      // What is inside something that is removed is removed with it.
      if edit.range.lowerBound < position { continue }
      copied.append((text.count, edit.range.lowerBound - position, position))
      text += document.text(at: position..<edit.range.lowerBound)
      if !edit.range.isEmpty, edit.text.first == UInt8(ascii: "<") {
        copied.append((text.count, 1, edit.range.lowerBound))
      }
      text += edit.text
      position = edit.range.upperBound
    }
    copied.append((text.count, element.range.upperBound - position, position))
    text += document.text(at: position..<element.range.upperBound)
    let addition = try add(text, isMember: document.kind(of: element.first) == .key, for: "")
    for (start, count, old) in copied {
      let start = addition.range.lowerBound + start
      document.note(start..<(start + count), insteadOf: old)
    }
    element = RewrittenElement(first: addition.node, range: addition.range, hasChanged: true)
  }
}

extension PropertyListDocument {
  /// The values under a key, or the one at a position from 0, each with the node that its element
  /// begins with.
  fileprivate func elements(
    named name: String, in container: NodeIndex
  ) -> [(first: NodeIndex, value: NodeIndex)] {
    if kind(of: container) == .dict {
      return members(named: name, in: container).map { ($0.key.node, $0.value) }
    }
    return child(name, of: container).map { [($0, $0)] } ?? []
  }
}
