package import PropertyLists

/// A program, by its style of writing property lists: lines, blanks, quotes and escapes.
package enum ProgramText: String, CaseIterable, Sendable {
  // JSON.
  case xcode, visualStudioCode, jq, jqCompact, python, pythonIndented, go
  // OpenStep.
  case xcodeProject, glyphs, gnustep
  // XML.
  case apple, plistlib, mono, hand

  package var format: FileFormat {
    switch self {
    case .xcode, .visualStudioCode, .jq, .jqCompact, .python, .pythonIndented, .go: .json
    case .xcodeProject, .glyphs, .gnustep: .openStep
    case .apple, .plistlib, .mono, .hand: .xml
    }
  }

  /// Whether each single value is in a line of its own.
  package var hasLines: Bool { ![.jqCompact, .python, .hand].contains(self) }

  /// A property list as far as the format can express it: numbers, booleans, dates and data become
  /// texts in formats that lack them.
  package func written(of plist: Plist) -> Plist {
    switch plist {
    case .array(let values): return .array(values.map(written))
    case .dict(let members): return .dict(members.map { ($0.key, written(of: $0.value)) })
    case .element(let element):
      let kept: [String] =
        switch format {
        case .xml: ["<"]
        case .json: ["<string>", "<integer>", "<real>", "<true/>", "<false/>"]
        default: ["<string>"]
        }
      if kept.contains(where: element.hasPrefix) { return plist }
      return .text("string", String(element.filter { $0.isNumber }))
    }
  }

  /// A property list as the program writes it.
  package func text(of document: PropertyListDocument) -> [UInt8] {
    var writer = Writer(program: self, document: document)
    let body = writer.text(of: document.root, "")
    let text =
      switch format {
      case .xml: head + body + (self == .hand ? "</plist>" : lineEnd + "</plist>" + lineEnd)
      case .openStep where self == .xcodeProject: "// !$*UTF8*$!\n" + body + "\n"
      default: body + (self == .python ? "" : "\n")
      }
    return (self == .mono ? [0xEF, 0xBB, 0xBF] : []) + Array(text.utf8)
  }

  private var lineEnd: String { self == .mono ? "\r\n" : "\n" }

  private var head: String {
    let type = """
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      """
    let encoding = self == .mono ? "utf-8" : "UTF-8"
    if self == .hand { return "<plist version='1.0'>\n<!-- by hand -->" }
    return [
      "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>", type, "<plist version=\"1.0\">", "",
    ]
    .joined(separator: lineEnd)
  }

  private struct Writer {
    let program: ProgramText
    let document: PropertyListDocument

    mutating func text(of node: NodeIndex, _ indentation: String) -> String {
      switch document.kind(of: node) {
      case .array:
        return container(document.elements(of: node).map { ("", $0) }, isDict: false, indentation)
      case .dict:
        return container(
          document.members(of: node).map { (document.exactText(of: $0.key), $0.value) },
          isDict: true, indentation)
      default: return scalar(node)
      }
    }

    private var unit: String {
      switch program {
      case .xcode, .jq, .mono: "  "
      case .visualStudioCode, .pythonIndented, .gnustep: "    "
      case .go, .xcodeProject, .apple, .plistlib: "\t"
      case .jqCompact, .python, .glyphs, .hand: ""
      }
    }

    private mutating func container(
      _ children: [(key: String, value: NodeIndex)], isDict: Bool, _ indentation: String
    ) -> String {
      let name = isDict ? "dict" : "array"
      let inner = indentation + (program == .plistlib && indentation.isEmpty ? "" : unit)
      var items = children.map { key, value in
        let value = text(of: value, inner)
        if !isDict { return value }
        switch program.format {
        case .xml:
          let key = "<key>\(escapedXML(key))</key>"
          return program == .hand ? key + value : key + program.lineEnd + inner + value
        case .openStep: return "\(word(key)) = \(value);"
        default: return quoted(key) + colon + value
        }
      }
      let line = program == .jqCompact || program == .python ? "" : program.lineEnd
      switch program.format {
      case .xml:
        if children.isEmpty { return "<\(name)/>" }
        if program == .hand { return "<\(name)>" + items.joined(separator: "\n ") + "</\(name)>" }
        let lines = items.map { inner + $0 + program.lineEnd }.joined()
        return "<\(name)>" + program.lineEnd + lines + indentation + "</\(name)>"
      case .openStep:
        let (open, close) = isDict ? ("{", "}") : ("(", ")")
        if children.isEmpty { return open + line + indentation + close }
        if !isDict {
          for index in items.indices
          where program == .xcodeProject || index + 1 < items.count { items[index] += "," }
        }
        return open + line + items.map { inner + $0 + line }.joined() + indentation + close
      default:
        let (open, close) = isDict ? ("{", "}") : ("[", "]")
        if children.isEmpty {
          return program == .xcode ? "\(open)\n\n\(indentation)\(close)" : open + close
        }
        let separator = program == .python ? ", " : "," + line + (line.isEmpty ? "" : inner)
        let last = program == .visualStudioCode ? "," : ""
        let start = line.isEmpty ? "" : line + inner
        let end = line.isEmpty ? "" : line + indentation
        return open + start + items.joined(separator: separator) + last + end + close
      }
    }

    private var colon: String {
      switch program {
      case .xcode: " : "
      case .jqCompact: ":"
      default: ": "
      }
    }

    private func scalar(_ node: NodeIndex) -> String {
      let text = document.scalar(node).map(document.exactText) ?? ""
      switch program.format {
      case .xml:
        return String(decoding: document.text(at: document.elementRange(of: node)), as: UTF8.self)
      case .openStep: return word(text)
      default:
        switch document.kind(of: node) {
        case .string: return quoted(text)
        case .true: return "true"
        case .false: return "false"
        default: return text
        }
      }
    }

    /// A word of OpenStep, without quotes where the program needs none.
    private func word(_ text: String) -> String {
      let others = program == .xcodeProject ? "_$/:." : program == .glyphs ? "_.-" : "_$./"
      let isBare =
        !text.isEmpty
        && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || others.contains($0)) }
        && !text.hasPrefix("//")
      if isBare { return text }
      let escaped = text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case _ where program == .gnustep && scalar.value > 0x7F && scalar.value < 0x10000:
          "\\U" + hexadecimal(scalar.value)
        default: String(scalar)
        }
      }
      return "\"" + escaped.joined() + "\""
    }

    private func hexadecimal(_ value: UInt32) -> String {
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }

    private func quoted(_ text: String) -> String {
      let escaped = text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "/" where program == .xcode: "\\/"
        case "&" where program == .go, "<" where program == .go: "\\u" + hexadecimal(scalar.value)
        case _ where [.python, .pythonIndented].contains(program) && scalar.value > 0x7F:
          String(scalar).utf16.map { "\\u" + hexadecimal(UInt32($0)) }.joined()
        default: String(scalar)
        }
      }
      return "\"" + escaped.joined() + "\""
    }

    private func escapedXML(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
  }
}
