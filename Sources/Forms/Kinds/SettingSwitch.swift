import Catalogues

/// A switch in a page of settings, on or off.
struct SettingSwitch: SettingKind {
  func choices(of row: KindEntry) -> [String] { ["on", "off"] }

  /// The values for on and off are those that the row names, or booleans.
  func value(entered text: String, in row: KindEntry) throws(FormError) -> FieldAssignment {
    guard let isOn = Flag.value(of: text.trimmed) else {
      throw .rejected("'\(text.trimmed)' is not one of: \(FormError.list(choices(of: row)))")
    }
    if let value = row.entering(isOn ? "TrueValue" : "FalseValue") { return value }
    return FieldAssignment(
      key: KindEntry.valueKey, type: row.has(KindEntry.valueKey) ? nil : .boolean,
      value: row.holdsNumber(KindEntry.valueKey)
        ? (isOn ? "1" : "0") : isOn ? "true" : "false")
  }

  func check(_ value: String, of row: KindEntry) throws(FormError) {
    let values = ["TrueValue", "FalseValue"].compactMap { row.value($0)?.value }
    if values.isEmpty ? row.flag(KindEntry.valueKey) != nil : values.contains(value) { return }
    throw .rejected(
      "'\(value)' is not one of: \(FormError.list(values.isEmpty ? ["true", "false"] : values))")
  }

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
