import Platform

/// Reads vCard files (2.1, 3.0 and 4.0) as a list of dictionaries, as `VCardMapping` says.
///
/// Lines are unfolded as the card's version says: 2.1 folds at a blank, which stays; later versions
/// put one in. Also read are what programs write beyond the standards: soft line breaks of
/// quoted-printable, lines of base64 that are not indented, lines that end in a backslash.
struct VCardDecoder {
  let bytes: Bytes
  /// Whether the file was in another encoding than UTF-8, so that no charset is left to be undone.
  let isConverted: Bool
  /// Whether all of the file is UTF-8.
  let isUTF8: Bool
  var position = 0
  var writer: DocumentWriter
  var converters: [String: Converter] = [:]
  let buffers = Buffers()
  /// A property whose lines were put together.
  let unfolded = GrowingBuffer<UInt8>()
  private let names = VCardKeys.shared
  /// The folder whose files the text consists of, if it is one.
  private let folder: CardFolder
  /// Those of cards that have ended.
  private var spareKeys: [CardKeys] = []

  /// Writes the cards as the one value of a property list, an array.
  ///
  /// - Parameters:
  ///   - bytes: The file without a byte-order mark. Only properties with a charset of their own
  ///     need not be UTF-8.
  ///   - isConverted: Whether all of it was converted to UTF-8.
  ///   - folder: The folder whose files the text consists of, if it is one. If there are folders in that,
  ///     the array is one of sections, in the order of the files.
  /// - Throws: `DecodingError`, with the offset of a line.
  /// - Complexity: O(*n*).
  static func decode(
    _ bytes: Bytes, isConverted: Bool = false, _ folder: CardFolder = CardFolder(),
    into writer: inout DocumentWriter
  ) throws(DecodingError) {
    var decoder = VCardDecoder(
      bytes: bytes, isConverted: isConverted, folder: folder, writer: writer)
    defer { writer = decoder.writer }
    try decoder.cards()
  }

  private init(bytes: Bytes, isConverted: Bool, folder: CardFolder, writer: DocumentWriter) {
    self.bytes = bytes
    self.folder = folder
    self.isConverted = isConverted
    self.writer = writer
    isUTF8 = UTF8Check.firstFault(in: bytes) == nil
  }

  func failure(_ reason: String, at offset: Int) -> DecodingError {
    DecodingError(.malformed(format: "vCard", reason: reason), at: offset)
  }
}

// MARK: Cards

extension VCardDecoder {
  /// What is known of a card while its properties are read.
  private struct Card {
    let version: VCardMapping.Version
    let keys: CardKeys
    /// As it is written.
    var declaredVersion = ""
  }

  private mutating func cards() throws(DecodingError) {
    try writer.begin(.array)
    var isEmpty = true
    var part = -1
    while try nextLine() != nil {
      if folder.hasFolders { try enterFolder(&part) }
      guard let next = end(of: "BEGIN:VCARD", at: position) else {
        throw failure("expected BEGIN:VCARD", at: position)
      }
      try card(before: next)
      isEmpty = false
    }
    if isEmpty { throw DecodingError(.empty, at: 0) }
    if part >= 0 { endFolder() }
    writer.notes.endOffset = bytes.count
    writer.end()
  }

  /// Begins the section of the folder that the next card is in, unless it has begun.
  ///
  /// - Parameter part: The index of the file that the card before is in.
  private mutating func enterFolder(_ part: inout Int) throws(DecodingError) {
    let parts = folder.parts
    let last = part < 0 ? nil : parts[part].name.directory
    let isFirst = part < 0
    part = max(part, 0)
    while parts[part].range.upperBound <= position { part += 1 }
    let name = parts[part].name.directory
    if !isFirst {
      if name == last { return }
      endFolder()
    }
    writer.offset = position
    try writer.begin(.dict)
    try writer.key(CardFolder.titleKey)
    guard let title = folder.title(of: name) else {
      throw failure("the name of the folder is not UTF-8", at: position)
    }
    try Array(title.utf8).withUnsafeBufferPointer { title throws(DecodingError) in
      try writer.string(title)
    }
    try writer.key(CardFolder.cardsKey)
    try writer.begin(.array)
  }

  private mutating func endFolder() {
    writer.end()
    writer.end()
  }

  /// - Parameter next: The offset after `BEGIN:VCARD`, which is next.
  private mutating func card(before next: Int) throws(DecodingError) {
    let start = position
    writer.offset = start
    try writer.begin(.dict)
    position = next
    var card = Card(version: version(from: position), keys: spareKeys.popLast() ?? CardKeys())
    card.keys.insert(names.headsKey)
    while true {
      guard let line = try nextLine() else {
        throw failure("the card has no END:VCARD", at: start)
      }
      if let next = end(of: "END:VCARD", at: position) {
        position = next
        break
      }
      if end(of: "BEGIN:VCARD", at: position) != nil {
        throw unexpectedBeginning(inCardAt: start)
      }
      if Bytes(rebasing: bytes[line.range].prefix(4)).isWord("END:") {
        throw failure("expected END:VCARD and the end of the line", at: position)
      }
      try member(property(line, card.version), of: &card)
    }
    writer.notes.endOffset = position
    try writer.plain(.key, names.headsKey)
    try writer.begin(.dict)
    try writer.key("VERSION")
    try Array(card.declaredVersion.utf8).withUnsafeBufferPointer {
      version throws(DecodingError) in try writer.string(version)
    }
    try card.keys.forEachHead { key, head throws(DecodingError) in
      try writer.plain(.key, key)
      try writer.string(head)
    }
    writer.end()
    writer.end()
    card.keys.removeAll()
    spareKeys.append(card.keys)
  }

