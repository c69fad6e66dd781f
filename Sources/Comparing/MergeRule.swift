import Platform
import PropertyLists

/// Merges the values of two sides that were made from the same base.
///
/// The rule is described in `cardex-merge(1)`. In each container, gap by gap, a change that only
/// one side has made is taken; where both sides have made changes, each value is merged by itself.
/// A value that one side has moved to another container gets the other side's changes there. The
/// result depends on the identities of values, never on how often a value occurs.
struct MergeRule {
  let base: ComparedDocument
  private let trees: [ComparedDocument]
  var pairings: [IdentityPairing]
  var result: [MergedValue] = []
  var conflicts: [MergeConflict] = []
  /// Whether each conflict can be resolved by itself.
  var areSeparate = true
  /// Whether everything is in conflict.
  var isWhole = false
  /// The side whose version of a conflict is being made; `nil` outside of conflicts.
  var deciding: Side?
  /// Whether that version is for the union, in which nothing is deleted.
  private var isUnion = false
  /// Values of the base that both sides have moved to different places; they have been noted as
  /// conflicts.
  var movedApart: Set<NodeIndex> = []
  /// Values of the base that were moved into a container that only one version of a conflict has.
  /// In the other version they are where the other side has them.
  private(set) var split: Set<NodeIndex> = []
  /// Values that a side has moved to another container and that the result already has there;
  /// `true` if only one version of a conflict has them there.
  var placed: [NodeIndex: Bool] = [:]
  /// Members that a side has moved to a key under which the other side has another value.
  var takenKeys: Set<NodeIndex> = []
  /// Values that the union version of a conflict has where a side has moved them: in the current
  /// pass (`now`) and in the pass before it (`before`).
  private var placedInUnion: (now: Set<NodeIndex>, before: Set<NodeIndex>) = ([], [])
  /// Moved values whose merge is in progress.
  private var merging: Set<NodeIndex> = []
  /// The containers in the base, in ours and in theirs around values that a side has moved to
  /// another container.
  private var around: [Set<NodeIndex>] = [[], [], []]
  /// By side, the values that it has moved to another container, ascending.
  private var arrived: [[NodeIndex]] = [[], []]
  /// By side, the containers around values in `split`.
  private var aroundSplit: [Set<NodeIndex>] = [[], []]

  /// - Parameter keys: The keys whose values identify elements, instead of the usual ones.
  /// - Complexity: O(*n* log *n*) in the number of values in containers that have changed, besides
  ///   that of `ElementAlignment`.
  init(
    _ base: ComparedDocument, _ ours: ComparedDocument, _ theirs: ComparedDocument, keys: [String]?
  ) {
    self.base = base
    trees = [ours, theirs]
    pairings = trees.map { IdentityPairing(base, $0, IdentityKeys(keys)) }
    separateReplaced()
    for old in elsewhere {
      for index in pairings.indices { pairings[index].open(around: old) }
    }
    findAround()
    repeat { merge() } while splitMore()
    let lost = elsewhere.contains { placed[$0] == nil && isKept($0) }
    if lost || result.isEmpty || conflicts.isEmpty && !split.isEmpty { conflictWhole() }
    // If only the order of a list is in conflict, each version still has the changes of both sides.
    if case .conflict = result[0].content, kind(.root, .ours).isContainer {
      isWhole = conflicts.last?.kind != .moved
    }
  }

  /// Merges two sides without a base: values that both have are taken once, and all others are
  /// added.
  ///
  /// - Complexity: That of a merge.
  init(_ ours: ComparedDocument, _ theirs: ComparedDocument, keys: [String]?) {
    base = ours
    trees = [ours, theirs]
    pairings = trees.map { IdentityPairing(ours, $0, IdentityKeys(keys)) }
    var values: [MergedValue] = []
    unite(.root, .root, into: &values)
    result = values
    if case .conflict = result[0].content, kind(.root, .ours).isContainer { isWhole = true }
  }

  private mutating func merge() {
    (result, conflicts, areSeparate, movedApart, placed) = ([], [], true, [], [:])
    placedInUnion = ([], placedInUnion.now)
    var values: [MergedValue] = []
    merge(.root, .root, .root, into: &values)
    result = values
  }

  // MARK: Values

