import PropertyLists

/// The properties of a vCard, for a merge. Properties of the same name are a list; the numbers in
/// their keys do not matter. A value has its details (its label, the department of a company,
/// `X-ABADR`) and its head: the property's name and parameters, which precede the value in the
/// file.
struct CardContent {
  /// A member of the card, with its head if the card keeps one.
  struct Member: Equatable {
    let key: String
    let value: NodeIndex
    let head: NodeIndex?
    /// The name of the member's property, in upper case.
    let name: String
  }

  struct Property {
    /// The name in upper case, without a group.
    let name: String
    /// The value first; then its details.
    let members: [Member]
    /// The hash of the head in its canonical spelling.
    let head: UInt64
    /// The hash of the head and of the details.
    let about: UInt64
    /// The hash of the head, the details and the value.
    let hash: UInt64

    var key: String { members[0].key }
    var value: NodeIndex { members[0].value }

    /// The key without the number that tells it from other keys of its name.
    var stem: String {
      // A digit may be part of a property's own name.
      key.uppercased() == name ? key : VCardMapping.withoutNumber(key)
    }

    /// The key of a detail once the value has a new key.
    func key(of member: Member, with new: String) -> String {
      if member.key == key + "Label" { return new + "Label" }
      let word = VCardMapping.withoutNumber(member.key)
      guard word == VCardMapping.organizationKeys[1] else { return member.key }
      return word + new.dropFirst(stem.count)
    }
  }

  let card: NodeIndex
  /// The dictionary of heads.
  let heads: NodeIndex
  let version: String
  /// The properties, in order.
  private(set) var properties: [Property] = []
  /// The values of properties that occur once in a card.
  private(set) var single: [NodeIndex] = []
  /// The heads of these properties, and the version.
  private(set) var singleHeads: [NodeIndex] = []
  /// The hash of the single properties, without the time and the program that saved the card.
  private let singleHash: UInt64

  /// The keys of the time and of the program that saved the card.
  static let savedKeys = ["REV", "PRODID"]

  /// The keys of properties that occur once in a card.
  private static let singleKeys = Set(
    ["N", "UID", "REV", "PRODID", "VERSION", "GENDER", "KIND", "birthday", "anniversary"]
      + [VCardMapping.nameKey] + VCardMapping.nameKeys)

  /// - Returns: `nil` for a value that is not a card.
  /// - Complexity: O(*n*) in the length of the card's text.
  init?(_ card: NodeIndex, _ tree: ComparedDocument) {
    let document = tree.document
    guard document.isCard(card), let heads = document.value(of: VCardMapping.headsKey, in: card)
    else { return nil }
    (self.card, self.heads) = (card, heads)
    let kept = Dictionary(
      document.members(of: heads).map { (document.text(of: $0.key), $0.value) },
      uniquingKeysWith: { first, _ in first })
    let version = kept["VERSION"].flatMap(document.plainText) ?? ""
    self.version = version
    func head(_ key: String) -> String {
      kept[key].flatMap(document.plainText)
        ?? VCardMapping.defaultHead(ofKey: key, version: version)
    }
    let all = document.members(of: card).filter { $0.value != heads }.map {
      let key = document.text(of: $0.key)
      return Member(
        key: key, value: $0.value, head: kept[key], name: VCardMapping.name(ofHead: head(key)))
    }
    let keys = Set(all.map(\.key))
    // By group, the key of the value to which the details in the group belong.
    var owners: [String: String] = [:]
    func isDetail(_ member: Member) -> Bool { ["X-ABLABEL", "X-ABADR"].contains(member.name) }
    for member in all where member.head != nil && !isDetail(member) {
      let group = VCardMapping.group(ofHead: head(member.key)).lowercased()
      if !group.isEmpty, owners[group] == nil { owners[group] = member.key }
    }
    func owner(of member: Member) -> String? {
      let key = member.key
      if key.hasSuffix("Label"), keys.contains(String(key.dropLast(5))) {
        return String(key.dropLast(5))
      }
      let word = VCardMapping.withoutNumber(key)
      if word == VCardMapping.organizationKeys[1] {
        let company = VCardMapping.organizationKeys[0] + key.dropFirst(word.count)
        return keys.contains(company) ? company : nil
      }
      return isDetail(member) ? owners[VCardMapping.group(ofHead: head(key)).lowercased()] : nil
    }
    var details: [String: [Member]] = [:]
    var own: [Member] = []
    for member in all {
      if CardContent.singleKeys.contains(member.key) {
        single.append(member.value)
      } else if let owner = owner(of: member), !CardContent.singleKeys.contains(owner) {
        details[owner, default: []].append(member)
      } else {
        own.append(member)
      }
    }
    for member in own {
      let members = [member] + (details[member.key] ?? [])
      let head = ContentHashes.hash(of: VCardMapping.canonical(head: head(member.key)))
      var about = head
      for member in members.dropFirst() {
        about = ContentHashes.mixed(
          ContentHashes.mixed(about, ContentHashes.hash(of: CardContent.role(of: member))),
          tree.hashes[member.value])
      }
      properties.append(
        Property(
          name: member.name, members: members, head: head, about: about,
          hash: ContentHashes.mixed(about, tree.hashes[member.value])))
    }
    let taken = Set(properties.flatMap(\.members).compactMap(\.head))
    var hash: UInt64 = 0
    for value in single {
      guard let key = document.key(before: value) else { continue }
      let name = document.scalar(key).map(document.text) ?? ""
      if !CardContent.savedKeys.contains(name) { hash &+= tree.hashes.member(key, value) }
    }
    for (key, value) in document.members(of: heads) where !taken.contains(value) {
      singleHeads.append(value)
      let name = document.text(of: key)
      let own = VCardMapping.canonical(head: document.plainText(of: value) ?? "")
      let usual = VCardMapping.canonical(
        head: VCardMapping.defaultHead(ofKey: name, version: version))
      if own != usual {
        hash &+= ContentHashes.mixed(ContentHashes.hash(of: name), ContentHashes.hash(of: own))
      }
    }
    singleHash = hash
  }

  /// The kind of a detail: the name of its property, even if the detail has no head yet.
  static func role(of member: Member) -> String {
    member.key.hasSuffix("Label") ? "X-ABLABEL" : member.name
  }

  /// The positions of the properties by their names.
  var lists: [String: [Int]] {
    Dictionary(grouping: properties.indices) { properties[$0].name }
  }

  /// The hash of the card's content, regardless of spelling, and without the time and the program
  /// that saved the card.
  var hash: UInt64 {
    lists.reduce(singleHash) { sum, list in
      sum
        &+ list.value.reduce(ContentHashes.hash(of: list.key)) {
          ContentHashes.mixed($0, properties[$1].hash)
        }
    }
  }
}
