import Catalogues
import Editing
import Forms
import ICUText
import Language
import Outlines
import Presentation
import PropertyLists
import Terminal

/// The fields of an item as a form in which they are changed.
struct FieldsForm {
  let item: Item
  var rows: [FieldLine] = []
  var selection = 0
  /// The text of the selected field while it is changed.
  var line: InputLine?
}

/// A field of such a form.
struct FieldLine: Equatable {
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

  var shownName: String { VisibleText.shown(name) }
  var shownValue: String { VisibleText.shown(shown) }
}

extension Browser {
  func editFields() {
    if let item = selectedItem, prepareForEditing() { editFields(of: item) }
  }

  func editFields(of item: Item, selecting place: Int = 0) {
    var form = FieldsForm(item: item, rows: fieldLines(of: item))
    form.selection = max(0, min(place, form.rows.count - 1))
    mode = .fields(form)
  }

  private func fieldLines(of item: Item) -> [FieldLine] {
    let builder = plainBuilder
    var lines: [FieldLine] = []
    switch item {
    case .entry(let entry):
      let value = catalogue.value(of: entry)
      add(builder.fields(of: entry), to: &lines) { path in
        path.isEmpty ? value : catalogue.document.value(named: path, in: value)
      }
      let own = Set(lines.filter { $0.depth == 0 }.map(\.name))
      // Entries that are texts have no other fields.
      if !own.contains("") {
        for key in neighbourKeys(of: entry) where !own.contains(key) {
          lines.append(
            FieldLine(path: key, name: key, depth: 0, kind: .missing, value: "", shown: ""))
        }
      }
    case .section(let section):
      let named = Dictionary(
        catalogue.namedFields(of: section).map { ($0.name, $0.value) },
        uniquingKeysWith: { first, _ in first })
      add(builder.allFields(of: section), to: &lines) { path in named[path] }
    }
    return lines
  }

  private func add(
    _ fields: [FieldRow], under prefix: String = "", depth: Int = 0, to lines: inout [FieldLine],
    node: (String) -> NodeIndex?
  ) {
    for field in fields {
      let name = field.row.label.value
      let path = prefix.isEmpty ? name : prefix + "." + name
      let document = catalogue.document
      var (kind, value) = (FieldLine.Kind.other, "")
      if let node = node(path) {
        switch document.kind(of: node) {
        case .true: (kind, value) = (.switch(true), "true")
        case .false: (kind, value) = (.switch(false), "false")
        case .integer, .real:
          value = document.writtenText(of: node)
          kind = Double(value).map { .number($0) } ?? .text
        case .string, .date, .key: (kind, value) = (.text, document.writtenText(of: node))
        case .array, .dict, .data: break
        }
      }
      lines.append(
        FieldLine(
          path: path, name: name, depth: depth, kind: kind, value: value,
          shown: field.row.detail?.value ?? ""))
      add(field.fields, under: path, depth: depth + 1, to: &lines, node: node)
    }
  }

  /// The keys of the entries beside one, in order.
  private func neighbourKeys(of entry: Entry.ID) -> [String] {
    let section = catalogue.sections[catalogue.section(of: entry)]
    let position = catalogue.position(of: .entry(entry))
    var keys: [String] = []
    for place in [position - 1, position + 1] where place >= 0 && place < section.itemCount {
      guard case .entry(let other) = section.item(at: place) else { continue }
      for field in catalogue.fields(of: other) {
        if let key = field.key.map({ FieldPath(components: [$0]).text }), !keys.contains(key) {
          keys.append(key)
        }
      }
    }
    return keys
  }

  // MARK: Keys

  func handle(_ key: Key, in form: FieldsForm) {
    var form = form
    if form.line != nil { return handleInLine(key, &form) }
    switch key {
    case .up, "k": form.selection = max(form.selection - 1, 0)
    case .down, "j": form.selection = min(form.selection + 1, max(form.rows.count - 1, 0))
    case .home, "g": form.selection = 0
    case .end, "G": form.selection = max(form.rows.count - 1, 0)
    case .enter, "e": return begin(&form)
    case " ": return flip(form)
    case .left, .right: return step(form, key == .right ? 1 : -1)
    case "i", .insert:
      mode = .prompt(Prompt(.field(form.item)))
      return
    case "d", .delete:
      guard let row = selectedRow(of: form), row.kind != .missing else { return }
      return change(form) { .unset([row.path], of: form.item) }
    case "u": return keep(form) { travel("undo") }
    case .control("r"): return keep(form) { travel("redo") }
    case "s": return keep(form) { save() }
    case .escape, .tab, "q", .control("c"):
      mode = .list
      return
    case .control("l"): needsRedraw = true
    case .mouse(let mouse):
      if mouse.action == .press, let row = fieldRow(at: mouse.row, form) { form.selection = row }
    default: break
    }
    mode = .fields(form)
  }

