import Platform

/// A cache of facts about the keys and heads of cards.
final class VCardNames {
  /// Facts about a key.
  struct Key: BitwiseCopyable {
    enum Role: BitwiseCopyable {
      case heads, agent, other
      /// A component of `N`.
      case name
      case company, department
      /// A property by its position in `VCardMapping`.
      case property(Int)
    }

    let role: Role
    /// The position of the component of `ADR` with the key, if there is one.
    let component: Int?
    /// The heads of each version, once they are known.
    fileprivate var defaults: (old: Int?, three: Int?, four: Int?) = (nil, nil, nil)
    /// The head of the property that the key becomes: an inner `nil` if there is none, an outer
    /// `nil` until it is looked up.
    fileprivate var own: Int??
    /// The key of the department of a company, or the other way round, once it is known.
    fileprivate var companion: Int?
    /// The last card with the key, its first value under the key, and the head that it keeps.
    fileprivate var card = 0
    fileprivate var value: NodeIndex?
    fileprivate var head: Int?

    fileprivate init(_ key: String) {
      let word = VCardMapping.withoutNumber(key)
      component = VCardMapping.addressKeys.firstIndex(of: key)
      role =
        if key == VCardMapping.headsKey {
          .heads
        } else if VCardMapping.nameKeys.contains(key) {
          .name
        } else if let index = VCardMapping.organizationKeys.firstIndex(of: word) {
          index == 0 ? .company : .department
        } else if word == VCardMapping.agentKey {
          .agent
        } else if let property = VCardMapping.meaning(ofKey: key)?.property,
          let index = VCardMapping.properties.firstIndex(where: { $0.name == property.name })
        {
          .property(index)
        } else {
          .other
        }
    }
  }

  private let keyTexts = UniqueTexts()
  let keys = GrowingBuffer<Key>()
  private let headTexts = UniqueTexts()
  private let heads = GrowingBuffer<VCardHead>()
  /// The keys that vCard does not have, by the names of their properties.
  private var ownProperties: [String: String] = [:]

  /// The positions of frequently needed keys: the components of `N`, and others.
  static let nameKeys = 0..<VCardMapping.nameKeys.count
  static let headsKey = nameKeys.upperBound
  static let versionKey = headsKey + 1
  static let nameKey = headsKey + 2
  /// The positions of frequently needed heads.
  static let nameHead = 0
  static let organizationHead = 1

  init() { insertUsual() }

  private func insertUsual() {
    for key in VCardMapping.nameKeys + [VCardMapping.headsKey, "VERSION", "N"] {
      _ = index(ofKey: key)
    }
    for head in ["N", "ORG"] { _ = index(ofHead: head) }
  }

  /// Forgets keys and heads if there are many, which makes their positions invalid.
  ///
  /// - Returns: Whether keys and heads were forgotten.
  func forgetMany() -> Bool {
    guard max(keys.count, heads.count) > 1 << 16 else { return false }
    keyTexts.removeAll()
    keys.removeAll(from: 0)
    headTexts.removeAll()
    heads.removeAll(from: 0)
    insertUsual()
    return true
  }

  func index(ofKey text: Bytes) -> Int {
    let (index, isNew) = keyTexts.insert(text)
    if isNew { keys.append(Key(String(decoding: text, as: UTF8.self))) }
    return index
  }

  func index(ofKey text: String) -> Int {
    var text = text
    return text.withUTF8 { index(ofKey: $0) }
  }

  /// The text of a key, valid until another key is added.
  func text(ofKey index: Int) -> Bytes { keyTexts[index] }

  func name(ofKey index: Int) -> String { String(decoding: keyTexts[index], as: UTF8.self) }

  func index(ofHead text: Bytes) -> Int {
    let (index, isNew) = headTexts.insert(text)
    if isNew { heads.append(VCardHead(String(decoding: text, as: UTF8.self))) }
    return index
  }

  func index(ofHead text: String) -> Int {
    var text = text
    return text.withUTF8 { index(ofHead: $0) }
  }

  /// The text of a head, valid until another head is added.
  func text(ofHead index: Int) -> Bytes { headTexts[index] }

  func head(_ index: Int) -> VCardHead { heads[index] }

  func defaultHead(ofKey index: Int, _ version: VCardMapping.Version) -> Int {
    let known = keys[index].defaults
    switch version {
    case .old: if let head = known.old { return head }
    case .three: if let head = known.three { return head }
    case .four: if let head = known.four { return head }
    }
    let head = self.index(
      ofHead: VCardMapping.defaultHead(ofKey: name(ofKey: index), version: version.rawValue))
    switch version {
    case .old: keys.base[index].defaults.old = head
    case .three: keys.base[index].defaults.three = head
    case .four: keys.base[index].defaults.four = head
    }
    return head
  }

  /// The head of the property for a key that vCard does not have, with a number if another key has
  /// that property already.
  func ownProperty(ofKey index: Int) -> Int? {
    if let known = keys[index].own { return known }
    let key = name(ofKey: index)
    let own = VCardMapping.ownProperty(ofKey: key).map { name in
      if name == key || VCardMapping.repeatedProperty(ofKey: key) != nil { return name }
      var (number, numbered) = (1, name)
      while ownProperties[numbered, default: key] != key {
        number += 1
        numbered = "\(name)-\(number)"
      }
      ownProperties[numbered] = key
      return numbered
    }
    let head = own.map { self.index(ofHead: $0) }
    keys.base[index].own = .some(head)
    return head
  }

  /// Whether a key is the name of its property.
  func isOwnProperty(_ key: Int) -> Bool {
    ownProperty(ofKey: key).map { headTexts[$0].isEqual(to: keyTexts[key]) } ?? false
  }

  /// The key of the department of a company, or the other way round.
  func companion(ofKey index: Int) -> Int {
    if let known = keys[index].companion { return known }
    let key = name(ofKey: index)
    let words = VCardMapping.organizationKeys
    let word = VCardMapping.withoutNumber(key)
    let companion = self.index(
      ofKey: (word == words[0] ? words[1] : words[0]) + key.dropFirst(word.count))
    keys.base[index].companion = companion
    return companion
  }

  // MARK: Cards

  /// Notes the value of a card under a key, unless the card has one already.
  func set(_ value: NodeIndex?, ofKey key: Int, in card: Int) {
    guard keys[key].card != card else { return }
    let known = keys.base + key
    (known.pointee.card, known.pointee.value, known.pointee.head) = (card, value, nil)
  }

  func keep(_ head: Int, forKey key: Int, in card: Int) {
    set(nil, ofKey: key, in: card)
    keys.base[key].head = head
  }

  func value(ofKey index: Int, in card: Int) -> NodeIndex? {
    keys[index].card == card ? keys[index].value : nil
  }

  func head(ofKey index: Int, in card: Int) -> Int? {
    keys[index].card == card ? keys[index].head : nil
  }
}