  func tree(_ side: Side) -> ComparedDocument { trees[side.rawValue] }
  func kind(_ node: NodeIndex, _ side: Side) -> NodeKind { tree(side).document.kind(of: node) }
  func hash(_ node: NodeIndex, _ side: Side) -> UInt64 { tree(side).hashes[node] }

  func node(_ old: NodeIndex, _ side: Side) -> NodeIndex? {
    pairings[side.rawValue].partner(ofOld: old)
  }
  func base(_ node: NodeIndex, _ side: Side) -> NodeIndex? {
    pairings[side.rawValue].partner(ofNew: node)
  }
  func isMoved(_ old: NodeIndex, _ side: Side) -> Bool {
    pairings[side.rawValue].moved.contains(old)
  }
  func isElsewhere(_ old: NodeIndex, _ side: Side) -> Bool {
    pairings[side.rawValue].elsewhere.contains(old)
  }

  /// The hash of a value's identifier.
  func identifier(of node: NodeIndex, in tree: ComparedDocument) -> UInt64? {
    pairings[0].keys.identity(of: node, in: tree).identifier
  }

  /// The hash of the identifier or, without one, of the label of a side's value.
  func identity(of node: NodeIndex, _ side: Side) -> UInt64? {
    let found = pairings[side.rawValue].keys.identity(of: node, in: tree(side))
    return found.identifier ?? found.label.map { ContentHashes.mixed($0, 0) }
  }

  /// The values of the base that a side has moved to another container.
  private var elsewhere: Set<NodeIndex> { pairings[0].elsewhere.union(pairings[1].elsewhere) }

  private func isKept(_ old: NodeIndex) -> Bool {
    node(old, .ours) != nil && node(old, .theirs) != nil
  }

  func value(_ node: NodeIndex, _ side: Side) -> MergedValue {
    let other = base(node, side).flatMap { self.node($0, side.other) }
    return MergedValue(
      ours: side == .ours ? node : other, theirs: side == .ours ? other : node,
      content: .kept(side), keySide: side)
  }

  /// Appends the merge of a value that both sides have.
  mutating func merge(
    _ old: NodeIndex, _ ours: NodeIndex, _ theirs: NodeIndex, key: Side = .ours,
    into values: inout [MergedValue]
  ) {
    let place = values.count
    mergeValue(old, ours, theirs, into: &values)
    guard values.count == place + 1 else { return }
    values[place].keySide = key
    // Both versions of a conflict get the key that the member has now.
    if case .conflict(var versions) = values[place].content,
      key == .theirs || isRenamed(old, ours, .ours)
    {
      for index in versions.values.indices where versions.values[index].count == 1 {
        versions.values[index][0].keySide = key
      }
      values[place].content = .conflict(versions)
    }
  }

  private mutating func mergeValue(
    _ old: NodeIndex, _ ours: NodeIndex, _ theirs: NodeIndex, into values: inout [MergedValue]
  ) {
    let hasMoves =
      around[0].contains(old) || around[1].contains(ours) || around[2].contains(theirs)
    if hash(ours, .ours) == hash(theirs, .theirs) {
      values.append(value(ours, .ours))
      if hasMoves { placeAll(in: ours, theirs) }
      return
    }
    switch verdict(old, ours, theirs, hasMoves: hasMoves) {
    case .kept(let side): return keep(side == .ours ? ours : theirs, side, into: &values)
    case .conflict:
      return conflict(.changed, (old, ours, theirs), [[ours], [theirs]], into: &values)
    case .mergedInside: break
    }
    pairings[0].open(old, ours)
    pairings[1].open(old, theirs)
    let isDict = base.document.kind(of: old) == .dict
    if isDict, mergeCard(old, ours, theirs, into: &values) { return }
    if pairings.contains(where: { $0.renumbered.contains(old) }) {
      mergeNumbered(old, ours, theirs, into: &values)
    } else if isDict {
      mergeMembers(old, ours, theirs, into: &values)
    } else {
      mergeElements(old, ours, theirs, into: &values)
    }
  }

  /// What becomes of a value that both sides have.
  private enum Verdict {
    case kept(Side)
    case mergedInside, conflict
  }

