import PropertyLists
import Searching

/// What becomes of the children of a container of ours.
struct MergePlan {
  /// What becomes of a child of ours in its place.
  enum State {
    /// It stays, merged with that of theirs, if there is one.
    case kept(base: NodeIndex?, theirs: NodeIndex?)
    case dropped
    /// Both versions are shown.
    case conflict(MergeConflict.Kind, base: NodeIndex?, theirs: NodeIndex?)
  }

  /// What is put after a child.
  enum Insertion {
    /// A child of theirs, with all that is in it.
    case added(NodeIndex)
    /// An element of ours that theirs has moved here.
    case moved(base: NodeIndex, ours: NodeIndex, theirs: NodeIndex)
    /// What ours has deleted, or moved elsewhere.
    case conflict(MergeConflict.Kind, base: NodeIndex, ours: NodeIndex?, theirs: NodeIndex)
  }

  let ours: [NodeIndex]
  var states: [State]
  /// By the place of the child before them; -1 for what comes first.
  private(set) var insertions: [Int: [Insertion]] = [:]
  /// Whether a child was added by ours; elements that theirs has added follow such ones.
  private let isOwn: (Int) -> Bool
  private var lastSlot = (anchor: -2, slot: -2)

  init(_ ours: [NodeIndex], isOwn: @escaping (Int) -> Bool) {
    self.ours = ours
    self.isOwn = isOwn
    states = [State](repeating: .kept(base: nil, theirs: nil), count: ours.count)
  }

  /// Puts something after a child of ours, and after those that ours has put there.
  mutating func insert(_ insertion: Insertion, after anchor: Int) {
    if lastSlot.anchor != anchor {
      var slot = anchor
      while slot + 1 < ours.count, isOwn(slot + 1) { slot += 1 }
      lastSlot = (anchor, slot)
    }
    insertions[lastSlot.slot, default: []].append(insertion)
  }
}

// MARK: Elements

extension TreeMerger {
  /// Plans arrays, of which the base may have none.
  func planOfElements(_ base: NodeIndex?, _ array: NodeIndex, _ other: NodeIndex) -> MergePlan {
    let bo = base.flatMap { toOurs?.children($0, array) }
    let bt = base.flatMap { toTheirs?.children($0, other) }
    let own = bo?.new ?? ours.children(of: array)
    let others = bt?.new ?? theirs.children(of: other)
    let partners = partners(own, others, bo, bt)
    let hasOldPlace = { [toOurs] (place: Int) in
      bo?.partner(ofNew: place) != nil || toOurs?.oldOfNewAcross[own[place]] != nil
    }
    var plan = MergePlan(own) { !hasOldPlace($0) && partners.ofOurs[$0] < 0 }
    let disagreeing = disagreeing(partners, bo, bt)
    for (place, node) in own.enumerated() {
      let theirPlace = partners.ofOurs[place] < 0 ? nil : Int(partners.ofOurs[place])
      let there = theirPlace.map { others[$0] }
      if let bo, let basePlace = bo.partner(ofNew: place) {
        let old = bo.old[basePlace]
        if let theirPlace {
          let isRelocated = bt?.hasMoved.contains(theirPlace) == true
          plan.states[place] =
            disagreeing.contains(place)
            ? .conflict(.moved, base: old, theirs: there)
            : isRelocated && !bo.hasMoved.contains(place)
              ? .dropped : kept(old, node, others[theirPlace])
        } else if toTheirs?.newOfOldAcross[old] != nil {
          let there = places.staying.contains(old) ? toTheirs?.newOfOldAcross[old] : nil
          plan.states[place] = there.map { kept(old, node, $0) } ?? .dropped
        } else {
          plan.states[place] = deleted(byTheirs: old, node)
        }
      } else if let old = toOurs?.oldOfNewAcross[node] {
        self.place(moved: old)
        if let there {
          plan.states[place] = kept(old, node, there)
        } else if let there = theirsOfMoved[old] {
          let isMovedApart = toTheirs?.newOfOldAcross[old] != nil
          plan.states[place] =
            isMovedApart
            ? .conflict(.moved, base: old, theirs: there) : kept(old, node, there)
        } else {
          plan.states[place] = .conflict(.deletedByTheirs, base: old, theirs: nil)
        }
      } else {
        plan.states[place] =
          there.map { kept(nil, node, $0) } ?? .kept(base: nil, theirs: nil)
      }
    }
    var anchor = -1
    for (place, node) in others.enumerated() {
      let ownPlace = partners.ofTheirs[place] < 0 ? nil : Int(partners.ofTheirs[place])
      if let ownPlace {
        guard let old = bt?.partner(ofNew: place).map({ bt?.old[$0] }) ?? nil else {
          // Added or moved here by both.
          anchor = ownPlace
          continue
        }
        if disagreeing.contains(ownPlace) {
          plan.insert(
            .conflict(.moved, base: old, ours: own[ownPlace], theirs: node), after: anchor)
        } else if bt?.hasMoved.contains(place) == true, bo?.hasMoved.contains(ownPlace) == false {
          plan.insert(.moved(base: old, ours: own[ownPlace], theirs: node), after: anchor)
        } else {
          anchor = ownPlace
        }
      } else if let bt, let basePlace = bt.partner(ofNew: place) {
        let old = bt.old[basePlace]
        if let own = toOurs?.newOfOldAcross[old] {
          if places.staying.contains(old) {
            plan.insert(.moved(base: old, ours: own, theirs: node), after: anchor)
          }
          continue
        }
        if let toTheirs, hasChanges(old, node, toTheirs) {
          plan.insert(.conflict(.deletedByOurs, base: old, ours: nil, theirs: node), after: anchor)
        }
      } else if let old = toTheirs?.oldOfNewAcross[node] {
        self.place(moved: old)
        plan.insert(insertion(ofMoved: old, node), after: anchor)
      } else {
        plan.insert(.added(node), after: anchor)
      }
    }
    return plan
  }

