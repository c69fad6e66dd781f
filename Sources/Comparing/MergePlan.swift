import Platform
import PropertyLists

/// The results of a merge: what becomes of it if all conflicts are decided for ours, for theirs, or
/// so that nothing is deleted.
struct Outcomes: OptionSet {
  let rawValue: UInt8

  static let ours = Outcomes(rawValue: 1)
  static let theirs = Outcomes(rawValue: 2)
  static let union = Outcomes(rawValue: 4)
  static let all = Outcomes(rawValue: 7)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ side: Side) { self = side == .ours ? .ours : .theirs }

  /// The side that decides what cannot be both.
  fileprivate var side: Side { self == .theirs ? .theirs : .ours }

  static let each: [Outcomes] = [.ours, .theirs, .union]
}

/// What is in each result of a merge, and where.
///
/// Each fact about a value, which are its existence, container, order, key and content, is that of the
/// side that has changed it. If both have, each outcome has that of its side: what differs between the
/// outcomes is a conflict. A value that both sides have is once in each outcome: where it was moved, or
/// where the other side has it, if its new container is not in that outcome. One that has no container
/// left keeps one that only one side has deleted. A dictionary that some outcome would have with keys
/// that neither side would write is not merged.
///
/// In a *closed* value nothing is merged: it is as one side has it, except that values which the other
/// side has moved out of it or into it follow their own facts.
struct MergePlan {
  let versions: MergeVersions
  /// Whether nothing could be merged, so that all of both documents is in conflict.
  private(set) var isWhole = false
  /// By side, the outcomes in which values are where that side has them. All others are there if their
  /// containers are.
  private var places: [[NodeIndex: Outcomes]] = [[:], [:]]
  /// The outcomes in which values, known by those of ours, are what theirs has; none for others.
  private var values: [NodeIndex: Outcomes] = [:]
  /// The outcomes in which members have the keys of theirs; none for others.
  private var keys: [NodeIndex: Outcomes] = [:]
  /// By side, the values that are not written as that side has them.
  private var rewritten: [Set<NodeIndex>] = [[], []]
  /// Values of ours in which nothing is merged.
  private var closed: Set<NodeIndex> = []
  /// The values of ours that the sides have in different containers.
  private var moved: [NodeIndex] = []
  private var isMoved: Set<NodeIndex> = []
  /// What one side has deleted other than with its container.
  private var deleted: [(node: NodeIndex, on: Side)] = []
  /// Containers of ours and of theirs whose children are merged.
  private var merged: [(ours: NodeIndex, theirs: NodeIndex)] = []
  /// Values of ours that cannot be merged with those of theirs.
  private var unmergeable: Set<NodeIndex> = []
  /// By side, values that are, in each outcome, what the deciding side has made of them.
  private var confined: [Set<NodeIndex>] = [[], []]
  private let cardProperties: CardProperties

  init(_ versions: MergeVersions) {
    self.versions = versions
    cardProperties = CardProperties(versions)
    confined = cardProperties.confined
    var rounds = 0
    repeat {
      decide()
      rounds += 1
    } while rounds < MergePlan.mostRounds && confineWrong()
    if isMisplaced || rounds == MergePlan.mostRounds { unmergeable.insert(.root) }
    isWhole = unmergeable.contains(.root)
    if isWhole { decide() }
  }

  /// Lets each outcome have what its side has made of something that is wrong in one of them, or of the
  /// container around it, if that is not enough.
  ///
  /// - Returns: Whether there is something to decide again.
  private mutating func confineWrong() -> Bool {
    if unmergeable.contains(.root) { return false }
    let keys = OutcomeKeys(plan: self)
    var wrong = changedDicts.filter(keys.areWrong).subtracting(unmergeable)
    if wrong.isEmpty {
      let check = OutcomeCheck(self)
      let changes = cardProperties.completed(
        Side.allCases.map { confined[$0.rawValue].union(check.changes[$0.rawValue]) })
      if changes != confined {
        confined = changes
        return true
      }
      for container in check.containers {
        var node = container
        while unmergeable.contains(node), let outer = versions.parent(node, .ours) { node = outer }
        wrong.insert(node)
      }
    }
    unmergeable.formUnion(wrong)
    return !wrong.isEmpty
  }

