import PropertyLists

extension MergeRule {
  /// Appends the merge of a list.
  mutating func mergeElements(
    _ old: NodeIndex, _ ours: NodeIndex, _ theirs: NodeIndex, into values: inout [MergedValue]
  ) {
    var list = ElementMerge(self, old, ours, theirs)
    // Elements that both sides have moved into a gap may be in either order.
    if list.isOutOfOrder { list = ElementMerge(self, old, ours, theirs, first: .theirs) }
    guard list.isOutOfOrder else { return mergeElements(list, old, ours, into: &values) }
    // Only the order is in conflict: each version has the changes of both sides to the elements.
    areSeparate = false
    conflict(.moved, (old, ours, theirs), into: &values) { rule, side, values in
      let list = ElementMerge(rule, old, ours, theirs, ordered: side)
      rule.mergeElements(list, old, ours, into: &values)
    }
  }

  private mutating func mergeElements(
    _ list: ElementMerge, _ old: NodeIndex, _ ours: NodeIndex, into values: inout [MergedValue]
  ) {
    var children: [MergedValue] = []
    children.reserveCapacity(list.steps.count)
    for step in list.steps {
      switch step {
      case .both(let place): merge(list.olds[place], into: &children)
      case .only(let place, let side):
        let child = list.olds[place]
        guard let node = node(child, side), isChanged(child, node, side) else { continue }
        conflict(
          side == .ours ? .deletedByTheirs : .deletedByOurs, nodes(child, node, side),
          versions(side, [node]), into: &children)
      case .left(let place, let side): leave(list.olds[place], side, into: &children)
      case .put(let arrival, let side): put(arrival, side, old, list, into: &children)
      case .region(let gaps):
        let nodes = Side.allCases.map { list.values(in: gaps, $0, self) }
        let lost = Array(list.olds[gaps.lowerBound + 1..<gaps.upperBound + 1])
        conflict(
          .changed, (lost.first, nodes[0].first, nodes[1].first), nodes, bases: lost,
          union: Side.allCases, into: &children)
      }
    }
    var result = value(ours, .ours)
    result.content = .container(.ours, children)
    values.append(result)
  }

  /// Appends the merge of a list with numbered keys, which are renumbered. The list is in conflict
  /// as a whole if any item is in conflict, since the numbers would depend on it.
  mutating func mergeNumbered(
    _ old: NodeIndex, _ ours: NodeIndex, _ theirs: NodeIndex, into values: inout [MergedValue]
  ) {
    let before = (conflicts, movedApart, placed, areSeparate)
    var merged: [MergedValue] = []
    mergeElements(old, ours, theirs, into: &merged)
    guard let keys = NumberedKeys(of: ours, tree(.ours)) ?? NumberedKeys(of: old, base),
      case .container(let side, var items) = merged[0].content,
      !items.contains(where: \.isInConflict)
    else {
      if deciding != nil {
        values += merged
        return
      }
      (conflicts, movedApart, placed, areSeparate) = before
      return conflict(.changed, (old, ours, theirs), [[ours], [theirs]], into: &values)
    }
    for place in items.indices { items[place].key = keys.key(place) }
    merged[0].content = .container(side, items)
    values += merged
  }

  private mutating func merge(_ child: NodeIndex, into children: inout [MergedValue]) {
    guard let own = node(child, .ours), let other = node(child, .theirs) else { return }
    merge(child, own, other, into: &children)
  }

  private mutating func put(
    _ arrival: ElementMerge.Arrival, _ side: Side, _ list: NodeIndex, _ merge: ElementMerge,
    into children: inout [MergedValue]
  ) {
    guard let old = arrival.old else {
      if side == .ours, let other = merge.addedByBoth[arrival.node] {
        return uniteAdded(arrival.node, other, into: &children)
      }
      if merge.mayHaveBeenDeleted(hash(arrival.node, side), side) {
        conflict(
          side == .ours ? .deletedByTheirs : .deletedByOurs, nodes(nil, arrival.node, side),
          versions(side, [arrival.node]), into: &children)
      } else {
        keep(arrival.node, side, into: &children)
      }
      return
    }
    if !isElsewhere(old, side), isElsewhere(old, side.other) {
      return leave(old, side, into: &children)
    }
    let areOne =
      merge.hasSamePlace(old)
      || isElsewhere(old, .ours) && isElsewhere(old, .theirs) && haveSameParents(old)
    if side == .theirs, areOne { return }
    if node(old, side.other) == nil, base.parent(of: old) == list,
      !isChanged(old, arrival.node, side)
    {
      return
    }
    let isInOrder = merge.ordered != nil && !isElsewhere(old, side)
    arrive(arrival.node, old, side, isSamePlace: areOne || isInOrder, into: &children)
  }
}
