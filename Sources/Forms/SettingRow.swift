package import Catalogues
import Platform
package import PropertyLists

/// A row in a page of settings, which is filled in like a row of a form.
package struct SettingRow {
  private let row: KindEntry
  private let kind: (any SettingKind)?
  private let content: RowContent?

  /// - Returns: `nil` if the entry is not such a row.
  package init?(_ entry: Entry.ID, in catalogue: Catalogue) {
    row = KindEntry(entry, in: catalogue, form: nil)
    guard row.settingType != nil else { return nil }
    let (row, kinds) = (row, RowKinds.settings)
    kind = kinds.first { $0.content(of: row) != nil }
    content = kind?.content(of: row)
  }

  package var title: String { row.title }

  /// The field in which a text is entered.
  ///
  /// - Throws: `FormError` if the row takes no text, or not this text.
  package func filling(with text: String) throws(FormError) -> FieldAssignment {
    guard let kind else { throw .notAField(title) }
    return try kind.value(entered: text, in: row)
  }

  /// The field in which a choice is entered.
  ///
  /// - Throws: `FormError` if there is no such choice.
  package func choosing(_ choice: String?) throws(FormError) -> FieldAssignment {
    guard let kind = kind as? SettingChoice, !choices.isEmpty else { throw .notAChoice(title) }
    guard let choice else { throw .choiceWanted(title, choices: choices) }
    return try kind.value(entered: choice, in: row)
  }

  /// Why the row may not have its value; `nil` if it may, or if it had it before.
  ///
  /// - Parameter before: The dictionary that the row was; `nil` for a new row.
  package func rejection(unlessAsIn before: NodeIndex?) -> FormError? {
    guard let kind, row.has(KindEntry.valueKey), !row.hasSameValue(asIn: before) else { return nil }
    guard let value = row.value(KindEntry.valueKey)?.value else {
      return .rejected("'\(title)' has a value of a type that cannot be filled in")
    }
    return FormError.caught(try kind.check(value, of: row))
  }

  /// The texts that can be entered, if they are few.
  package var choices: [String] { kind?.choices(of: row) ?? [] }

  /// The choice that a text means although it is written otherwise; `nil` if it is written so, or
  /// means none.
  package func choice(nearestTo text: String) -> String? {
    Names.title(nearestTo: text, among: choices)
  }

  /// Whether what is entered must not be seen.
  package var isSecret: Bool { kind is SettingText && row.flag("IsSecure") == true }

  /// The key under which what is entered is stored.
  package static var key: String { KindEntry.valueKey }

  /// What has been entered, in readable form.
  package var summary: String? {
    if case .switch(let isOn)? = content?.control { return isOn ? "On" : "Off" }
    return content?.detail
  }
}
