import Platform
package import PropertyLists

/// A property list as a tree that is changed by paths, whatever it is read as. Its text is written, and
/// read again, only when that is asked for, so that many changes cost little more than one.
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

  /// What has become of a node.
  enum Change: Sendable {
    /// Another value is in its place.
    case replaced(by: PropertyListDocument.Addition)
    /// A container has other children.
    case members([Member])
  }

  package let document: PropertyListDocument
  /// Of arrays that have the elements which they had.
  private let lookup: ElementLookup
  private var changes: [NodeIndex: Change] = [:]
  /// By what has taken the place of a node, that node.
  private var originals: [NodeIndex: NodeIndex] = [:]
  /// The values directly inside of a container that have changed or hold changes.
  private var changedInside: [NodeIndex: Set<NodeIndex>] = [:]

  /// - Precondition: The document has all its nodes, and its text has not been edited.
  package init(_ document: PropertyListDocument) {
    precondition(document.hasSourceText, "the nodes are those of the text")
    self.document = document
    lookup = ElementLookup(document)
  }

  /// How many changes have been made.
  private(set) var changeCount = 0

  // MARK: Reading

  package var root: NodeIndex { current(document.root) }

  /// The node that is now where a node was.
  package func current(_ node: NodeIndex) -> NodeIndex {
    guard case .replaced(let addition) = changes[node] else { return node }
    return current(document.value(from: addition.node))
  }

  /// The text of a member's key; `nil` in an array.
  package func key(of member: Member) -> ScalarIndex? { document.key(member.first) }

  /// The value of a member as it is now.
  package func value(of member: Member) -> NodeIndex { current(slot(of: member)) }

  func slot(of member: Member) -> NodeIndex { document.value(from: member.first) }

  /// The children of a container in file order.
  ///
  /// - Complexity: O(*n*) in their number, if it has no others than in the file.
  package func members(of container: NodeIndex) -> [Member] {
    if case .members(let members) = changes[container] { return members }
    switch document.kind(of: container) {
    case .dict:
      return tiled(document.members(of: container).map { ($0.key.node, $0.value) }, container)
    case .array: return tiled(document.elements(of: container).map { ($0, $0) }, container)
    default: return []
    }
  }

  /// The children of a container as it is in the file.
  private func tiled(
    _ children: [(first: NodeIndex, value: NodeIndex)], _ container: NodeIndex
  ) -> [Member] {
    var start = document.trailEnd(after: document[container].contentOffset)
    return children.map { first, value in
      let chunk = document.chunk(from: first, through: value)
      defer { start = chunk.upperBound }
      // Processing instructions, too.
      return Member(first: first, chunk: min(start, chunk.lowerBound)..<chunk.upperBound)
    }
  }

  package func count(of container: NodeIndex) -> Int {
    if case .members(let members) = changes[container] { return members.count }
    var count = 0
    if document.kind(of: container) == .dict {
      for _ in document.members(of: container) { count += 1 }
    } else {
      for _ in document.elements(of: container) { count += 1 }
    }
    return count
  }

  /// What a path leads to.
  package struct Found: Sendable {
    /// The containers on the way, the root first, each with the node in it that the way goes through,
    /// as it was in the file or was added.
    fileprivate(set) var way: [(container: NodeIndex, slot: NodeIndex)] = []
    /// The values: several if a key occurs more than once, none if it is not there.
    package fileprivate(set) var values: [(position: Int, node: NodeIndex)] = []

    /// The container of the values; `nil` for the root.
    package fileprivate(set) var container: NodeIndex?
  }

  /// Finds the values at a path.
  ///
  /// - Throws: `PathError` if the way does not lead to the container of the last step.
  /// - Complexity: O(*n*) in the children of the containers on the way.
  package func find(_ path: ValuePath) throws(PathError) -> Found {
    var found = Found()
    found.values = [(0, document.root)]
    for (index, step) in path.steps.enumerated() {
      let here = ValuePath(Array(path.steps[..<index]))
      guard let slot = found.values.first?.node else { throw missing(here, on: path, found) }
      if found.values.count > 1 { throw .ambiguous(here, count: found.values.count) }
      let container = current(slot)
      guard document.kind(of: container).isContainer else {
        throw .noContainer(here, kind: document.kind(of: container), inside: path)
      }
      if let outer = found.container { found.way.append((outer, slot)) }
      found.container = container
      found.values = try values(at: step, of: container, here)
    }
    return found
  }

  /// - Throws: `PathError` for a step that no child of such a container can be at.
  private func values(
    at step: ValuePath.Step, of container: NodeIndex, _ path: ValuePath
  ) throws(PathError) -> [(position: Int, node: NodeIndex)] {
    guard document.kind(of: container) == .dict else {
      guard let position = step.position else { throw .noPosition(path.appending(step)) }
      if case .members(let members) = changes[container] {
        let index = position < 0 ? members.count + position : position
        return members.indices.contains(index) ? [(index, slot(of: members[index]))] : []
      }
      return lookup.element(at: position, of: container).map { [$0] } ?? []
    }
    guard case .name(let name) = step else { throw .noKey(path.appending(step)) }
    if case .members(let members) = changes[container] {
      return members.enumerated().filter { key(of: $1).map { hasText($0, name) } ?? false }
        .map { ($0, slot(of: $1)) }
    }
    return document.members(of: container).enumerated().filter { hasText($1.key, name) }
      .map { ($0, $1.value) }
  }

  /// Whether a key is a name, as it is or as it is shown if XML does not have all its characters.
  private func hasText(_ key: ScalarIndex, _ name: String) -> Bool {
    document.hasText(key, name) || document.hasExactText(key, name)
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
            self.key(of: $0).map { hasText($0, key) } ?? false
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
    guard let slot = found.values.first?.node else {
      throw .notFound(path, nearest: found.container.map(names) ?? [])
    }
    return current(slot)
  }

  /// A path with a position from 0, in brackets, wherever it leads through an array.
  package func bracketed(_ path: ValuePath) throws(PathError) -> ValuePath {
    var steps: [ValuePath.Step] = []
    var value = root
    for step in path.steps {
      let isArray = document.kind(of: value) == .array
      let found = try find(ValuePath(steps + [step]))
      guard let (position, slot) = found.values.first else { throw .notFound(path, nearest: []) }
      steps.append(isArray ? .position(position) : step)
      value = current(slot)
    }
    return ValuePath(steps)
  }

  // MARK: Changing

  /// Puts another element in the place of a value.
  mutating func replace(
    _ slot: NodeIndex, by addition: PropertyListDocument.Addition, _ found: Found
  ) {
    changeCount += 1
    touch(found, slot)
    changes[slot] = .replaced(by: addition)
    originals[document.value(from: addition.node)] = slot
  }

  /// Gives a container other children.
  mutating func setMembers(_ members: [Member], _ found: Found) {
    guard let container = found.container else {
      preconditionFailure("the root is in no container")
    }
    changeCount += 1
    for (outer, slot) in found.way { changedInside[outer, default: []].insert(slot) }
    changes[container] = .members(members)
  }

  private mutating func touch(_ found: Found, _ slot: NodeIndex) {
    for (outer, slot) in found.way { changedInside[outer, default: []].insert(slot) }
    if let container = found.container { changedInside[container, default: []].insert(slot) }
  }

  // MARK: Writing

  /// The text of a node as it is now, in ranges of the document's offsets.
  func ranges(of node: NodeIndex) -> [Range<Int>] {
    var writer = Writer(tree: self)
    writer.write(node)
    return writer.ranges.filter { !$0.isEmpty }
  }

  /// The element of a node as it is now, as written.
  package func text(of node: NodeIndex) -> [UInt8] { document.joined(ranges(of: node)) }

  /// Makes the changes in the text of the document, for as long as a closure runs.
  package func withText<Result, Problem>(
    _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let range = document.elementRange(of: document.root)
    let change = document.replaceText(
      from: .before(range.lowerBound), to: .after(range.upperBound - 1),
      with: ranges(of: document.root))
    defer { document.undo(change) }
    return try body()
  }

  /// Collects the ranges of the text of a tree.
  private struct Writer {
    let tree: EditedTree
    var ranges: [Range<Int>] = []

    private var document: PropertyListDocument { tree.document }

    mutating func append(_ range: Range<Int>) {
      if let last = ranges.last, last.upperBound == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }

    mutating func write(_ node: NodeIndex) {
      switch tree.changes[node] {
      case .replaced(let addition):
        write(addition.range, with: [document.value(from: addition.node)])
      case .members(let members): write(node, members)
      case nil:
        let inside = tree.changedInside[node]?.sorted() ?? []
        write(document.elementRange(of: node), with: inside)
      }
    }

    /// Writes a range of text in which some nodes, in ascending order, may have changed.
    private mutating func write(_ range: Range<Int>, with nodes: [NodeIndex]) {
      var position = range.lowerBound
      for node in nodes {
        let element = document.elementRange(of: node)
        append(position..<element.lowerBound)
        write(node)
        position = element.upperBound
      }
      append(position..<range.upperBound)
    }

    /// Writes a container with other children than in the file.
    private mutating func write(_ node: NodeIndex, _ members: [Member]) {
      let element = document.elementRange(of: node)
      let name = document.kind(of: node).elementName
      let hasTags = !document[node].isEmptyElement
      let last = tree.lastMember(inFileOf: node)
      if !hasTags {
        if members.isEmpty { return append(element) }
        append(document.addText(Array("<\(name)>".utf8)))
      } else {
        append(element.lowerBound..<document.trailEnd(after: document[node].contentOffset))
      }
      for member in members {
        let slot = tree.slot(of: member)
        write(member.chunk, with: tree.isChanged(slot) ? [slot] : [])
      }
      if let last {
        append(last.upperBound..<element.upperBound)
      } else {
        let start = document.trailEnd(after: document[node].contentOffset)
        if members.isEmpty { return append(start..<element.upperBound) }
        let isLine =
          hasTags
          && document.space(before: document.contentEnd(of: node)).indentation != nil
        if !isLine { append(document.addText(tree.layout(of: node).beforeEnd.bytes)) }
        if hasTags {
          append(start..<element.upperBound)
        } else {
          append(document.addText(Array("</\(name)>".utf8)))
        }
      }
    }
  }

  private func isChanged(_ node: NodeIndex) -> Bool {
    changes[node] != nil || changedInside[node] != nil
  }

  /// What the last child of a container has in the file; `nil` if it has none there.
  private func lastMember(inFileOf container: NodeIndex) -> Range<Int>? {
    var last: (first: NodeIndex, value: NodeIndex)?
    if document.kind(of: container) == .dict {
      for member in document.members(of: container) { last = (member.key.node, member.value) }
    } else {
      for element in document.elements(of: container) { last = (element, element) }
    }
    return last.map { document.chunk(from: $0.first, through: $0.value) }
  }

  /// The layout that the children of a container have, or would have.
  func layout(of container: NodeIndex) -> MemberLayout {
    var original = container
    while let before = originals[original] { original = before }
    let outer = document.space(
      before: document.elementStart(of: document.key(before: original) ?? original))
    let usual = MemberLayout(beforeElement: outer, unit: document.indentationUnit)
    guard let member = members(of: container).last else { return usual }
    let beforeKey = document.space(before: document.elementStart(of: member.first))
    let value = slot(of: member)
    return MemberLayout(
      beforeElement: outer, beforeKey: beforeKey,
      beforeValue: value == member.first
        ? beforeKey : document.space(before: document.elementStart(of: value)),
      beforeEnd: usual.beforeEnd)
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
}

