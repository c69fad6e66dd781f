/// Writing of cards into an existing file.
extension VCardWriter {
  /// The name of a new card without one, made of its other members; `nil` if they have no text.
  func usualName(of card: Card) -> String? {
    func text(_ node: NodeIndex) -> String {
      isText(node) ? String(decoding: bytes(of: node), as: UTF8.self) : ""
    }
    if card.name.contains(where: { $0 != nil }) {
      return VCardMapping.wholeName(card.name.map { $0.map(text) })
    }
    return card.members.filter { !["UID", "REV"].contains(names.name(ofKey: $0.key)) }
      .map { text($0.value) }.first { !$0.isEmpty }
  }

  /// Whether a member is an `N` without text that the card's parts of a name replace.
  func isReplaced(_ member: Member, in card: Card) -> Bool {
    member.key == VCardNames.nameKey && isText(member.value)
      && bytes(of: member.value).allSatisfy { $0 == UInt8(ascii: ";") }
      && card.name.contains { part in
        part.map { !texts(in: $0).allSatisfy { bytes(of: $0).isEmpty } } ?? false
      }
  }

  /// The key that a member labels, if it is a new label.
  private func labelledKey(_ member: Member) -> String? {
    let key = names.name(ofKey: member.key)
    guard member.head == nil, key.hasSuffix("Label"), case .other = names.keys[member.key].role,
      !names.isOwnProperty(member.key)
    else { return nil }
    return String(key.dropLast(5))
  }

  /// The members that new labels, which have no group yet, belong to, by the positions of the
  /// labels.
  ///
  /// - Complexity: O(*n*) for *n* members.
  func labelledMembers(of card: Card) -> [Int: Int] {
    let labels = card.members.indices.compactMap { index in
      labelledKey(card.members[index]).map { (index, key: $0) }
    }
    if labels.isEmpty { return [:] }
    let places = Dictionary(
      card.members.indices.map { (names.name(ofKey: card.members[$0].key), $0) },
      uniquingKeysWith: { first, _ in first })
    return Dictionary(
      uniqueKeysWithValues: labels.compactMap { label, key in places[key].map { (label, $0) } })
  }

  /// Whether a label belongs to a property in its group. If its key names a member of the card, it
  /// belongs only to the property of that member.
  ///
  /// - Parameter keys: The keys of the card's members.
  func isLabel(
    _ property: VCardProperty, of other: VCardProperty, _ card: Card, _ keys: Set<String>
  ) -> Bool {
    let key = key(of: property, card)
    guard key.hasSuffix("Label"), keys.contains(String(key.dropLast(5))) else { return true }
    return other.members.contains { names.name(ofKey: card.members[$0].key) == key.dropLast(5) }
  }

  /// Gives the members of a property the head that they are written with.
  func setHead(of property: VCardProperty, in card: inout Card) {
    let head = property.head.withUnsafeBufferPointer { names.index(ofHead: $0) }
    if property.members.isEmpty {
      card.nameParameters = Array(property.head.drop(while: VCardDecoder.isNameByte))
    }
    for member in property.members {
      if case .name = names.keys[card.members[member].meaning].role {
        card.nameHead = head
      } else {
        card.members[member].head = head
      }
    }
  }

  /// Whether the text of a property could not be written on one line.
  func hasLineEnd(_ property: VCardProperty, _ card: Card) -> Bool {
    guard case .text(let text) = property.value, let first = property.members.first,
      !card.isOld, text.contains(0x0A) || text.contains(0x0D),
      !VCardHead(String(decoding: property.head, as: UTF8.self)).isQuotedPrintable
    else { return false }
    // The other forms have escapes for line ends.
    switch names.keys[card.members[first].meaning].role {
    case .property(let index): return VCardMapping.properties[index].form == .binary
    case .other, .heads: return true
    default: return false
    }
  }

  /// The key of a property, as messages name it.
  func key(of property: VCardProperty, _ card: Card) -> String {
    property.members.first.map { names.name(ofKey: card.members[$0].key) } ?? ""
  }

  /// Writes a property of a card whose members have their heads.
  func append(_ property: VCardProperty, of card: Card) {
    guard let first = property.members.first else { return }
    if case .name = names.keys[card.members[first].meaning].role {
      appendName(of: card)
    } else {
      append(card.members[first], card)
    }
  }
}

extension PropertyListDocument {
  /// The version and the kept heads of a card, by keys.
  package func heads(ofCard card: NodeIndex) -> [String: [UInt8]] {
    var heads: [String: [UInt8]] = [:]
    for (key, value) in members(of: card) where kind(of: value) == .dict {
      let outer = text(of: key)
      if outer != VCardMapping.headsKey {
        // An inner card, or another dictionary.
        for (key, head) in self.heads(ofCard: value) { heads["\(outer).\(key)"] = head }
        continue
      }
      for (key, head) in members(of: value) {
        let key = text(of: key)
        // The first `VERSION` is that of the card itself.
        if key != "VERSION" || heads[key] == nil {
          heads[key] = Array((plainText(of: head) ?? "").utf8)
        }
      }
    }
    return heads
  }
}
