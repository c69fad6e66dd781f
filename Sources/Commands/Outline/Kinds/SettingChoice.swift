/// A choice of one of several values in a page of settings, or a value that cannot be changed:
/// shown by the title of the value.
enum SettingChoice: RowKind {
  static let isNamed = true

  static func look(of entry: KindEntry) -> EntryLook? {
    let types = ["PSMultiValueSpecifier", "PSTitleValueSpecifier", "PSRadioGroupSpecifier"]
    guard let type = entry.settingType, types.contains(type) else { return nil }
    guard let value = entry.text("DefaultValue") else { return EntryLook(detail: nil) }
    let titles = entry.texts("Titles")
    guard let index = entry.texts("Values").firstIndex(of: value), titles.indices.contains(index),
      !titles[index].isEmpty
    else { return EntryLook(detail: value) }
    return EntryLook(detail: titles[index])
  }
}
