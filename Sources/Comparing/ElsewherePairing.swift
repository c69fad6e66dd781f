import PropertyLists

/// Finds values that are the same in other containers, by one kind of evidence at a time.
///
/// They are those that are unpaired: entries and single values in arrays, but not those of entries, and
/// members.
struct ElsewherePairing {
  typealias Pair = SiblingPairing.Pair

  private struct Movable {
    let node: NodeIndex
    /// Of its content; that of a member with its key, unless that is only a number.
    let hash: UInt64
  }

  private enum Place { case root, element, member }

  private let old: ComparedDocument
  private let new: ComparedDocument
  private let options: ComparisonOptions
  /// In ascending order.
  private var olds: [Movable] = []
  private var news: [Movable] = []

  /// - Parameters:
  ///   - isOldSame: Whether a value has the same content as its partner; `nil` if it has none.
  ///   - isNewSame: The same of the new document.
  init(
    _ old: ComparedDocument, _ new: ComparedDocument, _ options: ComparisonOptions,
    isOldSame: (NodeIndex) -> Bool?, isNewSame: (NodeIndex) -> Bool?
  ) {
    (self.old, self.new, self.options) = (old, new, options)
    olds = movable(in: old, isOldSame)
    if !olds.isEmpty { news = movable(in: new, isNewSame) }
  }

  private func movable(in tree: ComparedDocument, _ isSame: (NodeIndex) -> Bool?) -> [Movable] {
    var result: [Movable] = []
    var rest = [(node: NodeIndex.root, place: Place.root)]
    while let (node, place) = rest.popLast() {
      let kind = tree.document.kind(of: node)
      let same = isSame(node)
      if same == true { continue }
      if same == nil, canMove(node, kind, place, tree) {
        let hash = place == .member ? tree.memberHash(of: node) : nil
        result.append(Movable(node: node, hash: hash ?? tree.hashes[node]))
      }
      guard kind.isContainer else { continue }
      let isDict = kind == .dict
      if same == nil, place == .element, isDict || !options.isForMerge, tree.isEntry(node) {
        continue
      }
      let items =
        isDict && options.isForMerge ? Set(tree.numberedItems(of: node)) : []
      for child in tree.children(of: node).reversed() {
        rest.append((child, isDict && !items.contains(child) ? .member : .element))
      }
    }
    return result
  }

  private func canMove(
    _ node: NodeIndex, _ kind: NodeKind, _ place: Place, _ tree: ComparedDocument
  ) -> Bool {
    let says =
      kind.isContainer
      ? tree.document.firstChild(of: node) < tree.document.end(of: node)
      : kind != .true && kind != .false
    switch place {
    case .root: return false
    case .element:
      return options.isForMerge ? says && kind != .array : kind == .string || says && kind == .dict
    case .member: return says && options.isForMerge
    }
  }

  // MARK: Evidence

  func equal(where says: (ComparedDocument, NodeIndex) -> Bool) -> [Pair] {
    unique(
      olds.filter { says(old, $0.node) }, news.filter { says(new, $0.node) }, by: { $1.hash })
  }

  func sameIdentity(by key: String) -> [Pair] {
    unique(olds, news, by: { $0.identity(of: $1.node, by: key) })
  }

  /// Those with the same value of a key that are mostly the same besides.
  func namesakes(by key: String) -> [Pair] {
    unique(
      olds, news, by: { $0.identity(of: $1.node, by: key) },
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
    let oldDicts = olds.map(\.node).filter { old.document.kind(of: $0) == .dict }
    let newDicts = news.map(\.node).filter { new.document.kind(of: $0) == .dict }
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
    _ olds: [Movable], _ news: [Movable], by identity: (ComparedDocument, Movable) -> UInt64?,
    where isSame: (NodeIndex, NodeIndex) -> Bool = { _, _ in true }
  ) -> [Pair] {
    if olds.isEmpty || news.isEmpty { return [] }
    func unique(_ all: [Movable], in tree: ComparedDocument) -> [UInt64: NodeIndex?] {
      var result: [UInt64: NodeIndex?] = [:]
      for one in all {
        guard let identity = identity(tree, one) else { continue }
        result[identity] = result[identity] == nil ? .some(one.node) : .some(nil)
      }
      return result
    }
    let others = unique(news, in: new)
    let own = unique(olds, in: old)
    return outermost(
      olds.compactMap { one in
        guard let identity = identity(old, one), own[identity] == one.node,
          let found = others[identity], let other = found, isSame(one.node, other)
        else { return nil }
        return (one.node, other)
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
    func isMember(_ node: NodeIndex, _ tree: ComparedDocument) -> Bool {
      tree.keyHash(of: node) != nil
    }
    return pairs.filter { pair in
      if isInside(pair.old, olds, old) || isInside(pair.new, news, new)
        || isMember(pair.old, old) != isMember(pair.new, new)
      {
        return false
      }
      olds.insert(pair.old)
      news.insert(pair.new)
      return true
    }
  }
}
