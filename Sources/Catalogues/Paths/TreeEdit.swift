import Platform
package import PropertyLists

/// A path, an optional type and a value, as users write them: `.CFBundleVersion=7`,
/// `.a.b:integer=1`.
package struct PathAssignment: Equatable, Sendable {
  package let path: ValuePath
  /// The type; `nil` for that of the old value or, for a new value, that of its neighbours.
  package let type: FieldType?
  package let value: String

  package init(_ path: ValuePath, type: FieldType? = nil, value: String) {
    (self.path, self.type, self.value) = (path, type, value)
  }

  /// The assignment with the type `file` resolved to a string or data; other types are unchanged.
  ///
  /// - Parameter kind: The kind of the value that is replaced, if there is one.
  /// - Throws: `PathError.value` if the content would become a string and is not UTF-8.
  package func resolved(insteadOf kind: NodeKind?) throws(PathError) -> PathAssignment {
    if type != .file { return self }
    if kind != .string { return PathAssignment(path, type: .data, value: value) }
    let bytes = Array(value.utf8).withUnsafeBufferPointer(Base64.decode)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .value(path, .value(key: "", ReportedError("the file is not a text in UTF-8")))
    }
    return PathAssignment(path, type: .string, value: text)
  }
}

/// An operation on a property list by paths, as a value.
package enum TreeEdit: Equatable, Sendable {
  /// Changes values, or adds them.
  ///
  /// - Parameter makesParents: Whether containers that are missing on the way are added.
  case set([PathAssignment], makesParents: Bool = false)
  /// Adds values: under new keys, before elements of an array, or at its end.
  case insert([PathAssignment])
  case delete([ValuePath])
  /// Changes the key of a value in a dictionary.
  case rename(ValuePath, to: String)
  /// Moves a value: to a new key, before an element of an array, or to its end.
  case move(ValuePath, to: ValuePath)
  case copy(ValuePath, to: ValuePath)
  /// Merges another property list: dictionaries member by member, other values as a whole (RFC
  /// 7396, JSON Merge Patch).
  case patch(TreePatch)
  case revise(TreeRevision)
}

extension EditedTree {
  /// Makes an edit atomically.
  ///
  /// - Returns: Whether it has changed anything.
  /// - Throws: `PathError`; nothing has changed then.
  package mutating func make(_ edit: TreeEdit) throws(PathError) -> Bool { try make([edit]) }

  /// Makes edits one after another, atomically: all of them or none.
  ///
  /// - Returns: Whether they have changed anything.
  /// - Throws: `PathError`; nothing has changed then.
  package mutating func make(_ edits: [TreeEdit]) throws(PathError) -> Bool {
    try changing { (tree: inout EditedTree) throws(PathError) in
      for edit in edits { try tree.apply(edit) }
    }
  }

  private mutating func apply(_ edit: TreeEdit) throws(PathError) {
    switch edit {
    case .set(let assignments, let makesParents): try set(assignments, makesParents: makesParents)
    case .insert(let assignments): for assignment in assignments { try insert(assignment) }
    case .delete(let paths): try delete(paths)
    case .rename(let path, let key): try rename(path, to: key)
    case .move(let path, let target): try move(path, to: target)
    case .copy(let path, let target): try copy(path, to: target)
    case .patch(let patch): try put(patch)
    case .revise(let revision): try revise(revision)
    }
  }

  // MARK: Values

  mutating func set(_ assignments: [PathAssignment], makesParents: Bool) throws(PathError) {
    for assignment in assignments {
      if makesParents { try addParents(of: assignment.path) }
      do throws(PathError) {
        try set(assignment)
      } catch {
        guard case .notFound(let path, _) = error, path != assignment.path else { throw error }
        throw .noParent(path, of: assignment.path)
      }
    }
  }

  private mutating func set(_ assignment: PathAssignment) throws(PathError) {
    let found = try find(assignment.path)
    if found.values.isEmpty {
      try checkIsNoArray(assignment.path)
      return try add(assignment, in: end(at: assignment.path, found))
    }
    for slot in found.values {
      let node = current(slot)
      let kind = document.kind(of: node)
      let assignment = try assignment.resolved(insteadOf: kind)
      if assignment.type == nil, kind.isContainer { throw .container(assignment.path, kind: kind) }
      let element = try element(of: assignment, insteadOf: kind, after: space(before: slot))
      do throws(EditError) {
        try replace(slot, by: element, for: "", found)
      } catch {
        throw .value(assignment.path, error)
      }
    }
  }