  /// What is put where theirs has moved an element that ours has not moved there.
  func insertion(ofMoved old: NodeIndex, _ node: NodeIndex) -> MergePlan.Insertion {
    guard let own = oursOfMoved[old] else {
      return .conflict(.deletedByOurs, base: old, ours: nil, theirs: node)
    }
    return toOurs?.newOfOldAcross[old] != nil
      ? .conflict(.moved, base: old, ours: own, theirs: node)
      : .moved(base: old, ours: own, theirs: node)
  }

  private func kept(_ old: NodeIndex?, _ own: NodeIndex, _ other: NodeIndex) -> MergePlan.State {
    isConflict(old, own, other)
      ? .conflict(.changed, base: old, theirs: other) : .kept(base: old, theirs: other)
  }

  private func deleted(byTheirs old: NodeIndex, _ node: NodeIndex) -> MergePlan.State {
    if let toOurs, hasChanges(old, node, toOurs) || holdsHomeless(node) {
      return .conflict(.deletedByTheirs, base: old, theirs: nil)
    }
    placeMoved(ours: node, theirs: nil)
    return .dropped
  }

  /// By the place of an element of one side, that of the same one in the array of the other side; -1
  /// if there is none.
  private typealias Partners = (ofOurs: [Int32], ofTheirs: [Int32])

  private func partners(
    _ own: [NodeIndex], _ others: [NodeIndex], _ bo: ChildPairing?, _ bt: ChildPairing?
  ) -> Partners {
    var result = (
      ofOurs: [Int32](repeating: -1, count: own.count),
      ofTheirs: [Int32](repeating: -1, count: others.count)
    )
    func join(_ place: Int, _ other: Int) {
      result.ofOurs[place] = Int32(other)
      result.ofTheirs[other] = Int32(place)
    }
    var movedTheirs: [NodeIndex: Int] = [:]
    var addedTheirs: [Int] = []
    for (place, node) in others.enumerated() where bt?.partner(ofNew: place) == nil {
      if let old = toTheirs?.oldOfNewAcross[node] {
        movedTheirs[old] = place
      } else {
        addedTheirs.append(place)
      }
    }
    var addedOurs: [Int] = []
    for (place, node) in own.enumerated() {
      if let basePlace = bo?.partner(ofNew: place) {
        if let other = bt?.partner(ofOld: basePlace) { join(place, other) }
      } else if let old = toOurs?.oldOfNewAcross[node] {
        if let other = movedTheirs[old] { join(place, other) }
      } else {
        addedOurs.append(place)
      }
    }
    if addedOurs.isEmpty || addedTheirs.isEmpty { return result }
    let added = ChildPairing.added(
      addedOurs.map { own[$0] }, addedTheirs.map { others[$0] }, ours, theirs, keys: options.keys)
    for (index, place) in addedOurs.enumerated() {
      if let other = added.partner(ofOld: index) { join(place, addedTheirs[other]) }
    }
    return result
  }

