import Catalogues
import PropertyLists

/// How identities are found.
struct ComparisonOptions {
  /// The keys whose values identify the elements of arrays, instead of the usual ones.
  var keys: [String]?
  /// Whether only entries may move between arrays, not lists of them.
  var movesOnlyEntries = false
  /// Whether elements that have moved to other arrays are looked for.
  var followsMoves = true
  /// Whether keys of containers that have mostly the same in them count as renamed.
  var followsRenames = true

  init() {}
}

/// Which values of two documents are the same: children of containers in the same place, and
/// elements that have moved from one array to another.
struct TreePairing {
  let old: ComparedDocument
  let new: ComparedDocument
  /// The children of containers that differ, by the node of the old one.
  private var children: [NodeIndex: ChildPairing] = [:]
  /// Elements that are in another array.
  private(set) var newOfOldAcross: [NodeIndex: NodeIndex] = [:]
  private(set) var oldOfNewAcross: [NodeIndex: NodeIndex] = [:]
  /// Those of the new document in ascending order.
  private(set) var across: [NodeIndex] = []
  /// Those of the old document that are paired across arrays for nothing but being alike; ascending.
  private(set) var onlyAlike: [NodeIndex] = []
  /// Elements of the old document that are not paired across arrays.
  private let apart: Set<NodeIndex>
  private let options: ComparisonOptions
  /// See `movedValues`.
  private var moved: Set<UInt64> = []
  /// The elements that are paired across arrays, with those inside them.
  private var inPaired: (old: Set<NodeIndex>, new: Set<NodeIndex>) = ([], [])

  /// - Complexity: O(*n*) in the number of nodes beside that of `SequencePairing`; values with the
  ///   same hash are not descended into.
  ///
  /// - Parameter apart: Elements of the old document that are not paired with any in other arrays.
  init(
    _ old: ComparedDocument, _ new: ComparedDocument,
    _ options: ComparisonOptions = ComparisonOptions(), apart: Set<NodeIndex> = []
  ) {
    (self.old, self.new, self.options, self.apart) = (old, new, options, apart)
    var (gone, added) = pairAll()
    if options.followsMoves {
      moved = movedValues(gone, added)
      if !moved.isEmpty {
        children = [:]
        (gone, added) = pairAll()
      }
      pairAcross(gone, added)
    }
    across = oldOfNewAcross.keys.sorted()
  }

  /// - Returns: What is only in one of the documents.
  private mutating func pairAll() -> (gone: [NodeIndex], added: [NodeIndex]) {
    var (gone, added) = ([NodeIndex](), [NodeIndex]())
    pair(old.document.root, new.document.root, &gone, &added)
    return (gone, added)
  }

  /// Pairs what is in two values, and lists what is only in one of them.
  private mutating func pair(
    _ oldRoot: NodeIndex, _ newRoot: NodeIndex, _ gone: inout [NodeIndex],
    _ added: inout [NodeIndex]
  ) {
    var rest = [(oldRoot, newRoot)]
    while let (oldNode, newNode) = rest.popLast() {
      let kind = old.document.kind(of: oldNode)
      guard old.hashes[oldNode] != new.hashes[newNode] else { continue }
      guard kind.isContainer, kind == new.document.kind(of: newNode) else {
        gone.append(oldNode)
        added.append(newNode)
        continue
      }
      let pairing =
        kind == .dict
        ? ChildPairing.members(oldNode, newNode, old, new, options)
        : ChildPairing.elements(oldNode, newNode, old, new, options, moved: moved)
      for (place, node) in pairing.old.enumerated() {
        if let other = pairing.partner(ofOld: place) {
          rest.append((node, pairing.new[other]))
        } else {
          gone.append(node)
        }
      }
      for (place, node) in pairing.new.enumerated() where pairing.partner(ofNew: place) == nil {
        added.append(node)
      }
      children[oldNode] = pairing
    }
  }

