import Platform
import PropertyLists

/// Which elements of an array, or items of a numbered dictionary, the sides of a merge have moved among
/// the others in it.
struct ElementOrder {
  typealias Element = (ours: NodeIndex, theirs: NodeIndex)

  /// Those that only theirs has moved.
  private(set) var movedByTheirs: [Element] = []
  /// Those that both have moved, to places between which there is something that both have.
  private(set) var movedApart: [Element] = []

  /// - Parameters:
  ///   - ours: A container of ours.
  ///   - theirs: The same one of theirs.
  /// - Complexity: O(*n* log *n*) in the number of elements.
  init(_ versions: MergeVersions, _ ours: NodeIndex, _ theirs: NodeIndex) {
    var (own, others, both):
      ([SequencePairing.Anchor], [SequencePairing.Anchor], [SequencePairing.Anchor]) = ([], [], [])
    let container = versions.base(of: ours, .ours)
    for child in versions.tree(.theirs).children(of: theirs) {
      guard let same = versions.counterpart(of: child, .theirs),
        versions.parent(same, .ours) == ours
      else { continue }
      both.append((old: child.rawValue, new: same.rawValue))
      if let old = versions.base(of: child, .theirs), versions.base?.parent(of: old) == container {
        own.append((old: old.rawValue, new: same.rawValue))
        others.append((old: old.rawValue, new: child.rawValue))
      }
    }
    let movedThere = TreePairing.outOfOrder(others)
    if movedThere.isEmpty { return }
    let movedHere = TreePairing.outOfOrder(own)
    // Seen from both sides, so that it does not matter which is which.
    let disagreeing = TreePairing.outOfOrder(both).intersection(
      TreePairing.outOfOrder(both.map { (old: $0.new, new: $0.old) }).compactMap {
        versions.counterpart(of: $0, .theirs)
      })
    for child in movedThere.sorted() {
      guard let same = versions.counterpart(of: child, .theirs) else { continue }
      if !movedHere.contains(same) {
        movedByTheirs.append((same, child))
      } else if disagreeing.contains(same) {
        movedApart.append((same, child))
      }
    }
  }
}
