import Catalogues
import Editing
import Forms
import ICUText
import Language
import Outlines
import Presentation
import Terminal

/// Rows that are operated in the list: those of forms and of settings.
extension Browser {
  /// Does what Enter does to the selected row: folds it, fills it in, or edits its fields.
  func operate() {
    guard case .entry(let entry)? = list.selected else { return }
    if !disclose(entry) { operate(entry) }
  }

  /// Turns a switch, selects a choice, or asks for the value to enter.
  func operate(_ entry: Entry.ID) {
    guard let control = list.control else { return editFields() }
    switch control {
    case .choice(_, isExclusive: true) where session.form != nil:
      choose(nil, at: entry)
    case .switch(let isOn), .choice(let isOn, _): fill(entry, with: isOn ? "off" : "on")
    case .text(let text), .date(let text): askForValue(of: entry, text)
    case .slider(let value, _, _): askForValue(of: entry, Browser.text(value))
    case .none where session.form == nil: askForValue(of: entry, nil)
    case .none, .link: editFields()
    }
  }

  private func askForValue(of entry: Entry.ID, _ text: String?) {
    guard prepareForEditing() else { return }
    let row = FormRow(entry, of: session.form, in: catalogue)
    let choices = row?.choices ?? []
    if !choices.isEmpty {
      let current = row?.summary.flatMap(choices.firstIndex)
      mode = .choice(
        ChoiceList(
          title: list.all.builder.row(of: entry, depth: 0).label.value,
          choices: choices.map { choice in
            ChoiceList.Choice(label: catalogue.shownTitle(choice)) { $0.fill(entry, with: choice) }
          }, selecting: current ?? 0))
      return
    }
    let known = text ?? row?.summary ?? ""
    let isSecret = row?.isSecret == true
    let label = list.all.builder.row(of: entry, depth: 0).label.value
    let isDate = if case .date? = list.control { true } else { false }
    let name = label.isEmpty ? (isDate ? "date" : "value") : label
    var prompt = Prompt(name + ": ", isSecret ? "" : known) {
      $0.fill(entry, with: $1)
    }
    prompt.isMasked = isSecret
    mode = .prompt(prompt)
  }

  /// Operates the control of the selected row, if a click is on it.
  ///
  /// - Returns: Whether the click is on the control.
  func operate(at mouse: Key.Mouse) -> Bool {
    guard case .entry(let entry)? = list.selected, let control = list.control,
      let columns = columns(of: control, of: entry, inRow: mouse.row),
      columns.contains(mouse.column)
    else { return false }
    if case .slider(_, let lower, let upper) = control, lower < upper {
      let edits = session.editing.history.commands.count
      list.drag = .slider(edits: edits)
      slide(toColumn: mouse.column, after: edits)
    } else {
      operate(entry)
    }
    return true
  }

  /// The columns of the screen where the control of an entry is, or its selected choice.
  private func columns(of control: Control, of entry: Entry.ID, inRow row: Int) -> Range<Int>? {
    guard let line = lines.first(where: { $0.row == row }),
      let text = output.style.text(of: control)
        ?? FormRow(entry, of: session.form, in: catalogue).flatMap({
          $0.choices.isEmpty ? nil : $0.summary.map(catalogue.shownTitle)
        }),
      let found = line.text.text.ranges(of: text).last
    else { return nil }
    let start =
      ListLines.margin + DisplayWidth.of(String(line.text.text[..<found.lowerBound]))
    return start..<start + DisplayWidth.of(text)
  }

