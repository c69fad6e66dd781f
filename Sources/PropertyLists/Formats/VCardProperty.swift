/// A property of a card as it is after writing and reading, regardless of the encoding of its text
/// and of the numbers after keys.
struct VCardProperty {
  /// A value in a normal form, for comparing.
  enum Value: Equatable {
    /// With LF as line ends.
    case text([UInt8])
    /// The texts of each component, or the elements of a list; empty components at the end are left
    /// out.
    case parts([[[UInt8]]])
    case data([UInt8])
    case card(version: String, [VCardProperty])

    /// All texts of the value.
    var texts: [[UInt8]] {
      switch self {
      case .text(let text): [text]
      case .parts(let parts): parts.flatMap(\.self)
      case .data, .card: []
      }
    }

    var isOtherThanASCII: Bool { texts.contains { $0.contains { $0 >= 0x80 } } }
  }

  /// The head; with a colon if a part of the value is kept with it.
  var head: [UInt8]
  let value: Value
  /// The positions of the property's members in the card.
  var members: [Int] = []
  /// Whether the kept head is invalid, so that it cannot be written.
  var hasInvalidHead = false

  /// The name in upper case, without a group.
  var name: [UInt8] {
    let name = head.prefix(while: VCardDecoder.isNameByte).map(\.uppercased)
    return name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[($0 + 1)...]) } ?? name
  }

  var group: [UInt8] {
    get {
      let name = head.prefix(while: VCardDecoder.isNameByte)
      return name.firstIndex(of: UInt8(ascii: ".")).map { Array(name[..<$0]) } ?? []
    }
    set {
      let old = group
      head = newValue + [UInt8(ascii: ".")] + head.dropFirst(old.isEmpty ? 0 : old.count + 1)
    }
  }

  /// The group and, after a dot, the name in upper case.
  var groupedName: [UInt8] { group + ".".utf8 + name }

  var hasCharset: Bool {
    head.split(separator: UInt8(ascii: ";")).contains { VCardProperty.isCharset($0) }
  }

  static func isCharset(_ parameter: some Collection<UInt8>) -> Bool {
    parameter.prefix(8).map(\.uppercased).elementsEqual("CHARSET=".utf8)
  }

  /// The parameters of a head that declare the encoding of characters.
  static func encoding(ofHead head: ArraySlice<UInt8>) -> [[UInt8]] {
    head.split(separator: UInt8(ascii: ";")).dropFirst().map(Array.init).filter {
      isCharset($0)
        || VCardHead(";" + String(decoding: $0, as: UTF8.self)).isQuotedPrintable
    }
  }

  /// The head, and the version and the heads of an inner card.
  var heads: [[UInt8]] {
    guard case .card(let version, let properties) = value else { return [head] }
    return [head, Array(version.utf8)] + properties.flatMap(\.heads)
  }

  /// Whether Apple's programs use the property to describe another one of the same group.
  var isLabel: Bool {
    let name = name.map(\.uppercased)
    return name.elementsEqual("X-ABLABEL".utf8) || name.elementsEqual("X-ABADR".utf8)
  }

  /// Whether the property has the parts of a name.
  var isName: Bool { name.elementsEqual("N".utf8) }

  /// The group in upper case, because groups ignore case (RFC 6350, 3.3).
  var foldedGroup: [UInt8] { group.map(\.uppercased) }
}

extension VCardProperty: Equatable {
  /// Whether value and head are equal. Charsets may differ, because writing may have to change
  /// them.
  static func == (one: VCardProperty, other: VCardProperty) -> Bool {
    one.value == other.value
      && (one.head == other.head || withoutCharset(one.head) == withoutCharset(other.head))
  }

  private static func withoutCharset(_ head: [UInt8]) -> [[UInt8]] {
    head.split(separator: UInt8(ascii: ";")).map(Array.init).filter { !isCharset($0) }
  }
}

extension VCardWriter {
  /// The properties of a card.
  ///
  /// - Parameter name: The name to use if the card has none.
  /// - Throws: `UnwritableFile` for a value that a card cannot have, with its key.
  func properties(
    of card: Card, named name: String = ""
  ) throws(UnwritableFile) -> [VCardProperty] {
    var result: [VCardProperty] = []
    if card.isForeign {
      let nameKey = names.index(ofKey: VCardMapping.nameKey)
      if !card.members.contains(where: { $0.meaning == nameKey }) {
        result.append(VCardProperty(head: Array("FN".utf8), value: .text(Array(name.utf8))))
      }
      if card.name.isEmpty {
        result.append(VCardProperty(head: Array("N".utf8), value: .parts([[Array(name.utf8)]])))
      }
    }
    var hasName = false
    let labelled = labelledMembers(of: card)
    for (index, member) in card.members.enumerated() {
      let role = names.keys[member.meaning].role
      if case .heads = role, document.kind(of: member.value) == .dict { continue }
      if isReplaced(member, in: card) { continue }
      if case .name = role {
        if !hasName, var property = try nameProperty(of: card) {
          property.members = card.members.indices.filter {
            if case .name = names.keys[card.members[$0].meaning].role { true } else { false }
          }
          property.hasInvalidHead = card.nameHead.map { !names.head($0).isValid } ?? false
          result.append(property)
        }
        hasName = true
      } else if var property = try property(of: member, card, isLabel: labelled[index] != nil) {
        property.members = [index]
        if let head = member.head, !names.head(head).isValid { property.hasInvalidHead = true }
        if let companion = member.companion {
          property.members += card.members.indices.filter {
            card.members[$0].value == companion && isText(companion)
          }
        }
        result.append(property)
      }
    }
    if card.isOld {
      for index in result.indices { tellLineEnds(of: &result[index]) }
    }
    return result
  }

