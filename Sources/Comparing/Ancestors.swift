import Platform
import PropertyLists

/// Finds the containers around nodes.
struct Ancestors {
  private let document: PropertyListDocument
  private var children: [NodeIndex: [NodeIndex]] = [:]

  init(_ document: PropertyListDocument) { self.document = document }

  /// The containers around a value, from the outermost given one inwards.
  ///
  /// - Complexity: O(*d* log *m*) in the depth and the number of children; the children of each
  ///   container are listed once.
  mutating func find(_ node: NodeIndex, from outermost: NodeIndex = .root) -> [NodeIndex] {
    var result: [NodeIndex] = []
    var container = outermost
    while container != node {
      result.append(container)
      let inner = children(of: container)
      container = inner[inner.partitionPoint { $0 > node } - 1]
    }
    return result
  }

  /// The position of an element in its array, from 0.
  ///
  /// - Complexity: That of `find(_:from:)`.
  mutating func place(of element: NodeIndex) -> Int {
    guard let array = find(element).last else { return 0 }
    return children(of: array).partitionPoint { $0 > element } - 1
  }

  private mutating func children(of container: NodeIndex) -> [NodeIndex] {
    if let known = children[container] { return known }
    let found = document.children(of: container)
    children[container] = found
    return found
  }
}
