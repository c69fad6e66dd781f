import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

/// A property list as it can be written in a test. Keys keep their order and may repeat.
indirect enum Plist: Sendable {
  case element(String)
  case array([Plist])
  case dict([(key: String, value: Plist)])

  static func text(_ name: String, _ value: String) -> Plist {
    let escaped = value.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case "\r": "&#13;"
      default: String(scalar)
      }
    }
    return .element("<\(name)>\(escaped.joined())</\(name)>")
  }

  static func date(_ value: String) -> Plist { text("date", value) }
  static let data = text("data", "AAEC")

  var xml: String {
    switch self {
    case .element(let element): element
    case .array(let values): "<array>\(values.map(\.xml).joined())</array>"
    case .dict(let members):
      "<dict>\(members.map { Plist.text("key", $0.key).xml + $0.value.xml }.joined())</dict>"
    }
  }
}

extension Plist: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { self = .text("string", value) }
}

extension Plist: ExpressibleByIntegerLiteral {
  init(integerLiteral value: Int) { self = .text("integer", String(value)) }
}

extension Plist: ExpressibleByFloatLiteral {
  init(floatLiteral value: Double) { self = .text("real", String(value)) }
}

extension Plist: ExpressibleByBooleanLiteral {
  init(booleanLiteral value: Bool) { self = .element(value ? "<true/>" : "<false/>") }
}

extension Plist: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: Plist...) { self = .array(elements) }
}

extension Plist: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, Plist)...) {
    self = .dict(elements.map { (key: $0.0, value: $0.1) })
  }
}

extension Catalogue {
  convenience init(
    _ plist: Plist, _ change: (inout ShapeOptions) -> Void = { _ in }
  ) throws {
    var options = ShapeOptions()
    change(&options)
    let text = "<plist version=\"1.0\">\(plist.xml)</plist>"
    try self.init(PropertyListDocument(FileBytes(text.utf8)), options: options)
  }

  /// All entries and sections, the root included.
  var allItems: [Item] {
    sections.map { .section($0.id) } + entries.map { .entry($0) }
  }

  /// The catalogue as an outline: titles in brackets, `label = detail`, footers in parentheses, two
  /// spaces per level.
  var outline: String {
    lines(of: 0).joined(separator: "\n")
  }

  private func lines(of section: Section.ID) -> [String] {
    let indent = String(repeating: "  ", count: sections[section].depth)
    var lines: [String] = []
    for item in sections[section].items {
      switch item {
      case .section(let inner):
        let detail = titleDetail(of: inner).map { "|" + $0 } ?? ""
        lines.append("\(indent)[\(title(of: inner) ?? "")\(detail)]")
        lines += self.lines(of: inner)
      case .entry(let entry):
        let detail = detail(of: entry).map { " = " + $0 } ?? ""
        lines.append(indent + label(of: entry) + detail + (isHidden(entry) ? " (hidden)" : ""))
      }
    }
    return lines + (footer(of: section).map { ["\(indent)(\($0))"] } ?? [])
  }
}

/// A property list and the outline of the catalogue that it is read as.
struct ShapeExample: Sendable, CustomStringConvertible {
  let description: String
  let plist: Plist
  let outline: String

  init(_ description: String, _ plist: Plist, _ outline: String) {
    self.description = description
    self.plist = plist
    self.outline = outline
  }
}

extension PropertyListDocument {
  /// The text of a node that has one.
  func text(of node: NodeIndex) -> String {
    guard let scalar = scalar(node) else {
      Issue.record("a container has no text")
      return ""
    }
    return text(of: scalar)
  }
}
