package import Catalogues
package import PropertyLists

extension Catalogue {
  /// The text that is shown in place of a secret. It has the same length for all secrets.
  package static let mask = "********"

  /// The value of an entry that is only shown as asterisks; `nil` if the entry has no secret.
  package func secret(of entry: Entry.ID) -> NodeIndex? {
    let value = value(of: entry)
    guard document.kind(of: value) == .dict,
      document.value(of: "IsSecure", in: value).flatMap(document.flag) == true
    else { return nil }
    return document.value(of: FormRow.settingKey, in: value)
  }
}