  /// The children of two containers of the same kind that are the same value, or are in the same
  /// place.
  func children(_ oldNode: NodeIndex, _ newNode: NodeIndex) -> ChildPairing {
    if let found = children[oldNode] { return found }
    return old.hashes[oldNode] == new.hashes[newNode]
      ? ChildPairing.same(oldNode, newNode, old, new)
      : old.document.kind(of: oldNode) == .dict
        ? ChildPairing.members(oldNode, newNode, old, new, options)
        : ChildPairing.elements(oldNode, newNode, old, new, options, moved: moved)
  }

  // MARK: Other arrays

  /// The hashes of elements that have moved to another array as they were; none if no guess concerns
  /// one of them. Each is there once, so that it is known which one has moved; with only one member,
  /// being the same says little.
  private func movedValues(_ gone: [NodeIndex], _ added: [NodeIndex]) -> Set<UInt64> {
    let guesses = children.values.flatMap(\.guesses)
    if guesses.isEmpty { return [] }
    let olds =
      elements(in: gone.sorted(), of: old) + guesses.map(\.old).filter { mayMove($0, of: old) }
    let news =
      elements(in: added.sorted(), of: new) + guesses.map(\.new).filter { mayMove($0, of: new) }
    var counts: [UInt64: (olds: Int, news: Int)] = [:]
    for node in olds { counts[old.hashes[node], default: (0, 0)].olds += 1 }
    for node in news { counts[new.hashes[node], default: (0, 0)].news += 1 }
    let moved = Set(
      olds.lazy.filter { [old] node in
        counts[old.hashes[node]] ?? (0, 0) == (1, 1) && old.features(of: node).areSeveral
      }.map { [old] in old.hashes[$0] })
    let isGuessed = guesses.contains {
      moved.contains(old.hashes[$0.old]) || moved.contains(new.hashes[$0.new])
    }
    return isGuessed ? moved : []
  }

  /// Pairs elements that are only in one array here and only in another one there.
  private mutating func pairAcross(_ gone: [NodeIndex], _ added: [NodeIndex]) {
    let olds = elements(in: gone.sorted(), of: old)
    let news = elements(in: added.sorted(), of: new)
    if olds.isEmpty || news.isEmpty { return }
    pairUnique(olds, news, by: { $0.hashes[$1] })
    for key in options.keys ?? ["id", "identifier", "uuid"] {
      pairUnique(olds, news, by: { $0.identity(of: $1, by: key) })
    }
    guard options.keys == nil else { return }
    for key in ["name", "title", "label"] {
      pairUnique(
        olds, news, by: { $0.identity(of: $1, by: key) },
        where: { [old, new] in
          old.features(of: $0).isMostlySame(as: new.features(of: $1))
        })
    }
    pairAlike(olds, news)
  }

  /// Pairs entries of which most is the same.
  private mutating func pairAlike(_ olds: [NodeIndex], _ news: [NodeIndex]) {
    let oldRest = olds.filter { !inPaired.old.contains($0) && old.document.kind(of: $0) == .dict }
    let newRest = news.filter { !inPaired.new.contains($0) && new.document.kind(of: $0) == .dict }
    let (oldFeatures, newFeatures) = (
      oldRest.map { old.features(of: $0) }, newRest.map { new.features(of: $0) }
    )
    for pair in Likeness.pairs(oldFeatures, newFeatures) {
      let (node, other) = (oldRest[pair.old], newRest[pair.new])
      guard oldFeatures[pair.old].shareSeveral(with: newFeatures[pair.new]),
        isFree(node, other, olds, news)
      else { continue }
      join(node, other, olds, news)
      onlyAlike.append(node)
    }
  }