  /// - Parameter hasMoves: Whether a value was moved into or out of the value, which then has to be
  ///   merged inside even if one side has not changed it.
  private func verdict(
    _ old: NodeIndex, _ ours: NodeIndex, _ theirs: NodeIndex, hasMoves: Bool
  ) -> Verdict {
    let isKeptByOurs = base.hashes[old] == hash(ours, .ours)
    let isKeptByTheirs = base.hashes[old] == hash(theirs, .theirs)
    let kinds = (base.document.kind(of: old), kind(ours, .ours), kind(theirs, .theirs))
    if !hasMoves {
      if isKeptByTheirs { return .kept(.ours) }
      // A card is merged by property, and a container in a file that is not XML by value, even if
      // ours has not changed it: so values that theirs has not changed keep the spelling of ours.
      let isMergedInside =
        base.document.isCard(old)
        || base.document.notesCopies && kinds.0.isContainer && kinds.0 == kinds.2
      if isKeptByOurs, !isMergedInside { return .kept(.theirs) }
      if !isKeptByOurs, isReplaced(old, ours, theirs) { return .conflict }
    }
    if kinds.0.isContainer, kinds.0 == kinds.1, kinds.0 == kinds.2 { return .mergedInside }
    if isKeptByOurs { return .kept(.theirs) }
    return isKeptByTheirs ? .kept(.ours) : .conflict
  }

  /// Notes that values moved into equal containers have been placed.
  private mutating func placeAll(in ours: NodeIndex, _ theirs: NodeIndex) {
    for (side, node) in zip(Side.allCases, [ours, theirs]) {
      let end = tree(side).document.end(of: node)
      let arrived = arrived[side.rawValue]
      for inner in arrived[arrived.partitionPoint { $0 > node }...] {
        guard inner < end else { break }
        if let old = base(inner, side) { placed[old] = false }
      }
    }
  }

  /// Whether a side has replaced a dictionary by one that has no member in common with it.
  private func isReplaced(_ old: NodeIndex, _ ours: NodeIndex, _ theirs: NodeIndex) -> Bool {
    guard base.document.kind(of: old) == .dict, base.children(of: old).count > 1 else {
      return false
    }
    return zip(Side.allCases, [ours, theirs]).contains { side, node in
      pairings[side.rawValue].replaced.contains(old) && kind(node, side) == .dict
        && !base.children(of: old).contains { child in
          self.node(child, side).map {
            base.memberHash(of: child) == tree(side).memberHash(of: $0)
          } ?? false
        }
    }
  }

  /// Appends a value from a side. Values inside it that a side has moved to or from another
  /// container are merged.
  mutating func keep(
    _ node: NodeIndex, _ side: Side, into values: inout [MergedValue]
  ) {
    guard around[side.rawValue + 1].contains(node), kind(node, side).isContainer else {
      values.append(value(node, side))
      return
    }
    // In an equal container the children have not been paired yet.
    if let old = base(node, side) { pairings[side.rawValue].open(old, node) }
    var children: [MergedValue] = []
    for child in tree(side).children(of: node) {
      guard let old = base(child, side), isElsewhere(old, side) || isElsewhere(old, side.other)
      else {
        keep(child, side, into: &children)
        continue
      }
      if isElsewhere(old, side) {
        arrive(child, old, side, into: &children)
      } else {
        leave(old, side, into: &children)
      }
    }
    var result = value(node, side)
    result.content = .container(side, children)
    values.append(result)
  }

  /// Appends a value that a side has moved, at its new place.
  mutating func arrive(
    _ node: NodeIndex, _ old: NodeIndex, _ side: Side, isSamePlace: Bool = false,
    into values: inout [MergedValue]
  ) {
    let (kept, place) = (deciding, values.count)
    defer {
      if isElsewhere(old, side) {
        if kept == nil {
          placed[old] = false
        } else if kept == side, values.count > place {
          if placed[old] == nil { placed[old] = true }
          if isUnion { placedInUnion.now.insert(old) }
        }
      }
    }
    // The recursion ends here if two values were moved into each other.
    guard merging.insert(old).inserted else { return }
    defer { merging.remove(old) }
    guard let other = self.node(old, side.other) else {
      return conflict(
        side == .ours ? .deletedByTheirs : .deletedByOurs, nodes(old, node, side),
        versions(side, [node]), into: &values)
    }
    let isTogether =
      isSamePlace || isElsewhere(old, .ours) && isElsewhere(old, .theirs) && haveSameParents(old)
    let (own, theirs) = side == .ours ? (node, other) : (other, node)
    // A move inside a list yields to a move to another container.
    let isOnlyHere = isElsewhere(old, side) && !isElsewhere(old, side.other)
    if isMoved(old, side.other), !isTogether, !isOnlyHere {
      let nodes: (NodeIndex?, NodeIndex?, NodeIndex?) = (old, own, theirs)
      let isNew = deciding == nil && movedApart.insert(old).inserted
      areSeparate = false
      if isUnion, side == .theirs { return }
      // Only the place is in conflict: the changes of both sides to the value are made in either
      // place.
      return conflict(isNew ? .moved : nil, nodes, into: &values) { rule, deciding, values in
        if deciding == side { rule.merge(old, own, theirs, key: side, into: &values) }
      }
    }
    merge(old, own, theirs, key: side, into: &values)
  }

