import Exchange
import PropertyLists

/// How a suggestion is written in a format.
struct CompletionText {
  private let format: FileFormat
  /// The white space at the beginning of its line.
  private let lineStart: String
  /// Whether `$0` is where the cursor goes.
  private let isSnippet: Bool

  init(_ format: FileFormat, lineStart: String, isSnippet: Bool) {
    (self.format, self.lineStart, self.isSnippet) = (format, lineStart, isSnippet)
  }

  /// A text between tags or quotes that are there.
  func inside(_ text: String) -> String {
    switch format {
    case .xml: CompletionText.escapedXML(text)
    case .openStep, .strings:
      text.reduce(into: "") { result, character in
        if character == "\"" || character == "\\" { result.append("\\") }
        result.append(character)
      }
    default: String(JSON.string(text).dropFirst().dropLast())
    }
  }

  /// A value by itself.
  func value(_ text: String, _ kind: NodeKind?) -> String {
    guard format == .xml else {
      let isPlain = kind.map { ![.string, .key, .date, .data].contains($0) } ?? false
      return isPlain && format != .openStep && format != .strings ? text : quoted(text)
    }
    switch kind {
    case .true, .false: return "<\(text)/>"
    case let kind:
      let name = kind?.elementName ?? NodeKind.string.elementName
      return "<\(name)>\(CompletionText.escapedXML(text))</\(name)>"
    }
  }

  /// A key with a value of a kind, which is still to be entered.
  func member(_ key: String, _ kind: NodeKind?) -> String {
    // Where a value is to be entered, only a snippet can say.
    guard isSnippet else {
      return switch format {
      case .xml: "<key>\(CompletionText.escapedXML(key))</key>"
      case .openStep, .strings: "\(quoted(key)) = "
      default: "\(quoted(key)): "
      }
    }
    let cursor = "$0"
    switch format {
    case .xml:
      let value =
        switch kind ?? .string {
        case .true, .false: "<true/>"
        case .array, .dict:
          "<\((kind ?? .dict).elementName)>\(cursor)</\((kind ?? .dict).elementName)>"
        case let kind: "<\(kind.elementName)>\(cursor)</\(kind.elementName)>"
        }
      return "<key>\(escaped(CompletionText.escapedXML(key)))</key>\n\(lineStart)\(value)"
    case .openStep, .strings:
      let value =
        switch kind ?? .string {
        case .array: "(\(cursor))"
        case .dict: "{\(cursor)}"
        default: "\"\(cursor)\""
        }
      return "\(escaped(quoted(key))) = \(value);"
    default:
      let value =
        switch kind ?? .string {
        case .array: "[\(cursor)]"
        case .dict: "{\(cursor)}"
        case .integer, .real: "${0:0}"
        case .true, .false: "true"
        default: "\"\(cursor)\""
        }
      return "\(escaped(quoted(key))): \(value)"
    }
  }

  private func quoted(_ text: String) -> String { "\"\(inside(text))\"" }

  /// A text in which what has a meaning in a snippet has none.
  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "$}\\".contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  private static func escapedXML(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
