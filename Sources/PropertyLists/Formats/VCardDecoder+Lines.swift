/// The lines of vCards: which belong together, and what precedes their values.
extension VCardDecoder {
  /// What precedes a value.
  struct Head {
    /// As it is written.
    var text: String
    var group = ""
    var name = ""
    /// In lower case.
    var types: Set<String> = []
    var charset: String?
    var isQuotedPrintable = false
    var isBase64 = false
  }

  struct Line {
    let offset: Int
    let head: Head
    let value: [UInt8]
  }

  /// The line at an offset, without what ends it, and the offset of the next one. Files that were
  /// transferred as text twice have CR CR LF.
  func physicalLine(at start: Int) -> (range: Range<Int>, next: Int) {
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    var feed = end
    while feed < bytes.count, bytes[feed] == 0x0D { feed += 1 }
    let endsInFeed = feed < bytes.count && bytes[feed] == 0x0A
    return (start..<end, endsInFeed ? feed + 1 : min(end + 1, bytes.count))
  }

  /// The offset after lines that are these words, in any case and with blanks after them, however
  /// they are folded; `nil` if those at an offset are not.
  func end(of words: StaticString, at start: Int) -> Int? {
    var offset = start
    for wanted in UnsafeBufferPointer(start: words.utf8Start, count: words.utf8CodeUnitCount) {
      while offset < bytes.count, bytes[offset] == 0x0A || bytes[offset] == 0x0D {
        let next = physicalLine(at: offset).next
        guard isFolded(at: next) else { return nil }
        offset = next + 1
      }
      guard offset < bytes.count,
        (0x61...0x7A ~= bytes[offset] ? bytes[offset] - 0x20 : bytes[offset]) == wanted
      else { return nil }
      offset += 1
    }
    let (rest, next) = physicalLine(at: offset)
    return isBlank(rest) ? next : nil
  }

  func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(isXMLSpace) }

  /// Whether the line at an offset belongs to the one before, since it begins with a blank.
  private func isFolded(at offset: Int) -> Bool {
    offset < bytes.count && (bytes[offset] == 0x20 || bytes[offset] == 0x09)
  }

  /// A line that belongs to the one before, without the blank that folding it has put in.
  private func folded(_ range: Range<Int>, _ version: String) -> Slice<UnsafeBufferPointer<UInt8>> {
    version == "2.1" ? bytes[range] : bytes[range].dropFirst()
  }

  /// Whether the line at an offset begins a property, whose name may be folded.
  private func beginsProperty(at start: Int, _ version: String) -> Bool {
    var (range, next) = physicalLine(at: start)
    var line = Array(bytes[range])
    var known = 0
    while line[known...].allSatisfy(VCardDecoder.isNameByte), isFolded(at: next) {
      known = line.count
      (range, next) = physicalLine(at: next)
      line += folded(range, version)
    }
    return VCardDecoder.beginsProperty(line)
  }

  /// Whether a line begins a property.
  static func beginsProperty(_ line: some Sequence<UInt8>) -> Bool {
    var isEmpty = true
    for byte in line {
      if !isNameByte(byte) { return !isEmpty && ":;".utf8.contains(byte) }
      isEmpty = false
    }
    return false
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._".utf8.contains(byte)
    }
  }

  /// Skips blank lines, and writes comments.
  ///
  /// - Returns: The next line, which stays to be read; `nil` at the end.
  mutating func nextLine() throws(DecodingError) -> Range<Int>? {
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
  mutating func property(
    _ first: Range<Int>, version: String
  ) throws(DecodingError) -> Line {
    let start = position
    var line = Array(bytes[first])
    position = physicalLine(at: start).next
    var colon = VCardDecoder.colon(in: line)
    // A name or its parameters may be folded, too.
    while colon == nil, unfold(into: &line, version) { colon = VCardDecoder.colon(in: line) }
    guard VCardDecoder.beginsProperty(line) else {
      throw failure("expected a property, NAME:VALUE", at: start)
    }
    guard let colon else { throw failure("the property has no ':' before its value", at: start) }
    if VCardDecoder.isQuotedPrintable(line[..<colon]) {
      while line.last == UInt8(ascii: "="), position < bytes.count {
        let (range, next) = physicalLine(at: position)
        if end(of: "END:VCARD", at: position) != nil { break }
        line.removeLast()
        line += bytes[range]
        position = next
      }
    }
    while unfold(into: &line, version) {}
    var head = try self.head(line[..<colon], at: start)
    let isBase64 = head.isBase64
    // Later versions escape a backslash.
    func endsInBackslash() -> Bool {
      let count = line[colon...].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      return version == "2.1" ? count > 0 : count % 2 == 1
    }
    while position < bytes.count {
      let (range, next) = physicalLine(at: position)
      if isBlank(range) || beginsProperty(at: position, version) { break }
      if isBase64, bytes[range].allSatisfy(VCardDecoder.isBase64Byte) {
        line += bytes[range]
      } else if !isBase64, endsInBackslash() {
        line[line.count - 1] = 0x0A
        line += bytes[range]
      } else {
        break
      }
      position = next
    }
    // As it will be written.
    if version == "2.1", line.contains(0x0A) { head.text += VCardMapping.lineEndEncoding }
    return Line(offset: start, head: head, value: Array(line[(colon + 1)...]))
  }

  /// Adds the next line to one that it belongs to, if it begins with a blank.
  private mutating func unfold(into line: inout [UInt8], _ version: String) -> Bool {
    guard isFolded(at: position) else { return false }
    let (range, next) = physicalLine(at: position)
    line += folded(range, version)
    position = next
    return true
  }

  static func isBase64Byte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20: true
    default: "+/=".utf8.contains(byte)
    }
  }

  /// The index of the first colon outside quotes.
  static func colon(in line: [UInt8]) -> Int? {
    var isQuoted = false
    for (index, byte) in line.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":"), !isQuoted { return index }
    }
    return nil
  }

  static func isQuotedPrintable(_ head: ArraySlice<UInt8>) -> Bool {
    String(decoding: head, as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
  }

  func head(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(DecodingError) -> Head {
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
  static func split(
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