  /// Checks that a new key is not an existing array's key followed by a plus sign, with which other
  /// tools append to the array.
  private func checkIsNoArray(_ path: ValuePath) throws(PathError) {
    guard case .name(let name)? = path.steps.last, name.hasSuffix("+") else { return }
    let meant = path.parent.appending(.name(String(name.dropLast())))
    if let value = try? value(at: meant), document.kind(of: value) == .array {
      throw .appends(meant)
    }
  }

  /// Adds the missing containers on the way to a path: an array if the next step is a position in
  /// brackets, otherwise a dictionary.
  private mutating func addParents(of path: ValuePath) throws(PathError) {
    for (index, step) in path.steps.enumerated().dropFirst() {
      let outer = ValuePath(Array(path.steps[..<index]))
      let found = try find(outer)
      guard found.values.isEmpty else { continue }
      var type = FieldType.dict
      if case .position = step { type = .array }
      try add(PathAssignment(outer, type: type, value: ""), in: end(at: outer, found))
    }
  }

  private mutating func insert(_ assignment: PathAssignment) throws(PathError) {
    try add(assignment, in: gap(at: assignment.path))
  }

  /// A place for a new value.
  private struct Gap {
    let found: Found
    let container: NodeIndex
    /// The key of the new value; `nil` in an array.
    var key: String?
    /// The position among the children of the container; `nil` for the end.
    var position: Int?
  }

  /// Where a new value goes for a path: under a missing key, before an existing element, or at the
  /// end of an existing array.
  private func gap(at path: ValuePath) throws(PathError) -> Gap {
    let found = try find(path)
    guard let first = found.values.first else { return try end(at: path, found) }
    if let container = found.container, let position = found.position {
      return Gap(found: found, container: container, position: position)
    }
    let array = current(first)
    guard document.kind(of: array) == .array else {
      if found.container == nil { throw .root }
      throw .exists(path)
    }
    let inside = path.appending(.position(count(of: array)))
    return try end(at: inside, find(inside))
  }

  /// Where a new value goes for a path that leads nowhere: under the missing key, or at the end of
  /// the array.
  private func end(at path: ValuePath, _ found: Found) throws(PathError) -> Gap {
    guard let container = found.container, let step = path.steps.last else { throw .root }
    if document.kind(of: container) == .dict, case .name(let name) = step {
      return Gap(found: found, container: container, key: name)
    }
    let count = count(of: container)
    if step.position != count { throw .outOfRange(path, count: count) }
    return Gap(found: found, container: container)
  }

  private mutating func add(_ assignment: PathAssignment, in gap: Gap) throws(PathError) {
    let assignment = try assignment.resolved(insteadOf: nil)
    let usual = usualKind(under: gap.key, gap.found)
    insert(try newMember(assignment, usual, under: gap.key, in: gap.container), in: gap)
  }

  private mutating func insert(_ member: Member, in gap: Gap) {
    insert(member, at: gap.position, in: gap.container, gap.found)
  }

  /// Makes a new child for a container, without inserting it.
  ///
  /// - Parameters:
  ///   - usual: The kind of value if the assignment has no type.
  ///   - key: Its key in a dictionary.
  func newMember(
    _ assignment: PathAssignment, _ usual: NodeKind, under key: String?, in container: NodeIndex
  ) throws(PathError) -> Member {
    let space = layout(of: container).beforeKey
    let value = try element(of: assignment, insteadOf: usual, after: space)
    return try rethrowing(newMember(value, under: key, in: container), at: assignment.path)
  }

  private func member(
    of text: [UInt8], isMember: Bool, _ path: ValuePath
  ) throws(PathError) -> Member {
    let addition = try rethrowing(document.add(text, isMember: isMember, for: ""), at: path)
    return Member(first: addition.node, chunk: addition.range)
  }

  private func key(_ name: String, at path: ValuePath) throws(PathError) -> [UInt8] {
    try rethrowing(document.element(ofKey: name), at: path)
  }

  /// The kind that a new value's neighbours suggest: that of the array's last element, or of the
  /// value under the same key in a sibling dictionary. Containers do not count; the default is a
  /// string.
  ///
  /// - Parameters:
  ///   - key: Its key in a dictionary.
  ///   - found: The result of the path that led to the container.
  func usualKind(under key: String?, _ found: Found) -> NodeKind {
    var neighbour: NodeIndex?
    if let key {
      neighbour = found.way.last.flatMap { outer, _ in
        members(of: outer).prefix(100).lazy.map(value).compactMap { beside in
          document.kind(of: beside) == .dict ? document.value(of: key, in: beside) : nil
        }.first
      }
    } else {
      neighbour = found.container.flatMap { members(of: $0).last.map(value) }
    }
    let kind = neighbour.map(document.kind) ?? .string
    return kind.isContainer ? .string : kind
  }

