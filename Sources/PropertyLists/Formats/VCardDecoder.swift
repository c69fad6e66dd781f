/// Reads vCard files (2.1, 3.0 and 4.0) as a list of dictionaries, as `VCardMapping` says.
///
/// Lines are unfolded as the card's version says: 2.1 folds at a blank, which stays; later versions
/// put one in. Also read are what programs write beyond the standards: soft line breaks of
/// quoted-printable, lines of base64 that are not indented, lines that end in a backslash.
struct VCardDecoder {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Whether the file was in another encoding than UTF-8, so that no charset is left to be undone.
  private let isConverted: Bool
  private var position = 0
  private var writer: DocumentWriter
  private var converters: [String: Converter] = [:]

  /// Writes the cards as the one value of a property list, an array.
  ///
  /// - Parameters:
  ///   - bytes: The file without a byte-order mark. Only properties with a charset of their own need
  ///     not be UTF-8.
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

  private init(bytes: UnsafeBufferPointer<UInt8>, isConverted: Bool, writer: DocumentWriter) {
    self.bytes = bytes
    self.isConverted = isConverted
    self.writer = writer
  }

  private func failure(_ reason: String, at place: Int) -> DecodingError {
    DecodingError(.malformed(format: "vCard", reason: reason), at: place)
  }
}

// MARK: Lines

extension VCardDecoder {
  /// What precedes a value.
  private struct Head {
    /// As it is written.
    let text: String
    var group = ""
    var name = ""
    /// In lower case.
    var types: Set<String> = []
    var charset: String?
    var isQuotedPrintable = false
    var isBase64 = false
  }

  private struct Line {
    let offset: Int
    let head: Head
    let value: [UInt8]
  }

  /// The line at an offset, without what ends it, and the offset of the next one. Files that were
  /// transferred as text twice have CR CR LF.
  private func physicalLine(at start: Int) -> (range: Range<Int>, next: Int) {
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    var feed = end
    while feed < bytes.count, bytes[feed] == 0x0D { feed += 1 }
    let endsInFeed = feed < bytes.count && bytes[feed] == 0x0A
    return (start..<end, endsInFeed ? feed + 1 : min(end + 1, bytes.count))
  }

  /// Whether a line is these words, in any case and with blanks after them.
  private func line(_ range: Range<Int>, is words: StaticString) -> Bool {
    var line = bytes[range]
    while let last = line.last, isXMLSpace(last) { line.removeLast() }
    return line.count == words.utf8CodeUnitCount
      && zip(line, UnsafeBufferPointer(start: words.utf8Start, count: words.utf8CodeUnitCount))
        .allSatisfy { byte, wanted in
          (0x61...0x7A ~= byte ? byte - 0x20 : byte) == wanted
        }
  }

