import Outlines

/// A slider in a page of settings: a bar, followed by the value.
enum SettingSlider: RowKind {
  static let isNamed = true

  static func look(of entry: KindEntry) -> EntryLook? {
    guard entry.settingType == "PSSliderSpecifier" else { return nil }
    // A slider without bounds goes from 0 to 1.
    let least = entry.number("MinimumValue") ?? 0
    let most = entry.number("MaximumValue") ?? 1
    let value = entry.number("DefaultValue") ?? least
    let bar = Look.slider((value - least) / (most - least))
    return EntryLook(detail: entry.text("DefaultValue").map { bar + " " + $0 } ?? bar)
  }
}
