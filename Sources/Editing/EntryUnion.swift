import Catalogues
import PropertyLists

/// What an entry lacks of another one with which it is united.
///
/// Of vCards, a value that the card has under another number is not added, and one that it does not have
/// gets the next number: beside `mobile`, another becomes `mobile2`, with its label. A card keeps its
/// name, `UID` and `REV`; another name becomes a nickname.
package struct EntryUnion {
  /// Why two entries cannot be united.
  package struct Problem: Error, Equatable {
    /// The key for which they have two values where one is possible; `nil` if one is not a dictionary.
    let key: String?
    var one = ""
    var other = ""

    var description: String {
      key.map { "both have '\($0.excerpt())': '\(one.excerpt())' and '\(other.excerpt())'" }
        ?? "an entry that is not a dictionary cannot be united"
    }

    var hint: String? {
      key.map { "give both the same, or 'unset' one '\($0.excerpt())', first" }
    }
  }

  private typealias Member = (key: String, value: NodeIndex)

  /// What makes a value of a property the same: its text, or the digits of a telephone number.
  private struct Sameness: Hashable {
    let stem: String
    /// `nil` for a telephone number.
    let kind: NodeKind?
    let text: String
  }

  private let document: PropertyListDocument
  private let own: [Member]
  private let others: [Member]
  private let isCard: Bool
  private let ownHeads: [String: String]
  private let heads: [String: String]
  private let ownByKey: [String: NodeIndex]
  private let othersByKey: [String: NodeIndex]
  /// The places of own members by what makes a value the same, in order.
  private var places: [Sameness: [Int]] = [:]
  private var keys: Set<String>
  /// The last number that was given to a key.
  private var lastNumbers: [String: Int] = [:]
  private var result: [FieldAssignment] = []
  private var adopted: AdoptedHeads

  /// The properties that a card has once.
  private static let single: Set<String> = ["birthday", "anniversary", "GENDER", "KIND"]
  /// What is about the card itself, not about whom it describes.
  private static let kept: Set<String> = ["UID", "REV", "PRODID", "VERSION"]

  /// The fields that an entry is to be given.
  ///
  /// - Throws: `Problem` if values of both cannot be kept.
  static func fields(
    of one: Entry.ID, with other: Entry.ID, in catalogue: Catalogue
  ) throws(Problem) -> [FieldAssignment] {
    let document = catalogue.document
    let (one, other) = (catalogue.value(of: one), catalogue.value(of: other))
    guard document.kind(of: one) == .dict, document.kind(of: other) == .dict else {
      throw Problem(key: nil)
    }
    var union = EntryUnion(document, one, other)
    if union.isCard { try union.addCard() } else { try union.addMembers() }
    return union.result
  }

  private init(_ document: PropertyListDocument, _ one: NodeIndex, _ other: NodeIndex) {
    func members(_ dict: NodeIndex) -> [Member] {
      document.members(of: dict).map { (document.text(of: $0.key), $0.value) }
    }
    self.document = document
    (own, others) = (members(one), members(other))
    let dicts = [one, other].map { card in
      document.value(of: VCardMapping.headsKey, in: card).flatMap {
        document.holdsHeads($0) ? $0 : nil
      }
    }
    isCard = dicts.allSatisfy { $0 != nil }
    let texts = dicts.map { dict in
      Dictionary(
        (dict.map(members) ?? []).map { ($0.key, document.plainText(of: $0.value) ?? "") },
        uniquingKeysWith: { first, _ in first })
    }
    (ownHeads, heads) = (texts[0], texts[1])
    adopted = AdoptedHeads(own: ownHeads, others: heads)
    keys = Set(own.map(\.key))
    (ownByKey, othersByKey) = (
      Dictionary(own.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }),
      Dictionary(others.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    )
    if !isCard { return }
    for (place, member) in own.enumerated() {
      for sameness in sameness(of: member.value, stem(member.key, ownHeads)) {
        places[sameness, default: []].append(place)
      }
    }
  }

  private func element(_ node: NodeIndex) -> String {
    String(decoding: document.text(at: document.elementRange(of: node)), as: UTF8.self)
  }

  private func isSame(_ one: NodeIndex, _ other: NodeIndex) -> Bool {
    document.kind(of: one) == document.kind(of: other)
      && (document.plainText(of: one) ?? element(one))
        == (document.plainText(of: other) ?? element(other))
  }

  /// What makes the value of a property the same as another one: its text, and for a telephone number its
  /// digits, however they are grouped.
  private func sameness(of node: NodeIndex, _ stem: String) -> [Sameness] {
    let text = document.plainText(of: node)
    let own = Sameness(stem: stem, kind: document.kind(of: node), text: text ?? element(node))
    guard let text,
      text.allSatisfy({ $0.isASCII && ($0.isNumber || "+()-./ ".contains($0)) })
    else { return [own] }
    let number = text.filter { $0.isNumber || $0 == "+" }
    return number.count < 5 ? [own] : [own, Sameness(stem: stem, kind: nil, text: number)]
  }

  private mutating func set(_ key: String, _ node: NodeIndex) {
    keys.insert(key)
    let key = FieldPath(components: [key]).text
    result.append(FieldAssignment(key: key, type: .xml, value: element(node)))
  }

  private func conflict(_ key: String, _ one: NodeIndex, _ other: NodeIndex) -> Problem {
    func text(_ node: NodeIndex) -> String { document.plainText(of: node) ?? "…" }
    return Problem(key: key, one: text(one), other: text(other))
  }

  // MARK: Entries of any kind

  private mutating func addMembers() throws(Problem) {
    for (key, value) in others {
      guard let mine = ownByKey[key] else {
        set(key, value)
        continue
      }
      if isSame(mine, value) { continue }
      guard document.kind(of: mine) == .array, document.kind(of: value) == .array else {
        throw conflict(key, mine, value)
      }
      let elements = Array(document.elements(of: mine))
      let missing = document.elements(of: value).filter { new in
        !elements.contains { isSame($0, new) }
      }
      if missing.isEmpty { continue }
      let all = (elements + missing).map(element).joined()
      result.append(
        FieldAssignment(
          key: FieldPath(components: [key]).text, type: .xml, value: "<array>\(all)</array>"))
    }
  }

  // MARK: Cards

  private mutating func addCard() throws(Problem) {
    let labels = Set(others.map { $0.key + "Label" })
    for (key, value) in others {
      let isElsewhere =
        key == VCardMapping.headsKey || key == VCardMapping.nameKey
        || VCardMapping.nameKeys.contains(key)
        || labels.contains(key) || stem(key, heads) == VCardMapping.organizationKeys[1]
      if isElsewhere || EntryUnion.kept.contains(key) && (key != "UID" || keys.contains(key)) {
        continue
      }
      if EntryUnion.single.contains(key), let mine = ownByKey[key] {
        if !isSame(mine, value) { throw conflict(key, mine, value) }
        continue
      }
      add(key, value)
    }
    addName()
  }

  /// The keys to which numbers are added, besides names of properties.
  private static let words = Set(
    VCardMapping.properties.flatMap { property in
      let word = property.word.prefix(1).uppercased() + property.word.dropFirst()
      return [property.word, "home" + word, "work" + word]
    } + VCardMapping.telephones.map(\.key) + VCardMapping.organizationKeys)

  /// A key without the number that was added to it.
  private func stem(_ key: String, _ heads: [String: String]) -> String {
    let word = String(key.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
    if word == key || EntryUnion.words.contains(word) { return word }
    // A digit may be part of a property's own name.
    let name = heads[key].map { AdoptedHeads.withoutGroup($0).prefix { $0 != ";" && $0 != ":" } }
    return name?.uppercased() == word.uppercased() ? word : key
  }

  /// Adds a property of a card unless it has it.
  private mutating func add(_ key: String, _ value: NodeIndex) {
    let base = stem(key, heads)
    let department = department(of: key, among: othersByKey, heads)
    let label = othersByKey[key + "Label"]
    let same = sameness(of: value, base).compactMap { sameness in
      places[sameness]?.first { place in
        guard let department else { return true }
        return self.department(of: own[place].key, among: ownByKey, ownHeads)
          .map { isSame($0, department) } ?? false
      }
    }.min()
    if let same {
      let mine = own[same].key
      if let label, !keys.contains(mine + "Label") { set(mine + "Label", label) }
      return
    }
    let new = freeKey(base)
    set(new, value)
    if let department {
      set(VCardMapping.organizationKeys[1] + String(new.dropFirst(base.count)), department)
    }
    var head = adopted.head(ofKey: key)
    // A number is not part of a property's own name.
    if head == nil, new != base, !EntryUnion.words.contains(base) { head = base }
    if let head { setHead(new, head) }
    guard let label else { return }
    set(new + "Label", label)
    if let head = adopted.head(ofKey: key + "Label") { setHead(new + "Label", head) }
  }

  private mutating func setHead(_ key: String, _ head: String) {
    let key = FieldPath(components: [VCardMapping.headsKey, key]).text
    result.append(FieldAssignment(key: key, type: .string, value: head))
  }

  private mutating func freeKey(_ stem: String) -> String {
    if !keys.contains(stem) { return stem }
    var number = lastNumbers[stem] ?? 1
    repeat { number += 1 } while keys.contains("\(stem)\(number)")
    lastNumbers[stem] = number
    return "\(stem)\(number)"
  }

  /// The department that belongs to a company.
  private func department(
    of key: String, among members: [String: NodeIndex], _ heads: [String: String]
  ) -> NodeIndex? {
    let stem = stem(key, heads)
    guard stem == VCardMapping.organizationKeys[0] else { return nil }
    let wanted = VCardMapping.organizationKeys[1] + String(key.dropFirst(stem.count))
    return members[wanted]
  }

  /// Adds the parts of the name that the card lacks, or the whole name as a nickname.
  private mutating func addName() {
    func text(_ key: String, _ members: [String: NodeIndex]) -> String? {
      members[key].map { document.plainText(of: $0) ?? element($0) }
    }
    let parts = VCardMapping.nameKeys.filter { text($0, othersByKey) != nil }
    let isSame =
      text(VCardMapping.nameKey, othersByKey)?.lowercased()
      == text(VCardMapping.nameKey, ownByKey)?.lowercased()
      && parts.allSatisfy { key in
        text(key, ownByKey).map { $0 == text(key, othersByKey) } ?? true
      }
    if isSame {
      for (key, value) in others where parts.contains(key) && !keys.contains(key) {
        set(key, value)
      }
    }
    guard let name = text(VCardMapping.nameKey, othersByKey),
      name != text(VCardMapping.nameKey, ownByKey)
    else { return }
    let known = own.filter { stem($0.key, ownHeads) == "nickname" }
      .flatMap { (document.plainText(of: $0.value) ?? "").split(separator: ",") }
    let written = name.replacing("\\", with: "\\\\").replacing(",", with: "\\,")
    if known.contains(where: { $0 == written }) { return }
    result.append(FieldAssignment(key: freeKey("nickname"), type: .string, value: written))
  }
}
