/// A slider in a page of settings: a bar, followed by the value.
struct SettingSlider: RowKind {
  func content(of row: KindEntry) -> RowContent? {
    guard row.settingType == "PSSliderSpecifier" else { return nil }
    // A slider without bounds goes from 0 to 1.
    let least = row.number("MinimumValue") ?? 0
    let most = row.number("MaximumValue") ?? 1
    let value = row.number("DefaultValue") ?? least
    return RowContent(
      detail: row.text("DefaultValue"), control: .slider(value, from: least, to: most))
  }
}
