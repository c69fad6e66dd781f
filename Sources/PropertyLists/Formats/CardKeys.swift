/// The keys of a card while its properties are read, and the heads that are kept of these. Known
/// keys and heads are remembered for the cards that follow.
final class CardKeys {
  /// How the last card that has a key or a group uses it.
  private struct Use: BitwiseCopyable {
    var card = 0
    /// For a key, the last number that was appended to it; for a group, the key of its first
    /// property.
    var number = 0
  }

  private struct Kept: BitwiseCopyable {
    let key: Int
    let start: Int
    let count: Int
  }

  /// How many keys, and how many heads, are remembered.
  private static let limit = 1 << 16
  /// The positions of keys that all cards may have: the components of `N`, and the key of the
  /// heads.
  static let nameKeys = 0..<VCardMapping.nameKeys.count
  static let headsKey = nameKeys.upperBound

  /// How many cards have begun.
  private var card = 0
  private let keys = UniqueTexts()
  private let keyUses = GrowingBuffer<Use>()
  private let groups = UniqueTexts()
  private let folded = GrowingBuffer<UInt8>()
  private let groupUses = GrowingBuffer<Use>()
  private let heads = UniqueTexts()
  private let knownHeads = GrowingBuffer<VCardDecoder.Head>()
  private let numbered = GrowingBuffer<UInt8>()
  private let kept = GrowingBuffer<Kept>()
  private let keptText = GrowingBuffer<UInt8>()
  /// The card's version as it is written; empty if the card has none.
  let version = GrowingBuffer<UInt8>()

  init() { insertUsualKeys() }

  private func insertUsualKeys() {
    for key in VCardKeys.shared.nameKeys + [VCardKeys.shared.headsKey] { _ = index(of: key) }
  }

  /// Forgets the previous card; if there are many keys or groups, also these and the heads.
  func beginCard() {
    card += 1
    kept.removeAll(from: 0)
    keptText.removeAll(from: 0)
    version.removeAll(from: 0)
    guard max(keys.count, groups.count) > CardKeys.limit else { return }
    for texts in [keys, groups, heads] { texts.removeAll() }
    for uses in [keyUses, groupUses] { uses.removeAll(from: 0) }
    knownHeads.removeAll(from: 0)
    insertUsualKeys()
  }

  // MARK: Keys

  /// The text of a key, valid until another key is added.
  subscript(key: Int) -> Bytes { keys[key] }

  /// The position of a key, which the card need not have.
  func index(of key: Bytes) -> Int {
    let (index, isNew) = keys.insert(key)
    if isNew { keyUses.append(Use()) }
    return index
  }

  /// Whether the card has a key.
  func contains(_ key: Int) -> Bool { keyUses[key].card == card }

  /// - Returns: Whether the card did not have the key.
  @discardableResult
  func insert(_ key: Int) -> Bool {
    if contains(key) { return false }
    keyUses.base[key] = Use(card: card, number: 1)
    return true
  }

  /// Takes a key; with a number after it if the card has the key already.
  func take(_ key: Int) -> Int {
    if insert(key) { return key }
    while true {
      keyUses.base[key].number += 1
      numbered.removeAll(from: 0)
      numbered.append(contentsOf: keys[key])
      for digit in String(keyUses[key].number).utf8 { numbered.append(digit) }
      let other = index(of: numbered.elements)
      if insert(other) { return other }
    }
  }

  // MARK: Groups

  /// - Parameter group: Its name, whose case does not count (RFC 6350, 3.3).
  func index(ofGroup group: Bytes) -> Int {
    folded.removeAll(from: 0)
    for byte in group { folded.append(byte.uppercased) }
    let (index, isNew) = groups.insert(folded.elements)
    if isNew { groupUses.append(Use()) }
    return index
  }

  /// The key of the first property of a group, if the card has one.
  func key(ofGroup group: Int) -> Int? {
    groupUses[group].card == card ? groupUses[group].number : nil
  }

  /// Notes that a property of a group has a key.
  func note(_ key: Int, ofGroup group: Int) {
    if groupUses[group].card != card { groupUses.base[group] = Use(card: card, number: key) }
  }

  // MARK: Heads

  /// The meaning of a head, if it has been read before.
  func knownHead(_ text: Bytes) -> VCardDecoder.Head? {
    heads.index(of: text).map { knownHeads[$0] }
  }

  /// The meaning of a head.
  func head(_ text: Bytes) -> VCardDecoder.Head {
    if let known = knownHead(text) { return known }
    if heads.count > CardKeys.limit {
      heads.removeAll()
      knownHeads.removeAll(from: 0)
    }
    let head = VCardDecoder.Head(text, in: self)
    heads.insert(text)
    knownHeads.append(head)
    return head
  }

  /// Keeps the head of a property, for its key.
  ///
  /// - Parameters:
  ///   - addition: Text to keep after the head.
  ///   - start: The colon, and the beginning of the value, if that is kept with the head.
  func keep(
    _ head: Bytes, _ addition: Bytes = Bytes(""), _ start: Bytes = Bytes(""), for key: Int
  ) {
    let first = keptText.count
    keptText.append(contentsOf: head)
    keptText.append(contentsOf: addition)
    keptText.append(contentsOf: start)
    kept.append(Kept(key: key, start: first, count: keptText.count - first))
  }

  /// Calls the closure with all heads that were kept of the card.
  func forEachHead(
    _ body: (_ key: Bytes, _ head: Bytes) throws(DecodingError) -> Void
  ) throws(DecodingError) {
    for kept in kept.elements {
      try body(keys[kept.key], Bytes(start: keptText.base + kept.start, count: kept.count))
    }
  }
}
