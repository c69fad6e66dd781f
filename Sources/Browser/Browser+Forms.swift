import Catalogues
import Editing
import Forms
import Language
import Presentation

/// Rows that are operated in the list: those of forms and of settings.
extension Browser {
  /// Does what Enter does to the selected row: folds it, fills it in, or edits its fields.
  func operate() {
    guard case .entry(let entry)? = list.selected else { return }
    if !disclose(entry) { operate(entry) }
  }

  /// Turns a switch, chooses, or asks for what is to be entered.
  func operate(_ entry: Entry.ID) {
    guard let control = list.control else { return editFields() }
    switch control {
    case .choice(_, isExclusive: true) where session.form != nil:
      perform(
        .choose(nil, at: .entry(entry), session.editing.operations.dateStyle(at: .entry(entry))))
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
    let known = text ?? row?.summary ?? ""
    let isSecret = row?.isSecret == true
    let label = list.all.builder.row(of: entry, depth: 0).label.value
    var prompt = Prompt((label.isEmpty ? "value" : label) + ": ", isSecret ? "" : known) {
      $0.fill(entry, with: $1)
    }
    prompt.isMasked = isSecret
    prompt.choices = row?.choices ?? []
    mode = .prompt(prompt)
  }

  private func fill(_ entry: Entry.ID, with text: String) {
    let item = Item.entry(entry)
    if session.form == nil, !list.isSwitch,
      FormRow(entry, of: nil, in: catalogue)?.choices.contains(text) == true
    {
      perform(.choose(text, at: item, DateStyle()))
    } else {
      perform(.fill(item, with: text, session.editing.operations.dateStyle(at: item)))
    }
  }

  /// Expands or collapses a row of a form.
  ///
  /// - Returns: Whether it is such a row.
  func disclose(_ entry: Entry.ID) -> Bool {
    guard let row = session.form?.row(entry), row.isDisclosable else { return false }
    let isAccordion = list.all.rows.state.isAccordion && !row.isExpanded
    perform(.disclose(.rows([entry]), isAccordion ? .accordion : .toggle))
    return true
  }

  /// Moves a slider by a twentieth of its range, or by one where that is more.
  func slide(_ direction: Double) {
    guard case .entry(let entry)? = list.selected,
      case .slider(let value, let lower, let upper)? = list.control, lower < upper
    else { return }
    var step = (upper - lower) / 20
    let isWhole = lower == lower.rounded() && upper == upper.rounded() && upper - lower >= 5
    if isWhole { step = max(step.rounded(), 1) }
    let new = min(max(value + direction * step, lower), upper)
    if new != value { fill(entry, with: Browser.text(new)) }
  }

  /// A number without `.0`, and without digits that only rounding has made.
  private static func text(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return String(whole) }
    return String((number * 1e9).rounded() / 1e9)
  }
}
