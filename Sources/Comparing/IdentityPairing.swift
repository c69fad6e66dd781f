import PropertyLists

/// The keys whose values say which dictionary in a list is which.
struct IdentityKeys {
  /// Those that identify it, the strongest first.
  var identifiers = ["UID", "uid", "id", "identifier", "uuid"]
  /// Those that name it.
  var labels = ["label", "title", "name"]

  /// - Parameter keys: Keys that are given instead of the usual ones.
  init(_ keys: [String]?) {
    if let keys { (identifiers, labels) = (keys, []) }
  }

  /// What identifies a dictionary, and what names it, as hashes.
  func identity(
    of element: NodeIndex, in tree: ComparedDocument
  ) -> (identifier: UInt64?, label: UInt64?) {
    guard tree.document.kind(of: element) == .dict else { return (nil, nil) }
    var found: (identifier: Int, label: Int) = (identifiers.count, labels.count)
    var result: (identifier: UInt64?, label: UInt64?) = (nil, nil)
    for (key, value) in tree.document.members(of: element)
    where !tree.document.kind(of: value).isContainer {
      if let place = identifiers[..<found.identifier].firstIndex(where: {
        tree.document.hasText(key, $0)
      }) {
        (found.identifier, result.identifier) = (place, tree.hashes[value])
      } else if let place = labels[..<found.label].firstIndex(where: {
        tree.document.hasText(key, $0)
      }) {
        (found.label, result.label) = (place, tree.hashes[value])
      }
    }
    return result
  }

  /// The hash of all members of a dictionary but the one that names it.
  func rest(of element: NodeIndex, in tree: ComparedDocument) -> (hash: UInt64, members: [UInt64]) {
    var members: [UInt64] = []
    for (key, value) in tree.document.members(of: element)
    where !labels.contains(where: { tree.document.hasText(key, $0) }) {
      members.append(tree.hashes.member(key.node, value))
    }
    return (members.reduce(0, &+), members)
  }
}

/// Which values of a base one side of a merge still has, and which of them it has moved.
///
/// Values are the same by what identifies them in their container: the key of a member; in a list an
/// identifier, a label, or being equal and unique. The rest of a list is aligned with the fewest edits,
/// by likeness, and by places. What is not in its container is looked for in others only by identity.
struct IdentityPairing {
  let base: ComparedDocument
  let side: ComparedDocument
  let keys: IdentityKeys
  /// One more than the word of a node's partner.
  private var sideOfBase: NodeTable<UInt32>
  private var baseOfSide: NodeTable<UInt32>
  /// Values of the base that were moved, in their container or to another one.
  private(set) var moved: Set<NodeIndex> = []
  /// Those in another container.
  private(set) var elsewhere: Set<NodeIndex> = []
  /// Those that are paired for nothing but their places.
  private(set) var replaced: Set<NodeIndex> = []
  /// Those that are paired for nothing but being alike.
  private(set) var alike: Set<NodeIndex> = []
  /// Lists with numbered keys whose items have other numbers.
  private(set) var renumbered: Set<NodeIndex> = []
  /// Values of the base in equal containers whose children have been paired.
  private var opened: Set<NodeIndex> = []

  /// - Complexity: O(*n*) in the number of values in containers that differ, beside that of
  ///   `ElementAlignment`.
  init(_ base: ComparedDocument, _ side: ComparedDocument, _ keys: IdentityKeys) {
    (self.base, self.side, self.keys) = (base, side, keys)
    sideOfBase = NodeTable(end: base.document.end, count: base.hashes.count)
    baseOfSide = NodeTable(end: side.document.end, count: side.hashes.count)
    var rest = [(NodeIndex.root, NodeIndex.root)]
    link(.root, .root)
    pairAll(&rest)
    pairElsewhere()
  }

  func node(ofBase node: NodeIndex) -> NodeIndex? {
    let partner = sideOfBase[node]
    return partner == 0 ? nil : NodeIndex(rawValue: Int(partner) - 1)
  }

