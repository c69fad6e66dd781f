import PropertyLists

/// Finds what outcomes of a merge would lose, double or bring back, however that has come about.
///
/// It counts scalars: how many more of each the sides and the outcomes have than the base. An outcome
/// has as many more as the side that has changed their number, or something between the two sides.
struct OutcomeCheck {
  private struct Counts {
    /// By side, how many more it has than the base.
    var sides = [0, 0]
    /// How many more both sides have for the same reason.
    var common = 0
    /// How many more there are in what is decided for ours and for theirs than in ours.
    var outcomes = [0, 0]
  }

  private enum Part {
    case side(Side)
    case outcome(Int)
    case common
  }

  private let plan: MergePlan
  private var counts: [UInt64: Counts] = [:]
  /// The scalars that are wrong, and the containers of ours in which they have changed.
  private var wrong: [UInt64: [NodeIndex]] = [:]
  /// By side, the values that one of the sides has added, moved or changed, or the other one deleted, with
  /// something wrong in them.
  private(set) var changes: [Set<NodeIndex>] = [[], []]

  private var versions: MergeVersions { plan.versions }

  /// - Complexity: O(*n*) in the number of nodes in what has changed.
  init(_ plan: MergePlan) {
    self.plan = plan
    guard versions.base != nil else { return }
    countAll()
    countCommon()
    for (hash, counts) in counts where OutcomeCheck.isWrong(counts) { wrong[hash] = [] }
    // Once more, to see where.
    if !wrong.isEmpty { countAll() }
  }

  /// The innermost containers of ours around what is wrong.
  var containers: Set<NodeIndex> { Set(wrong.values.map { around($0) }) }

  private mutating func countAll() {
    for side in Side.allCases { countChanges(of: side) }
    for (index, outcome) in [Outcomes.ours, .theirs].enumerated() {
      count(ours: .root, in: .root, outcome, index)
    }
  }

  private static func isWrong(_ counts: Counts) -> Bool {
    // What both have done alike may be one change or two.
    (min(counts.common, 0)...max(counts.common, 0)).allSatisfy { number in
      let sides = counts.sides.map { $0 - number }
      return isWrong(sides, counts.outcomes.map { sides[0] + $0 })
    }
  }

  /// - Parameters:
  ///   - sides: How many more each side has for reasons of its own.
  ///   - outcomes: How many more there are in what is decided for ours and for theirs.
  private static func isWrong(_ sides: [Int], _ outcomes: [Int]) -> Bool {
    let (ours, theirs, both) = (sides[0], sides[1], sides[0] + sides[1])
    let (own, other) = (outcomes[0], outcomes[1])
    if ours == 0 || theirs == 0, own == other { return own != both }
    let range = min(ours, theirs, both)...max(ours, theirs, both)
    return !range.contains(own) || !range.contains(other)
      || ours > 0 && theirs >= 0 && own < ours || theirs > 0 && ours >= 0 && other < theirs
  }

  // MARK: Counting

  private mutating func countChanges(of side: Side) {
    guard let base = versions.base else { return }
    var rest = [(old: NodeIndex.root, new: NodeIndex.root)]
    while let (old, new) = rest.popLast() {
      if base.hashes[old] == versions.hash(new, side) { continue }
      let kind = versions.kind(new, side)
      guard kind.isContainer, kind == base.document.kind(of: old) else {
        let outer = versions.parent(new, side) ?? .root
        add(old, of: base, -1, .side(side), in: outer, side)
        add(new, of: versions.tree(side), 1, .side(side), in: outer, side)
        continue
      }
      for child in base.children(of: old) {
        if let same = versions.node(ofBase: child, side), versions.parent(same, side) == new {
          rest.append((child, same))
        } else {
          add(child, of: base, -1, .side(side), in: new, side)
        }
      }
      for child in versions.tree(side).children(of: new)
      where versions.base(of: child, side).flatMap(base.parent) != old {
        add(child, of: versions.tree(side), 1, .side(side), in: new, side)
      }
    }
  }

  /// Counts what both sides have deleted, changed or added in the same place.
  private mutating func countCommon() {
    guard let base = versions.base else { return }
    for (ours, theirs) in versions.addedByBoth
    where !versions.kind(ours, .ours).isContainer && versions.areEqual(ours, theirs) {
      add(ours, of: versions.tree(.ours), 1, .common, in: .root, .ours)
    }
    var rest = [NodeIndex.root]
    while let old = rest.popLast() {
      let nodes = Side.allCases.map { side in
        versions.node(ofBase: old, side).flatMap { versions.isElsewhere($0, side) ? nil : $0 }
      }
      let isKept = zip(nodes, Side.allCases).contains { node, side in
        versions.node(ofBase: old, side) != nil && node == nil
          || node.map { base.hashes[old] == versions.hash($0, side) } ?? false
      }
      if isKept { continue }
      let kind = base.document.kind(of: old)
      if kind.isContainer {
        let stays = zip(nodes, Side.allCases).map { node, side in
          node.map { versions.kind($0, side) == kind } ?? false
        }
        if stays[0] == stays[1] { rest += base.children(of: old) }
        if stays.contains(true) { continue }
      } else {
        add(old, of: base, -1, .common, in: .root, .ours)
      }
      // What both have added inside of it is counted above.
      if let ours = nodes[0], let theirs = nodes[1], versions.areEqual(ours, theirs),
        !versions.kind(ours, .ours).isContainer
      {
        add(ours, of: versions.tree(.ours), 1, .common, in: .root, .ours)
      }
    }
  }

