import Catalogues
import Forms
import ICUText
import Searching

/// A catalogue with what is known about it while it is edited.
struct LoadedCatalogue {
  let catalogue: Catalogue
  let editor: CatalogueEditor
  /// The index that searches use.
  package let index: LiveIndex
  let book: AddressBook
  /// The catalogue as a form, if it is one.
  package let form: Form?

  init(
    _ catalogue: Catalogue, _ dateLanguage: DateLanguage, _ policy: LiveIndex.Policy,
    _ readings: UserReadings
  ) {
    self.catalogue = catalogue
    editor = CatalogueEditor(catalogue)
    index = LiveIndex(catalogue, policy: policy) { readings.tableForIndexes }
    book = AddressBook(catalogue)
    form = Form(catalogue, language: dateLanguage)
  }
}
