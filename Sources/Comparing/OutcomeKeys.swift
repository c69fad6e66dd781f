import PropertyLists

/// The keys that dictionaries have in the outcomes of a merge.
///
/// Each key is decided for itself, and may then be there twice, or the numbers of a list may have a gap:
/// such dictionaries cannot be merged.
struct OutcomeKeys {
  let plan: MergePlan

  private var versions: MergeVersions { plan.versions }

  /// Whether some outcome has keys in a dictionary of ours that neither side would write.
  ///
  /// - Complexity: O(*m* log *m*) in the number of members.
  func areWrong(in ours: NodeIndex) -> Bool {
    guard let theirs = versions.counterpart(of: ours, .ours),
      versions.kind(theirs, .theirs) == .dict
    else { return false }
    let own = versions.tree(.ours).children(of: ours)
    let others = versions.tree(.theirs).children(of: theirs)
    let most = counts(own.map { key($0, .ours) }).merging(
      counts(others.map { key($0, .theirs) }), uniquingKeysWith: max)
    let numbers = [numbers(in: ours, .ours), numbers(in: theirs, .theirs)]
    let counted = Set(numbers.joined())
    return Outcomes.each.contains { outcome in
      let kept = own.filter { plan.outcomes(of: $0, on: .ours).contains(outcome) }
      let inserted = others.filter {
        plan.isInserted($0) && plan.outcomes(of: $0, on: .theirs).contains(outcome)
      }
      let keys =
        kept.map { key(ofOurs: $0, outcome) }
        + inserted.map { node in
          versions.counterpart(of: node, .theirs).map { key(ofOurs: $0, outcome) }
            ?? key(node, .theirs)
        }
      if counts(keys).contains(where: { $1 > most[$0] ?? 0 }) { return true }
      let found = counted.intersection(keys)
      return !numbers.contains { found == Set($0.prefix(found.count)) }
    }
  }

  private func counts(_ keys: [UInt64?]) -> [UInt64?: Int] {
    keys.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// The keys of the items of a numbered list, in the order of the numbers.
  private func numbers(in dict: NodeIndex, _ side: Side) -> [UInt64?] {
    let document = versions.tree(side).document
    let keys: [(text: String, hash: UInt64?)] =
      versions.tree(side).numberedItems(of: dict).map { item in
        let text = document.key(before: item).flatMap(document.scalar).map(document.text)
        return (text ?? "", key(item, side))
      }
    return keys.sorted { ($0.text.utf8.count, $0.text) < ($1.text.utf8.count, $1.text) }.map(\.hash)
  }

  private func key(_ node: NodeIndex, _ side: Side) -> UInt64? {
    versions.tree(side).keyHash(of: node)
  }

  /// The key that a member of ours has in an outcome.
  private func key(ofOurs ours: NodeIndex, _ outcome: Outcomes) -> UInt64? {
    guard plan.keysOfTheirs(ours).contains(outcome),
      let theirs = versions.counterpart(of: ours, .ours)
    else { return key(ours, .ours) }
    return key(theirs, .theirs)
  }
}
