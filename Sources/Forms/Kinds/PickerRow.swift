import Catalogues

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
