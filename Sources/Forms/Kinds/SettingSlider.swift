import Catalogues

/// A slider in a page of settings: a bar, followed by the value.
struct SettingSlider: SettingKind {
  func content(of row: KindEntry) -> RowContent? {
    guard row.settingType == "PSSliderSpecifier" else { return nil }
    let (least, most) = bounds(of: row)
    let value = row.number(KindEntry.valueKey) ?? least
    return RowContent(
      detail: row.text(KindEntry.valueKey), control: .slider(value, from: least, to: most))
  }

  /// A slider without bounds goes from 0 to 1.
  private func bounds(of row: KindEntry) -> (lower: Double, upper: Double) {
    (row.number("MinimumValue") ?? 0, row.number("MaximumValue") ?? 1)
  }

  func check(_ value: String, of row: KindEntry) throws(FormError) {
    let bounds = bounds(of: row)
    _ = try SliderRow.number(value, from: bounds.lower, to: bounds.upper)
  }

  func value(entered text: String, in row: KindEntry) throws(FormError) -> FieldAssignment {
    let bounds = bounds(of: row)
    let number = try SliderRow.number(text, from: bounds.lower, to: bounds.upper)
    return FieldAssignment(
      key: KindEntry.valueKey, type: row.has(KindEntry.valueKey) ? nil : .real,
      value: number.shortText)
  }
}
