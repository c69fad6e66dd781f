import PropertyLists

/// Checks that a merge has lost nothing: how often each scalar and each key must be in the result
/// follows from what each side has added and deleted, whatever has become of it.
struct MergeCheck {
  private let trees: (base: ComparedDocument?, ours: ComparedDocument, theirs: ComparedDocument)
  private let pairings: MergePairings
  private var (ours, theirs) = (Changes(), Changes())

  /// How often scalars and keys were added and deleted by a side, by their hashes.
  private struct Changes {
    var added: [UInt64: Int] = [:]
    var gone: [UInt64: Int] = [:]
  }

  init(
    _ base: ComparedDocument?, _ ours: ComparedDocument, _ theirs: ComparedDocument,
    _ pairings: MergePairings
  ) {
    trees = (base, ours, theirs)
    self.pairings = pairings
    guard let toOurs = pairings.toOurs, let toTheirs = pairings.toTheirs else {
      self.ours.added = ours.counts(in: .root)
      self.theirs.added = theirs.counts(in: .root)
      return
    }
    self.ours = MergeCheck.changes(toOurs)
    self.theirs = MergeCheck.changes(toTheirs)
  }

  /// What has been added and deleted other than by moving it.
  private static func changes(_ pairing: TreePairing) -> Changes {
    var result = Changes()
    let (old, new) = (pairing.old, pairing.new)
    func add(_ node: NodeIndex, withKey: Bool = true) {
      new.forEachScalar(
        in: node, withKey: withKey, except: { pairing.oldOfNewAcross[$0] != nil },
        do: { result.added[$0, default: 0] += 1 })
    }
    func remove(_ node: NodeIndex, withKey: Bool = true) {
      old.forEachScalar(
        in: node, withKey: withKey, except: { pairing.newOfOldAcross[$0] != nil },
        do: { result.gone[$0, default: 0] += 1 })
    }
    var rest = [(NodeIndex.root, NodeIndex.root)]
    rest += pairing.newOfOldAcross.map { ($0.key, $0.value) }
    while let (node, other) = rest.popLast() {
      if old.hashes[node] == new.hashes[other] { continue }
      let kind = old.document.kind(of: node)
      guard kind.isContainer, kind == new.document.kind(of: other) else {
        remove(node, withKey: false)
        add(other, withKey: false)
        continue
      }
      let children = pairing.children(node, other)
      for (place, child) in children.old.enumerated() {
        guard let partner = children.partner(ofOld: place).map({ children.new[$0] }) else {
          remove(child)
          continue
        }
        if kind == .dict, pairing.hasRenamedKey(child, partner) {
          result.gone[old.hashes[old.key(of: child)], default: 0] += 1
          result.added[new.hashes[new.key(of: partner)], default: 0] += 1
        }
        rest.append((child, partner))
      }
      for (place, child) in children.new.enumerated() where children.partner(ofNew: place) == nil {
        add(child)
      }
    }
    return result
  }

  /// The scalars and keys that a result has lost or, without a conflict, has too often; `nil` if there
  /// are none. What is in a conflict may be decided in any way.
  func wrong(in merger: TreeMerger) -> Set<UInt64>? {
    if merger.conflicts.contains(where: { $0.ours == .root }) { return nil }
    let isMarked = merger.options.resolution == .marked
    let isClean = merger.conflicts.isEmpty
    let text = isMarked && !isClean ? merger.withoutMarkers().text : merger.text
    guard
      let document = try? PropertyListDocument(
        FileBytes(text.bytes), format: .xml, encoding: "UTF-8")
    else { return [] }
    let decided = isMarked ? [:] : decided(merger.conflicts)
    var watched = Set(ours.added.keys).union(theirs.added.keys)
    watched.formUnion(ours.gone.keys)
    watched.formUnion(theirs.gone.keys)
    for pairing in [pairings.toOurs, pairings.toTheirs] {
      for node in pairing?.newOfOldAcross.keys.map({ $0 }) ?? [] {
        trees.base?.forEachScalar(in: node) { watched.insert($0) }
      }
    }
    if watched.isEmpty { return nil }
    let before =
      trees.base.map { ContentHashes.scalarCounts(of: $0.document, among: watched) } ?? [:]
    let now = ContentHashes.scalarCounts(of: document, among: watched)
    var wrong: Set<UInt64> = []
    for scalar in watched {
      func count(_ counts: [UInt64: Int]) -> Int { counts[scalar] ?? 0 }
      let (gone, otherGone) = (count(ours.gone), count(theirs.gone))
      let (added, otherAdded) = (count(ours.added), count(theirs.added))
      let least = count(before) - gone - otherGone + max(added, otherAdded) - count(decided)
      let most = count(before) - max(gone, otherGone) + added + otherAdded
      if count(now) < least || isClean && count(now) > most { wrong.insert(scalar) }
    }
    return wrong.isEmpty ? nil : wrong
  }

  /// The scalars and keys in conflicts, without those in elements that were moved there and are on the
  /// other side, too.
  private func decided(_ conflicts: [MergeConflict]) -> [UInt64: Int] {
    var result: [UInt64: Int] = [:]
    for conflict in conflicts where conflict.kind != .moved {
      for (node, tree, pairing) in [
        (conflict.ours, trees.ours, pairings.toOurs),
        (conflict.theirs, trees.theirs, pairings.toTheirs),
      ] {
        guard let node else { continue }
        tree.forEachScalar(
          in: node, except: { $0 != node && pairing?.oldOfNewAcross[$0] != nil },
          do: { result[$0, default: 0] += 1 })
      }
      if let base = trees.base, let node = conflict.base {
        base.forEachScalar(in: node) { result[$0, default: 0] += 1 }
      }
    }
    return result
  }
}

extension ComparedDocument {
  /// Calls the closure with the hash of each scalar and each key in a value.
  ///
  /// - Parameters:
  ///   - withKey: Whether the key of the value, if it is a member, is one of them.
  ///   - isExcepted: Says which values are left out, with what is in them.
  func forEachScalar(
    in value: NodeIndex, withKey: Bool = true,
    except isExcepted: (NodeIndex) -> Bool = { _ in false }, do body: (UInt64) -> Void
  ) {
    let end = document.end(of: value)
    if withKey, value != .root, let key = document.key(before: value) { body(hashes[key]) }
    var node = value
    while node < end {
      if isExcepted(node) {
        node = document.end(of: node)
      } else if document.kind(of: node).isContainer {
        node = document.firstChild(of: node)
      } else {
        body(hashes[node])
        node = document.end(of: node)
      }
    }
  }

  fileprivate func counts(in value: NodeIndex) -> [UInt64: Int] {
    var result: [UInt64: Int] = [:]
    forEachScalar(in: value) { result[$0, default: 0] += 1 }
    return result
  }
}
