package import Catalogues
package import Forms
package import Outlines
import PropertyLists

/// The items of a catalogue as rows of an outline.
package struct ItemRows {
  private let catalogue: Catalogue
  private let looks: EntryLooks

  /// The catalogue as a form, if it is one.
  private let form: Form?
  private let isASCII: Bool
  /// Whether rows of a form are indented below the rows that they belong to.
  package var setsRowsIn = true

  /// - Parameters:
  ///   - looks: What entries show after their labels.
  ///   - form: The catalogue as a form, if it is one.
  ///   - isASCII: Whether the controls of a form are drawn in ASCII.
  package init(
    _ catalogue: Catalogue, looks: EntryLooks, form: Form? = nil, isASCII: Bool = false
  ) {
    self.catalogue = catalogue
    self.looks = looks
    self.form = form
    self.isASCII = isASCII
  }

  package func section(_ section: Section.ID, depth: Int, isClosed: Bool) -> OutlineRow {
    let isEmpty = catalogue.sections[section].itemCount == 0
    return OutlineRow(
      kind: isEmpty ? .emptySection : isClosed ? .collapsedSection : .expandedSection,
      depth: depth, label: OutlineRow.Text(name(of: .section(section))),
      detail: catalogue.titleDetail(of: section).map { OutlineRow.Text($0) },
      count: isEmpty ? nil : String(catalogue.shownEntryCount(of: section)))
  }

  package func entry(_ entry: Entry.ID, depth: Int) -> OutlineRow {
    if let form { return row(form.row(entry), depth: depth) }
    let look = looks.look(of: entry)
    return OutlineRow(
      kind: .entry, depth: depth, label: OutlineRow.Text(name(of: .entry(entry))),
      detail: look.detail.map { OutlineRow.Text($0) }, style: look.style)
  }

  /// The row above a section's items, if it has a header besides its title.
  package func header(of section: Section.ID, depth: Int) -> OutlineRow? {
    catalogue.header(of: section).map {
      OutlineRow(kind: .header, depth: depth, label: OutlineRow.Text($0))
    }
  }

  private func row(_ row: FormRow, depth: Int) -> OutlineRow {
    let shown = row.look(RowLook.Style(isASCII: isASCII))
    let look = looks.hasTemplate ? looks.look(of: row.entry) : nil
    return OutlineRow(
      kind: row.isDisclosable ? (row.isExpanded ? .expandedRow : .collapsedRow) : .row,
      depth: depth + (setsRowsIn ? row.level : 0), label: OutlineRow.Text(shown.label),
      detail: (look.map(\.detail) ?? shown.detail).map { OutlineRow.Text($0) },
      style: look?.style)
  }

  /// The row below a section's items, if it has a footer.
  package func footer(of section: Section.ID, depth: Int) -> OutlineRow? {
    catalogue.footer(of: section).map {
      OutlineRow(kind: .footer, depth: depth, label: OutlineRow.Text($0))
    }
  }

  /// The label or title of an item, or its position if it has neither.
  package func name(of item: Item) -> String {
    let name = catalogue.name(of: item)
    return name.isEmpty ? "#\(catalogue.position(of: item) + 1)" : name
  }
}

// MARK: Fields

extension ItemRows {
  /// The lines of an entry's fields, with nested fields indented and details in columns.
  package func fieldLines(of entry: Entry.ID, in outline: Outline) -> [String] {
    let fields = catalogue.fields(of: entry)
    return lines(of: fields.map { (name: $0.key ?? "", value: $0.value) }, depth: 1, in: outline)
  }

  private func lines(
    of fields: [(name: String, value: NodeIndex)], depth: Int, in outline: Outline
  ) -> [String] {
    let rows = fields.map { field in
      OutlineRow(
        kind: .entry, depth: depth, label: OutlineRow.Text(field.name),
        detail: OutlineRow.Text(description(of: field.value)))
    }
    let column = outline.detailColumn(of: rows)
    return zip(fields, rows).flatMap { field, row in
      [outline.line(for: row, detailColumn: column)]
        + lines(of: children(of: field.value), depth: depth + 1, in: outline)
    }
  }

  private func children(of value: NodeIndex) -> [(name: String, value: NodeIndex)] {
    let document = catalogue.document
    switch document.kind(of: value) {
    case .dict: return document.members(of: value).map { (document.text(of: $0.key), $0.value) }
    case .array:
      return document.elements(of: value).enumerated().map { ("#\($0.offset + 1)", $0.element) }
    default: return []
    }
  }

  private func description(of value: NodeIndex) -> String {
    let document = catalogue.document
    switch document.kind(of: value) {
    case .true: return "true"
    case .false: return "false"
    case .data: return "<\(document.data(at: value)?.count ?? 0) bytes>"
    case .array, .dict: return children(of: value).isEmpty ? "(empty)" : ""
    default: return document.scalar(value).map(document.text) ?? ""
    }
  }
}
