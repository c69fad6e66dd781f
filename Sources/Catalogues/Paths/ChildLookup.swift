import PropertyLists

/// Finds children of containers, which stay as the text was read, by their positions and keys. Where
/// that is done often, all are noted.
final class ChildLookup {
  let document: PropertyListDocument
  /// How often something was looked for in a container.
  private var lookups: [NodeIndex: Int] = [:]
  /// What is in containers in which something was looked for several times.
  private var elements: [NodeIndex: [NodeIndex]] = [:]
  private var keys: [NodeIndex: MembersByKey] = [:]
  /// Of containers that were asked for.
  private var members: [NodeIndex: [EditedTree.Member]] = [:]

  init(_ document: PropertyListDocument) { self.document = document }

  /// How often something is looked for before all are noted.
  private static let fewLookups = 4

  /// Notes that something is looked for in a container.
  ///
  /// - Returns: Whether all is to be noted.
  private func isAskedOften(_ container: NodeIndex) -> Bool {
    lookups[container, default: 0] += 1
    return lookups[container, default: 0] == ChildLookup.fewLookups
  }

  /// The element at a position, which is below 0 if it is counted from the end.
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

  /// The children of a container in file order, none for a single value.
  ///
  /// - Complexity: O(*n*) in their number for the first time, then O(1).
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
      // Processing instructions, too.
      return EditedTree.Member(first: first, chunk: min(start, chunk.lowerBound)..<chunk.upperBound)
    }
    members[container] = result
    return result
  }
}
