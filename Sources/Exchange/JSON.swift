import ICUText
package import Platform
package import PropertyLists

/// Generates JSON text (RFC 8259).
package enum JSON {
  package static func string(_ text: String) -> String {
    let isPlain =
      !text.mayHoldControls
      && !text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    if isPlain { return "\"" + text + "\"" }
    var result = "\""
    for (scalar, isControl) in MarkedControls(text) {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isControl: result += escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    (UTF16.encode(scalar) ?? .init()).map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  /// The members of an object that describe a place in a file.
  package static func members(of place: SourceLocation) -> [(key: String, value: String)] {
    switch place {
    case .text(let line, let column):
      [(key: "line", value: String(line)), (key: "column", value: String(column))]
    case .byte(let offset): [(key: "byte", value: String(offset))]
    case .part(let name, let line, let column):
      [(key: "part", value: self.name(ByteText(name)))]
        + members(of: .text(line: line, column: column))
    }
  }

  /// A file name: a string, or an object with its bytes in base64 if they are not UTF-8.
  package static func name(_ name: ByteText) -> String {
    name.text.map(string) ?? object([(key: "bytes", value: string(Base64.encode(name.bytes)))])
  }

  package static func object(_ members: [(key: String, value: String)]) -> String {
    var text = "{"
    for (key, value) in members {
      if text.utf8.count > 1 { text += "," }
      text += string(key)
      text += ":"
      text += value
    }
    return text + "}"
  }

  package static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }

  /// A value of a property list as JSON; repeated keys are kept. Characters that would act on a
  /// terminal are escaped.
  package static func value(_ index: NodeIndex, of document: PropertyListDocument) -> String {
    escapingControls(JSONEncoder.text(of: index, in: document))
  }

  /// Text of JSON in which characters that would act on a terminal are escaped.
  package static func escapingControls(_ text: String) -> String {
    if !text.mayHoldControls { return text }
    var result = ""
    for (scalar, isControl) in MarkedControls(text) {
      if isControl { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
