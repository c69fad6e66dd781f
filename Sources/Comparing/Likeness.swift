import Platform

/// The contents of a container as ascending hashes, by which its likeness to another one is
/// measured.
struct Features {
  /// - Parameters:
  ///   - children: Hashes in any order, as are the elements.
  init(children: [UInt64], elements: [UInt64]?) {
    (self.children, self.elements) = (children.sorted(), elements?.sorted())
  }

  /// The members of a dictionary, or the elements of an array. Each counts once, regardless of its
  /// size.
  let children: [UInt64]
  /// The members of a dictionary, with lists of dictionaries replaced by their elements; `nil` if
  /// it has no such list.
  let elements: [UInt64]?

  var isEmpty: Bool { children.isEmpty }

  /// The share of the features that is in common, from 0 to 1.
  ///
  /// - Complexity: O(*m*) in the number of features.
  func shareInCommon(with other: Features) -> Double {
    let share = Features.share(children, other.children)
    if elements == nil, other.elements == nil { return share }
    return max(share, Features.share(elements ?? children, other.elements ?? other.children))
  }

  /// Whether at least half of these children are in the other features.
  func areHalfKept(in other: Features) -> Bool {
    let common = Likeness.common(children, other.children)
    return common > 0 && common * 2 >= children.count
  }

  private static func share(_ first: [UInt64], _ second: [UInt64]) -> Double {
    let count = max(first.count, second.count)
    return count == 0 ? 0 : Double(Likeness.common(first, second)) / Double(count)
  }

  /// All features, without duplicates.
  fileprivate var distinct: Set<UInt64> { Set(children).union(elements ?? []) }
}

/// Pairs containers that have most in common.
enum Likeness {
  /// The number of features that two ascending lists have in common.
  ///
  /// - Complexity: O(*m*) in the number of features.
  static func common(_ first: [UInt64], _ second: [UInt64]) -> Int {
    var (place, other, count) = (0, 0, 0)
    while place < first.count, other < second.count {
      let (feature, otherFeature) = (first[place], second[other])
      if feature == otherFeature { count += 1 }
      if feature <= otherFeature { place += 1 }
      if feature >= otherFeature { other += 1 }
    }
    return count
  }

  /// A feature that more than this number of containers have is ignored.
  private static let commonest = 8
  /// The number of new containers that are considered for an old one at a time.
  private static let candidates = 4

  private typealias Candidate = (old: Int, new: Int, share: Double)

  /// Pairs old containers with new ones of which most is the same. The most alike are paired first;
  /// ties are broken by the distance of their positions. No container is paired twice.
  ///
  /// - Parameter isHalfEnough: Whether it suffices that half of the old container is in the new
  ///   one.
  /// - Returns: The pairs, ascending by the old container.
  /// - Complexity: O(*n* log *n*) in the number of all features, even if many containers share a
  ///   feature.
  static func pairs(
    _ old: [Features], _ new: [Features], isHalfEnough: Bool
  ) -> [(old: Int, new: Int)] {
    if old.isEmpty || new.isEmpty { return [] }
    let holders = Holders(of: new)
    var isTaken = [Bool](repeating: false, count: new.count)
    var result: [(old: Int, new: Int)] = []
    var rest = Array(old.indices)
    while !rest.isEmpty {
      var all: [Candidate] = []
      for index in rest {
        let features = old[index]
        let found = nearest(to: index, features, holders) { !isTaken[$0] }
        for candidate in found {
          let share = features.shareInCommon(with: new[candidate])
          if share > 0.5 || isHalfEnough && features.areHalfKept(in: new[candidate]) {
            all.append((index, candidate, share))
          }
        }
      }
      // Hashes differ from process to process, so they must not break ties: positions do.
      all.sort { first, second in
        if first.share != second.share { return first.share > second.share }
        let (near, far) = (abs(first.old - first.new), abs(second.old - second.new))
        return near != far ? near < far : (first.old, first.new) < (second.old, second.new)
      }
      var isPaired: Set<Int> = []
      for candidate in all where !isTaken[candidate.new] && !isPaired.contains(candidate.old) {
        isTaken[candidate.new] = true
        isPaired.insert(candidate.old)
        result.append((candidate.old, candidate.new))
      }
      // Old containers whose candidates were taken by others get another chance.
      let open = Set(all.map(\.old)).subtracting(isPaired)
      rest = open.sorted()
    }
    return result.sorted { $0.old < $1.old }
  }

  /// Finds the containers that have a feature. A sorted array takes a fraction of a dictionary's
  /// memory.
  private struct Holders {
    private var all: [(feature: UInt64, container: UInt32)] = []

    init(of containers: [Features]) {
      for (index, features) in containers.enumerated() {
        for feature in features.distinct { all.append((feature, UInt32(index))) }
      }
      all.sort { $0.feature < $1.feature }
    }

    /// The containers that have a feature, in any order; empty if there are many.
    func few(_ feature: UInt64) -> some Sequence<Int> {
      let start = all.partitionPoint { $0.feature >= feature }
      let found = all[start...].prefix(commonest + 1).prefix { $0.feature == feature }
      return (found.count > commonest ? [] : found).lazy.map { Int($0.container) }
    }
  }

  /// The new containers that share the most features with an old one.
  private static func nearest(
    to index: Int, _ features: Features, _ holders: Holders, where isFree: (Int) -> Bool
  ) -> ArraySlice<Int> {
    var counts: [Int: Int] = [:]
    for feature in features.distinct {
      for holder in holders.few(feature) where isFree(holder) { counts[holder, default: 0] += 1 }
    }
    let sorted = counts.sorted { first, second in
      if first.value != second.value { return first.value > second.value }
      let (near, far) = (abs(first.key - index), abs(second.key - index))
      return near != far ? near < far : first.key < second.key
    }
    return sorted.prefix(candidates).map(\.key)[...]
  }
}
