/// Reads vCard files (2.1, 3.0 and 4.0) as a list of dictionaries, as `VCardMapping` says.
///
/// Lines are unfolded as the card's version says: 2.1 folds at a blank, which stays; later versions
/// put one in. Also read are what programs write beyond the standards: soft line breaks of
/// quoted-printable, lines of base64 that are not indented, lines that end in a backslash.
struct VCardDecoder {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether the file was in another encoding than UTF-8, so that no charset is left to be undone.
  let isConverted: Bool
  var position = 0
  var writer: DocumentWriter
  var converters: [String: Converter] = [:]

  /// Writes the cards as the one value of a property list, an array.
  ///
  /// - Parameters:
  ///   - bytes: The file without a byte-order mark. Only properties with a charset of their own
  ///     need not be UTF-8.
  ///   - isConverted: Whether all of it was converted to UTF-8.
  /// - Throws: `DecodingError`, with the offset of a line.
  /// - Complexity: O(*n*).
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, isConverted: Bool = false,
    into writer: inout DocumentWriter
  ) throws(DecodingError) {
    var decoder = VCardDecoder(bytes: bytes, isConverted: isConverted, writer: writer)
    defer { writer = decoder.writer }
    try decoder.cards()
  }

  init(bytes: UnsafeBufferPointer<UInt8>, isConverted: Bool, writer: DocumentWriter) {
    self.bytes = bytes
    self.isConverted = isConverted
    self.writer = writer
  }

  func failure(_ reason: String, at offset: Int) -> DecodingError {
    DecodingError(.malformed(format: "vCard", reason: reason), at: offset)
  }
}

// MARK: Cards

extension VCardDecoder {
  /// What is known of a card while its properties are read.
  private struct Card {
    let version: String
    var keys: Set<String> = [VCardMapping.headsKey]
    /// The numbers after keys that are taken.
    var numbers: [String: Int] = [:]
    /// The key of the first property of each group.
    var groups: [String: String] = [:]
    var heads: [(key: String, head: String)] = [(key: "VERSION", head: "")]

    init(version: String) { self.version = version }

    var isOld: Bool { version == "2.1" }

    /// Takes a key, with a number if it is taken already.
    mutating func take(_ key: String) -> String {
      var name = key
      while !keys.insert(name).inserted {
        numbers[key, default: 1] += 1
        name = key + String(numbers[key, default: 1])
      }
      return name
    }

    mutating func keep(_ head: String, for key: String) {
      if head != VCardMapping.defaultHead(ofKey: key, version: version) {
        heads.append((key: key, head: head))
      }
    }
  }

  private mutating func cards() throws(DecodingError) {
    try writer.begin(.array)
    var isEmpty = true
    while try nextLine() != nil {
      guard let next = end(of: "BEGIN:VCARD", at: position) else {
        throw failure("expected BEGIN:VCARD", at: position)
      }
      try card(before: next)
      isEmpty = false
    }
    if isEmpty { throw DecodingError(.empty, at: 0) }
    writer.end()
  }

  /// - Parameter next: The offset after `BEGIN:VCARD`, which is next.
  private mutating func card(before next: Int) throws(DecodingError) {
    let start = position
    writer.offset = start
    try writer.begin(.dict)
    position = next
    var card = Card(version: version(from: position))
    while true {
      guard let line = try nextLine() else {
        throw failure("the card has no END:VCARD", at: start)
      }
      if let next = end(of: "END:VCARD", at: position) {
        position = next
        break
      }
      if end(of: "BEGIN:VCARD", at: position) != nil {
        throw failure("a card begins before END:VCARD of the one before", at: position)
      }
      if bytes[line].prefix(4).map({ $0 & 0xDF }).elementsEqual("END:".utf8.map { $0 & 0xDF }) {
        throw failure("expected END:VCARD and the end of the line", at: position)
      }
      try member(property(line, version: card.version), of: &card)
    }
    try key(VCardMapping.headsKey)
    try writer.begin(.dict)
    for (name, head) in card.heads {
      try key(name)
      try string(Array(head.utf8))
    }
    writer.end()
    writer.end()
  }

  /// The version that a card says it has; without one it is taken for the oldest.
  private func version(from start: Int) -> String {
    var position = start
    while position < bytes.count {
      if end(of: "VERSION:3.0", at: position) != nil { return "3.0" }
      if end(of: "VERSION:4.0", at: position) != nil { return "4.0" }
      if end(of: "END:VCARD", at: position) ?? end(of: "BEGIN:VCARD", at: position) != nil { break }
      position = physicalLine(at: position).next
    }
    return "2.1"
  }

