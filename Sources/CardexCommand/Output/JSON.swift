import ICUText
import Platform
import PropertyLists

/// Generates JSON text (RFC 8259).
enum JSON {
  static func string(_ text: String) -> String {
    var result = "\""
    for (scalar, isControl) in MarkedControls(text) {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isControl:
        for unit in UTF16.encode(scalar) ?? .init() {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The members that tell a place in a file.
  static func members(of place: SourceLocation) -> [(key: String, value: String)] {
    switch place {
    case .text(let line, let column):
      [(key: "line", value: String(line)), (key: "column", value: String(column))]
    case .byte(let offset): [(key: "byte", value: String(offset))]
    }
  }

  /// A file name: a string, or an object with its bytes in base64 if they are not UTF-8.
  static func name(_ name: ByteText) -> String {
    name.text.map(string) ?? object([(key: "bytes", value: string(Base64.encode(name.bytes)))])
  }

  static func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { string($0.key) + ":" + $0.value }.joined(separator: ",") + "}"
  }

  static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

  /// A value of a property list: dates and data as strings (data in base64), integers exactly,
  /// reals that JSON cannot represent as strings; duplicate keys are kept.
  static func value(_ index: NodeIndex, of document: PropertyListDocument) -> String {
    switch document.kind(of: index) {
    case .string, .key: string(document.written(at: index))
    case .integer: document.integer(at: index).map(\.description) ?? "null"
    case .real: document.real(at: index).map(number) ?? "null"
    case .true: "true"
    case .false: "false"
    case .date: string(document.shownDate(at: index))
    case .data: string(Base64.encode(document.data(at: index) ?? []))
    case .array: array(document.elements(of: index).map { value($0, of: document) })
    case .dict:
      object(
        document.members(of: index).map {
          (key: document.text(of: $0.key), value: value($0.value, of: document))
        })
    }
  }

  private static func number(_ value: Double) -> String {
    value.isFinite ? value.description : string(value.description)
  }
}

extension PropertyListDocument {
  /// The text of a value that is not a container.
  fileprivate func written(at index: NodeIndex) -> String { scalar(index).map(text) ?? "" }

  /// A date as written, without white space.
  fileprivate func shownDate(at index: NodeIndex) -> String {
    String(written(at: index).filter { !$0.isWhitespace })
  }
}
