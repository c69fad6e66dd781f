import Platform
package import PropertyLists

/// Changes all over a property list that are made together. All paths are those before the first of
/// the changes.
package struct TreeRevision: Equatable, Sendable {
  /// Values that are changed or added; missing containers on the way are added.
  package var assignments: [PathAssignment] = []
  /// Values that are removed from records that stay.
  package var removed: [ValuePath] = []
  /// Values that are removed from containers whose children are arranged.
  package var removedChildren: [ValuePath] = []
  package var arrangements: [Arrangement] = []

  package init() {}

  package var isEmpty: Bool {
    assignments.isEmpty && removed.isEmpty && removedChildren.isEmpty && arrangements.isEmpty
  }

  /// The edit that makes the changes; if possible one that can be written as a command.
  package var edit: TreeEdit {
    if !arrangements.isEmpty { return .revise(self) }
    let removed = removed + removedChildren
    if removed.isEmpty { return .set(assignments, makesParents: true) }
    return assignments.isEmpty ? .delete(removed) : .revise(self)
  }

  /// A new order for some children of a container. Its other children keep their places.
  package struct Arrangement: Equatable, Sendable {
    package let container: ValuePath
    package var children: [Child]

    package init(_ container: ValuePath, _ children: [Child]) {
      (self.container, self.children) = (container, children)
    }
  }

  package struct Child: Equatable, Sendable {
    package enum Value: Equatable, Sendable {
      /// The value that was at a path, in this container or elsewhere.
      case old(ValuePath)
      /// An element, as written in a file.
      case new(String)
    }

    package let value: Value
    /// The new key in a dictionary; `nil` to keep the key.
    package let key: String?

    package init(_ value: Value, key: String? = nil) { (self.value, self.key) = (value, key) }
  }
}

extension EditedTree {
  mutating func revise(_ revision: TreeRevision) throws(PathError) {
    try set(revision.assignments, makesParents: true)
    // All paths are looked up before anything moves.
    var found: [Found] = []
    for path in revision.removed { found.append(try single(path)) }
    var arranger = try Arranger(revision, in: self)
    for found in found { remove(found) }
    try arranger.arrange(&self)
  }
}

/// Arranges the children of containers. If a value goes to another container, the containers inside
/// it are arranged first.
private struct Arranger {
  private struct Child {
    let value: TreeRevision.Child.Value
    let key: String?
    let path: ValuePath
    /// The old child, its value's slot and its container; `nil` for a new child.
    var old: (member: EditedTree.Member, slot: NodeIndex, container: NodeIndex)?
  }

  private struct Task {
    let path: ValuePath
    /// A path that leads into the container.
    let found: EditedTree.Found
    let container: NodeIndex
    /// The children in their new order; `nil` to keep the order.
    let children: [Child]?
    var isDone = false
  }

  private var tasks: [Task] = []
  /// The values that leave their containers.
  private var gone: Set<NodeIndex> = []

  init(_ revision: TreeRevision, in tree: EditedTree) throws(PathError) {
    var finder = ChildFinder(tree: tree)
    for arrangement in revision.arrangements {
      let (inner, container) = try Arranger.inside(arrangement.container, tree)
      var children: [Child] = []
      for child in arrangement.children {
        guard case .old(let path) = child.value else {
          let step = child.key.map { ValuePath.Step.name($0) } ?? .position(children.count)
          let path = arrangement.container.appending(step)
          children.append(Child(value: child.value, key: child.key, path: path))
          continue
        }
        let old = try finder.find(path)
        if old.container != container { gone.insert(old.slot) }
        children.append(Child(value: child.value, key: child.key, path: path, old: old))
      }
      tasks.append(
        Task(
          path: arrangement.container, found: inner, container: container, children: children))
    }
    for path in revision.removedChildren { gone.insert(try finder.find(path).slot) }
    // Containers that only lose children.
    var others: [NodeIndex: ValuePath] = [:]
    let leaving =
      revision.removedChildren
      + revision.arrangements.flatMap(\.children).compactMap {
        if case .old(let path) = $0.value { path } else { nil }
      }
    for path in leaving where !tasks.contains(where: { $0.path == path.parent }) {
      let (inner, container) = try Arranger.inside(path.parent, tree)
      guard others.updateValue(path.parent, forKey: container) == nil,
        !tasks.contains(where: { $0.container == container })
      else { continue }
      tasks.append(Task(path: path.parent, found: inner, container: container, children: nil))
    }
  }

  /// The container at a path, and a result whose path leads into it.
  private static func inside(
    _ path: ValuePath, _ tree: EditedTree
  ) throws(PathError) -> (found: EditedTree.Found, container: NodeIndex) {
    let value = try tree.value(at: path)
    let isDict = tree.document.kind(of: value) == .dict
    let found = try tree.find(path.appending(isDict ? .name("") : .position(0)))
    guard let container = found.container else { throw .root }
    return (found, container)
  }

  mutating func arrange(_ tree: inout EditedTree) throws(PathError) {
    for index in tasks.indices { try arrange(index, &tree) }
  }

  private mutating func arrange(_ index: Int, _ tree: inout EditedTree) throws(PathError) {
    if tasks[index].isDone { return }
    tasks[index].isDone = true
    let task = tasks[index]
    for child in task.children ?? [] {
      guard let (_, slot, container) = child.old, container != task.container else { continue }
      for other in tasks.indices where tasks[other].found.way.contains(where: { $0.slot == slot }) {
        if other == index || task.found.way.contains(where: { $0.slot == slot }) {
          throw .insideItself(child.path)
        }
        try arrange(other, &tree)
      }
    }
    let old = tree.members(of: task.container)
    let new = try members(of: task, old, &tree)
    if new.map(\.first) != old.map(\.first) { tree.setMembers(new, task.found) }
  }

