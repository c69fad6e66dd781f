/// The encodings of values in vCards: charsets, quoted-printable, escapes.
extension VCardDecoder {
  final class Converter {
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

  /// The characters of a value in UTF-8, with line ends as LF if they were encoded; `nil` if what
  /// is in quoted-printable is not text in its charset.
  mutating func text(of line: Line) throws(DecodingError) -> [UInt8]? {
    do throws(DecodingError) {
      return try decodedText(of: line)
    } catch {
      if line.head.isQuotedPrintable, case .undecodable = error.problem { return nil }
      throw error
    }
  }

  mutating func decodedText(of line: Line) throws(DecodingError) -> [UInt8] {
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

  mutating func convert(
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

  func expectUTF8(
    _ text: [UInt8], in charset: String?, at offset: Int
  ) throws(DecodingError) {
    if text.withUnsafeBufferPointer(UTF8Check.firstFault) != nil {
      throw DecodingError(.undecodable(encoding: charset ?? "UTF-8"), at: offset)
    }
  }

  /// Undoes quoted-printable (RFC 2045, 6.7); what is not valid in it stands for itself.
  static func quotedPrintable(_ text: [UInt8]) -> [UInt8] {
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
  static func unescaped(
    _ text: [UInt8], isOld: Bool = false, keeping kept: String = ""
  ) -> [UInt8] {
    guard text.contains(UInt8(ascii: "\\")) else { return text }
    // A backslash that stands for itself, as it is written where escapes are kept.
    let backslash = [UInt8](repeating: UInt8(ascii: "\\"), count: kept.contains("\\") ? 2 : 1)
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < text.count else {
        result += byte == UInt8(ascii: "\\") ? backslash : [byte]
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
        result += backslash
      }
    }
    return result
  }
}
