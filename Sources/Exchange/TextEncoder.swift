import Catalogues
import ICUText
import Platform
import PropertyLists

/// Writes a catalogue as an outline for people to read, print and compare: sections, entries and
/// all their fields, in the order of the file.
///
/// A line depends only on its item, so that an edit changes few lines: nothing is aligned, cut or
/// wrapped, and neither the terminal, nor the language, nor the time zone matters. Text of several
/// lines follows its key, indented. Data is written as its length and a hash, a control character
/// as `\u{1B}`.
struct TextEncoder {
  private let catalogue: Catalogue
  private let document: PropertyListDocument

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    document = catalogue.document
  }

  func encode(to sink: TextSink) throws { try encode(.root, depth: 0, to: sink) }

  private func encode(_ section: Section.ID, depth: Int, to sink: TextSink) throws {
    for field in catalogue.fields(of: section) {
      try encode(field.value, named: field.name, depth: depth, to: sink)
    }
    for run in catalogue.sections[section].runs {
      switch run.content {
      case .section(let inner):
        let title =
          catalogue.hasGivenTitle(inner)
          ? catalogue.title(of: inner) : catalogue.fullTitle(of: inner)
        write(title ?? "", depth: depth, to: sink)
        try encode(inner, depth: depth + 1, to: sink)
      case .entries(let entries):
        for entry in entries { try encode(entry, depth: depth, to: sink) }
      }
    }
  }

  private func encode(_ entry: Entry.ID, depth: Int, to sink: TextSink) throws {
    let value = catalogue.value(of: entry)
    let key = catalogue.key(of: entry)
    guard document.kind(of: value) == .dict else {
      return try encode(value, named: key.map(document.text), depth: depth, to: sink)
    }
    let label = catalogue.labelNode(of: entry)
    write(catalogue.label(of: entry), depth: depth, to: sink)
    if let key, key.node != label?.node {
      write("(" + document.text(of: key) + ")", depth: depth + 1, to: sink)
    }
    for member in document.members(of: value)
    where member.value != label?.node && !document.isBookkeeping(member) {
      try encode(
        member.value, named: document.text(of: member.key), depth: depth + 1, to: sink)
    }
    try sink.flushIfFull()
  }

  /// - Parameter name: The key of the value, or its number in an array.
  private func encode(
    _ value: NodeIndex, named name: String?, depth: Int, to sink: TextSink
  ) throws {
    let name = name.map { ($0.isEmpty ? "\"\"" : $0) + ":" }
    let text: String
    switch document.kind(of: value) {
    case .dict:
      text = document.firstChild(of: value) == document.end(of: value) ? "(empty)" : ""
    case .array:
      text = document.firstChild(of: value) == document.end(of: value) ? "(empty)" : ""
    case .data:
      let bytes = document.data(at: value) ?? []
      text = "(\(bytes.count) bytes of data, \(hexadecimal(stableHash(bytes))))"
    case .true: text = "true"
    case .false: text = "false"
    case .string, .key, .integer, .real, .date:
      text = document.scalar(value).map(document.text) ?? ""
    }
    if text.utf8.contains(0x0A), let name {
      write(name, depth: depth, to: sink)
      write(text, depth: depth + 1, to: sink)
    } else {
      write(
        [name, text.isEmpty ? nil : text].compactMap(\.self).joined(separator: " "),
        depth: depth, to: sink)
    }
    switch document.kind(of: value) {
    case .dict:
      for member in document.members(of: value) {
        try encode(
          member.value, named: document.text(of: member.key), depth: depth + 1, to: sink)
      }
    case .array:
      for (number, element) in document.elements(of: value).enumerated() {
        try encode(element, named: String(number), depth: depth + 1, to: sink)
      }
    default: break
    }
    try sink.flushIfFull()
  }

  /// Writes a text, each line of it indented.
  private func write(_ text: String, depth: Int, to sink: TextSink) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !line.isEmpty {
        for _ in 0..<depth { sink.append("  ") }
        if text.mayHoldControls {
          sink.append(TextEncoder.escaped(line))
        } else {
          sink.append(String(line))
        }
      }
      sink.append("\n")
    }
  }

  private static func escaped(_ text: Substring) -> String {
    var result = ""
    for (scalar, isControl) in MarkedControls(text.unicodeScalars) {
      if isControl, scalar != "\t" {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