  private func handleInLine(_ key: Key, _ form: inout FieldsForm) {
    switch key {
    case _ where form.line?.isQuoting == true: form.line?.take(key)
    case .escape, .control("c"): form.line = nil
    case .enter:
      guard let row = selectedRow(of: form), let text = form.line?.text else { return }
      let old = form
      form.line = nil
      if text == row.value, row.kind != .missing { break }
      return change(form, otherwise: old) {
        .set([FieldAssignment(key: row.path, type: nil, value: text)], of: form.item)
      }
    default: form.line?.take(key)
    }
    mode = .fields(form)
  }

  private func selectedRow(of form: FieldsForm) -> FieldLine? {
    form.rows.indices.contains(form.selection) ? form.rows[form.selection] : nil
  }

  private func begin(_ form: inout FieldsForm) {
    guard let row = selectedRow(of: form) else { return }
    switch row.kind {
    case .switch: flip(form)
    case .other: complain("lists, dictionaries and data are changed in the file, or by ':set'")
    case .text, .number, .missing:
      form.line = InputLine(isMasked(row, form) ? "" : row.value)
      mode = .fields(form)
    }
  }

  private func flip(_ form: FieldsForm) {
    guard let row = selectedRow(of: form), case .switch(let isOn) = row.kind else { return }
    change(form) {
      .set(
        [FieldAssignment(key: row.path, type: nil, value: isOn ? "false" : "true")], of: form.item)
    }
  }

  private func step(_ form: FieldsForm, _ direction: Double) {
    guard let row = selectedRow(of: form), case .number(let number) = row.kind else { return }
    let new = number + direction
    let text = Int(exactly: new).map(String.init) ?? String(new)
    change(form) { .set([FieldAssignment(key: row.path, type: nil, value: text)], of: form.item) }
  }

  func addField(_ text: String, to item: Item) {
    guard let sign = text.firstIndex(of: "=") else {
      if !text.isEmpty { complain("KEY=VALUE is wanted, such as phone=030 123") }
      return
    }
    let field = FieldAssignment(
      key: String(text[..<sign]), type: nil, value: String(text[text.index(after: sign)...]))
    change(FieldsForm(item: item, selection: .max)) { .set([field], of: item) }
  }

  /// Changes something, and shows the form as it has become.
  ///
  /// - Parameter old: What is shown if that is impossible.
  private func change(
    _ form: FieldsForm, otherwise old: FieldsForm? = nil, _ operation: () -> Operation
  ) {
    var isDone = false
    keep(form) { isDone = perform(operation()) }
    if !isDone, let old, case .fields = mode { mode = .fields(old) }
  }

  private func keep(_ form: FieldsForm, _ body: () -> Void) {
    mode = .list
    let before = catalogue
    body()
    // A question, or a page, comes first.
    guard case .list = mode, catalogue === before, catalogue.contains(form.item) else { return }
    editFields(of: form.item, selecting: form.selection)
  }

  // MARK: Drawing

  private func isMasked(_ row: FieldLine, _ form: FieldsForm) -> Bool {
    guard case .entry(let entry) = form.item else { return false }
    return row.path == SettingRow.key && isSecret(entry)
  }

  private func firstRow(of form: FieldsForm, _ height: Int) -> Int {
    max(0, min(form.selection - height / 2, form.rows.count - height))
  }

  private func fieldRow(at line: Int, _ form: FieldsForm) -> Int? {
    let area = layout.preview
    guard area.contains(line) else { return nil }
    let row = firstRow(of: form, area.count) + line - area.lowerBound
    return form.rows.indices.contains(row) ? row : nil
  }

  func draw(_ form: FieldsForm, in frame: inout Frame, _ area: Range<Int>) {
    if form.rows.isEmpty {
      frame.write(
        "no fields; i adds one", row: area.lowerBound, column: 2, style: CellStyle(.dimmed))
      return
    }
    let names = form.rows.map { String(repeating: "  ", count: $0.depth) + $0.shownName }
    let widest = names.map(DisplayWidth.of).max() ?? 0
    let column = min(2 + widest + 2, max(size.columns / 2, 3))
    let first = firstRow(of: form, area.count)
    for (row, place) in zip(area, first..<form.rows.count) {
      let field = form.rows[place]
      let isSelected = place == form.selection
      // A small screen has the field in place of the list.
      frame.clear(row: row)
      if isSelected {
        frame.write(settings.isASCII ? ">" : "▸", row: row, column: 0, style: CellStyle(.bold))
      }
      frame.write(
        names[place], row: row, column: 2, end: column - 1,
        style: isSelected ? CellStyle(.bold) : .plain)
      if isSelected, let line = form.line {
        line.draw(
          in: &frame, row: row, column: column, end: size.columns,
          isMasked: isMasked(field, form))
        continue
      }
      let text =
        switch field.kind {
        case .switch(let isOn): output.style.text(of: .switch(isOn)) ?? ""
        case .missing: "(none)"
        case .text, .number, .other: isMasked(field, form) ? Catalogue.mask : field.shownValue
        }
      frame.write(
        text, row: row, column: column,
        style: isSelected
          ? CellStyle(.reversed) : field.kind == .missing ? CellStyle(.dimmed) : .plain)
    }
  }
}
