import Platform
package import PropertyLists

/// How identities are found.
package struct ComparisonOptions {
  /// The keys whose values identify the elements of arrays, instead of the usual ones.
  package var keys: [String]?
  /// Whether the new document is what edits have made of the old one: what is in the place of something
  /// that is gone is that, as it has become, whatever is in it.
  package var isForEdits = false
  package init() {}
}

/// Which values of two documents are the same.
///
/// Evidence is looked for in rounds over the whole trees, the strongest first: keys and equal values
/// in the same place; equal values in other containers; identifying keys; the same neighbours, or
/// none, of something that is mostly the same; the same neighbours of what is half the same; identity
/// and likeness in other containers; last, for edits, the same neighbours of anything. No pair is ever
/// given up, and what two paired containers hold goes through all rounds before a weaker
/// one goes on. Whether something was moved or renamed follows from the pairs.
///
/// Children of equal containers are paired only when asked for (`pairInside`).
package struct TreePairing {
  package let old: ComparedDocument
  package let new: ComparedDocument
  /// Values of the new document that are in another container, ascending.
  package private(set) var elsewhere: [NodeIndex] = []
  /// One more than the word of a node's partner.
  private var newOfOld: NodeTable<UInt32>
  private var oldOfNew: NodeTable<UInt32>
  /// What need not be compared.
  private let common: CommonText?
  private let options: ComparisonOptions
  private let siblings: SiblingPairing

  private typealias Containers = (old: NodeIndex, new: NodeIndex)
  /// Paired containers that wait for a round; in the last three with the key that identifies elements.
  private var fresh: [Containers] = []
  private var unidentified: [Containers] = []
  private var gaps: [(Containers, key: String?)] = []
  private var unlike: [(Containers, key: String?)] = []
  private var lastGaps: [(Containers, key: String?)] = []
  private var replaced: [(Containers, key: String?)] = []
  private var joinedElsewhere: [NodeIndex] = []
  /// What may be in other containers, until there is another pair.
  private var movable: ElsewherePairing?

  /// - Complexity: O(*n*) in the number of nodes beside that of `SequencePairing`; values with the same
  ///   hash are not descended into.
  package init(
    _ old: ComparedDocument, _ new: ComparedDocument,
    _ options: ComparisonOptions = ComparisonOptions()
  ) {
    self.init(old, new, options, nil)
  }

  /// Pairs the values of two documents, of which only what is written differently is hashed and
  /// compared.
  ///
  /// - Parameters:
  ///   - old: A document that has not been edited since it was read, as is the other one.
  package init(
    _ old: PropertyListDocument, _ new: PropertyListDocument,
    _ options: ComparisonOptions = ComparisonOptions()
  ) {
    let common = CommonText(old, new)
    let (old, new) = ComparedDocument.pair(common)
    self.init(old, new, options, common)
  }

  private init(
    _ old: ComparedDocument, _ new: ComparedDocument, _ options: ComparisonOptions,
    _ common: CommonText?
  ) {
    (self.old, self.new, self.options, self.common) = (old, new, options, common)
    newOfOld = NodeTable(end: old.document.end, count: old.hashes.count)
    oldOfNew = NodeTable(end: new.document.end, count: new.hashes.count)
    siblings = SiblingPairing(old: old, new: new)
    join(.root, .root)
    for pair in common?.containers.dropFirst() ?? [] { join(pair.old, pair.new) }
    pairAll()
    elsewhere = joinedElsewhere.filter(isElsewhere).sorted()
  }

  // MARK: Pairs

  package func partner(ofOld node: NodeIndex) -> NodeIndex? {
    let partner = newOfOld[node]
    return partner == 0 ? common?.new(ofOld: node) : NodeIndex(rawValue: Int(partner) - 1)
  }

  package func partner(ofNew node: NodeIndex) -> NodeIndex? {
    let partner = oldOfNew[node]
    return partner == 0 ? common?.old(ofNew: node) : NodeIndex(rawValue: Int(partner) - 1)
  }

  /// The same as `partner(ofNew:)`, also in equal containers.
  mutating func findPartner(ofNew node: NodeIndex) -> NodeIndex? {
    if let partner = partner(ofNew: node) { return partner }
    guard let outer = new.parent(of: node), let other = findPartner(ofNew: outer),
      areEqual(other, outer)
    else { return nil }
    pairInside(other, outer)
    return partner(ofNew: node)
  }

  /// The container of a value of the new document; `nil` for what is only written alike beside others
  /// that are.
  func comparedContainer(ofNew node: NodeIndex) -> NodeIndex? {
    common?.old(ofNew: node) == nil ? new.parent(of: node) : nil
  }

  /// Whether two values, paired or not, are equal.
  package func areEqual(_ oldNode: NodeIndex, _ newNode: NodeIndex) -> Bool {
    old.hashes[oldNode] == new.hashes[newNode]
  }

  /// Whether a value of the new document was in another container.
  package func isElsewhere(_ node: NodeIndex) -> Bool {
    guard let before = partner(ofNew: node), let outer = new.parent(of: node) else { return false }
    return partner(ofNew: outer) != old.parent(of: before)
  }

  /// Whether the key of a member is another one.
  package func hasRenamedKey(_ oldValue: NodeIndex, _ newValue: NodeIndex) -> Bool {
    old.keyHash(of: oldValue) != new.keyHash(of: newValue)
  }

  /// The children of a new container that are not where they were beside the others in it.
  package func moved(in container: NodeIndex) -> Set<NodeIndex> {
    guard new.document.kind(of: container) == .array,
      let before = partner(ofNew: container)
    else { return [] }
    var (stayed, moved) = ([SequencePairing.Anchor](), Set<NodeIndex>())
    for node in new.children(of: container) {
      guard let partner = partner(ofNew: node), old.parent(of: partner) == before else { continue }
      if common?.isInOrder(partner, node) ?? true {
        stayed.append((old: partner.rawValue, new: node.rawValue))
      } else {
        moved.insert(node)
      }
    }
    return moved.union(TreePairing.outOfOrder(stayed))
  }

  /// The second nodes of pairs that do not ascend as the first ones do: as few as possible.
  ///
  /// - Complexity: O(*n* log *n*).
  static func outOfOrder(_ pairs: [SequencePairing.Anchor]) -> Set<NodeIndex> {
    if zip(pairs, pairs.dropFirst()).allSatisfy({ $0.old < $1.old && $0.new < $1.new }) {
      return []
    }
    var result = Set(pairs.map { NodeIndex(rawValue: $0.new) })
    for pair in SequencePairing.longestAscending(pairs.sorted { $0.old < $1.old }) {
      result.remove(NodeIndex(rawValue: pair.new))
    }
    return result
  }

  /// Pairs the children of two equal containers.
  package mutating func pairInside(_ oldNode: NodeIndex, _ newNode: NodeIndex) {
    let kind = old.document.kind(of: oldNode)
    for pair in siblings.inside(old.children(of: oldNode), new.children(of: newNode), kind) {
      joinUnpaired(pair)
    }
  }

  mutating func join(_ oldNode: NodeIndex, _ newNode: NodeIndex) {
    movable = nil
    newOfOld[oldNode] = UInt32(newNode.rawValue) + 1
    oldOfNew[newNode] = UInt32(oldNode.rawValue) + 1
    let kind = old.document.kind(of: oldNode)
    if kind.isContainer, kind == new.document.kind(of: newNode), !areEqual(oldNode, newNode) {
      fresh.append((oldNode, newNode))
    }
  }

  private mutating func joinUnpaired(_ pair: SiblingPairing.Pair) {
    if isUnpaired(old: pair.old), isUnpaired(new: pair.new) { join(pair.old, pair.new) }
  }

  private func isUnpaired(old node: NodeIndex) -> Bool { newOfOld[node] == 0 }
  private func isUnpaired(new node: NodeIndex) -> Bool { oldOfNew[node] == 0 }

  // MARK: Rounds

  private mutating func pairAll() {
    // What is found elsewhere may hold what is equal to something in another container.
    var waiting: [(inout TreePairing) -> Void] = [
      { $0.pairEqualElsewhere() }, { $0.pairAlikeElsewhere() },
      { $0.pairEqualElsewhere() }, { $0.pairNamesakesElsewhere() },
      { $0.pairEqualElsewhere() }, { $0.pairIdentitiesElsewhere() },
      { $0.pairEqualElsewhere() },
    ]
    var isFirst = true
    while true {
      if let containers = fresh.popLast() {
        pairSame(containers)
      } else if isFirst {
        isFirst = false
        // With only one member, being the same says little.
        pairEqualElsewhere { tree, node in
          tree.document.kind(of: node) == .dict && tree.features(of: node).areSeveral
        }
      } else if let containers = unidentified.popLast() {
        pairIdentified(containers)
      } else if !gaps.isEmpty {
        pairGaps()
      } else if let (containers, key) = unlike.popLast() {
        pairAlike(containers, key)
        if hasUnpaired(containers) { lastGaps.append((containers, key)) }
      } else if let (containers, key) = lastGaps.popLast() {
        pairReplaced(containers, key, .half)
        if options.isForEdits, hasUnpaired(containers) { replaced.append((containers, key)) }
      } else if let round = waiting.popLast() {
        round(&self)
      } else if let (containers, key) = replaced.popLast() {
        pairReplaced(containers, key, isDict(containers) ? .all : .kind)
      } else {
        return
      }
    }
  }

  private mutating func pairGaps() {
    let waiting = gaps
    gaps = []
    for (containers, key) in waiting.reversed() {
      pairReplaced(containers, key, .most)
      if hasUnpaired(containers) { unlike.append((containers, key)) }
    }
  }

  private func unpaired(in containers: Containers) -> (olds: [NodeIndex], news: [NodeIndex]) {
    (
      old.children(of: containers.old).filter(isUnpaired(old:)),
      new.children(of: containers.new).filter(isUnpaired(new:))
    )
  }

  private func isDict(_ containers: Containers) -> Bool {
    old.document.kind(of: containers.old) == .dict
  }

  private mutating func pairSame(_ containers: Containers) {
    let (olds, news) = unpaired(in: containers)
    if isDict(containers) {
      for pair in siblings.sameKeys(olds, news) { join(pair.old, pair.new) }
    } else {
      for pair in siblings.equal(olds, news) { join(pair.old, pair.new) }
    }
    if hasUnpaired(containers) { unidentified.append(containers) }
  }

  /// Whether something in both containers is unpaired.
  private func hasUnpaired(_ containers: Containers) -> Bool {
    old.children(of: containers.old).contains(where: isUnpaired(old:))
      && new.children(of: containers.new).contains(where: isUnpaired(new:))
  }

  private mutating func pairIdentified(_ containers: Containers) {
    var key: String?
    if !isDict(containers) {
      let (olds, news) = unpaired(in: containers)
      let found = siblings.sameIdentity(olds, news, options.keys)
      for pair in found.pairs { join(pair.old, pair.new) }
      key = found.key
    }
    if hasUnpaired(containers) { gaps.append((containers, key)) }
  }

  private mutating func pairReplaced(
    _ containers: Containers, _ key: String?, _ least: SiblingPairing.Least
  ) {
    // What is in another container now, or was, is not between neighbours here.
    let olds = old.children(of: containers.old).filter { node in
      partner(ofOld: node).map { new.parent(of: $0) == containers.new } ?? true
    }
    let news = new.children(of: containers.new).filter { node in
      partner(ofNew: node).map { old.parent(of: $0) == containers.old } ?? true
    }
    // Children ascend.
    func place(of node: NodeIndex) -> Int? {
      let place = news.partitionPoint { $0 >= node }
      return place < news.count && news[place] == node ? place : nil
    }
    let pairs = siblings.replaced(
      olds, news, partner: olds.map { partner(ofOld: $0).flatMap(place) },
      identifiedBy: key, least)
    let isDict = isDict(containers)
    for pair in pairs
    where !isDict || least == .all || old.document.kind(of: pair.old).isContainer {
      join(pair.old, pair.new)
    }
  }

  private mutating func pairAlike(_ containers: Containers, _ key: String?) {
    let (olds, news) = unpaired(in: containers)
    let isDict = isDict(containers)
    func mayBeAlike(_ kind: NodeKind) -> Bool { isDict ? kind.isContainer : kind == .dict }
    let pairs = siblings.alike(
      olds.filter { mayBeAlike(old.document.kind(of: $0)) },
      news.filter { mayBeAlike(new.document.kind(of: $0)) }, identifiedBy: key)
    for pair in pairs { join(pair.old, pair.new) }
  }

  // MARK: Other containers

  /// Pairs what some evidence finds in other containers.
  private mutating func joinElsewhere(_ find: (ElsewherePairing) -> [SiblingPairing.Pair]) {
    let movable =
      movable
      ?? ElsewherePairing(
        old, new, isOldSame: { node in partner(ofOld: node).map { areEqual(node, $0) } },
        isNewSame: { node in partner(ofNew: node).map { areEqual($0, node) } })
    self.movable = movable
    let pairs = find(movable)
    for pair in pairs { join(pair.old, pair.new) }
    joinedElsewhere += pairs.map(\.new)
  }

  private mutating func pairEqualElsewhere(
    where says: (ComparedDocument, NodeIndex) -> Bool = { _, _ in true }
  ) {
    joinElsewhere { $0.equal(where: says) }
  }

  private mutating func pairIdentitiesElsewhere() {
    for key in options.keys ?? ["id", "identifier", "uuid"] {
      joinElsewhere { $0.sameIdentity(by: key) }
    }
  }

  private mutating func pairNamesakesElsewhere() {
    if options.keys != nil { return }
    for key in ["name", "title", "label"] { joinElsewhere { $0.namesakes(by: key) } }
  }

  private mutating func pairAlikeElsewhere() {
    if options.keys == nil { joinElsewhere { $0.alike() } }
  }
}
