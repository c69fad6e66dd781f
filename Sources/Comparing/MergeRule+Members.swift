import PropertyLists

extension MergeRule {
  /// Appends the merge of a dictionary.
  mutating func mergeMembers(
    _ old: NodeIndex, _ ours: NodeIndex, _ theirs: NodeIndex, into values: inout [MergedValue]
  ) {
    separateRenamed(old, ours, theirs)
    var (children, haveNewKeys) = members(
      of: old, tree(.ours).children(of: ours), tree(.theirs).children(of: theirs))
    if haveNewKeys, haveSameKeys(children) {
      return conflict(.changed, (old, ours, theirs), [[ours], [theirs]], into: &values)
    }
    number(&children, old, ours, theirs)
    var result = value(ours, .ours)
    result.content = .container(.ours, children)
    values.append(result)
  }

  /// The merged members of a dictionary, and whether a side has given any member a new key.
  ///
  /// - Parameters:
  ///   - own: The members that ours has.
  ///   - others: The members that theirs has.
  mutating func members(
    of old: NodeIndex, _ own: [NodeIndex], _ others: [NodeIndex]
  ) -> (values: [MergedValue], haveNewKeys: Bool) {
    var members = MemberMerge(old: old, own: own, others: others)
    members.find(self)
    var children: [MergedValue] = []
    children.reserveCapacity(own.count)
    // A member that only theirs has comes after its predecessor in theirs, and after members that
    // ours has added there.
    var following = members.insertions(self)
    for node in following.removeValue(forKey: -1) ?? [] {
      put(node, .theirs, members, into: &children)
    }
    for (place, node) in own.enumerated() {
      put(node, .ours, members, into: &children)
      for node in following.removeValue(forKey: place) ?? [] {
        put(node, .theirs, members, into: &children)
      }
    }
    return (children, members.hasNewKeys)
  }

  /// Renumbers the items of a list with numbered keys, if no version had gaps in its numbers.
  private func number(
    _ children: inout [MergedValue], _ old: NodeIndex, _ ours: NodeIndex, _ theirs: NodeIndex
  ) {
    if children.contains(where: \.isInConflict) { return }
    let all = [(old, base), (ours, tree(.ours)), (theirs, tree(.theirs))].filter { node, tree in
      !tree.children(of: node).isEmpty
    }.map { NumberedKeys(of: $0, $1) }
    guard let keys = all.first ?? nil, all.allSatisfy({ $0?.hasGaps == false }) else { return }
    for place in children.indices { children[place].key = keys.key(place) }
  }

  /// Whether two members of the result, outside of conflicts, have the same key.
  private func haveSameKeys(_ members: [MergedValue]) -> Bool {
    var keys: Set<UInt64> = []
    for member in members {
      if case .conflict = member.content { continue }
      let node = member.keySide == .ours ? member.ours : member.theirs
      guard let key = node.flatMap({ tree(member.keySide).keyHash(of: $0) }) else { continue }
      if !keys.insert(key).inserted { return true }
    }
    return false
  }

  /// Gives up the pair of a member that a side has renamed, if the other side has another value
  /// under the new key.
  private mutating func separateRenamed(
    _ old: NodeIndex, _ ours: NodeIndex, _ theirs: NodeIndex
  ) {
    let lists = [ours, theirs]
    var taken: [[UInt64: NodeIndex]?] = [nil, nil]
    var found: [(NodeIndex, Side)] = []
    for child in base.children(of: old) {
      for side in Side.allCases {
        guard let node = node(child, side), tree(side).parent(of: node) == lists[side.rawValue],
          isRenamed(child, node, side), let key = tree(side).keyHash(of: node)
        else { continue }
        let other = side.other
        let members =
          taken[other.rawValue]
          ?? Dictionary(
            tree(other).children(of: lists[other.rawValue]).compactMap { node in
              tree(other).keyHash(of: node).map { ($0, node) }
            }, uniquingKeysWith: { first, _ in first })
        taken[other.rawValue] = members
        if let same = members[key], base(same, other) != child { found.append((child, side)) }
      }
    }
    for (child, side) in found {
      pairings[side.rawValue].separate(child)
      takenKeys.insert(child)
    }
  }

