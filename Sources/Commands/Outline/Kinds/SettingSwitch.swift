import Outlines

/// A switch in a page of settings, on or off.
enum SettingSwitch: RowKind {
  static let isNamed = true

  static func look(of entry: KindEntry) -> EntryLook? {
    guard entry.settingType == "PSToggleSwitchSpecifier" else { return nil }
    let isOn =
      if let value = entry.text("DefaultValue"), let on = entry.text("TrueValue") {
        value == on
      } else {
        entry.flag("DefaultValue") ?? false
      }
    return EntryLook(detail: Look.checkBox(isOn))
  }
}
