import Platform
import PropertyLists

/// The order of a merged list: its elements from the base and from both sides, step by step.
struct ElementMerge {
  /// An element that a side has added (then `old` is `nil`) or moved, with its value in the base.
  typealias Arrival = (node: NodeIndex, old: NodeIndex?, hash: UInt64)

  /// The next entry of the merged list.
  enum ElementStep {
    /// An element that both sides have left in its place, by its position in the base.
    case both(Int)
    /// An element, by its position in the base, that only this side still has.
    case only(Int, Side)
    /// An element, by its position in the base, that this side has left in its place and the other
    /// side has moved.
    case left(Int, Side)
    indirect case put(Arrival, Side)
    /// Gaps in which the changes of both sides are in conflict.
    indirect case region(ClosedRange<Int>)
  }

  let olds: [NodeIndex]
  private(set) var steps: [ElementStep] = []
  /// Whether both sides have moved elements in such a way that no order agrees with both.
  private(set) var isOutOfOrder = false
  /// The arrivals by side and gap. A gap is known by the position in the base of the element before
  /// it, -1 at the start.
  private var arrivals: [[Int: [Arrival]]] = [[:], [:]]
  /// By side, the gaps into which elements of the base were moved.
  private var gaps: [[NodeIndex: Int]] = [[:], [:]]
  /// By side, whether each element of the base is still in its place.
  private var stays: [[Bool]]
  /// By side, the number of deleted elements by hash.
  private var deleted: [[UInt64: Int]] = [[:], [:]]
  /// Elements that both sides have added with the same identifier or label: those of theirs by
  /// those of ours.
  private(set) var addedByBoth: [NodeIndex: NodeIndex] = [:]
  /// By side, the hashes of added elements.
  private var added: [Set<UInt64>] = [[], []]

  /// The side whose arrivals come first in a gap.
  private let first: Side
  /// The side whose order the list gets; `nil` for an order that agrees with both sides.
  let ordered: Side?

  /// - Parameters:
  ///   - first: The side whose arrivals come first in a gap.
  ///   - ordered: The side whose order the list gets; `nil` for an order that agrees with both.
  /// - Complexity: O(*n* log *n*) in the number of elements.
  init(
    _ rule: MergeRule, _ old: NodeIndex, _ ours: NodeIndex, _ theirs: NodeIndex,
    first: Side = .ours, ordered: Side? = nil
  ) {
    (self.first, self.ordered) = (first, ordered)
    olds = rule.base.children(of: old)
    stays = Side.allCases.map { _ in [] }
    for (side, list) in zip(Side.allCases, [ours, theirs]) { read(rule, list, side) }
    findAddedByBoth(rule)
    let regions = regions(rule)
    var next = 0
    var gap = -1
    while gap < olds.count {
      if gap >= 0 { addElement(gap, rule) }
      if next < regions.count, regions[next].lowerBound == gap {
        addRegion(regions[next])
        gap = regions[next].upperBound
        next += 1
      } else {
        addArrivals(gap)
      }
      gap += 1
    }
    isOutOfOrder = !gaps[0].isEmpty && !gaps[1].isEmpty && !keepsOrders(rule)
  }

  private mutating func read(_ rule: MergeRule, _ list: NodeIndex, _ side: Side) {
    let index = side.rawValue
    stays[index] = [Bool](repeating: false, count: olds.count)
    var last = -1
    for node in rule.tree(side).children(of: list) {
      let old = rule.base(node, side)
      if let old, let place = olds.place(of: old), !isMoved(old, side, rule) {
        (last, stays[index][place]) = (place, true)
        continue
      }
      let hash = rule.hash(node, side)
      arrivals[index][last, default: []].append((node, old, hash))
      if let old { gaps[index][old] = last } else { added[index].insert(hash) }
    }
    for old in olds where rule.node(old, side) == nil {
      deleted[index][rule.base.hashes[old], default: 0] += 1
    }
  }

  /// Finds elements that both sides have added with the same identifier or label. They get the
  /// place that they have in ours.
  private mutating func findAddedByBoth(_ rule: MergeRule) {
    if arrivals.contains(where: \.isEmpty) { return }
    let known = Side.allCases.map { side -> [UInt64: NodeIndex] in
      let nodes = arrivals[side.rawValue].values.joined().filter { $0.old == nil }.map(\.node)
      let identities = nodes.compactMap { node in
        rule.identity(of: node, side).map { ($0, NodeIndex?.some(node)) }
      }
      return Dictionary(identities, uniquingKeysWith: { _, _ in nil }).compactMapValues { $0 }
    }
    for (identity, node) in known[0] { addedByBoth[node] = known[1][identity] }
    if addedByBoth.isEmpty { return }
    let others = Set(addedByBoth.values)
    arrivals[1] = arrivals[1].mapValues { $0.filter { !others.contains($0.node) } }
      .filter { !$0.value.isEmpty }
  }

  /// Whether a side has moved an element of the base. If the list gets the other side's order, only
  /// moves to another container count.
  private func isMoved(_ old: NodeIndex, _ side: Side, _ rule: MergeRule) -> Bool {
    rule.isMoved(old, side) && (ordered != side.other || rule.isElsewhere(old, side))
  }

