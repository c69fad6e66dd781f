import Platform
package import PropertyLists

/// Pairs the values of an old document with the same values of a new one, and tells which have
/// moved.
///
/// Members are paired by their keys. Elements of a list are paired by an identifier, a label, or
/// equal and unique content; the rest of the list is aligned with the fewest edits, by likeness,
/// and by places. Values that have left their container are looked for in other containers only by
/// identifiers, labels and equal content.
package struct IdentityPairing {
  typealias Pair = (old: NodeIndex, new: NodeIndex)

  /// The purpose of a pairing.
  package enum Purpose {
    /// For a merge: the properties of cards and items with numbered keys are paired like elements
    /// of lists, and pairs that are made only by place are noted (`replaced`).
    case merge
    /// For a difference between two documents: containers in the same place are paired only if half of
    /// their scalars are the same.
    case difference
    /// For a difference between a document and the result of editing it: a value in the place of
    /// one that is gone is that value, changed.
    case edits
  }

  /// The old document, and (`newTree`) the new one.
  package let oldTree: ComparedDocument
  package let newTree: ComparedDocument
  let keys: IdentityKeys
  let purpose: Purpose
  /// The text that need not be compared; `nil` if all is.
  let common: CommonText?
  /// For each node, the raw value of its partner plus 1; 0 for a node without a partner.
  private(set) var newOfOld: NodeMap<UInt32>
  private(set) var oldOfNew: NodeMap<UInt32>
  /// Old values that were moved, in their container or to another.
  var moved: Set<NodeIndex> = []
  /// Old values that were moved to another container.
  var elsewhere: Set<NodeIndex> = []
  /// Old values that are paired only because of their places.
  var replaced: Set<NodeIndex> = []
  /// Old values that are paired only because of likeness.
  var alike: Set<NodeIndex> = []
  /// Lists with numbered keys whose items were renumbered.
  var renumbered: Set<NodeIndex> = []
  /// Old values in equal containers whose children have been paired.
  private var opened: Set<NodeIndex> = []
  /// Paired lists that differ.
  private var lists: [Pair] = []

  /// - Complexity: O(*n*) in the number of values in containers that differ, besides that of
  ///   `ElementAlignment`.
  init(_ old: ComparedDocument, _ new: ComparedDocument, _ keys: IdentityKeys) {
    self.init(old, new, keys, .merge, nil)
  }

  /// Pairs the values of two documents for a difference.
  ///
  /// - Parameter keys: The keys whose values identify elements, instead of the usual ones.
  package init(_ old: ComparedDocument, _ new: ComparedDocument, keys: [String]? = nil) {
    self.init(old, new, IdentityKeys(keys), .difference, nil)
  }

  /// Pairs the values of two documents. Only text that differs is hashed and compared.
  ///
  /// - Parameters:
  ///   - old: The old document. Neither document has been edited since it was read.
  ///   - keys: The keys whose values identify elements, instead of the usual ones.
  package init(
    _ old: PropertyListDocument, _ new: PropertyListDocument, keys: [String]? = nil,
    for purpose: Purpose = .difference
  ) {
    let common = CommonText(old, new)
    let trees = ComparedDocument.pair(common)
    self.init(trees.old, trees.new, IdentityKeys(keys), purpose, common)
  }

  private init(
    _ old: ComparedDocument, _ new: ComparedDocument, _ keys: IdentityKeys, _ purpose: Purpose,
    _ common: CommonText?
  ) {
    (oldTree, newTree, self.keys) = (old, new, keys)
    (self.purpose, self.common) = (purpose, common)
    newOfOld = NodeMap(end: old.document.end, count: old.hashes.count)
    oldOfNew = NodeMap(end: new.document.end, count: new.hashes.count)
    link(.root, .root)
    for pair in common?.containers ?? [] { link(pair.old, pair.new) }
    pairAll([(.root, .root)])
    pairElsewhere()
    pairAlikeInLists()
  }

  // MARK: Pairs

  /// The new value that is the same as an old one; `nil` if there is none.
  package func partner(ofOld node: NodeIndex) -> NodeIndex? {
    let partner = newOfOld[node]
    return partner == 0 ? common?.new(ofOld: node) : NodeIndex(rawValue: Int(partner) - 1)
  }

  /// The old value that is the same as a new one; `nil` if there is none, or the value is in an
  /// equal container that has not been opened.
  package func partner(ofNew node: NodeIndex) -> NodeIndex? {
    let partner = oldOfNew[node]
    return partner == 0 ? common?.old(ofNew: node) : NodeIndex(rawValue: Int(partner) - 1)
  }

  /// The same as `partner(ofNew:)`, also in equal containers.
  mutating func findPartner(ofNew node: NodeIndex) -> NodeIndex? {
    if let partner = partner(ofNew: node) { return partner }
    guard let outer = newTree.parent(of: node), let other = findPartner(ofNew: outer),
      areEqual(other, outer)
    else { return nil }
    open(other, outer)
    return partner(ofNew: node)
  }

  /// Whether a value is paired only because of likeness or places.
  func isGuess(_ old: NodeIndex) -> Bool { alike.contains(old) || replaced.contains(old) }

  /// Whether two values, paired or not, are equal.
  package func areEqual(_ old: NodeIndex, _ new: NodeIndex) -> Bool {
    oldTree.hashes[old] == newTree.hashes[new]
  }

  /// Pairs the children of two equal containers.
  package mutating func open(_ old: NodeIndex, _ new: NodeIndex) {
    guard areEqual(old, new), oldTree.document.kind(of: old).isContainer,
      opened.insert(old).inserted
    else { return }
    let (olds, news) = (oldTree.children(of: old), newTree.children(of: new))
    let isDict = oldTree.document.kind(of: old) == .dict
    for (old, new) in isDict ? sameKeys(olds, news) : Array(zip(olds, news))
    where newOfOld[old] == 0 && oldOfNew[new] == 0 {
      link(old, new)
    }
  }

  /// Pairs the children of the equal containers around a value.
  mutating func open(around old: NodeIndex) {
    for outer in oldTree.ancestors(of: old) {
      if let new = partner(ofOld: outer) { open(outer, new) }
    }
  }

  mutating func link(_ old: NodeIndex, _ new: NodeIndex) {
    newOfOld[old] = UInt32(new.rawValue) + 1
    oldOfNew[new] = UInt32(old.rawValue) + 1
  }

  /// Gives up a pair, but not those inside.
  mutating func separate(_ old: NodeIndex) {
    guard let new = partner(ofOld: old) else { return }
    (newOfOld[old], oldOfNew[new]) = (0, 0)
    moved.remove(old)
    elsewhere.remove(old)
    replaced.remove(old)
    alike.remove(old)
  }

  /// Gives up a pair, and those inside.
  mutating func separateAll(_ old: NodeIndex) {
    separate(old)
    // Values that were found in other containers keep their pairs.
    for child in oldTree.children(of: old) where !elsewhere.contains(child) { separateAll(child) }
  }

  // MARK: Places

  /// The container of a new value; `nil` for a value inside a run of common text.
  func comparedContainer(ofNew node: NodeIndex) -> NodeIndex? {
    common?.old(ofNew: node) == nil ? newTree.parent(of: node) : nil
  }

  /// The new values that were in another container, ascending.
  package var arrivals: [NodeIndex] { elsewhere.compactMap(partner(ofOld:)).sorted() }

  /// Whether a new value was in another container.
  package func isElsewhere(_ node: NodeIndex) -> Bool {
    partner(ofNew: node).map(elsewhere.contains) ?? false
  }

  /// Whether a member has another key than before.
  package func hasRenamedKey(_ old: NodeIndex, _ new: NodeIndex) -> Bool {
    oldTree.keyHash(of: old) != newTree.keyHash(of: new)
  }

  /// The elements of a new list that have moved relative to the others: a smallest set of these.
  ///
  /// - Complexity: O(*n* log *n*).
  package func moved(in list: NodeIndex) -> Set<NodeIndex> {
    guard newTree.document.kind(of: list) == .array else { return [] }
    var (stayed, moved) = ([SequencePairing.Anchor](), Set<NodeIndex>())
    for node in newTree.children(of: list) {
      guard let old = partner(ofNew: node), !elsewhere.contains(old) else { continue }
      if common?.isInOrder(old, node) ?? true {
        stayed.append((old: old.rawValue, new: node.rawValue))
      } else {
        moved.insert(node)
      }
    }
    if zip(stayed, stayed.dropFirst()).allSatisfy({ $0.old < $1.old }) { return moved }
    moved.formUnion(stayed.map { NodeIndex(rawValue: $0.new) })
    for pair in SequencePairing.longestAscending(stayed.sorted { $0.old < $1.old }) {
      moved.remove(NodeIndex(rawValue: pair.new))
    }
    return moved
  }

  // MARK: Containers

  /// Pairs the contents of paired containers.
  mutating func pairAll(_ pairs: [Pair]) {
    var rest = pairs
    while let (old, new) = rest.popLast() {
      if areEqual(old, new) { continue }
      let kind = oldTree.document.kind(of: old)
      guard kind.isContainer, kind == newTree.document.kind(of: new) else { continue }
      let pairs = kind == .dict ? members(old, new) : elements(old, new)
      for pair in pairs {
        link(pair.old, pair.new)
        if !areEqual(pair.old, pair.new) { rest.append(pair) }
      }
    }
  }

  // MARK: Lists

  private mutating func elements(_ old: NodeIndex, _ new: NodeIndex) -> [Pair] {
    let (olds, news) = (oldTree.children(of: old), newTree.children(of: new))
    let (pairs, found) = aligned(olds, news)
    note(found)
    if purpose != .merge { lists.append((old, new)) }
    return pairs
  }

  /// Pairs elements that are alike, in any order. This makes a difference shorter. It is not done
  /// for a merge, which must not guess.
  private mutating func pairAlikeInLists() {
    while let (old, new) = lists.popLast() {
      let olds = oldTree.children(of: old).filter { newOfOld[$0] == 0 }
      let news = newTree.children(of: new).filter { oldOfNew[$0] == 0 }
      if olds.isEmpty || news.isEmpty { continue }
      let pairs = alike(olds, news, isHalfEnough: false).filter {
        !haveOtherIdentifiers($0.old, $0.new)
      }
      for pair in pairs { link(pair.old, pair.new) }
      pairAll(pairs)
    }
  }

  /// Old values of a list that have moved, and those that are paired only by place or by likeness.
  typealias Found = (moved: [NodeIndex], replaced: Set<NodeIndex>, alike: Set<NodeIndex>)

  mutating func note(_ found: Found) {
    moved.formUnion(found.moved)
    replaced.formUnion(found.replaced)
    alike.formUnion(found.alike)
  }

  func aligned(_ olds: [NodeIndex], _ news: [NodeIndex]) -> (pairs: [Pair], Found) {
    var lists = ListPairing(
      olds.map { commonHash(ofOld: $0) ?? oldTree.content(of: $0) },
      news.map { commonHash(ofNew: $0) ?? newTree.content(of: $0) })
    lists.pair(
      identity: {
        commonHash(ofOld: olds[$0]) == nil ? keys.identity(of: olds[$0], in: oldTree) : (nil, nil)
      },
      newIdentity: {
        commonHash(ofNew: news[$0]) == nil ? keys.identity(of: news[$0], in: newTree) : (nil, nil)
      },
      rest: { keys.rest(of: olds[$0], in: oldTree) },
      newRest: { keys.rest(of: news[$0], in: newTree) },
      features: { features(olds[$0], oldTree) }, newFeatures: { features(news[$0], newTree) },
      isAnyOrder: purpose != .merge)
    var result: [Pair] = []
    result.reserveCapacity(min(olds.count, news.count))
    var replaced = Set(lists.replaced.map { olds[$0] })
    for (place, other) in lists.partner.enumerated() where other >= 0 {
      let pair = (olds[place], news[other])
      if purpose != .merge, replaced.contains(pair.0), !canReplace(pair.0, pair.1) {
        replaced.remove(pair.0)
      } else {
        result.append(pair)
      }
    }
    return (result, (lists.moved.map { olds[$0] }, replaced, Set(lists.alike.map { olds[$0] })))
  }

  /// A hash for a container with common text, which is the same for its partner.
  private func commonHash(ofOld node: NodeIndex) -> UInt64? {
    common?.oldChildren[node] == nil ? nil : UInt64(newOfOld[node])
  }

  private func commonHash(ofNew node: NodeIndex) -> UInt64? {
    common?.newChildren[node] == nil ? nil : UInt64(node.rawValue) + 1
  }

  /// Whether two elements in the same place may be the same element, changed.
  private func canReplace(_ old: NodeIndex, _ new: NodeIndex) -> Bool {
    let kinds = (oldTree.document.kind(of: old), newTree.document.kind(of: new))
    if !kinds.0.isContainer, !kinds.1.isContainer { return true }
    guard kinds.0 == kinds.1, purpose == .difference else { return kinds.0 == kinds.1 }
    // Scalars are compared, not children: a list with a single row, of which a field has changed,
    // has no row in common.
    let (scalars, others) = (oldTree.scalars(in: old).sorted(), newTree.scalars(in: new).sorted())
    if scalars.isEmpty { return haveSameKeys(old, new) }
    let count = Likeness.common(scalars, others)
    return count > 0 && count * 2 >= max(scalars.count, others.count)
  }

  /// Whether a container without scalars may have been filled: an array, or a dictionary with the
  /// same keys.
  private func haveSameKeys(_ old: NodeIndex, _ new: NodeIndex) -> Bool {
    oldTree.document.kind(of: old) == .array
      || oldTree.children(of: old).map(oldTree.keyHash)
        == newTree.children(of: new).map(newTree.keyHash)
  }

  /// The kind and features of a container, for measuring likeness; `nil` for scalars.
  func features(_ node: NodeIndex, _ tree: ComparedDocument) -> ListPairing.Content? {
    let kind = tree.document.kind(of: node)
    return kind.isContainer ? (kind, tree.features(of: node)) : nil
  }
}
