import Catalogues
import PropertyLists

/// The content of a card, without the encoding of its texts and the numbers after its keys. It must
/// be the same after the card was saved and read again.
struct CardValues {
  /// The name and the parameters of a property, and its value.
  private typealias Property = (head: String, value: String)

  private let tree: EditedTree
  private let members: [(key: String, value: NodeIndex)]
  private let heads: [String: String]
  private let version: String
  /// Whether nothing tells that the card was read from a vCard.
  private let isForeign: Bool
  private var properties: [Property] = []

  private var document: PropertyListDocument { tree.document }
  private var isOld: Bool { version != "3.0" && version != "4.0" }

  /// All cards of a list.
  static func list(_ tree: EditedTree) -> [CardValues] {
    guard tree.document.kind(of: tree.root) == .array else { return [] }
    return tree.members(of: tree.root).map { CardValues(tree, tree.value(of: $0)) }
  }

  private init(_ tree: EditedTree, _ card: NodeIndex) {
    self.tree = tree
    let all = CardValues.members(of: card, in: tree)
    let dict = all.first { $0.key == "vCard" }?.value
    isForeign = dict == nil
    var heads: [String: String] = [:]
    var version: String?
    if let dict {
      for (key, value) in CardValues.members(of: dict, in: tree) {
        let head = tree.document.plainText(of: value) ?? ""
        if key == "VERSION", version == nil { version = head } else { heads[key] = head }
      }
    }
    self.heads = heads
    self.version = version ?? ""
    members = all.filter { $0.key != "vCard" }
    appendName()
    for (key, value) in members where !VCardMapping.nameKeys.contains(key) { append(key, value) }
    // A new property follows the last one of its name. The order of unknown properties determines
    // only the numbers of their keys.
    properties = properties.enumerated().sorted { one, other in
      if one.element.head != other.element.head { return one.element.head < other.element.head }
      let name = CardValues.name(ofHead: one.element.head)
      return VCardMapping.property(named: name) == nil
        ? one.element.value < other.element.value : one.offset < other.offset
    }.map(\.element)
  }

  private static func members(
    of dict: NodeIndex, in tree: EditedTree
  ) -> [(key: String, value: NodeIndex)] {
    guard tree.document.kind(of: dict) == .dict else { return [] }
    return tree.members(of: dict).map { member in
      (tree.key(of: member).map { tree.document.exactText(of: $0) } ?? "", tree.value(of: member))
    }
  }

  // MARK: Properties

  private mutating func appendName() {
    let parts = VCardMapping.nameKeys.map { key in
      members.first { $0.key == key }.map { component($0.value) } ?? ""
    }
    if parts.contains(where: { !$0.isEmpty }) {
      properties.append((head(ofKey: "N"), parts.joined(separator: ";")))
    }
  }

  private mutating func append(_ key: String, _ value: NodeIndex) {
    let word = VCardMapping.withoutNumber(key)
    let number = key.dropFirst(word.count)
    let organization = VCardMapping.organizationKeys
    func other(_ word: String) -> NodeIndex? {
      members.first { $0.key == word + number }.map(\.value)
    }
    if word == organization[1], other(organization[0]) != nil { return }
    if organization.contains(word) {
      let isCompany = word == organization[0]
      let departments = (isCompany ? other(organization[1]) : value).map {
        CardValues.parts(of: text(of: $0), at: ";")
      }
      let parts = [isCompany ? text(of: value) : ""] + (departments ?? [])
      let last = parts.lastIndex { !$0.isEmpty } ?? 0
      let company = organization[0] + number
      return properties.append((head(ofKey: company), parts[...last].joined(separator: "\u{1F}")))
    }
    let head = head(ofKey: key)
    let name = CardValues.name(ofHead: head).uppercased()
    // A property that says more about another one disappears with it.
    if name.hasPrefix("X-AB"), let group = group(ofKey: key), !groups.contains(group) { return }
    if name == "X-ABLABEL" || heads[key] == nil && key.hasSuffix("Label") {
      return properties.append(("X-ABLABEL", text(of: value)))
    }
    let form = VCardMapping.property(named: name)?.form ?? .text
    let isAgent = word == VCardMapping.agentKey && document.kind(of: value) == .dict
    let said = isAgent ? "\(CardValues(tree, value).properties)" : valueText(value, form)
    // A name whose parts are empty may not be read at all.
    if name == "N", said.allSatisfy({ $0 == ";" }) { return }
    // A text in place of data, or data in place of a text, gets another head.
    properties.append((form == .binary ? name : head, said))
  }

  private func head(ofKey key: String) -> String {
    let head =
      kept(key) ?? VCardMapping.defaultHead(ofKey: key, version: isOld ? "2.1" : version)
    let parameters = head.dropFirst(CardValues.nameWithGroup(head).count)
    let name = CardValues.name(ofHead: head)
    // An agent may be a text instead of a card.
    return (name == VCardMapping.agentKey ? "AGENT" : name)
      + CardValues.withoutEncoding(String(parameters))
  }

  /// The head that is kept for a key; for departments, the company's head.
  private func kept(_ key: String) -> String? {
    let word = VCardMapping.withoutNumber(key)
    let organization = VCardMapping.organizationKeys
    if word != organization[1] { return heads[key] }
    return heads[key] ?? heads[organization[0] + key.dropFirst(word.count)]
  }

