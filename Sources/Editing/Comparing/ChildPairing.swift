import PropertyLists
import Searching

/// Which children of two containers of the same kind are the same: elements of arrays, or members of
/// dictionaries, known by the nodes of their values.
struct ChildPairing {
  let old: [NodeIndex]
  let new: [NodeIndex]
  /// By the place of a child, that of the same one in the other container; -1 if there is none.
  private(set) var newOfOld: [Int32]
  private(set) var oldOfNew: [Int32]
  /// By their places in the new array, the elements that are not where they were beside the others.
  private(set) var hasMoved: Set<Int> = []
  /// Elements that are dictionaries, and paired neither because they are equal nor by an identity.
  private(set) var guesses: [(old: NodeIndex, new: NodeIndex)] = []

  private init(_ old: [NodeIndex], _ new: [NodeIndex]) {
    (self.old, self.new) = (old, new)
    newOfOld = [Int32](repeating: -1, count: old.count)
    oldOfNew = [Int32](repeating: -1, count: new.count)
  }

  private mutating func join(_ old: Int, _ new: Int) {
    newOfOld[old] = Int32(new)
    oldOfNew[new] = Int32(old)
  }

  private var unpairedOld: [Int] { newOfOld.indices.filter { newOfOld[$0] < 0 } }
  private var unpairedNew: [Int] { oldOfNew.indices.filter { oldOfNew[$0] < 0 } }

  func partner(ofOld place: Int) -> Int? { newOfOld[place] < 0 ? nil : Int(newOfOld[place]) }
  func partner(ofNew place: Int) -> Int? { oldOfNew[place] < 0 ? nil : Int(oldOfNew[place]) }

  // MARK: Dictionaries

  /// Pairs members by their keys, the first with the first if one repeats; then containers of which
  /// most is the same, whose keys were renamed.
  static func members(
    _ oldDict: NodeIndex, _ newDict: NodeIndex, _ old: ComparedDocument, _ new: ComparedDocument,
    _ options: ComparisonOptions
  ) -> ChildPairing {
    var result = ChildPairing(old.children(of: oldDict), new.children(of: newDict))
    result.pairByKeys(old, new)
    if !options.followsRenames { return result }
    let (oldRest, newRest) = (
      result.unpairedOld.filter { old.document.kind(of: result.old[$0]).isContainer },
      result.unpairedNew.filter { new.document.kind(of: result.new[$0]).isContainer }
    )
    result.pairAlike(oldRest, newRest, old, new, identifiedBy: nil)
    return result
  }

  private mutating func pairByKeys(_ oldTree: ComparedDocument, _ newTree: ComparedDocument) {
    // As nearly always, in the same order.
    var same = 0
    while same < min(old.count, new.count),
      oldTree.hashes[oldTree.key(of: old[same])] == newTree.hashes[newTree.key(of: new[same])]
    {
      join(same, same)
      same += 1
    }
    var places: [UInt64: [Int]] = [:]
    for place in (same..<new.count).reversed() {
      places[newTree.hashes[newTree.key(of: new[place])], default: []].append(place)
    }
    for place in same..<old.count {
      let key = oldTree.hashes[oldTree.key(of: old[place])]
      if let other = places[key]?.popLast() { join(place, other) }
    }
  }

  // MARK: Arrays

  /// Keys whose values identify elements, strongest first.
  private static let identifyingKeys = ["id", "identifier", "uuid", "name", "title", "label"]