  /// Sets the slider of the selected row to where the mouse is.
  ///
  /// - Parameter edits: How many edits there were before the drag. The whole drag becomes one edit.
  func slide(toColumn column: Int, after edits: Int) {
    guard case .entry(let entry)? = list.selected, let control = list.control,
      case .slider(let value, let lower, let upper) = control,
      let columns = lines.lazy.filter({ [list] in $0.index == list.selection })
        .compactMap({ self.columns(of: control, of: entry, inRow: $0.row) }).first
    else { return }
    // Columns before and after the slider mean the least and the greatest value.
    let place = max(0, min(column - columns.lowerBound, columns.count - 1))
    var new = lower + Double(place) / Double(columns.count - 1) * (upper - lower)
    if isWhole(lower, upper) { new.round() }
    if Browser.text(new) == Browser.text(value) { return }
    change { [self] _ throws(SessionError) in
      if session.editing.history.commands.count > edits {
        try session.undo(1)
        _ = output.takeLines()
      }
      try session.perform(.fill(.entry(entry), with: Browser.text(new), dateStyle(at: entry)))
      return .entry(entry)
    }
  }

  private func isWhole(_ lower: Double, _ upper: Double) -> Bool {
    lower == lower.rounded() && upper == upper.rounded() && upper - lower >= 5
  }

  private func fill(_ entry: Entry.ID, with text: String) {
    if session.form == nil, !list.isSwitch,
      FormRow(entry, of: nil, in: catalogue)?.choices.contains(text) == true
    {
      choose(text, at: entry)
    } else {
      perform(.fill(.entry(entry), with: text, dateStyle(at: entry)))
    }
  }

  /// How dates are typed in a row: as they are shown there.
  private func dateStyle(at entry: Entry.ID) -> DateStyle {
    guard let form = session.form, form.row(entry).concernsDates else { return DateStyle() }
    let pattern = session.state.rowOptions.dateFormat
    let isWhole = pattern.map { DateWriting(form.language, pattern: $0) != nil } ?? false
    return DateStyle(language: form.language, pattern: isWhole ? pattern : nil)
  }

  /// Expands or collapses a row of a form. For a row that was found, the filter is ended first, since
  /// it would hide the rows that belong to the row.
  ///
  /// - Returns: Whether the entry is a row of a form that can be expanded.
  func disclose(_ entry: Entry.ID) -> Bool {
    guard let form = session.form else { return false }
    let row = form.row(entry)
    guard row.isDisclosable else { return false }
    let isFound = list.filter?.found != nil
    if isFound { go(to: .entry(entry)) }
    changeRows { $0.apply(isFound ? .expand : .toggle, to: row, of: form) }
    return true
  }

  /// Opens or closes rows of a form on the screen, which does not change the file.
  private func changeRows(_ change: (Rows) -> Void) {
    let rows = list.all.rows
    change(rows)
    keepState()
    list.follow(AllRows(rows, of: session))
    list.settle()
  }

  /// Opens the rows of a form around an entry.
  func openRows(around entry: Entry.ID) {
    guard let form = session.form else { return }
    var owner = form.row(entry).owner
    while let row = owner {
      if row.isDisclosable { changeRows { $0.apply(.expand, to: row, of: form) } }
      owner = row.owner
    }
  }

  /// Chooses one of the choices of a row; the row that they belong to closes if the form says so.
  private func choose(_ title: String?, at entry: Entry.ID) {
    guard perform(.choose(title, at: .entry(entry), dateStyle(at: entry))),
      let owner = session.form?.row(entry).owner, !owner.isExpanded
    else { return }
    changeRows { $0.forget(owner) }
  }

  /// Moves a slider by a twentieth of its range; by whole numbers, at least 1, if its bounds are
  /// whole and at least 5 apart.
  func slide(_ direction: Double) {
    guard case .entry(let entry)? = list.selected,
      case .slider(let value, let lower, let upper)? = list.control, lower < upper
    else { return }
    var step = (upper - lower) / 20
    if isWhole(lower, upper) { step = max(step.rounded(), 1) }
    let new = min(max(value + direction * step, lower), upper)
    if new != value { fill(entry, with: Browser.text(new)) }
  }

  /// A number without `.0`, and without digits that only rounding has made.
  private static func text(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return String(whole) }
    return String((number * 1e9).rounded() / 1e9)
  }
}
