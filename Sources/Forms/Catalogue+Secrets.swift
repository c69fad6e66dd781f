package import Catalogues
package import PropertyLists

extension Catalogue {
  /// What is shown of a secret. Its length says nothing of that.
  package static let mask = "********"

  /// The value of an entry that is shown by asterisks only; `nil` if it keeps none secret.
  package func secret(of entry: Entry.ID) -> NodeIndex? {
    let value = value(of: entry)
    guard document.kind(of: value) == .dict,
      document.value(of: "IsSecure", in: value).flatMap(document.flag) == true
    else { return nil }
    return document.value(of: FormRow.settingKey, in: value)
  }
}
