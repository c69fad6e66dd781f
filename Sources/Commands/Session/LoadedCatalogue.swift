import Catalogues
import Forms
import Searching

/// A catalogue with what is known about it while it is edited.
struct LoadedCatalogue {
  let catalogue: Catalogue
  let editor: CatalogueEditor
  /// The index that searches use.
  let index: LiveIndex
  let book: AddressBook
  /// The catalogue as a form, if it is one.
  let form: Form?
}
