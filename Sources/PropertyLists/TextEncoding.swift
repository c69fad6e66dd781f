/// How a property list's characters are stored in its file.
package struct TextEncoding: Equatable, Sendable {
  /// The name as the file or the user gives it, or the detected one's standard name.
  package let name: String
  /// Length of the byte-order mark in front of the text, in bytes.
  package let byteOrderMarkLength: Int
  /// Whether the name comes from the file's XML declaration.
  package let isDeclared: Bool

  /// Whether the bytes after the mark are UTF-8 as they stand.
  package var isUTF8: Bool {
    ["UTF-8", "UTF8"].contains(name.uppercased())
  }

  /// The name under which a converter that reads it is looked up.
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
  /// Finds out the encoding as XML 1.0, appendix F, says: byte-order mark, then the pattern of the
  /// first bytes, then the declaration, then UTF-8.
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

  // The four-byte marks stand first: UTF-32LE's begins with UTF-16LE's.
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
    let head = String(decoding: bytes.prefix(1024), as: UTF8.self)
    guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>") else { return nil }
    let declaration = head[..<end.lowerBound]
    guard let key = declaration.firstRange(of: "encoding") else { return nil }
    let rest = declaration[key.upperBound...].drop { " \t\r\n=".contains($0) }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    let value = rest.dropFirst().prefix { $0 != quote }
    return value.isEmpty ? nil : String(value)
  }
}
