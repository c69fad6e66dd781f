package import PropertyLists

/// A property list, or one value in it, as a tree whose values are changed, whatever it is read as. Its
/// text is written only when that is asked for, so that many changes cost little more than one.
///
/// A value; what was added to the document stays there without being part of its text.
package struct EditedTree {
  /// A child of a container: a value, after its key in a dictionary.
  package struct Member: Sendable {
    /// The key or, in an array, the value.
    package let first: NodeIndex
    /// What moves with it: all that is in front of it, since the one before, and comments after it.
    let chunk: Range<Int>
  }

  package let document: PropertyListDocument
  /// The value at the root, as it was before the first change.
  let top: NodeIndex
  /// What is in containers in the file.
  let lookup: ChildLookup
  /// What is in the place of a value.
  private(set) var replacements: [NodeIndex: PropertyListDocument.Addition] = [:]
  /// Of containers that have other children than in the file.
  private(set) var children: [NodeIndex: ChangedChildren] = [:]
  /// By what has taken the place of a node, that node.
  private(set) var originals: [NodeIndex: NodeIndex] = [:]
  /// The layouts of members of dictionaries that had none.
  private(set) var layouts: [NodeIndex: MemberLayout] = [:]
  /// The values directly inside of a container that may have changed or hold changes.
  private(set) var changedInside: [NodeIndex: Set<NodeIndex>] = [:]
  /// How what the edit at hand has changed so far is taken back, the last change last.
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

  /// The node that is now where a node was.
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
  /// - Complexity: O(*n*) in their number if they are asked for the first time, else O(1).
  package func members(of container: NodeIndex) -> [Member] {
    children[container]?.members ?? lookup.members(of: container)
  }

  package func count(of container: NodeIndex) -> Int {
    if let children = children[container] { return children.members.count }
    return document.kind(of: container) == .dict
      ? document.members(of: container).reduce(0) { count, _ in count + 1 }
      : document.elements(of: container).reduce(0) { count, _ in count + 1 }
  }

  /// What a path leads to.
  package struct Found: Sendable {
    /// The containers on the way, the root first, each with the node in it that the way goes through,
    /// as it was in the file or was added.
    fileprivate(set) var way: [(container: NodeIndex, slot: NodeIndex)] = []
    /// The values: several if a key occurs more than once, none if it is not there.
    package fileprivate(set) var values: [NodeIndex] = []
    /// The position of the value in an array.
    package fileprivate(set) var position: Int?

    /// The container in which the values are, or would be; `nil` for the root.
    package fileprivate(set) var container: NodeIndex?
  }

  /// Finds the values at a path.
  ///
  /// - Throws: `PathError` if the way does not lead to the container of the last step.
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

  /// - Throws: `PathError` for a step that no child of such a container can be at.
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

  /// What is wrong where a way ends too early: perhaps its dots are in a key that is there.
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

  /// The first keys of a dictionary, or how far an array goes.
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

  /// The values at some keys and positions as they are now. There are none if a key on the way is missing, or
  /// occurs more than once.
  func values(at path: some Sequence<String>) -> [NodeIndex] {
    let found = try? find(ValuePath(path.map { .name($0) }))
    return found?.values.map(current) ?? []
  }

  /// A path with a position from 0, in brackets, wherever it leads through an array.
  package func bracketed(_ path: ValuePath) throws(PathError) -> ValuePath {
    var steps: [ValuePath.Step] = []
    for step in path.steps {
      let found = try find(ValuePath(steps + [step]))
      if found.values.isEmpty { throw .notFound(path, nearest: []) }
      steps.append(found.position.map { .position($0) } ?? step)
    }
    return ValuePath(steps)
  }

  /// The child of a container whose value was at a node, which must be there.
  ///
  /// - Parameter position: Where it probably is.
  func member(
    _ slot: NodeIndex, in container: NodeIndex, near position: Int? = nil
  ) -> (position: Int, member: Member) {
    let members = members(of: container)
    guard let index = self.position(of: slot, in: container, near: position) else {
      preconditionFailure("a value is in its container")
    }
    return (index, members[index])
  }

  /// Where the child of a container is whose value was at a node.
  ///
  /// - Complexity: O(*d*) in how far it is from a position: the given one, or that of the last change.
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

  /// Whether anything has been changed; after `changing`, by the last edit.
  var hasChanges: Bool { !reversals.isEmpty }

  /// Whether what is added here becomes part of one element that is added afterwards.
  private var isFragment: Bool { top != .root }

  /// Makes changes as a whole or not at all.
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

  /// Puts an element in the place of a value. Comments in the value are kept.
  ///
  /// - Parameters:
  ///   - key: What the user calls the value, for errors.
  ///   - found: What has led to the value.
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

  /// Puts another element in the place of a value.
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

  /// Notes that a child is a copy of a value that is removed then. Each element is noted by itself, since the
  /// white space between them may be another.
  ///
  /// - Complexity: O(*n*) in the number of nodes in it.
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

  /// Appends where a value and all keys and values in it begin.
  private func appendStarts(of slot: NodeIndex, to starts: inout [Int]) {
    let value = current(slot)
    starts.append(document.elementStart(of: value))
    for member in members(of: value) {
      let inner = self.slot(of: member)
      if inner != member.first { starts.append(document.elementStart(of: member.first)) }
      appendStarts(of: inner, to: &starts)
    }
  }

  /// Adds a child, which is written like those beside it.
  ///
  /// - Parameters:
  ///   - key: Its key in a dictionary; `nil` in an array.
  ///   - element: Its value, written as if nothing were around it.
  ///   - position: Its position among the others, `nil` for the end.
  ///   - found: What has led to the container.
  mutating func insert(
    _ element: [UInt8], under key: String?, at position: Int? = nil, _ found: Found
  ) throws(EditError) {
    guard let container = found.container else {
      preconditionFailure("the root is in no container")
    }
    let new = try newMember(element, under: key, in: container, at: position)
    insert(new, at: position, in: container, found)
  }

  /// A new child of a container, which is not yet among its others.
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

  /// Says how members of a dictionary that has none are to be written.
  mutating func setLayout(_ layout: MemberLayout, of dict: NodeIndex) { layouts[dict] = layout }

  /// Adds a child.
  ///
  /// - Parameter position: Its position among the others, `nil` for the end.
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

  /// Removes the values that a path led to, wherever they are now in their container, if they still
  /// are.
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

  /// Puts a child in the place of another.
  mutating func exchange(
    _ position: Int, by member: Member, in container: NodeIndex, _ found: Found
  ) {
    touch(found)
    let old = change(container) { [document] in $0.exchange(position, by: member, document) }
    reversals.append(.exchange(old, position, container))
  }

  /// Gives a container other children.
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
  /// The step as a position in an array, from 0 or from the end; `nil` for another key.
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

  /// Whether a key is a name, as it is or as it is shown if XML does not have all its characters.
  func isNamed(_ key: ScalarIndex, _ name: String) -> Bool {
    hasText(key, name) || hasExactText(key, name)
  }
}