  private mutating func decide() {
    (places, values, keys, rewritten) = ([[:], [:]], [:], [:], [[], []])
    (closed, moved, isMoved, deleted, merged) = ([], [], [], [], [])
    if isWhole {
      (values, closed) = ([.root: .theirs], [.root])
      findRewritten()
      return
    }
    findMoved()
    decideValues()
    decideDeletions()
    for outcome in Outcomes.each { decideMoves(outcome) }
    for (ours, theirs) in merged
    where versions.kind(ours, .ours) == .array
      || !versions.tree(.ours).numberedItems(of: ours).isEmpty
    {
      decideOrder(ElementOrder(versions, ours, theirs))
    }
    findRewritten()
  }

  // MARK: Answers

  /// The outcomes in which a value is where a side has it, of those in which its container is.
  func outcomes(of node: NodeIndex, on side: Side) -> Outcomes {
    places[side.rawValue][node] ?? .all
  }

  /// Whether it is not only its container that decides where a value is.
  func hasOwnPlace(_ node: NodeIndex, on side: Side) -> Bool {
    places[side.rawValue][node] != nil
  }

  /// Whether theirs has a child in a container that ours has not, or has elsewhere.
  func isInserted(_ node: NodeIndex) -> Bool {
    hasOwnPlace(node, on: .theirs) || versions.counterpart(of: node, .theirs) == nil
  }

  /// Whether theirs has a child in a merged container that is to be put into that of ours.
  func isInserted(_ node: NodeIndex, in container: NodeIndex) -> Bool {
    guard let ours = versions.counterpart(of: container, .theirs) else { return false }
    let hasAdditions =
      !versions.isUnchanged(container, .theirs) && !versions.areEqual(ours, container)
    return hasOwnPlace(node, on: .theirs)
      || hasAdditions && versions.counterpart(of: node, .theirs) == nil
  }

  /// The outcomes in which a value of ours is what theirs has.
  func valuesOfTheirs(_ ours: NodeIndex) -> Outcomes { values[ours] ?? Outcomes(rawValue: 0) }

  /// The outcomes in which a member of ours has the key that theirs has.
  func keysOfTheirs(_ ours: NodeIndex) -> Outcomes { keys[ours] ?? Outcomes(rawValue: 0) }

  /// Whether a value is written otherwise than a side has it.
  func isRewritten(_ node: NodeIndex, on side: Side) -> Bool {
    rewritten[side.rawValue].contains(node)
  }

  /// Whether the children of a value of ours are merged with those of theirs.
  func isMerged(_ ours: NodeIndex) -> Bool { !closed.contains(ours) }

  /// Whether an outcome has the container that a value has on a side, with what that side has in it.
  func hasPlace(of node: NodeIndex, on side: Side, in outcome: Outcomes) -> Bool {
    obstacles(to: node, on: side, in: outcome, isFirstEnough: true).isEmpty
  }

  // MARK: Moves

  private mutating func findMoved() {
    guard versions.base != nil else { return }
    for old in versions.touched where old != .root {
      let (ours, theirs) = (
        versions.node(ofBase: old, .ours), versions.node(ofBase: old, .theirs)
      )
      switch (ours, theirs) {
      case (let ours?, let theirs?):
        guard versions.isElsewhere(ours, .ours) || versions.isElsewhere(theirs, .theirs),
          let (own, other) = versions.parent(ours, .ours).map({
            ($0, versions.parent(theirs, .theirs))
          }), versions.counterpart(of: own, .ours) != other
        else { continue }
        moved.append(ours)
        isMoved.insert(ours)
        if isGuessed(ours, theirs) || isRenamedApart(ours, theirs)
          || [own, other.flatMap { versions.counterpart(of: $0, .theirs) }].contains(where: {
            $0.map(unmergeable.contains) ?? false
          })
        {
          closed.insert(ours)
        }
      case (let ours?, nil): if isDeletedItself(ours, .ours) { deleted.append((ours, .ours)) }
      case (nil, let theirs?):
        if isDeletedItself(theirs, .theirs) { deleted.append((theirs, .theirs)) }
      case (nil, nil): break
      }
    }
  }