  private func members(
    of task: Task, _ old: [EditedTree.Member], _ tree: inout EditedTree
  ) throws(PathError) -> [EditedTree.Member] {
    let staying = old.filter { !gone.contains(tree.slot(of: $0)) }
    guard let children = task.children else { return staying }
    let positions = Dictionary(
      uniqueKeysWithValues: staying.enumerated().map { (tree.slot(of: $1), $0) })
    let isArranged = children.map { child in child.old.flatMap { positions[$0.slot] } }
    let anchors = isArranged.compactMap(\.self).enumerated().map { (old: $0, new: $1) }
    let fixed = Set(SequencePairing.longestAscending(anchors).map(\.new))
    let managed = Set(isArranged.compactMap(\.self))
    // The children that go after each child that stays in place, and (`lead`) before the first of
    // these.
    var lead: [EditedTree.Member] = []
    var following: [Int: [EditedTree.Member]] = [:]
    var renamed: [Int: EditedTree.Member] = [:]
    var anchor: Int?
    for (child, position) in zip(children, isArranged) {
      let member: EditedTree.Member
      if let position {
        member = try self.member(staying[position], child, &tree)
        if fixed.contains(position) {
          renamed[position] = member
          anchor = position
          continue
        }
      } else {
        member = try newMember(child, in: task, &tree)
      }
      if let anchor {
        following[anchor, default: []].append(member)
      } else {
        lead.append(member)
      }
    }
    var result: [EditedTree.Member] = []
    let first = fixed.min() ?? staying.count
    for (position, member) in staying.enumerated() {
      if position == first { result += lead }
      if !managed.contains(position) {
        result.append(member)
      } else if let member = renamed[position] {
        result.append(member)
        result += following[position] ?? []
      }
    }
    if first == staying.count { result += lead }
    try checkKeys(of: result, in: task, tree)
    return result
  }

  private func checkKeys(
    of members: [EditedTree.Member], in task: Task, _ tree: EditedTree
  ) throws(PathError) {
    guard tree.document.kind(of: task.container) == .dict else { return }
    var seen: Set<[UInt8]> = []
    for key in members.compactMap(tree.key)
    where !seen.insert(tree.document.withExactText(of: key) { Array($0) }).inserted {
      throw .exists(task.path.appending(.name(tree.document.exactText(of: key))))
    }
  }

  /// A child of the container, under its new key if that differs.
  private func member(
    _ member: EditedTree.Member, _ child: Child, _ tree: inout EditedTree
  ) throws(PathError) -> EditedTree.Member {
    guard let key = child.key, let old = tree.key(of: member),
      !tree.document.hasExactText(old, key)
    else { return member }
    return try tree.renamed(member, to: key, at: child.path)
  }

  /// A new child, or a copy of one from another container.
  private func newMember(
    _ child: Child, in task: Task, _ tree: inout EditedTree
  ) throws(PathError) -> EditedTree.Member {
    let isDict = tree.document.kind(of: task.container) == .dict
    let key = isDict ? child.key ?? child.path.lastKey : nil
    if isDict, key == nil { throw .keyOfElement(child.path) }
    guard let (member, slot, container) = child.old else {
      guard case .new(let element) = child.value else { throw .root }
      return try tree.newMember(
        PathAssignment(child.path, type: .xml, value: element), .dict, under: key,
        in: task.container)
    }
    let target = task.path.appending(key.map { .name($0) } ?? .position(0))
    let moved = try tree.copy(
      of: member, from: container, under: key, in: task.container, at: target)
    tree.note(moved, insteadOf: slot)
    return moved
  }
}

/// Finds many children of the same containers.
private struct ChildFinder {
  typealias Old = (member: EditedTree.Member, slot: NodeIndex, container: NodeIndex)

  let tree: EditedTree
  /// The container of the last search, and its children.
  private var parent: ValuePath?
  private var isArray = false
  private var children: [ValuePath.Step: [Old]] = [:]

  init(tree: EditedTree) { self.tree = tree }

  /// - Throws: `PathError` if there is no value at the path, or more than one.
  mutating func find(_ path: ValuePath) throws(PathError) -> Old {
    guard let step = path.steps.last else { throw .root }
    if parent != path.parent { try read(path.parent) }
    let wanted = isArray ? step.position.map { .position($0) } ?? step : step
    guard let found = children[wanted], let first = found.first else {
      throw .notFound(path, nearest: [])
    }
    if found.count > 1 { throw .ambiguous(path, count: found.count) }
    return first
  }

  private mutating func read(_ path: ValuePath) throws(PathError) {
    let container = try tree.value(at: path)
    isArray = tree.document.kind(of: container) == .array
    children = [:]
    for (position, member) in tree.members(of: container).enumerated() {
      let key = tree.key(of: member).map { ValuePath.Step.name(tree.document.exactText(of: $0)) }
      children[key ?? .position(position), default: []].append(
        (member, tree.slot(of: member), container))
    }
    parent = path
  }
}

extension ValuePath {
  fileprivate var lastKey: String? {
    if case .name(let name)? = steps.last { name } else { nil }
  }
}
