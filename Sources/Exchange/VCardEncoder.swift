import Catalogues
import PropertyLists

/// Writes entries as vCards, undoing what `VCardMapping` says of reading them: a card for each entry
/// that is a dictionary, in the version that it was read in, else in 3.0 (RFC 2426).
///
/// Keys that no property stands for become `X-` properties. Lines are folded at 75 bytes (RFC 6350,
/// 3.2), in 2.1 only those of base64.
struct VCardEncoder {
  private let catalogue: Catalogue
  private let document: PropertyListDocument
  private(set) var losses = Losses()

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    document = catalogue.document
  }

  mutating func encode(to sink: TextSink) throws {
    for section in catalogue.sections(in: .root) {
      losses.note(Loss(kind: "sections", key: nil, outcome: .leftOut))
      for field in catalogue.fields(of: section) {
        losses.note(Loss(kind: "fields of sections", key: field.name, outcome: .leftOut))
      }
    }
    var entries: [Entry.ID] = []
    catalogue.forEachEntry(in: .root) { entries.append($0) }
    for entry in entries {
      let value = catalogue.value(of: entry)
      if document.kind(of: value) == .dict {
        try encodeCard(value, named: catalogue.label(of: entry), to: sink)
      } else {
        var card = Card(version: "3.0", heads: [:])
        card.line("FN", VCardEncoder.escaped(catalogue.label(of: entry)), to: sink)
        card.end(to: sink)
      }
      try sink.flushIfFull()
    }
  }

  // MARK: Cards

  /// A card that is being written.
  private struct Card {
    let version: String
    /// What precedes values, by key.
    let heads: [String: String]
    private var hasBegun = false

    init(version: String, heads: [String: String]) {
      self.version = version
      self.heads = heads
    }

    var isOld: Bool { version == "2.1" }

    func head(of key: String) -> String {
      heads[key] ?? VCardMapping.defaultHead(ofKey: key, version: version)
    }

    /// - Parameter isFolded: Whether the line may be folded in every version.
    mutating func line(
      _ head: String, _ value: [UInt8], isFolded: Bool = false, to sink: TextSink
    ) {
      begin(to: sink)
      var line = Array(head.utf8)
      if !VCardEncoder.hasColon(head) { line.append(UInt8(ascii: ":")) }
      line += value
      var rest = line[...]
      if isFolded || !isOld {
        while rest.count > 75 {
          // No character is divided.
          var end = rest.startIndex + (rest.startIndex == 0 ? 75 : 74)
          while end > rest.startIndex, line[end] & 0xC0 == 0x80 { end -= 1 }
          sink.append(Array(rest[..<end]))
          sink.append("\r\n ")
          rest = rest[end...]
        }
      }
      sink.append(Array(rest))
      sink.append("\r\n")
    }

    mutating func begin(to sink: TextSink) {
      if hasBegun { return }
      hasBegun = true
      sink.append("BEGIN:VCARD\r\nVERSION:")
      sink.append(version)
      sink.append("\r\n")
    }

    mutating func end(to sink: TextSink) {
      begin(to: sink)
      sink.append("END:VCARD\r\n")
    }
  }

  private mutating func encodeCard(
    _ dict: NodeIndex, named label: String, to sink: TextSink
  ) throws {
    var heads: [String: String] = [:]
    if let kept = document.value(of: VCardMapping.headsKey, in: dict),
      document.kind(of: kept) == .dict
    {
      for member in document.members(of: kept) {
        guard let head = document.scalar(member.value) else { continue }
        heads[document.text(of: member.key)] = document.text(of: head)
      }
    }
    var card = Card(version: heads["VERSION"] ?? "3.0", heads: heads)
    let members = document.members(of: dict).map { (document.text(of: $0.key), $0.value) }
    if !members.contains(where: { isName($0.0) }), !card.isOld {
      card.line("FN", VCardEncoder.escaped(label), to: sink)
    }
    var hasName = false
    for (key, value) in members {
      if VCardMapping.nameKeys.contains(key) {
        if !hasName { encodePersonalName(members, to: &card, sink) }
        hasName = true
      } else if key == VCardMapping.headsKey, document.kind(of: value) == .dict {
        continue
      } else if VCardMapping.withoutNumber(key) == VCardMapping.organizationKeys[0] {
        encodeOrganization(key, value, members, to: &card, sink)
      } else if VCardMapping.withoutNumber(key) == VCardMapping.organizationKeys[1],
        members.contains(where: { $0.0 == VCardEncoder.organization(ofDepartment: key) })
      {
        continue
      } else if VCardMapping.withoutNumber(key) == VCardMapping.agentKey,
        document.kind(of: value) == .dict
      {
        card.line(card.head(of: key), [], to: sink)
        try encodeCard(value, named: "", to: sink)
      } else {
        encodeProperty(key, value, to: &card, sink)
      }
    }
    card.end(to: sink)
  }

  private func isName(_ key: String) -> Bool {
    VCardMapping.meaning(ofKey: key)?.property.name == "FN"
  }

  // MARK: Properties

  private mutating func encodeProperty(
    _ key: String, _ value: NodeIndex, to card: inout Card, _ sink: TextSink
  ) {
    let kept = card.heads[key]
    let meaning = VCardMapping.meaning(ofKey: key)
    let kind = document.kind(of: value)
    if kind.isContainer {
      guard kind == .dict, let property = meaning?.property, property.form == .address,
        let parts = components(VCardMapping.addressKeys, of: value, isOld: card.isOld)
      else {
        losses.note(Loss(kind: "nested values", key: key, outcome: .leftOut))
        return
      }
      card.line(card.head(of: key), parts, to: sink)
      return
    }
    let head = kept ?? VCardEncoder.head(of: key, hasMeaning: meaning != nil, card.version)
    if kind == .data {
      encodeData(document.data(at: value) ?? [], head, to: &card, sink)
      return
    }
    var text = self.text(of: value, under: key)
    if VCardEncoder.hasColon(head) {
      // What follows is as it was in the file.
    } else if let property = meaning?.property, !card.isOld {
      switch property.form {
      case .text, .plain: text = VCardEncoder.escaped(text, separators: property.form == .text)
      case .list: text = VCardEncoder.withoutLineEnds(text, besides: ";")
      case .binary, .address: text = VCardEncoder.withoutLineEnds(text)
      }
    } else if !VCardEncoder.isQuotedPrintable(head) {
      text = VCardEncoder.withoutLineEnds(text)
    }
    encodeText(text, head, to: &card, sink)
  }

  /// Writes text whose escapes are written, in quoted-printable if the head says so.
  private func encodeText(
    _ text: [UInt8], _ head: String, to card: inout Card, _ sink: TextSink
  ) {
    guard !VCardEncoder.hasColon(head) else { return card.line(head, text, to: sink) }
    guard VCardEncoder.isQuotedPrintable(head) || card.isOld && text.contains(0x0A) else {
      return card.line(VCardEncoder.inUTF8(head, of: text), text, to: sink)
    }
    var head = head
    if !VCardEncoder.isQuotedPrintable(head) { head += ";ENCODING=QUOTED-PRINTABLE" }
    card.line(
      VCardEncoder.inUTF8(head, of: text), VCardEncoder.quotedPrintable(text), to: sink)
  }

  private func encodeData(
    _ data: [UInt8], _ head: String, to card: inout Card, _ sink: TextSink
  ) {
    var head = head
    let folded = head.lowercased()
    if !VCardEncoder.hasColon(head), !folded.contains("base64"), !folded.contains("encoding=b") {
      head +=
        switch card.version {
        case "2.1": ";ENCODING=BASE64"
        case "4.0": ":data:application/octet-stream;base64,"
        default: ";ENCODING=b"
        }
    }
    card.line(head, Array(Base64.encode(data).utf8), isFolded: true, to: sink)
    // In 2.1 an empty line ends base64.
    if card.isOld { sink.append("\r\n") }
  }

  private mutating func encodePersonalName(
    _ members: [(String, NodeIndex)], to card: inout Card, _ sink: TextSink
  ) {
    let parts = VCardMapping.nameKeys.map { key in
      members.first { $0.0 == key }.map { component($0.1, isOld: card.isOld) } ?? []
    }
    encodeText(
      Array(parts.joined(separator: [UInt8(ascii: ";")])), card.head(of: "N"), to: &card, sink)
  }

  private mutating func encodeOrganization(
    _ key: String, _ value: NodeIndex, _ members: [(String, NodeIndex)], to card: inout Card,
    _ sink: TextSink
  ) {
    var text = component(value, isOld: card.isOld)
    if let department = members.first(where: {
      VCardEncoder.organization(ofDepartment: $0.0) == key
    }) {
      // Semicolons separate departments; those in one have a backslash before them.
      var part: [UInt8] = []
      var isEscaped = false
      func end() -> [UInt8] {
        [UInt8(ascii: ";")] + VCardEncoder.escaped(part, isOld: card.isOld)
      }
      for byte in self.text(of: department.1, under: department.0) {
        if byte == UInt8(ascii: "\\"), !isEscaped {
          isEscaped = true
        } else if byte == UInt8(ascii: ";"), !isEscaped {
          text += end()
          part = []
        } else {
          part.append(byte)
          isEscaped = false
        }
      }
      text += end()
    }
    encodeText(text, card.head(of: key), to: &card, sink)
  }

  /// The key of the company that a key of a department belongs to, by its number.
  private static func organization(ofDepartment key: String) -> String? {
    let word = VCardMapping.organizationKeys[1]
    guard VCardMapping.withoutNumber(key) == word else { return nil }
    return VCardMapping.organizationKeys[0] + key.dropFirst(word.count)
  }

  // MARK: Values

  /// The components of a dictionary, or `nil` if it holds anything else.
  private mutating func components(
    _ keys: [String], of dict: NodeIndex, isOld: Bool
  ) -> [UInt8]? {
    var parts = [[UInt8]](repeating: [], count: keys.count)
    for member in document.members(of: dict) {
      guard let place = keys.firstIndex(of: document.text(of: member.key)),
        document.kind(of: member.value) != .dict
      else { return nil }
      parts[place] = component(member.value, isOld: isOld)
    }
    return Array(parts.joined(separator: [UInt8(ascii: ";")]))
  }

  /// A component: texts of an array are separated by commas.
  private mutating func component(_ value: NodeIndex, isOld: Bool) -> [UInt8] {
    guard document.kind(of: value) == .array else {
      return VCardEncoder.escaped(text(of: value, under: ""), isOld: isOld)
    }
    var parts: [[UInt8]] = []
    for element in document.elements(of: value) {
      parts.append(VCardEncoder.escaped(text(of: element, under: ""), isOld: isOld))
    }
    return Array(parts.joined(separator: [UInt8(ascii: ",")]))
  }

  private mutating func text(of value: NodeIndex, under key: String) -> [UInt8] {
    let kind = document.kind(of: value)
    if kind != .string {
      losses.note(Loss(kind: "types of values", key: key, outcome: .asText))
    }
    switch kind {
    case .true: return Array("true".utf8)
    case .false: return Array("false".utf8)
    case .dict, .array: return []
    default: return document.scalar(value).map { document.withText(of: $0) { Array($0) } } ?? []
    }
  }

  /// What precedes a value whose key has no property.
  private static func head(of key: String, hasMeaning: Bool, _ version: String) -> String {
    let head = VCardMapping.defaultHead(ofKey: key, version: version)
    if hasMeaning || head != key { return head }
    if let usual = usualNames[key.lowercased().filter(\.isLetter)] { return usual }
    let isName = key.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, UInt8(ascii: "-"): true
      default: false
      }
    }
    if isName, !key.isEmpty { return key }
    let letters = key.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return "X-" + String(letters)
  }

  /// Keys that are usual in lists of contacts, in lower case.
  private static let usualNames = [
    "phonenum": "TEL", "phonenumber": "TEL", "tel": "TEL", "telephone": "TEL",
    "cell": "TEL;TYPE=cell",
    "mail": "EMAIL", "emailaddress": "EMAIL", "homepage": "URL", "organization": "ORG",
    "notes": "NOTE",
    "birthdate": "BDAY",
  ]

  // MARK: Escapes

  private static func escaped(_ text: String) -> [UInt8] { escaped(Array(text.utf8)) }

  /// - Parameters:
  ///   - separators: Whether commas and semicolons separate, so that those in a text are escaped.
  ///   - isOld: Whether the text is a component of a card of version 2.1.
  private static func escaped(
    _ text: [UInt8], separators: Bool = true, isOld: Bool = false
  ) -> [UInt8] {
    text.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x0A where !isOld: Array("\\n".utf8)
      case UInt8(ascii: "\\"),
        UInt8(ascii: ";") where separators || byte != UInt8(ascii: ";"):
        [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: ",") where separators && !isOld: [UInt8(ascii: "\\"), byte]
      default: [byte]
      }
    }
  }

  /// Text whose escapes are kept, with line ends as escapes.
  private static func withoutLineEnds(_ text: [UInt8], besides escaped: String = "") -> [UInt8] {
    text.flatMap { byte -> [UInt8] in
      if byte == 0x0A { return Array("\\n".utf8) }
      return escaped.utf8.contains(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
    }
  }

  private static func hasColon(_ head: String) -> Bool {
    var isQuoted = false
    for byte in head.utf8 {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":"), !isQuoted { return true }
    }
    return false
  }

  private static func isQuotedPrintable(_ head: String) -> Bool {
    !hasColon(head) && head.uppercased().contains("QUOTED-PRINTABLE")
  }

  /// A head that says what encoding the value is in: what is written is UTF-8.
  private static func inUTF8(_ head: String, of text: [UInt8]) -> String {
    let parts = head.split(separator: ";", omittingEmptySubsequences: false)
    return parts.map { part in
      part.uppercased().hasPrefix("CHARSET=") && text.contains { $0 >= 0x80 }
        ? "CHARSET=UTF-8" : String(part)
    }.joined(separator: ";")
  }

  /// Quoted-printable (RFC 2045, 6.7) in lines of at most 76 characters, line ends as CR LF.
  private static func quotedPrintable(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var column = 0
    for (index, byte) in text.enumerated() {
      let isLast = index + 1 == text.count
      let unit: [UInt8] =
        switch byte {
        case 0x0A: Array("=0D=0A".utf8)
        case 0x21...0x3C, 0x3E...0x7E: [byte]
        case 0x20 where !isLast: [byte]
        default:
          Array("=".utf8)
            + [byte >> 4, byte & 15].map { Array("0123456789ABCDEF".utf8)[Int($0)] }
        }
      if column + unit.count > 72 {
        result += Array("=\r\n".utf8)
        column = 0
      }
      result += unit
      column += unit.count
    }
    return result
  }
}
