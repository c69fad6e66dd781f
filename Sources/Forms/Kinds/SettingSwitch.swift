/// A switch in a page of settings, on or off.
struct SettingSwitch: RowKind {
  func content(of row: KindEntry) -> RowContent? {
    guard row.settingType == "PSToggleSwitchSpecifier" else { return nil }
    let isOn =
      if let value = row.text("DefaultValue"), let on = row.text("TrueValue") {
        value == on
      } else {
        row.flag("DefaultValue") ?? false
      }
    return RowContent(control: .switch(isOn))
  }
}