  private mutating func member(_ line: Line, of card: inout Card) throws(DecodingError) {
    writer.offset = line.offset
    let name = line.head.name.uppercased()
    if line.head.text.uppercased() == "VERSION", card.heads[0].head.isEmpty, !line.value.isEmpty {
      card.heads[0].head = String(decoding: line.value, as: UTF8.self)
      return
    }
    if name == "AGENT", line.value.allSatisfy(isXMLSpace), try nextLine() != nil,
      let next = end(of: "BEGIN:VCARD", at: position)
    {
      let agent = try begin(VCardMapping.agentKey, line, &card)
      card.keep(line.head.text, for: agent)
      try self.card(before: next)
      return
    }
    if let property = VCardMapping.property(named: name), property.form == .binary,
      try binary(line, property, &card)
    {
      return
    }
    guard let text = try text(of: line) else {
      let key = try begin(line.head.name, line, &card)
      card.keep(line.head.text + ":", for: key)
      try expectUTF8(line.value, in: nil, at: line.offset)
      try string(line.value)
      return
    }
    switch name {
    case "N": if try personalName(text, line, &card) { return }
    case "ORG":
      try organization(text, line, &card)
      return
    default: break
    }
    let property = VCardMapping.property(named: name)
    let components = VCardDecoder.split(text, at: UInt8(ascii: ";"))
    guard let property, !(line.head.isBase64 && property.form == .binary),
      property.form != .address || components.count <= VCardMapping.addressKeys.count
    else {
      let labelled = name == "X-ABLABEL" ? card.groups[line.head.group] : nil
      let key = try begin(labelled.map { $0 + "Label" } ?? line.head.name, line, &card)
      card.keep(line.head.text, for: key)
      try string(text)
      return
    }
    let key = try begin(VCardMapping.key(of: property, types: line.head.types), line, &card)
    card.keep(line.head.text, for: key)
    switch property.form {
    case .text, .plain: try string(card.isOld ? text : VCardDecoder.unescaped(text))
    case .list: try string(card.isOld ? text : VCardDecoder.unescaped(text, keeping: ",\\"))
    case .binary: try string(text)
    case .address:
      try writer.begin(.dict)
      for (key, component) in zip(VCardMapping.addressKeys, components) where !component.isEmpty {
        try self.key(key)
        try self.component(component, card)
      }
      writer.end()
    }
  }

  /// Writes the key of a property.
  private mutating func begin(
    _ key: String, _ line: Line, _ card: inout Card
  ) throws(DecodingError) -> String {
    writer.offset = line.offset
    let key = card.take(key)
    if !line.head.group.isEmpty, card.groups[line.head.group] == nil {
      card.groups[line.head.group] = key
    }
    try self.key(key)
    return key
  }

  /// Writes data, if the value is valid base64.
  private mutating func binary(
    _ line: Line, _ property: VCardMapping.Property, _ card: inout Card
  ) throws(DecodingError) -> Bool {
    var (head, digits) = (line.head.text, line.value[...])
    if !line.head.isBase64 {
      guard line.value.starts(with: "data:".utf8),
        let comma = line.value.firstIndex(of: UInt8(ascii: ",")),
        line.value[..<comma].suffix(7).elementsEqual(";base64".utf8)
      else { return false }
      try expectUTF8(Array(line.value[...comma]), in: nil, at: line.offset)
      head += ":" + String(decoding: line.value[...comma], as: UTF8.self)
      digits = line.value[(comma + 1)...]
    }
    let data = digits.withUnsafeBufferPointer {
      Base64.objection(to: $0) == nil ? Base64.decode($0) : nil
    }
    guard let data else { return false }
    let key = try begin(VCardMapping.key(of: property, types: []), line, &card)
    card.keep(head, for: key)
    try writer.data(data)
    return true
  }

  /// Writes the components of `N`, unless the card has them already.
  private mutating func personalName(
    _ text: [UInt8], _ line: Line, _ card: inout Card
  ) throws(DecodingError) -> Bool {
    let components = VCardDecoder.split(text, at: UInt8(ascii: ";"))
    guard components.count <= VCardMapping.nameKeys.count,
      components.contains(where: { !$0.isEmpty }),
      card.keys.isDisjoint(with: VCardMapping.nameKeys + ["N"])
    else { return false }
    // Even those that are empty, so that no other property takes their keys.
    card.keys.formUnion(VCardMapping.nameKeys + ["N"])
    card.keep(line.head.text, for: "N")
    for (key, component) in zip(VCardMapping.nameKeys, components) where !component.isEmpty {
      try self.key(key)
      try self.component(component, card)
    }
    return true
  }

  private mutating func organization(
    _ text: [UInt8], _ line: Line, _ card: inout Card
  ) throws(DecodingError) {
    let components = VCardDecoder.split(text, at: UInt8(ascii: ";"))
    let key = try begin(VCardMapping.organizationKeys[0], line, &card)
    card.keep(line.head.text, for: key)
    let isOld = card.isOld
    try string(VCardDecoder.unescaped(components[0], isOld: isOld))
    guard components.count > 1 else { return }
    let number = key.dropFirst(VCardMapping.organizationKeys[0].count)
    let department = VCardMapping.organizationKeys[1] + number
    card.keys.insert(department)
    try self.key(department)
    let (semicolon, backslash) = (UInt8(ascii: ";"), UInt8(ascii: "\\"))
    let departments = components.dropFirst().map { component in
      let text = VCardDecoder.unescaped(component, isOld: isOld)
      return zip(text, text.dropFirst() + [semicolon]).flatMap { byte, next -> [UInt8] in
        // Any other backslash is a backslash.
        let isEscaped =
          byte == semicolon || byte == backslash && (next == semicolon || next == backslash)
        return isEscaped ? [backslash, byte] : [byte]
      }
    }
    try string(Array(departments.joined(separator: [semicolon])))
  }

  /// Writes a component of a structured value: several texts as an array.
  private mutating func component(_ text: [UInt8], _ card: Card) throws(DecodingError) {
    let isOld = card.isOld
    let parts = isOld ? [text] : VCardDecoder.split(text, at: UInt8(ascii: ","))
    if parts.count > 1 { try writer.begin(.array) }
    for part in parts { try string(VCardDecoder.unescaped(part, isOld: isOld)) }
    if parts.count > 1 { writer.end() }
  }

  private func key(_ name: String) throws(DecodingError) {
    try Array(name.utf8).withUnsafeBufferPointer { name throws(DecodingError) in
      try writer.key(name)
    }
  }

  private func string(_ text: [UInt8]) throws(DecodingError) {
    try text.withUnsafeBufferPointer { text throws(DecodingError) in try writer.string(text) }
  }
}
