import Platform

/// Writes values and the marks between them as JSON, in the style of a file.
struct JSONSyntax: TreeSyntax {
  /// Whether the file has every character beyond ASCII as an escape.
  private let escapesUnicode: Bool
  private let escapesSlashes: Bool
  /// Whether the file has `<`, `>` and `&` as escapes, as programs in Go write them.
  private let escapesMarkup: Bool
  private let hasUpperCaseDigits: Bool
  /// Whether the file is JSON Lines: each child of the root is on a line of its own, without
  /// brackets around them.
  private let isLines: Bool
  /// Whether the file's encoding has a character.
  private let isEncodable: (Unicode.Scalar) -> Bool

  /// - Parameter text: The text of the file.
  init(_ text: [UInt8], isLines: Bool, isEncodable: @escaping (Unicode.Scalar) -> Bool) {
    (self.isLines, self.isEncodable) = (isLines, isEncodable)
    var (hasEscapes, upper, lower, slashes, markup) = (false, 0, 0, 0, 0)
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      let next = index + 1 < text.endIndex ? text[index + 1] : 0
      if next == UInt8(ascii: "/") { slashes += 1 }
      if next == UInt8(ascii: "u") {
        let digits = text[min(index + 2, text.endIndex)...].prefix(4)
        let code = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        if let code, code > 0x7F { hasEscapes = true }
        if let code, [0x3C, 0x3E, 0x26].contains(code) { markup += 1 }
        upper += digits.count { (0x41...0x46).contains($0) }
        lower += digits.count { (0x61...0x66).contains($0) }
      }
      index += 2
    }
    escapesUnicode = hasEscapes && text.allSatisfy { $0 < 0x80 }
    // If the counts are equal, each slash in the file is part of an escape.
    escapesSlashes = slashes > 0 && text.count { $0 == UInt8(ascii: "/") } == slashes
    escapesMarkup = markup > 0 && !text.contains { "<>&".utf8.contains($0) }
    hasUpperCaseDigits = upper > lower
  }

  // MARK: Between values

  func marks(isDict: Bool, isRoot: Bool) -> ContainerMarks {
    if isRoot, isLines { return ContainerMarks() }
    return ContainerMarks(
      opening: Array((isDict ? "{" : "[").utf8), closing: Array((isDict ? "}" : "]").utf8),
      separator: UInt8(ascii: ","), endsLast: nil)
  }

  func colon(isDense: Bool) -> [UInt8] { Array((isDense ? ":" : ": ").utf8) }

  // MARK: Values

  func text(
    of value: NodeIndex, in document: PropertyListDocument, like written: ArraySlice<UInt8>?
  ) throws(UnwritableFile) -> [UInt8] {
    switch document.kind(of: value) {
    case .string where document.isNull(value): return Array("null".utf8)
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

  private func string(_ text: ScalarIndex, _ document: PropertyListDocument) -> [UInt8] {
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
      case "<" where escapesMarkup, ">" where escapesMarkup, "&" where escapesMarkup:
        appendEscape(UInt16(scalar.value), to: &result)
      case "\u{0}"..."\u{1F}", "\u{7F}": appendEscape(UInt16(scalar.value), to: &result)
      default:
        if scalar.value > 0x7F, escapesUnicode || !isEncodable(scalar) {
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

/// Syntax beyond JSON (RFC 8259) that many programs read.
package struct JSONExtension: Sendable {
  package enum Kind: Sendable {
    case comment
    /// A comma after the last value of a container.
    case comma
  }

  package let kind: Kind
  package let location: SourceLocation
}