  private func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(isXMLSpace) }

  /// Whether a line begins a property.
  private func beginsProperty(_ range: Range<Int>) -> Bool {
    let name = bytes[range].prefix(while: VCardDecoder.isNameByte)
    guard !name.isEmpty, name.endIndex < range.upperBound else { return false }
    return bytes[name.endIndex] == UInt8(ascii: ":") || bytes[name.endIndex] == UInt8(ascii: ";")
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._".utf8.contains(byte)
    }
  }

  /// Skips blank lines, and writes comments.
  ///
  /// - Returns: The next line, which stays to be read; `nil` at the end.
  private mutating func nextLine() throws(DecodingError) -> Range<Int>? {
    while position < bytes.count {
      let (range, next) = physicalLine(at: position)
      if range.first.map({ bytes[$0] }) == UInt8(ascii: "#") {
        try expectUTF8(Array(bytes[range]), in: nil, at: position)
        writer.offset = position
        try writer.comment(UnsafeBufferPointer(rebasing: bytes[range].dropFirst()))
      } else if !isBlank(range) {
        return range
      }
      position = next
    }
    return nil
  }

  /// Reads a property with all lines that belong to it.
  private mutating func property(
    _ first: Range<Int>, version: String
  ) throws(DecodingError) -> Line {
    let start = position
    guard beginsProperty(first) else {
      throw failure("expected a property, NAME:VALUE", at: start)
    }
    var line = Array(bytes[first])
    position = physicalLine(at: start).next
    var colon = VCardDecoder.colon(in: line)
    if let colon, VCardDecoder.isQuotedPrintable(line[..<colon]) {
      while line.last == UInt8(ascii: "="), position < bytes.count {
        let (range, next) = physicalLine(at: position)
        if self.line(range, is: "END:VCARD") { break }
        line.removeLast()
        line += bytes[range]
        position = next
      }
    }
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 {
      let (range, next) = physicalLine(at: position)
      line += version == "2.1" ? bytes[range] : bytes[range].dropFirst()
      position = next
    }
    colon = colon ?? VCardDecoder.colon(in: line)
    guard let colon else { throw failure("the property has no ':' before its value", at: start) }
    let head = try self.head(line[..<colon], at: start)
    let isBase64 = head.isBase64
    while position < bytes.count {
      let (range, next) = physicalLine(at: position)
      if isBlank(range) || beginsProperty(range) { break }
      if isBase64, bytes[range].allSatisfy(VCardDecoder.isBase64Byte) {
        line += bytes[range]
      } else if !isBase64, line.last == UInt8(ascii: "\\") {
        line[line.count - 1] = 0x0A
        line += bytes[range]
      } else {
        break
      }
      position = next
    }
    return Line(offset: start, head: head, value: Array(line[(colon + 1)...]))
  }

  private static func isBase64Byte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20: true
    default: "+/=".utf8.contains(byte)
    }
  }

  /// The index of the first colon outside quotes.
  private static func colon(in line: [UInt8]) -> Int? {
    var isQuoted = false
    for (index, byte) in line.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":"), !isQuoted { return index }
    }
    return nil
  }

  private static func isQuotedPrintable(_ head: ArraySlice<UInt8>) -> Bool {
    String(decoding: head, as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
  }

  private func head(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(DecodingError) -> Head {
    try expectUTF8(Array(bytes), in: nil, at: offset)
    var head = Head(text: String(decoding: bytes, as: UTF8.self))
    let parts = VCardDecoder.split(Array(bytes), at: UInt8(ascii: ";"), isQuotable: true)
      .map { String(decoding: $0, as: UTF8.self) }
    head.name = parts[0]
    if let dot = parts[0].firstIndex(of: ".") {
      head.group = String(parts[0][..<dot])
      head.name = String(parts[0][parts[0].index(after: dot)...])
    }
    for part in parts.dropFirst() {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = (sides.last ?? "").filter { $0 != "\"" }.lowercased()
      switch sides.count == 2 ? sides[0].uppercased() : "" {
      case "TYPE": head.types.formUnion(value.split(separator: ",").map(String.init))
      case "CHARSET": head.charset = value.uppercased()
      case "ENCODING", "":
        switch value {
        case "quoted-printable": head.isQuotedPrintable = true
        case "b", "base64": head.isBase64 = true
        default: if sides.count == 1 { head.types.insert(value) }
        }
      default: break
      }
    }
    return head
  }

  /// The parts of a text between separators that are neither in quotes nor escaped.
  private static func split(
    _ text: [UInt8], at separator: UInt8, isQuotable: Bool = false
  ) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    var (isQuoted, isEscaped) = (false, false)
    for byte in text {
      if byte == separator, !isQuoted, !isEscaped {
        parts.append([])
        continue
      }
      if isQuotable, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      isEscaped = !isQuotable && byte == UInt8(ascii: "\\") && !isEscaped
      parts[parts.count - 1].append(byte)
    }
    return parts
  }
}

// MARK: Encodings

extension VCardDecoder {
  private final class Converter {
    private let converter: EncodingConverter

    init?(_ name: String) {
      guard let converter = EncodingConverter(named: name) else { return nil }
      self.converter = converter
    }

    /// The text in UTF-8, or `nil` if the bytes are not in the encoding.
    func text(of bytes: [UInt8]) -> [UInt8]? {
      let text = GrowingBuffer<UInt8>(capacity: bytes.count * 2)
      let isValid = bytes.withUnsafeBufferPointer { converter.convert($0, into: text) }
      return isValid ? Array(text.elements) : nil
    }
  }

  /// The characters of a value that is in quoted-printable, if they can be in a property list.
  private mutating func encodedText(of line: Line) throws(DecodingError) -> [UInt8]? {
    do throws(DecodingError) {
      let text = try text(of: line)
      let isWritable = String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy {
        $0.value >= 0x20 ? $0.value & ~1 != 0xFFFE : [0x09, 0x0A, 0x0D].contains($0.value)
      }
      return isWritable ? text : nil
    } catch {
      if case .undecodable = error.problem { return nil }
      throw error
    }
  }

  /// The characters of a value in UTF-8, with line ends as LF if they were encoded.
  private mutating func text(of line: Line) throws(DecodingError) -> [UInt8] {
    var value = line.value
    var charset = isConverted ? nil : line.head.charset
    if line.head.isQuotedPrintable {
      value = VCardDecoder.quotedPrintable(value)
      charset = line.head.charset
    }
    if let charset, !["UTF-8", "UTF8", "US-ASCII", "ASCII"].contains(charset) {
      value = try convert(value, from: charset, at: line.offset)
    } else {
      try expectUTF8(value, in: charset, at: line.offset)
    }
    guard line.head.isQuotedPrintable, value.contains(0x0D) else { return value }
    var text: [UInt8] = []
    for (index, byte) in value.enumerated() {
      if byte == 0x0D, index + 1 < value.count, value[index + 1] == 0x0A { continue }
      text.append(byte)
    }
    return text
  }

  private mutating func convert(
    _ value: [UInt8], from charset: String, at offset: Int
  ) throws(DecodingError) -> [UInt8] {
    let encoding = TextEncoding(name: charset, byteOrderMarkLength: 0, isDeclared: false)
    if converters[charset] == nil, encoding.isNameValid {
      // In Shift JIS proper, a backslash is a yen sign. What is called so is the code page.
      let isShiftJIS = ["SHIFT_JIS", "SHIFT-JIS", "SJIS", "X-SJIS"].contains(charset)
      converters[charset] =
        (isShiftJIS ? Converter("CP932") : nil) ?? Converter(encoding.converterName)
    }
    guard let converter = converters[charset] else {
      throw DecodingError(.unknownEncoding(charset), at: offset)
    }
    guard let text = converter.text(of: value) else {
      throw DecodingError(.undecodable(encoding: charset), at: offset)
    }
    return text
  }

