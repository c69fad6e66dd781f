import Platform

/// Encoding and folding of lines.
extension VCardWriter {
  /// The head of data, with its encoding, its type and the colon.
  static func head(of data: [UInt8], _ head: Bytes, _ version: VCardMapping.Version) -> [UInt8] {
    if head.has(UInt8(ascii: ";")) { return Array(head) + ":".utf8 }
    let type = type(of: data)
    let upper = type?.uppercased()
    let rest =
      switch version {
      case .old: (upper.map { ";" + $0 } ?? "") + ";ENCODING=BASE64:"
      case .three: ";ENCODING=b" + (upper.map { ";TYPE=" + $0 } ?? "") + ":"
      case .four: ":data:" + (type.map { "image/" + $0 } ?? "") + ";base64,"
      }
    return Array(head) + rest.utf8
  }

  /// The type of a picture; `nil` if it is not a JPEG, PNG or GIF.
  static func type(of data: [UInt8]) -> String? {
    let types: [(start: [UInt8], name: String)] = [
      ([0xFF, 0xD8], "jpeg"), ([0x89, 0x50, 0x4E, 0x47], "png"), ([0x47, 0x49, 0x46], "gif"),
    ]
    return types.first { data.starts(with: $0.start) }?.name
  }

  /// Writes a property with `value`, in the encoding that the head declares.
  func write(_ index: Int, _ card: Card) {
    let (head, known) = (names.text(ofHead: index), names.head(index))
    let start = text.count
    let hasLineEnds = card.isOld && (value.elements.has(0x0A) || value.elements.has(0x0D))
    let isEncoded = known.isQuotedPrintable || hasLineEnds
    if isEncoded { endLinesInPairs() }
    if let charset = known.charset, value.elements.contains(where: { $0 >= 0x80 }),
      !keepsCharset(Bytes(rebasing: head[charset.start..<charset.end]), isEncoded)
    {
      // The text is written in UTF-8.
      text.append(contentsOf: Bytes(rebasing: head[..<charset.start]))
      text.append(contentsOf: Bytes("UTF-8"))
      text.append(contentsOf: Bytes(rebasing: head[charset.end...]))
    } else {
      text.append(contentsOf: head)
    }
    if !known.isQuotedPrintable, hasLineEnds {
      text.append(contentsOf: Bytes(VCardMapping.lineEndEncoding))
    }
    text.append(UInt8(ascii: ":"))
    if isEncoded {
      appendQuotedPrintable(value.elements, after: text.count - start)
      endLine()
    } else {
      text.append(contentsOf: value.elements)
      finishLine(from: start, card.isOld ? .oldText : .text)
    }
    value.removeAll(from: 0)
  }

  private func endLinesInPairs() {
    guard value.elements.has(0x0A) else { return }
    let written = Array(value.elements)
    value.removeAll(from: 0)
    for (index, byte) in written.enumerated() {
      if byte == 0x0A, index == 0 || written[index - 1] != 0x0D { value.append(0x0D) }
      value.append(byte)
    }
  }

  /// Converts the value to the charset of its property, if charsets are kept.
  ///
  /// - Returns: Whether the charset has all characters.
  private func keepsCharset(_ name: Bytes, _ isEncoded: Bool) -> Bool {
    guard keepsCharsets else { return false }
    // The charset will be that of the file.
    if isConverted, !isEncoded { return true }
    let (bytes, again) = (GrowingBuffer<UInt8>(), GrowingBuffer<UInt8>())
    guard let converter = VCardDecoder.converter(String(decoding: name, as: UTF8.self)),
      converter.encode(value.elements, into: bytes), converter.convert(bytes.elements, into: again),
      again.elements.isEqual(to: value.elements)
    else { return false }
    value.removeAll(from: 0)
    value.append(contentsOf: bytes.elements)
    return true
  }

  private func appendQuotedPrintable(_ value: Bytes, after count: Int) {
    let width = layout.width(of: .encoded) ?? .max
    let digits = Bytes("0123456789ABCDEF")
    var length = count
    for (index, byte) in value.enumerated() {
      if length > width - 4 {
        text.append(UInt8(ascii: "="))
        endLine()
        length = 0
      }
      // Blanks at the end of a line are not part of it (RFC 2045, 6.7).
      let isAtEnd = byte == 0x20 && index == value.count - 1
      if 0x20...0x7E ~= byte, byte != UInt8(ascii: "="), !isAtEnd {
        text.append(byte)
        length += 1
      } else {
        text.append(UInt8(ascii: "="))
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
        length += 3
      }
    }
  }

  func endLine() { for byte in layout.lineEnd { text.append(byte) } }

  /// Writes a line that is not in quoted-printable.
  func appendLine(
    _ head: Bytes, _ rest: Bytes = Bytes(""), of card: Card, isData: Bool = false
  ) {
    let start = text.count
    text.append(contentsOf: head)
    text.append(contentsOf: rest)
    finishLine(
      from: start, isData ? (card.isOld ? .oldData : .data) : card.isOld ? .oldText : .text)
  }

  /// Ends a line and folds it.
  private func finishLine(from start: Int, _ content: VCardLayout.Content) {
    let line = Bytes(rebasing: text.elements[start...])
    // No value may contain a line end.
    if line.has(0x0A) || line.has(0x0D) {
      let written = Array(line)
      text.removeAll(from: start)
      for (index, byte) in written.enumerated() {
        if byte != 0x0A, byte != 0x0D {
          text.append(byte)
        } else if byte == 0x0D || index == 0 || written[index - 1] != 0x0D {
          text.append(contentsOf: Bytes("\\n"))
        }
      }
    }
    guard let width = layout.width(of: content), text.count - start > width else {
      return endLine()
    }
    let written = Array(text.elements[start...])
    text.removeAll(from: start)
    written.withUnsafeBufferPointer { written in
      var first = 0
      var room = width
      while written.count - first > room {
        let end = VCardWriter.end(of: written, from: first, upTo: first + room, content)
        guard end < written.count else { break }
        text.append(contentsOf: Bytes(rebasing: written[first..<end]))
        endLine()
        // A text of version 2.1 is folded before a blank of its own.
        if content != .oldText { text.append(layout.blank) }
        first = end
        room = content == .oldText ? width : width - 1
      }
      text.append(contentsOf: Bytes(rebasing: written[first...]))
    }
    endLine()
  }

  /// The offset at which a line is folded, which is never inside a character.
  private static func end(
    of line: Bytes, from start: Int, upTo limit: Int, _ content: VCardLayout.Content
  ) -> Int {
    if content == .oldText {
      func isBlank(_ index: Int) -> Bool { line[index] == 0x20 || line[index] == 0x09 }
      return (start + 1...limit).last(where: isBlank)
        ?? (limit..<line.count).first(where: isBlank) ?? line.count
    }
    var end = limit
    while end > start + 1, line[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }
}