  func base(of node: NodeIndex) -> NodeIndex? {
    let partner = baseOfSide[node]
    return partner == 0 ? nil : NodeIndex(rawValue: Int(partner) - 1)
  }

  /// Whether nothing speaks for a pair but likeness or places.
  func isGuess(_ old: NodeIndex) -> Bool { alike.contains(old) || replaced.contains(old) }

  func areEqual(_ old: NodeIndex, _ new: NodeIndex) -> Bool {
    base.hashes[old] == side.hashes[new]
  }

  /// Pairs the children of two equal containers.
  mutating func open(_ old: NodeIndex, _ new: NodeIndex) {
    guard areEqual(old, new), base.document.kind(of: old).isContainer,
      opened.insert(old).inserted
    else { return }
    let kind = base.document.kind(of: old)
    for pair in siblings.inside(base.children(of: old), side.children(of: new), kind) {
      link(pair.old, pair.new)
    }
  }

  /// Pairs the children of the equal containers around a value.
  mutating func open(around old: NodeIndex) {
    for outer in base.ancestors(of: old) {
      if let new = node(ofBase: outer) { open(outer, new) }
    }
  }

  /// Gives up a pair, but not those inside.
  mutating func separate(_ old: NodeIndex) {
    guard let new = node(ofBase: old) else { return }
    (sideOfBase[old], baseOfSide[new]) = (0, 0)
    moved.remove(old)
    elsewhere.remove(old)
    replaced.remove(old)
    alike.remove(old)
  }

  /// Gives up a pair, and those inside.
  private mutating func separateAll(_ old: NodeIndex) {
    separate(old)
    // Values that were found in other containers keep their pairs.
    for child in base.children(of: old) where !elsewhere.contains(child) { separateAll(child) }
  }

  private var siblings: SiblingPairing { SiblingPairing(old: base, new: side) }

  private mutating func link(_ old: NodeIndex, _ new: NodeIndex) {
    sideOfBase[old] = UInt32(new.rawValue) + 1
    baseOfSide[new] = UInt32(old.rawValue) + 1
  }

  private mutating func pairAll(_ rest: inout [(NodeIndex, NodeIndex)]) {
    while let (old, new) = rest.popLast() {
      if areEqual(old, new) { continue }
      let kind = base.document.kind(of: old)
      guard kind.isContainer, kind == side.document.kind(of: new) else { continue }
      let pairs = kind == .dict ? members(old, new) : elements(old, new)
      for pair in pairs {
        link(pair.old, pair.new)
        if !areEqual(pair.old, pair.new) { rest.append(pair) }
      }
    }
  }

  // MARK: Dictionaries

  private mutating func members(_ old: NodeIndex, _ new: NodeIndex) -> [SiblingPairing.Pair] {
    let (olds, news) = (base.children(of: old), side.children(of: new))
    // Heads are paired with the values of their card.
    if let outer = base.parent(of: old), base.document.isCard(outer),
      base.document.holdsHeads(old)
    {
      return []
    }
    if let pairs = card(old, new) { return pairs }
    if let pairs = numbered(old, new, olds, news) { return pairs }
    let pairs = siblings.sameKeys(olds, news)
    noteReplaced(pairs, old, new)
    if pairs.count == min(olds.count, news.count) { return pairs }
    // Under another key, a value is the same if it is equal to one value only, or if half of it is there.
    let (oldPaired, newPaired) = (Set(pairs.map(\.old)), Set(pairs.map(\.new)))
    let gone = olds.filter { !oldPaired.contains($0) && says($0, base) }
    let added = news.filter { !newPaired.contains($0) && says($0, side) }
    let (goneHashes, addedHashes) = (gone.map { base.hashes[$0] }, added.map { side.hashes[$0] })
    let others = ElementAlignment.uniquePlaces(addedHashes[...])
    let renamed = ElementAlignment.uniquePlaces(goneHashes[...]).compactMap {
      hash, place -> SiblingPairing.Pair? in
      guard place >= 0, let other = others[hash], other >= 0 else { return nil }
      return (gone[place], added[other])
    }
    return pairs + renamed.sorted { $0.old < $1.old } + alike(gone, added, besides: renamed)
  }

