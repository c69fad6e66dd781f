import Platform
import PropertyLists

/// What is written in the same bytes in two documents, side by side in the same containers: it is the
/// same, and need not be compared by its values.
///
/// Such containers are the root, what is under the same key in one of them, and sections in the same
/// place with the same fields. Of a run of children that are the same, the first and the last remain to
/// be compared, so that what is between runs has its neighbours; so do all of a run so short that fewer
/// elements would have moved if it had than if others have.
struct CommonText {
  /// Nodes that have the same distances in both documents.
  struct Run {
    let old: Range<NodeIndex>
    let new: NodeIndex

    var newRange: Range<NodeIndex> { new..<shifted(old.upperBound, from: old.lowerBound, to: new) }
  }

  /// Ascending in both documents.
  private(set) var runs: [Run] = []
  /// The containers that have runs in them, or that such containers are in.
  private(set) var containers: [(old: NodeIndex, new: NodeIndex)] = []
  /// The children of these that remain to be compared.
  private(set) var oldChildren: [NodeIndex: [NodeIndex]] = [:]
  private(set) var newChildren: [NodeIndex: [NodeIndex]] = [:]
  let old: PropertyListDocument
  let new: PropertyListDocument

  /// - Parameters:
  ///   - old: A document that has not been edited since it was read, as is the other one.
  /// - Complexity: O(*n*) in the length of the text, which is compared, beside that of
  ///   `SequencePairing`.
  init(_ old: PropertyListDocument, _ new: PropertyListDocument) {
    (self.old, self.new) = (old, new)
    if areContainers(.root, .root) { compare(.root, .root) }
  }

  /// The node in the new document that is what one in a run of the old document is.
  func new(ofOld node: NodeIndex) -> NodeIndex? {
    let next = runs.partitionPoint { $0.old.lowerBound > node }
    guard next > 0, runs[next - 1].old.contains(node) else { return nil }
    return shifted(node, from: runs[next - 1].old.lowerBound, to: runs[next - 1].new)
  }

  func old(ofNew node: NodeIndex) -> NodeIndex? {
    let next = runs.partitionPoint { $0.new > node }
    guard next > 0, runs[next - 1].newRange.contains(node) else { return nil }
    return shifted(node, from: runs[next - 1].new, to: runs[next - 1].old.lowerBound)
  }

  /// Whether two nodes are between the same runs.
  func isInOrder(_ oldNode: NodeIndex, _ newNode: NodeIndex) -> Bool {
    runs.partitionPoint { $0.old.lowerBound > oldNode } == runs.partitionPoint { $0.new > newNode }
  }

  // MARK: Comparing

  /// If windows of this many children have little in common, the values decide what is the same.
  private static let widest = 1 << 12

  private mutating func compare(_ oldContainer: NodeIndex, _ newContainer: NodeIndex) {
    let (olds, news) = (old.children(of: oldContainer), new.children(of: newContainer))
    let (old, new) = (old, new)
    let isDict = old.kind(of: oldContainer) == .dict
    let pairing = SequencePairing(olds.count, news.count, limit: CommonText.widest) {
      old.isElement(
        old.whole(olds[$0], isMember: isDict), writtenAs: new.whole(news[$1], isMember: isDict),
        of: new)
    } oldHash: {
      old.hash(ofElement: old.whole(olds[$0], isMember: isDict))
    } newHash: {
      new.hash(ofElement: new.whole(news[$0], isMember: isDict))
    }
    let gapCount = min(olds.count, news.count) - pairing.pairs.reduce(0) { $0 + $1.count }
    containers.append((oldContainer, newContainer))
    var (oldRest, newRest) = ([NodeIndex](), [NodeIndex]())
    var (nextOld, nextNew) = (0, 0)
    let end = SequencePairing.Pair(old: olds.count, new: news.count, count: 0)
    for pair in pairing.pairs + [end] {
      let (oldGap, newGap) = (olds[nextOld..<pair.old], news[nextNew..<pair.new])
      if oldGap.count == newGap.count {
        for (node, other) in zip(oldGap, newGap)
        where isDict ? isSameMember(node, other) : isSameSection(node, other) {
          compare(node, other)
        }
      }
      (nextOld, nextNew) = (pair.old + pair.count, pair.new + pair.count)
      var (oldRun, newRun) = (olds[pair.old..<nextOld], news[pair.new..<nextNew])
      if pair.count > max(2, gapCount) {
        let (start, last) = (oldRun[pair.old + 1], oldRun[nextOld - 1])
        runs.append(
          Run(
            old: old.whole(start, isMember: isDict)..<old.whole(last, isMember: isDict),
            new: new.whole(newRun[pair.new + 1], isMember: isDict)))
        oldRun.removeSubrange((pair.old + 1)..<(nextOld - 1))
        newRun.removeSubrange((pair.new + 1)..<(nextNew - 1))
      }
      oldRest += oldGap + oldRun
      newRest += newGap + newRun
    }
    oldChildren[oldContainer] = oldRest
    newChildren[newContainer] = newRest
  }

  private func areContainers(_ node: NodeIndex, _ other: NodeIndex) -> Bool {
    let kind = old.kind(of: node)
    return kind.isContainer && new.kind(of: other) == kind && !old.isCard(node)
  }

  /// Whether containers are under the same key.
  private func isSameMember(_ node: NodeIndex, _ other: NodeIndex) -> Bool {
    guard areContainers(node, other), let key = old.key(before: node),
      let otherKey = new.key(before: other)
    else { return false }
    return old.scalar(key).map(old.text) == new.scalar(otherKey).map(new.text)
  }

  /// Whether two dictionaries have the same in them but for what is in their lists.
  private func isSameSection(_ node: NodeIndex, _ other: NodeIndex) -> Bool {
    guard areContainers(node, other), old.kind(of: node) == .dict else { return false }
    let (olds, news) = (old.children(of: node), new.children(of: other))
    var hasSame = false
    guard olds.count == news.count else { return false }
    for (node, other) in zip(olds, news) {
      let (whole, otherWhole) = (
        old.whole(node, isMember: true), new.whole(other, isMember: true)
      )
      if old.isElement(whole, writtenAs: otherWhole, of: new) {
        hasSame = hasSame || !old.kind(of: node).isContainer
      } else if old.kind(of: node) != .array || !isSameMember(node, other) {
        return false
      }
    }
    return hasSame
  }
}

/// The node that is as far from one node as another is from its own.
private func shifted(_ node: NodeIndex, from start: NodeIndex, to other: NodeIndex) -> NodeIndex {
  NodeIndex(rawValue: other.rawValue + (node - start))
}

extension PropertyListDocument {
  /// The node of a value or, if it is a member, of its key.
  fileprivate func whole(_ value: NodeIndex, isMember: Bool) -> NodeIndex {
    isMember ? key(before: value) ?? value : value
  }
}