  /// Whether both sides have moved a value into the same container of the base, or into equal new
  /// containers.
  func haveSameParents(_ old: NodeIndex) -> Bool {
    guard let own = node(old, .ours).flatMap(tree(.ours).parent),
      let other = node(old, .theirs).flatMap(tree(.theirs).parent)
    else { return false }
    let before = base(own, .ours)
    return before == nil && base(other, .theirs) == nil
      ? hash(own, .ours) == hash(other, .theirs) : before == base(other, .theirs)
  }

  /// Appends a value in the place of the side that has not moved it. If it is in `split`, this is a
  /// conflict: the value is here in the version in which the other side's container does not exist.
  mutating func leave(
    _ old: NodeIndex, _ side: Side, into values: inout [MergedValue]
  ) {
    guard split.contains(old), let node = node(old, side), !isElsewhere(old, side) else { return }
    let isElsewhere = placedInUnion.before.contains(old)
    if isUnion, isElsewhere { return }
    areSeparate = false
    conflict(
      nil, nodes(old, node, side), versions(side, [node]), union: isElsewhere ? [] : [side],
      into: &values)
  }

  func nodes(
    _ old: NodeIndex?, _ node: NodeIndex, _ side: Side
  ) -> (NodeIndex?, NodeIndex?, NodeIndex?) {
    (old, side == .ours ? node : nil, side == .theirs ? node : nil)
  }

  func versions(_ side: Side, _ nodes: [NodeIndex]) -> [[NodeIndex]] {
    side == .ours ? [nodes, []] : [[], nodes]
  }

  /// Appends a conflict between the nodes of both sides or, inside a version of a conflict, the
  /// nodes of its side.
  ///
  /// - Parameter union: The sides whose versions the union has.
  mutating func conflict(
    _ kind: MergeConflict.Kind?, _ nodes: (NodeIndex?, NodeIndex?, NodeIndex?),
    _ versions: [[NodeIndex]], bases: [NodeIndex]? = nil, union: [Side]? = nil,
    into values: inout [MergedValue]
  ) {
    let union = union ?? [versions[0].isEmpty ? .theirs : .ours]
    conflict(kind, nodes, bases: bases, union: union, into: &values) { rule, side, values in
      for node in versions[side.rawValue] { rule.keep(node, side, into: &values) }
    }
  }

  /// Appends a conflict, whose versions are made by a closure.
  mutating func conflict(
    _ kind: MergeConflict.Kind?, _ nodes: (NodeIndex?, NodeIndex?, NodeIndex?),
    bases: [NodeIndex]? = nil, union: [Side] = [.ours], into values: inout [MergedValue],
    version: (inout MergeRule, Side, inout [MergedValue]) -> Void
  ) {
    if let deciding { return version(&self, deciding, &values) }
    var number: Int?
    if let kind {
      number = conflicts.count
      conflicts.append(
        MergeConflict(kind: kind, base: nodes.0, ours: nodes.1, theirs: nodes.2))
    }
    var all: [[MergedValue]] = [[], [], []]
    for (index, sides) in [[.ours], [.theirs], union].enumerated() {
      for side in sides {
        (deciding, isUnion) = (side, index == 2)
        version(&self, side, &all[index])
      }
    }
    (deciding, isUnion) = (nil, false)
    values.append(
      MergedValue(
        ours: nodes.1, theirs: nodes.2,
        content: .conflict(
          MergedVersions(
            number: number, bases: bases ?? (nodes.0.map { [$0] } ?? []), values: all)),
        keySide: .ours))
  }