  /// Whether one side has moved a value as far as can be guessed, and both have changed it: then it may
  /// be another one, which must not get these changes.
  private func isGuessed(_ ours: NodeIndex, _ theirs: NodeIndex) -> Bool {
    guard let old = versions.base(of: ours, .ours) else { return false }
    return versions.isGuess(ofBase: old, .ours) && !versions.isUnchanged(theirs, .theirs)
      || versions.isGuess(ofBase: old, .theirs) && !versions.isUnchanged(ours, .ours)
  }

  /// Whether one side has moved a member to another dictionary and the other has renamed its key.
  private func isRenamedApart(_ ours: NodeIndex, _ theirs: NodeIndex) -> Bool {
    versions.isElsewhere(ours, .ours) != versions.isElsewhere(theirs, .theirs)
      && (versions.isElsewhere(ours, .ours)
        ? versions.isRenamed(theirs, .theirs) : versions.isRenamed(ours, .ours))
  }

  /// Whether it is not just its container that the other side has deleted.
  private func isDeletedItself(_ node: NodeIndex, _ side: Side) -> Bool {
    guard let outer = versions.parent(node, side) else { return false }
    return versions.isElsewhere(node, side) || versions.counterpart(of: outer, side) != nil
  }

  private func insertAncestors(of node: NodeIndex, _ side: Side, into set: inout Set<NodeIndex>) {
    var node = node
    while let outer = versions.parent(node, side), set.insert(outer).inserted { node = outer }
  }

  /// How often places are chosen again, lest they alternate.
  private static let mostRounds = 64

  /// Says where values are that the sides have in different containers.
  private mutating func decideMoves(_ outcome: Outcomes) {
    // As the deciding side has them; then as the other side has moved them, if they do not come to be
    // inside of themselves.
    var chosen = Dictionary(uniqueKeysWithValues: moved.map { ($0, outcome.side) })
    // Each round keeps what was deleted around something, or follows from another one.
    for _ in 0..<MergePlan.mostRounds {
      var isDone = true
      for ours in moved {
        let places = preferredSides(of: ours, outcome).filter { side in
          guard let node = node(ofOurs: ours, on: side) else { return false }
          return hasPlace(of: node, on: side, in: outcome) && !isInside(ours, on: side, chosen)
        }
        if let side = places.first {
          if chosen.updateValue(side, forKey: ours) != side { isDone = false }
        } else {
          isDone =
            !preferredSides(of: ours, outcome, isKept: true).contains {
              keepContainer(of: ours, on: $0, in: outcome)
            } && isDone
        }
        if closed.contains(ours) {
          let values = valuesOfTheirs(ours)
          self.values[ours] =
            chosen[ours] == .theirs ? values.union(outcome) : values.subtracting(outcome)
        }
      }
      if isDone { break }
    }
    for ours in moved {
      if hasOtherKey(ours), chosen[ours] == .theirs {
        keys[ours] = keysOfTheirs(ours).union(outcome)
      }
      for side in Side.allCases {
        guard let node = node(ofOurs: ours, on: side) else { continue }
        let outcomes = places[side.rawValue][node] ?? Outcomes(rawValue: 0)
        places[side.rawValue][node] = chosen[ours] == side ? outcomes.union(outcome) : outcomes
      }
    }
  }

  private func node(ofOurs ours: NodeIndex, on side: Side) -> NodeIndex? {
    side == .ours ? ours : versions.counterpart(of: ours, .ours)
  }

  /// The sides whose places a value may have: first that of the side that has moved it, or of the
  /// deciding one.
  private func preferredSides(
    of ours: NodeIndex, _ outcome: Outcomes, isKept: Bool = false
  ) -> [Side] {
    var first = outcome.side
    if !isKept, !closed.contains(ours), !confined[0].contains(ours),
      let theirs = versions.counterpart(of: ours, .ours)
    {
      if !versions.isElsewhere(theirs, .theirs) { first = .ours }
      if !versions.isElsewhere(ours, .ours) { first = .theirs }
    }
    return [first, first.other]
  }

