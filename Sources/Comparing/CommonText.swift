import Platform
import PropertyLists

/// Runs of siblings that are written with the same bytes in two documents. They are equal, so their
/// values need not be hashed and compared.
///
/// Runs are looked for in the root, in containers under the same key of a searched container, and
/// in sections at the same position with the same fields. The first and the last child of a run
/// remain to be compared, as neighbours of the children between runs. A run also remains as a whole
/// if it has no more children than the rest: then it may be the run that has moved.
struct CommonText {
  /// Nodes that are at the same distances in both documents.
  struct Run {
    let old: Range<NodeIndex>
    let new: NodeIndex

    var newRange: Range<NodeIndex> { new..<shifted(old.upperBound, from: old.lowerBound, to: new) }
  }

  /// Ascending in both documents.
  private(set) var runs: [Run] = []
  /// The containers that were searched for runs, outer ones first.
  private(set) var containers: [(old: NodeIndex, new: NodeIndex)] = []
  /// The children of these containers that remain to be compared.
  private(set) var oldChildren: [NodeIndex: [NodeIndex]] = [:]
  private(set) var newChildren: [NodeIndex: [NodeIndex]] = [:]
  let old: PropertyListDocument
  let new: PropertyListDocument

  /// - Parameters:
  ///   - old: The old document. Neither document has been edited since it was read.
  /// - Complexity: O(*n*) in the length of the text, which is compared, besides that of
  ///   `SequencePairing`.
  init(_ old: PropertyListDocument, _ new: PropertyListDocument) {
    (self.old, self.new) = (old, new)
    if areContainers(.root, .root) { compare(.root, .root) }
  }

  /// The new document's node for a node in a run of the old document; `nil` outside of runs.
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

  /// The size of the windows of children that are compared. If these have little in common, no runs
  /// are found there, and the values are compared instead.
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

  /// Whether two dictionaries have the same members, except for the elements of their lists.
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

/// The node at the same distance from `other` as `node` is from `start`.
private func shifted(_ node: NodeIndex, from start: NodeIndex, to other: NodeIndex) -> NodeIndex {
  NodeIndex(rawValue: other.rawValue + (node - start))
}

extension PropertyListDocument {
  /// The first node of a value: for a member, that of its key.
  fileprivate func whole(_ value: NodeIndex, isMember: Bool) -> NodeIndex {
    isMember ? key(before: value) ?? value : value
  }
}