  private func arrivals(_ side: Side, _ gap: Int) -> [Arrival] {
    arrivals[side.rawValue].isEmpty ? [] : arrivals[side.rawValue][gap] ?? []
  }

  /// Whether both sides have moved a value to the same place.
  func hasSamePlace(_ old: NodeIndex) -> Bool {
    gaps[0][old] != nil && gaps[0][old] == gaps[1][old]
  }

  /// Whether an element that a side has added may be one that the other side has deleted: this side
  /// has deleted an equal element, too, and so may only have moved it.
  func mayHaveBeenDeleted(_ hash: UInt64, _ side: Side) -> Bool {
    let (own, other) = (deleted[side.rawValue][hash] ?? 0, deleted[side.other.rawValue][hash] ?? 0)
    return own > 0 && own <= other && !added[side.other.rawValue].contains(hash)
  }

  // MARK: Steps

  private mutating func addElement(_ place: Int, _ rule: MergeRule) {
    let old = olds[place]
    let has = Side.allCases.map { rule.node(old, $0) != nil }
    let moved = Side.allCases.map { isMoved(old, $0, rule) }
    if has == [true, true] {
      if moved == [false, false] {
        steps.append(.both(place))
      } else if moved != [true, true] {
        // The element is left in the place of the side that has not moved it.
        steps.append(.left(place, moved[0] ? .theirs : .ours))
      }
    } else if has != [false, false] {
      let side: Side = has[0] ? .ours : .theirs
      if !moved[side.rawValue] { steps.append(.only(place, side)) }
    }
  }

  private mutating func addArrivals(_ gap: Int) {
    let (own, other) = (arrivals(first, gap), arrivals(first.other, gap))
    if own.isEmpty || other.isEmpty {
      for arrival in own { steps.append(.put(arrival, first)) }
      for arrival in other { steps.append(.put(arrival, first.other)) }
      return
    }
    // Elements that both sides have moved here divide the added elements into parts.
    var (start, otherStart) = (0, 0)
    for pair in movedByBoth(own, other) + [(own.count, other.count)] {
      let (ours, theirs) = (own[start..<pair.0], other[otherStart..<pair.1])
      for arrival in ours { steps.append(.put(arrival, first)) }
      if !areSame(ours, theirs) {
        for arrival in theirs { steps.append(.put(arrival, first.other)) }
      }
      if pair.0 < own.count { steps.append(.put(own[pair.0], first)) }
      (start, otherStart) = (pair.0 + 1, pair.1 + 1)
    }
  }

  /// The elements that both sides have moved into a gap: a longest sequence in the same order, by
  /// position.
  private func movedByBoth(_ own: [Arrival], _ other: [Arrival]) -> [(Int, Int)] {
    if !own.contains(where: { $0.old != nil }) { return [] }
    let places = Dictionary(
      other.enumerated().compactMap { place, arrival in arrival.old.map { ($0, place) } },
      uniquingKeysWith: { first, _ in first })
    let both = own.enumerated().compactMap { place, arrival -> SequencePairing.Anchor? in
      arrival.old.flatMap { places[$0] }.map { (place, $0) }
    }
    return SequencePairing.longestAscending(both).map { ($0.old, $0.new) }
  }

  /// Whether two arrivals are equal elements that both sides have added; not if only one side may
  /// have moved an element by deleting and adding it.
  private func isSame(_ own: Arrival, _ other: Arrival) -> Bool {
    own.old == nil && other.old == nil && own.hash == other.hash
      && (deleted[0][own.hash] != nil) == (deleted[1][own.hash] != nil)
  }

  private func areSame(_ own: ArraySlice<Arrival>, _ other: ArraySlice<Arrival>) -> Bool {
    own.count == other.count && zip(own, other).allSatisfy(isSame)
  }

  /// Appends the elements that were moved into a region, then the region.
  private mutating func addRegion(_ gaps: ClosedRange<Int>) {
    for gap in gaps {
      for side in Side.allCases {
        for arrival in arrivals(side, gap) where arrival.old != nil {
          steps.append(.put(arrival, side))
        }
      }
    }
    steps.append(.region(gaps))
  }

  // MARK: Regions

