import PropertyLists

/// Finds children of containers by position or key, as they were read from the text. A container
/// that is searched often gets an index.
final class ChildLookup {
  let document: PropertyListDocument
  /// The number of searches in each container.
  private var lookups: [NodeIndex: Int] = [:]
  /// The elements and (`keys`) members of containers that were searched several times.
  private var elements: [NodeIndex: [NodeIndex]] = [:]
  private var keys: [NodeIndex: MembersByKey] = [:]
  /// The results of `members(of:)`.
  private var members: [NodeIndex: [EditedTree.Member]] = [:]

  init(_ document: PropertyListDocument) { self.document = document }

  /// The number of searches in a container after which it gets an index.
  private static let fewLookups = 4

  /// Counts a search in a container.
  ///
  /// - Returns: Whether the container gets an index now.
  private func isAskedOften(_ container: NodeIndex) -> Bool {
    lookups[container, default: 0] += 1
    return lookups[container, default: 0] == ChildLookup.fewLookups
  }

  /// The element at a position, which is negative if it is counted from the end.
  ///
  /// - Complexity: O(*n*) in the number of elements for the first few times, then O(1).
  func element(at position: Int, of array: NodeIndex) -> (position: Int, node: NodeIndex)? {
    if isAskedOften(array) { elements[array] = Array(document.elements(of: array)) }
    if let elements = elements[array] {
      let index = position < 0 ? elements.count + position : position
      return elements.indices.contains(index) ? (index, elements[index]) : nil
    }
    let count = position < 0 ? document.elements(of: array).reduce(0) { count, _ in count + 1 } : 0
    let index = count + position
    if index < 0 { return nil }
    return document.elements(of: array).dropFirst(index).first { _ in true }.map { (index, $0) }
  }

  /// The values under a key.
  ///
  /// - Complexity: O(*n*) in the number of members for the first few times, then O(1).
  func values(named name: String, in dict: NodeIndex) -> [NodeIndex] {
    if isAskedOften(dict) {
      let nodes = document.members(of: dict).map(\.key.node)
      if nodes.count > MembersByKey.few { keys[dict] = MembersByKey(nodes, document) }
    }
    return keys[dict]?.values(named: name, in: document)
      ?? document.members(of: dict).filter { document.isNamed($0.key, name) }.map(\.value)
  }

  /// The children of a container in file order; empty for a single value.
  ///
  /// - Complexity: O(*n*) in the number of children the first time, then O(1).
  func members(of container: NodeIndex) -> [EditedTree.Member] {
    if let members = members[container] { return members }
    let nodes: [(first: NodeIndex, value: NodeIndex)]
    switch document.kind(of: container) {
    case .dict: nodes = document.members(of: container).map { ($0.key.node, $0.value) }
    case .array: nodes = document.elements(of: container).map { ($0, $0) }
    default: return []
    }
    var start = document.trailEnd(after: document[container].contentOffset)
    let result = nodes.map { first, value in
      let chunk = document.chunk(from: first, through: value)
      defer { start = chunk.upperBound }
      // The range also has the processing instructions before the child.
      return EditedTree.Member(first: first, chunk: min(start, chunk.lowerBound)..<chunk.upperBound)
    }
    members[container] = result
    return result
  }
}

/// An index of a dictionary's members by key. Keys are equal only if their bytes are.
struct MembersByKey {
  /// Up to this number of members a linear search is used instead of an index.
  static let few = 16

  /// The nodes of keys by the hashes of their texts.
  private var keys: [Int: [NodeIndex]] = [:]

  init(_ keys: some Sequence<NodeIndex>, _ document: PropertyListDocument) {
    for key in keys { insert(key, document) }
  }

  /// The values under a key, given exactly or, if XML does not have all its characters, as it is
  /// shown.
  func values(named name: String, in document: PropertyListDocument) -> [NodeIndex] {
    var name = name
    let hash = name.withUTF8(MembersByKey.hash)
    return (keys[hash] ?? []).filter { document.isNamed($0, name) }.map(document.value(from:))
  }

  mutating func insert(_ key: NodeIndex, _ document: PropertyListDocument) {
    for hash in MembersByKey.hashes(of: key, document) { keys[hash, default: []].append(key) }
  }

  mutating func remove(_ key: NodeIndex, _ document: PropertyListDocument) {
    for hash in MembersByKey.hashes(of: key, document) { keys[hash]?.removeAll { $0 == key } }
  }

  private static func hashes(of node: NodeIndex, _ document: PropertyListDocument) -> Set<Int> {
    guard let key = document.key(node) else { return [] }
    let shown = document.withText(of: key, hash)
    if document.verbatimText(of: key) != nil { return [shown] }
    return [shown, document.withExactText(of: key, hash)]
  }

  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    return hasher.finalize()
  }
}

extension PropertyListDocument {
  /// Whether a node is a key with a name.
  func isNamed(_ node: NodeIndex, _ name: String) -> Bool {
    key(node).map { isNamed($0, name) } ?? false
  }
}
