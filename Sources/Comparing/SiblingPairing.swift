import Platform
import PropertyLists

/// Finds children of two containers that are the same, by one kind of evidence at a time.
///
/// - Complexity: O(*n*) in the number of children and their features beside that of
///   `SequencePairing`.
struct SiblingPairing {
  typealias Pair = (old: NodeIndex, new: NodeIndex)

  let old: ComparedDocument
  let new: ComparedDocument

  // MARK: Equal ones

  /// Members with the same key, the first with the first if one repeats.
  func sameKeys(_ olds: [NodeIndex], _ news: [NodeIndex]) -> [Pair] {
    // As nearly always, in the same order.
    var same = 0
    while same < min(olds.count, news.count),
      old.keyHash(of: olds[same]) == new.keyHash(of: news[same])
    {
      same += 1
    }
    var result: [Pair] = (0..<same).map { (olds[$0], news[$0]) }
    var others: [UInt64: [NodeIndex]] = [:]
    for node in news[same...].reversed() {
      if let key = new.keyHash(of: node) { others[key, default: []].append(node) }
    }
    for node in olds[same...] {
      if let key = old.keyHash(of: node), let other = others[key]?.popLast() {
        result.append((node, other))
      }
    }
    return result
  }

  /// The children of equal containers.
  func inside(_ olds: [NodeIndex], _ news: [NodeIndex], _ kind: NodeKind) -> [Pair] {
    kind == .dict ? sameKeys(olds, news) : Array(zip(olds, news))
  }

  /// Equal elements: in the same order, then in any order.
  func equal(_ olds: [NodeIndex], _ news: [NodeIndex]) -> [Pair] {
    func oldHash(_ place: Int) -> Int { Int(truncatingIfNeeded: old.hashes[olds[place]]) }
    func newHash(_ place: Int) -> Int { Int(truncatingIfNeeded: new.hashes[news[place]]) }
    func isSame(_ place: Int, _ other: Int) -> Bool {
      old.hashes[olds[place]] == new.hashes[news[other]]
    }
    var result: [Pair] = []
    var (isOldPaired, isNewPaired) = (
      [Bool](repeating: false, count: olds.count), [Bool](repeating: false, count: news.count)
    )
    func join(_ place: Int, _ other: Int) {
      (isOldPaired[place], isNewPaired[other]) = (true, true)
      result.append((olds[place], news[other]))
    }
    let pairing = SequencePairing(
      olds.count, news.count, isSame: isSame, oldHash: oldHash, newHash: newHash)
    for pair in pairing.pairs {
      for offset in 0..<pair.count { join(pair.old + offset, pair.new + offset) }
    }
    let moved = EqualPairing.pairs(
      olds.indices.filter { !isOldPaired[$0] }, news.indices.filter { !isNewPaired[$0] },
      oldHash: oldHash, newHash: newHash, isSame: isSame)
    for pair in moved { join(pair.old, pair.new) }
    return result
  }

  // MARK: Identity

  /// Keys whose values identify elements, strongest first.
  private static let identifyingKeys = ["id", "identifier", "uuid", "name", "title", "label"]

  /// Dictionaries that have the same value under the first key that all have, each with another value.
  /// For sections, this may be any key.
  ///
  /// - Parameter keys: The keys that may identify elements; `nil` for the usual ones.
  /// - Returns: The key, too, if there is one.
  func sameIdentity(
    _ olds: [NodeIndex], _ news: [NodeIndex], _ keys: [String]?
  ) -> (pairs: [Pair], key: String?) {
    let olds = olds.filter { old.document.kind(of: $0) == .dict }
    let news = news.filter { new.document.kind(of: $0) == .dict }
    guard let first = olds.first ?? news.first else { return ([], nil) }
    var candidates = keys ?? SiblingPairing.identifyingKeys
    if keys == nil, olds.allSatisfy(old.isSection), news.allSatisfy(new.isSection) {
      candidates += (olds.isEmpty ? new : old).textKeys(of: first)
    }
    for key in candidates {
      guard SiblingPairing.identities(olds, old, by: key) != nil,
        let others = SiblingPairing.identities(news, new, by: key)
      else { continue }
      let pairs = olds.compactMap { node in
        old.identity(of: node, by: key).flatMap { others[$0] }.map { (old: node, new: $0) }
      }
      return (pairs, key)
    }
    return ([], nil)
  }

