import Catalogues
import Outlines

/// One of several things of which one is chosen: the rows of its kind that belong to the same row.
struct ChoiceRow: FormRowKind {
  let identifiers = ["valuepicker", "choice", "option", "radio", "picker"]
  let isExclusive = true

  func look(of row: FormRow, _ style: RowLook.Style) -> RowLook {
    RowLook(
      row.title, control: Look.radioButton(isChosen(row), ascii: style.isASCII))
  }

  func summary(of row: FormRow) -> String? { isChosen(row) ? row.title : nil }

  /// Whether the row is the one. Forms that keep no choice have only the title of the row around it.
  private func isChosen(_ row: FormRow) -> Bool {
    if let flag = row.flag(.value) { return flag }
    guard let owner = row.owner, owner.text(.primaryTitle) == row.title else { return false }
    return group(of: row).allSatisfy { $0.flag(.value) == nil }
  }

  /// The row and the others of which one is chosen.
  private func group(of row: FormRow) -> [FormRow] {
    row.siblings.filter { $0.kind is ChoiceRow }
  }

  func choices(of row: FormRow) -> [String] { group(of: row).map(\.title) }

  func enter(_ text: String, in row: FormRow) throws(FormError) {
    let text = text.trimmed
    let group = group(of: row)
    // A choice may be called "No".
    let isTitle = group.contains { Names.areAlike($0.title, text) }
    let flag = isTitle ? nil : Flag.value(of: text)
    switch text.isEmpty ? false : flag {
    case false?: if isChosen(row) { row.set(.value, to: false) }
    case true?: choose(row)
    case nil: choose(try row.form.row(called: text, among: group))
    }
  }

  /// Chooses a row instead of the others, and folds what they belong to.
  func choose(_ row: FormRow) {
    for other in group(of: row) where other.entry != row.entry && other.flag(.value) == true {
      other.set(.value, to: false)
    }
    row.set(.value, to: true)
    row.owner?.collapse()
  }
}
