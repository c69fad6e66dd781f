import PropertyLists

/// The keys whose values say which dictionary in a list is which.
struct IdentityKeys {
  /// Those that identify it, the strongest first.
  var identifiers = ["UID", "uid", "id", "identifier", "uuid"]
  /// Those that name it.
  var labels = ["label", "title", "name"]

  /// - Parameter keys: Keys that are given instead of the usual ones.
  init(_ keys: [String]?) {
    if let keys { (identifiers, labels) = (keys, []) }
  }

  /// What identifies a dictionary, and what names it, as hashes.
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

  /// The hash of all members of a dictionary but the one that names it.
  func rest(of element: NodeIndex, in tree: ComparedDocument) -> (hash: UInt64, members: [UInt64]) {
    var members: [UInt64] = []
    for (key, value) in tree.document.members(of: element)
    where !labels.contains(where: { tree.document.hasText(key, $0) }) {
      members.append(tree.hashes.member(key.node, value))
    }
    return (members.reduce(0, &+), members)
  }
}
