/// How a property list's characters are stored in its file.
package struct TextEncoding: Equatable, Sendable {
  /// The name that the file or the user gives, or the standard name of the detected encoding.
  package let name: String
  /// Length of the byte-order mark before the text, in bytes.
  package let byteOrderMarkLength: Int
  /// Whether the name comes from the file's XML declaration.
  package let isDeclared: Bool

  /// Whether the bytes after the mark are UTF-8 already.
  package var isUTF8: Bool {
    ["UTF-8", "UTF8"].contains(name.uppercased())
  }

  /// Whether the name is a valid name of an encoding (XML 1.0, production 81). Converters accept
  /// more, such as suffixes that make them drop what they cannot convert.
  var isNameValid: Bool {
    let isLetter: (UInt8) -> Bool = { ($0 | 0x20) &- 0x61 < 26 }
    return name.utf8.first.map(isLetter) == true
      && name.utf8.allSatisfy {
        isLetter($0) || (0x30...0x39).contains($0) || "._-".utf8.contains($0)
      }
  }

  /// The name by which to look up a converter of the encoding itself.
  var ownConverterName: String { name.uppercased() == "GB_2312-80" ? "EUC-CN" : name }

  /// The name by which to look up a converter for reading the encoding.
  ///
  /// Files labelled GB2312 commonly hold characters of its supersets; GB18030 contains GBK, which
  /// contains GB2312, so reading all three as GB18030 loses nothing.
  var converterName: String {
    switch name.uppercased() {
    case "GB2312", "GB_2312-80", "GBK", "CP936", "EUC-CN": "GB18030"
    default: name
    }
  }
}

extension TextEncoding {
  /// The encoding that a user names, completed from the bytes: the mark and, if the name leaves it
  /// open, the byte order.
  static func named(_ name: String, for bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding {
    let detected = detect(in: bytes)
    let leavesOrderOpen = ["UTF-16", "UTF-32"].contains(name.uppercased())
    let isSpecified = leavesOrderOpen && detected.name.hasPrefix(name.uppercased())
    return TextEncoding(
      name: isSpecified ? detected.name : name,
      byteOrderMarkLength: detected.byteOrderMarkLength, isDeclared: false)
  }

  /// Detects the encoding as XML 1.0, appendix F, specifies: byte-order mark, then the pattern of
  /// the first bytes, then the declaration, then UTF-8.
  static func detect(in bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding {
    for (mark, name) in byteOrderMarks where bytes.starts(with: mark) {
      return TextEncoding(name: name, byteOrderMarkLength: mark.count, isDeclared: false)
    }
    for (pattern, name) in unmarkedPatterns where bytes.starts(with: pattern) {
      return TextEncoding(name: name, byteOrderMarkLength: 0, isDeclared: false)
    }
    if let declared = declaredName(in: bytes) {
      return TextEncoding(name: declared, byteOrderMarkLength: 0, isDeclared: true)
    }
    return TextEncoding(name: "UTF-8", byteOrderMarkLength: 0, isDeclared: false)
  }

  /// Detects the encoding of text that is not XML and begins with a character of ASCII: byte-order
  /// mark, then the pattern of zero bytes, then UTF-8.
  static func ofPlainText(_ bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding {
    for (mark, name) in byteOrderMarks where bytes.starts(with: mark) {
      return TextEncoding(name: name, byteOrderMarkLength: mark.count, isDeclared: false)
    }
    let name =
      switch bytes.prefix(4).map({ $0 == 0 }) {
      case [true, true, true, false]: "UTF-32BE"
      case [false, true, true, true]: "UTF-32LE"
      case let zeros where zeros.starts(with: [true, false]): "UTF-16BE"
      case let zeros where zeros.starts(with: [false, true]): "UTF-16LE"
      default: "UTF-8"
      }
    return TextEncoding(name: name, byteOrderMarkLength: 0, isDeclared: false)
  }

  // The four-byte marks come first: UTF-32LE's begins with UTF-16LE's.
  private static let byteOrderMarks: [(mark: [UInt8], name: String)] = [
    ([0x00, 0x00, 0xFE, 0xFF], "UTF-32BE"),
    ([0xFF, 0xFE, 0x00, 0x00], "UTF-32LE"),
    ([0xEF, 0xBB, 0xBF], "UTF-8"),
    ([0xFE, 0xFF], "UTF-16BE"),
    ([0xFF, 0xFE], "UTF-16LE"),
  ]

  private static let unmarkedPatterns: [(pattern: [UInt8], name: String)] = [
    ([0x00, 0x00, 0x00, 0x3C], "UTF-32BE"),
    ([0x3C, 0x00, 0x00, 0x00], "UTF-32LE"),
    ([0x00, 0x3C, 0x00], "UTF-16BE"),
    ([0x3C, 0x00], "UTF-16LE"),
    ([0x4C, 0x6F, 0xA7, 0x94], "IBM037"),
  ]

  /// The value of `encoding` in the XML declaration of a text in a superset of ASCII.
  private static func declaredName(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    declaredRange(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// The range of that value.
  static func declaredRange(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let opening = Array("<?xml".utf8)
    let head = Array(bytes.prefix(1024))
    guard head.starts(with: opening), head.dropFirst(opening.count).first.map(isXMLSpace) == true,
      let end = head.firstIndex(of: Array("?>".utf8)),
      let key = head.firstIndex(of: Array("encoding".utf8)), key < end
    else { return nil }
    let rest = head[(key + "encoding".utf8.count)..<end]
      .drop { isXMLSpace($0) || $0 == UInt8(ascii: "=") }
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    let value = rest.dropFirst().prefix { $0 != quote }
    return value.isEmpty ? nil : value.startIndex..<value.endIndex
  }
}
