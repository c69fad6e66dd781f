import Catalogues
import Forms
import Indexes

/// A catalogue with what is known of it while it is edited.
struct Reading {
  let catalogue: Catalogue
  let editor: CatalogueEditor
  /// What entries are found with.
  let index: LiveIndex
  let book: AddressBook
  /// The catalogue as a form, if it is one.
  let form: Form?
}
