import PropertyLists

/// An index of a dictionary's members by key. Keys are equal only if their bytes are.
struct MembersByKey {
  /// Up to this number of members a linear search is used instead of an index.
  static let few = 16

  /// The nodes of keys by the hashes of their texts.
  private var keys: [Int: [NodeIndex]] = [:]

  init(_ keys: some Sequence<NodeIndex>, _ document: PropertyListDocument) {
    for key in keys { insert(key, document) }
  }

  /// The values under a key, given exactly or, if XML does not have all its characters, as it is
  /// shown.
  func values(named name: String, in document: PropertyListDocument) -> [NodeIndex] {
    var name = name
    let hash = name.withUTF8(MembersByKey.hash)
    return (keys[hash] ?? []).filter { document.isNamed($0, name) }.map(document.value(from:))
  }

  mutating func insert(_ key: NodeIndex, _ document: PropertyListDocument) {
    for hash in MembersByKey.hashes(of: key, document) { keys[hash, default: []].append(key) }
  }

  mutating func remove(_ key: NodeIndex, _ document: PropertyListDocument) {
    for hash in MembersByKey.hashes(of: key, document) { keys[hash]?.removeAll { $0 == key } }
  }

  private static func hashes(of node: NodeIndex, _ document: PropertyListDocument) -> Set<Int> {
    guard let key = document.key(node) else { return [] }
    let shown = document.withText(of: key, hash)
    if document.verbatimText(of: key) != nil { return [shown] }
    return [shown, document.withExactText(of: key, hash)]
  }

  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    return hasher.finalize()
  }
}

extension PropertyListDocument {
  /// Whether a node is a key with a name.
  func isNamed(_ node: NodeIndex, _ name: String) -> Bool {
    key(node).map { isNamed($0, name) } ?? false
  }
}
