import Exchange
import PropertyLists

/// How a suggestion is written in a format.
struct CompletionText {
  private let format: FileFormat
  /// The white space at the beginning of the line; empty if the editor adds it.
  private let lineStart: String
  /// Whether the text is a snippet, in which `$0` marks the cursor.
  private let isSnippet: Bool

  init(_ format: FileFormat, lineStart: String, isSnippet: Bool) {
    (self.format, self.lineStart, self.isSnippet) = (format, lineStart, isSnippet)
  }

  /// A text without tags or quotes, since they are there already.
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

  /// A value with its tags or quotes, without a key.
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

  /// A key; in a snippet also a value of a kind, which is still to be entered.
  func member(_ key: String, _ kind: NodeKind?) -> String {
    // Only a snippet can put the cursor where the value is to be entered.
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

  /// A text with the special characters of snippets escaped.
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