  private func expectUTF8(
    _ text: [UInt8], in charset: String?, at offset: Int
  ) throws(DecodingError) {
    if text.withUnsafeBufferPointer(UTF8Check.firstFault) != nil {
      throw DecodingError(.undecodable(encoding: charset ?? "UTF-8"), at: offset)
    }
  }

  /// Undoes quoted-printable (RFC 2045, 6.7); what is not valid in it stands for itself.
  private static func quotedPrintable(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "="), index + 2 < text.count,
        let high = hexadecimalValue(text[index + 1]), let low = hexadecimalValue(text[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  /// Undoes escapes.
  ///
  /// - Parameters:
  ///   - isOld: Whether the text is a component of a card of version 2.1.
  ///   - kept: Characters whose escapes are kept.
  private static func unescaped(
    _ text: [UInt8], isOld: Bool = false, keeping kept: String = ""
  ) -> [UInt8] {
    guard text.contains(UInt8(ascii: "\\")) else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < text.count else {
        result.append(byte)
        continue
      }
      let next = text[index]
      if kept.utf8.contains(next) {
        result += [byte, next]
        index += 1
      } else if (isOld ? ";\\" : ";\\,:").utf8.contains(next) {
        result.append(next)
        index += 1
      } else if !isOld, next | 0x20 == UInt8(ascii: "n") {
        result.append(0x0A)
        index += 1
      } else {
        result.append(byte)
      }
    }
    return result
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
    var heads: [(key: String, head: String)] = []

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
    while let line = try nextLine() {
      guard self.line(line, is: "BEGIN:VCARD") else {
        throw failure("expected BEGIN:VCARD", at: position)
      }
      try card(line)
      isEmpty = false
    }
    if isEmpty { throw DecodingError(.empty, at: 0) }
    writer.end()
  }

  /// - Parameter beginning: The line `BEGIN:VCARD`, which is next.
  private mutating func card(_ beginning: Range<Int>) throws(DecodingError) {
    writer.offset = beginning.lowerBound
    try writer.begin(.dict)
    position = physicalLine(at: beginning.lowerBound).next
    var card = Card(version: version(from: position))
    while true {
      guard let line = try nextLine() else {
        throw failure("the card has no END:VCARD", at: beginning.lowerBound)
      }
      if self.line(line, is: "END:VCARD") {
        position = physicalLine(at: position).next
        break
      }
      if self.line(line, is: "BEGIN:VCARD") {
        throw failure("a card begins before END:VCARD of the one before", at: position)
      }
      try member(property(line, version: card.version), of: &card)
    }
    if !card.heads.isEmpty {
      try key(VCardMapping.headsKey)
      try writer.begin(.dict)
      for (name, head) in card.heads {
        try key(name)
        try string(Array(head.utf8))
      }
      writer.end()
    }
    writer.end()
  }

  /// The version that a card says it has; without one it is taken for the oldest.
  private func version(from start: Int) -> String {
    var position = start
    while position < bytes.count {
      let (range, next) = physicalLine(at: position)
      if line(range, is: "VERSION:3.0") { return "3.0" }
      if line(range, is: "VERSION:4.0") { return "4.0" }
      if line(range, is: "END:VCARD") || line(range, is: "BEGIN:VCARD") { break }
      position = next
    }
    return "2.1"
  }

  private mutating func member(_ line: Line, of card: inout Card) throws(DecodingError) {
    writer.offset = line.offset
    let name = line.head.name.uppercased()
    if line.head.text.uppercased() == "VERSION", card.heads.first?.key != "VERSION" {
      card.heads.insert((key: "VERSION", head: String(decoding: line.value, as: UTF8.self)), at: 0)
      return
    }
    if name == "AGENT", line.value.allSatisfy(isXMLSpace), let next = try nextLine(),
      self.line(next, is: "BEGIN:VCARD")
    {
      let agent = try begin(VCardMapping.agentKey, line, &card)
      card.keep(line.head.text, for: agent)
      try self.card(next)
      return
    }
    if let property = VCardMapping.property(named: name), property.form == .binary,
      try binary(line, property, &card)
    {
      return
    }
    if line.head.isQuotedPrintable, try encodedText(of: line) == nil {
      let key = try begin(line.head.name, line, &card)
      card.keep(line.head.text + ":", for: key)
      try expectUTF8(line.value, in: nil, at: line.offset)
      try string(line.value)
      return
    }
    let text = try text(of: line)
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
    let departments = components.dropFirst().map { component in
      VCardDecoder.unescaped(component, isOld: isOld).flatMap { byte -> [UInt8] in
        ";\\".utf8.contains(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
      }
    }
    try string(Array(departments.joined(separator: [UInt8(ascii: ";")])))
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
