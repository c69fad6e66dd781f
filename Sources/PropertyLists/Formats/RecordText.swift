/// Rules for writing texts in recfiles.
package enum RecordText {
  /// Whether a text can be the value of a field: no line ends in a backslash, which would join the
  /// next line to it, and the only controls are tabs and line feeds.
  package static func canHold(_ text: [UInt8]) -> Bool {
    var last: UInt8 = 0
    for byte in text {
      if byte < 0x20, byte != 0x09, byte != 0x0A || last == UInt8(ascii: "\\") { return false }
      last = byte
    }
    return last != UInt8(ascii: "\\")
  }

  /// A text in JSON, on one line.
  package static func json(of text: [UInt8]) -> [UInt8] {
    var result = [UInt8(ascii: "\"")]
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case 0x0A: result += "\\n".utf8
      case 0x0D: result += "\\r".utf8
      case 0x09: result += "\\t".utf8
      case 0..<0x20:
        result += "\\u00\(byte < 0x10 ? "0" : "1")\(String(byte & 0xF, radix: 16))".utf8
      default: result.append(byte)
      }
    }
    return result + [UInt8(ascii: "\"")]
  }

  /// A field, with the end of its last line.
  package static func field(_ name: [UInt8], _ value: [UInt8]) -> [UInt8] {
    var result = name + [UInt8(ascii: ":")]
    for (number, line) in value.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    {
      if number > 0 { result += "\n+".utf8 }
      if !line.isEmpty { result.append(0x20) }
      result += line
    }
    return result + [0x0A]
  }

  /// Whether recutils accepts a text as the name of a field or of a type of records.
  package static func isName(_ text: String) -> Bool {
    let isLetter = { (byte: UInt8) in 0x41...0x5A ~= byte & 0xDF }
    return text.utf8.first.map(isLetter) ?? false
      && text.utf8.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") }
  }

  /// Whether a key can be the name of a field in a recfile that recutils need not read.
  package static func isPlainKey(_ key: String) -> Bool {
    guard let first = key.utf8.first, let last = key.utf8.last, first != 0x20, last != 0x20 else {
      return false
    }
    return key.utf8.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80..., 0x20, UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }

  /// Whether recutils accepts a text as a real number.
  package static func isPlainReal(_ text: [UInt8]) -> Bool {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    let parts = digits.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    return parts.last?.isEmpty == false
      && parts.allSatisfy { $0.allSatisfy { 0x30...0x39 ~= $0 } }
  }
}