  /// The places in ours of elements that both sides have moved within an array, but not alike.
  private func disagreeing(
    _ partners: Partners, _ bo: ChildPairing?, _ bt: ChildPairing?
  ) -> Set<Int> {
    guard let bo, let bt, !bo.hasMoved.isEmpty, !bt.hasMoved.isEmpty else { return [] }
    let pairs = partners.ofOurs.indices.filter { partners.ofOurs[$0] >= 0 }.map {
      (old: $0, new: Int(partners.ofOurs[$0]))
    }
    var result = Set(
      pairs.filter { bo.hasMoved.contains($0.old) && bt.hasMoved.contains($0.new) }.map(\.old))
    if result.isEmpty { return [] }
    // Seen from both sides, so that it does not matter which is which.
    for pair in SequencePairing.longestAscending(pairs) { result.remove(pair.old) }
    let inverse = pairs.map { (old: $0.new, new: $0.old) }.sorted { $0.old < $1.old }
    for pair in SequencePairing.longestAscending(inverse) { result.remove(pair.new) }
    return result
  }
}

// MARK: Members

extension TreePairing {
  /// Whether the key of a member is another one.
  func hasRenamedKey(_ oldValue: NodeIndex, _ newValue: NodeIndex) -> Bool {
    old.hashes[old.key(of: oldValue)] != new.hashes[new.key(of: newValue)]
  }
}

extension TreeMerger {
  /// Plans dictionaries, of which the base may have none.
  func planOfMembers(_ base: NodeIndex?, _ dict: NodeIndex, _ other: NodeIndex) -> MergePlan {
    let bo = base.flatMap { toOurs?.children($0, dict) }
    let bt = base.flatMap { toTheirs?.children($0, other) }
    let own = bo?.new ?? ours.children(of: dict)
    let others = bt?.new ?? theirs.children(of: other)
    func key(ofOurs place: Int) -> UInt64 { ours.hashes[ours.key(of: own[place])] }
    func key(ofTheirs place: Int) -> UInt64 { theirs.hashes[theirs.key(of: others[place])] }
    func key(ofBase place: Int) -> UInt64 {
      guard let tree = self.base, let bo else { return 0 }
      return tree.hashes[tree.key(of: bo.old[place])]
    }
    var oldOfOurs = own.indices.map { bo?.partner(ofNew: $0) }
    var oldOfTheirs = others.indices.map { bt?.partner(ofNew: $0) }
    if let bo, let bt { pairRenamedValues(bo, bt, &oldOfOurs, &oldOfTheirs) }
    // A key that one side has renamed must not become one that the other side has.
    let ownKeys = Dictionary(
      own.indices.map { (key(ofOurs: $0), oldOfOurs[$0]) }, uniquingKeysWith: { first, _ in first })
    let otherKeys = Dictionary(
      others.indices.map { (key(ofTheirs: $0), oldOfTheirs[$0]) },
      uniquingKeysWith: { first, _ in first })
    for place in own.indices {
      guard let old = oldOfOurs[place], key(ofOurs: place) != key(ofBase: old) else { continue }
      if let taken = otherKeys[key(ofOurs: place)], taken != old { isTangled = true }
    }
    for place in others.indices {
      guard let old = oldOfTheirs[place], key(ofTheirs: place) != key(ofBase: old) else { continue }
      if let taken = ownKeys[key(ofTheirs: place)], taken != old { isTangled = true }
    }
    var oursOfOld: [Int: Int] = [:]
    for (place, old) in oldOfOurs.enumerated() { if let old { oursOfOld[old] = place } }
    var theirsOfOld: [Int: Int] = [:]
    var added: [UInt64: [Int]] = [:]
    for (place, old) in oldOfTheirs.enumerated().reversed() {
      if let old {
        theirsOfOld[old] = place
      } else {
        added[key(ofTheirs: place), default: []].append(place)
      }
    }
    let theirsOfOwn = own.indices.map { place in
      oldOfOurs[place].map { theirsOfOld[$0] } ?? added[key(ofOurs: place)]?.popLast()
    }
    var ownOfTheirs = [Int?](repeating: nil, count: others.count)
    for (place, other) in theirsOfOwn.enumerated() {
      if let other { ownOfTheirs[other] = place }
    }
    var plan = MergePlan(own) { oldOfOurs[$0] == nil && theirsOfOwn[$0] == nil }
    for (place, node) in own.enumerated() {
      let there = theirsOfOwn[place].map { others[$0] }
      guard let bo, let old = oldOfOurs[place].map({ bo.old[$0] }) else {
        plan.states[place] = there.map { kept(nil, node, $0) } ?? .kept(base: nil, theirs: nil)
        continue
      }
      guard let there else {
        let isChanged = toOurs.map { hasChanges(old, node, $0) || $0.hasRenamedKey(old, node) }
        if isChanged != true { placeMoved(ours: node, theirs: nil) }
        plan.states[place] =
          isChanged == true ? .conflict(.deletedByTheirs, base: old, theirs: nil) : .dropped
        continue
      }
      plan.states[place] =
        haveRenamedApart(old, node, there)
        ? .conflict(.renamed, base: old, theirs: there) : kept(old, node, there)
    }
    var anchor = -1
    for (place, node) in others.enumerated() {
      if let ownPlace = ownOfTheirs[place] {
        anchor = ownPlace
      } else if let bt, let toTheirs, let old = oldOfTheirs[place].map({ bt.old[$0] }) {
        if hasChanges(old, node, toTheirs) || toTheirs.hasRenamedKey(old, node) {
          plan.insert(.conflict(.deletedByOurs, base: old, ours: nil, theirs: node), after: anchor)
        }
      } else {
        plan.insert(.added(node), after: anchor)
      }
    }
    return plan
  }

