import PropertyLists

/// One of the two versions that are merged.
enum Side: Int, CaseIterable {
  case ours, theirs

  var other: Side { self == .ours ? .theirs : .ours }
}

/// Which values of a base, ours and theirs are the same.
///
/// A value is known by its node on either side. The base may be absent: what both sides have added in
/// the same container is the same if it is equal or has the same key.
struct MergeVersions {
  let base: ComparedDocument?
  private let trees: [ComparedDocument]
  /// From the base to each side; none without a base.
  private var pairings: [TreePairing] = []
  /// By side, what both have added, with that of the other side.
  private var added: [[NodeIndex: NodeIndex]] = [[:], [:]]
  /// The values of the base, ascending, in whose containers one of the sides has changed something.
  private(set) var touched: [NodeIndex] = []
  /// By side, the values of the base that it has in other arrays as far as can be guessed.
  private var guesses: [Set<NodeIndex>] = [[], []]

  /// - Parameter keys: The keys whose values identify elements, instead of the usual ones.
  init(
    _ base: ComparedDocument?, _ ours: ComparedDocument, _ theirs: ComparedDocument,
    keys: [String]?
  ) {
    self.base = base
    trees = [ours, theirs]
    if let base {
      var options = ComparisonOptions()
      options.keys = keys
      options.isForMerge = true
      pairings = [ours, theirs].map { TreePairing(base, $0, options) }
      findTouched(base)
      alignEqual(base)
      findTouched(base)
      separateGuesses()
      separateRenamed(base)
      pairRenamedScalars(base)
    }
    pairAdded(keys)
  }

  // MARK: Values

  func tree(_ side: Side) -> ComparedDocument { trees[side.rawValue] }

  func base(of node: NodeIndex, _ side: Side) -> NodeIndex? {
    pairings.isEmpty ? nil : pairings[side.rawValue].partner(ofNew: node)
  }

  func node(ofBase node: NodeIndex, _ side: Side) -> NodeIndex? {
    pairings[side.rawValue].partner(ofOld: node)
  }

  /// The same value on the other side.
  func counterpart(of node: NodeIndex, _ side: Side) -> NodeIndex? {
    if let base = base(of: node, side) { return self.node(ofBase: base, side.other) }
    if pairings.isEmpty, node == .root { return .root }
    return added[side.rawValue][node]
  }

  func hash(_ node: NodeIndex, _ side: Side) -> UInt64 { tree(side).hashes[node] }
  func kind(_ node: NodeIndex, _ side: Side) -> NodeKind { tree(side).document.kind(of: node) }
  func parent(_ node: NodeIndex, _ side: Side) -> NodeIndex? { tree(side).parent(of: node) }

  /// Whether a side has left a value as it was, whatever has become of its key.
  func isUnchanged(_ node: NodeIndex, _ side: Side) -> Bool {
    guard let base, let old = self.base(of: node, side) else { return false }
    return base.hashes[old] == hash(node, side)
  }

  /// Whether a value of ours and one of theirs are equal.
  func areEqual(_ ours: NodeIndex, _ theirs: NodeIndex) -> Bool {
    hash(ours, .ours) == hash(theirs, .theirs)
  }

  /// Whether a side has renamed the key of a member.
  func isRenamed(_ node: NodeIndex, _ side: Side) -> Bool {
    guard let base, let old = self.base(of: node, side) else { return false }
    return base.keyHash(of: old) != tree(side).keyHash(of: node)
  }

  /// Whether a side has moved a value to another container.
  func isElsewhere(_ node: NodeIndex, _ side: Side) -> Bool {
    guard let base, let old = self.base(of: node, side), let outer = parent(node, side)
    else { return false }
    return self.base(of: outer, side) != base.parent(of: old)
  }

  /// Whether nothing speaks for it that a value is the one that a side has in another container but
  /// that they are alike: a single value has nothing else by which it could be known.
  func isGuess(ofBase node: NodeIndex, _ side: Side) -> Bool {
    guesses[side.rawValue].contains(node)
      || base.map { !$0.document.kind(of: node).isContainer } ?? false
  }

  /// What both sides have added.
  var addedByBoth: [SiblingPairing.Pair] { added[0].map { (old: $0.key, new: $0.value) } }

  // MARK: Finding them

