import Catalogues

/// A choice of one of several values in a page of settings, or a value that cannot be changed:
/// shown by the title of the value.
struct SettingChoice: SettingKind {
  /// The titles, or the values where there are none.
  func choices(of row: KindEntry) -> [String] {
    if row.settingType == "PSTitleValueSpecifier" { return [] }
    let titles = row.texts("Titles")
    return row.texts("Values").enumerated().map { index, value in
      titles.indices.contains(index) && !titles[index].isEmpty ? titles[index] : value
    }
  }

  func value(entered text: String, in row: KindEntry) throws(FormError) -> FieldAssignment {
    let choices = choices(of: row)
    guard !choices.isEmpty else { throw .notAField(row.title) }
    let index = try Names.index(of: text, among: choices)
    return row.entering("Values", at: index)
      ?? FieldAssignment(key: KindEntry.valueKey, type: .string, value: "")
  }

  func check(_ value: String, of row: KindEntry) throws(FormError) {
    let values = row.values("Values").map(\.value)
    if choices(of: row).isEmpty || values.contains(value) { return }
    throw .notOffered(value, choices: values)
  }

  func content(of row: KindEntry) -> RowContent? {
    let types = ["PSMultiValueSpecifier", "PSTitleValueSpecifier", "PSRadioGroupSpecifier"]
    guard let type = row.settingType, types.contains(type) else { return nil }
    guard let value = row.text("DefaultValue") else { return RowContent() }
    let titles = row.texts("Titles")
    guard let index = row.texts("Values").firstIndex(of: value), titles.indices.contains(index),
      !titles[index].isEmpty
    else { return RowContent(detail: value) }
    return RowContent(detail: titles[index])
  }
}
