/// The parts of a text that stay in place when its parts are reordered.
enum StayingRanges {
  /// Finds the increasing subsequence of the greatest total length.
  ///
  /// - Parameter ranges: The ranges, none of them empty. Of those that overlap, only the one that
  ///   begins first may stay.
  /// - Returns: For each range whether it stays.
  /// - Complexity: O(*k* log *k*) for *k* ranges.
  static func find(in ranges: [Range<Int>]) -> [Bool] {
    var chains = HeaviestChains(rankCount: ranges.count)
    var previous = [Int?](repeating: nil, count: ranges.count)
    for (index, rank) in ranks(of: ranges).enumerated() {
      guard let rank else { continue }
      let chain = chains.heaviest(below: rank)
      previous[index] = chain.last
      let weight = chain.weight + ranges[index].count
      chains.record(HeaviestChains.Chain(weight: weight, last: index), at: rank)
    }
    var stays = [Bool](repeating: false, count: ranges.count)
    var next = chains.heaviest(below: ranges.count).last
    while let index = next {
      stays[index] = true
      next = previous[index]
    }
    return stays
  }

  /// The rank of each range by its beginning, among those that do not overlap.
  private static func ranks(of ranges: [Range<Int>]) -> [Int?] {
    var ranks = [Int?](repeating: nil, count: ranges.count)
    let sorted = ranges.indices.sorted {
      (ranges[$0].lowerBound, -ranges[$0].count) < (ranges[$1].lowerBound, -ranges[$1].count)
    }
    var (rank, end) = (0, 0)
    for index in sorted where ranges[index].lowerBound >= end {
      ranks[index] = rank
      rank += 1
      end = ranges[index].upperBound
    }
    return ranks
  }
}

/// The heaviest chains that end below each rank: a binary indexed tree of maxima (Fenwick, 1994).
private struct HeaviestChains {
  struct Chain {
    var weight = 0
    var last: Int?
  }

  private var tree: [Chain]

  init(rankCount: Int) { tree = Array(repeating: Chain(), count: rankCount + 1) }

  func heaviest(below rank: Int) -> Chain {
    var heaviest = Chain()
    var node = rank
    while node > 0 {
      if tree[node].weight > heaviest.weight { heaviest = tree[node] }
      node &= node - 1
    }
    return heaviest
  }

  package mutating func record(_ chain: Chain, at rank: Int) {
    var node = rank + 1
    while node < tree.count {
      if chain.weight > tree[node].weight { tree[node] = chain }
      node += node & -node
    }
  }
}
