import Catalogues
import Platform
package import PropertyLists

/// A hash of the value of each node of a document.
///
/// Layout, comments, the spelling of text and the order of a dictionary's keys make no difference.
/// Numbers, dates and data are hashed by their values, even those that only a binary file can
/// express exactly. Values with the same hash count as equal. This is safe, since scalars are
/// hashed with a random key of this process: nobody can construct different values with the same
/// hash.
package struct ContentHashes {
  private var hashes: NodeMap<UInt64>
  /// The container around each node.
  private var parents: NodeMap<UInt32>
  /// The number of words of the hashed nodes.
  let count: Int

  /// - Parameters:
  ///   - document: A document that has not been edited since it was read.
  ///   - skipped: Ascending ranges of nodes that are not hashed. A container around skipped nodes
  ///     has the hash of its other contents.
  /// - Complexity: O(*n*) in the length of the text; 12 bytes per word of its nodes.
  init(_ document: PropertyListDocument, skipping skipped: [Range<NodeIndex>] = []) {
    let end = document.end
    count = skipped.reduce(end.rawValue) { $0 - ($1.upperBound - $1.lowerBound) }
    hashes = NodeMap(end: end, count: count)
    parents = NodeMap(end: end, count: count)
    var skipped = skipped[...]
    var open: [Container] = []
    // The keys of the open dictionaries, those of outer dictionaries first.
    var keys: [UInt64] = []
    var node = document.root
    while true {
      while let container = open.last, container.end <= node {
        open.removeLast()
        let hash = container.hash(keys[container.firstKey...])
        keys.removeLast(keys.count - container.firstKey)
        finish(container.node, hash, in: &open, &keys)
      }
      if node >= end { return }
      if let next = skipped.first, next.lowerBound == node {
        node = next.upperBound
        skipped.removeFirst()
        continue
      }
      let kind = document.kind(of: node)
      if let outer = open.last { parents[node] = UInt32(outer.node.rawValue) }
      if kind.isContainer {
        open.append(
          Container(
            node, isDict: kind == .dict, end: document.end(of: node), firstKey: keys.count))
        node = document.firstChild(of: node)
      } else {
        finish(node, ContentHashes.hash(ofScalar: node, kind, in: document), in: &open, &keys)
        node = document.end(of: node)
      }
    }
  }

  /// The number of times that scalars and keys occur in a document, by hash.
  ///
  /// - Parameter document: A document that has not been edited since it was read.
  /// - Complexity: O(*n*) in the length of the text.
  package static func scalarCounts(of document: PropertyListDocument) -> [UInt64: Int] {
    var counts: [UInt64: Int] = [:]
    var node = document.root
    while node < document.end {
      let kind = document.kind(of: node)
      if kind.isContainer {
        node = document.firstChild(of: node)
      } else {
        counts[hash(ofScalar: node, kind, in: document), default: 0] += 1
        node = document.end(of: node)
      }
    }
    return counts
  }

  package subscript(node: NodeIndex) -> UInt64 { hashes[node] }

  /// The container around a value or a key; `nil` for the root.
  func parent(of node: NodeIndex) -> NodeIndex? {
    node == .root ? nil : NodeIndex(rawValue: Int(parents[node]))
  }

  /// The hash of a member of a dictionary.
  func member(_ key: NodeIndex, _ value: NodeIndex) -> UInt64 {
    ContentHashes.mixed(self[key], self[value])
  }

  private mutating func finish(
    _ node: NodeIndex, _ hash: UInt64, in open: inout [Container], _ keys: inout [UInt64]
  ) {
    hashes[node] = hash
    if !open.isEmpty { open[open.count - 1].add(hash, &keys) }
  }

  /// A container that is being hashed.
  private struct Container {
    let node: NodeIndex
    let end: NodeIndex
    let firstKey: Int
    private let isDict: Bool
    private var key: UInt64?
    private var sum: UInt64
    /// The hash of the members in file order.
    private var ordered: UInt64 = 0

    init(_ node: NodeIndex, isDict: Bool, end: NodeIndex, firstKey: Int) {
      (self.node, self.isDict, self.end, self.firstKey) = (node, isDict, end, firstKey)
      sum = isDict ? 0x51 : 0xA7
    }

    mutating func add(_ hash: UInt64, _ keys: inout [UInt64]) {
      guard isDict else {
        sum = ContentHashes.mixed(sum, hash)
        return
      }
      guard let key else {
        key = hash
        return
      }
      let member = ContentHashes.mixed(key, hash)
      sum &+= member
      ordered = ContentHashes.mixed(ordered, member)
      keys.append(key)
      self.key = nil
    }

    /// - Parameter keys: The keys of the container's members.
    func hash(_ keys: ArraySlice<UInt64>) -> UInt64 {
      let hash = ContentHashes.mixed(sum, isDict ? 1 : 2)
      // If a key repeats, the order of the members makes a difference.
      return isDict && Container.haveRepeated(keys) ? ContentHashes.mixed(hash, ordered) : hash
    }

    private static func haveRepeated(_ keys: ArraySlice<UInt64>) -> Bool {
      if keys.count > 12 { return Set(keys).count < keys.count }
      for index in keys.indices {
        for other in keys.startIndex..<index where keys[other] == keys[index] { return true }
      }
      return false
    }
  }

  private static func hash(
    ofScalar node: NodeIndex, _ kind: NodeKind, in document: PropertyListDocument
  ) -> UInt64 {
    var hash: UInt64 = 0
    // Real numbers are not hashed by their exact objects, but by their digits.
    if kind != .real, let object = document.exactObject(of: node) {
      object.withUnsafeBufferPointer { hash = KeyedHash.hash($0) }
      return mixed(UInt64(kind.rawValue) + 0x100, hash)
    }
    switch kind {
    case .true, .false: break
    case .integer: hash = ContentHashes.hash(of: document.integer(at: node) ?? 0)
    case .real:
      var number = SortValue.normalized(real: document.scalar(node).map(document.text) ?? "")
      hash = number.withUTF8(KeyedHash.hash)
    case .date where document.date(at: node)?.isExact == true:
      guard let date = document.date(at: node) else { break }
      let parts = [date.year, date.month, date.day, date.hour, date.minute, date.second]
      hash = parts.withUnsafeBytes { KeyedHash.hash($0.bindMemory(to: UInt8.self)) }
    case .data:
      document.data(at: node)?.withUnsafeBufferPointer { hash = KeyedHash.hash($0) }
    case .date, .string, .key, .array, .dict:
      guard let scalar = document.scalar(node) else { break }
      if let text = document.verbatimText(of: scalar) {
        hash = KeyedHash.hash(text)
      } else {
        hash = document.withText(of: scalar, KeyedHash.hash)
      }
    }
    return mixed(UInt64(kind.rawValue), hash)
  }

  private static func hash(of number: some BitwiseCopyable) -> UInt64 {
    withUnsafeBytes(of: number) { KeyedHash.hash($0.bindMemory(to: UInt8.self)) }
  }

  static func hash(of text: String) -> UInt64 {
    var text = text
    return text.withUTF8(KeyedHash.hash)
  }

  /// One hash for two hashes in this order.
  static func mixed(_ first: UInt64, _ second: UInt64) -> UInt64 {
    // The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
    var mixed = (first ^ 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 32) &+ second
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
