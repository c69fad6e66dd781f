import Catalogues
import Comparing
import PropertyLists

/// The edits by paths that turn one property list into another, value by value.
struct PathScript {
  private let pairing: IdentityPairing
  private var made: [TreeEdit] = []
  /// Keys that have a value of another type than text somewhere, so that texts under them are
  /// written with a type.
  private let mixedKeys: Set<String>

  private var old: PropertyListDocument { pairing.oldTree.document }
  private var new: PropertyListDocument { pairing.newTree.document }

  /// - Parameter pairing: The pairing of the present property list with the wanted one.
  init(_ pairing: IdentityPairing, mixedKeys: Set<String>) {
    (self.pairing, self.mixedKeys) = (pairing, mixedKeys)
  }

  /// The edits; each applies to the result of those before it.
  ///
  /// - Throws: `EditError` for a value that no command can express, and if the whole property list
  ///   would be replaced.
  /// - Complexity: O(*n*) in the number of values. Each element that moves within its array takes
  ///   another O(*n*) in the length of the array.
  func edits() throws(EditError) -> [TreeEdit] {
    var script = self
    try script.change(.root, into: .root, at: .root)
    return script.made
  }

  private mutating func change(
    _ value: NodeIndex, into wanted: NodeIndex, at path: ValuePath
  ) throws(EditError) {
    if pairing.areEqual(value, wanted) { return }
    let kind = old.kind(of: value)
    guard kind.isContainer, kind == new.kind(of: wanted) else {
      // Commands take no path to the root.
      if path == .root { throw .noSuchKey("", keys: []) }
      made.append(.set([try assignment(path, wanted, insteadOf: kind)]))
      return
    }
    if kind == .dict {
      try changeMembers(of: value, into: wanted, at: path)
    } else {
      try changeElements(of: value, into: wanted, at: path)
    }
  }

  /// The old value that a new one was in the same container; `nil` if it is new there.
  private func partner(of node: NodeIndex) -> NodeIndex? {
    pairing.isElsewhere(node) ? nil : pairing.partner(ofNew: node)
  }

  // MARK: Dictionaries

  private mutating func changeMembers(
    of dict: NodeIndex, into wanted: NodeIndex, at path: ValuePath
  ) throws(EditError) {
    var gone = Set(pairing.oldTree.children(of: dict))
    let keys = Set(gone.map { step(to: $0, in: old) })
    var kept: [(old: NodeIndex, new: NodeIndex)] = []
    var added: [NodeIndex] = []
    for node in pairing.newTree.children(of: wanted) {
      // A key that already exists cannot be given to another value.
      if let same = partner(of: node),
        !pairing.hasRenamedKey(same, node) || !keys.contains(step(to: node, in: new))
      {
        gone.remove(same)
        kept.append((same, node))
      } else {
        added.append(node)
      }
    }
    if !gone.isEmpty {
      made.append(.delete(gone.sorted().map { path.appending(step(to: $0, in: old)) }))
    }
    for (value, node) in kept where pairing.hasRenamedKey(value, node) {
      let key = new.key(before: node).flatMap(new.scalar).map(new.exactText) ?? ""
      made.append(.rename(path.appending(step(to: value, in: old)), to: key))
    }
    for node in added {
      made.append(.insert([try assignment(path.appending(step(to: node, in: new)), node)]))
    }
    for (value, node) in kept {
      try change(value, into: node, at: path.appending(step(to: node, in: new)))
    }
  }

  private func step(to value: NodeIndex, in document: PropertyListDocument) -> ValuePath.Step {
    .name(document.key(before: value).flatMap(document.scalar).map(document.exactText) ?? "")
  }

  // MARK: Arrays

  private mutating func changeElements(
    of array: NodeIndex, into wanted: NodeIndex, at path: ValuePath
  ) throws(EditError) {
    let elements = pairing.newTree.children(of: wanted)
    let partners = elements.map(partner)
    let before = pairing.oldTree.children(of: array)
    let indices = Dictionary(
      partners.enumerated().compactMap { index, value in value.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    let gone = before.indices.filter { indices[before[$0]] == nil }
    if !gone.isEmpty { made.append(.delete(gone.map { path.appending(.position($0)) })) }
    let moved = pairing.moved(in: wanted)
    /// The final indices of the elements that are present so far, in their present order.
    var present = before.compactMap { indices[$0] }
    for (index, node) in elements.enumerated() {
      let isMoved = moved.contains(node)
      if partners[index] != nil, !isMoved { continue }
      // All elements before this one are in place, except those that have yet to move.
      let place =
        moved.isEmpty || index == 0 ? index : (present.firstIndex(of: index - 1) ?? index - 1) + 1
      if isMoved, let position = present.firstIndex(of: index) {
        present.remove(at: position)
        let target = position < place ? place - 1 : place
        present.insert(index, at: target)
        if position == target { continue }
        made.append(
          .move(path.appending(.position(position)), to: path.appending(.position(target))))
      } else {
        present.insert(index, at: place)
        made.append(.insert([try assignment(path.appending(.position(place)), node)]))
      }
    }
    for (index, node) in elements.enumerated() {
      if let value = partners[index] {
        try change(value, into: node, at: path.appending(.position(index)))
      }
    }
  }

  // MARK: Values

  /// A value of the new property list at a path.
  ///
  /// - Parameter kind: The kind of the value that it replaces.
  private func assignment(
    _ path: ValuePath, _ value: NodeIndex, insteadOf kind: NodeKind? = nil
  ) throws(EditError) -> PathAssignment {
    let wanted = new.kind(of: value)
    if wanted.isContainer || new.exactObject(of: value) != nil {
      let whole = try FieldAssignment(path.text, wholeValue: value, of: new)
      return PathAssignment(path, type: whole.type, value: whole.value)
    }
    var key = ""
    if case .name(let name) = path.steps.last { key = name }
    let isUsual = kind.map(wanted.isSameType) ?? (wanted == .string && !mixedKeys.contains(key))
    return PathAssignment(
      path, type: isUsual ? nil : FieldType(named: wanted.fieldTypeName),
      value: new.writtenText(of: value))
  }
}
