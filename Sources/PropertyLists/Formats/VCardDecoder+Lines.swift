import Platform

/// The lines of vCards: which belong together, and the heads before their values.
extension VCardDecoder {
  /// A property, valid until the next one is read.
  struct Line {
    let offset: Int
    /// The head before the value, as it is written.
    let text: Bytes
    let head: Head
    let value: Bytes
    /// Text to add to the head if it is written again.
    var addition = Bytes("")
  }

  /// A line of the file, without its line end, and the offset of the next line.
  struct PhysicalLine {
    let range: Range<Int>
    let next: Int
  }

  /// The line at an offset. Files that were transferred as text twice have CR CR LF.
  func physicalLine(at start: Int) -> PhysicalLine {
    var end = start
    while end + 8 <= bytes.count {
      let word = ByteWord(bytes, at: end)
      if let found = ByteWord.first(word.positions(of: 0x0A) | word.positions(of: 0x0D)) {
        end += found
        break
      }
      end += 8
    }
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    var feed = end
    while feed < bytes.count, bytes[feed] == 0x0D { feed += 1 }
    let endsInFeed = feed < bytes.count && bytes[feed] == 0x0A
    return PhysicalLine(
      range: start..<end, next: endsInFeed ? feed + 1 : min(end + 1, bytes.count))
  }

  private func text(of line: PhysicalLine) -> Bytes { Bytes(rebasing: bytes[line.range]) }

  /// The offset after a line with only these words, in upper or lower case, folded or not, and with
  /// blanks after them; `nil` if there is another line at the offset.
  func end(of words: StaticString, at start: Int) -> Int? {
    var offset = start
    let words = Bytes(words)
    let isWhole =
      bytes.count - start >= words.count
      && Bytes(rebasing: bytes[start..<(start + words.count)]).isEqual(to: words)
    if isWhole { offset += words.count }
    for wanted in words where !isWhole {
      while offset < bytes.count, bytes[offset] == 0x0A || bytes[offset] == 0x0D {
        let next = physicalLine(at: offset).next
        guard isFolded(at: next) else { return nil }
        offset = next + 1
      }
      guard offset < bytes.count, bytes[offset].uppercased == wanted else { return nil }
      offset += 1
    }
    let rest = physicalLine(at: offset)
    return isBlank(rest) ? rest.next : nil
  }

  private func isBlank(_ line: PhysicalLine) -> Bool { bytes[line.range].allSatisfy(isXMLSpace) }

  /// Whether the line at an offset continues the previous one, because it begins with a blank.
  private func isFolded(at offset: Int) -> Bool {
    offset < bytes.count && (bytes[offset] == 0x20 || bytes[offset] == 0x09)
  }

  /// Whether the line at an offset begins a property, whose name may be folded.
  private func beginsProperty(at start: Int, _ version: VCardMapping.Version) -> Bool {
    var index = start
    var isEmpty = true
    while true {
      while index < bytes.count, VCardDecoder.isNameByte(bytes[index]) {
        index += 1
        isEmpty = false
      }
      guard index < bytes.count else { return false }
      switch bytes[index] {
      case UInt8(ascii: ":"), UInt8(ascii: ";"): return !isEmpty
      case 0x0A, 0x0D:
        let next = physicalLine(at: index).next
        guard isFolded(at: next) else { return false }
        index = version == .old ? next : next + 1
      default: return false
      }
    }
  }

