import PropertyLists

extension IdentityPairing {
  // MARK: Other containers

  /// Pairs values that were moved to another container. A value is recognized by an identifier, a
  /// label, or meaningful content that occurs once in each document.
  mutating func pairElsewhere() {
    for feature in Feature.allCases {
      // A value that is paired only by its place or by likeness may be equal to one elsewhere.
      let guesses = feature == .content ? alike.union(replaced) : []
      let newGuesses = Set(guesses.compactMap(partner(ofOld:)))
      for (old, new) in recognized(by: feature, guesses, newGuesses) {
        guard partner(ofOld: old) == nil || guesses.contains(old),
          partner(ofNew: new) == nil || newGuesses.contains(new), isMove(old, new)
        else { continue }
        separateAll(old)
        if let other = partner(ofNew: new) { separateAll(other) }
        link(old, new)
        moved.insert(old)
        elsewhere.insert(old)
        pairAll([(old, new)])
      }
    }
  }

  /// What a value in another container is recognized by.
  private enum Feature: CaseIterable {
    case identifier, label, content
  }

  private func hash(of feature: Feature, _ node: NodeIndex, _ tree: ComparedDocument) -> UInt64? {
    switch feature {
    case .identifier: keys.identity(of: node, in: tree).identifier
    case .label: keys.identity(of: node, in: tree).label
    case .content:
      isKnown(node, tree)
        ? tree.wordHash(of: node).map { ContentHashes.mixed($0, tree.content(of: node)) }
          ?? tree.content(of: node) : nil
    }
  }

  /// The values without a partner, or with a guessed one, whose feature occurs once in each
  /// document, in the order of the old one.
  private func recognized(
    by feature: Feature, _ guesses: Set<NodeIndex>, _ newGuesses: Set<NodeIndex>
  ) -> [(NodeIndex, NodeIndex)] {
    let (olds, news) = (
      unpaired(in: oldTree, newOfOld, guesses), unpaired(in: newTree, oldOfNew, newGuesses)
    )
    if olds.isEmpty || news.isEmpty { return [] }
    func byHash(_ nodes: [NodeIndex], _ tree: ComparedDocument) -> [UInt64: NodeIndex] {
      Dictionary(
        nodes.compactMap { node in hash(of: feature, node, tree).map { ($0, node) } },
        uniquingKeysWith: { first, _ in first })
    }
    let (gone, added) = (byHash(olds, oldTree), byHash(news, newTree))
    let both = Set(gone.keys).intersection(added.keys)
    if both.isEmpty { return [] }
    let occurrences = [oldTree, newTree].map { tree in
      counts(both, in: tree) { hash(of: feature, $0, tree) }
    }
    return both.filter { occurrences[0][$0] == 1 && occurrences[1][$0] == 1 }
      .compactMap { value in gone[value].flatMap { old in added[value].map { (old, $0) } } }
      .sorted { $0.0 < $1.0 }
  }

  /// Whether values that are recognized are one value that was moved to another container.
  private func isMove(_ old: NodeIndex, _ new: NodeIndex) -> Bool {
    guard let outer = oldTree.parent(of: old), partner(ofOld: outer) != newTree.parent(of: new),
      !haveOtherIdentifiers(old, new), partner(ofOld: old) != new,
      oldTree.wordHash(of: old) == newTree.wordHash(of: new)
    else { return false }
    // A value that is not a dictionary is only paired if its containers are.
    return oldTree.document.kind(of: old) == .dict
      || partner(ofOld: outer) != nil
        && newTree.parent(of: new).flatMap { partner(ofNew: $0) } != nil
  }

  func haveOtherIdentifiers(_ old: NodeIndex, _ new: NodeIndex) -> Bool {
    guard let identifier = keys.identity(of: old, in: oldTree).identifier,
      let other = keys.identity(of: new, in: newTree).identifier
    else { return false }
    return identifier != other
  }

  /// The values without a partner, or with a guessed one, inside containers that differ.
  private func unpaired(
    in tree: ComparedDocument, _ partners: NodeMap<UInt32>, _ guesses: Set<NodeIndex>
  ) -> [NodeIndex] {
    var result: [NodeIndex] = []
    var rest = [NodeIndex.root]
    while let container = rest.popLast() {
      // The contents of equal containers are paired.
      if isSame(container, tree, partners) { continue }
      for child in tree.children(of: container) {
        let kind = tree.document.kind(of: child)
        let isUnpaired = partners[child] == 0 || guesses.contains(child)
        // A difference is reported by field: no text moves from one entry to another.
        let isField =
          purpose != .merge && !kind.isContainer && tree.document.kind(of: container) == .dict
        if isUnpaired, !isField { result.append(child) }
        // The contents of a card are paired only inside the card.
        if kind.isContainer, !tree.document.isCard(child) { rest.append(child) }
      }
    }
    return result
  }

  private func isSame(
    _ node: NodeIndex, _ tree: ComparedDocument, _ partners: NodeMap<UInt32>
  ) -> Bool {
    guard partners[node] != 0 else { return false }
    let partner = NodeIndex(rawValue: Int(partners[node]) - 1)
    return tree.document === oldTree.document ? areEqual(node, partner) : areEqual(partner, node)
  }

  /// The number of times that some identities occur in a document.
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

  /// Whether equal values may be taken for the same value: they are meaningful, and are either
  /// dictionaries with several members or have no containers in them.
  private func isKnown(_ node: NodeIndex, _ tree: ComparedDocument) -> Bool {
    let children = tree.children(of: node)
    return says(node, tree)
      && (tree.document.kind(of: node) == .dict && children.count > 1
        || !children.contains { tree.document.kind(of: $0).isContainer })
  }
}
