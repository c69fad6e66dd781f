import Catalogues
import PropertyLists

/// One of several choices. The choices are the rows of this kind that belong to the same row, or to
/// no row of the section.
struct ChoiceRow: InputKind {
  let name = "Choice"
  let identifiers = ["valuepicker", "choice", "option", "radio", "picker"]
  let isExclusive = true

  func content(of row: FormRow) -> RowContent? {
    RowContent(
      row.title, control: .choice(isChosen(row), isExclusive: true), leadsWithControl: true)
  }

  func summary(of row: FormRow) -> String? { isChosen(row) ? row.title : nil }

  /// Whether the row is the chosen one. In forms that do not store a mark, the choice is only known
  /// by the title of its owner.
  private func isChosen(_ row: FormRow) -> Bool {
    if let mark = ChoiceRow.mark(of: row) { return mark }
    guard let owner = row.owner, owner.text(.primaryTitle) == row.title else { return false }
    return group(of: row).allSatisfy { ChoiceRow.mark(of: $0) != true }
  }

  /// Whether the row is marked as chosen; `nil` if it has no value, or a value that is no mark,
  /// such as a number.
  static func mark(of row: FormRow) -> Bool? {
    if row.holds(.integer) || row.holds(.real) || Double(row.text(.value)) != nil { return nil }
    return row.flag(.value)
  }

  /// The row and its alternatives.
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
    case false?:
      guard isChosen(row) else { return }
      if ChoiceRow.mark(of: row) == true { row.set(.value, to: false) }
      row.owner?.set(.primaryTitle, to: "")
    case true?: choose(row)
    case nil: choose(try row.form.row(called: text, among: group))
    }
  }

  func rejection(of row: FormRow) -> FormError? {
    guard ChoiceRow.mark(of: row) == true,
      let other = group(of: row).first(where: {
        $0.entry != row.entry && ChoiceRow.mark(of: $0) == true
      })
    else { return nil }
    return .rejected(
      "'\(other.title)' is chosen, and only one may be", hint: "'pick' makes another choice")
  }

  /// Also collapses the row that the choices belong to. A value that is not a mark is kept.
  func choose(_ row: FormRow) {
    for other in group(of: row) where other.entry != row.entry && ChoiceRow.mark(of: other) == true
    {
      other.set(.value, to: false)
    }
    let isBlank = row.text(.value).trimmed.isEmpty && !row.holdsOther
    if ChoiceRow.mark(of: row) != nil || isBlank { row.set(.value, to: true) }
    row.owner?.set(.primaryTitle, to: row.title)
    row.owner?.collapse()
  }
}

/// A choice between several values in a page of settings, or a value that cannot be changed. The
/// title of the value is shown.
struct PickerRow: InputKind {
  let name = "Choice"
  let specifiers = ["PSMultiValueSpecifier", "PSTitleValueSpecifier", "PSRadioGroupSpecifier"]
  let isPicker = true

  func content(of row: FormRow) -> RowContent? {
    guard let index = index(of: row) else { return RowContent(detail: row.text("DefaultValue")) }
    return RowContent(detail: row.form.catalogue.shownTitle(titles(of: row)[index]))
  }

  /// The title as it is in the file, by which it can be chosen.
  func summary(of row: FormRow) -> String? {
    index(of: row).map { titles(of: row)[$0] } ?? row.text("DefaultValue")
  }

  private func index(of row: FormRow) -> Int? {
    row.text("DefaultValue").flatMap(row.texts("Values").firstIndex)
  }

  /// The titles of the values; a value without a title is its own title.
  private func titles(of row: FormRow) -> [String] {
    let titles = row.texts("Titles")
    return row.texts("Values").enumerated().map { index, value in
      titles.indices.contains(index) && !titles[index].isEmpty ? titles[index] : value
    }
  }

  func choices(of row: FormRow) -> [String] {
    row.specifier == "PSTitleValueSpecifier" ? [] : titles(of: row)
  }

  func enter(_ text: String, in row: FormRow) throws(FormError) {
    let choices = choices(of: row)
    guard !choices.isEmpty else { throw .notAField(row.title) }
    let index = try Names.index(of: text, among: choices)
    guard row.set(.value, copying: "Values", at: index) else { throw .unfillable(row.title) }
  }

  func rejection(of row: FormRow) -> FormError? {
    let (value, values) = (row.text(.value), row.writtenTexts("Values"))
    if choices(of: row).isEmpty || values.contains(value) { return nil }
    return .notOffered(value, choices: values)
  }
}