  /// Adds to the head of a property of version 2.1 the encoding that line ends need.
  private func tellLineEnds(of property: inout VCardProperty) {
    let head = VCardHead(String(decoding: property.head, as: UTF8.self))
    guard !head.isQuotedPrintable,
      property.value.texts.contains(where: { $0.contains(0x0A) || $0.contains(0x0D) })
    else { return }
    let encoding =
      property.hasCharset ? ";ENCODING=QUOTED-PRINTABLE" : "\(VCardMapping.lineEndEncoding)"
    property.head += encoding.utf8
  }

  private func head(_ index: Int) -> [UInt8] { Array(names.text(ofHead: index)) }

  private func nameProperty(of card: Card) throws(UnwritableFile) -> VCardProperty? {
    var parts: [[[UInt8]]] = []
    for (key, part) in zip(VCardMapping.nameKeys, card.name) {
      parts.append(try component(part, key, card))
    }
    let head = card.nameHead.map(head) ?? Array("N".utf8)
    let value = VCardWriter.trimmed(parts)
    return value.isEmpty ? nil : VCardProperty(head: head, value: .parts(value))
  }

  /// The texts of a component; an empty array if it is empty.
  private func component(
    _ value: NodeIndex?, _ key: String, _ card: Card
  ) throws(UnwritableFile) -> [[UInt8]] {
    guard let value else { return [] }
    let nodes = texts(in: value)
    if nodes.isEmpty, !isEmpty(value) { throw unwritable(value, key) }
    let texts = nodes.map { line(bytes(of: $0), card) }
    if card.isOld, texts.count > 1 { return [Array(texts.joined(separator: ",".utf8))] }
    return texts == [[]] ? [] : texts
  }

  private func unwritable(_ value: NodeIndex, _ key: String) -> UnwritableFile {
    let kind = document.kind(of: value).elementName
    return .value("a card cannot have a value of type \(kind) under '\(key)'")
  }

  private static func trimmed(_ parts: [[[UInt8]]]) -> [[[UInt8]]] {
    Array(parts[..<(parts.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0)])
  }

  /// A text with LF as line ends, where the version does not distinguish them.
  private func line(_ text: Bytes, _ card: Card) -> [UInt8] {
    guard text.has(0x0D) else { return Array(text) }
    var result: [UInt8] = []
    for (index, byte) in text.enumerated() {
      let isPair = index + 1 < text.count && text[index + 1] == 0x0A
      if byte != 0x0D || card.isOld && !isPair {
        result.append(byte)
      } else if !isPair {
        result.append(0x0A)
      }
    }
    return result
  }

  /// - Returns: `nil` for a department, which belongs to the property of its company.
  private func property(
    of member: Member, _ card: Card, isLabel: Bool
  ) throws(UnwritableFile) -> VCardProperty? {
    let key = names.name(ofKey: member.key)
    let value = member.value
    let kept = member.head.map(head)
    switch names.keys[member.meaning].role {
    case .company where isText(value), .department where isText(value):
      var isCompany = false
      if case .company = names.keys[member.meaning].role { isCompany = true }
      let other = member.companion.flatMap { isText($0) ? $0 : nil }
      if !isCompany, other != nil { return nil }
      var parts = [isCompany ? [line(bytes(of: value), card)] : [[]]]
      if let department = isCompany ? other : value {
        parts += VCardWriter.parts(of: bytes(of: department), at: UInt8(ascii: ";")).map {
          [$0.withUnsafeBufferPointer { line($0, card) }]
        }
      }
      return VCardProperty(head: kept ?? Array("ORG".utf8), value: .parts(parts))
    case .agent where document.kind(of: value) == .dict:
      let agent = self.card(of: value)
      let properties = try properties(of: agent)
      return VCardProperty(
        head: kept ?? Array("AGENT".utf8),
        value: .card(version: agent.declaredVersion, properties),
        hasInvalidHead: properties.contains(where: \.hasInvalidHead))
    case .property(let index):
      let property = VCardMapping.properties[index]
      let data = property.form == .binary ? data(of: member) : document.data(at: value)
      if let data {
        guard property.form == .binary else { throw unwritable(value, key) }
        return VCardProperty(head: head(of: data, member, card), value: .data(data))
      }
      return try self.property(member, of: property, key, card)
    default:
      guard isText(value) else { throw unwritable(value, key) }
      var head = kept
      if head == nil { head = try ownHead(ofKey: member.key, isLabel: isLabel, card) }
      guard let head else { throw .value("a card cannot have '\(key)'") }
      let text = bytes(of: value)
      guard card.isForeign else { return VCardProperty(head: head, value: .text(line(text, card))) }
      escape(text, card)
      defer { self.value.removeAll(from: 0) }
      return VCardProperty(head: head, value: .text(Array(self.value.elements)))
    }
  }