  /// The gaps in which the changes of both sides cannot be combined.
  private func regions(_ rule: MergeRule) -> [ClosedRange<Int>] {
    var all = Side.allCases.flatMap { rewritten(rule, $0) }
    for gap in arrivals[0].keys where !arrivals(.theirs, gap).isEmpty && haveSamePart(gap) {
      all.append(gap...gap)
    }
    var result: [ClosedRange<Int>] = []
    for region in all.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, last.upperBound >= region.lowerBound {
        result[result.count - 1] =
          last.lowerBound...max(last.upperBound, region.upperBound)
      } else {
        result.append(region)
      }
    }
    return result
  }

  /// The gaps in which a side has deleted and added elements without identifiers, and the other
  /// side has made different changes.
  private func rewritten(_ rule: MergeRule, _ side: Side) -> [ClosedRange<Int>] {
    var result: [ClosedRange<Int>] = []
    for gap in arrivals[side.rawValue].keys {
      var end = gap + 1
      while end < olds.count, !stays[side.rawValue][end] { end += 1 }
      let lost = olds[gap + 1..<end].filter {
        rule.node($0, side) == nil && rule.identifier(of: $0, in: rule.base) == nil
      }
      if lost.isEmpty { continue }
      let added = arrivals(side, gap).filter {
        $0.old == nil && rule.identifier(of: $0.node, in: rule.tree(side)) == nil
      }
      if added.isEmpty { continue }
      let other = (gap..<end).flatMap { gap in
        arrivals(side.other, gap).filter { $0.old == nil }.map(\.hash)
      }
      let isUntouched = lost.allSatisfy { old in
        rule.node(old, side.other).map {
          !rule.isMoved(old, side.other) && rule.base.hashes[old] == rule.hash($0, side.other)
        } ?? false
      }
      let isSame =
        lost.allSatisfy { rule.node($0, side.other) == nil } && other == added.map(\.hash)
      if !(isUntouched && other.isEmpty) && !isSame { result.append(gap...end - 1) }
    }
    return result
  }

  /// Whether some of the elements that the sides have added in a gap are the same, but not all.
  private func haveSamePart(_ gap: Int) -> Bool {
    let (own, other) = (arrivals(.ours, gap), arrivals(.theirs, gap))
    var (start, otherStart) = (0, 0)
    for pair in movedByBoth(own, other) + [(own.count, other.count)] {
      let (ours, theirs) = (own[start..<pair.0], other[otherStart..<pair.1])
      (start, otherStart) = (pair.0 + 1, pair.1 + 1)
      if areSame(ours, theirs) { continue }
      let hashes = Dictionary(
        ours.filter { $0.old == nil }.map { ($0.hash, $0) }, uniquingKeysWith: { first, _ in first }
      )
      if theirs.contains(where: { other in hashes[other.hash].map { isSame($0, other) } ?? false })
      {
        return true
      }
    }
    return false
  }

  /// The elements that a side has in a region, without moved elements.
  func values(in gaps: ClosedRange<Int>, _ side: Side, _ rule: MergeRule) -> [NodeIndex] {
    var result: [NodeIndex] = []
    for gap in gaps {
      result += arrivals(side, gap).filter { $0.old == nil }.map(\.node)
      guard gap < gaps.upperBound, stays[side.rawValue][gap + 1] else { continue }
      let old = olds[gap + 1]
      let isHere =
        !rule.isMoved(old, side.other)
        || rule.split.contains(old) && rule.isElsewhere(old, side.other)
      if isHere, let node = rule.node(old, side) { result.append(node) }
    }
    return result
  }

  // MARK: Order

  /// Whether each pair of elements is in the order of the side that has changed the pair's order.
  private func keepsOrders(_ rule: MergeRule) -> Bool {
    var orders: [[Int]] = [[], [], [], []]
    for step in steps {
      let place: Int?
      switch step {
      case .both(let both): place = both
      case .put(let arrival, let side):
        place = arrival.old.flatMap { old in
          let isMoved = rule.isMoved(old, side.other)
          return !isMoved || side == .ours && hasSamePlace(old) ? olds.place(of: old) : nil
        }
      case .only, .left, .region: place = nil
      }
      guard let place, Side.allCases.allSatisfy({ !rule.isElsewhere(olds[place], $0) }),
        let own = rule.node(olds[place], .ours), let other = rule.node(olds[place], .theirs)
      else { continue }
      for (index, rank) in [place, own.rawValue, other.rawValue, orders[3].count].enumerated() {
        orders[index].append(rank)
      }
    }
    /// The number of pairs that two orders have in opposite order.
    func inversions(_ first: Int, _ second: Int) -> Int {
      let sorted = zip(orders[first], orders[second]).sorted { $0.0 < $1.0 }
      return Inversions.count(sorted.map(\.1))
    }
    let (own, other) = (inversions(0, 1), inversions(0, 2))
    let both = (own + other - inversions(1, 2)) / 2
    let all = own + other - both
    return inversions(0, 3) == all && inversions(1, 3) == all - own
      && inversions(2, 3) == all - other
  }
}

private enum Inversions {
  /// The number of pairs of numbers that are in descending order.
  ///
  /// - Complexity: O(*n* log *n*).
  static func count(_ numbers: [Int]) -> Int {
    var (sorted, merged) = (numbers, numbers)
    var result = 0
    var width = 1
    while width < sorted.count {
      for start in stride(from: 0, to: sorted.count, by: 2 * width) {
        let (middle, end) = (
          min(start + width, sorted.count), min(start + 2 * width, sorted.count)
        )
        var (first, second) = (start, middle)
        for place in start..<end {
          if second == end || first < middle && sorted[first] <= sorted[second] {
            merged[place] = sorted[first]
            first += 1
          } else {
            merged[place] = sorted[second]
            second += 1
            result += middle - first
          }
        }
      }
      swap(&sorted, &merged)
      width *= 2
    }
    return result
  }
}
