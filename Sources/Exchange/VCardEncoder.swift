import Catalogues
import PropertyLists

/// Writes entries as vCards, as `VCardMapping` says: those that were read from vCards property for
/// property, in their versions, and others in version 3.0 (RFC 2426).
///
/// Keys that vCard does not have are written as the properties that they usually mean, such as
/// `TEL` for `phoneNum`, or else with `X-` before them; an array of texts is a property for each.
struct VCardEncoder {
  private let catalogue: Catalogue
  private let document: PropertyListDocument
  private(set) var losses = Losses()
  /// The properties of keys that vCard does not have, each for one key.
  private var ownProperties: [String: String] = [:]

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    document = catalogue.document
  }

  /// What is known of a card while it is written.
  private struct Card {
    var version = "3.0"
    /// The version as it is written; empty if it is not.
    var declaredVersion = "3.0"
    /// The heads that differ from the usual ones, by key.
    var heads: [String: String] = [:]
    /// Whether it was not read from a vCard.
    var isForeign = true
    var values: [String: NodeIndex] = [:]
    /// What foreign keys mean.
    var meanings: [String: String] = [:]

    var isOld: Bool { version == "2.1" }
  }

  mutating func encode(to sink: TextSink) throws {
    let sections = catalogue.sections(in: .root)
    if !sections.isEmpty {
      losses.note(Loss(kind: "sections", key: nil, outcome: .leftOut), count: sections.count)
    }
    for section in [.root] + sections {
      for field in catalogue.fields(of: section) {
        losses.note(Loss(kind: "fields of sections", key: field.name, outcome: .leftOut))
      }
      for run in catalogue.sections[section].runs {
        guard case .entries(let entries) = run.content else { continue }
        for entry in entries {
          encodeCard(catalogue.value(of: entry), named: catalogue.label(of: entry), to: sink)
          try sink.flushIfFull()
        }
      }
    }
  }

  private mutating func encodeCard(_ value: NodeIndex, named name: String, to sink: TextSink) {
    let isDict = document.kind(of: value) == .dict
    let members =
      isDict
      ? document.members(of: value).map { (key: document.text(of: $0.key), value: $0.value) } : []
    var card = Card()
    for (key, value) in members where card.values[key] == nil { card.values[key] = value }
    if let heads = card.values[VCardMapping.headsKey], document.kind(of: heads) == .dict {
      for member in document.members(of: heads) {
        let (key, head) = (document.text(of: member.key), text(of: member.value))
        if VCardEncoder.isValid(head, isVersion: key == "VERSION") { card.heads[key] = head }
      }
      card.isForeign = false
      card.declaredVersion = card.heads.removeValue(forKey: "VERSION") ?? ""
      card.version =
        ["3.0", "4.0"].contains(card.declaredVersion) ? card.declaredVersion : "2.1"
    }
    card.meanings = VCardEncoder.meanings(of: members.map(\.key), except: card.heads)
    sink.append("BEGIN:VCARD\r\n")
    if !card.declaredVersion.isEmpty {
      write("VERSION:" + card.declaredVersion, card, to: sink)
    }
    if card.isForeign {
      let names = members.map { card.meanings[$0.key] ?? $0.key }
      if !names.contains("name") { write("FN:" + escaped(name, card), card, to: sink) }
      if !VCardMapping.nameKeys.contains(where: { card.values[$0] != nil }) {
        write("N:" + escaped(name, card) + ";;;;", card, to: sink)
      }
    }
    var hasName = false
    for (key, value) in members
    where key != VCardMapping.headsKey || document.kind(of: value) != .dict {
      if VCardMapping.nameKeys.contains(key) {
        if !hasName { encodeName(card, to: sink) }
        hasName = true
      } else {
        encode(key, value, card, to: sink)
      }
    }
    sink.append("END:VCARD\r\n")
  }

  /// The keys that vCard has for those of another catalogue.
  ///
  /// - Parameter heads: What is written for some keys in any case.
  private static func meanings(
    of keys: [String], except heads: [String: String]
  ) -> [String: String] {
    let foreign = keys.filter { key in
      heads[key] == nil && key != VCardMapping.headsKey && VCardMapping.meaning(ofKey: key) == nil
        && !(VCardMapping.nameKeys + VCardMapping.organizationKeys).contains(key)
    }
    let words =
      VCardMapping.properties.map(\.word) + VCardMapping.telephones.map(\.key)
      + VCardMapping.organizationKeys
    let free = words.filter { !keys.contains($0) }
    var result: [String: String] = [:]
    for (key, word) in zip(foreign, UsualNames.keys(for: foreign, among: free)) {
      result[key] = word
    }
    return result
  }

  // MARK: Properties

  private mutating func encode(
    _ key: String, _ value: NodeIndex, _ card: Card, to sink: TextSink
  ) {
    let name = card.meanings[key] ?? key
    let word = VCardMapping.withoutNumber(name)
    let number = name.dropFirst(word.count)
    let kept = card.heads[key]
    if word == VCardMapping.organizationKeys[0] || word == VCardMapping.organizationKeys[1],
      !document.kind(of: value).isContainer
    {
      // The department is written with its company.
      let company = VCardMapping.organizationKeys[0] + number
      if word == VCardMapping.organizationKeys[1], card.values[company] != nil { return }
      let department = card.values[VCardMapping.organizationKeys[1] + number].map(text)
      let first = word == VCardMapping.organizationKeys[0] ? text(of: value) : ""
      let rest = department.map { ";" + departments($0, card) } ?? ""
      write(kept ?? "ORG", escaped(first, card) + rest, card, to: sink)
      return
    }
    if word == VCardMapping.agentKey, document.kind(of: value) == .dict {
      sink.append((kept ?? "AGENT") + ":\r\n")
      encodeCard(value, named: "", to: sink)
      return
    }
    if let kept, VCardEncoder.colon(in: kept) != nil {
      // The value is as in a file.
      let data = document.data(at: value).map(Base64.encode)
      write(kept + (data ?? text(of: value)), card, to: sink)
      return
    }
    if let (property, _) = VCardMapping.meaning(ofKey: name) {
      let head = kept ?? VCardMapping.defaultHead(ofKey: name, version: card.version)
      return encode(value, of: property, head, key, card, to: sink)
    }
    let values = elements(of: value)
    // A card may have an empty version without having another.
    let isOwnVersion = !card.isForeign && key.uppercased() == "VERSION" && values == [""]
    guard !values.isEmpty, let head = kept ?? (isOwnVersion ? key : ownProperty(of: key)) else {
      return noteLoss(of: value, key)
    }
    // What has no key of its own is word for word if it comes from a vCard.
    for text in values {
      write(head, card.isForeign ? escaped(text, card) : text, card, to: sink)
    }
  }

  private mutating func encode(
    _ value: NodeIndex, of property: VCardMapping.Property, _ head: String, _ key: String,
    _ card: Card, to sink: TextSink
  ) {
    let form = VCardMapping.form(of: property, head: head)
    switch form {
    case .address where document.kind(of: value) == .dict:
      let parts = VCardMapping.addressKeys.map { component in
        document.value(of: component, in: value).map { self.component($0, card) } ?? ""
      }
      write(head, parts.joined(separator: ";"), card, to: sink)
    case .binary:
      guard let data = document.data(at: value) else { fallthrough }
      write(VCardEncoder.head(head, of: data, card.version) + Base64.encode(data), card, to: sink)
    case .text, .plain, .list, .address:
      if form == .list, document.kind(of: value) == .array {
        let texts = elements(of: value).map { escaped($0, card) }
        return write(head, texts.joined(separator: ","), card, to: sink)
      }
      let texts = elements(of: value)
      if texts.isEmpty { noteLoss(of: value, key) }
      for text in texts {
        let written =
          switch form {
          case .text: card.isOld ? text : escaped(text, card)
          case .plain: card.isOld ? text : escaped(text, card, only: "\\")
          case .list:
            card.isOld ? text : card.isForeign ? escaped(text, card) : list(text, card)
          case .binary: text
          // All of it is the street.
          case .address: ";;" + escaped(text, card) + ";;;;"
          }
        write(head, written, card, to: sink)
      }
    }
  }

  private func encodeName(_ card: Card, to sink: TextSink) {
    let parts = VCardMapping.nameKeys.map { key in
      card.values[key].map { component($0, card) } ?? ""
    }
    write(card.heads["N"] ?? "N", parts.joined(separator: ";"), card, to: sink)
  }

  private mutating func noteLoss(of value: NodeIndex, _ key: String) {
    let kind = document.kind(of: value) == .data ? "data under other keys" : "such values"
    losses.note(Loss(kind: kind, key: key, outcome: .leftOut))
  }

  // MARK: Values

  /// The texts that a value is or holds; none if it is data, or holds anything but text.
  private func elements(of value: NodeIndex) -> [String] {
    switch document.kind(of: value) {
    case .array:
      let elements = document.elements(of: value).map { self.elements(of: $0) }
      return elements.contains { $0.count != 1 } ? [] : elements.flatMap(\.self)
    case .dict, .data: return []
    default: return [text(of: value)]
    }
  }

  /// The text of a scalar; of a date at midnight, the day.
  private func text(of value: NodeIndex) -> String {
    switch document.kind(of: value) {
    case .true: return "true"
    case .false: return "false"
    case .string, .key:
      return document.scalar(value).map { scalar in
        document.withExactText(of: scalar) { String(decoding: $0, as: UTF8.self) }
      } ?? ""
    case .date, .integer, .real:
      let text = document.scalar(value).map(document.text)?.filter { !$0.isWhitespace } ?? ""
      return text.hasSuffix("T00:00:00Z") ? String(text.dropLast(10)) : text
    case .data, .array, .dict: return ""
    }
  }

  /// A component of a structured value.
  private func component(_ value: NodeIndex, _ card: Card) -> String {
    document.kind(of: value) == .array
      ? document.elements(of: value).map { escaped(text(of: $0), card) }.joined(separator: ",")
      : escaped(text(of: value), card)
  }

  /// Departments separated by semicolons, as they were read: a semicolon or a backslash in one has a
  /// backslash before it. Any other backslash is a backslash.
  private func departments(_ text: String, _ card: Card) -> String {
    var parts = [""]
    var rest = text.unicodeScalars[...]
    while var scalar = rest.popFirst() {
      if scalar == ";" {
        parts.append("")
        continue
      }
      if scalar == "\\", let next = rest.first, next == ";" || next == "\\" {
        scalar = rest.removeFirst()
      }
      parts[parts.count - 1].unicodeScalars.append(scalar)
    }
    return parts.map { escaped($0, card) }.joined(separator: ";")
  }

  /// Texts separated by commas, as they were read: a comma or a backslash in one has a backslash
  /// before it. Any other backslash is a backslash.
  private func list(_ text: String, _ card: Card) -> String {
    var result = ""
    var rest = text.replacing("\r\n", with: "\n").unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\\", let next = rest.first, next == "," || next == "\\" {
        rest.removeFirst()
        result += "\\" + String(next)
      } else {
        result += scalar == "," ? "," : escaped(String(scalar), card)
      }
    }
    return result
  }

  /// A text with backslashes before characters that have a meaning, and with line ends as `\n`; in
  /// version 2.1, only as in components.
  private func escaped(_ text: String, _ card: Card, only: String = "\\;,") -> String {
    guard text.utf8.contains(where: { "\\;,\n\r".utf8.contains($0) }) else { return text }
    let special = card.isOld ? "\\;" : only
    var result = ""
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { last = scalar }
      if !card.isOld, scalar == "\n" || scalar == "\r" {
        if scalar == "\r" || last != "\r" { result += "\\n" }
      } else {
        if special.unicodeScalars.contains(scalar) { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  // MARK: Lines

  /// The position of the first colon outside quotes.
  private static func colon(in head: String) -> String.Index? {
    var isQuoted = false
    return head.indices.first { index in
      if head[index] == "\"" { isQuoted.toggle() }
      return head[index] == ":" && !isQuoted
    }
  }

  /// The property of a key that vCard does not have; `nil` if the key has neither letters nor
  /// digits. Letters that names of properties cannot have are their code points: `X-GR-F6-DF-E` for
  /// `größe`.
  private static func propertyName(of key: String) -> String? {
    var parts = [""]
    for scalar in key.unicodeScalars {
      if !scalar.isASCII {
        parts += [String(scalar.value, radix: 16), ""]
      } else if scalar == "-" || Character(scalar).isLetter || Character(scalar).isNumber {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
    }
    let name = parts.filter { !$0.isEmpty }.joined(separator: "-")
    guard name.contains(where: { $0 != "-" }) else { return nil }
    let isProperty =
      name == key && key.contains(where: \.isLetter) && !structure.contains(key.uppercased())
      && (key.hasPrefix("X-") || key == key.uppercased())
    return isProperty ? key : "X-" + name.uppercased()
  }

  /// The property of a key that vCard does not have, with a number if another key has it already.
  private mutating func ownProperty(of key: String) -> String? {
    guard let name = VCardEncoder.propertyName(of: key) else { return nil }
    if name == key { return name }
    var (number, numbered) = (1, name)
    while ownProperties[numbered, default: key] != key {
      number += 1
      numbered = "\(name)-\(number)"
    }
    ownProperties[numbered] = key
    return numbered
  }

  /// The lines that are not properties.
  private static let structure = ["BEGIN", "END", "VERSION"]

  /// Whether something is the head of a property: its group and name, parameters, and perhaps, after
  /// a colon, the beginning of the value; or whether it is a version. All of it is on one line.
  private static func isValid(_ head: String, isVersion: Bool) -> Bool {
    guard head.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return false }
    if isVersion { return true }
    let name = head.utf8.prefix {
      $0 < 0x80
        && (Character(Unicode.Scalar($0)).isLetter || 0x30...0x39 ~= $0 || "-._".utf8.contains($0))
    }
    let rest = head.utf8.dropFirst(name.count)
    return !name.isEmpty
      && (rest.isEmpty || rest.first == UInt8(ascii: ";") || rest.first == UInt8(ascii: ":"))
      && (rest.first == UInt8(ascii: ";")
        || !structure.contains(String(decoding: name, as: UTF8.self).uppercased()))
      && colon(in: head + ":") != nil
  }

  /// The head of data, with its encoding and what it is.
  private static func head(_ head: String, of data: [UInt8], _ version: String) -> String {
    if head.contains(";") { return head + ":" }
    let types: [(start: [UInt8], name: String)] = [
      ([0xFF, 0xD8], "jpeg"), ([0x89, 0x50, 0x4E, 0x47], "png"), ([0x47, 0x49, 0x46], "gif"),
    ]
    let type = types.first { data.starts(with: $0.start) }?.name
    switch version {
    case "4.0": return head + ":data:" + (type.map { "image/" + $0 } ?? "") + ";base64,"
    case "2.1": return head + (type.map { ";" + $0.uppercased() } ?? "") + ";ENCODING=BASE64:"
    default: return head + ";ENCODING=b" + (type.map { ";TYPE=" + $0.uppercased() } ?? "") + ":"
    }
  }

  /// Writes a property whose value is in the encoding that its head says.
  private func write(_ head: String, _ value: String, _ card: Card, to sink: TextSink) {
    var head = head
    var isQuotedPrintable = head.uppercased().contains("QUOTED-PRINTABLE")
    if !isQuotedPrintable, card.isOld, value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
      head += VCardMapping.lineEndEncoding
      isQuotedPrintable = true
    }
    // Texts are written in UTF-8.
    if let charset = head.range(ofCharsetIn: head), head[charset].uppercased() != "UTF-8",
      value.utf8.contains(where: { $0 >= 0x80 })
    {
      head.replaceSubrange(charset, with: "UTF-8")
    }
    guard isQuotedPrintable else {
      return write(head + ":" + value, card, to: sink)
    }
    sink.append(head + ":")
    var length = head.utf8.count + 1
    for byte in value.replacing("\n", with: "\r\n").utf8 {
      let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") || byte == 0x20
      if length + 4 > 76 {
        sink.append("=\r\n")
        length = 0
      }
      if isPlain {
        sink.append(byte)
        length += 1
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        sink.append([UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
        length += 3
      }
    }
    sink.append("\r\n")
  }

  private static func oneLine(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\n", with: "\\n")
  }

  /// Writes a line, folded after 75 bytes; in version 2.1, where lines are folded at blanks only, as
  /// it is.
  private func write(_ line: String, _ card: Card, to sink: TextSink) {
    // No value may begin another line.
    let isOneLine = line.utf8.allSatisfy { $0 != 0x0A && $0 != 0x0D }
    let bytes = Array((isOneLine ? line : VCardEncoder.oneLine(line)).utf8)
    var start = 0
    var room = 75
    while !card.isOld, bytes.count - start > room {
      var end = start + room
      while bytes[end] & 0xC0 == 0x80 { end -= 1 }
      bytes[start..<end].withUnsafeBufferPointer(sink.append)
      sink.append("\r\n ")
      start = end
      room = 74
    }
    bytes[start...].withUnsafeBufferPointer(sink.append)
    sink.append("\r\n")
  }
}

extension String {
  /// Where a head names a charset.
  fileprivate func range(ofCharsetIn head: String) -> Range<String.Index>? {
    guard let name = head.uppercased().firstRange(of: ";CHARSET=") else { return nil }
    // ASCII keeps its length in upper case, but other characters might not.
    let offset = head.uppercased().utf8.distance(
      from: head.uppercased().startIndex, to: name.upperBound)
    guard head.utf8.count == head.uppercased().utf8.count else { return nil }
    let start = head.utf8.index(head.startIndex, offsetBy: offset)
    let end = head[start...].firstIndex(of: ";") ?? head.endIndex
    return start..<end
  }
}