  /// Appends the merge of a member of a side.
  private mutating func put(
    _ node: NodeIndex, _ side: Side, _ members: MemberMerge, into children: inout [MergedValue]
  ) {
    let old = base(node, side)
    if let old, base.parent(of: old) == members.old {
      putKept(node, old, side, into: &children)
      return
    }
    if side == .ours, let key = tree(.ours).keyHash(of: node), let other = members.added[key] {
      // Both sides have put a value under this key.
      if let old, base(other, .theirs) == old {
        arrive(node, old, .ours, isSamePlace: true, into: &children)
      } else {
        uniteAdded(node, other, into: &children)
      }
      return
    }
    if let old {
      arrive(node, old, side, into: &children)
    } else {
      keep(node, side, into: &children)
    }
  }

  /// Appends a member that the base has in the same dictionary.
  private mutating func putKept(
    _ node: NodeIndex, _ old: NodeIndex, _ side: Side, into children: inout [MergedValue]
  ) {
    guard let other = self.node(old, side.other) else {
      if takenKeys.contains(old) || isRenamed(old, node, side) || isChanged(old, node, side) {
        conflict(
          side == .ours ? .deletedByTheirs : .deletedByOurs, nodes(old, node, side),
          versions(side, [node]), into: &children)
      }
      return
    }
    if isElsewhere(old, side.other) { return leave(old, side, into: &children) }
    // Both sides have the member here.
    if side == .theirs { return }
    let renamed = (isRenamed(old, node, .ours), isRenamed(old, other, .theirs))
    if renamed == (true, true), tree(.ours).keyHash(of: node) != tree(.theirs).keyHash(of: other) {
      areSeparate = false
      return conflict(.renamed, (old, node, other), [[node], [other]], into: &children)
    }
    merge(old, node, other, key: renamed.1 && !renamed.0 ? .theirs : .ours, into: &children)
  }
}

/// Where the members of a merged dictionary come from.
private struct MemberMerge {
  let old: NodeIndex
  let own: [NodeIndex]
  let others: [NodeIndex]
  /// The members that theirs has added, by key.
  private(set) var added: [UInt64: NodeIndex] = [:]
  /// The keys under which ours has added members.
  private var addedKeys: Set<UInt64> = []
  /// Whether a side has renamed a key or moved a member here.
  private(set) var hasNewKeys = false

  init(old: NodeIndex, own: [NodeIndex], others: [NodeIndex]) {
    (self.old, self.own, self.others) = (old, own, others)
  }

  mutating func find(_ rule: MergeRule) {
    for (side, nodes) in zip(Side.allCases, [own, others]) {
      for node in nodes {
        let before = rule.base(node, side)
        guard let before, rule.base.parent(of: before) == old else {
          if before != nil { hasNewKeys = true }
          if let key = rule.tree(side).keyHash(of: node) {
            if side == .ours { addedKeys.insert(key) } else { added[key] = node }
          }
          continue
        }
        if rule.isRenamed(before, node, side) { hasNewKeys = true }
      }
    }
  }

  /// The members of theirs that ours does not have in the dictionary, by the position in ours of
  /// the member that they follow; -1 at the start.
  func insertions(_ rule: MergeRule) -> [Int: [NodeIndex]] {
    let others = others.filter { node in
      let key = rule.tree(.theirs).keyHash(of: node)
      return !(key.map { added[$0] == node && addedKeys.contains($0) } ?? false)
    }
    return MergeRule.following(
      others, own.count, isNew: { rule.base(own[$0], .ours) == nil },
      place: { rule.base($0, .theirs).flatMap { rule.node($0, .ours) }.flatMap(own.place) })
  }
}

extension MergeRule {
  /// The values that only theirs has, by the position in ours of the value that they follow; -1 at
  /// the start. That is their predecessor in theirs or, if ours has added values right after it,
  /// the last of these.
  ///
  /// - Parameters:
  ///   - count: The number of values that ours has.
  ///   - isNew: Returns whether only ours has the value at a position.
  ///   - place: Returns the position in ours of a value of theirs; `nil` if ours does not have it.
  static func following(
    _ others: [NodeIndex], _ count: Int, isNew: (Int) -> Bool, place: (NodeIndex) -> Int?
  ) -> [Int: [NodeIndex]] {
    var result: [Int: [NodeIndex]] = [:]
    var (anchor, isNewAnchor) = (-1, true)
    for node in others {
      if let place = place(node) {
        (anchor, isNewAnchor) = (place, true)
        continue
      }
      while isNewAnchor, anchor + 1 < count, isNew(anchor + 1) { anchor += 1 }
      isNewAnchor = false
      result[anchor, default: []].append(node)
    }
    return result
  }
}
