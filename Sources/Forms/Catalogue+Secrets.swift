package import Catalogues
package import PropertyLists

extension Catalogue {
  /// What is shown of a secret. Its length says nothing of that.
  package static let mask = "********"

  /// The value of an entry that is shown by asterisks only; `nil` if it keeps none secret.
  package func secret(of entry: Entry.ID) -> NodeIndex? {
    let row = KindEntry(entry, in: self, form: nil)
    guard row.flag("IsSecure") == true else { return nil }
    return document.value(of: KindEntry.valueKey, in: value(of: entry))
  }
}
