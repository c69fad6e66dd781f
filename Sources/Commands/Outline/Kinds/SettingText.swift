/// A field for text in a page of settings.
enum SettingText: RowKind {
  static let isNamed = true

  static func look(of entry: KindEntry) -> EntryLook? {
    guard entry.settingType == "PSTextFieldSpecifier" else { return nil }
    guard let text = entry.text("DefaultValue"), !text.isEmpty else {
      return EntryLook(detail: nil)
    }
    // A fixed number of asterisks, since the length would reveal something.
    let isSecret = entry.flag("IsSecure") ?? false
    return EntryLook(detail: isSecret ? "********" : text)
  }
}
