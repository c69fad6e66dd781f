import Platform

/// Reads vCard files (2.1, 3.0 and 4.0) as a list of dictionaries, as `VCardMapping` says.
///
/// Lines are unfolded by the card's version: 2.1 folds at a blank, which stays; later versions
/// insert a blank. The decoder also reads what programs write beyond the standards: soft line
/// breaks of quoted-printable, lines of base64 that are not indented, lines that end in a
/// backslash.
struct VCardDecoder {
  let bytes: Bytes
  /// Whether the file was converted from another encoding to UTF-8, so that charsets are no longer
  /// decoded.
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
  /// The folder whose files the text consists of, if the text is that of a folder.
  let folder: CardFolder
  /// The keys of the card that is read.
  private(set) var keys = CardKeys()
  /// Keys for reuse, of inner cards that have ended.
  private var spareKeys: [CardKeys] = []
  /// The length in bytes that few heads exceed.
  static let usualHead = 128

  /// Decodes the cards as the single value of a property list, an array.
  ///
  /// - Parameters:
  ///   - bytes: The file without a byte-order mark. Only properties with a charset of their own
  ///     need not be UTF-8.
  ///   - isConverted: Whether the whole file was converted to UTF-8.
  ///   - folder: The folder whose files the text consists of, if the text is that of a folder. If
  ///     it has subfolders, the array is of sections, in the order of the files.
  ///   - skipsUnreadable: Whether unreadable cards are noted and passed over, unless there are no
  ///     other cards. A card without an end is passed over with the rest of its file.
  /// - Throws: `DecodingError`, with the offset of a line.
  /// - Complexity: O(*n*).
  static func decode(
    _ bytes: Bytes, isConverted: Bool = false, _ folder: CardFolder = CardFolder(),
    skipsUnreadable: Bool = false, into writer: inout DocumentWriter
  ) throws(DecodingError) {
    var decoder = VCardDecoder(
      bytes: bytes, isConverted: isConverted, folder: folder, writer: writer)
    defer { writer = decoder.writer }
    try decoder.cards(skipsUnreadable: skipsUnreadable)
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
  private mutating func cards(skipsUnreadable: Bool) throws(DecodingError) {
    try writer.begin(.array)
    var part = -1
    var read = ReadCards()
    while true {
      // Where the next card begins, once known, and a mark of what was written before it.
      var start: Int?
      var mark = writer.mark()
      let partBefore = part
      do throws(DecodingError) {
        guard try nextLine() != nil else { break }
        start = position
        mark = writer.mark(mayEnd: folder.hasFolders)
        if skipsUnreadable { try expectNoConflict(&read) }
        if folder.hasFolders { try enterFolder(&part) }
        guard let next = endOfBeginning(at: position) else {
          throw failure("expected BEGIN:VCARD", at: position)
        }
        let beginning = writer.mark()
        try card(before: next)
        read.count += 1
        read.last = ReadCards.Last(start: start ?? 0, mark: beginning)
      } catch {
        guard skipsUnreadable, error.isLocal else { throw error }
        writer.goBack(to: mark)
        part = partBefore
        skip(from: start ?? position, error, &read)
      }
    }
    if read.count == 0 {
      if let error = read.firstError { throw error }
      if folder.hasFolders { throw DecodingError(.empty, at: 0) }
    }
    if part >= 0 { endFolder() }
    writer.notes.endOffset = bytes.count
    writer.end()
  }

  /// Begins the section of the folder that the next card is in, unless it has begun.
  ///
  /// - Parameter part: The index of the file of the previous card.
  private mutating func enterFolder(_ part: inout Int) throws(DecodingError) {
    let parts = folder.parts
    var next = max(part, 0)
    while parts[next].range.upperBound <= position { next += 1 }
    let name = parts[next].name.directory
    guard let title = folder.title(of: name) else {
      throw failure("the name of the folder is not UTF-8", at: position)
    }
    let isFirst = part < 0
    let last = isFirst ? nil : parts[part].name.directory
    part = next
    if !isFirst {
      if name == last { return }
      endFolder()
    }
    writer.offset = position
    try writer.begin(.dict)
    try writer.key(CardFolder.titleKey)
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

  /// The offset after a line `BEGIN:VCARD` at an offset; `nil` if there is none. A byte-order mark
  /// may come before it, where files with such marks have been joined.
  func endOfBeginning(at start: Int) -> Int? {
    let hasMark = bytes[start...].starts(with: [0xEF, 0xBB, 0xBF])
    return end(of: "BEGIN:VCARD", at: hasMark ? start + 3 : start)
  }

  /// - Parameter next: The offset after `BEGIN:VCARD`, which is next.
  private mutating func card(before next: Int) throws(DecodingError) {
    let start = position
    writer.offset = start
    try writer.begin(.dict)
    position = next
    let version = version(from: position)
    keys.beginCard()
    keys.insert(CardKeys.headsKey)
    while true {
      if let line = knownProperty(version) {
        try member(line, version)
        continue
      }
      guard let line = try nextLine() else {
        throw failure("the card has no END:VCARD", at: start)
      }
      if let next = end(of: "END:VCARD", at: position) {
        position = next
        break
      }
      if endOfBeginning(at: position) != nil {
        throw unexpectedBeginning(inCardAt: start)
      }
      if Bytes(rebasing: bytes[line.range].prefix(4)).isWord("END:") {
        throw failure("expected END:VCARD and the end of the line", at: position)
      }
      try member(property(line, version), version)
    }
    writer.notes.endOffset = position
    try writer.plain(.key, names.headsKey)
    try writer.begin(.dict)
    try writer.key("VERSION")
    try writer.string(keys.version.elements)
    try keys.forEachHead { key, head throws(DecodingError) in
      try writer.plain(.key, key)
      try writer.string(head)
    }
    writer.end()
    writer.end()
  }

  /// The error where a card begins inside another one, whose file may have ended.
  private func unexpectedBeginning(inCardAt start: Int) -> DecodingError {
    folder.parts.part(at: start) == folder.parts.part(at: position)
      ? failure("a card begins before END:VCARD of the one before", at: position)
      : failure("the card has no END:VCARD", at: start)
  }

  /// The version that a card declares; the oldest if it declares none.
  private func version(from start: Int) -> VCardMapping.Version {
    var position = start
    while position < bytes.count {
      switch bytes[position].uppercased {
      // Even the first letter may be folded.
      case UInt8(ascii: "V"), 0x0A, 0x0D:
        if end(of: "VERSION:3.0", at: position) != nil { return .three }
        if end(of: "VERSION:4.0", at: position) != nil { return .four }
      default: break
      }
      switch bytes[position].uppercased {
      case UInt8(ascii: "E"), UInt8(ascii: "B"), 0x0A, 0x0D:
        if end(of: "END:VCARD", at: position) ?? end(of: "BEGIN:VCARD", at: position) != nil {
          return .old
        }
      default: break
      }
      position = physicalLine(at: position).next
    }
    return .old
  }

  private mutating func member(
    _ line: Line, _ version: VCardMapping.Version
  ) throws(DecodingError) {
    writer.offset = line.offset
    writer.notes.endOffset = position
    if takeVersion(line) { return }
    let (head, property) = (line.head, line.head.property)
    if property == .agent, try agent(line, version) { return }
    if head.form == .binary, try binary(line, version) { return }
    guard let text = try text(of: line) else { return try verbatim(line) }
    if property == .name, try personalName(text, line, version) { return }
    if property == .organization { return try organization(text, line, version) }
    guard let form = head.form, !(head.isBase64 && form == .binary),
      form != .address || Parts(text).count <= names.addressKeys.count
    else {
      try own(text, line, isLabel: property == .label)
      return
    }
    let key = try begin(head.key, line)
    keep(line, for: key, version)
    switch form {
    case .text, .plain: try writer.string(version == .old ? text : unescaped(text))
    case .list: try writer.string(version == .old ? text : unescaped(text, .ofList))
    case .binary: try writer.string(text)
    case .address:
      try writer.begin(.dict)
      try components(Parts(text), names.addressKeys, version)
      writer.end()
    }
  }

  /// Keeps the version that the card declares first.
  private func takeVersion(_ line: Line) -> Bool {
    guard line.head.isVersion, keys.version.elements.isEmpty, !line.value.isEmpty else {
      return false
    }
    if isUTF8 {
      keys.version.append(contentsOf: line.value)
    } else {
      for byte in String(decoding: line.value, as: UTF8.self).utf8 { keys.version.append(byte) }
    }
    return true
  }

  /// Writes the card that follows an empty `AGENT`, if one does.
  private mutating func agent(
    _ line: Line, _ version: VCardMapping.Version
  ) throws(DecodingError) -> Bool {
    guard line.value.allSatisfy(isXMLSpace), try nextLine() != nil,
      let next = end(of: "BEGIN:VCARD", at: position)
    else { return false }
    let key = try begin(line.head.key, line)
    keep(line, for: key, version)
    let outer = keys
    keys = spareKeys.popLast() ?? CardKeys()
    try card(before: next)
    spareKeys.append(keys)
    keys = outer
    return true
  }

  /// Writes the value of a property that cannot be decoded, as it is in the file.
  private mutating func verbatim(_ line: Line) throws(DecodingError) {
    let key = try begin(line.head.ownKey, line)
    keys.keep(line.text, line.addition, Bytes(":"), for: key)
    try expectUTF8(line.value, in: nil, at: line.offset)
    try writer.string(line.value)
  }

  /// Writes the key of a property, with a number if the card has it already.
  private mutating func begin(_ key: Int, _ line: Line) throws(DecodingError) -> Int {
    writer.offset = line.offset
    let key = keys.take(key)
    if let group = line.head.group { keys.note(key, ofGroup: group) }
    try writer.plain(.key, keys[key])
    return key
  }

  /// Keeps the head of a property unless it follows from the key.
  private func keep(_ line: Line, for key: Int, _ version: VCardMapping.Version) {
    if !line.addition.isEmpty || !line.head.isUsual(in: version) {
      keys.keep(line.text, line.addition, for: key)
    }
  }

  /// Writes a property that has no key of its own, word for word.
  private mutating func own(
    _ text: Bytes, _ line: Line, isLabel: Bool
  ) throws(DecodingError) {
    var key = line.head.ownKey
    if isLabel, let group = line.head.group, let labelled = keys.key(ofGroup: group) {
      let buffer = buffers.parts
      buffer.removeAll(from: 0)
      buffer.append(contentsOf: keys[labelled])
      buffer.append(contentsOf: Bytes("Label"))
      key = keys.index(of: buffer.elements)
    }
    key = try begin(key, line)
    let isKey = line.text.isEqual(to: keys[key]) && line.head.isOwn
    if !isKey || !line.addition.isEmpty { keys.keep(line.text, line.addition, for: key) }
    try writer.string(text)
  }

  /// Writes data, if the value is valid base64.
  private mutating func binary(
    _ line: Line, _ version: VCardMapping.Version
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
    let key = try begin(line.head.key, line)
    if line.head.isBase64 {
      keep(line, for: key, version)
    } else {
      // With the colon before it.
      let start = line.value.baseAddress.map { $0 - 1 }
      let reference = Bytes(start: start, count: line.value.count - digits.count + 1)
      keys.keep(line.text, line.addition, reference, for: key)
    }
    if Base64.isCanonical(digits) {
      try writer.plain(.data, digits)
    } else {
      try writer.data(Base64.decode(digits))
    }
    return true
  }

  /// Writes the components of `N`, unless the card has them already.
  private mutating func personalName(
    _ text: Bytes, _ line: Line, _ version: VCardMapping.Version
  ) throws(DecodingError) -> Bool {
    let parts = Parts(text)
    guard parts.count <= names.nameKeys.count,
      text.contains(where: { $0 != UInt8(ascii: ";") }), !keys.contains(line.head.key)
    else { return false }
    for key in CardKeys.nameKeys where keys.contains(key) { return false }
    // Also the keys of empty components, so that no other property takes them.
    for key in CardKeys.nameKeys { keys.insert(key) }
    keys.insert(line.head.key)
    keep(line, for: line.head.key, version)
    try components(parts, names.nameKeys, version)
    return true
  }

  private mutating func organization(
    _ text: Bytes, _ line: Line, _ version: VCardMapping.Version
  ) throws(DecodingError) {
    let key = try begin(line.head.key, line)
    keep(line, for: key, version)
    let escapes: Escapes = version == .old ? .old : .all
    var parts = Parts(text).makeIterator()
    try writer.string(unescaped(parts.next() ?? text, escapes))
    guard let first = parts.next() else { return }
    let departments = buffers.parts
    departments.removeAll(from: 0)
    departments.append(contentsOf: names.organizationKeys[1])
    // The number after the key is that of the company's key.
    let number = keys[key].dropFirst(names.organizationKeys[0].count)
    departments.append(contentsOf: Bytes(rebasing: number))
    keys.insert(keys.index(of: departments.elements))
    try writer.plain(.key, departments.elements)
    departments.removeAll(from: 0)
    let (semicolon, backslash) = (UInt8(ascii: ";"), UInt8(ascii: "\\"))
    var part: Bytes? = first
    while let written = part {
      let text = unescaped(written, escapes)
      for (index, byte) in text.enumerated() {
        let next = index + 1 < text.count ? text[index + 1] : semicolon
        // Any other backslash stands for itself.
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
    _ parts: Parts, _ keys: [Bytes], _ version: VCardMapping.Version
  ) throws(DecodingError) {
    let escapes: Escapes = version == .old ? .old : .all
    for (key, part) in zip(keys, parts) where !part.isEmpty {
      try writer.plain(.key, key)
      let texts = Parts(part, at: UInt8(ascii: ","))
      guard version != .old, texts.count > 1 else {
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