  /// Where both sides have come to the same in the same place, says that it has come from the same: else
  /// what is inside would have been moved apart, or be twice.
  private mutating func alignEqual(_ base: ComparedDocument) {
    let siblings = SiblingPairing(old: tree(.ours), new: tree(.theirs))
    var rest: [SiblingPairing.Pair] = [(.root, .root)]
    while let (ours, theirs) = rest.popLast() {
      let kind = kind(ours, .ours)
      guard kind.isContainer, kind == self.kind(theirs, .theirs), !isUnchanged(ours, .ours),
        !isUnchanged(theirs, .theirs)
      else { continue }
      let (own, others) = (tree(.ours).children(of: ours), tree(.theirs).children(of: theirs))
      let isSame = areEqual(ours, theirs)
      let equal =
        isSame
        ? siblings.inside(own, others, kind)
        : kind == .dict
          ? siblings.sameKeys(own, others).filter { areEqual($0.old, $0.new) }
          // What is as it was may have been there twice.
          : siblings.equal(
            own.filter { !isUnchanged($0, .ours) }, others.filter { !isUnchanged($0, .theirs) })
      for pair in equal { align(pair.old, pair.new, base) }
      rest += equal
      if isSame { continue }
      rest += own.compactMap { node in
        counterpart(of: node, .ours).flatMap { areEqual(node, $0) ? nil : (node, $0) }
      }
    }
  }

  /// Pairs equal values of ours and theirs with the same value of the base, or with none.
  private mutating func align(_ ours: NodeIndex, _ theirs: NodeIndex, _ base: ComparedDocument) {
    let found = [self.base(of: ours, .ours), self.base(of: theirs, .theirs)]
    if found[0] == found[1] { return }
    // One that the other side has as it was is something else.
    let changed = zip(found, Side.allCases).compactMap { old, side in
      old.flatMap { old in
        node(ofBase: old, side.other).map { base.hashes[old] == hash($0, side.other) } ?? false
          ? nil : old
      }
    }
    // Each side has made the same of another one.
    if changed.isEmpty, !found.contains(nil) { return }
    let old = changed.first
    for (side, node) in zip(Side.allCases, [ours, theirs]) where self.base(of: node, side) != old {
      if let other = self.base(of: node, side) { pairings[side.rawValue].separate(old: other) }
      guard let old else { continue }
      pairings[side.rawValue].separate(old: old)
      pairings[side.rawValue].join(old, node)
    }
  }

  /// Finds what is touched, and pairs what is inside of values that one side has left as they were.
  private mutating func findTouched(_ base: ComparedDocument) {
    touched = []
    var rest = [NodeIndex.root]
    while let old = rest.popLast() {
      touched.append(old)
      if !base.document.kind(of: old).isContainer { continue }
      let nodes = Side.allCases.map { node(ofBase: old, $0) }
      let isEqual = zip(nodes, Side.allCases).map { node, side in
        node.map { base.hashes[old] == hash($0, side) } ?? false
      }
      if isEqual == [true, true] { continue }
      for side in Side.allCases where isEqual[side.rawValue] {
        if let node = nodes[side.rawValue] { pairings[side.rawValue].pairInside(old, node) }
      }
      rest += base.children(of: old).reversed()
    }
  }

  /// Takes what is only like something in another array for another value if the other side has deleted
  /// that.
  private mutating func separateGuesses() {
    for side in Side.allCases {
      for old in pairings[side.rawValue].onlyAlike where node(ofBase: old, side.other) == nil {
        pairings[side.rawValue].separate(old: old)
      }
      let pairing = pairings[side.rawValue]
      guesses[side.rawValue] = Set(pairing.onlyAlike + pairing.onlyNamesakes)
    }
  }

  /// Takes what one side has put under a new key, or in another dictionary, for another value than what
  /// was under the old key, if the other side has something else under the new key.
  private mutating func separateRenamed(_ base: ComparedDocument) {
    var members = MembersByKey()
    for side in Side.allCases {
      let renamed = touched.filter { old in
        node(ofBase: old, side).map {
          (isRenamed($0, side) || isElsewhere($0, side)) && isKeyTaken(of: $0, side, &members)
        } ?? false
      }
      for old in renamed { pairings[side.rawValue].separate(old: old, keepsElements: true) }
    }
  }