  /// Dictionaries by the value of a key; `nil` if not all have it, or if some have the same.
  private static func identities(
    _ nodes: [NodeIndex], _ tree: ComparedDocument, by key: String
  ) -> [UInt64: NodeIndex]? {
    var result: [UInt64: NodeIndex] = [:]
    result.reserveCapacity(nodes.count)
    for node in nodes {
      guard let identity = tree.identity(of: node, by: key),
        result.updateValue(node, forKey: identity) == nil
      else { return nil }
    }
    return result
  }

  // MARK: Likeness

  /// How much two containers between the same neighbours must have in common to be the same.
  enum Least: Equatable {
    case most, half
    /// All that is in them, or only that both are dictionaries or arrays.
    case all, kind
  }

  /// Children in the place of as many others between the same neighbours.
  ///
  /// - Parameters:
  ///   - partner: The place among the new children of the one with which an old one is paired.
  ///   - key: The key that identifies them, which does not count.
  func replaced(
    _ olds: [NodeIndex], _ news: [NodeIndex], partner: [Int?], identifiedBy key: String?,
    _ least: Least
  ) -> [Pair] {
    var isPaired = [Bool](repeating: false, count: news.count)
    for case let place? in partner { isPaired[place] = true }
    var result: [Pair] = []
    var start = 0
    while start < olds.count {
      guard partner[start] == nil else {
        start += 1
        continue
      }
      let end = partner[start...].firstIndex { $0 != nil } ?? olds.count
      let newStart = start == 0 ? 0 : (partner[start - 1] ?? -1) + 1
      let newEnd = end == olds.count ? news.count : partner[end] ?? news.count
      if newEnd - newStart == end - start, !isPaired[newStart..<newEnd].contains(true) {
        for offset in 0..<(end - start)
        where canReplace(olds[start + offset], news[newStart + offset], key, least) {
          result.append((olds[start + offset], news[newStart + offset]))
        }
      }
      start = end
    }
    return result
  }

  /// Whether an element may be another one that was changed, since it is in its place.
  private func canReplace(
    _ node: NodeIndex, _ other: NodeIndex, _ key: String?, _ least: Least
  ) -> Bool {
    if least == .all { return old.hashes[node] == new.hashes[other] }
    let (kind, otherKind) = (old.document.kind(of: node), new.document.kind(of: other))
    guard kind.isContainer, kind == otherKind else {
      return !kind.isContainer && !otherKind.isContainer
    }
    if least == .kind { return true }
    let (features, others) = (
      old.features(of: node, without: key), new.features(of: other, without: key)
    )
    if features.isMostlySame(as: others) { return true }
    if least == .most { return false }
    if features.shareInCommon(with: others) >= 0.5 { return true }
    // A list with a single row, one of whose fields has changed, has no row in common.
    let scalars = old.scalars(in: node).sorted()
    let otherScalars = new.scalars(in: other).sorted()
    if scalars.isEmpty { return haveSameKeys(node, other) }
    let common = Likeness.common(scalars, otherScalars)
    return common > 0 && common * 2 >= max(scalars.count, otherScalars.count)
  }

  /// Whether something without any values may have been filled.
  private func haveSameKeys(_ node: NodeIndex, _ other: NodeIndex) -> Bool {
    guard old.keyHash(of: node) == nil else { return false }
    return old.document.kind(of: node) == .array
      || old.children(of: node).map(old.keyHash) == new.children(of: other).map(new.keyHash)
  }

  /// Containers of which most is the same.
  ///
  /// - Parameter key: The key that identifies them, which does not count.
  func alike(
    _ olds: [NodeIndex], _ news: [NodeIndex], identifiedBy key: String? = nil
  ) -> [Pair] {
    if olds.isEmpty || news.isEmpty { return [] }
    let pairs = Likeness.pairs(
      olds.lazy.map { old.features(of: $0, without: key) },
      news.map { new.features(of: $0, without: key) })
    return pairs.map { (olds[$0.old], news[$0.new]) }.filter {
      old.document.kind(of: $0.0) == new.document.kind(of: $0.1)
    }
  }
}
