import Catalogues

/// A field for text in a page of settings.
struct SettingText: SettingKind {
  func value(entered text: String, in row: KindEntry) throws(FormError) -> FieldAssignment {
    try TextRow.checkIsLine(text)
    return FieldAssignment(
      key: KindEntry.valueKey, type: row.has(KindEntry.valueKey) ? nil : .string, value: text)
  }

  func check(_ value: String, of row: KindEntry) throws(FormError) {
    try TextRow.checkIsLine(value)
  }

  func content(of row: KindEntry) -> RowContent? {
    guard row.settingType == "PSTextFieldSpecifier" else { return nil }
    guard let text = row.text("DefaultValue"), !text.isEmpty else {
      return RowContent()
    }
    let isSecret = row.flag("IsSecure") ?? false
    return RowContent(detail: isSecret ? Catalogue.mask : text)
  }
}
