/// A row in a page of settings that leads to another page.
enum SettingPane: RowKind {
  static let isNamed = true

  static func look(of entry: KindEntry) -> EntryLook? {
    entry.settingType == "PSChildPaneSpecifier" ? EntryLook(detail: ">") : nil
  }
}
