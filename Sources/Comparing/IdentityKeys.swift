import PropertyLists

/// The keys whose values tell the dictionaries in a list apart.
struct IdentityKeys {
  /// The keys that identify a dictionary, the strongest first.
  var identifiers = ["UID", "uid", "id", "identifier", "uuid"]
  /// The keys that name a dictionary.
  var labels = ["label", "title", "name"]

  /// - Parameter keys: Keys of identifiers to use instead of all the usual keys.
  init(_ keys: [String]?) {
    if let keys { (identifiers, labels) = (keys, []) }
  }

  /// The hashes of the values that identify and name a dictionary.
  func identity(
    of element: NodeIndex, in tree: ComparedDocument
  ) -> (identifier: UInt64?, label: UInt64?) {
    guard tree.document.kind(of: element) == .dict else { return (nil, nil) }
    var found: (identifier: Int, label: Int) = (identifiers.count, labels.count)
    var result: (identifier: UInt64?, label: UInt64?) = (nil, nil)
    for (key, value) in tree.document.members(of: element)
    where !tree.document.kind(of: value).isContainer {
      if let place = identifiers[..<found.identifier].firstIndex(where: {
        tree.document.hasText(key, $0)
      }) {
        (found.identifier, result.identifier) = (place, tree.hashes[value])
      } else if let place = labels[..<found.label].firstIndex(where: {
        tree.document.hasText(key, $0)
      }) {
        (found.label, result.label) = (place, tree.hashes[value])
      }
    }
    return result
  }

  /// The hash of all members of a dictionary except its labels, and the hashes of these members.
  func rest(of element: NodeIndex, in tree: ComparedDocument) -> (hash: UInt64, members: [UInt64]) {
    var members: [UInt64] = []
    for (key, value) in tree.document.members(of: element)
    where !labels.contains(where: { tree.document.hasText(key, $0) }) {
      members.append(tree.hashes.member(key.node, value))
    }
    return (members.reduce(0, &+), members)
  }
}