  /// Pairs members that neither side has under their old key with equal values that a side has under
  /// a new key, which the other side does not have. Only containers are paired before, since one
  /// value may equal another by chance; but if both sides have dropped the old key, following the new
  /// one leads at worst to a needless conflict.
  private func pairRenamedValues(
    _ bo: ChildPairing, _ bt: ChildPairing, _ oldOfOurs: inout [Int?], _ oldOfTheirs: inout [Int?]
  ) {
    guard let base else { return }
    func isEmpty(_ node: NodeIndex) -> Bool {
      !base.document.kind(of: node).isContainer || base.children(of: node).isEmpty
    }
    let dropped = bo.old.indices.filter {
      bo.partner(ofOld: $0) == nil && bt.partner(ofOld: $0) == nil && isEmpty(bo.old[$0])
    }
    if dropped.isEmpty { return }
    func pair(
      _ olds: inout [Int?], _ side: ChildPairing, _ tree: ComparedDocument, _ other: Set<UInt64>
    ) {
      var added: [UInt64: [Int]] = [:]
      for place in olds.indices.reversed()
      where olds[place] == nil && !other.contains(tree.hashes[tree.key(of: side.new[place])]) {
        added[tree.hashes[side.new[place]], default: []].append(place)
      }
      for old in dropped {
        if let place = added[base.hashes[bo.old[old]]]?.popLast() { olds[place] = old }
      }
    }
    let ownKeys = Set(bo.new.map { ours.hashes[ours.key(of: $0)] })
    let otherKeys = Set(bt.new.map { theirs.hashes[theirs.key(of: $0)] })
    pair(&oldOfOurs, bo, ours, otherKeys)
    pair(&oldOfTheirs, bt, theirs, ownKeys)
  }

  private func haveRenamedApart(_ old: NodeIndex, _ own: NodeIndex, _ other: NodeIndex) -> Bool {
    toOurs?.hasRenamedKey(old, own) == true && toTheirs?.hasRenamedKey(old, other) == true
      && ours.hashes[ours.key(of: own)] != theirs.hashes[theirs.key(of: other)]
  }
}
