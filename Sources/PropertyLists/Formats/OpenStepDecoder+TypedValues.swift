/// Data, and values with types as GNUstep writes them.
extension OpenStepDecoder {
  /// Reads the content after `<`: hexadecimal data, or a value as GNUstep writes it.
  ///
  /// - Parameter start: The offset of the `<`.
  mutating func typedValue(from start: Int) throws(DecodingError) {
    guard let end = text[position...].firstIndex(of: UInt8(ascii: ">")) else {
      throw failure("the data has no end", at: start)
    }
    let content = position..<end
    writer.notes.endOffset = end + 1
    switch next {
    case UInt8(ascii: "*"): try scalar(UnsafeBufferPointer(rebasing: text[content].dropFirst()))
    case UInt8(ascii: "["): try base64(content)
    default: try hexadecimalData(content)
    }
    position = end + 1
  }

  private mutating func hexadecimalData(_ content: Range<Int>) throws(DecodingError) {
    var bytes: [UInt8] = []
    var half: UInt8?
    for offset in content where !(0x09...0x0D ~= text[offset] || text[offset] == 0x20) {
      guard let digit = hexadecimalValue(text[offset]) else {
        throw failure("expected hexadecimal digits or '>'", at: offset)
      }
      if let first = half {
        bytes.append(first << 4 | digit)
        half = nil
      } else {
        half = digit
      }
    }
    if half != nil { throw failure("data with half a byte", at: content.upperBound) }
    try writer.data(bytes)
  }

  private mutating func base64(_ content: Range<Int>) throws(DecodingError) {
    guard content.count >= 2, text[content.upperBound - 1] == UInt8(ascii: "]") else {
      throw failure("expected ']>' after base64", at: content.upperBound)
    }
    let digits = UnsafeBufferPointer(rebasing: text[content].dropFirst().dropLast())
    if let objection = Base64.objection(to: digits) {
      throw failure(objection, at: content.lowerBound)
    }
    try writer.data(Base64.decode(digits))
  }

  /// - Parameter content: A letter for the type, and the value, which may be in quotes.
  private mutating func scalar(_ content: UnsafeBufferPointer<UInt8>) throws(DecodingError) {
    var written = content.dropFirst()
    if written.count >= 2, written.first == UInt8(ascii: "\""), written.last == written.first {
      written = written.dropFirst().dropLast()
    }
    let value = UnsafeBufferPointer(rebasing: written)
    let string = String(decoding: value, as: UTF8.self)
    let kind: NodeKind
    switch content.first {
    case UInt8(ascii: "I"): kind = .integer
    case UInt8(ascii: "R"): kind = .real
    case UInt8(ascii: "D"):
      guard let date = UTCDate.text(of: string) else {
        throw invalid(.date, string, "expected an existing date as YYYY-MM-DD hh:mm:ss +hhmm")
      }
      try writer.scalar(.date, date)
      return
    case UInt8(ascii: "B"):
      guard string == "Y" || string == "N" else {
        throw failure("expected 'Y' or 'N'", at: writer.offset)
      }
      try writer.boolean(string == "Y")
      return
    default:
      throw failure("expected '*I', '*R', '*B' or '*D' for the type of a value", at: position)
    }
    if let objection = ScalarSyntax.objection(to: value, as: kind) {
      throw invalid(kind, string, objection)
    }
    try writer.scalar(kind, string)
  }

  private func invalid(_ kind: NodeKind, _ text: String, _ reason: String) -> DecodingError {
    DecodingError(
      .invalidScalar(kind: kind, text: text.excerpt(), reason: reason), at: writer.offset)
  }
}

/// Dates with an offset from UTC.
enum UTCDate {
  /// Converts a text such as `2001-01-31 23:59:59 +0130` to a date in the form of property lists;
  /// `nil` if the text has another form or names a moment that does not exist.
  static func text(of text: String) -> String? {
    let parts = text.split(separator: " ")
    guard parts.count == 3, let sign = parts[2].utf8.first, "+-".utf8.contains(sign),
      parts[2].utf8.count == 5, let zone = Int(parts[2].dropFirst()), zone >= 0, zone % 100 < 60
    else { return nil }
    let local = "\(parts[0])T\(parts[1])Z"
    guard let date = PropertyListDate(Array(local.utf8)) else { return nil }
    let offset = (zone / 100 * 60 + zone % 100) * (sign == UInt8(ascii: "-") ? -60 : 60)
    if offset == 0 { return local }
    return PropertyListDate(secondsSince2001: date.secondsSince2001 - Double(offset))?.text
  }
}