  /// The head of a property that has no key of its own; `nil` if the key cannot be a name.
  private func ownHead(
    ofKey key: Int, isLabel: Bool, _ card: Card
  ) throws(UnwritableFile) -> [UInt8]? {
    let name = names.name(ofKey: key)
    if isLabel { return Array("X-ABLabel".utf8) }
    guard let own = VCardMapping.ownProperty(ofKey: name) else { return nil }
    if VCardMapping.repeatedProperty(ofKey: name) != nil { return Array(own.utf8) }
    let isVersion = names.text(ofKey: key).isWord("VERSION")
    if own == name || (isVersion ? !card.isForeign : isKnown(name)) { return Array(name.utf8) }
    throw .value("a card cannot have '\(name)', but '\(own)'")
  }

  private func property(
    _ member: Member, of property: VCardMapping.Property, _ key: String, _ card: Card
  ) throws(UnwritableFile) -> VCardProperty {
    let node = member.value
    let index = usualHead(of: member, property.form, card)
    var head = head(index)
    let isText = property.form == .text || property.form == .plain
    let form = isText ? names.head(index).form ?? property.form : property.form
    if form == .address, document.kind(of: node) == .dict {
      var parts: [[[UInt8]]] = []
      for key in VCardMapping.addressKeys {
        parts.append(try component(document.value(of: key, in: node), key, card))
      }
      for member in document.members(of: node) {
        let name = document.text(of: member.key)
        if !VCardMapping.addressKeys.contains(name) {
          throw .value("an address of a card cannot have '\(name)'")
        }
      }
      return VCardProperty(head: head, value: .parts(VCardWriter.trimmed(parts)))
    }
    let texts = texts(in: node)
    let isList = form == .list && document.kind(of: node) == .array
    guard isList ? !texts.isEmpty : self.isText(node) else { throw unwritable(node, key) }
    if isList {
      let texts = texts.map { line(bytes(of: $0), card) }
      return VCardProperty(
        head: head,
        value: card.isOld
          ? .text(Array(texts.joined(separator: ",".utf8))) : .parts(texts.map { [$0] }))
    }
    let text = bytes(of: node)
    switch form {
    case .address:
      return VCardProperty(head: head, value: .parts([[], [], [line(text, card)]]))
    case .list where !card.isOld:
      let parts = VCardWriter.parts(of: text, at: UInt8(ascii: ",")).map {
        [$0.withUnsafeBufferPointer { line($0, card) }]
      }
      return VCardProperty(head: head, value: .parts(parts))
    case .binary:
      // A reference in place of data is no longer in an encoding.
      if names.head(index).isOfData { head = Array(head.prefix(while: VCardDecoder.isNameByte)) }
      fallthrough
    default: return VCardProperty(head: head, value: .text(line(text, card)))
    }
  }

  /// The head of a property that has data.
  private func head(of data: [UInt8], _ member: Member, _ card: Card) -> [UInt8] {
    if let kept = member.head, names.head(kept).isOfData { return head(kept) }
    let usual = member.head ?? names.defaultHead(ofKey: member.meaning, card.version)
    let name = Array(head(usual).prefix(while: VCardDecoder.isNameByte))
    let head = name.withUnsafeBufferPointer { VCardWriter.head(of: data, $0, card.version) }
    return card.version == .four ? head : head.dropLast()
  }

  /// The parts of a text between separators. Backslashes that escape a separator or a backslash are
  /// removed.
  static func parts(of text: Bytes, at separator: UInt8) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    var index = 0
    while index < text.count {
      let next = index + 1 < text.count ? text[index + 1] : 0
      let isEscape =
        text[index] == UInt8(ascii: "\\") && (next == separator || next == UInt8(ascii: "\\"))
      if text[index] == separator {
        parts.append([])
      } else {
        parts[parts.count - 1].append(isEscape ? next : text[index])
      }
      index += isEscape ? 2 : 1
    }
    return parts
  }
}
