import Catalogues
import Platform
import PropertyLists

/// Why two entries cannot be united.
extension ReportedError {
  fileprivate static let notADictionary = ReportedError(
    "an entry that is not a dictionary cannot be united")

  /// The entry is a card that is not in the file yet, so that it cannot take over properties as a
  /// card of the file has them written.
  fileprivate static let newCard = ReportedError(
    "a new card cannot take in one that is in the file",
    hint: "name the card of the file first, or save before")

  /// The entries have two values under a key that can have only one.
  fileprivate static func twoValues(of key: String, _ one: String, _ other: String) -> ReportedError
  {
    let key = key.excerpt()
    return ReportedError(
      "both have '\(key)': '\(one.excerpt())' and '\(other.excerpt())'",
      hint: "give both the same, or 'unset' one '\(key)', first")
  }
}

/// The fields that an entry gains from other entries that are united with it.
///
/// In vCards, a value that the card has under a key with another number is not added. A value that
/// it lacks gets the next number: beside `mobile`, another becomes `mobile2`, with its label. A
/// card keeps its name, `UID` and `REV`; another name becomes a nickname.
package struct EntryUnion {
  private typealias Member = (key: String, value: NodeIndex)

  /// The criterion by which values of a property are the same: the text, or the e-mail address or
  /// telephone number whatever its type.
  private struct Sameness: Hashable {
    let stem: String
    /// `nil` for an e-mail address or a telephone number.
    let kind: NodeKind?
    let text: String
  }

  private let document: PropertyListDocument
  /// The entry's members, followed by those that it gains, whose nodes are those of the other
  /// entry.
  private var own: [Member] = []
  private var ownByKey: [String: NodeIndex] = [:]
  private var keys: Set<String> = []
  private let isCard: Bool
  private var ownHeads: [String: String]
  /// Indices in `own` of a card's values by their sameness, in ascending order.
  private var places: [Sameness: [Int]] = [:]
  private var nicknames: Set<String> = []
  /// The last number that was given to a key.
  private var lastNumbers: [String: Int] = [:]
  /// The elements of arrays that gain elements, by key.
  private var arrays: [String: (elements: [NodeIndex], known: Set<Sameness>)] = [:]
  private var result: [FieldAssignment] = []
  /// The members of the entry that is being added.
  private var others: [Member] = []
  private var othersByKey: [String: NodeIndex] = [:]
  private var heads: [String: String] = [:]
  private var adopted: AdoptedHeads

  /// The properties that a card has once.
  private static let single: Set<String> = ["birthday", "anniversary", "GENDER", "KIND"]
  /// The properties of the card itself, not of the person that it describes.
  private static let kept: Set<String> = ["UID", "REV", "PRODID", "VERSION"]

  /// The fields that an entry gains from others.
  ///
  /// - Throws: `ReportedError` if two entries have different values of which only one can be kept.
  ///
  /// - Complexity: O(*n*) in the number of members of all entries.
  static func fields(
    of one: Entry.ID, with others: [Entry.ID], in catalogue: Catalogue
  ) throws(ReportedError) -> [FieldAssignment] {
    var union = try EntryUnion(catalogue.document, catalogue.value(of: one))
    for other in others { try union.add(catalogue.value(of: other)) }
    for (key, array) in union.arrays.sorted(by: { $0.key < $1.key }) {
      let all = array.elements.map(union.element).joined()
      let element = ElementText.container(.array, Array(all.utf8))
      union.assign([key], .xml, String(decoding: element, as: UTF8.self))
    }
    return union.result
  }

  private init(_ document: PropertyListDocument, _ one: NodeIndex) throws(ReportedError) {
    guard document.kind(of: one) == .dict else { throw ReportedError.notADictionary }
    self.document = document
    let heads = EntryUnion.heads(of: one, in: document)
    (isCard, ownHeads) = (heads != nil, heads ?? [:])
    adopted = AdoptedHeads(own: ownHeads)
    for member in document.members(of: one) { note(document.text(of: member.key), member.value) }
  }

  /// The heads of a card by key, empty if the card is not in the file yet; `nil` for an entry that
  /// is not a card.
  private static func heads(
    of entry: NodeIndex, in document: PropertyListDocument
  ) -> [String: String]? {
    guard let dict = document.value(of: VCardMapping.headsKey, in: entry),
      document.holdsHeads(dict)
    else { return document.holdsCards ? [:] : nil }
    return Dictionary(
      document.members(of: dict).map {
        (document.text(of: $0.key), document.plainText(of: $0.value) ?? "")
      }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func add(_ other: NodeIndex) throws(ReportedError) {
    guard document.kind(of: other) == .dict else { throw ReportedError.notADictionary }
    others = document.members(of: other).map { (document.text(of: $0.key), $0.value) }
    let otherHeads = EntryUnion.heads(of: other, in: document)
    guard isCard, let otherHeads else { return try addMembers() }
    if ownHeads.isEmpty, !otherHeads.isEmpty { throw .newCard }
    othersByKey = Dictionary(
      others.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    heads = otherHeads
    adopted.begin(others: otherHeads)
    try addCard()
  }

  /// Adds a member to those of the entry.
  private mutating func note(_ key: String, _ node: NodeIndex) {
    if keys.insert(key).inserted { ownByKey[key] = node }
    own.append((key, node))
    if !isCard { return }
    let stem = stem(key, ownHeads)
    for sameness in sameness(of: node, stem) { places[sameness, default: []].append(own.count - 1) }
    if stem == "nickname" {
      nicknames.formUnion(
        (document.plainText(of: node) ?? "").split(separator: ",").map(String.init))
    }
  }

  private func element(_ node: NodeIndex) -> String {
    String(decoding: document.text(at: document.elementRange(of: node)), as: UTF8.self)
  }

  private func exactSameness(of node: NodeIndex, _ stem: String) -> Sameness {
    Sameness(
      stem: stem, kind: document.kind(of: node), text: document.plainText(of: node) ?? element(node)
    )
  }

  private func isSame(_ one: NodeIndex, _ other: NodeIndex) -> Bool {
    exactSameness(of: one, "") == exactSameness(of: other, "")
  }

  /// The criteria by which a value equals others: its text or, whatever the types, the e-mail
  /// address in any case or the digits of the telephone number. No country is assumed.
  private func sameness(of node: NodeIndex, _ stem: String) -> [Sameness] {
    let own = exactSameness(of: node, stem)
    guard let text = document.plainText(of: node) else { return [own] }
    let meaning = VCardMapping.meaning(ofKey: stem)
    if meaning?.property.name == "EMAIL" {
      return [own, Sameness(stem: "EMAIL", kind: nil, text: text.lowercased())]
    }
    guard let digits = TelephoneNumber.digits(of: text), digits.count >= EntryUnion.fewestDigits
    else { return [own] }
    // A fax may have the same number as a telephone, and is a value of its own.
    let types = meaning?.types ?? []
    let isTelephone =
      meaning?.property.name == "TEL" && !types.contains("fax") && !types.contains("pager")
    let number = TelephoneNumber(text)
    let code = number?.country.map { "+" + String(decoding: $0, as: UTF8.self) + " " }
    let dialled = String(decoding: code == nil ? digits : number?.dialled ?? digits, as: UTF8.self)
    return [
      own, Sameness(stem: isTelephone ? "TEL" : stem, kind: nil, text: (code ?? "") + dialled),
    ]
  }

  private static let fewestDigits = 5

  private mutating func assign(_ path: [String], _ type: FieldType, _ value: String) {
    let key = FieldPath(components: path).text
    result.append(FieldAssignment(key: key, type: type, value: value))
  }

  /// Gives the entry a member that it lacks.
  private mutating func set(_ key: String, _ node: NodeIndex, head: String? = nil) {
    assign([key], .xml, element(node))
    if let head {
      assign([VCardMapping.headsKey, key], .string, head)
      ownHeads[key] = head
    }
    note(key, node)
  }

  private func conflict(_ key: String, _ one: NodeIndex, _ other: NodeIndex) -> ReportedError {
    func text(_ node: NodeIndex) -> String { document.plainText(of: node) ?? "…" }
    return .twoValues(of: key, text(one), text(other))
  }

  // MARK: Entries of any kind

  private mutating func addMembers() throws(ReportedError) {
    for (key, value) in others {
      guard let mine = ownByKey[key] else {
        set(key, value)
        continue
      }
      guard document.kind(of: mine) == .array, document.kind(of: value) == .array else {
        if isSame(mine, value) { continue }
        throw conflict(key, mine, value)
      }
      var array =
        arrays[key]
        ?? {
          let elements = Array(document.elements(of: mine))
          return (elements, Set(elements.map { exactSameness(of: $0, "") }))
        }()
      let missing = document.elements(of: value).filter {
        !array.known.contains(exactSameness(of: $0, ""))
      }
      if missing.isEmpty { continue }
      array.elements += missing
      array.known.formUnion(missing.map { exactSameness(of: $0, "") })
      arrays[key] = array
    }
  }

  // MARK: Cards

  private mutating func addCard() throws(ReportedError) {
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

  /// The keys that may get numbers, in addition to names of properties.
  private static let words = Set(
    VCardMapping.properties.flatMap { property in
      let word = property.word.prefix(1).uppercased() + property.word.dropFirst()
      return [property.word, "home" + word, "work" + word]
    } + VCardMapping.telephones.map(\.key) + VCardMapping.organizationKeys)

  /// A key without the number that was added to it.
  private func stem(_ key: String, _ heads: [String: String]) -> String {
    let word = String(key.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
    if word == key || EntryUnion.words.contains(word) { return word }
    // A trailing digit may be part of the property's own name.
    let name = heads[key].map { AdoptedHeads.withoutGroup($0).prefix { $0 != ";" && $0 != ":" } }
    return name?.uppercased() == word.uppercased() ? word : key
  }

  /// Adds a property of the other card unless the card has it.
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
    var head = adopted.head(ofKey: key)
    // The added number is not part of the property's name in the file.
    if head == nil, new != base, !EntryUnion.words.contains(base) { head = base }
    set(new, value, head: head)
    if let department {
      set(VCardMapping.organizationKeys[1] + String(new.dropFirst(base.count)), department)
    }
    if let label { set(new + "Label", label, head: adopted.head(ofKey: key + "Label")) }
  }

  private mutating func freeKey(_ stem: String) -> String {
    if !keys.contains(stem) { return stem }
    var number = lastNumbers[stem] ?? 1
    repeat { number += 1 } while keys.contains("\(stem)\(number)")
    lastNumbers[stem] = number
    return "\(stem)\(number)"
  }

  /// The department that belongs to a company; `nil` if `key` is not that of a company.
  private func department(
    of key: String, among members: [String: NodeIndex], _ heads: [String: String]
  ) -> NodeIndex? {
    let stem = stem(key, heads)
    guard stem == VCardMapping.organizationKeys[0] else { return nil }
    let wanted = VCardMapping.organizationKeys[1] + String(key.dropFirst(stem.count))
    return members[wanted]
  }

  /// Adds the missing parts of the card's name, or another name as a nickname.
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
    let written = name.replacing("\\", with: "\\\\").replacing(",", with: "\\,")
    if !nicknames.insert(written).inserted { return }
    let key = freeKey("nickname")
    keys.insert(key)
    assign([key], .string, written)
  }
}