  /// Whether a line begins a property.
  private static func beginsProperty(_ line: Bytes) -> Bool {
    let rest = line.drop(while: isNameByte)
    return rest.startIndex > 0
      && (rest.first == UInt8(ascii: ":") || rest.first == UInt8(ascii: ";"))
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// Skips blank lines, and writes comments.
  ///
  /// - Returns: The next line, which stays to be read; `nil` at the end.
  mutating func nextLine() throws(DecodingError) -> PhysicalLine? {
    while position < bytes.count {
      let line = physicalLine(at: position)
      if !line.range.isEmpty, bytes[position] == UInt8(ascii: "#") {
        try expectUTF8(text(of: line), in: nil, at: position)
        writer.offset = position
        try writer.comment(Bytes(rebasing: bytes[line.range].dropFirst()))
      } else if !isBlank(line) {
        return line
      }
      position = line.next
    }
    return nil
  }

  /// Reads a property whose head is known and is on one line, and whose value continues only in
  /// lines that begin with a blank.
  ///
  /// - Returns: `nil` for any other property, with the position unchanged.
  mutating func knownProperty(_ version: VCardMapping.Version) -> Line? {
    let start = position
    let end = min(start + VCardDecoder.usualHead, bytes.count)
    guard let colon = Bytes(rebasing: bytes[..<end]).offset(of: 0x3A, from: start) else {
      return nil
    }
    let text = Bytes(rebasing: bytes[start..<colon])
    guard let head = keys.knownHead(text), !head.hasSoftLineEnds, !head.isBase64, !head.isEdge
    else { return nil }
    let first = physicalLine(at: colon + 1)
    position = first.next
    // With the colon before it.
    var value = Bytes(rebasing: bytes[colon..<first.range.upperBound])
    while unfold(into: &value, version) {}
    if value.last == UInt8(ascii: "\\") {
      position = start
      return nil
    }
    return Line(offset: start, text: text, head: head, value: Bytes(rebasing: value.dropFirst()))
  }

  /// Reads a property with all lines that belong to it.
  mutating func property(
    _ first: PhysicalLine, _ version: VCardMapping.Version
  ) throws(DecodingError) -> Line {
    let start = position
    var line = text(of: first)
    position = first.next
    var search = ColonSearch()
    var colon = search.next(in: line)
    // The name or the parameters may be folded, too.
    while colon == nil, unfold(into: &line, version) { colon = search.next(in: line) }
    guard VCardDecoder.beginsProperty(line) else {
      throw failure("expected a property, NAME:VALUE", at: start)
    }
    guard let colon else { throw failure("the property has no ':' before its value", at: start) }
    var text: Bytes { Bytes(rebasing: line[..<colon]) }
    if !isUTF8 { try expectUTF8(text, in: nil, at: start) }
    let head = keys.head(text)
    if head.hasSoftLineEnds {
      while line.last == UInt8(ascii: "="), position < bytes.count {
        if end(of: "END:VCARD", at: position) != nil { break }
        line = Bytes(rebasing: line.dropLast())
        extend(&line)
      }
    }
    while unfold(into: &line, version) {}
    var hasLineEnds = false
    while position < bytes.count, !beginsProperty(at: position, version) {
      let next = physicalLine(at: position)
      if isBlank(next) { break }
      if head.isBase64, bytes[next.range].allSatisfy(VCardDecoder.isBase64Byte) {
        extend(&line)
      } else if !head.isBase64, endsInBackslash(line[colon...], version) {
        line = Bytes(rebasing: line.dropLast())
        extend(&line, after: 0x0A)
        hasLineEnds = true
      } else {
        break
      }
    }
    return Line(
      offset: start, text: text, head: head, value: Bytes(rebasing: line[(colon + 1)...]),
      // Line ends in version 2.1 will be written in quoted-printable.
      addition: version == .old && hasLineEnds ? Bytes(VCardMapping.lineEndEncoding) : Bytes(""))
  }

  /// Whether a backslash at the end continues a line. Later versions escape backslashes, so that an
  /// even number does not.
  private func endsInBackslash(_ line: Slice<Bytes>, _ version: VCardMapping.Version) -> Bool {
    let count = line.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    return version == .old ? count > 0 : count % 2 == 1
  }

  /// Appends the next line to a line if it begins with a blank, and thus continues the line.
  private mutating func unfold(into line: inout Bytes, _ version: VCardMapping.Version) -> Bool {
    guard isFolded(at: position) else { return false }
    // In version 2.1, a line is folded where it has a blank.
    extend(&line, without: version == .old ? 0 : 1)
    return true
  }

  /// Appends the next line to a line.
  ///
  /// - Parameters:
  ///   - count: How many first bytes of the next line are left out.
  ///   - byte: A byte to put between the two lines.
  private mutating func extend(
    _ line: inout Bytes, without count: Int = 0, after byte: UInt8? = nil
  ) {
    if let base = line.baseAddress, base == UnsafePointer(unfolded.base) {
      unfolded.removeAll(from: line.count)
    } else {
      unfolded.removeAll(from: 0)
      unfolded.append(contentsOf: line)
    }
    if let byte { unfolded.append(byte) }
    let next = physicalLine(at: position)
    unfolded.append(contentsOf: Bytes(rebasing: bytes[next.range].dropFirst(count)))
    position = next.next
    line = unfolded.elements
  }

  private static func isBase64Byte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20: true
    default: byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
    }
  }

  /// Looks for the first colon outside quotes in a line that grows.
  private struct ColonSearch {
    private var index = 0
    private var isQuoted = false

    mutating func next(in line: Bytes) -> Int? {
      while index < line.count {
        if line[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
        if line[index] == UInt8(ascii: ":"), !isQuoted { return index }
        index += 1
      }
      return nil
    }
  }
}
