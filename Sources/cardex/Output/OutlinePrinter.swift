import Catalogues
import Outlines
import PropertyLists

/// Prints sections and entries of a catalogue as an outline.
struct OutlinePrinter {
  private let catalogue: Catalogue
  private let outline: Outline
  private let output: Output

  init(_ catalogue: Catalogue, style: OutlineStyle, output: Output) {
    self.catalogue = catalogue
    outline = Outline(style: style)
    self.output = output
  }

  /// Prints an item: the root without a line of its own, an entry with all its fields.
  ///
  /// - Parameter closed: The sections whose items are not printed.
  func print(_ item: Item, closing closed: Set<Int>) throws(Failure) {
    switch item {
    case .section(0): try printItems(of: 0, depth: 0, closed)
    case .section(let section): try print(section, depth: 0, closed)
    case .entry(let entry): try printFields(of: entry)
    }
  }

  private func print(_ section: Int, depth: Int, _ closed: Set<Int>) throws(Failure) {
    let isEmpty = catalogue.sections[section].itemCount == 0
    let isClosed = closed.contains(section)
    try write(
      OutlineRow(
        kind: isEmpty ? .emptySection : isClosed ? .collapsedSection : .expandedSection,
        depth: depth, label: OutlineRow.Text(name(of: .section(section))),
        detail: catalogue.titleDetail(of: section).map { OutlineRow.Text($0) },
        count: isEmpty ? nil : String(catalogue.shownEntryCount(of: section))))
    guard !isClosed else { return }
    try printItems(of: section, depth: depth + 1, closed)
    if let footer = catalogue.footer(of: section) {
      try write(OutlineRow(kind: .footer, depth: depth + 1, label: OutlineRow.Text(footer)))
    }
  }

  /// How many rows decide where details are set off.
  private static let alignedRows = 1000

  private func printItems(of section: Int, depth: Int, _ closed: Set<Int>) throws(Failure) {
    for run in catalogue.sections[section].runs {
      switch run.content {
      case .section(let inner): try print(inner, depth: depth, closed)
      case .entries(let entries):
        let first = entries.prefix(OutlinePrinter.alignedRows).map { row(of: $0, depth: depth) }
        let column = outline.detailColumn(of: first)
        for entry in entries where !catalogue.isHidden(entry) {
          try write(row(of: entry, depth: depth), detailColumn: column)
        }
      }
    }
  }

  private func row(of entry: Int, depth: Int) -> OutlineRow {
    OutlineRow(
      kind: .entry, depth: depth, label: OutlineRow.Text(name(of: .entry(entry))),
      detail: catalogue.detail(of: entry).map { OutlineRow.Text($0) })
  }

  /// A label or title, or the position of what has none.
  private func name(of item: Item) -> String {
    let name: String? =
      switch item {
      case .entry(let entry): catalogue.label(of: entry)
      case .section(let section): catalogue.title(of: section)
      }
    guard let name, !name.isEmpty else { return "#\(catalogue.position(of: item) + 1)" }
    return name
  }

  private func write(_ row: OutlineRow, detailColumn: Int = 0) throws(Failure) {
    try output.write(line: outline.line(for: row, detailColumn: detailColumn))
  }
}

// MARK: Fields

extension OutlinePrinter {
  private func printFields(of entry: Int) throws(Failure) {
    let address = AddressBook(catalogue).address(of: .entry(entry))
    try write(OutlineRow(kind: .footer, depth: 0, label: OutlineRow.Text(address)))
    let fields = catalogue.fields(of: entry)
    try print(fields.map { (name: $0.key ?? "", value: $0.value) }, depth: 1)
  }

  private func print(_ fields: [(name: String, value: Int)], depth: Int) throws(Failure) {
    let rows = fields.map { field in
      OutlineRow(
        kind: .entry, depth: depth, label: OutlineRow.Text(field.name),
        detail: OutlineRow.Text(description(of: field.value)))
    }
    let column = outline.detailColumn(of: rows)
    for (field, row) in zip(fields, rows) {
      try write(row, detailColumn: column)
      try print(children(of: field.value), depth: depth + 1)
    }
  }

  private func children(of value: Int) -> [(name: String, value: Int)] {
    let document = catalogue.document
    switch document.kind(of: value) {
    case .dict: return document.members(of: value).map { (document.text(of: $0.key), $0.value) }
    case .array:
      return document.elements(of: value).enumerated().map { ("#\($0.offset + 1)", $0.element) }
    default: return []
    }
  }

  private func description(of value: Int) -> String {
    let document = catalogue.document
    switch document.kind(of: value) {
    case .true: return "true"
    case .false: return "false"
    case .data: return "<\(document.data(at: value)?.count ?? 0) bytes>"
    case .array, .dict: return children(of: value).isEmpty ? "(empty)" : ""
    default: return document.text(of: value)
    }
  }
}
