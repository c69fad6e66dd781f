import Platform
package import PropertyLists

/// A difference between two documents.
package struct TreeDifference {
  package enum Kind: String, Sendable {
    /// The value is only in the new document.
    case added
    /// The value is only in the old document.
    case removed
    /// A scalar has changed, or a value has another kind.
    case changed
    /// An element is in another order, or in another array.
    case moved
    /// The key of a member has changed.
    case renamed
  }

  package let kind: Kind
  /// The place in the old document; `nil` for an added value.
  package let old: TreePlace?
  /// The place in the new document; `nil` for a removed value.
  package let new: TreePlace?
  /// Whether a moved value is in another container.
  package let isElsewhere: Bool
}

/// A value and the containers around it.
package struct TreePlace {
  package let node: NodeIndex
  /// The containers around the value, from the root inwards.
  package let containers: [NodeIndex]
}

/// The differences between two documents.
package struct TreeComparison {
  /// The differences in the order of the new document; a removed value comes before the one that
  /// followed it.
  package private(set) var differences: [TreeDifference] = []
  private let pairing: IdentityPairing
  private let arrivals: [NodeIndex]
  private let ignoresOrder: Bool
  private var oldContainers: [NodeIndex] = []
  private var newContainers: [NodeIndex] = []

  /// - Parameters:
  ///   - old: The old document. Neither document has been edited since it was read.
  ///   - keys: The keys whose values identify elements, instead of the usual ones.
  ///   - ignoresOrder: Whether the order of elements makes no difference.
  ///   - isForEdits: Whether the new document is the result of editing the old one.
  /// - Complexity: O(*n*) in the length of the texts, besides that of `IdentityPairing` for text
  ///   that differs.
  package init(
    from old: PropertyListDocument, to new: PropertyListDocument, keys: [String]? = nil,
    ignoresOrder: Bool = false, isForEdits: Bool = false
  ) {
    pairing = IdentityPairing(old, new, keys: keys, for: isForEdits ? .edits : .difference)
    arrivals = pairing.arrivals
    self.ignoresOrder = ignoresOrder
    compare(.root, .root)
  }

  private mutating func append(
    _ kind: TreeDifference.Kind, _ old: TreePlace?, _ new: TreePlace?, isElsewhere: Bool = false
  ) {
    differences.append(
      TreeDifference(kind: kind, old: old, new: new, isElsewhere: isElsewhere))
  }

  private func oldPlace(_ node: NodeIndex) -> TreePlace {
    TreePlace(node: node, containers: oldContainers)
  }

  private func newPlace(_ node: NodeIndex) -> TreePlace {
    TreePlace(node: node, containers: newContainers)
  }

  private mutating func compare(_ old: NodeIndex, _ new: NodeIndex) {
    if pairing.oldTree.hashes[old] == pairing.newTree.hashes[new] { return }
    let kind = pairing.oldTree.document.kind(of: old)
    guard kind.isContainer, kind == pairing.newTree.document.kind(of: new) else {
      append(.changed, oldPlace(old), newPlace(new))
      return
    }
    let containers = (oldContainers, newContainers)
    oldContainers.append(old)
    newContainers.append(new)
    defer { (oldContainers, newContainers) = containers }
    let moved = pairing.moved(in: new)
    var removed = pairing.oldTree.children(of: old).filter { pairing.partner(ofOld: $0) == nil }[
      ...]
    func nextRemoved(before end: NodeIndex?) -> NodeIndex? {
      guard let node = removed.first, end.map({ node < $0 }) ?? true else { return nil }
      return removed.removeFirst()
    }
    for node in pairing.newTree.children(of: new) {
      guard let oldNode = pairing.partner(ofNew: node), !pairing.isElsewhere(node) else {
        added(node)
        continue
      }
      if !moved.contains(node) {
        while let node = nextRemoved(before: oldNode) { append(.removed, oldPlace(node), nil) }
      }
      if kind == .dict {
        if pairing.hasRenamedKey(oldNode, node) {
          append(.renamed, oldPlace(oldNode), newPlace(node))
        }
      } else if moved.contains(node), !ignoresOrder {
        append(.moved, oldPlace(oldNode), newPlace(node))
      }
      compare(oldNode, node)
    }
    while let node = nextRemoved(before: nil) { append(.removed, oldPlace(node), nil) }
  }

  /// Notes a value that is only in the new container, or was moved there from another one.
  private mutating func added(_ node: NodeIndex) {
    if let old = pairing.partner(ofNew: node) {
      moved(old, newPlace(node))
      return
    }
    append(.added, nil, newPlace(node))
    let end = pairing.newTree.document.end(of: node)
    var done = node
    for inner in arrivals[arrivals.partitionPoint { $0 > node }...] where inner >= done {
      guard inner < end, let old = pairing.partner(ofNew: inner) else { break }
      done = pairing.newTree.document.end(of: inner)
      let containers = newContainers
      newContainers = pairing.newTree.ancestors(of: inner)
      moved(old, newPlace(inner))
      newContainers = containers
    }
  }

  private mutating func moved(_ old: NodeIndex, _ new: TreePlace) {
    let containers = oldContainers
    oldContainers = pairing.oldTree.ancestors(of: old)
    append(.moved, oldPlace(old), new, isElsewhere: true)
    compare(old, new.node)
    oldContainers = containers
  }
}
