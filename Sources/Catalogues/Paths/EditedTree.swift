package import PropertyLists

/// A property list, or a value in it, as a tree that can be edited without regard to entries and
/// sections. The text is only put together when it is needed, so that many changes cost little more
/// than one.
///
/// This is a value type, but additions are kept by the document, outside of its text.
package struct EditedTree {
  /// A child of a container: a value, after its key in a dictionary.
  package struct Member: Sendable {
    /// The key or, in an array, the value.
    package let first: NodeIndex
    /// The text that moves with the child: everything between the previous child and this one, the
    /// child itself, and comments after it.
    let chunk: Range<Int>
  }

  package let document: PropertyListDocument
  /// The root as it was before the first change.
  let top: NodeIndex
  /// Finds the children of containers as they are in the file.
  let lookup: ChildLookup
  /// The elements that have replaced values.
  private(set) var replacements: [NodeIndex: PropertyListDocument.Addition] = [:]
  /// The children of containers in which they differ from the file.
  private(set) var children: [NodeIndex: ChangedChildren] = [:]
  /// The replaced node by the node that has replaced it.
  private(set) var originals: [NodeIndex: NodeIndex] = [:]
  /// The layouts for members of dictionaries that were empty.
  private(set) var layouts: [NodeIndex: MemberLayout] = [:]
  /// For each container, the values directly inside it that may have changed or hold changes.
  private(set) var changedInside: [NodeIndex: Set<NodeIndex>] = [:]
  /// The steps that undo the changes of the current edit, in the order of these changes.
  private var reversals: [Reversal] = []

  private enum Reversal {
    case replace(NodeIndex, PropertyListDocument.Addition?)
    case remove(Int, NodeIndex)
    case insert(Member, Int, NodeIndex)
    case exchange(Member, Int, NodeIndex)
    case setMembers([Member], NodeIndex)
  }

  /// - Precondition: The document has all its nodes, and its text has not been edited.
  package init(_ document: PropertyListDocument) { self.init(ChildLookup(document)) }

  /// - Precondition: The text has not been edited.
  init(_ lookup: ChildLookup) {
    precondition(lookup.document.hasSourceText, "the nodes are those of the text")
    document = lookup.document
    top = .root
    self.lookup = lookup
  }

  /// A tree of one value, whose text is in one piece.
  init(of value: NodeIndex, in document: PropertyListDocument) {
    self.document = document
    top = value
    lookup = ChildLookup(document)
  }

  // MARK: Reading

  package var root: NodeIndex { current(top) }

  /// The node that is now in the place of a node.
  package func current(_ node: NodeIndex) -> NodeIndex {
    replacements[node].map { current(document.value(from: $0.node)) } ?? node
  }

  /// The text of a member's key; `nil` in an array.
  package func key(of member: Member) -> ScalarIndex? { document.key(member.first) }

  /// The value of a member as it is now.
  package func value(of member: Member) -> NodeIndex { current(slot(of: member)) }

  func slot(of member: Member) -> NodeIndex { document.value(from: member.first) }

  /// The children of a container in file order.
  ///
  /// - Complexity: O(*n*) in the number of children the first time, then O(1).
  package func members(of container: NodeIndex) -> [Member] {
    children[container]?.members ?? lookup.members(of: container)
  }

  package func count(of container: NodeIndex) -> Int {
    if let children = children[container] { return children.members.count }
    return document.kind(of: container) == .dict
      ? document.members(of: container).reduce(0) { count, _ in count + 1 }
      : document.elements(of: container).reduce(0) { count, _ in count + 1 }
  }

  /// The result of following a path.
  package struct Found: Sendable {
    /// The containers on the way, the root first. Each has the slot through which the path
    /// continues: the node of the value in the file, or of an addition.
    fileprivate(set) var way: [(container: NodeIndex, slot: NodeIndex)] = []
    /// The slots of the values: several if a key occurs more than once, empty if nothing is there.
    package fileprivate(set) var values: [NodeIndex] = []
    /// The position of the value in an array.
    package fileprivate(set) var position: Int?

    /// The container in which the values are, or would be; `nil` for the root.
    package fileprivate(set) var container: NodeIndex?
  }

  /// Finds the values at a path.
  ///
  /// - Throws: `PathError` if the path does not lead to the container of its last step.
  /// - Complexity: O(*n*) in the children of the containers on the way for the first few times, then
  ///   O(1) for each.
  package func find(_ path: ValuePath) throws(PathError) -> Found {
    var found = Found()
    found.values = [top]
    for (index, step) in path.steps.enumerated() {
      let here = ValuePath(Array(path.steps[..<index]))
      guard let slot = found.values.first else { throw missing(here, on: path, found) }
      if found.values.count > 1 { throw .ambiguous(here, count: found.values.count) }
      let container = current(slot)
      guard document.kind(of: container).isContainer else {
        throw .noContainer(here, kind: document.kind(of: container), inside: path)
      }
      if let outer = found.container { found.way.append((outer, slot)) }
      found.container = container
      (found.values, found.position) = try values(at: step, of: container, here)
    }
    return found
  }

  /// - Throws: `PathError` for a step that does not suit the container: a key in an array, or a
  ///   position in brackets in a dictionary.
  private func values(
    at step: ValuePath.Step, of container: NodeIndex, _ path: ValuePath
  ) throws(PathError) -> (values: [NodeIndex], position: Int?) {
    guard document.kind(of: container) == .dict else {
      guard let position = step.position else { throw .noPosition(path.appending(step)) }
      guard let members = children[container]?.members else {
        return lookup.element(at: position, of: container).map { ([$0.node], $0.position) }
          ?? ([], nil)
      }
      let index = position < 0 ? members.count + position : position
      return members.indices.contains(index) ? ([slot(of: members[index])], index) : ([], nil)
    }
    guard case .name(let name) = step else { throw .noKey(path.appending(step)) }
    return (
      children[container]?.values(named: name, in: document)
        ?? lookup.values(named: name, in: container), nil
    )
  }

  /// The error for a path that ends too early. If the container has a key with the dots of the
  /// path, that key was probably meant.
  private func missing(_ path: ValuePath, on whole: ValuePath, _ found: Found) -> PathError {
    let rest = whole.steps[(path.steps.count - 1)...]
    let names = rest.compactMap { if case .name(let name) = $0 { name } else { nil } }
    if let container = found.container, names.count == rest.count {
      for count in (2...max(names.count, 2)).reversed() where count <= names.count {
        let key = names.prefix(count).joined(separator: ".")
        guard
          members(of: container).contains(where: {
            self.key(of: $0).map { document.isNamed($0, key) } ?? false
          })
        else { continue }
        return .dotted(path, meant: path.parent.appending(.name(key)))
      }
    }
    return .notFound(path, nearest: found.container.map(self.names) ?? [])
  }

  /// The first 1000 keys of a dictionary; empty for an array.
  package func names(of container: NodeIndex) -> [String] {
    members(of: container).prefix(1000).compactMap { key(of: $0).map(document.text) }
  }

  /// The value at a path.
  ///
  /// - Throws: `PathError` if there is none, or more than one.
  package func value(at path: ValuePath) throws(PathError) -> NodeIndex {
    let found = try find(path)
    if found.values.count > 1 { throw .ambiguous(path, count: found.values.count) }
    guard let slot = found.values.first else {
      throw .notFound(path, nearest: found.container.map(names) ?? [])
    }
    return current(slot)
  }

  /// The current values at a path of keys and positions; empty if a key on the way is missing, or
  /// occurs more than once.
  func values(at path: some Sequence<String>) -> [NodeIndex] {
    let found = try? find(ValuePath(path.map { .name($0) }))
    return found?.values.map(current) ?? []
  }

  /// The path with each position in an array as a step in brackets, counted from 0.
  package func bracketed(_ path: ValuePath) throws(PathError) -> ValuePath {
    var steps: [ValuePath.Step] = []
    for step in path.steps {
      let found = try find(ValuePath(steps + [step]))
      if found.values.isEmpty { throw .notFound(path, nearest: []) }
      steps.append(found.position.map { .position($0) } ?? step)
    }
    return ValuePath(steps)
  }

  /// The child of a container with a slot, which must exist.
  ///
  /// - Parameter position: The probable position.
  func member(
    _ slot: NodeIndex, in container: NodeIndex, near position: Int? = nil
  ) -> (position: Int, member: Member) {
    let members = members(of: container)
    guard let index = self.position(of: slot, in: container, near: position) else {
      preconditionFailure("a value is in its container")
    }
    return (index, members[index])
  }

  /// The position of the child of a container with a slot; `nil` if it is not there.
  ///
  /// - Complexity: O(*d*) in the distance from the given position, or else from that of the last
  ///   change.
  private func position(
    of slot: NodeIndex, in container: NodeIndex, near position: Int? = nil
  ) -> Int? {
    let members = members(of: container)
    var after = min(position ?? children[container]?.lastPosition ?? 0, members.count)
    var before = after
    while before > 0 || after < members.count {
      if after < members.count {
        if self.slot(of: members[after]) == slot { return after }
        after += 1
      }
      if before > 0 {
        before -= 1
        if self.slot(of: members[before]) == slot { return before }
      }
    }
    return nil
  }

  // MARK: Changing

  /// Whether the last edit by `changing`, or any change before the first one, has changed anything.
  var hasChanges: Bool { !reversals.isEmpty }

  /// Whether additions become part of an element that is itself added later.
  private var isFragment: Bool { top != .root }

  /// Makes changes atomically: if the closure throws, all are undone.
  ///
  /// - Returns: Whether anything has changed.
  mutating func changing(
    _ body: (inout EditedTree) throws(PathError) -> Void
  ) throws(PathError) -> Bool {
    reversals.removeAll(keepingCapacity: true)
    do throws(PathError) {
      try body(&self)
    } catch {
      for reversal in reversals.reversed() { take(reversal) }
      throw error
    }
    return !reversals.isEmpty
  }

  private mutating func take(_ reversal: Reversal) {
    switch reversal {
    case .replace(let slot, let addition): replacements[slot] = addition
    case .remove(let position, let container): children[container]?.remove(at: position, document)
    case .insert(let member, let position, let container):
      children[container]?.insert(member, at: position, document)
    case .exchange(let member, let position, let container):
      children[container]?.exchange(position, by: member, document)
    case .setMembers(let members, let container):
      children[container] = ChangedChildren(members, document)
    }
  }

  /// Replaces a value by an element. Comments in the value are kept.
  ///
  /// - Parameters:
  ///   - key: What the user calls the value, for errors.
  ///   - found: The result of the path that led to the value.
  mutating func replace(
    _ slot: NodeIndex, by element: [UInt8], for key: String, _ found: Found
  ) throws(EditError) {
    let node = current(slot)
    let text = try document.replacement(of: node, by: element, for: key).text
    let old = document.elementRange(of: node)
    if ranges(of: slot) == [old], document.text(at: old) == text { return }
    replace(
      slot, by: try document.add(text, isMember: false, isFragment: isFragment, for: ""), found)
  }

  /// Replaces a value by an element that was added to the document.
  mutating func replace(
    _ slot: NodeIndex, by addition: PropertyListDocument.Addition, _ found: Found
  ) {
    reversals.append(.replace(slot, replacements[slot]))
    touch(found)
    if let container = found.container { changedInside[container, default: []].insert(slot) }
    replacements[slot] = addition
    let value = document.value(from: addition.node)
    originals[value] = slot
    document.note(value, insteadOf: slot)
  }

  /// Notes that a child is a copy of a value that is going to be removed. Each element inside is
  /// noted by itself, since the white space between elements may differ.
  ///
  /// - Complexity: O(*n*) in the number of nodes in the child.
  func note(_ moved: Member, insteadOf slot: NodeIndex) {
    guard document.notesCopies else { return }
    let new = self.slot(of: moved)
    var news: [Int] = []
    var node = new
    while node < document.end(of: new) {
      news.append(document.elementStart(of: node))
      // What follows a key is its value.
      node =
        document.kind(of: node).isContainer ? document.firstChild(of: node) : document.end(of: node)
    }
    var olds: [Int] = []
    appendStarts(of: slot, to: &olds)
    for (new, old) in zip(news, olds) { document.note(new..<new + 1, insteadOf: old) }
  }

  /// Appends the offsets where a value, and all keys and values in it, begin.
  private func appendStarts(of slot: NodeIndex, to starts: inout [Int]) {
    let value = current(slot)
    starts.append(document.elementStart(of: value))
    for member in members(of: value) {
      let inner = self.slot(of: member)
      if inner != member.first { starts.append(document.elementStart(of: member.first)) }
      appendStarts(of: inner, to: &starts)
    }
  }

  /// Adds a child, which is written like its neighbours.
  ///
  /// - Parameters:
  ///   - key: The child's key in a dictionary; `nil` in an array.
  ///   - element: The child's value, written without indentation of its container.
  ///   - position: The position among the existing children; `nil` for the end.
  ///   - found: The result of the path that led to the container.
  mutating func insert(
    _ element: [UInt8], under key: String?, at position: Int? = nil, _ found: Found
  ) throws(EditError) {
    guard let container = found.container else {
      preconditionFailure("the root is in no container")
    }
    let new = try newMember(element, under: key, in: container, at: position)
    insert(new, at: position, in: container, found)
  }

  /// Makes a new child for a container, without inserting it.
  func newMember(
    _ element: [UInt8], under key: String?, in container: NodeIndex, at position: Int? = nil
  ) throws(EditError) -> Member {
    let layout = layout(of: container, at: position)
    var text = layout.beforeKey.bytes
    if let key { text += try document.element(ofKey: key) + layout.beforeValue.bytes }
    let addition = try document.add(
      text + element, isMember: key != nil, isFragment: isFragment, for: "")
    return Member(first: addition.node, chunk: addition.range)
  }

  /// Sets the layout in which members of an empty dictionary are written.
  mutating func setLayout(_ layout: MemberLayout, of dict: NodeIndex) { layouts[dict] = layout }

  /// Adds a child.
  ///
  /// - Parameter position: The position among the existing children; `nil` for the end.
  mutating func insert(
    _ member: Member, at position: Int?, in container: NodeIndex, _ found: Found
  ) {
    touch(found)
    let position = change(container) { [document] children in
      let position = position ?? children.members.count
      children.insert(member, at: position, document)
      return position
    }
    reversals.append(.remove(position, container))
  }

  /// Removes the values that a path led to, if they are still in their container, at whatever
  /// position.
  mutating func remove(_ found: Found) {
    guard let container = found.container else { return }
    for slot in found.values {
      guard let position = position(of: slot, in: container, near: found.position)
      else { continue }
      touch(found)
      let member = change(container) { [document] in $0.remove(at: position, document) }
      reversals.append(.insert(member, position, container))
    }
  }

  /// Replaces the child at a position.
  mutating func exchange(
    _ position: Int, by member: Member, in container: NodeIndex, _ found: Found
  ) {
    touch(found)
    let old = change(container) { [document] in $0.exchange(position, by: member, document) }
    reversals.append(.exchange(old, position, container))
  }

  /// Replaces all children of the container that a path led to.
  mutating func setMembers(_ members: [Member], _ found: Found) {
    guard let container = found.container else {
      preconditionFailure("the root is in no container")
    }
    reversals.append(.setMembers(self.members(of: container), container))
    touch(found)
    children[container] = ChangedChildren(members, document)
  }

  private mutating func change<Result>(
    _ container: NodeIndex, _ body: (inout ChangedChildren) -> Result
  ) -> Result {
    body(&children[container, default: ChangedChildren(lookup.members(of: container), document)])
  }

  private mutating func touch(_ found: Found) {
    for (outer, slot) in found.way { changedInside[outer, default: []].insert(slot) }
  }
}

extension ValuePath.Step {
  /// The step as a position in an array, from 0 or, if negative, from the end; `nil` if it is no
  /// integer.
  package var position: Int? {
    switch self {
    case .position(let position): position
    case .name(let name): Int(name).flatMap { String($0) == name ? $0 : nil }
    }
  }
}

extension PropertyListDocument {
  /// The value of an element that begins with a node: a key's, or the node itself.
  func value(from first: NodeIndex) -> NodeIndex {
    kind(of: first) == .key ? end(of: first) : first
  }

  /// Whether a key has a name: exactly or, if XML does not have all its characters, as it is shown.
  func isNamed(_ key: ScalarIndex, _ name: String) -> Bool {
    hasText(key, name) || hasExactText(key, name)
  }
}