  private mutating func count(
    ours node: NodeIndex, in outer: NodeIndex, _ outcome: Outcomes, _ index: Int
  ) {
    let (ours, theirs) = (versions.tree(.ours), versions.tree(.theirs))
    if !plan.isRewritten(node, on: .ours) { return }
    let other = versions.counterpart(of: node, .ours)
    if let other, plan.valuesOfTheirs(node).contains(outcome) {
      add(node, of: ours, -1, .outcome(index), in: outer, .ours)
      count(theirs: other, in: outer, .ours, outcome, index)
      return
    }
    for child in ours.children(of: node) {
      if plan.outcomes(of: child, on: .ours).contains(outcome) {
        count(ours: child, in: node, outcome, index)
      } else {
        add(child, of: ours, -1, .outcome(index), in: node, .ours)
      }
    }
    guard let other, plan.isMerged(node) else { return }
    for child in theirs.children(of: other)
    where plan.isInserted(child, in: other)
      && plan.outcomes(of: child, on: .theirs).contains(outcome)
    {
      count(inserted: child, in: node, .ours, outcome, index)
    }
  }

  /// Counts a value that is where theirs has it.
  private mutating func count(
    inserted node: NodeIndex, in outer: NodeIndex, _ side: Side, _ outcome: Outcomes, _ index: Int
  ) {
    if let own = versions.counterpart(of: node, .theirs),
      !plan.valuesOfTheirs(own).contains(outcome)
    {
      add(own, of: versions.tree(.ours), 1, .outcome(index), in: outer, side)
      count(ours: own, in: outer, outcome, index)
    } else {
      count(theirs: node, in: outer, side, outcome, index)
    }
  }

  private mutating func count(
    theirs node: NodeIndex, in outer: NodeIndex, _ side: Side, _ outcome: Outcomes, _ index: Int
  ) {
    let theirs = versions.tree(.theirs)
    guard plan.isRewritten(node, on: .theirs), versions.kind(node, .theirs).isContainer else {
      add(node, of: theirs, 1, .outcome(index), in: outer, side)
      return
    }
    for child in theirs.children(of: node) {
      if !plan.hasOwnPlace(child, on: .theirs) {
        count(theirs: child, in: node, .theirs, outcome, index)
      } else if plan.outcomes(of: child, on: .theirs).contains(outcome) {
        count(inserted: child, in: node, .theirs, outcome, index)
      }
    }
  }

  private mutating func add(
    _ value: NodeIndex, of tree: ComparedDocument, _ number: Int, _ part: Part,
    in container: NodeIndex, _ side: Side
  ) {
    let end = tree.document.end(of: value)
    var node = value
    while node < end {
      let kind = tree.document.kind(of: node)
      if kind.isContainer {
        node = tree.document.firstChild(of: node)
        continue
      }
      defer { node = tree.document.end(of: node) }
      if kind == .key { continue }
      let hash = tree.hashes[node]
      if !wrong.isEmpty {
        if wrong[hash] == nil { continue }
        let place = ofOurs(container, side)
        wrong[hash]?.append(place)
        if case .side(let side) = part { noteChange(value, number, side) }
        continue
      }
      switch part {
      case .side(let side): counts[hash, default: Counts()].sides[side.rawValue] += number
      case .outcome(let index): counts[hash, default: Counts()].outcomes[index] += number
      case .common: counts[hash, default: Counts()].common += number
      }
    }
  }

  /// - Parameter number: 1 for a value that a side has, -1 for one of the base.
  private mutating func noteChange(_ value: NodeIndex, _ number: Int, _ side: Side) {
    let same =
      number > 0
      ? [(side, value), (side.other, versions.counterpart(of: value, side))]
      : Side.allCases.map { ($0, versions.node(ofBase: value, $0)) }
    for case (let side, let node?) in same { changes[side.rawValue].insert(node) }
  }

  // MARK: Places

  /// The container of ours that is the same as one of a side, or as the nearest around it.
  private func ofOurs(_ container: NodeIndex, _ side: Side) -> NodeIndex {
    if side == .ours { return container }
    var node = container
    while true {
      if let own = versions.counterpart(of: node, side) { return own }
      guard let outer = versions.parent(node, side) else { return .root }
      node = outer
    }
  }

  /// The innermost container of ours around others that theirs has, too.
  private func around(_ containers: [NodeIndex]) -> NodeIndex {
    let paths = containers.map { versions.tree(.ours).ancestors(of: $0) + [$0] }
    guard var common = paths.first else { return .root }
    for path in paths {
      common = Array(zip(common, path).prefix { $0 == $1 }.map(\.0))
    }
    return common.last { versions.counterpart(of: $0, .ours) != nil } ?? .root
  }
}
