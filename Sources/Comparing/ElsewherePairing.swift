import PropertyLists

/// Finds values that are the same in other containers, by one kind of evidence at a time.
///
/// They are those that are unpaired: entries and strings in arrays, but not those of entries.
struct ElsewherePairing {
  typealias Pair = SiblingPairing.Pair

  private let old: ComparedDocument
  private let new: ComparedDocument
  /// In ascending order.
  private var olds: [NodeIndex] = []
  private var news: [NodeIndex] = []

  /// - Parameters:
  ///   - isOldSame: Whether a value has the same content as its partner; `nil` if it has none.
  ///   - isNewSame: The same of the new document.
  init(
    _ old: ComparedDocument, _ new: ComparedDocument,
    isOldSame: (NodeIndex) -> Bool?, isNewSame: (NodeIndex) -> Bool?
  ) {
    (self.old, self.new) = (old, new)
    olds = movable(in: old, isOldSame)
    if !olds.isEmpty { news = movable(in: new, isNewSame) }
  }

  private func movable(
    in tree: ComparedDocument, _ isSame: (NodeIndex) -> Bool?
  ) -> [NodeIndex] {
    var result: [NodeIndex] = []
    var rest = [(node: NodeIndex.root, isElement: false)]
    while let (node, isElement) = rest.popLast() {
      let kind = tree.document.kind(of: node)
      let same = isSame(node)
      if same == true { continue }
      if same == nil, isElement, canMove(node, kind, tree) { result.append(node) }
      guard kind.isContainer, same != nil || !isElement || !tree.isEntry(node) else { continue }
      rest += tree.children(of: node).reversed().map { ($0, kind == .array) }
    }
    return result
  }

  private func canMove(_ node: NodeIndex, _ kind: NodeKind, _ tree: ComparedDocument) -> Bool {
    kind == .string
      || kind == .dict && tree.document.firstChild(of: node) < tree.document.end(of: node)
  }

  // MARK: Evidence

  func equal(where says: (ComparedDocument, NodeIndex) -> Bool) -> [Pair] {
    unique(
      olds.filter { says(old, $0) }, news.filter { says(new, $0) }, by: { $0.hashes[$1] })
  }

  func sameIdentity(by key: String) -> [Pair] {
    unique(olds, news, by: { $0.identity(of: $1, by: key) })
  }

  /// Those with the same value of a key that are mostly the same besides.
  func namesakes(by key: String) -> [Pair] {
    unique(
      olds, news, by: { $0.identity(of: $1, by: key) },
      where: { node, other in
        old.features(of: node).isMostlySame(as: new.features(of: other))
          || areSameSection(node, other)
      })
  }

  /// Whether two dictionaries with a list have the same in them but for what is in their lists.
  private func areSameSection(_ node: NodeIndex, _ other: NodeIndex) -> Bool {
    guard old.isSection(node), new.isSection(other) else { return false }
    func heads(_ dict: NodeIndex, _ tree: ComparedDocument) -> [UInt64] {
      tree.document.members(of: dict).filter { tree.document.kind(of: $0.value) != .array }.map {
        tree.hashes.member($0.key.node, $0.value)
      }.sorted()
    }
    return heads(node, old) == heads(other, new)
  }

  /// Dictionaries of which most, and more than one member, is the same.
  func alike() -> [Pair] {
    let oldDicts = olds.filter { old.document.kind(of: $0) == .dict }
    let newDicts = news.filter { new.document.kind(of: $0) == .dict }
    if oldDicts.isEmpty || newDicts.isEmpty { return [] }
    let (oldFeatures, newFeatures) = (
      oldDicts.map { old.features(of: $0) }, newDicts.map { new.features(of: $0) }
    )
    let pairs = Likeness.pairs(oldFeatures, newFeatures).filter {
      oldFeatures[$0.old].shareSeveral(with: newFeatures[$0.new])
    }
    return outermost(pairs.map { (oldDicts[$0.old], newDicts[$0.new]) })
  }

  /// Those that have something that none of the others in the same document has.
  private func unique(
    _ olds: [NodeIndex], _ news: [NodeIndex], by identity: (ComparedDocument, NodeIndex) -> UInt64?,
    where isSame: (NodeIndex, NodeIndex) -> Bool = { _, _ in true }
  ) -> [Pair] {
    if olds.isEmpty || news.isEmpty { return [] }
    func unique(_ all: [NodeIndex], in tree: ComparedDocument) -> [UInt64: NodeIndex?] {
      var result: [UInt64: NodeIndex?] = [:]
      for node in all {
        guard let identity = identity(tree, node) else { continue }
        result[identity] = result[identity] == nil ? .some(node) : .some(nil)
      }
      return result
    }
    let others = unique(news, in: new)
    let own = unique(olds, in: old)
    return outermost(
      olds.compactMap { node in
        guard let identity = identity(old, node), own[identity] == node,
          let found = others[identity], let other = found, isSame(node, other)
        else { return nil }
        return (node, other)
      })
  }

  /// Pairs that are not inside others: what these have in them belongs to them.
  private func outermost(_ pairs: [Pair]) -> [Pair] {
    var (olds, news): (Set<NodeIndex>, Set<NodeIndex>) = ([], [])
    func isInside(_ node: NodeIndex, _ paired: Set<NodeIndex>, _ tree: ComparedDocument) -> Bool {
      var outer = tree.parent(of: node)
      while let node = outer {
        if paired.contains(node) { return true }
        outer = tree.parent(of: node)
      }
      return false
    }
    return pairs.filter { pair in
      if isInside(pair.old, olds, old) || isInside(pair.new, news, new) { return false }
      olds.insert(pair.old)
      news.insert(pair.new)
      return true
    }
  }
}
