package import Platform

/// Elements in their written form.
package enum ElementText {
  /// Text with XML's reserved characters escaped as by Apple's programs. Carriage returns are
  /// escaped, too, because a parser would read them as line feeds.
  ///
  /// - Throws: `ReportedError` if XML 1.0 (production 2) does not allow a character.
  package static func escaped(_ text: String) throws(ReportedError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;".utf8
      case "<": result += "&lt;".utf8
      case ">": result += "&gt;".utf8
      case "\r": result += "&#13;".utf8
      case "\t", "\n": result.append(UInt8(scalar.value))
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}":
        let code = String(scalar.value, radix: 16, uppercase: true)
        throw ReportedError("XML cannot represent the character U+\(code)")
      default: result += UTF8.encode(scalar).unsafelyUnwrapped
      }
    }
    return result
  }

  package static func key(_ name: String) throws(ReportedError) -> [UInt8] {
    try element("key", escaped(name))
  }

  /// An element of a kind, made from the text of its value.
  ///
  /// Booleans are `true`, `false`, `yes`, `no`, `1` or `0`; arrays and dictionaries can only be
  /// empty.
  ///
  /// - Throws: `ReportedError` if the text is not a value of that kind.
  package static func value(_ text: String, as kind: NodeKind) throws(ReportedError) -> [UInt8] {
    switch kind {
    case .string, .key: return try element(kind.elementName, escaped(text))
    case .true, .false:
      switch text.lowercased() {
      case "true", "yes", "1": return Array("<true/>".utf8)
      case "false", "no", "0": return Array("<false/>".utf8)
      default:
        throw ReportedError(
          "'\(text.excerpt())' is not a valid boolean value: expected true or false")
      }
    case .array, .dict:
      guard text.isEmpty else {
        throw ReportedError(
          "only an empty \(kind.elementName) can be written; xml takes any element")
      }
      return container(kind)
    case .integer, .real, .date, .data:
      var text = text
      if let objection = text.withUTF8({ ScalarSyntax.objection(to: $0, as: kind) }) {
        let examples =
          kind == .date ? "; 2024-03-01, '2024-03-01 14:30' and now are dates, too" : ""
        throw ReportedError(
          "'\(text.excerpt())' is not a valid \(kind.elementName) value: \(objection)\(examples)")
      }
      return try element(kind.elementName, escaped(text))
    }
  }

  /// The element of an array or a dictionary.
  ///
  /// - Parameter content: The elements in it, with the white space around them.
  package static func container(_ kind: NodeKind, _ content: [UInt8] = []) -> [UInt8] {
    content.isEmpty
      ? Array("<\(kind.elementName)/>".utf8) : element(kind.elementName, content)
  }

  private static func element(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array("<\(name)>".utf8) + content + Array("</\(name)>".utf8)
  }
}

extension ReportedError {
  /// A text that must not be written as a value.
  ///
  /// - Parameter escape: The escape that is shown for a character that XML does not have.
  package init(escape: String) {
    self.init(
      "'\(escape)' is shown here for a character that cannot be typed; leave '\(escape)' out, or leave the whole text as it is"
    )
  }
}