  /// The kind of value that setting an assignment results in; `nil` if it cannot be set, or its
  /// type does not tell.
  package func kindToSet(_ assignment: PathAssignment) -> NodeKind? {
    if let type = assignment.type { return type.kind }
    guard let found = try? find(assignment.path) else { return nil }
    return found.values.first.map { document.kind(of: current($0)) }
      ?? (try? end(at: assignment.path, found)).map { usualKind(under: $0.key, $0.found) }
  }

  /// The kind of value that inserting an assignment results in; `nil` if it cannot be inserted, or
  /// its type does not tell.
  package func kindToInsert(_ assignment: PathAssignment) -> NodeKind? {
    assignment.type?.kind
      ?? (try? gap(at: assignment.path)).map { usualKind(under: $0.key, $0.found) }
  }

  /// The element of a value. An element given as XML is indented for the line that the space
  /// begins.
  private func element(
    of assignment: PathAssignment, insteadOf usual: NodeKind, after space: Space
  ) throws(PathError) -> [UInt8] {
    let field = FieldAssignment(key: "", type: assignment.type, value: assignment.value)
    let element = try rethrowing(
      document.element(for: field, insteadOf: usual, below: assignment.path.steps.count),
      at: assignment.path)
    return assignment.type == .xml ? document.reindented(element, after: space) : element
  }

  /// The space in front of a value, or of its key.
  private func space(before node: NodeIndex) -> Space {
    document.space(before: document.elementStart(of: document.key(before: node) ?? node))
  }

  private func rethrowing<Result>(
    _ body: @autoclosure () throws(EditError) -> Result, at path: ValuePath
  ) throws(PathError) -> Result {
    do throws(EditError) {
      return try body()
    } catch {
      throw .value(path, error)
    }
  }

  // MARK: Patches

  private mutating func put(_ patch: TreePatch) throws(PathError) {
    let kinds = [patch.document.kind(of: patch.document.root), document.kind(of: root)]
    guard patch.isForced || kinds == [.dict, .dict] else { throw .replacesAll }
    try patch.checkKeys()
    try put(patch.document.root, of: patch, at: .root)
  }

  /// Merges a value of a patch at a path. If both are dictionaries, it is merged member by member.
  private mutating func put(
    _ node: NodeIndex, of patch: TreePatch, at path: ValuePath
  ) throws(PathError) {
    let source = patch.document
    if patch.isKeeping, let old = try find(path).values.first,
      source.kind(of: node) != .dict || document.kind(of: current(old)) != .dict
    {
      return
    }
    guard source.kind(of: node) == .dict else {
      return try set(PathAssignment(path, type: .xml, value: source.elementText(of: node)))
    }
    let found = try find(path)
    if found.values.count > 1 { throw .ambiguous(path, count: found.values.count) }
    if found.values.first.map({ document.kind(of: current($0)) }) != .dict {
      try set(PathAssignment(path, type: .dict, value: ""))
    }
    for (key, value) in source.members(of: node) {
      let inner = path.appending(.name(source.exactText(of: key)))
      if !patch.removes(value) {
        try put(value, of: patch, at: inner)
      } else if !patch.isKeeping, !(try find(inner).values.isEmpty) {
        try delete([inner])
      }
    }
  }

  // MARK: Deleting and moving

  private mutating func delete(_ paths: [ValuePath]) throws(PathError) {
    var all: [(found: Found, path: ValuePath)] = []
    for path in paths {
      let found = try find(path)
      if found.container == nil { throw .root }
      if found.values.isEmpty { throw .notFound(path, nearest: found.container.map(names) ?? []) }
      all.append((found, path))
    }
    for (found, _) in all { remove(found) }
  }

  private mutating func rename(_ path: ValuePath, to key: String) throws(PathError) {
    let found = try find(path)
    guard let container = found.container else { throw .root }
    if found.values.isEmpty { throw .notFound(path, nearest: names(of: container)) }
    guard document.kind(of: container) == .dict else { throw .keyOfElement(path) }
    let target = path.parent.appending(.name(key))
    if target == path { return }
    if !(try find(target).values.isEmpty) { throw .exists(target) }
    for slot in found.values {
      let (position, member) = member(slot, in: container)
      let renamed = try renamed(member, to: key, at: target)
      exchange(position, by: renamed, in: container, found)
    }
  }

  /// A copy of a dictionary's child under another key.
  func renamed(
    _ member: Member, to key: String, at target: ValuePath
  ) throws(PathError) -> Member {
    let name = try self.key(key, at: target)
    let written: (range: Range<Int>, text: [UInt8])
    do throws(EditError) {
      written = try document.replacement(of: member.first, by: name)
    } catch {
      throw .value(target, error)
    }
    let text =
      document.text(at: member.chunk.lowerBound..<written.range.lowerBound) + written.text
      + text(of: member, from: written.range.upperBound, with: slot(of: member))
    let renamed = try self.member(of: text, isMember: true, target)
    note(renamed, insteadOf: slot(of: member))
    return renamed
  }

