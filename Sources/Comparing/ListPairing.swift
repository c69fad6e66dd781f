import Platform
import PropertyLists

/// Pairs the elements of two lists.
///
/// Elements are recognized by their hashes and, if they are dictionaries, by identifiers and
/// labels. Elements with different identifiers are never paired.
struct ListPairing {
  /// For each position in the old list, that in the new list; -1 for none.
  private(set) var partner: [Int]
  /// The old positions of elements that were moved in the list.
  private(set) var moved: Set<Int> = []
  /// The old positions of elements that are paired only because of their places in a gap.
  private(set) var replaced: Set<Int> = []
  /// The old positions of elements that are paired only because of likeness.
  private(set) var alike: Set<Int> = []
  private let old: [UInt64]
  private let new: [UInt64]
  private var isTaken: [Bool]
  /// The pairs that are in the same order, ascending.
  private var staying: [ElementAlignment.Pair] = []
  private var identifiers: [Int: UInt64] = [:]
  private var newIdentifiers: [Int: UInt64] = [:]
  /// The elements between the equal ones at the start and at the end.
  private var middle = 0..<0
  private var newMiddle = 0..<0

  typealias Identity = (identifier: UInt64?, label: UInt64?)
  typealias Content = (kind: NodeKind, features: Features)
  typealias Rest = (hash: UInt64, members: [UInt64])

  init(_ old: [UInt64], _ new: [UInt64]) {
    (self.old, self.new) = (old, new)
    partner = [Int](repeating: -1, count: old.count)
    isTaken = [Bool](repeating: false, count: new.count)
  }

  /// - Parameters:
  ///   - rest: Returns the members of a dictionary without its label.
  ///   - features: Returns the kind and the features of an element for measuring likeness.
  ///   - isAnyOrder: Whether equal elements are paired at any positions.
  mutating func pair(
    identity: (Int) -> Identity, newIdentity: (Int) -> Identity, rest: (Int) -> Rest,
    newRest: (Int) -> Rest, features: (Int) -> Content?,
    newFeatures: (Int) -> Content?, isAnyOrder: Bool = false
  ) {
    findMiddle()
    if !middle.isEmpty, !newMiddle.isEmpty {
      // This is faster than looking for identifiers.
      if isAnyOrder { pairUnique() }
      pairIdentities(identity, newIdentity, rest, newRest)
    }
    pairEqual()
    pairEqualElsewhere(isAnyOrder: isAnyOrder)
    pairAlike(features, newFeatures)
    pairReplaced()
  }

  // MARK: Identity

  private mutating func findMiddle() {
    let (head, tail) = ElementAlignment.commonEnds(old, new)
    (middle, newMiddle) = (head..<old.count - tail, head..<new.count - tail)
  }

  private mutating func pairIdentities(
    _ identity: (Int) -> Identity, _ newIdentity: (Int) -> Identity, _ rest: (Int) -> Rest,
    _ newRest: (Int) -> Rest
  ) {
    var labels: ([(UInt64, Int)], [(UInt64, Int)]) = ([], [])
    for place in middle where partner[place] < 0 {
      let found = identity(place)
      if let identifier = found.identifier { identifiers[place] = identifier }
      if let label = found.label { labels.0.append((label, place)) }
    }
    for place in newMiddle where !isTaken[place] {
      let found = newIdentity(place)
      if let identifier = found.identifier { newIdentifiers[place] = identifier }
      if let label = found.label { labels.1.append((label, place)) }
    }
    var pairs = uniquePairs(identifiers.map { ($1, $0) }, newIdentifiers.map { ($1, $0) })
    for (place, other) in pairs { take(place, other) }
    let named = uniquePairs(labels.0, labels.1).filter { place, other in
      partner[place] < 0 && !isTaken[other] && !haveOtherIdentifiers(place, other)
    }
    for (place, other) in named { take(place, other) }
    for (place, other) in renamed(named, rest, newRest) {
      partner[place] = -1
      isTaken[other] = false
    }
    pairs = middle.compactMap { partner[$0] >= 0 ? ($0, partner[$0]) : nil }
    staying = SequencePairing.longestAscending(pairs)
    let stay = Set(staying.map(\.old))
    moved = Set(pairs.map(\.old).filter { !stay.contains($0) })
  }

  /// Pairs elements that are equal and unique.
  private mutating func pairUnique() {
    let others = ElementAlignment.uniquePlaces(new[newMiddle])
    for (hash, place) in ElementAlignment.uniquePlaces(old[middle]) where place >= 0 {
      if let other = others[hash], other >= 0 { take(place, other) }
    }
  }

  /// Pairs of positions of values that occur once in both lists, ascending.
  private func uniquePairs(
    _ olds: [(UInt64, Int)], _ news: [(UInt64, Int)]
  ) -> [ElementAlignment.Pair] {
    func unique(_ all: [(UInt64, Int)]) -> [UInt64: Int] {
      Dictionary(all, uniquingKeysWith: { _, _ in -1 })
    }
    let others = unique(news)
    return unique(olds).compactMap { value, place -> ElementAlignment.Pair? in
      guard place >= 0, let other = others[value], other >= 0 else { return nil }
      return (place, other)
    }.sorted { $0.old < $1.old }
  }

