/// A field for text in a page of settings.
enum SettingText: RowKind {
  static let isNamed = true

  static func look(of entry: KindEntry) -> EntryLook? {
    guard entry.settingType == "PSTextFieldSpecifier" else { return nil }
    guard let text = entry.text("DefaultValue"), !text.isEmpty else {
      return EntryLook(detail: nil)
    }
    // As many signs as ever, since the length would tell something.
    let isSecret = entry.flag("IsSecure") ?? false
    return EntryLook(detail: isSecret ? "********" : text)
  }
}