  /// Whether a value would be inside of itself where a side has it.
  private func isInside(_ ours: NodeIndex, on side: Side, _ chosen: [NodeIndex: Side]) -> Bool {
    guard versions.kind(ours, .ours).isContainer, var node = node(ofOurs: ours, on: side)
    else { return false }
    var side = side
    while let outer = versions.parent(node, side) {
      node = outer
      let own = side == .ours ? outer : versions.counterpart(of: outer, .theirs)
      guard let own, let there = chosen[own] else { continue }
      if own == ours { return true }
      guard let next = self.node(ofOurs: own, on: there) else { continue }
      (node, side) = (next, there)
    }
    return false
  }

  /// Why an outcome does not have the container that a value has on a side: containers that are not in
  /// it, or are closed and as the other side has them.
  private func obstacles(
    to node: NodeIndex, on side: Side, in outcome: Outcomes, isFirstEnough: Bool = false
  ) -> [(node: NodeIndex, isClosed: Bool)] {
    var result: [(node: NodeIndex, isClosed: Bool)] = []
    var node = node
    while let outer = versions.parent(node, side) {
      if let other = versions.counterpart(of: outer, side) {
        let ours = side == .ours ? outer : other
        if closed.contains(ours), valuesOfTheirs(ours).contains(outcome) != (side == .theirs) {
          result.append((outer, true))
        }
        if isMoved.contains(ours) { return result }
      } else if !outcomes(of: outer, on: side).contains(outcome) {
        result.append((outer, false))
      }
      if isFirstEnough, !result.isEmpty { return result }
      node = outer
    }
    return result
  }

  /// Keeps in an outcome what the other side has deleted around a value.
  private mutating func keepContainer(
    of ours: NodeIndex, on side: Side, in outcome: Outcomes
  ) -> Bool {
    guard let node = node(ofOurs: ours, on: side) else { return false }
    let obstacles = obstacles(to: node, on: side, in: outcome)
    if obstacles.isEmpty || obstacles.contains(where: \.isClosed) { return false }
    for obstacle in obstacles {
      places[side.rawValue][obstacle.node] = outcomes(of: obstacle.node, on: side).union(outcome)
    }
    return true
  }

  /// Whether some outcome has a value in a container that it does not have; that is not expected.
  private var isMisplaced: Bool {
    moved.contains { ours in
      Outcomes.each.contains { outcome in
        !Side.allCases.contains { side in
          guard let node = node(ofOurs: ours, on: side) else { return false }
          return outcomes(of: node, on: side).contains(outcome)
            && hasPlace(of: node, on: side, in: outcome)
        }
      }
    }
  }

  // MARK: Values and keys

  private mutating func decideValues() {
    var rest = moved.filter { !closed.contains($0) } + unmergeable.union(confined[0]).sorted()
    rest.append(.root)
    while let ours = rest.popLast() {
      guard let theirs = versions.counterpart(of: ours, .ours),
        !versions.areEqual(ours, theirs),
        unmergeable.contains(ours) || confined[0].contains(ours)
          || !versions.isUnchanged(theirs, .theirs)
      else { continue }
      let kind = versions.kind(ours, .ours)
      guard !unmergeable.contains(ours), kind.isContainer,
        kind == versions.kind(theirs, .theirs)
      else {
        closed.insert(ours)
        let isClear =
          !unmergeable.contains(ours) && !confined[0].contains(ours)
          && versions.isUnchanged(ours, .ours)
        values[ours] = isClear ? .all : .theirs
        continue
      }
      merged.append((ours, theirs))
      for child in versions.tree(.theirs).children(of: theirs) {
        guard let own = versions.counterpart(of: child, .theirs),
          versions.parent(own, .ours) == ours
        else { continue }
        if kind == .dict { decideKey(own, child) }
        rest.append(own)
      }
    }
  }

  private mutating func decideKey(_ ours: NodeIndex, _ theirs: NodeIndex) {
    guard hasOtherKey(ours), versions.isRenamed(theirs, .theirs) else { return }
    keys[ours] = versions.isRenamed(ours, .ours) ? .theirs : .all
  }

  /// Whether theirs has a value of ours under another key.
  private func hasOtherKey(_ ours: NodeIndex) -> Bool {
    versions.counterpart(of: ours, .ours).map {
      versions.tree(.ours).keyHash(of: ours) != versions.tree(.theirs).keyHash(of: $0)
    } ?? false
  }

