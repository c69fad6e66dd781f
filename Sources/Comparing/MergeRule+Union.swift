import PropertyLists

extension MergeRule {
  /// Appends the union of two values that the sides have added in the same place. The union of two
  /// dictionaries has the members of both; other different values are in conflict.
  mutating func uniteAdded(
    _ node: NodeIndex, _ other: NodeIndex, into values: inout [MergedValue]
  ) {
    let areNew = base(node, .ours) == nil && base(other, .theirs) == nil
    if areNew, hash(node, .ours) == hash(other, .theirs) { return keep(node, .ours, into: &values) }
    let document = tree(.ours).document
    if areNew, document.isTable {
      // An empty cell is a missing value.
      if document.plainText(of: node) == "" { return keep(other, .theirs, into: &values) }
      if tree(.theirs).document.plainText(of: other) == "" {
        return keep(node, .ours, into: &values)
      }
    }
    guard areNew, kind(node, .ours) == .dict, kind(other, .theirs) == .dict, !document.isCard(node)
    else { return conflict(.changed, (nil, node, other), [[node], [other]], into: &values) }
    let others = tree(.theirs).children(of: other)
    var rest = Dictionary(
      others.compactMap { child in tree(.theirs).keyHash(of: child).map { ($0, child) } },
      uniquingKeysWith: { first, _ in first })
    var children: [MergedValue] = []
    func append(_ child: NodeIndex, _ side: Side, _ rule: inout MergeRule) {
      if let old = rule.base(child, side) {
        rule.arrive(child, old, side, into: &children)
      } else {
        rule.keep(child, side, into: &children)
      }
    }
    for child in tree(.ours).children(of: node) {
      if let key = tree(.ours).keyHash(of: child), let same = rest.removeValue(forKey: key) {
        uniteAdded(child, same, into: &children)
      } else {
        append(child, .ours, &self)
      }
    }
    let left = Set(rest.values)
    for child in others where left.contains(child) { append(child, .theirs, &self) }
    values.append(
      MergedValue(
        ours: node, theirs: other, content: .container(.ours, children), keySide: .ours))
  }

  /// Appends the union of two values without a base.
  mutating func unite(
    _ ours: NodeIndex, _ theirs: NodeIndex, into values: inout [MergedValue]
  ) {
    var result = MergedValue(ours: ours, theirs: theirs, content: .kept(.ours), keySide: .ours)
    let kind = kind(ours, .ours)
    if hash(ours, .ours) == hash(theirs, .theirs) {
      values.append(result)
    } else if kind.isContainer, kind == self.kind(theirs, .theirs) {
      result.content = .container(.ours, united(ours, theirs))
      values.append(result)
    } else {
      conflict(.changed, (nil, ours, theirs), [[ours], [theirs]], into: &values)
    }
  }

  private mutating func united(_ ours: NodeIndex, _ theirs: NodeIndex) -> [MergedValue] {
    let (own, others) = (tree(.ours).children(of: ours), tree(.theirs).children(of: theirs))
    let isDict = tree(.theirs).document.kind(of: theirs) == .dict
    var partners: [NodeIndex: NodeIndex] = [:]
    for node in own {
      guard let other = self.node(node, .theirs), tree(.theirs).parent(of: other) == theirs,
        !pairings[1].isGuess(node) || isDict, !isRenamed(node, other, .theirs)
      else { continue }
      partners[node] = other
    }
    let places = Dictionary(
      uniqueKeysWithValues: own.indices.compactMap { place in
        partners[own[place]].map { ($0, place) }
      })
    let following = MergeRule.following(
      others, own.count, isNew: { partners[own[$0]] == nil }, place: { places[$0] })
    var result: [MergedValue] = []
    func add(_ nodes: [NodeIndex]?) {
      for node in nodes ?? [] {
        result.append(
          MergedValue(ours: nil, theirs: node, content: .kept(.theirs), keySide: .theirs))
      }
    }
    add(following[-1])
    for (place, node) in own.enumerated() {
      if let other = partners[node] {
        unite(node, other, into: &result)
      } else {
        result.append(
          MergedValue(ours: node, theirs: nil, content: .kept(.ours), keySide: .ours))
      }
      add(following[place])
    }
    return result
  }
}