  /// Pairs members with the same scalar under another key, if the other side does not have them where
  /// they were: both must not be kept, or neither, without asking.
  private mutating func pairRenamedScalars(_ base: ComparedDocument) {
    var gone: [NodeIndex: [NodeIndex]] = [:]
    for old in touched where !base.document.kind(of: old).isContainer {
      guard let dict = base.parent(of: old), base.document.kind(of: dict) == .dict,
        Side.allCases.contains(where: { !isInPlace(old, $0) })
      else { continue }
      gone[dict, default: []].append(old)
    }
    var members = MembersByKey()
    var found: [(side: Side, old: NodeIndex, new: NodeIndex)] = []
    for (dict, gone) in gone {
      for side in Side.allCases {
        guard let new = node(ofBase: dict, side), kind(new, side) == .dict else { continue }
        let olds = Dictionary(grouping: gone.filter { node(ofBase: $0, side) == nil }) {
          base.hashes[$0]
        }
        let news = tree(side).children(of: new).filter { isNew($0, side) }
        for (hash, same) in Dictionary(grouping: news, by: { self.hash($0, side) }) {
          // Being true says nothing.
          guard let old = olds[hash], old.count == 1, same.count == 1,
            ![.true, .false].contains(kind(same[0], side)),
            !isInPlace(old[0], side.other), !isKeyTaken(of: same[0], side, &members)
          else { continue }
          found.append((side, old[0], same[0]))
        }
      }
    }
    for (side, old, new) in found { pairings[side.rawValue].join(old, new) }
  }

  /// Whether a side has a value of the base in the container in which it was.
  private func isInPlace(_ old: NodeIndex, _ side: Side) -> Bool {
    node(ofBase: old, side).map { !isElsewhere($0, side) } ?? false
  }

  /// The members of dictionaries by the hashes of their keys.
  private typealias MembersByKey = [Place: [UInt64: NodeIndex]]

  private struct Place: Hashable {
    let dict: NodeIndex
    let side: Side
  }

  /// Whether the other side has something else under the key of a member.
  private func isKeyTaken(
    of node: NodeIndex, _ side: Side, _ members: inout MembersByKey
  ) -> Bool {
    guard let key = tree(side).keyHash(of: node),
      let dict = parent(node, side).flatMap({ counterpart(of: $0, side) })
    else { return false }
    let place = Place(dict: dict, side: side.other)
    if members[place] == nil {
      // Numbers are given anew.
      let items = Set(tree(side.other).numberedItems(of: dict))
      let all = tree(side.other).children(of: dict).compactMap { node in
        items.contains(node) ? nil : tree(side.other).keyHash(of: node).map { ($0, node) }
      }
      members[place] = Dictionary(all, uniquingKeysWith: { first, _ in first })
    }
    guard let other = members[place]?[key] else { return false }
    let old = base(of: node, side)
    return old == nil || base(of: other, side.other) != old
  }

  /// Pairs what both sides have added in containers that both have changed.
  private mutating func pairAdded(_ keys: [String]?) {
    let siblings = SiblingPairing(old: tree(.ours), new: tree(.theirs))
    var rest = [NodeIndex.root]
    while let theirs = rest.popLast() {
      let kind = kind(theirs, .theirs)
      if !kind.isContainer || isUnchanged(theirs, .theirs) { continue }
      let children = tree(.theirs).children(of: theirs)
      if let ours = counterpart(of: theirs, .theirs) {
        if areEqual(ours, theirs) {
          let pairs = siblings.inside(tree(.ours).children(of: ours), children, kind)
          join(pairs.filter { isNew($0.old, .ours) && isNew($0.new, .theirs) })
        } else if kind == self.kind(ours, .ours), !isUnchanged(ours, .ours) {
          let olds = tree(.ours).children(of: ours).filter { isNew($0, .ours) }
          let news = children.filter { isNew($0, .theirs) }
          let items =
            kind == .dict
            ? [tree(.ours).numberedItems(of: ours), tree(.theirs).numberedItems(of: theirs)]
              .map(Set.init) : [Set(olds), Set(news)]
          if kind == .dict {
            join(
              siblings.sameKeys(
                olds.filter { !items[0].contains($0) }, news.filter { !items[1].contains($0) }))
          }
          join(siblings.equal(olds.filter(items[0].contains), news.filter(items[1].contains)))
          join(
            siblings.sameIdentity(
              olds.filter { items[0].contains($0) && isNew($0, .ours) },
              news.filter { items[1].contains($0) && isNew($0, .theirs) }, keys
            ).pairs)
        }
      }
      rest += children
    }
  }

  private func isNew(_ node: NodeIndex, _ side: Side) -> Bool {
    base(of: node, side) == nil && added[side.rawValue][node] == nil
  }

  private mutating func join(_ pairs: [SiblingPairing.Pair]) {
    for (ours, theirs) in pairs { (added[0][ours], added[1][theirs]) = (theirs, ours) }
  }
}