  /// Pairs elements: equal ones in order, then in any order; dictionaries by an identifying key;
  /// those that replace as many others between the same neighbours; those of which most is the same.
  ///
  /// - Parameter moved: The hashes of values that are not paired for being alike, as they are in
  ///   another array.
  /// - Complexity: O(*n*) beside that of `SequencePairing`.
  static func elements(
    _ oldArray: NodeIndex, _ newArray: NodeIndex, _ old: ComparedDocument, _ new: ComparedDocument,
    _ options: ComparisonOptions, moved: Set<UInt64>
  ) -> ChildPairing {
    var result = ChildPairing(old.children(of: oldArray), new.children(of: newArray))
    result.pairEqual(old, new)
    let key = result.pairByIdentity(old, new, options.keys ?? identifyingKeys)
    let rest = result.unpairedOld.filter { old.document.kind(of: result.old[$0]) == .dict }
    result.pairReplaced(old, new, identifiedBy: key, moved)
    let (oldRest, newRest) = (
      result.unpairedOld.filter {
        let node = result.old[$0]
        return old.document.kind(of: node) == .dict && !moved.contains(old.hashes[node])
      },
      result.unpairedNew.filter {
        let node = result.new[$0]
        return new.document.kind(of: node) == .dict && !moved.contains(new.hashes[node])
      }
    )
    result.pairAlike(oldRest, newRest, old, new, identifiedBy: key)
    result.guesses = rest.compactMap { place in
      result.partner(ofOld: place).map { (result.old[place], result.new[$0]) }
    }
    result.findMoved()
    return result
  }

  /// Children of containers with the same value.
  static func same(
    _ oldContainer: NodeIndex, _ newContainer: NodeIndex, _ old: ComparedDocument,
    _ new: ComparedDocument
  ) -> ChildPairing {
    var result = ChildPairing(old.children(of: oldContainer), new.children(of: newContainer))
    if old.document.kind(of: oldContainer) == .dict {
      result.pairByKeys(old, new)
    } else {
      for place in result.old.indices { result.join(place, place) }
    }
    return result
  }

  private mutating func pairEqual(_ oldTree: ComparedDocument, _ newTree: ComparedDocument) {
    let (old, new) = (old, new)
    func oldHash(_ place: Int) -> Int { Int(truncatingIfNeeded: oldTree.hashes[old[place]]) }
    func newHash(_ place: Int) -> Int { Int(truncatingIfNeeded: newTree.hashes[new[place]]) }
    let pairing = SequencePairing(
      old.count, new.count, isSame: { oldTree.hashes[old[$0]] == newTree.hashes[new[$1]] },
      oldHash: oldHash, newHash: newHash)
    for pair in pairing.pairs {
      for offset in 0..<pair.count { join(pair.old + offset, pair.new + offset) }
    }
    let moved = EqualPairing.pairs(
      unpairedOld, unpairedNew, oldHash: oldHash, newHash: newHash,
      isSame: { oldTree.hashes[old[$0]] == newTree.hashes[new[$1]] })
    for pair in moved { join(pair.old, pair.new) }
  }

  /// - Returns: The key that identifies the remaining elements.
  private mutating func pairByIdentity(
    _ oldTree: ComparedDocument, _ newTree: ComparedDocument, _ keys: [String]
  ) -> String? {
    let oldRest = unpairedOld.filter { oldTree.document.kind(of: old[$0]) == .dict }
    let newRest = unpairedNew.filter { newTree.document.kind(of: new[$0]) == .dict }
    if oldRest.isEmpty && newRest.isEmpty { return nil }
    for key in keys {
      guard let olds = places(oldRest, old, oldTree, by: key),
        let news = places(newRest, new, newTree, by: key)
      else { continue }
      for place in oldRest {
        guard let identity = oldTree.identity(of: old[place], by: key), olds[identity] == place,
          let other = news[identity]
        else { continue }
        join(place, other)
      }
      return key
    }
    return nil
  }

  /// The places of dictionaries by the value of a key; `nil` if not all have it, or if some have the
  /// same.
  private func places(
    _ places: [Int], _ nodes: [NodeIndex], _ tree: ComparedDocument, by key: String
  ) -> [UInt64: Int]? {
    var result: [UInt64: Int] = [:]
    result.reserveCapacity(places.count)
    for place in places {
      guard let identity = tree.identity(of: nodes[place], by: key),
        result.updateValue(place, forKey: identity) == nil
      else { return nil }
    }
    return result
  }

