import Catalogues
import Forms
import ICUText
import Platform
import Presentation
import PropertyLists

/// Entries: their rows, and tables of their fields.
extension PageEncoder {
  /// What is written of an entry.
  private struct ShownEntry {
    /// The row; the text of a control is its detail.
    var row: Row
    /// The texts that the row shows, in the document.
    let label: ScalarIndex?
    let detail: ScalarIndex?
    /// The detail of the row, unless the style of the page leaves it out.
    var shownDetail: String?
    /// The key of the detail's field.
    var detailKey: String?
    /// The key that the entry is stored under, unless the row shows it.
    var key: ScalarIndex?
    /// The fields that people read, and those for programs.
    var fields: [FieldRow] = []
    var inner: [FieldRow] = []
    /// The value that is not shown.
    var secret: NodeIndex?
    /// How many rows of a form the row opens, and whether they are open at first.
    var ownedRows = 0
    var isExpanded = false

    var hasTable: Bool { !fields.isEmpty || key != nil }
    var isFoldable: Bool { hasTable || ownedRows > 0 }
  }

  mutating func encode(_ entry: Entry.ID, depth: Int, to sink: TextSink) {
    let shown = shownEntry(entry, depth: depth)
    encodeStart(
      of: shown.row, owning: shown.ownedRows, indentation: shown.row.depth - depth, to: sink)
    if shown.isFoldable {
      sink.append(shown.isExpanded ? "<details open><summary>" : "<details><summary>")
    }
    encodePicture(of: entry, to: sink)
    encodeRow(of: shown, to: sink)
    if shown.isFoldable { sink.append("</summary>") }
    if shown.hasTable {
      encodeTable(of: shown, to: sink)
    } else if shown.isFoldable {
      // A row that only opens other rows does not fold its fields for programs.
      sink.append("</details>")
    }
    if !shown.inner.isEmpty {
      encodeInner(shown.inner, hiding: shown.secret, isShort: isLarge, to: sink)
    }
    if shown.hasTable { sink.append("</details>") }
    sink.append("\n")
  }

  private mutating func shownEntry(_ entry: Entry.ID, depth: Int) -> ShownEntry {
    var shown = ShownEntry(
      row: builder.row(of: entry, depth: depth), label: catalogue.labelNode(of: entry),
      detail: catalogue.detailNode(of: entry))
    shown.secret = page.contents.showsSecrets ? nil : catalogue.secret(of: entry)
    if let owner = page.form.flatMap({ disclosableRow(entry, of: $0) }) {
      (shown.ownedRows, shown.isExpanded) = (owner.ownedRows.count, owner.isExpanded)
    }
    let setting = FormRow(entry, of: nil, in: catalogue)
    // An empty text field is visible by its box.
    if setting?.isText == true, shown.row.control == .none {
      shown.row.control = .text(shown.row.detail?.value ?? "")
    }
    switch shown.row.control {
    case .text(let text), .date(let text): shown.row.detail = Row.Text(text)
    default: break
    }
    shown.shownDetail = page.style == .plain ? nil : shown.row.detail?.value
    shown.key = catalogue.key(of: entry).flatMap { key in
      [shown.label?.node, shown.detail?.node].contains(key.node) ? nil : key
    }
    addFields(of: entry, isSetting: setting != nil, to: &shown)
    return shown
  }

  /// Adds the fields that the row of an entry does not show as they are in the file.
  private mutating func addFields(
    of entry: Entry.ID, isSetting: Bool, to shown: inout ShownEntry
  ) {
    let inRow = [(shown.label, shown.row.label.value), (shown.detail, shown.shownDetail)]
      .compactMap { node, text in node.map(searchedText) == text ? node?.node : nil }
    let all = builder.fields(of: entry)
    let others = all.filter { !inRow.contains($0.value) }
    // All that a setting has for people is in its row.
    (shown.fields, shown.inner) = isSetting ? ([], others) : divided(others)
    guard let detail = shown.detail, let field = all.first(where: { $0.value == detail.node })
    else { return }
    shown.detailKey = field.row.label.value
    // A row that folds has no links; its table shows a detail that is one.
    if shown.hasTable, inRow.contains(detail.node),
      link(from: detail, shown: shown.row.detail?.value, under: shown.detailKey) != nil
    {
      shown.fields.insert(field, at: 0)
    }
  }