  /// Pairs the elements that have something that none of the others in the same document has.
  private mutating func pairUnique(
    _ olds: [NodeIndex], _ news: [NodeIndex],
    by identity: (ComparedDocument, NodeIndex) -> UInt64?,
    where isSame: (NodeIndex, NodeIndex) -> Bool = { _, _ in true }
  ) {
    func unique(_ nodes: [NodeIndex], in tree: ComparedDocument) -> [UInt64: NodeIndex?] {
      var result: [UInt64: NodeIndex?] = [:]
      for node in nodes {
        guard let identity = identity(tree, node) else { continue }
        result[identity] = result[identity] == nil ? .some(node) : .some(nil)
      }
      return result
    }
    let others = unique(news, in: new)
    let own = unique(olds, in: old)
    for node in olds {
      guard let identity = identity(old, node), own[identity] == node,
        let found = others[identity], let other = found, isFree(node, other, olds, news),
        isSame(node, other)
      else { continue }
      join(node, other, olds, news)
    }
  }

  private mutating func join(
    _ node: NodeIndex, _ other: NodeIndex, _ olds: [NodeIndex], _ news: [NodeIndex]
  ) {
    newOfOldAcross[node] = other
    oldOfNewAcross[other] = node
    for inner in TreePairing.inside(node, olds, of: old) { inPaired.old.insert(inner) }
    for inner in TreePairing.inside(other, news, of: new) { inPaired.new.insert(inner) }
    var (gone, added) = ([NodeIndex](), [NodeIndex]())
    pair(node, other, &gone, &added)
  }

  /// Whether two elements may be paired, and neither is, or is inside or around one that is: what is in
  /// paired elements belongs to them.
  private func isFree(
    _ node: NodeIndex, _ other: NodeIndex, _ olds: [NodeIndex], _ news: [NodeIndex]
  ) -> Bool {
    !apart.contains(node) && !inPaired.old.contains(node) && !inPaired.new.contains(other)
      && !TreePairing.inside(node, olds, of: old).contains { newOfOldAcross[$0] != nil }
      && !TreePairing.inside(other, news, of: new).contains { oldOfNewAcross[$0] != nil }
  }

  /// Those of some ascending nodes that are inside a node, and itself.
  private static func inside(
    _ node: NodeIndex, _ nodes: [NodeIndex], of tree: ComparedDocument
  ) -> ArraySlice<NodeIndex> {
    let end = tree.document.end(of: node)
    return nodes[nodes.partitionPoint { $0 >= node }..<nodes.partitionPoint { $0 >= end }]
  }

  /// The elements of arrays, in ascending order, that may be in other arrays of the other document.
  /// The values in which they are ascend, and may be elements themselves and inside each other.
  private func elements(in nodes: [NodeIndex], of tree: ComparedDocument) -> [NodeIndex] {
    var result: [NodeIndex] = []
    var end = tree.document.root
    for root in nodes where root >= end {
      end = tree.document.end(of: root)
      var rest = [(node: root, isElement: isElement(root, of: tree))]
      while let (node, isElement) = rest.popLast() {
        let kind = tree.document.kind(of: node)
        guard kind.isContainer else {
          if isElement, kind == .string { result.append(node) }
          continue
        }
        if isElement, tree.document.firstChild(of: node) < tree.document.end(of: node) {
          let isEntry = tree.isEntry(node)
          if kind == .dict, isEntry || !options.movesOnlyEntries { result.append(node) }
          if isEntry { continue }
        }
        for child in tree.children(of: node).reversed() {
          rest.append((child, kind == .array))
        }
      }
    }
    return result
  }

  /// Whether a dictionary that is an element may be in another array.
  private func mayMove(_ dict: NodeIndex, of tree: ComparedDocument) -> Bool {
    !options.movesOnlyEntries || tree.isEntry(dict)
  }

  private func isElement(_ node: NodeIndex, of tree: ComparedDocument) -> Bool {
    node > tree.document.root && tree.document.key(before: node) == nil
  }

  // MARK: In subtrees

  /// Elements of the new document inside of a value, or that value, that have come from other arrays.
  func across(in node: NodeIndex) -> ArraySlice<NodeIndex> {
    TreePairing.inside(node, across, of: new)
  }
}
