import Catalogues
import Editing
import Forms
import ICUText
import Language
import Outlines
import Presentation
import Terminal

/// The fields of an item, as a form to change them in.
struct FieldsForm {
  let item: Item
  let rows: [FieldLine]
  private(set) var selection: Int
  /// The text of the selected field while it is changed.
  private(set) var line: InputLine?

  /// Whether the item is new, so that each Enter goes on to the next field.
  let isNew: Bool
  /// Whether the value of a setting must not be seen.
  private let hidesValue: Bool
  /// How dates may be typed, besides the way in which files write them.
  private let dates: DateWriting

  init(
    _ item: Item, in session: Session, _ builder: RowBuilder, selecting index: Int,
    _ path: String? = nil, isNew: Bool = false
  ) {
    (self.item, self.isNew) = (item, isNew)
    rows = FieldLine.lines(of: item, in: session.catalogue, builder)
    let row = item.entry.flatMap { FormRow($0, of: session.form, in: session.catalogue) }
    hidesValue = row?.isSecret == true
    let language = session.editing.dateLanguage
    dates =
      session.state.rowOptions.dateFormat.flatMap { DateWriting(language, pattern: $0) }
      ?? DateWriting(language)
    selection = max(0, min(index, rows.count - 1))
    if let path, let known = rows.firstIndex(where: { $0.path == path }) { selection = known }
  }

  var selected: FieldLine? { rows.isEmpty ? nil : rows[selection] }

  // MARK: Keys

  /// What a key asks for, apart from changing the form.
  enum Outcome {
    case stay, leave, askForField
    case complain(String)
    case act(Action)
    case change(Operation)
  }

  /// - Parameters:
  ///   - keys: The keys of the list, which do the same here if it makes sense.
  ///   - area: The rows of the screen that show the form.
  mutating func take(_ key: Key, _ keys: KeyTable, in area: Range<Int>) -> Outcome {
    if line != nil { return takeInLine(key, keys) }
    let last = max(rows.count - 1, 0)
    if case .mouse(let mouse) = key {
      guard mouse.action == .press, let row = row(at: mouse.row, area) else { return .stay }
      let isSecond = row == selection
      selection = row
      return isSecond || rows[row].isTyped ? begin() : .stay
    }
    switch keys.action(of: key) {
    case .up?: selection = max(selection - 1, 0)
    case .down?: selection = min(selection + 1, last)
    case .first?: selection = 0
    case .last?: selection = last
    case .open?, .edit?: return begin()
    case .mark?: return flip()
    case .left?: return step(-1)
    case .right?: return step(1)
    case .insert?: return .askForField
    case .delete?:
      if let selected, selected.control != .missing {
        return .change(.unset([selected.path], of: item))
      }
    case .undo?: return .act(.undo)
    case .redo?: return .act(.redo)
    case .save?: return .act(.save)
    case .cancel?, .fold?, .quit?: return .leave
    case .redraw?: return .act(.redraw)
    default:
      switch key {
      case .character, .paste: return .complain("\(keys.hint(.open)) changes the field")
      default: break
      }
    }
    return .stay
  }

  private mutating func takeInLine(_ key: Key, _ keys: KeyTable) -> Outcome {
    switch key {
    case _ where line?.isQuoting == true: line?.take(key)
    case .control("s"):
      return .complain("first \(keys.hint(.open)) sets the value, then \(keys.hint(.save)) saves")
    case .escape, .control("c"): line = nil
    case .enter:
      guard let selected, let text = line?.text else { break }
      line = nil
      let isLeftOut = isNew && text.isEmpty && selected.control == .missing
      if !isLeftOut, text != selected.value || selected.control == .missing { return set(text) }
      if isNew { return advance() }
    default:
      // A value of several lines may get more lines.
      let isLong = selected?.value.contains(where: \.isNewline) == true
      line?.take(isLong ? key : key.onOneLine)
    }
    return .stay
  }

  /// Goes on to the next field, and changes it in place if it is a text or a number.
  mutating func advance() -> Outcome {
    guard selection + 1 < rows.count else { return .leave }
    selection += 1
    return rows[selection].isTyped ? begin() : .stay
  }

  private mutating func begin() -> Outcome {
    guard let selected else { return .stay }
    switch selected.control {
    case .switch: return flip()
    case .other:
      return .complain("lists, dictionaries and data are changed in the file, or by ':set'")
    case .text, .number, .date, .missing:
      line = InputLine(isSecret(selected) ? "" : selected.value)
      return .stay
    }
  }