  /// The text of a member from an offset on, with its current value.
  private func text(of member: Member, from start: Int, with slot: NodeIndex) -> [UInt8] {
    let old = document.elementRange(of: slot)
    return document.text(at: start..<old.lowerBound) + self.text(of: slot)
      + document.text(at: old.upperBound..<member.chunk.upperBound)
  }

  private mutating func move(_ path: ValuePath, to target: ValuePath) throws(PathError) {
    let source = try single(path)
    if path.parent == target.parent, case .name(let key) = target.steps.last,
      source.container.map(document.kind) == .dict, path == target || isFree(target)
    {
      return try rename(path, to: key)
    }
    let slot = source.values[0]
    var gap = try gap(at: target)
    if let container = source.container, gap.container == container,
      let from = source.position, let to = gap.position, from < to
    {
      // The value takes the given position, and the values between move up.
      gap.position = to + 1 == count(of: container) ? nil : to + 1
    }
    if gap.container == current(slot) || gap.found.way.contains(where: { $0.slot == slot }) {
      throw .insideItself(path)
    }
    let moved = try put(source, in: gap, target)
    note(moved, insteadOf: slot)
    remove(source)
  }

  private func isFree(_ path: ValuePath) -> Bool {
    (try? find(path).values.isEmpty) ?? false
  }

  private mutating func copy(_ path: ValuePath, to target: ValuePath) throws(PathError) {
    _ = try put(single(path), in: gap(at: target), target)
  }

  /// The result of a path that leads to exactly one value, which is not the root.
  func single(_ path: ValuePath) throws(PathError) -> Found {
    let found = try find(path)
    guard let container = found.container else { throw .root }
    if found.values.isEmpty { throw .notFound(path, nearest: names(of: container)) }
    if found.values.count > 1 { throw .ambiguous(path, count: found.values.count) }
    return found
  }

  /// Inserts a copy of a value, with the white space and comments that move with it.
  private mutating func put(
    _ source: Found, in gap: Gap, _ target: ValuePath
  ) throws(PathError) -> Member {
    guard let outer = source.container else { throw .root }
    let member = member(source.values[0], in: outer, near: source.position).member
    let copy = try copy(of: member, from: outer, under: gap.key, in: gap.container, at: target)
    insert(copy, in: gap)
    return copy
  }

  /// A copy of a child for another container, with the white space and comments that move with it.
  /// It is not inserted.
  func copy(
    of member: Member, from outer: NodeIndex, under name: String?, in container: NodeIndex,
    at target: ValuePath
  ) throws(PathError) -> Member {
    let slot = slot(of: member)
    let (old, new) = (layout(of: outer), layout(of: container))
    let lead = document.text(
      at: member.chunk.lowerBound..<document.elementStart(of: member.first))
    let rest = text(of: member, from: document.elementRange(of: slot).lowerBound, with: slot)
    try checkDepth(self.text(of: slot), at: target)
    let hasKey = member.first != slot
    let between =
      hasKey
      ? document.text(
        at: document.elementRange(of: member.first).upperBound..<document.elementStart(of: slot))
      : old.beforeValue.bytes
    var whole = lead
    if let name {
      whole += try key(name, at: target) + between
    } else if hasKey, between.contains(UInt8(ascii: "<")) {
      // A comment between key and value goes along.
      while let last = whole.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { whole.removeLast() }
      whole += between
    }
    whole += rest
    return try self.member(
      of: fitted(whole, from: old.beforeKey, to: new.beforeKey), isMember: name != nil, target)
  }

  private func checkDepth(_ element: [UInt8], at path: ValuePath) throws(PathError) {
    let limit = PropertyListDocument.depthLimit
    do throws(PropertyListError) {
      if try PropertyListDocument.depth(ofElement: element) + path.steps.count > limit {
        throw PropertyListError(.tooDeep(limit: limit))
      }
    } catch {
      throw .value(path, .element(key: "", error))
    }
  }

  /// The text of a child and the white space before it, indented for another place, where that
  /// white space is `new`.
  private func fitted(_ text: [UInt8], from old: Space, to new: Space) -> [UInt8] {
    let rest = text.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    let unit = document.indentationUnit
    guard let outer = old.indentation, let inner = new.indentation else {
      return new.bytes + rest
    }
    return new.bytes
      + Reindenting.reindented(
        Array(rest), from: Reindenting.Indentation(outer: outer, unit: unit),
        to: Reindenting.Indentation(outer: inner, unit: unit))
  }
}