  /// Wrong pairs among those with the same label: they have nothing else in common, and an element
  /// without a partner has everything but the label.
  private func renamed(
    _ named: [ElementAlignment.Pair], _ rest: (Int) -> Rest, _ newRest: (Int) -> Rest
  ) -> [ElementAlignment.Pair] {
    let suspects = named.filter { old[$0.old] != new[$0.new] }.filter {
      let (own, other) = (rest($0.old).members, newRest($0.new).members)
      return !own.isEmpty && Set(own).isDisjoint(with: other)
    }
    if suspects.isEmpty { return [] }
    let others = Set(newMiddle.filter { !isTaken[$0] }.map { newRest($0).hash })
    let own = Set(middle.filter { partner[$0] < 0 }.map { rest($0).hash })
    return suspects.filter {
      others.contains(rest($0.old).hash) || own.contains(newRest($0.new).hash)
    }
  }

  private func haveOtherIdentifiers(_ place: Int, _ other: Int) -> Bool {
    guard let identifier = identifiers[place], let otherIdentifier = newIdentifiers[other]
    else { return false }
    return identifier != otherIdentifier
  }

  private mutating func take(_ place: Int, _ other: Int) {
    (partner[place], isTaken[other]) = (other, true)
  }

  private mutating func stay(_ pairs: [ElementAlignment.Pair]) {
    if pairs.isEmpty { return }
    for pair in pairs { take(pair.old, pair.new) }
    if let last = staying.last, last.old > pairs[0].old {
      staying = (staying + pairs).sorted { $0.old < $1.old }
    } else {
      staying += pairs
    }
  }

  // MARK: Order

  /// The elements without partners between neighbouring pairs in the same order.
  private var gaps: [(olds: [Int], news: [Int])] {
    var result: [(olds: [Int], news: [Int])] = []
    var last: ElementAlignment.Pair = (-1, -1)
    for next in staying + [(old.count, new.count)] {
      if next.old > last.old + 1, next.new > last.new + 1 {
        let olds = (last.old + 1..<next.old).filter { partner[$0] < 0 }
        let news = (last.new + 1..<next.new).filter { !isTaken[$0] }
        if !olds.isEmpty, !news.isEmpty { result.append((olds, news)) }
      }
      last = next
    }
    return result
  }

  private mutating func pairInGaps(
    _ find: (_ olds: [Int], _ news: [Int]) -> [ElementAlignment.Pair]
  ) {
    var found: [ElementAlignment.Pair] = []
    for (olds, news) in gaps {
      found += find(olds, news).map { (olds[$0.old], news[$0.new]) }
    }
    stay(found)
  }

  private mutating func pairEqual() {
    let (old, new) = (old, new)
    pairInGaps { olds, news in
      ElementAlignment.equal(olds.map { old[$0] }, news.map { new[$0] })
    }
  }

  /// Pairs equal elements at other positions of the list, which were moved, if they occur once in
  /// each list.
  ///
  /// - Parameter isAnyOrder: Whether elements that occur more often are paired, too.
  private mutating func pairEqualElsewhere(isAnyOrder: Bool) {
    let olds = partner.indices.filter { partner[$0] < 0 }
    let news = isTaken.indices.filter { !isTaken[$0] }
    if olds.isEmpty || news.isEmpty { return }
    var places = Dictionary(grouping: news.reversed()) { new[$0] }
    if !isAnyOrder {
      var counts: [UInt64: (old: Int, new: Int)] = places.mapValues { _ in (0, 0) }
      for hash in old { counts[hash]?.old += 1 }
      for hash in new { counts[hash]?.new += 1 }
      places = places.filter { counts[$0.key].map { $0 == (1, 1) } ?? false }
    }
    for place in olds {
      guard let other = places[old[place]]?.popLast() else { continue }
      take(place, other)
      moved.insert(place)
    }
  }

  private mutating func pairAlike(
    _ features: (Int) -> Content?, _ newFeatures: (Int) -> Content?
  ) {
    let current = self
    pairInGaps { olds, news in
      let own = olds.map(features)
      if !own.contains(where: { $0 != nil }) { return [] }
      let others = news.map(newFeatures)
      return ElementAlignment.alike(olds.count, news.count) { place, other in
        guard let first = own[place], let second = others[other], first.kind == second.kind,
          !current.haveOtherIdentifiers(olds[place], news[other])
        else { return 0 }
        let share =
          first.features.isEmpty && second.features.isEmpty
          ? 1 : first.features.shareInCommon(with: second.features)
        return share >= 0.5 ? share : 0
      }
    }
    alike = Set(middle.filter { current.partner[$0] < 0 && partner[$0] >= 0 })
  }

  /// Pairs the elements in gaps that have the same number of elements in both lists: they were
  /// probably changed in place.
  private mutating func pairReplaced() {
    let current = self
    pairInGaps { olds, news in
      guard olds.count == news.count else { return [] }
      return olds.indices.filter { !current.haveOtherIdentifiers(olds[$0], news[$0]) }.map {
        ($0, $0)
      }
    }
    replaced = Set(middle.filter { current.partner[$0] < 0 && partner[$0] >= 0 })
  }
}