  private func flip() -> Outcome {
    guard case .switch(let isOn)? = selected?.control else { return .stay }
    return set(isOn ? "false" : "true")
  }

  private func step(_ direction: Double) -> Outcome {
    guard case .number(let number)? = selected?.control else { return .stay }
    let new = number + direction
    return set(Int(exactly: new).map(String.init) ?? String(new))
  }

  private func set(_ text: String) -> Outcome {
    guard let selected else { return .stay }
    let day = selected.control == .date ? dates.day(of: text)?.isoText : nil
    return .change(
      .set([FieldAssignment(key: selected.path, type: nil, value: day ?? text)], of: item))
  }

  // MARK: Drawing

  private static let narrow = 40

  private func isSecret(_ field: FieldLine) -> Bool {
    hidesValue && field.path == FormRow.settingKey
  }

  private func firstRow(_ height: Int) -> Int {
    max(0, min(selection - height / 2, rows.count - height))
  }

  private func row(at line: Int, _ area: Range<Int>) -> Int? {
    guard area.contains(line) else { return nil }
    let row = firstRow(area.count) + line - area.lowerBound
    return rows.indices.contains(row) ? row : nil
  }

  /// The path of the field that is shown in a line of the screen.
  func path(at line: Int, _ area: Range<Int>) -> String? {
    row(at: line, area).map { rows[$0].path }
  }

  /// Selects a field, if it is there.
  mutating func select(_ path: String) {
    guard let index = rows.firstIndex(where: { $0.path == path }) else { return }
    (selection, line) = (index, nil)
  }

  func draw(
    in frame: inout Frame, _ area: Range<Int>, _ columns: Range<Int>, _ style: OutlineStyle,
    _ keys: KeyTable, _ settings: Browser.Settings
  ) {
    if rows.isEmpty {
      frame.write(
        "no fields; \(keys.hint(.insert)) adds one", row: area.lowerBound,
        column: columns.lowerBound + 2, end: columns.upperBound, style: CellStyle(.dimmed))
      return
    }
    let names = rows.map {
      String(repeating: "  ", count: $0.depth) + VisibleText.shown($0.name)
    }
    let column = columnOfValues(beside: names, columns)
    let nameColumns = Range(cellsFrom: columns.lowerBound + 2, to: column - 1)
    for (row, index) in zip(area, firstRow(area.count)..<rows.count) {
      let isSelected = index == selection
      // A small screen has the field in place of the list.
      frame.clear(row: row, columns)
      if isSelected {
        frame.write(
          settings.isASCII ? ">" : "▸", row: row, column: columns.lowerBound,
          style: CellStyle(.bold, settings.theme.focus))
      }
      let name = StyledText(fitting: names[index], nameColumns.count, ellipsis: style.ellipsis).text
      frame.write(
        name, row: row, column: columns.lowerBound + 2, end: column - 1,
        style: isSelected ? CellStyle(.bold) : CellStyle(.dimmed))
      drawValue(
        of: index, in: &frame, row, Range(cellsFrom: column, to: columns.upperBound), style,
        settings)
    }
  }

  /// The column at which values begin.
  private func columnOfValues(beside names: [String], _ columns: Range<Int>) -> Int {
    // On a narrow screen, a text that is typed needs all columns that its name leaves.
    let isCramped = line != nil && columns.count < FieldsForm.narrow
    let width =
      isCramped
      ? DisplayWidth.of(names[selection]) : names.map(DisplayWidth.of).max() ?? 0
    return columns.lowerBound + min(2 + width + 2, max(columns.count / 2, 3))
  }

  private func drawValue(
    of index: Int, in frame: inout Frame, _ row: Int, _ columns: Range<Int>,
    _ style: OutlineStyle, _ settings: Browser.Settings
  ) {
    let (field, isSelected) = (rows[index], index == selection)
    if isSelected, let line {
      return line.draw(
        in: &frame, row: row, column: columns.lowerBound, end: columns.upperBound,
        isMasked: isSecret(field))
    }
    let text =
      switch field.control {
      case .switch(let isOn): style.text(of: .switch(isOn)) ?? ""
      case .missing: settings.isASCII ? "-" : "–"
      case .text, .number, .date, .other: isSecret(field) ? Catalogue.mask : field.shown
      }
    frame.write(
      StyledText(fitting: text, columns.count, ellipsis: style.ellipsis).text, row: row,
      column: columns.lowerBound, end: columns.upperBound,
      style: isSelected
        ? CellStyle.plain.selected(in: settings.theme)
        : field.control == .missing ? CellStyle(.dimmed) : .plain)
  }
}
