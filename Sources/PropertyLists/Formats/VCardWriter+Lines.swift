import Platform

/// Lines as they are written: encoded and folded.
extension VCardWriter {
  /// The head of data, with its encoding, what it is, and the colon.
  static func head(of data: [UInt8], _ head: Bytes, _ version: VCardMapping.Version) -> [UInt8] {
    if head.has(UInt8(ascii: ";")) { return Array(head) + ":".utf8 }
    let types: [(start: [UInt8], name: String)] = [
      ([0xFF, 0xD8], "jpeg"), ([0x89, 0x50, 0x4E, 0x47], "png"), ([0x47, 0x49, 0x46], "gif"),
    ]
    let type = types.first { data.starts(with: $0.start) }?.name
    let upper = type?.uppercased()
    let rest =
      switch version {
      case .old: (upper.map { ";" + $0 } ?? "") + ";ENCODING=BASE64:"
      case .three: ";ENCODING=b" + (upper.map { ";TYPE=" + $0 } ?? "") + ":"
      case .four: ":data:" + (type.map { "image/" + $0 } ?? "") + ";base64,"
      }
    return Array(head) + rest.utf8
  }

  /// Writes a property with the value that has been made, in the encoding that its head says.
  func write(_ index: Int, _ card: Card) {
    let (head, known) = (names.text(ofHead: index), names.head(index))
    let start = text.count
    let written = value.elements
    let hasLineEnds = card.isOld && (written.has(0x0A) || written.has(0x0D))
    // Texts are written in UTF-8.
    if let charset = known.charset, written.contains(where: { $0 >= 0x80 }) {
      text.append(contentsOf: Bytes(rebasing: head[..<charset.lowerBound]))
      text.append(contentsOf: Bytes("UTF-8"))
      text.append(contentsOf: Bytes(rebasing: head[charset.upperBound...]))
    } else {
      text.append(contentsOf: head)
    }
    if !known.isQuotedPrintable, hasLineEnds {
      text.append(contentsOf: Bytes(VCardMapping.lineEndEncoding))
    }
    text.append(UInt8(ascii: ":"))
    if known.isQuotedPrintable || hasLineEnds {
      appendQuotedPrintable(written, after: text.count - start)
      endLine()
    } else {
      text.append(contentsOf: written)
      finishLine(from: start, card)
    }
    value.removeAll(from: 0)
  }

  private func appendQuotedPrintable(_ value: Bytes, after count: Int) {
    var length = count
    let digits = Bytes("0123456789ABCDEF")
    func append(_ byte: UInt8) {
      if length + 4 > 76 {
        text.append(UInt8(ascii: "="))
        endLine()
        length = 0
      }
      if 0x20...0x7E ~= byte, byte != UInt8(ascii: "=") {
        text.append(byte)
        length += 1
      } else {
        text.append(UInt8(ascii: "="))
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
        length += 3
      }
    }
    for (index, byte) in value.enumerated() {
      if byte == 0x0A, index == 0 || value[index - 1] != 0x0D { append(0x0D) }
      append(byte)
    }
  }

  func endLine() { layout.lineEnd.withUnsafeBufferPointer { text.append(contentsOf: $0) } }

  /// Writes a line that is not in an encoding.
  func appendLine(_ head: Bytes, _ rest: Bytes = Bytes(""), of card: Card) {
    let start = text.count
    text.append(contentsOf: head)
    text.append(contentsOf: rest)
    finishLine(from: start, card)
  }

  /// Ends a line and folds it; in version 2.1, where lines are folded at blanks only, it stays as it
  /// is.
  private func finishLine(from start: Int, _ card: Card) {
    func line() -> Bytes { Bytes(rebasing: text.elements[start...]) }
    // No value may begin another line.
    if line().has(0x0A) || line().has(0x0D) {
      let written = Array(line())
      text.removeAll(from: start)
      for (index, byte) in written.enumerated() {
        if byte != 0x0A, byte != 0x0D {
          text.append(byte)
        } else if byte == 0x0D || index == 0 || written[index - 1] != 0x0D {
          text.append(contentsOf: Bytes("\\n"))
        }
      }
    }
    guard let width = layout.width, !card.isOld, text.count - start > width else {
      return endLine()
    }
    let written = Array(line())
    text.removeAll(from: start)
    written.withUnsafeBufferPointer { written in
      var first = 0
      var room = width
      while written.count - first > room {
        var end = first + room
        while end > first + 1, written[end] & 0xC0 == 0x80 { end -= 1 }
        text.append(contentsOf: Bytes(rebasing: written[first..<end]))
        endLine()
        text.append(layout.blank)
        first = end
        room = width - 1
      }
      text.append(contentsOf: Bytes(rebasing: written[first...]))
    }
    endLine()
  }
}