  /// Whether a side has changed a value, not counting that values inside it were moved to other
  /// containers.
  mutating func isChanged(_ old: NodeIndex, _ node: NodeIndex, _ side: Side) -> Bool {
    if aroundSplit[side.rawValue].contains(node) { return true }
    if base.hashes[old] == hash(node, side) { return false }
    let kind = kind(node, side)
    guard kind.isContainer, kind == base.document.kind(of: old) else { return true }
    if base.content(of: old) == tree(side).content(of: node) { return false }
    for child in base.children(of: old) {
      if isElsewhere(child, .ours) || isElsewhere(child, .theirs) { continue }
      guard let same = self.node(child, side), tree(side).parent(of: same) == node,
        !isMoved(child, side), !isRenamed(child, same, side), !isChanged(child, same, side)
      else { return true }
    }
    return tree(side).children(of: node).contains { child in
      base(child, side).map { base.parent(of: $0) != old } ?? true
    }
  }

  func isRenamed(_ old: NodeIndex, _ node: NodeIndex, _ side: Side) -> Bool {
    base.keyHash(of: old) != tree(side).keyHash(of: node)
  }

  // MARK: Values in other containers

  /// Gives up the pair of a value with a replacement in its place, if the other side has moved the
  /// value to another container.
  private mutating func separateReplaced() {
    for side in Side.allCases {
      // A move is given up if the other side has renamed the member.
      for old in pairings[side.rawValue].elsewhere {
        if let node = node(old, side.other),
          base.wordHash(of: old) != tree(side.other).wordHash(of: node)
        {
          pairings[side.rawValue].separate(old)
        }
      }
      for old in pairings[side.rawValue].elsewhere
      where pairings[side.other.rawValue].replaced.contains(old) {
        let node = node(old, side.other)
        if node.map({ hasCommonMember(old, $0, side.other) }) ?? true { continue }
        pairings[side.other.rawValue].separate(old)
      }
    }
  }

  private func hasCommonMember(_ old: NodeIndex, _ node: NodeIndex, _ side: Side) -> Bool {
    let members = Set(base.children(of: old).map { base.memberHash(of: $0) ?? base.hashes[$0] })
    return tree(side).children(of: node).contains {
      members.contains(tree(side).memberHash(of: $0) ?? hash($0, side))
    }
  }

  private mutating func findAround() {
    func insertAll(_ node: NodeIndex, _ tree: ComparedDocument, _ set: inout Set<NodeIndex>) {
      var outer = tree.parent(of: node)
      while let node = outer, set.insert(node).inserted { outer = tree.parent(of: node) }
    }
    for old in elsewhere {
      insertAll(old, base, &around[0])
      for side in Side.allCases {
        if let node = node(old, side) {
          insertAll(node, tree(side), &around[side.rawValue + 1])
        }
      }
    }
    arrived = Side.allCases.map { side in
      pairings[side.rawValue].elsewhere.compactMap { node($0, side) }.sorted()
    }
    aroundSplit = [[], []]
    for old in split {
      for side in Side.allCases where !isElsewhere(old, side) {
        if let node = node(old, side) { insertAll(node, tree(side), &aroundSplit[side.rawValue]) }
      }
    }
  }

  /// Adds values to `split` that were moved to a container that only one version of a conflict has.
  ///
  /// - Returns: Whether values were added, so that everything has to be merged again.
  private mutating func splitMore() -> Bool {
    let found = elsewhere.filter { old in
      !split.contains(old) && isKept(old) && placed[old] != false
        && isElsewhere(old, .ours) != isElsewhere(old, .theirs)
    }
    if found.isEmpty { return false }
    split.formUnion(found)
    findAround()
    return true
  }

  private mutating func conflictWhole() {
    conflicts = [MergeConflict(kind: .changed, base: .root, ours: .root, theirs: .root)]
    let values = Side.allCases.map { side in
      [MergedValue(ours: .root, theirs: .root, content: .kept(side), keySide: side)]
    }
    result = [
      MergedValue(
        ours: .root, theirs: .root,
        content: .conflict(
          MergedVersions(number: 0, bases: [.root], values: values + [values[0]])),
        keySide: .ours)
    ]
  }
}