  /// Containers without a partner in two dictionaries of which half is the same.
  private func alike(
    _ gone: [NodeIndex], _ added: [NodeIndex], besides pairs: [SiblingPairing.Pair]
  ) -> [SiblingPairing.Pair] {
    let paired = (Set(pairs.map(\.old)), Set(pairs.map(\.new)))
    var result: [SiblingPairing.Pair] = []
    for kind in [NodeKind.dict, .array] {
      let olds = gone.filter { base.document.kind(of: $0) == kind && !paired.0.contains($0) }
      let news = added.filter { side.document.kind(of: $0) == kind && !paired.1.contains($0) }
      if olds.isEmpty || news.isEmpty { continue }
      result += Likeness.pairs(
        olds.map { base.features(of: $0) }, news.map { side.features(of: $0) }, isHalfEnough: true
      ).map { (olds[$0.old], news[$0.new]) }
    }
    return result
  }

  /// Pairs the properties of two cards, in the list of each name, and their details.
  ///
  /// - Returns: `nil` for what is not a card.
  private mutating func card(_ old: NodeIndex, _ new: NodeIndex) -> [SiblingPairing.Pair]? {
    guard let card = CardContent(old, base), let newCard = CardContent(new, side) else {
      return nil
    }
    var pairs = siblings.sameKeys(card.single, newCard.single)
    link(card.heads, newCard.heads)
    for pair in siblings.sameKeys(card.singleHeads, newCard.singleHeads) {
      link(pair.old, pair.new)
    }
    let news = newCard.lists
    for (name, places) in card.lists {
      let olds = places.map { card.properties[$0] }
      let news = (news[name] ?? []).map { newCard.properties[$0] }
      var list = ListPairing(olds.map(\.hash), news.map(\.hash))
      list.pair(
        identity: { (nil, base.hashes[olds[$0].value]) },
        newIdentity: { (nil, side.hashes[news[$0].value]) },
        rest: { _ in (0, []) }, newRest: { _ in (0, []) },
        features: { features(of: olds[$0], base) }, newFeatures: { features(of: news[$0], side) })
      moved.formUnion(list.moved.map { olds[$0].value })
      for (place, other) in list.partner.enumerated() where other >= 0 {
        let others = news[other].members
        pairs.append((olds[place].value, others[0].value))
        for member in olds[place].members.dropFirst() {
          let role = CardContent.role(of: member)
          if let other = others.dropFirst().first(where: { CardContent.role(of: $0) == role }) {
            pairs.append((member.value, other.value))
          }
        }
      }
    }
    return pairs
  }

  /// What makes two properties of a card alike: the parts of a value that has several, else its head and
  /// its details.
  private func features(
    of property: CardContent.Property, _ tree: ComparedDocument
  ) -> ListPairing.Content {
    features(property.value, tree)
      ?? (.string, Features(children: [property.about], elements: nil))
  }

  /// Notes items that have the same number and nothing else in common: nothing but their places speaks
  /// for such pairs.
  private mutating func noteReplaced(
    _ pairs: [SiblingPairing.Pair], _ old: NodeIndex, _ new: NodeIndex
  ) {
    guard pairs.contains(where: { base.document.kind(of: $0.old) == .dict }),
      NumberedKeys(of: old, base) != nil, NumberedKeys(of: new, side) != nil
    else { return }
    for pair in pairs
    where base.document.kind(of: pair.old) == .dict && side.document.kind(of: pair.new) == .dict {
      let members = Set(base.children(of: pair.old).compactMap { base.memberHash(of: $0) })
      let isAnySame = side.children(of: pair.new).contains { child in
        side.memberHash(of: child).map(members.contains) ?? false
      }
      if !isAnySame { replaced.insert(pair.old) }
    }
  }

