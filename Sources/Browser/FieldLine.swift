import Catalogues
import Forms
import Presentation
import PropertyLists

/// A field of an item in a `FieldsForm`.
struct FieldLine {
  enum Control: Equatable {
    case text
    case `switch`(Bool)
    case number(Double)
    case date
    /// A list or a dictionary, whose values follow, or data.
    case other
    /// A field that only neighbours have.
    case missing
  }

  /// The keys that lead to the field, joined by dots; empty for an item that is not a dictionary.
  let path: String
  let name: String
  let depth: Int
  let control: Control
  /// Whether the value is entered as text.
  var isTyped: Bool {
    switch control {
    case .text, .number, .date, .missing: true
    case .switch, .other: false
    }
  }

  /// The value as it is written.
  var value = ""
  /// The value as it is shown.
  var shown = ""

  /// The fields of an item and, for an entry, the missing fields that its neighbours have.
  static func lines(
    of item: Item, in catalogue: Catalogue, _ builder: RowBuilder
  ) -> [FieldLine] {
    let document = catalogue.document
    switch item {
    case .entry(let entry):
      let value = catalogue.value(of: entry)
      // What people read comes first.
      let (read, inner) = builder.dividedFields(of: entry)
      let isDict = document.kind(of: value) == .dict
      let lines = lines(of: read + inner, in: document, under: isDict ? "" : nil) { path in
        path.isEmpty ? value : catalogue.value(named: path, in: value)
      }
      // Neighbours' keys are paths, in which a dot of a key is escaped.
      let names = lines.filter { $0.depth == 0 }.map(\.name)
      let own = Set(names + names.map { FieldPath(components: [$0]).text })
      // Texts and lists have no other fields.
      guard isDict else { return lines }
      return lines
        + catalogue.neighbourKeys(of: entry).filter { !own.contains($0) }
        .map { FieldLine(path: $0, name: $0, depth: 0, control: .missing) }
    case .section(let section):
      let named = Dictionary(
        catalogue.namedFields(of: section).map { ($0.name, $0.value) },
        uniquingKeysWith: { first, _ in first })
      return lines(of: builder.allFields(of: section), in: document) { path in named[path] }
    }
  }

  /// - Parameter prefix: The path of the container of the fields. `nil` if the only field is the
  ///   item itself: its path is empty, whatever its key is.
  private static func lines(
    of fields: [FieldRow], in document: PropertyListDocument, under prefix: String? = "",
    depth: Int = 0, node: (String) -> NodeIndex?
  ) -> [FieldLine] {
    fields.flatMap { field in
      let name = field.row.label.value
      let path = prefix.map { $0.isEmpty ? name : $0 + "." + name } ?? ""
      let (control, value) = node(path).map { written($0, in: document) } ?? (.other, "")
      let line = FieldLine(
        path: path, name: name, depth: depth, control: control, value: value,
        shown: field.row.detail?.value ?? "")
      return [line]
        + lines(of: field.fields, in: document, under: path, depth: depth + 1, node: node)
    }
  }

  private static func written(
    _ node: NodeIndex, in document: PropertyListDocument
  ) -> (Control, String) {
    switch document.kind(of: node) {
    case .true: return (.switch(true), "true")
    case .false: return (.switch(false), "false")
    case .integer, .real:
      let value = document.writtenText(of: node)
      return (Double(value).map { .number($0) } ?? .text, value)
    case .date: return (.date, document.writtenText(of: node))
    case .string, .key: return (.text, document.writtenText(of: node))
    case .array, .dict, .data: return (.other, "")
    }
  }
}

extension Catalogue {
  /// The keys of the entries beside an entry, in order.
  fileprivate func neighbourKeys(of entry: Entry.ID) -> [String] {
    let section = sections[section(of: entry)]
    let position = position(of: .entry(entry))
    var keys: [String] = []
    var others = [position - 1, position + 1].filter { $0 >= 0 && $0 < section.itemCount }
      .compactMap { if case .entry(let other) = section.item(at: $0) { other } else { nil } }
    // An entry alone in its section gets the keys of entries elsewhere.
    if others.isEmpty { others = someEntries(3).filter { $0 != entry } }
    for other in others {
      let names =
        localizedFields(of: value(of: other))?.map(\.name)
        ?? fields(of: other).compactMap { $0.key.map { FieldPath(components: [$0]).text } }
      for name in names where !keys.contains(name) { keys.append(name) }
    }
    return keys
  }
}
