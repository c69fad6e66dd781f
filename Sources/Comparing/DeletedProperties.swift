import PropertyLists

/// What one side of a merge has deleted of vCards while the other has changed it.
///
/// A property is a value, what precedes it in the file, and perhaps a label: members of two dictionaries,
/// none of which has a meaning without the others.
struct DeletedProperties {
  /// By side, what it has of them, which the other side has not.
  private(set) var kept: [Set<NodeIndex>] = [[], []]

  /// - Complexity: O(*n*) in the number of members of cards that have changed.
  init(_ versions: MergeVersions) {
    guard let base = versions.base?.document, base.source.format == .vcard else { return }
    for card in versions.touched where base.kind(of: card) == .dict {
      guard let heads = base.value(of: VCardMapping.headsKey, in: card), base.holdsHeads(heads)
      else { continue }
      for side in Side.allCases {
        guard let node = versions.node(ofBase: card, side), versions.kind(node, side) == .dict,
          versions.node(ofBase: card, side.other) != nil
        else { continue }
        keepChanged(in: node, side, versions)
      }
    }
  }

  private mutating func keepChanged(in card: NodeIndex, _ side: Side, _ versions: MergeVersions) {
    let document = versions.tree(side).document
    let heads = document.value(of: VCardMapping.headsKey, in: card)
    for (key, value) in document.members(of: card) {
      guard let old = versions.base(of: value, side), versions.node(ofBase: old, side.other) == nil
      else { continue }
      let key = document.text(of: key)
      let all = [key, key + "Label"].flatMap { key in
        [card, heads].compactMap { $0.flatMap { document.value(of: key, in: $0) } }
      }
      if all.allSatisfy({ versions.isUnchanged($0, side) }) { continue }
      kept[side.rawValue].formUnion(all.filter { versions.counterpart(of: $0, side) == nil })
    }
  }
}
