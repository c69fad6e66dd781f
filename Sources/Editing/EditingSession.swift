package import Catalogues
package import Forms
package import ICUText
import Platform
package import Readings
package import Searching
package import Storage

/// A catalogue being edited: performs operations, undoes them, and keeps its file and its journal.
///
/// Whatever fails changes nothing, except that a failing journal does not undo what was done. It
/// must be used on one thread only.
package final class EditingSession {
  /// The catalogue as it is being edited.
  private(set) var loaded: LoadedCatalogue
  /// The file that is saved to.
  package internal(set) var file: CatalogueFile
  /// What has been done and undone since the catalogue was read.
  package internal(set) var history = EditHistory()
  /// How many edits in the journal can be undone by whoever runs its commands again.
  var notedEdits = 0
  package var journal: (any SessionJournal)?
  /// Whether a record could not be written, so that those after it would be out of place.
  var lacksRecords = false
  /// Whether what is being done should stop; asked now and then.
  package var isInterrupted: () -> Bool = { false }
  /// Called now and then during long work with how many of how many steps are done.
  package var didAdvance: (_ done: Int, _ all: Int) -> Void = { _, _ in }
  /// Called with the last catalogue after another has replaced it.
  package var didReplace: (_ old: Catalogue) -> Void = { _ in }
  /// A lock on the file that is held for the whole session.
  let lock: FileLock?
  /// The locale whose order is used for sorting.
  package internal(set) var locale: LocaleIdentifier {
    didSet { if locale != oldValue { knownFiling = nil } }
  }
  package let readings: UserReadings
  private var knownFiling: NameFiling?
  /// The language of the letters that are the catalogue's sections, once it has been asked for.
  var knownLetterLocale: LocaleIdentifier?
  package let dateLanguage: DateLanguage
  private let indexes: (any SessionIndexes)?
  private let indexPolicy: LiveIndex.Policy

  /// - Parameters:
  ///   - lock: A lock on the file that is held for the whole session, if there is one.
  ///   - locale: The locale whose order is used for sorting.
  ///   - dateLanguage: How dates of forms are written.
  ///   - readings: How names are read.
  ///   - indexes: Where indexes of the file are kept, if anywhere.
  ///   - indexPolicy: When the session makes an index itself.
  package init(
    _ catalogue: Catalogue, file: CatalogueFile, lock: FileLock? = nil, locale: String = "",
    dateLanguage: DateLanguage = .iso, readings: UserReadings = UserReadings(path: nil),
    indexes: (any SessionIndexes)? = nil, indexPolicy: LiveIndex.Policy = LiveIndex.Policy()
  ) {
    self.file = file
    self.lock = lock
    self.locale = (try? LocaleIdentifier(locale)) ?? .english
    self.dateLanguage = dateLanguage
    self.readings = readings
    self.indexes = indexes
    self.indexPolicy = indexPolicy
    loaded = LoadedCatalogue(catalogue, dateLanguage, indexPolicy, readings)
    useKeptIndex()
  }

  package var catalogue: Catalogue { loaded.catalogue }
  package var book: AddressBook { loaded.book }
  var editor: CatalogueEditor { loaded.editor }
  package var form: Form? { loaded.form }
  package var index: LiveIndex { loaded.index }

  /// How names are filed in the order used for sorting.
  package var filing: NameFiling {
    if let knownFiling { return knownFiling }
    let readings = readings
    let made = NameFiling(locale, table: readings.tableForIndexes)
    knownFiling = made
    return made
  }

  func checkInterrupt() throws(EditingError) {
    if isInterrupted() { throw .interrupted }
  }

  // MARK: Replacing the catalogue

  /// Lets searches use the stored index of the file, from which the catalogue was just read.
  private func useKeptIndex() {
    guard let indexes, let identity = file.identity else { return }
    index.use(
      LiveIndex.Store {
        indexes.index(of: identity)
      } keep: { [unowned catalogue, readings] index in
        guard catalogue.isAsRead else { return }
        indexes.keep(index, of: catalogue, readings: readings.tableForIndexes, identity)
      })
  }

  /// Continues with another catalogue.
  ///
  /// - Parameter isInFile: Whether the catalogue was just read from the file.
  func replace(_ catalogue: Catalogue, isInFile: Bool) {
    let lastIndex = index
    go(to: load(catalogue))
    history = EditHistory()
    notedEdits = 0
    if isInFile { useKeptIndex() }
    index.carryOver(from: lastIndex)
  }

  /// The session's data for a catalogue that has just been read.
  func load(_ catalogue: Catalogue) -> LoadedCatalogue {
    LoadedCatalogue(catalogue, dateLanguage, indexPolicy, readings)
  }

  /// Continues with another loaded catalogue, which may have been edited.
  func go(to loaded: LoadedCatalogue) {
    let old = catalogue
    self.loaded = loaded
    knownLetterLocale = nil
    didReplace(old)
  }
}
