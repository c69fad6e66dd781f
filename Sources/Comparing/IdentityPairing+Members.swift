import PropertyLists

extension IdentityPairing {
  // MARK: Dictionaries

  mutating func members(_ old: NodeIndex, _ new: NodeIndex) -> [Pair] {
    var (olds, news) = (oldTree.children(of: old), newTree.children(of: new))
    var pairs: [Pair] = []
    if purpose == .merge {
      // Heads are paired with the values of their card.
      if let outer = oldTree.parent(of: old), oldTree.document.isCard(outer),
        oldTree.document.holdsHeads(old)
      {
        return []
      }
      if let pairs = card(old, new) { return pairs }
      if let pairs = numbered(old, new, olds, news) { return pairs }
    } else if common?.oldChildren[old] != nil {
      // Containers with common text are paired already.
      pairs = olds.compactMap { node in
        common?.oldChildren[node] == nil ? nil : partner(ofOld: node).map { (node, $0) }
      }
      olds.removeAll { newOfOld[$0] != 0 }
      news.removeAll { oldOfNew[$0] != 0 }
    }
    let same = sameKeys(olds, news)
    pairs += same
    noteReplaced(same, old, new)
    if same.count == min(olds.count, news.count) { return pairs }
    // A value may be under another key: an equal value that occurs once, or a container with half
    // of its contents.
    let (oldPaired, newPaired) = (Set(pairs.map(\.old)), Set(pairs.map(\.new)))
    let gone = olds.filter { !oldPaired.contains($0) && says($0, oldTree) }
    let added = news.filter { !newPaired.contains($0) && says($0, newTree) }
    let (goneHashes, addedHashes) = (
      gone.map { oldTree.hashes[$0] }, added.map { newTree.hashes[$0] }
    )
    let others = ElementAlignment.uniquePlaces(addedHashes[...])
    let renamed = ElementAlignment.uniquePlaces(goneHashes[...]).compactMap {
      hash, place -> Pair? in
      guard place >= 0, let other = others[hash], other >= 0 else { return nil }
      return (gone[place], added[other])
    }.sorted { $0.old < $1.old }
    let (oldRenamed, newRenamed) = (Set(renamed.map(\.old)), Set(renamed.map(\.new)))
    return pairs + renamed
      + alike(
        gone.filter { !oldRenamed.contains($0) }, added.filter { !newRenamed.contains($0) },
        isHalfEnough: true)
  }

  /// Pairs of members with the same key; if a key repeats, the first with the first.
  func sameKeys(_ olds: [NodeIndex], _ news: [NodeIndex]) -> [Pair] {
    // Nearly always they are in the same order.
    var same = 0
    while same < min(olds.count, news.count),
      oldTree.keyHash(of: olds[same]) == newTree.keyHash(of: news[same])
    {
      same += 1
    }
    var result: [Pair] = (0..<same).map { (olds[$0], news[$0]) }
    var others: [UInt64: [NodeIndex]] = [:]
    for node in news[same...].reversed() {
      if let key = newTree.keyHash(of: node) { others[key, default: []].append(node) }
    }
    for node in olds[same...] {
      if let key = oldTree.keyHash(of: node), let other = others[key]?.popLast() {
        result.append((node, other))
      }
    }
    return result
  }

  /// Pairs of containers of which most, or half, is the same.
  func alike(_ gone: [NodeIndex], _ added: [NodeIndex], isHalfEnough: Bool) -> [Pair] {
    var result: [Pair] = []
    for kind in [NodeKind.dict, .array] {
      let olds = gone.filter { oldTree.document.kind(of: $0) == kind }
      let news = added.filter { newTree.document.kind(of: $0) == kind }
      if olds.isEmpty || news.isEmpty { continue }
      result += Likeness.pairs(
        olds.map { oldTree.features(of: $0) }, news.map { newTree.features(of: $0) },
        isHalfEnough: isHalfEnough
      ).map { (olds[$0.old], news[$0.new]) }
    }
    return result
  }

  /// Pairs the properties of two cards, in the list of each name, and their details.
  ///
  /// - Returns: `nil` if either value is not a card.
  private mutating func card(_ old: NodeIndex, _ new: NodeIndex) -> [Pair]? {
    guard let card = CardContent(old, oldTree), let newCard = CardContent(new, newTree) else {
      return nil
    }
    var pairs = sameKeys(card.single, newCard.single)
    link(card.heads, newCard.heads)
    for pair in sameKeys(card.singleHeads, newCard.singleHeads) {
      link(pair.old, pair.new)
    }
    let news = newCard.lists
    for (name, places) in card.lists {
      let olds = places.map { card.properties[$0] }
      let news = (news[name] ?? []).map { newCard.properties[$0] }
      var list = ListPairing(olds.map(\.hash), news.map(\.hash))
      list.pair(
        identity: { (nil, oldTree.hashes[olds[$0].value]) },
        newIdentity: { (nil, newTree.hashes[news[$0].value]) },
        rest: { _ in (0, []) }, newRest: { _ in (0, []) },
        features: { features(of: olds[$0], oldTree) },
        newFeatures: { features(of: news[$0], newTree) })
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

  /// The features for the likeness of two properties of a card: the parts of a structured value,
  /// otherwise the head and the details.
  private func features(
    of property: CardContent.Property, _ tree: ComparedDocument
  ) -> ListPairing.Content {
    features(property.value, tree)
      ?? (.string, Features(children: [property.about], elements: nil))
  }

  /// Notes pairs of items that have only their number in common, so that they are paired only by
  /// their places.
  private mutating func noteReplaced(
    _ pairs: [Pair], _ old: NodeIndex, _ new: NodeIndex
  ) {
    guard pairs.contains(where: { oldTree.document.kind(of: $0.old) == .dict }),
      NumberedKeys(of: old, oldTree) != nil, NumberedKeys(of: new, newTree) != nil
    else { return }
    for pair in pairs
    where oldTree.document.kind(of: pair.old) == .dict
      && newTree.document.kind(of: pair.new) == .dict
    {
      let members = Set(oldTree.children(of: pair.old).compactMap { oldTree.memberHash(of: $0) })
      let isAnySame = newTree.children(of: pair.new).contains { child in
        newTree.memberHash(of: child).map(members.contains) ?? false
      }
      if !isAnySame { replaced.insert(pair.old) }
    }
  }

  /// Pairs of items in two lists with numbered keys, if the new document has renumbered the items;
  /// otherwise `nil`.
  private mutating func numbered(
    _ old: NodeIndex, _ new: NodeIndex, _ olds: [NodeIndex], _ news: [NodeIndex]
  ) -> [Pair]? {
    guard olds.count > 1 || news.count > 1, NumberedKeys(of: old, oldTree) != nil,
      NumberedKeys(of: new, newTree) != nil
    else { return nil }
    let (pairs, lists) = aligned(olds, news)
    let isRenumbered = pairs.contains { pair in
      oldTree.keyHash(of: pair.old) != newTree.keyHash(of: pair.new)
        && !lists.replaced.contains(pair.old) && !lists.alike.contains(pair.old)
    }
    if !isRenumbered { return nil }
    renumbered.insert(old)
    note(lists)
    return pairs
  }

  /// Whether a value is meaningful, so that it can be recognized: not an empty container, not a
  /// boolean.
  func says(_ node: NodeIndex, _ tree: ComparedDocument) -> Bool {
    let kind = tree.document.kind(of: node)
    return kind.isContainer
      ? tree.document.firstChild(of: node) < tree.document.end(of: node)
      : kind != .true && kind != .false
  }
}