  /// The items of two lists with numbered keys, if a side has given them other numbers.
  private mutating func numbered(
    _ old: NodeIndex, _ new: NodeIndex, _ olds: [NodeIndex], _ news: [NodeIndex]
  ) -> [SiblingPairing.Pair]? {
    guard olds.count > 1 || news.count > 1, NumberedKeys(of: old, base) != nil,
      NumberedKeys(of: new, side) != nil
    else { return nil }
    let (pairs, lists) = aligned(olds, news)
    let isRenumbered = pairs.contains { pair in
      base.keyHash(of: pair.old) != side.keyHash(of: pair.new)
        && !lists.replaced.contains(pair.old) && !lists.alike.contains(pair.old)
    }
    if !isRenumbered { return nil }
    renumbered.insert(old)
    note(lists)
    return pairs
  }

  /// Whether a value says something, so that it can be known by it.
  private func says(_ node: NodeIndex, _ tree: ComparedDocument) -> Bool {
    let kind = tree.document.kind(of: node)
    return kind.isContainer
      ? tree.document.firstChild(of: node) < tree.document.end(of: node)
      : kind != .true && kind != .false
  }

  // MARK: Lists

  private mutating func elements(_ old: NodeIndex, _ new: NodeIndex) -> [SiblingPairing.Pair] {
    let (pairs, lists) = aligned(base.children(of: old), side.children(of: new))
    note(lists)
    return pairs
  }

  /// Values of a list that are paired in a certain way.
  private typealias Found = (moved: [NodeIndex], replaced: Set<NodeIndex>, alike: Set<NodeIndex>)

  private mutating func note(_ found: Found) {
    moved.formUnion(found.moved)
    replaced.formUnion(found.replaced)
    alike.formUnion(found.alike)
  }

  private func aligned(
    _ olds: [NodeIndex], _ news: [NodeIndex]
  ) -> (pairs: [SiblingPairing.Pair], Found) {
    let (hashes, newHashes) = (olds.map(base.content), news.map(side.content))
    var lists = ListPairing(hashes, newHashes)
    lists.pair(
      identity: { keys.identity(of: olds[$0], in: base) },
      newIdentity: { keys.identity(of: news[$0], in: side) },
      rest: { keys.rest(of: olds[$0], in: base) }, newRest: { keys.rest(of: news[$0], in: side) },
      features: { features(olds[$0], base) }, newFeatures: { features(news[$0], side) })
    var result: [SiblingPairing.Pair] = []
    result.reserveCapacity(min(olds.count, news.count))
    for (place, other) in lists.partner.enumerated() where other >= 0 {
      result.append((olds[place], news[other]))
    }
    return (
      result,
      (
        lists.moved.map { olds[$0] }, Set(lists.replaced.map { olds[$0] }),
        Set(lists.alike.map { olds[$0] })
      )
    )
  }

  /// What is compared to see how alike two containers of the same kind are; `nil` for scalars.
  private func features(_ node: NodeIndex, _ tree: ComparedDocument) -> ListPairing.Content? {
    let kind = tree.document.kind(of: node)
    return kind.isContainer ? (kind, tree.features(of: node)) : nil
  }

  // MARK: Other containers