  /// What is wrong where a card begins in another one, whose file may have ended.
  private func unexpectedBeginning(inCardAt start: Int) -> DecodingError {
    folder.parts.part(at: start) == folder.parts.part(at: position)
      ? failure("a card begins before END:VCARD of the one before", at: position)
      : failure("the card has no END:VCARD", at: start)
  }

  /// The version that a card says it has; without one it is taken for the oldest.
  private func version(from start: Int) -> VCardMapping.Version {
    var position = start
    while position < bytes.count {
      if end(of: "VERSION:3.0", at: position) != nil { return .three }
      if end(of: "VERSION:4.0", at: position) != nil { return .four }
      if end(of: "END:VCARD", at: position) ?? end(of: "BEGIN:VCARD", at: position) != nil { break }
      position = physicalLine(at: position).next
    }
    return .old
  }

  private mutating func member(_ line: Line, of card: inout Card) throws(DecodingError) {
    writer.offset = line.offset
    writer.notes.endOffset = position
    if card.declaredVersion.isEmpty, !line.value.isEmpty, line.head.text.isWord("VERSION") {
      card.declaredVersion = String(decoding: line.value, as: UTF8.self)
      return
    }
    let property = names.property(named: line.head.name)
    if property == .agent, line.value.allSatisfy(isXMLSpace), try nextLine() != nil,
      let next = end(of: "BEGIN:VCARD", at: position)
    {
      let agent = names.key(of: .agent)
      let key = try begin(agent.text, line, card)
      keep(line.head, for: key, agent, card)
      try self.card(before: next)
      return
    }
    let mapping = property?.mapping
    if let property, mapping?.form == .binary, try binary(line, property, card) { return }
    guard let text = try text(of: line) else {
      let key = try begin(line.head.name, line, card)
      card.keys.keep(line.head.text, line.head.addition, Bytes(":"), for: key)
      try expectUTF8(line.value, in: nil, at: line.offset)
      try writer.string(line.value)
      return
    }
    if property == .name, try personalName(text, line, card) { return }
    if property == .organization { return try organization(text, line, card) }
    guard let property, let mapping, !(line.head.isBase64 && mapping.form == .binary),
      mapping.form != .address || Parts(text).count <= VCardMapping.addressKeys.count
    else {
      try own(text, line, isLabel: property == .label, card)
      return
    }
    let known = names.key(of: property, line.head.types)
    let key = try begin(known.text, line, card)
    keep(line.head, for: key, known, card)
    let isOld = card.version == .old
    switch mapping.form {
    case .text, .plain: try writer.string(isOld ? text : unescaped(text))
    case .list: try writer.string(isOld ? text : unescaped(text, .ofList))
    case .binary: try writer.string(text)
    case .address:
      try writer.begin(.dict)
      try components(Parts(text), names.addressKeys, card)
      writer.end()
    }
  }

  /// Writes the key of a property.
  private mutating func begin(
    _ key: Bytes, _ line: Line, _ card: Card
  ) throws(DecodingError) -> Int {
    writer.offset = line.offset
    let key = card.keys.take(key)
    if !line.head.group.isEmpty {
      let group = Array(line.head.group)
      if card.keys.groups[group] == nil { card.keys.groups[group] = key }
    }
    try writer.plain(.key, card.keys[key])
    return key
  }

  /// Keeps the head of a property unless its key stands for it.
  private func keep(_ head: Head, for key: Int, _ known: VCardKeys.Key, _ card: Card) {
    if !head.addition.isEmpty || !known.isHead(head.text, in: card.version) {
      card.keys.keep(head.text, head.addition, for: key)
    }
  }

  /// Writes a property that has no key of its own, word for word.
  private mutating func own(
    _ text: Bytes, _ line: Line, isLabel: Bool, _ card: Card
  ) throws(DecodingError) {
    var name = line.head.name
    if isLabel, let labelled = card.keys.groups[Array(line.head.group)] {
      let buffer = buffers.parts
      buffer.removeAll(from: 0)
      buffer.append(contentsOf: card.keys[labelled])
      buffer.append(contentsOf: Bytes("Label"))
      name = buffer.elements
    }
    let key = try begin(name, line, card)
    let head = line.head.text
    // A name in lower case may be the key of another property.
    let isKey =
      head.isEqual(to: card.keys[key])
      && !(0x61...0x7A ~= (head.first ?? 0)
        && VCardMapping.defaultHead(
          ofKey: String(decoding: head, as: UTF8.self), version: card.version.rawValue)
          != String(decoding: head, as: UTF8.self))
    if !isKey || !line.head.addition.isEmpty {
      card.keys.keep(head, line.head.addition, for: key)
    }
    try writer.string(text)
  }