/// Why a path leads nowhere, or nothing can be changed at it.
package enum PathError: Error, Equatable, Sendable, CustomStringConvertible {
  case malformed(ValuePathError)
  /// Nothing is there; `nearest` are the keys that are.
  case notFound(ValuePath, nearest: [String])
  /// Nothing is there, but a key that has the dots of the path.
  case dotted(ValuePath, meant: ValuePath)
  /// Nothing is there that could hold a new value at the second path.
  case noParent(ValuePath, of: ValuePath)
  /// A key on the way, or at the end, occurs so many times.
  case ambiguous(ValuePath, count: Int)
  /// A way through a single value.
  case noContainer(ValuePath, kind: NodeKind, inside: ValuePath)
  /// A key where an array has positions.
  case noPosition(ValuePath)
  /// A position in brackets where a dictionary has keys.
  case noKey(ValuePath)
  /// A key that is there.
  case exists(ValuePath)
  /// A position beyond the end of an array of so many elements.
  case outOfRange(ValuePath, count: Int)
  /// The root cannot be deleted, moved or have a key.
  case root
  /// A new key that ends in a plus sign, where the array at a path may be meant.
  case appends(ValuePath)
  /// A key that occurs so many times in its dictionary in a patch.
  case repeatedInPatch(ValuePath, count: Int)
  /// A patch that is not a dictionary, or that is one for a property list that is not.
  case replacesAll
  /// Something cannot be moved into itself.
  case insideItself(ValuePath)
  /// A value that cannot be written.
  case value(ValuePath, EditError)
  /// A text where a container is.
  case container(ValuePath, kind: NodeKind)
  case keyOfElement(ValuePath)
  /// A value of another type than the wanted one.
  case otherType(ValuePath, kind: NodeKind, wanted: NodeKind)
  /// A container of which it was not said what is to be printed, or what cannot be; `advice` is what
  /// can.
  case unprintable(ValuePath, kind: NodeKind, advice: String)

  /// Where something is wrong.
  package var path: ValuePath? {
    switch self {
    case .malformed, .root, .replacesAll: nil
    case .notFound(let path, _), .dotted(let path, _), .noParent(_, of: let path),
      .ambiguous(let path, _), .noContainer(_, _, inside: let path), .noPosition(let path),
      .noKey(let path), .exists(let path), .outOfRange(let path, _), .insideItself(let path),
      .value(let path, _), .container(let path, _), .keyOfElement(let path), .appends(let path),
      .repeatedInPatch(let path, _), .otherType(let path, _, _), .unprintable(let path, _, _):
      path
    }
  }

  package var description: String {
    switch self {
    case .malformed(let error): return "\(error)"
    case .notFound(let path, let nearest):
      let near = PathError.suggestions(for: path, among: nearest)
      return "nothing is at '\(path.text.nameExcerpt)'"
        + (near.isEmpty ? "" : "; nearest: \(near.joined(separator: "  "))")
    case .dotted(let path, let meant):
      return "nothing is at '\(path.text.nameExcerpt)', but at '\(meant.text.nameExcerpt)'"
    case .noParent(let path, let whole):
      let names = whole.steps.suffix(whole.steps.count - path.steps.count + 1).compactMap {
        if case .name(let name) = $0 { name } else { nil }
      }
      let key = path.parent.appending(.name(names.joined(separator: ".")))
      return
        "nothing is at '\(path.text.nameExcerpt)'; --parents adds what is missing on the way, and "
        + "'\(key.text.nameExcerpt)' is a key with dots"
    case .ambiguous(let path, let count):
      return "'\(path.text.nameExcerpt)' is ambiguous: the key occurs \(count) times"
    case .noContainer(let path, let kind, let inner):
      return "'\(path.text.nameExcerpt)' is \(kind.withArticle), so nothing is at "
        + "'\(inner.text.nameExcerpt)'"
    case .noPosition(let path):
      return
        "'\(path.parent.text.nameExcerpt)' is an array: its elements are at .0, .1, … and .-1, not at "
        + "'\(path.text.nameExcerpt)'"
    case .noKey(let path):
      return "'\(path.parent.text.nameExcerpt)' is a dictionary, which has no positions in brackets"
    case .exists(let path):
      return "'\(path.text.nameExcerpt)' is already there; 'set' changes it"
    case .outOfRange(let path, let count):
      return "'\(path.text.nameExcerpt)' is beyond the end: "
        + (count == 1 ? "there is 1 element" : "there are \(count) elements")
    case .appends(let path):
      return "'\(path.text.nameExcerpt)' is an array; 'insert' adds an element to it"
    case .repeatedInPatch(let path, let count):
      return "the patch has '\(path.text.nameExcerpt)' \(count) times"
    case .replacesAll:
      return
        "the patch and the file are not both dictionaries; '--force' replaces the whole file"
    case .root: return "that is the whole property list, not something in it"
    case .insideItself(let path):
      return "'\(path.text.nameExcerpt)' cannot be put into itself"
    case .value(let path, let error): return "\(path.text.nameExcerpt): \(error)"
    case .container(let path, let kind):
      return "'\(path.text.nameExcerpt)' is \(kind.withArticle); "
        + "':json=' or ':xml=' gives it another value, ':string=' makes it a text"
    case .otherType(let path, let kind, let wanted):
      return
        "'\(path.text.nameExcerpt)' is of the type \(kind.fieldTypeName), not \(wanted.fieldTypeName)"
    case .unprintable(let path, let kind, _):
      return "'\(path.text.nameExcerpt)' is \(kind.withArticle)"
    case .keyOfElement(let path):
      return "'\(path.text.nameExcerpt)' is an element of an array, which has no key"
    }
  }

  /// The paths of keys that are like the last step.
  private static func suggestions(for path: ValuePath, among keys: [String]) -> [String] {
    guard case .name(let name) = path.steps.last else { return [] }
    let wanted = Array(name.lowercased())
    let limit = max(1, min(3, wanted.count / 3))
    return keys.map { ($0, editDistance(wanted, Array($0.lowercased()), limit: limit)) }
      .filter { $0.1 <= limit }
      .sorted { $0.1 < $1.1 }.prefix(3)
      .map { path.parent.appending(.name($0.0)).text.nameExcerpt }
  }
}

extension NodeKind {
  /// `an array`, `a string`.
  fileprivate var withArticle: String {
    switch self {
    case .array, .integer: "an \(elementName)"
    case .dict: "a dictionary"
    case .true, .false: "a boolean"
    case .real: "a real number"
    case .data: "data"
    default: "a \(elementName)"
    }
  }
}
