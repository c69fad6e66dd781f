/// A row in a page of settings that leads to another page.
struct SettingPane: RowKind {
  func content(of row: KindEntry) -> RowContent? {
    row.settingType == "PSChildPaneSpecifier" ? RowContent(control: .link) : nil
  }
}
