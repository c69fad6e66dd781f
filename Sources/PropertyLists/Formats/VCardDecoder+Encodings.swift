import Platform

/// The encodings of values in vCards: charsets, quoted-printable, escapes.
extension VCardDecoder {
  final class Converter {
    private let converter: EncodingConverter

    init?(_ name: String) {
      guard let converter = EncodingConverter(named: name) else { return nil }
      self.converter = converter
    }

    /// - Returns: Whether the bytes are in the encoding.
    func convert(_ bytes: Bytes, into text: GrowingBuffer<UInt8>) -> Bool {
      converter.convert(bytes, into: text)
    }

    func encode(_ text: Bytes, into bytes: GrowingBuffer<UInt8>) -> Bool {
      converter.encode(text, into: bytes)
    }
  }

  /// Buffers for converting a value. A text in one of them is valid until that buffer's next text.
  struct Buffers {
    /// In this order: without quoted-printable, in UTF-8, with line ends as LF, and without
    /// escapes.
    let decoded = GrowingBuffer<UInt8>()
    let converted = GrowingBuffer<UInt8>()
    let lines = GrowingBuffer<UInt8>()
    let unescaped = GrowingBuffer<UInt8>()
    /// Departments, and the key of a label.
    let parts = GrowingBuffer<UInt8>()
  }

  /// The characters of a value in UTF-8, with line ends as LF if they were encoded; `nil` if the
  /// bytes in quoted-printable are not text in their charset.
  mutating func text(of line: Line) throws(DecodingError) -> Bytes? {
    if isUTF8, !line.head.isQuotedPrintable, isConverted || !line.head.hasCharset {
      return line.value
    }
    do throws(DecodingError) {
      return try decodedText(of: line)
    } catch {
      if line.head.isQuotedPrintable, case .undecodable = error.problem { return nil }
      throw error
    }
  }

  private mutating func decodedText(of line: Line) throws(DecodingError) -> Bytes {
    var value = line.value
    let isEncoded = line.head.isQuotedPrintable
    if isEncoded { value = quotedPrintable(value) }
    let charset = isConverted && !isEncoded ? nil : Head.charset(in: line.text)
    if let charset, line.head.hasCharset {
      value = try convert(value, from: charset, at: line.offset)
    } else if isEncoded || !isUTF8 {
      try expectUTF8(value, in: charset, at: line.offset)
    }
    guard isEncoded, value.has(0x0D) else { return value }
    let text = buffers.lines
    text.removeAll(from: 0)
    for (index, byte) in value.enumerated() {
      if byte == 0x0D, index + 1 < value.count, value[index + 1] == 0x0A { continue }
      text.append(byte)
    }
    return text.elements
  }

  private mutating func convert(
    _ value: Bytes, from charset: String, at offset: Int
  ) throws(DecodingError) -> Bytes {
    if converters[charset] == nil { converters[charset] = VCardDecoder.converter(charset) }
    guard let converter = converters[charset] else {
      throw DecodingError(.unknownEncoding(charset), at: offset)
    }
    buffers.converted.removeAll(from: 0)
    guard converter.convert(value, into: buffers.converted) else {
      throw DecodingError(.undecodable(encoding: charset), at: offset)
    }
    return buffers.converted.elements
  }

  /// The converter of a charset, if it is known.
  static func converter(_ charset: String) -> Converter? {
    let encoding = TextEncoding(name: charset, byteOrderMarkLength: 0, isDeclared: false)
    guard encoding.isNameValid else { return nil }
    // In true Shift JIS, the byte of a backslash is a yen sign. Texts that declare it are really in
    // the code page.
    let isShiftJIS = ["SHIFT_JIS", "SHIFT-JIS", "SJIS", "X-SJIS"].contains(charset.uppercased())
    return (isShiftJIS ? Converter("CP932") : nil) ?? Converter(encoding.converterName)
  }

  func expectUTF8(_ text: Bytes, in charset: String?, at offset: Int) throws(DecodingError) {
    if UTF8Check.firstFault(in: text) != nil {
      throw DecodingError(.undecodable(encoding: charset ?? "UTF-8"), at: offset)
    }
  }

  /// Decodes quoted-printable (RFC 2045, 6.7); invalid sequences stand for themselves.
  private func quotedPrintable(_ text: Bytes) -> Bytes {
    let result = buffers.decoded
    result.removeAll(from: 0)
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
    return result.elements
  }

  /// The escapes that are undone in a text.
  enum Escapes {
    case all
    /// All escapes but those of commas and backslashes.
    case ofList
    /// The escapes in a component of a card of version 2.1.
    case old
  }

  /// Undoes escapes.
  func unescaped(_ text: Bytes, _ escapes: Escapes = .all) -> Bytes {
    let backslash = UInt8(ascii: "\\")
    guard var found = text.offset(of: backslash, from: 0) else { return text }
    let result = buffers.unescaped
    result.removeAll(from: 0)
    var start = 0
    while true {
      result.append(contentsOf: Bytes(rebasing: text[start..<found]))
      start = found + 1
      let next = start < text.count ? text[start] : 0
      switch (escapes, next) {
      case (.ofList, UInt8(ascii: ",")), (.ofList, backslash):
        result.append(backslash)
        result.append(next)
        start += 1
      case (_, UInt8(ascii: ";")), (_, backslash), (.all, UInt8(ascii: ",")),
        (.all, UInt8(ascii: ":")), (.ofList, UInt8(ascii: ":")):
        result.append(next)
        start += 1
      case (.all, UInt8(ascii: "n")), (.all, UInt8(ascii: "N")), (.ofList, UInt8(ascii: "n")),
        (.ofList, UInt8(ascii: "N")):
        result.append(0x0A)
        start += 1
      default:
        // The backslash stands for itself; where escapes are kept, it is written as one.
        result.append(backslash)
        if escapes == .ofList { result.append(backslash) }
      }
      guard let next = text.offset(of: backslash, from: start) else { break }
      found = next
    }
    result.append(contentsOf: Bytes(rebasing: text[start...]))
    return result.elements
  }
}
