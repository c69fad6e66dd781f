import Catalogues
import Forms
import ICUText
import Readings
import Searching

/// A catalogue with its editor, index, addresses and form, as a session uses them.
struct LoadedCatalogue {
  let catalogue: Catalogue
  /// `nil` for a catalogue that was restored from an index, which is read-only.
  private let ownEditor: CatalogueEditor?
  /// Sets values in entries by their paths; `nil` for a restored catalogue.
  let paths: EntryPaths?
  /// The index that searches use.
  package let index: LiveIndex
  let book: AddressBook
  /// The catalogue as a form, if it is one.
  package let form: Form?
  let letters = KnownLetters()

  /// The language of the letters that are the catalogue's sections, once it is known.
  final class KnownLetters {
    var locale: LocaleIdentifier?
    /// The language that was tried first.
    var usual: LocaleIdentifier?
  }

  init(
    _ catalogue: Catalogue, _ dateLanguage: DateLanguage, _ policy: LiveIndex.Policy,
    _ readings: UserReadings
  ) {
    self.catalogue = catalogue
    ownEditor = catalogue.isRestored ? nil : CatalogueEditor(catalogue)
    paths = ownEditor.map(EntryPaths.init)
    index = LiveIndex(catalogue, policy: policy) { readings.tableForIndexes }
    book = AddressBook(catalogue)
    form = Form(catalogue, language: dateLanguage)
  }

  /// - Precondition: The catalogue was not restored from an index.
  var editor: CatalogueEditor {
    guard let ownEditor else { preconditionFailure("a restored catalogue is only looked at") }
    return ownEditor
  }
}