  /// Pairs the elements of runs that are equally long and between the same neighbours.
  private mutating func pairReplaced(
    _ oldTree: ComparedDocument, _ newTree: ComparedDocument, identifiedBy key: String?,
    _ moved: Set<UInt64>
  ) {
    var start = 0
    while start < old.count {
      guard newOfOld[start] < 0 else {
        start += 1
        continue
      }
      let end = newOfOld[start...].firstIndex { $0 >= 0 } ?? old.count
      let newStart = start == 0 ? 0 : Int(newOfOld[start - 1]) + 1
      let newEnd = end == old.count ? new.count : Int(newOfOld[end])
      if newEnd - newStart == end - start, oldOfNew[newStart..<newEnd].allSatisfy({ $0 < 0 }) {
        for offset in 0..<(end - start) {
          let (node, other) = (old[start + offset], new[newStart + offset])
          if !moved.contains(oldTree.hashes[node]), !moved.contains(newTree.hashes[other]),
            canReplace(node, other, oldTree, newTree, key)
          {
            join(start + offset, newStart + offset)
          }
        }
      }
      start = end
    }
  }

  /// Whether an element may be another one that was changed, since it is in its place.
  private func canReplace(
    _ oldNode: NodeIndex, _ newNode: NodeIndex, _ oldTree: ComparedDocument,
    _ newTree: ComparedDocument, _ key: String?
  ) -> Bool {
    let (kind, other) = (oldTree.document.kind(of: oldNode), newTree.document.kind(of: newNode))
    guard kind.isContainer, kind == other else { return !kind.isContainer && !other.isContainer }
    let (features, others) = (
      oldTree.features(of: oldNode, without: key), newTree.features(of: newNode, without: key)
    )
    if features.shareInCommon(with: others) >= 0.5 { return true }
    // A list with a single row, one of whose fields has changed, has no row in common.
    let (scalars, otherScalars) = (oldTree.scalars(in: oldNode), newTree.scalars(in: newNode))
    let common = Likeness.common(scalars, otherScalars)
    return common > 0 && common * 2 >= max(scalars.count, otherScalars.count)
  }

  private mutating func pairAlike(
    _ oldPlaces: [Int], _ newPlaces: [Int], _ oldTree: ComparedDocument,
    _ newTree: ComparedDocument, identifiedBy key: String?
  ) {
    if oldPlaces.isEmpty || newPlaces.isEmpty { return }
    let pairs = Likeness.pairs(
      oldPlaces.map { oldTree.features(of: old[$0], without: key) },
      newPlaces.map { newTree.features(of: new[$0], without: key) })
    for pair in pairs
    where oldTree.document.kind(of: old[oldPlaces[pair.old]])
      == newTree.document.kind(of: new[newPlaces[pair.new]])
    {
      join(oldPlaces[pair.old], newPlaces[pair.new])
    }
  }

  private mutating func findMoved() {
    var highest: Int32 = -1
    let ascends = newOfOld.allSatisfy { place in
      if place < 0 { return true }
      defer { highest = place }
      return place > highest
    }
    if ascends { return }
    let pairs = newOfOld.indices.filter { newOfOld[$0] >= 0 }.map {
      (old: $0, new: Int(newOfOld[$0]))
    }
    hasMoved = Set(pairs.map(\.new))
    for pair in SequencePairing.longestAscending(pairs) { hasMoved.remove(pair.new) }
  }
}

extension ChildPairing {
  /// Elements that two sides have added to the same array: equal ones, then dictionaries by an
  /// identifying key.
  static func added(
    _ old: [NodeIndex], _ new: [NodeIndex], _ oldTree: ComparedDocument,
    _ newTree: ComparedDocument, keys: [String]?
  ) -> ChildPairing {
    var result = ChildPairing(old, new)
    result.pairEqual(oldTree, newTree)
    _ = result.pairByIdentity(oldTree, newTree, keys ?? identifyingKeys)
    return result
  }
}
