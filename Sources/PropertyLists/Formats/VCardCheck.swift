import Platform

/// Checks for an element that is not yet in a card: what no card can have.
extension NodeTable {
  /// Checks that cards can have the values of a text.
  ///
  /// - Parameter isKnown: Whether a card of the file has a key.
  /// - Throws: `PropertyListError` that names the key.
  func checkForCards(
    _ text: Bytes, _ isKnown: (String) -> Bool
  ) throws(PropertyListError) {
    try checkForCards(.root, under: nil, text, isKnown)
  }

  private func checkForCards(
    _ container: NodeIndex, under key: String?, _ text: Bytes, _ isKnown: (String) -> Bool
  ) throws(PropertyListError) {
    var index = NodeTable.firstChild(of: container)
    while index < end(of: container) {
      var key = key
      if kind(of: index) == .key {
        let name = content(of: index, text)
        let value = end(of: index)
        if let reason = VCardMapping.objection(toKey: name), !isKnown(name),
          kind(of: value) != .string
            || !VCardMapping.staysAsWritten(
              name, key == VCardMapping.headsKey ? nil : content(of: value, text))
        {
          throw PropertyListError(.unsupported(reason))
        }
        // A section has cards, not a card.
        key = name == CardFolder.cardsKey.description && isKnown(name) ? nil : name
        index = end(of: index)
      }
      if let key, let reason = VCardMapping.objection(to: kind(of: index), under: key) {
        throw PropertyListError(.unsupported(reason))
      }
      if kind(of: index).isContainer { try checkForCards(index, under: key, text, isKnown) }
      index = end(of: index)
    }
  }

  /// The text of a key or a string.
  private func content(of index: NodeIndex, _ text: Bytes) -> String {
    let node = self[index]
    let content = Bytes(
      rebasing: text[node.contentOffset..<(node.contentOffset + node.contentLength)])
    return String(decoding: MarkedUpText.decode(content), as: UTF8.self)
  }
}

extension VCardMapping {
  /// Whether cards keep a value word for word under the name of its property: an address with more
  /// components than there are names for, and invalid base64 where base64 is expected.
  ///
  /// - Parameter value: `nil` for any value.
  package static func staysAsWritten(_ key: String, _ value: String?) -> Bool {
    switch property(named: withoutNumber(key))?.form {
    case .address: return value.map { $0.count { $0 == ";" } >= addressKeys.count } ?? true
    case .binary:
      return value.map { Array($0.utf8).withUnsafeBufferPointer(Base64.objection) != nil } ?? true
    default: return false
    }
  }

  /// Why no card may have a key, at any place in it; `nil` if a card may.
  package static func objection(toKey key: String) -> String? {
    let word = withoutNumber(key)
    let isCommon =
      key == headsKey || word == agentKey || organizationKeys.contains(word)
      || nameKeys.contains(key) || addressKeys.contains(key) || meaning(ofKey: key) != nil
    // The key of a label contains the key that it labels.
    if repeatedProperty(ofKey: key) != nil { return nil }
    if isCommon || key == "N" || key == "VERSION" || word.hasSuffix("Label") { return nil }
    if let property = property(named: key) { return "vCard has '\(key)' as '\(property.word)'" }
    guard let own = ownProperty(ofKey: key) else { return "vCard has no '\(key)'" }
    return own == key ? nil : "vCard has no '\(key)', but '\(own)'"
  }

  /// Why no card may have a value of a kind under a key; `nil` if a card may.
  static func objection(to kind: NodeKind, under key: String) -> String? {
    let form = meaning(ofKey: key)?.property.form
    switch kind {
    case .data where form != .binary: return "vCard has no data under '\(key)'"
    case .array where form != .list && !nameKeys.contains(key) && !addressKeys.contains(key):
      return "vCard has no arrays under '\(key)'"
    case .dict where form != .address && key != headsKey && withoutNumber(key) != agentKey:
      return "vCard has no dictionaries under '\(key)'"
    default: return nil
    }
  }
}
