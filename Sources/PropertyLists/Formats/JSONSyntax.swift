import Platform

/// How JSON writes values and what is between them, in the manner of a file.
struct JSONSyntax {
  /// Whether the file has every character beyond ASCII as an escape, and slashes, too.
  private let escapesUnicode: Bool
  private let escapesSlashes: Bool
  private let hasUpperCaseDigits: Bool

  /// - Parameter text: That of the file.
  init(_ text: [UInt8]) {
    var (hasEscapes, upper, lower, slashes, plainSlashes) = (false, 0, 0, 0, 0)
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == UInt8(ascii: "\\") else {
        if text[index] == UInt8(ascii: "/") { plainSlashes += 1 }
        index += 1
        continue
      }
      let next = index + 1 < text.endIndex ? text[index + 1] : 0
      if next == UInt8(ascii: "/") { slashes += 1 }
      if next == UInt8(ascii: "u") {
        let digits = text[min(index + 2, text.endIndex)...].prefix(4)
        let code = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        if let code, code > 0x7F { hasEscapes = true }
        upper += digits.count { (0x41...0x46).contains($0) }
        lower += digits.count { (0x61...0x66).contains($0) }
      }
      index += 2
    }
    escapesUnicode = hasEscapes && text.allSatisfy { $0 < 0x80 }
    escapesSlashes = slashes > 0 && plainSlashes == 0
    hasUpperCaseDigits = upper > lower
  }

  // MARK: Between values

  func brackets(_ isDict: Bool) -> (opening: [UInt8], closing: [UInt8]) {
    isDict ? (Array("{".utf8), Array("}".utf8)) : (Array("[".utf8), Array("]".utf8))
  }

  var comma: UInt8 { UInt8(ascii: ",") }
  /// What is between a key and its value where no other value shows it.
  func colon(isDense: Bool) -> [UInt8] { Array((isDense ? ":" : ": ").utf8) }

  // MARK: Values

  /// A single value.
  ///
  /// - Throws: `UnwritableFile` if JSON does not have it.
  func text(
    of value: NodeIndex, in document: PropertyListDocument
  ) throws(UnwritableFile) -> [UInt8] {
    switch document.kind(of: value) {
    case .string, .key: return document.scalar(value).map { string($0, document) } ?? []
    case .true: return Array("true".utf8)
    case .false: return Array("false".utf8)
    case .integer: return JSONNumber.text(ofInteger: value, in: document)
    case .real:
      if let text = JSONNumber.text(ofReal: value, in: document) { return text }
      throw .value("JSON has no infinite numbers")
    case .date: throw .value("JSON has no dates; ':string=' makes a text of one")
    case .data: throw .value("JSON has no data; ':string=' makes a text of it")
    case .array: return Array("[]".utf8)
    case .dict: return Array("{}".utf8)
    }
  }

  func string(_ text: ScalarIndex, _ document: PropertyListDocument) -> [UInt8] {
    var result = [UInt8(ascii: "\"")]
    for scalar in document.exactText(of: text).unicodeScalars {
      switch scalar {
      case "\"": result += "\\\"".utf8
      case "\\": result += "\\\\".utf8
      case "\n": result += "\\n".utf8
      case "\r": result += "\\r".utf8
      case "\t": result += "\\t".utf8
      case "\u{8}": result += "\\b".utf8
      case "\u{C}": result += "\\f".utf8
      case "/" where escapesSlashes: result += "\\/".utf8
      case "\u{0}"..."\u{1F}", "\u{7F}": appendEscape(UInt16(scalar.value), to: &result)
      default:
        if escapesUnicode, scalar.value > 0x7F {
          for unit in String(scalar).utf16 { appendEscape(unit, to: &result) }
        } else {
          result += String(scalar).utf8
        }
      }
    }
    return result + [UInt8(ascii: "\"")]
  }

  private func appendEscape(_ unit: UInt16, to result: inout [UInt8]) {
    let digits = String(unit, radix: 16, uppercase: hasUpperCaseDigits)
    result += "\\u".utf8
    result += String(repeating: "0", count: 4 - digits.utf8.count).utf8
    result += digits.utf8
  }
}
