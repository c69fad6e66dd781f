import Catalogues
import Forms
import Language
import Presentation
import PropertyLists
import Terminal

/// A field in a form in which the fields of an item are changed.
struct FieldLine {
  enum Kind: Equatable {
    case text
    case `switch`(Bool)
    case number(Double)
    /// A list or a dictionary, whose values follow, or data.
    case other
    /// A field that only neighbours have.
    case missing
  }

  /// The keys that lead to it, joined by dots.
  let path: String
  let name: String
  let depth: Int
  let kind: Kind
  /// The value as it is written.
  let value: String
  /// The value as it is shown.
  let shown: String
  /// Whether it must not be seen.
  let isSecret: Bool

  /// The fields of an item and, of an entry, those that it may have.
  static func lines(of item: Item, in session: Session, _ builder: RowBuilder) -> [FieldLine] {
    let catalogue = session.catalogue
    var lines = FieldLines(document: catalogue.document)
    switch item {
    case .entry(let entry):
      let value = catalogue.value(of: entry)
      lines.hidesValue = session.form == nil && SettingRow(entry, in: catalogue)?.isSecret == true
      lines.add(builder.fields(of: entry)) { path in
        path.isEmpty ? value : catalogue.document.value(named: path, in: value)
      }
      let own = Set(lines.lines.filter { $0.depth == 0 }.map(\.name))
      // Entries that are texts have no other fields.
      if !own.contains("") {
        for key in catalogue.neighbourKeys(of: entry) where !own.contains(key) {
          lines.add(key, key, depth: 0, .missing)
        }
      }
    case .section(let section):
      let named = Dictionary(
        catalogue.namedFields(of: section).map { ($0.name, $0.value) },
        uniquingKeysWith: { first, _ in first })
      lines.add(builder.allFields(of: section)) { path in named[path] }
    }
    return lines.lines
  }
}

/// Makes lines of fields.
private struct FieldLines {
  let document: PropertyListDocument
  /// Whether the value of a setting must not be seen.
  var hidesValue = false
  var lines: [FieldLine] = []

  mutating func add(
    _ path: String, _ name: String, depth: Int, _ kind: FieldLine.Kind, value: String = "",
    shown: String = ""
  ) {
    lines.append(
      FieldLine(
        path: path, name: name, depth: depth, kind: kind, value: value, shown: shown,
        isSecret: hidesValue && path == SettingRow.key))
  }

  mutating func add(
    _ fields: [FieldRow], under prefix: String = "", depth: Int = 0, node: (String) -> NodeIndex?
  ) {
    for field in fields {
      let name = field.row.label.value
      let path = prefix.isEmpty ? name : prefix + "." + name
      let (kind, value) = node(path).map(written) ?? (.other, "")
      add(path, name, depth: depth, kind, value: value, shown: field.row.detail?.value ?? "")
      add(field.fields, under: path, depth: depth + 1, node: node)
    }
  }

  private func written(_ node: NodeIndex) -> (FieldLine.Kind, String) {
    switch document.kind(of: node) {
    case .true: return (.switch(true), "true")
    case .false: return (.switch(false), "false")
    case .integer, .real:
      let value = document.writtenText(of: node)
      return (Double(value).map { .number($0) } ?? .text, value)
    case .string, .date, .key: return (.text, document.writtenText(of: node))
    case .array, .dict, .data: return (.other, "")
    }
  }
}

extension Catalogue {
  /// The keys of the entries beside one, in order.
  fileprivate func neighbourKeys(of entry: Entry.ID) -> [String] {
    let section = sections[section(of: entry)]
    let position = position(of: .entry(entry))
    var keys: [String] = []
    for place in [position - 1, position + 1] where place >= 0 && place < section.itemCount {
      guard case .entry(let other) = section.item(at: place) else { continue }
      for field in fields(of: other) {
        if let key = field.key.map({ FieldPath(components: [$0]).text }), !keys.contains(key) {
          keys.append(key)
        }
      }
    }
    return keys
  }
}