  private mutating func encodeRow(of shown: ShownEntry, to sink: TextSink) {
    let (row, detail, isLinked) = (shown.row, shown.detail, !shown.isFoldable)
    if row.leadsWithControl { encode(row.control, named: row.label.value, to: sink) }
    sink.append("<p><b")
    encodeText(row.label.value, of: shown.label, isLinked: isLinked, to: sink)
    sink.append("</b>")
    if shown.shownDetail != nil || detail != nil {
      sink.append("<i")
      encodeText(
        shown.shownDetail ?? "", of: detail?.node == shown.secret ? nil : detail,
        isLinked: isLinked, under: shown.detailKey, to: sink)
      sink.append("</i>")
    }
    if !row.leadsWithControl, row.control != .none {
      sink.append("</p>")
      encode(row.control, named: row.label.value, to: sink)
    }
  }

  private mutating func encodeTable(of shown: ShownEntry, to sink: TextSink) {
    sink.append("<table>")
    if let key = shown.key {
      sink.append("<tr><th><td")
      encodeText(document.text(of: key), of: key, to: sink)
    }
    for field in shown.fields { encode(field, hiding: shown.secret, to: sink) }
    sink.append("</table>")
  }

  /// The row of an entry in a form, if it opens and closes the rows after it.
  private func disclosableRow(_ entry: Entry.ID, of form: Form) -> FormRow? {
    let row = form.row(entry)
    return page.rows.sectioning.isOwn && row.isDisclosable ? row : nil
  }

  private func encodeStart(
    of row: Row, owning owned: Int, indentation: Int, to sink: TextSink
  ) {
    let indentation = indentation + row.indentationLevel
    var classes: [String] = []
    if page.style == nil, let style = row.style { classes.append(style.rawValue) }
    switch row.accessory {
    case .none: break
    case .disclosureIndicator: classes.append("more")
    case .detailDisclosureButton: classes += ["more", "about"]
    case .checkmark: classes.append("checked")
    case .detailButton: classes.append("about")
    }
    if row.control == .link { classes.append("more") }
    switch row.control {
    case .text, .date: classes.append("typed")
    default: break
    }
    if indentation > 0 { classes.append("level-\(min(indentation, 8))") }
    sink.append("<li")
    if !classes.isEmpty { sink.append(" class=\"\(classes.joined(separator: " "))\"") }
    if owned > 0 { sink.append(" data-rows=\"\(owned)\"") }
    sink.append(">")
  }

  private mutating func encodePicture(of entry: Entry.ID, to sink: TextSink) {
    guard let find = page.picture, let (key, name) = catalogue.picture(of: entry) else { return }
    guard let picture = find(name) else {
      return losses.note(Loss(kind: "such pictures", key: key, outcome: .leftOut))
    }
    sink.append("<img alt=\"\" width=\"\(picture.width)\" height=\"\(picture.height)\"")
    sink.append(" src=\"data:image/\(picture.format.rawValue);base64,")
    sink.append(Base64.encode(picture.bytes))
    sink.append("\">")
  }

  /// Writes a control that only shows its value.
  func encode(_ control: Control, named name: String, to sink: TextSink) {
    let attributes: String
    switch control {
    case .none, .text, .date, .link: return
    case .switch(let isOn):
      attributes = "type=\"checkbox\" role=\"switch\"" + (isOn ? " checked" : "")
    case .choice(let isChosen, let isExclusive):
      attributes = "type=\"\(isExclusive ? "radio" : "checkbox")\"" + (isChosen ? " checked" : "")
    case .slider(let value, let from, let to):
      attributes =
        "type=\"range\" step=\"any\" min=\"\(min(from, to))\" max=\"\(max(from, to))\" value=\"\(value)\""
    }
    sink.append("<input \(attributes) disabled aria-label=\"")
    show(name, to: sink)
    sink.append("\">")
  }

  /// - Parameter list: The key of the list that the field is in.
  mutating func encode(
    _ field: FieldRow, hiding secret: NodeIndex? = nil, in list: String? = nil, to sink: TextSink
  ) {
    sink.append(
      field.row.depth > 1 ? "<tr><th class=\"level-\(min(field.row.depth - 1, 8))\">" : "<tr><th>")
    show(field.row.label.value, to: sink)
    sink.append("<td")
    let key = list ?? field.row.label.value
    let kind = document.kind(of: field.value)
    encodeText(
      field.row.detail?.value ?? "",
      of: kind.isContainer || field.value == secret ? nil : document.scalar(field.value),
      isLinked: true, under: key, to: sink)
    for inner in field.fields {
      encode(inner, hiding: secret, in: kind == .array ? key : nil, to: sink)
    }
  }
}
