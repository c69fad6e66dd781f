import Platform

/// Writes dictionaries as cards, as `VCardMapping` says. Cards that were read from vCards are
/// written property by property in their versions, other dictionaries in version 3.0 (RFC 2426).
package final class VCardWriter {
  /// A dictionary that is read as a card, to write its properties.
  struct Card {
    var version = VCardMapping.Version.three
    /// The version as it is written; empty if the card has none.
    var declaredVersion = "3.0"
    /// Whether the card was not read from a vCard.
    var isForeign = true
    var members: [Member] = []
    /// The components of `N`, if the card has any.
    var name: [NodeIndex?] = []
    /// The head that is kept for `N`.
    var nameHead: Int?
    /// The parameters of `FN` and `N`, if no members are written as these properties.
    var nameParameters: [UInt8] = []

    var isOld: Bool { version == .old }
  }

  struct Member {
    /// The member's key, and the key of vCard with the same meaning.
    let key: Int
    var meaning: Int
    let value: NodeIndex
    /// The index of the head that is kept for the member.
    var head: Int?
    /// The company of a department, or the other way round.
    var companion: NodeIndex?
  }

  /// A value that a card cannot have.
  package struct Lost {
    package let key: String
    package let isData: Bool
  }

  let document: PropertyListDocument
  /// The text that has been written.
  let text = GrowingBuffer<UInt8>(capacity: 1 << 12)
  var layout = VCardLayout()
  /// Whether texts stay in the charsets that heads name, if these have all characters; and whether
  /// the file is converted from another encoding, so that those charsets are not used.
  var keepsCharsets = false
  var isConverted = false
  /// Whether invalid heads are kept, to be reported; then cards with them are not written.
  var keepsInvalidHeads = false
  /// Whether a key, although it is not a usual name of a property, is one in the file.
  var isKnown: (String) -> Bool = { _ in false }
  var lost: [Lost] = []
  /// The keys that were written as properties with `X-` since `takeInvented` was last called.
  var invented: [String] = []
  /// Finds the keys of vCard with the same meanings as keys of other catalogues.
  private let usualNames: (_ keys: [String], _ free: [String]) -> [String?]
  let names = VCardNames()
  /// How many cards have been read.
  private var cardCount = 0
  /// The meanings of keys in a card, by its keys and whether each needs a meaning.
  private var meanings: [[Int]: [Int]] = [:]
  /// A text that is not written verbatim in the document.
  let scalar = GrowingBuffer<UInt8>()
  /// The value of the property that is written next.
  let value = GrowingBuffer<UInt8>()

  /// - Parameter usualNames: For each key of another catalogue, the key of vCard with the same
  ///   meaning, among those that are free.
  package init(
    _ document: PropertyListDocument,
    usualNames: @escaping (_ keys: [String], _ free: [String]) -> [String?]
  ) {
    self.document = document
    self.usualNames = usualNames
  }

  /// Calls the closure with the text that has been written since the last call.
  package func take(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    body(text.elements)
    text.removeAll(from: 0)
  }

  /// The keys that were written as properties with `X-` since the last call.
  package func takeInvented() -> [String] {
    if invented.isEmpty { return [] }
    defer { invented = [] }
    return invented
  }

  /// The values that were left out since the last call.
  package func takeLost() -> [Lost] {
    if lost.isEmpty { return [] }
    defer { lost = [] }
    return lost
  }
}

// MARK: Cards

extension VCardWriter {
  /// Forgets keys and heads if there are many.
  func forgetMany() {
    if names.forgetMany() { meanings = [:] }
  }