  /// Writes data, if the value is valid base64.
  private mutating func binary(
    _ line: Line, _ property: VCardKeys.Property, _ card: Card
  ) throws(DecodingError) -> Bool {
    var digits = line.value
    if !line.head.isBase64 {
      guard line.value.starts(with: "data:".utf8),
        let comma = line.value.firstIndex(of: UInt8(ascii: ",")),
        line.value[..<comma].suffix(7).elementsEqual(";base64".utf8)
      else { return false }
      try expectUTF8(Bytes(rebasing: line.value[...comma]), in: nil, at: line.offset)
      digits = Bytes(rebasing: line.value[(comma + 1)...])
    }
    guard Base64.objection(to: digits) == nil else { return false }
    let known = names.key(of: property)
    let key = try begin(known.text, line, card)
    if line.head.isBase64 {
      keep(line.head, for: key, known, card)
    } else {
      // With the colon before it.
      let start = line.value.baseAddress.map { $0 - 1 }
      let reference = Bytes(start: start, count: line.value.count - digits.count + 1)
      card.keys.keep(line.head.text, line.head.addition, reference, for: key)
    }
    try writer.data(Base64.decode(digits))
    return true
  }

  /// Writes the components of `N`, unless the card has them already.
  private mutating func personalName(
    _ text: Bytes, _ line: Line, _ card: Card
  ) throws(DecodingError) -> Bool {
    let parts = Parts(text)
    guard parts.count <= VCardMapping.nameKeys.count,
      text.contains(where: { $0 != UInt8(ascii: ";") }),
      !card.keys.contains(names.key(of: .name).text),
      !names.nameKeys.contains(where: card.keys.contains)
    else { return false }
    // Even those that are empty, so that no other property takes their keys.
    for key in names.nameKeys { card.keys.insert(key) }
    let known = names.key(of: .name)
    keep(line.head, for: card.keys.insert(known.text).key, known, card)
    try components(parts, names.nameKeys, card)
    return true
  }

  private mutating func organization(
    _ text: Bytes, _ line: Line, _ card: Card
  ) throws(DecodingError) {
    let known = names.key(of: .organization)
    let key = try begin(known.text, line, card)
    keep(line.head, for: key, known, card)
    let escapes: Escapes = card.version == .old ? .old : .all
    var parts = Parts(text).makeIterator()
    try writer.string(unescaped(parts.next() ?? text, escapes))
    guard let first = parts.next() else { return }
    let departments = buffers.parts
    departments.removeAll(from: 0)
    departments.append(contentsOf: names.organizationKeys[1])
    // Its number is that of its company.
    let number = card.keys[key].dropFirst(names.organizationKeys[0].count)
    departments.append(contentsOf: Bytes(rebasing: number))
    card.keys.insert(departments.elements)
    try writer.plain(.key, departments.elements)
    departments.removeAll(from: 0)
    let (semicolon, backslash) = (UInt8(ascii: ";"), UInt8(ascii: "\\"))
    var part: Bytes? = first
    while let written = part {
      let text = unescaped(written, escapes)
      for (index, byte) in text.enumerated() {
        let next = index + 1 < text.count ? text[index + 1] : semicolon
        // Any other backslash is a backslash.
        if byte == semicolon || byte == backslash && (next == semicolon || next == backslash) {
          departments.append(backslash)
        }
        departments.append(byte)
      }
      part = parts.next()
      if part != nil { departments.append(semicolon) }
    }
    try writer.string(departments.elements)
  }

  /// Writes the components of a structured value that are not empty: several texts as an array.
  private mutating func components(
    _ parts: Parts, _ keys: [Bytes], _ card: Card
  ) throws(DecodingError) {
    let escapes: Escapes = card.version == .old ? .old : .all
    for (key, part) in zip(keys, parts) where !part.isEmpty {
      try writer.plain(.key, key)
      let texts = Parts(part, at: UInt8(ascii: ","))
      guard card.version != .old, texts.count > 1 else {
        try writer.string(unescaped(part, escapes))
        continue
      }
      try writer.begin(.array)
      for text in texts { try writer.string(unescaped(text)) }
      writer.end()
    }
  }
}

extension VCardDecoder {
  /// The parts of a text between separators that are not escaped.
  struct Parts: Sequence, IteratorProtocol {
    private let text: Bytes
    private let separator: UInt8
    private var start = 0

    init(_ text: Bytes, at separator: UInt8 = UInt8(ascii: ";")) {
      self.text = text
      self.separator = separator
    }

    var count: Int {
      text.has(separator) ? reduce(0) { count, _ in count + 1 } : 1
    }

    mutating func next() -> Bytes? {
      if start > text.count { return nil }
      var end = start
      while end < text.count, text[end] != separator {
        end += text[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      end = Swift.min(end, text.count)
      defer { start = end + 1 }
      return Bytes(rebasing: text[start..<end])
    }
  }
}
