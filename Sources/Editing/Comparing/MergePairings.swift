import PropertyLists

/// The values of the base that are also in ours, and those that are also in theirs.
struct MergePairings {
  /// `nil` without a base.
  let toOurs: TreePairing?
  let toTheirs: TreePairing?

  init(toOurs: TreePairing?, toTheirs: TreePairing?) {
    (self.toOurs, self.toTheirs) = (toOurs, toTheirs)
  }

  /// - Parameter apart: Elements of the base that are not taken for others in other arrays.
  init(
    _ base: ComparedDocument?, _ ours: ComparedDocument, _ theirs: ComparedDocument,
    _ options: ComparisonOptions, apart: Set<NodeIndex>
  ) {
    guard let base else {
      (toOurs, toTheirs) = (nil, nil)
      return
    }
    func pairing(_ other: ComparedDocument, _ more: Set<NodeIndex> = []) -> TreePairing {
      TreePairing(base, other, options, apart: apart.union(more))
    }
    let (own, other) = (pairing(ours), pairing(theirs))
    let mixed = (
      MergePairings.mixed(own, with: other), MergePairings.mixed(other, with: own)
    )
    toOurs = mixed.0.isEmpty ? own : pairing(ours, mixed.0)
    toTheirs = mixed.1.isEmpty ? other : pairing(theirs, mixed.1)
  }

  /// The elements that are only like those in other arrays for which one side has them, while the other
  /// side has changed them in their place: they may be others, which must not get these changes.
  private static func mixed(_ pairing: TreePairing, with other: TreePairing) -> Set<NodeIndex> {
    if pairing.onlyAlike.isEmpty { return [] }
    var counterparts = Counterparts(other)
    return Set(
      pairing.onlyAlike.filter { old in
        guard other.newOfOldAcross[old] == nil, let there = counterparts.find(old) else {
          return false
        }
        return other.new.hashes[there] != other.old.hashes[old]
      })
  }

  /// The elements of the base that one side has moved to other arrays and in which, in one of the
  /// versions, are some scalars.
  func moved(holding scalars: Set<UInt64>, _ base: ComparedDocument?) -> Set<NodeIndex> {
    guard let base else { return [] }
    var result: Set<NodeIndex> = []
    for (pairing, opposite) in [(toOurs, toTheirs), (toTheirs, toOurs)] {
      guard let pairing, let opposite else { continue }
      var counterparts = Counterparts(opposite)
      for (old, new) in pairing.newOfOldAcross {
        let there = counterparts.find(old)
        if base.holds(scalars, in: old) || pairing.new.holds(scalars, in: new)
          || there.map({ opposite.new.holds(scalars, in: $0) }) == true
        {
          result.insert(old)
        }
      }
    }
    return result
  }
}

extension ComparedDocument {
  /// Whether a value is or holds one of some scalars or keys.
  fileprivate func holds(_ scalars: Set<UInt64>, in value: NodeIndex) -> Bool {
    var result = false
    forEachScalar(in: value) { result = result || scalars.contains($0) }
    return result
  }
}
