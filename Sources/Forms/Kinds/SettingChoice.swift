/// A choice of one of several values in a page of settings, or a value that cannot be changed:
/// shown by the title of the value.
struct SettingChoice: RowKind {
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
