import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

extension Catalogue {
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
