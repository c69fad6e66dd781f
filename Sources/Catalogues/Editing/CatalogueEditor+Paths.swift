import PropertyLists

/// An element, with its key if it has one, whose text is in one piece.
struct WholeElement {
  /// The key, or the value if there is no key.
  let first: NodeIndex
  /// The element's text, with the white space and comments that move with it.
  let range: Range<Int>
}

/// Changing values inside values.
extension CatalogueEditor {
  /// The path that a user's key means. It is read as a path if that leads to a value; else as a
  /// key, dots included, if the dictionary has it; else as a path if that begins at a container.
  ///
  /// - Parameter added: Keys that are about to be added with containers.
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
      if FieldPath.isEscaped(key) {
        throw .noSuchKey(path[0], keys: document.childNames(of: value))
      }
      return [key]
    }
    if !document.kind(of: first).isContainer { throw .holdsNoFields([path[0]], key: key) }
    return path
  }

  /// The fields, with the containers that their paths need. If a path begins at a key that the
  /// entry lacks, and under which neighbours have a dictionary or an array, a field with an empty
  /// one is put before it. In cards the same is done for every structured property, even if no
  /// neighbour has it.
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

  /// Sets the value at a path. A missing key is added to its dictionary; the position after an
  /// array's last appends a value.
  ///
  /// - Parameter outer: The path to the root of the tree, for errors.
  func set(
    _ field: FieldAssignment, at path: [String], below outer: [String] = [],
    in tree: inout EditedTree
  ) throws(EditError) {
    let found = try find(path, below: outer, for: field.key, in: tree)
    // A key may occur twice, and programs read either value, so both are set.
    for slot in found.values {
      let element = try self.element(
        for: field, insteadOf: document.kind(of: tree.current(slot)), depth: path.count)
      try tree.replace(slot, by: element, for: field.key, found)
    }
    guard found.values.isEmpty, let container = found.container, let name = path.last else {
      return
    }
    let isDict = document.kind(of: container) == .dict
    if !isDict, name != String(tree.count(of: container)) {
      throw missing(name, of: tree, at: Array(path.dropLast()), below: outer)
    }
    let key = isDict ? name : nil
    let element = try self.element(
      for: field, insteadOf: tree.usualKind(under: key, found), depth: path.count)
    try tree.insert(element, under: key, found)
  }

  /// Removes the values at some paths, with their keys.
  func unset(
    _ paths: [(key: String, path: [String])], below outer: [String] = [],
    in tree: inout EditedTree
  ) throws(EditError) {
    // All are found first, since a value may be inside another one that is removed.
    var all: [EditedTree.Found] = []
    for (key, path) in paths {
      let found = try find(path, below: outer, for: key, in: tree)
      if found.values.isEmpty, let name = path.last {
        throw missing(name, of: tree, at: Array(path.dropLast()), below: outer)
      }
      all.append(found)
    }
    for found in all { tree.remove(found) }
  }

  /// The values that a path leads to, or the container where one would be added.
  ///
  /// - Parameter key: What the user wrote, for errors.
  func find(
    _ path: [String], below outer: [String] = [], for key: String, in tree: EditedTree
  ) throws(EditError) -> EditedTree.Found {
    do throws(PathError) {
      return try tree.find(ValuePath(path.map { .name($0) }))
    } catch {
      switch error {
      case .noContainer(let here, _, _): throw .holdsNoFields(outer + here.names, key: key)
      case .ambiguous(let here, let count):
        throw .repeatedKey(FieldPath(components: outer + here.names).text, count: count)
      default:
        let here = error.path?.names ?? path
        throw missing(here.last ?? "", of: tree, at: here.dropLast(), below: outer)
      }
    }
  }

  private func missing(
    _ name: String, of tree: EditedTree, at path: [String], below outer: [String]
  ) -> EditError {
    let container = tree.values(at: path).first
    let keys = container.map { container in
      document.kind(of: container) == .array
        // No more than a message lists.
        ? (0..<min(tree.count(of: container), 13)).map(String.init) : tree.names(of: container)
    }
    let whole = outer + path
    return .noSuchKey(
      name, of: whole.isEmpty ? nil : "'\(FieldPath(components: whole).text.excerpt())'",
      keys: keys ?? [])
  }

  /// Writes an element anew, after a closure has changed its value.
  ///
  /// - Returns: The new element; `nil` if nothing has changed.
  func rewriting(
    _ element: WholeElement, _ change: (inout EditedTree) throws(EditError) -> Void
  ) throws(EditError) -> WholeElement? {
    let value = catalogue.valueNode(from: element.first)
    var tree = EditedTree(of: value, in: document)
    try change(&tree)
    guard tree.hasChanges else { return nil }
    let old = document.elementRange(of: value)
    let ranges =
      [element.range.lowerBound..<old.lowerBound] + tree.ranges(of: value)
      + [old.upperBound..<element.range.upperBound]
    var copied: [CopiedRange] = []
    var start = 0
    for range in ranges {
      copied.append((start..<(start + range.count), range.lowerBound))
      start += range.count
    }
    return try written(element, document.joined(ranges), copied)
  }

  /// Writes an element anew, with some ranges of its text replaced.
  ///
  /// - Returns: The new element; `nil` if nothing has changed.
  func rewriting(
    _ element: WholeElement, replacing edits: [(range: Range<Int>, text: [UInt8])]
  ) throws(EditError) -> WholeElement? {
    let edits = edits.filter { document.text(at: $0.range) != $0.text }
    if edits.isEmpty { return nil }
    var text: [UInt8] = []
    var copied: [CopiedRange] = []
    var position = element.range.lowerBound
    func copy(upTo end: Int) {
      copied.append((text.count..<(text.count + end - position), position))
      text += document.text(at: position..<end)
    }
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      // A string that occurs twice among the edits is replaced once.
      if edit.range.lowerBound < position { continue }
      copy(upTo: edit.range.lowerBound)
      if !edit.range.isEmpty, edit.text.first == UInt8(ascii: "<") {
        // The first byte of an element counts as copied from the element that it replaces.
        copied.append((text.count..<(text.count + 1), edit.range.lowerBound))
      }
      text += edit.text
      position = edit.range.upperBound
    }
    copy(upTo: element.range.upperBound)
    return try written(element, text, copied)
  }

  /// A range of a new text, and the offset in the document that it was copied from.
  private typealias CopiedRange = (range: Range<Int>, from: Int)

  /// Adds the new text of an element, and notes which parts of it were copied from where.
  private func written(
    _ element: WholeElement, _ text: [UInt8], _ copied: [CopiedRange]
  ) throws(EditError) -> WholeElement {
    let isMember = document.kind(of: element.first) == .key
    let addition = try document.add(text, isMember: isMember, for: "")
    let start = addition.range.lowerBound
    for (range, old) in copied {
      document.note((start + range.lowerBound)..<(start + range.upperBound), insteadOf: old)
    }
    document.note(
      catalogue.valueNode(from: addition.node), insteadOf: catalogue.valueNode(from: element.first))
    return WholeElement(first: addition.node, range: addition.range)
  }
}
