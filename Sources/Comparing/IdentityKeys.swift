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

/// The numbered keys of a dictionary that is used as a list.
struct NumberedKeys {
  private let prefix: String
  private let first: Int
  /// Whether the numbers are not consecutive.
  let hasGaps: Bool
  private let width: Int

  /// - Returns: `nil` if the dictionary has other keys, or the numbers do not ascend.
  /// - Complexity: O(*n*) in the number of members.
  init?(of dict: NodeIndex, _ tree: ComparedDocument) {
    let members = tree.document.members(of: dict)
    var last: (prefix: String, number: Int)?
    var start: (prefix: String, number: Int, width: Int)?
    var count = 0
    for (key, _) in members {
      let text = tree.document.text(of: key)
      let digits = text.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
      guard digits > 0, let number = Int(text.suffix(digits)) else { return nil }
      let prefix = String(text.dropLast(digits))
      if let last, last.prefix != prefix || last.number >= number { return nil }
      last = (prefix, number)
      start = start ?? (prefix, number, text.suffix(digits).first == "0" ? digits : 0)
      count += 1
    }
    guard let start, tree.numberedItems(of: dict).count == count else { return nil }
    (prefix, first, width) = start
    hasGaps = last?.number != start.number + count - 1
  }

  /// The key of the item at a position, from 0.
  func key(_ place: Int) -> String {
    let number = String(first + place)
    return prefix + String(repeating: "0", count: max(0, width - number.utf8.count)) + number
  }
}