  private func group(ofKey key: String) -> String? {
    let name = kept(key).map(CardValues.nameWithGroup) ?? ""
    return name.firstIndex(of: ".").map { String(name[..<$0]) }
  }

  /// The groups of all properties but `X-AB` ones, which only say more about others.
  private var groups: Set<String> {
    let keys = members.map(\.key).filter {
      !CardValues.name(ofHead: head(ofKey: $0)).uppercased().hasPrefix("X-AB")
    }
    return Set(keys.compactMap(group))
  }

  private func valueText(_ value: NodeIndex, _ form: VCardMapping.Form) -> String {
    switch form {
    case .address:
      guard document.kind(of: value) == .dict else { return ";;\(text(of: value));;;;" }
      let members = CardValues.members(of: value, in: tree)
      return VCardMapping.addressKeys.map { key in
        members.first { $0.key == key }.map { component($0.value) } ?? ""
      }.joined(separator: ";")
    case .list where document.kind(of: value) == .array:
      let texts = tree.members(of: value).map { text(of: tree.value(of: $0)) }
      return texts.joined(separator: isOld ? "," : "\u{1F}")
    case .list where !isOld:
      return CardValues.parts(of: text(of: value), at: ",").joined(separator: "\u{1F}")
    default: return text(of: value)
    }
  }

  /// The texts of a component.
  private func component(_ value: NodeIndex) -> String {
    guard document.kind(of: value) == .array else { return text(of: value) }
    let texts = tree.members(of: value).map { text(of: tree.value(of: $0)) }
    return texts.joined(separator: isOld ? "," : "\u{1F}")
  }

  /// A text with line ends as they are read, or data.
  private func text(of value: NodeIndex) -> String {
    let text = document.scalar(value).map { document.exactText(of: $0) } ?? ""
    if document.kind(of: value) == .data { return "data " + text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n", scalars.last == "\r" { scalars.removeLast() }
      scalars.append(scalar)
    }
    return String(String.UnicodeScalarView(scalars.map { $0 == "\r" ? "\n" : $0 }))
  }

  // MARK: Heads and lists

  private static func nameWithGroup(_ head: String) -> Substring {
    head.prefix { $0 != ";" && $0 != ":" }
  }

  /// A name without its group.
  private static func name(ofHead head: String) -> String {
    let name = nameWithGroup(head)
    return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? String(name)
  }

  /// The parameters of a head, without those for the encoding of the value.
  private static func withoutEncoding(_ parameters: String) -> String {
    var parameters = parameters
    // After a colon outside quotes, there is the beginning of a value, or a value that is not
    // encoded.
    if parameters.last == ":" { parameters.removeLast() }
    let parts = parameters.split(separator: "\"", omittingEmptySubsequences: false)
    if parts.enumerated().contains(where: { $0 % 2 == 0 && $1.contains(":") }) {
      return parameters
    }
    let encodings = ["QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT"]
    return parameters.split(separator: ";", omittingEmptySubsequences: false).filter {
      let parameter = $0.uppercased()
      return !parameter.hasPrefix("CHARSET=") && !parameter.hasPrefix("ENCODING=")
        && !encodings.contains(parameter)
    }.joined(separator: ";")
  }

  /// The parts of a text between separators that have no backslash before them.
  private static func parts(of text: String, at separator: Unicode.Scalar) -> [String] {
    var parts = [String.UnicodeScalarView()]
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        if scalar != separator, scalar != "\\" { parts[parts.count - 1].append("\\") }
        parts[parts.count - 1].append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == separator {
        parts.append(String.UnicodeScalarView())
      } else {
        parts[parts.count - 1].append(scalar)
      }
    }
    if isEscaped { parts[parts.count - 1].append("\\") }
    return parts.map { String($0) }
  }
}

// MARK: Comparing

extension CardValues {
  /// The first difference of cards that were read from what they should be; `nil` if there is none.
  static func difference(of read: [CardValues], from wanted: [CardValues]) -> String? {
    if read.count != wanted.count { return "\(wanted.count) cards are read as \(read.count)" }
    return zip(read, wanted).lazy.compactMap { $0.difference(from: $1) }.first
  }

  private func difference(from wanted: CardValues) -> String? {
    var (read, properties) = (properties, wanted.properties)
    if wanted.isForeign {
      // Such a card is given the properties that every card must have, and its own texts are
      // escaped.
      let names = Set(properties.map(\.head))
      read.removeAll { ["FN", "N"].contains($0.head) && !names.contains($0.head) }
      read = read.map { ($0.head, "") }
      properties = properties.map { ($0.head, "") }
    } else if version != wanted.version {
      return "version \(wanted.version) is read as \(version)"
    }
    let pair = zip(read, properties).first { one, other in
      !one.head.utf8.elementsEqual(other.head.utf8)
        || !one.value.utf8.elementsEqual(other.value.utf8)
    }
    if let pair { return "\(pair.1) is read as \(pair.0)" }
    return read.count == properties.count ? nil : "\(properties) is read as \(read)"
  }
}