  // MARK: Deletions

  private mutating func decideDeletions() {
    for (node, side) in deleted where !isInConflict(node, side) {
      places[side.rawValue][node] =
        isChanged(node, side, isDeleted: true) ? [Outcomes(side), .union] : Outcomes(rawValue: 0)
    }
    for side in Side.allCases {
      for node in confined[side.rawValue]
      where versions.counterpart(of: node, side) == nil && !isInConflict(node, side) {
        places[side.rawValue][node] = side == .ours ? [.ours, .union] : .theirs
      }
    }
  }

  /// Whether the other side has another value in place of something around this one.
  private func isInConflict(_ node: NodeIndex, _ side: Side) -> Bool {
    var node = node
    while let outer = versions.parent(node, side) {
      if let other = versions.counterpart(of: outer, side) {
        let ours = side == .ours ? outer : other
        if closed.contains(ours), valuesOfTheirs(ours) != .all { return true }
        if isMoved.contains(ours) { return false }
      }
      node = outer
    }
    return false
  }

  /// Whether a side has done something in a value that the other side has deleted, except deleting and
  /// moving elsewhere.
  private func isChanged(_ node: NodeIndex, _ side: Side, isDeleted: Bool = false) -> Bool {
    guard let base = versions.base, let old = versions.base(of: node, side) else { return true }
    if versions.isElsewhere(node, side) { return true }
    // What the other side has elsewhere gets its changes there, unless it is not merged.
    if !isDeleted, let other = versions.counterpart(of: node, side) {
      return closed.contains(side == .ours ? node : other)
        && (!versions.isUnchanged(node, side) || versions.isRenamed(node, side))
    }
    if versions.isRenamed(node, side) { return true }
    if versions.isUnchanged(node, side) { return false }
    let kind = versions.kind(node, side)
    guard kind.isContainer, kind == base.document.kind(of: old) else { return true }
    return versions.tree(side).children(of: node).contains { isChanged($0, side) }
  }

  // MARK: Keys

  /// The dictionaries of ours that outcomes may have with other keys than ours has.
  private var changedDicts: Set<NodeIndex> {
    var result = Set(merged.map(\.ours))
    for node in Array(places[0].keys) + Array(keys.keys) {
      if let dict = versions.parent(node, .ours) { result.insert(dict) }
    }
    for node in places[1].keys {
      let dict = versions.parent(node, .theirs)
      if let dict = dict.flatMap({ versions.counterpart(of: $0, .theirs) }) { result.insert(dict) }
    }
    return result.filter { versions.kind($0, .ours) == .dict && !closed.contains($0) }
  }

  private mutating func decideOrder(_ order: ElementOrder) {
    for (ours, theirs) in order.movedByTheirs {
      places[0][ours] = Outcomes(rawValue: 0)
      places[1][theirs] = .all
    }
    for (ours, theirs) in order.movedApart {
      places[0][ours] = [.ours, .union]
      places[1][theirs] = .theirs
    }
  }

  // MARK: Writing

  private mutating func findRewritten() {
    var rewritten: [Set<NodeIndex>] = [[], []]
    func mark(_ node: NodeIndex, _ side: Side) {
      if rewritten[side.rawValue].insert(node).inserted {
        insertAncestors(of: node, side, into: &rewritten[side.rawValue])
      }
    }
    for node in values.keys { mark(node, .ours) }
    for node in keys.keys { mark(node, .ours) }
    for node in places[0].keys { mark(node, .ours) }
    for (node, outcomes) in places[1] {
      mark(node, .theirs)
      if !outcomes.isEmpty, let outer = versions.parent(node, .theirs),
        let ours = versions.counterpart(of: outer, .theirs)
      {
        mark(ours, .ours)
      }
    }
    for (ours, theirs) in merged
    where versions.tree(.theirs).children(of: theirs).contains(where: {
      versions.counterpart(of: $0, .theirs) == nil && !outcomes(of: $0, on: .theirs).isEmpty
    }) {
      mark(ours, .ours)
    }
    self.rewritten = rewritten
  }
}
