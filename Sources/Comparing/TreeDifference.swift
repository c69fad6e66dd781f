import Platform
package import PropertyLists

/// One thing in which two documents differ.
package struct TreeDifference {
  package enum Kind: String, Sendable {
    /// Only in the new document.
    case added
    /// Only in the old document.
    case removed
    /// A scalar, or something of another kind.
    case changed
    /// An element in another order, or in another array.
    case moved
    /// The key of a member.
    case renamed
  }

  package let kind: Kind
  /// The value in the old document and the containers around it from the root on.
  package let old: TreePlace?
  /// The value in the new document.
  package let new: TreePlace?
  /// Whether a moved element is in another array.
  package let isElsewhere: Bool
}

/// A value and the containers around it.
package struct TreePlace {
  package let node: NodeIndex
  /// From the root on.
  package let containers: [NodeIndex]
}

/// What differs between two documents.
package struct TreeComparison {
  /// In the order of the new document; what was removed is before what was after it.
  package private(set) var differences: [TreeDifference] = []
  private let pairing: IdentityPairing
  private let arrivals: [NodeIndex]
  private let ignoresOrder: Bool
  private var oldContainers: [NodeIndex] = []
  private var newContainers: [NodeIndex] = []

  /// - Parameters:
  ///   - old: A document that has not been edited since it was read, as is the other one.
  ///   - keys: The keys whose values identify elements, instead of the usual ones.
  ///   - ignoresOrder: Whether the order of elements makes no difference.
  ///   - isForEdits: Whether edits have made the new document of the old one.
  /// - Complexity: O(*n*) in the length of the texts beside that of `IdentityPairing` for what is not
  ///   written alike.
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

  /// Notes what is only in the new container, or has come from elsewhere.
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