  /// Pairs values that were moved to another container: those with an identifier or a label, and equal
  /// ones that say something, that are there once in both documents.
  private mutating func pairElsewhere() {
    for round in 0..<3 {
      // What is only in the place of something else, or like it, may be equal to something elsewhere.
      let guesses = round == 2 ? alike.union(replaced) : []
      let newGuesses = Set(guesses.compactMap(node(ofBase:)))
      let (olds, news) = (
        unpaired(in: base, sideOfBase, guesses), unpaired(in: side, baseOfSide, newGuesses)
      )
      if olds.isEmpty || news.isEmpty { continue }
      func identity(_ node: NodeIndex, _ tree: ComparedDocument) -> UInt64? {
        switch round {
        case 0: keys.identity(of: node, in: tree).identifier
        case 1: keys.identity(of: node, in: tree).label
        default:
          isKnown(node, tree)
            ? tree.wordHash(of: node).map { ContentHashes.mixed($0, tree.content(of: node)) }
              ?? tree.content(of: node) : nil
        }
      }
      func all(_ nodes: [NodeIndex], _ tree: ComparedDocument) -> [UInt64: NodeIndex] {
        Dictionary(
          nodes.compactMap { node in identity(node, tree).map { ($0, node) } },
          uniquingKeysWith: { first, _ in first })
      }
      let (gone, added) = (all(olds, base), all(news, side))
      let both = Set(gone.keys).intersection(added.keys)
      if both.isEmpty { continue }
      let isOnce = [base, side].map { tree in counts(both, in: tree) { identity($0, tree) } }
      let found = both.filter { isOnce[0][$0] == 1 && isOnce[1][$0] == 1 }
        .compactMap { value in gone[value].flatMap { old in added[value].map { (old, $0) } } }
        .sorted { $0.0 < $1.0 }
      for (old, new) in found {
        guard node(ofBase: old) == nil || guesses.contains(old),
          base(of: new) == nil || newGuesses.contains(new), let outer = base.parent(of: old),
          node(ofBase: outer) != side.parent(of: new)
            || node(ofBase: outer) == nil
        else { continue }
        let ids = (
          keys.identity(of: old, in: base).identifier, keys.identity(of: new, in: side).identifier
        )
        if ids.0 != nil, ids.1 != nil, ids.0 != ids.1 { continue }
        if node(ofBase: old) == new { continue }
        if base.wordHash(of: old) != side.wordHash(of: new) { continue }
        // A value that is not a dictionary goes with its container.
        if base.document.kind(of: old) != .dict,
          node(ofBase: outer) == nil || side.parent(of: new).flatMap({ self.base(of: $0) }) == nil
        {
          continue
        }
        separateAll(old)
        if let other = self.base(of: new) { separateAll(other) }
        link(old, new)
        moved.insert(old)
        elsewhere.insert(old)
        var rest = [(old, new)]
        pairAll(&rest)
      }
    }
  }

  /// The values in containers that differ that have no partner.
  private func unpaired(
    in tree: ComparedDocument, _ partners: NodeTable<UInt32>, _ guesses: Set<NodeIndex>
  ) -> [NodeIndex] {
    var result: [NodeIndex] = []
    var rest = [NodeIndex.root]
    while let container = rest.popLast() {
      // What is in equal containers is paired.
      if isSame(container, tree, partners) { continue }
      for child in tree.children(of: container) {
        let kind = tree.document.kind(of: child)
        if partners[child] == 0 || guesses.contains(child) { result.append(child) }
        // What is in a card is paired there.
        if kind.isContainer, !tree.document.isCard(child) { rest.append(child) }
      }
    }
    return result
  }

  private func isSame(
    _ node: NodeIndex, _ tree: ComparedDocument, _ partners: NodeTable<UInt32>
  ) -> Bool {
    guard partners[node] != 0 else { return false }
    let partner = NodeIndex(rawValue: Int(partners[node]) - 1)
    return tree.document === base.document ? areEqual(node, partner) : areEqual(partner, node)
  }

  /// How often some identities are in a document.
  private func counts(
    _ values: Set<UInt64>, in tree: ComparedDocument, _ identity: (NodeIndex) -> UInt64?
  ) -> [UInt64: Int] {
    var result: [UInt64: Int] = [:]
    var rest = [NodeIndex.root]
    while let container = rest.popLast() {
      for child in tree.children(of: container) {
        let kind = tree.document.kind(of: child)
        if kind.isContainer { rest.append(child) }
        guard let value = identity(child), values.contains(value) else { continue }
        result[value, default: 0] += 1
      }
    }
    return result
  }

  /// Whether being equal says that a value is the same: it says something and, if it is not a dictionary
  /// with several members, has no container in it.
  private func isKnown(_ node: NodeIndex, _ tree: ComparedDocument) -> Bool {
    let children = tree.children(of: node)
    return says(node, tree)
      && (tree.document.kind(of: node) == .dict && children.count > 1
        || !children.contains { tree.document.kind(of: $0).isContainer })
  }
}
