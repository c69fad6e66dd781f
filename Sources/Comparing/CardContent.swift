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

    /// Whether it belongs to the value of its group.
    fileprivate var isDetail: Bool { ["X-ABLABEL", "X-ABADR"].contains(name) }
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

    fileprivate init(_ members: [Member], head: String, _ tree: ComparedDocument) {
      (name, self.members) = (members[0].name, members)
      self.head = ContentHashes.hash(of: VCardMapping.canonical(head: head))
      about = members.dropFirst().reduce(self.head) { hash, member in
        ContentHashes.mixed(
          ContentHashes.mixed(hash, ContentHashes.hash(of: CardContent.role(of: member))),
          tree.hashes[member.value])
      }
      hash = ContentHashes.mixed(about, tree.hashes[members[0].value])
    }

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
    let kept = KeptHeads(heads, in: document)
    version = kept.version
    let all = document.members(of: card).filter { $0.value != heads }.map {
      let key = document.text(of: $0.key)
      return Member(
        key: key, value: $0.value, head: kept.nodes[key],
        name: VCardMapping.name(ofHead: kept.head(ofKey: key)))
    }
    let owners = DetailOwners(among: all, kept)
    var details: [String: [Member]] = [:]
    var own: [Member] = []
    for member in all {
      if CardContent.singleKeys.contains(member.key) {
        single.append(member.value)
      } else if let owner = owners.owner(of: member), !CardContent.singleKeys.contains(owner) {
        details[owner, default: []].append(member)
      } else {
        own.append(member)
      }
    }
    properties = own.map {
      Property([$0] + (details[$0.key] ?? []), head: kept.head(ofKey: $0.key), tree)
    }
    let taken = Set(properties.flatMap(\.members).compactMap(\.head))
    singleHeads = document.members(of: heads).map(\.value).filter { !taken.contains($0) }
    singleHash = CardContent.hash(of: single, singleHeads, version: version, tree)
  }

  /// The heads that a card keeps.
  private struct KeptHeads {
    let nodes: [String: NodeIndex]
    let version: String
    private let document: PropertyListDocument

    init(_ heads: NodeIndex, in document: PropertyListDocument) {
      self.document = document
      nodes = Dictionary(
        document.members(of: heads).map { (document.text(of: $0.key), $0.value) },
        uniquingKeysWith: { first, _ in first })
      version = nodes["VERSION"].flatMap(document.plainText) ?? ""
    }

    func head(ofKey key: String) -> String {
      nodes[key].flatMap(document.plainText)
        ?? VCardMapping.defaultHead(ofKey: key, version: version)
    }

    /// The group in lower case.
    func group(ofKey key: String) -> String {
      VCardMapping.group(ofHead: head(ofKey: key)).lowercased()
    }
  }

  /// The values that details belong to.
  private struct DetailOwners {
    private let keys: Set<String>
    private let heads: KeptHeads
    /// By group, the key of the value to which the details in the group belong.
    private var grouped: [String: String] = [:]

    init(among members: [Member], _ heads: KeptHeads) {
      keys = Set(members.map(\.key))
      self.heads = heads
      for member in members where member.head != nil && !member.isDetail {
        let group = heads.group(ofKey: member.key)
        if !group.isEmpty, grouped[group] == nil { grouped[group] = member.key }
      }
    }

    /// The key of the value that a member is a detail of.
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
      return member.isDetail ? grouped[heads.group(ofKey: key)] : nil
    }
  }

  /// The hash of values and heads, regardless of their order, without the time and the program that
  /// saved the card.
  private static func hash(
    of values: [NodeIndex], _ heads: [NodeIndex], version: String, _ tree: ComparedDocument
  ) -> UInt64 {
    let document = tree.document
    var hash: UInt64 = 0
    for value in values {
      guard let key = document.key(before: value) else { continue }
      let name = document.scalar(key).map(document.text) ?? ""
      if !CardContent.savedKeys.contains(name) { hash &+= tree.hashes.member(key, value) }
    }
    for value in heads {
      guard let key = document.key(before: value).flatMap(document.scalar) else { continue }
      let name = document.text(of: key)
      let own = VCardMapping.canonical(head: document.plainText(of: value) ?? "")
      let usual = VCardMapping.canonical(
        head: VCardMapping.defaultHead(ofKey: name, version: version))
      if own != usual {
        hash &+= ContentHashes.mixed(ContentHashes.hash(of: name), ContentHashes.hash(of: own))
      }
    }
    return hash
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