  /// Reads a dictionary as a card; any other value is a card without members.
  func card(of value: NodeIndex) -> Card {
    cardCount += 1
    var card = Card()
    guard document.kind(of: value) == .dict else { return card }
    card.members.reserveCapacity(16)
    for (key, value) in document.members(of: value) {
      if document.isNull(value) {
        lost.append(Lost(key: document.text(of: key), isData: false))
        continue
      }
      let key = index(of: key)
      names.set(value, ofKey: key, in: cardCount)
      card.members.append(Member(key: key, meaning: key, value: value))
    }
    if let heads = names.value(ofKey: VCardNames.headsKey, in: cardCount),
      document.kind(of: heads) == .dict
    {
      findHeads(heads, &card)
    }
    // An empty cell of a table is a missing value.
    if card.isForeign, document.isTable {
      card.members.removeAll { isText($0.value) && bytes(of: $0.value).isEmpty }
    }
    findMeanings(&card)
    if card.isForeign { setLabelHeads(in: &card) }
    var hasName = false
    for index in card.members.indices {
      let member = card.members[index]
      card.members[index].head =
        member.head ?? names.head(ofKey: member.key, in: cardCount)
      switch names.keys[member.meaning].role {
      case .company, .department:
        let companion = names.companion(ofKey: member.meaning)
        card.members[index].companion = names.value(ofKey: companion, in: cardCount)
        // The head of the property stays even if only the departments are left.
        card.members[index].head =
          card.members[index].head ?? names.head(ofKey: companion, in: cardCount)
      case .name: hasName = true
      default: break
      }
    }
    if hasName {
      card.name = VCardNames.nameKeys.map { key in
        names.value(ofKey: key, in: cardCount) ?? card.members.first { $0.meaning == key }?.value
      }
      card.nameHead = names.head(ofKey: VCardNames.nameKey, in: cardCount)
    }
    return card
  }

  func index(of key: ScalarIndex) -> Int {
    document.verbatimText(of: key).map { names.index(ofKey: $0) }
      ?? names.index(ofKey: document.text(of: key))
  }

  private func findHeads(_ dict: NodeIndex, _ card: inout Card) {
    var version: String?
    for (key, value) in document.members(of: dict) {
      let key = index(of: key)
      let head = names.index(ofHead: bytes(of: value))
      // The first `VERSION` is the version; a second one is the head of a property with this name.
      if key == VCardNames.versionKey, version == nil {
        let isOneLine = names.head(head).isOneLine
        version = isOneLine ? String(decoding: names.text(ofHead: head), as: UTF8.self) : ""
      } else if keepsInvalidHeads || names.head(head).isValid {
        names.keep(head, forKey: key, in: cardCount)
      }
    }
    (card.isForeign, card.declaredVersion) = (false, version ?? "")
    card.version = VCardMapping.Version(rawValue: card.declaredVersion) ?? .old
  }

  /// Finds the keys of vCard for those of another catalogue.
  private func findMeanings(_ card: inout Card) {
    func needsMeaning(_ member: Member) -> Bool {
      guard case .other = names.keys[member.key].role,
        names.head(ofKey: member.key, in: cardCount) == nil
      else { return false }
      // Names of properties in a card that was read need no meaning.
      return card.isForeign || !isText(member.value) || !names.isOwnProperty(member.key)
    }
    guard card.members.contains(where: needsMeaning) else { return }
    let needing = card.members.indices.filter { needsMeaning(card.members[$0]) }
    let known = card.members.map { $0.key << 1 | (needsMeaning($0) ? 1 : 0) }
    if meanings[known] == nil {
      let keys = Set(card.members.map { names.name(ofKey: $0.key) })
      let words =
        VCardMapping.properties.map(\.word) + VCardMapping.telephones.map(\.key)
        + VCardMapping.organizationKeys + (card.isForeign ? VCardMapping.nameKeys : [])
      let foreign = needing.map { names.name(ofKey: card.members[$0].key) }
      let usual = usualNames(foreign, words.filter { !keys.contains($0) })
      if meanings.count > 1000 { meanings = [:] }
      meanings[known] = zip(needing, usual).map { position, word in
        word.map { names.index(ofKey: $0) } ?? card.members[position].key
      }
    }
    for (position, meaning) in zip(needing, meanings[known] ?? [])
    where card.members[position].key != meaning {
      card.members[position].meaning = meaning
      names.set(card.members[position].value, ofKey: meaning, in: cardCount)
    }
  }

  /// Gives each label, and the property that it labels, a common group.
  private func setLabelHeads(in card: inout Card) {
    for (number, (label, member)) in labelledMembers(of: card).sorted(by: { $0.key < $1.key })
      .enumerated()
    {
      let key = names.name(ofKey: card.members[member].meaning)
      let head = VCardMapping.defaultHead(ofKey: key, version: card.version.rawValue)
      let group = "item\(number + 1)."
      card.members[member].head = names.index(ofHead: group + head)
      card.members[label].head = names.index(ofHead: group + "X-ABLabel")
    }
  }
}
