package import Catalogues
package import Forms
package import ICUText
import Platform
package import Readings
package import Searching
package import Storage

/// A catalogue being edited: performs and undoes operations, and keeps the file and the journal.
///
/// Whatever fails changes nothing, except that a failing journal does not undo what was done. A
/// session must be used on one thread only.
package final class EditingSession {
  /// The catalogue that is being edited, with its editor, index and addresses.
  private(set) var loaded: LoadedCatalogue
  /// The present place in the history of catalogues that replaced each other.
  private(set) var version: CatalogueVersion
  /// The file that is saved to.
  package internal(set) var file: CatalogueFile
  /// The edits done and undone since the catalogue was read.
  package internal(set) var history = EditHistory()
  /// How many edits in the journal an `undo` record can take back when the journal is replayed.
  var notedEdits = 0
  package var journal: (any SessionJournal)?
  /// Whether a record could not be written to the journal, so that later records would be wrong
  /// without it.
  var isJournalIncomplete = false
  /// Whether the current work should stop; asked now and then.
  package var isInterrupted: () -> Bool = { false }
  /// Called now and then during long work, with the number of steps done and of all steps.
  package var didAdvance: (_ done: Int, _ all: Int) -> Void = { _, _ in }
  /// Called with the last catalogue after another has replaced it.
  package var didReplace: (_ old: Catalogue) -> Void = { _ in }
  /// Whether edits by paths that set values in entries do without reading the text again. Then the
  /// nodes of the document are no longer those of its text.
  package var editsEntriesInPlace = true
  /// A lock on the file that is held for the whole session.
  let lock: FileLock?
  /// The filing order of names where a command does not give one.
  package private(set) var usualFiling: UsualFiling
  package let dateLanguage: DateLanguage
  private let indexes: (any SessionIndexes)?
  private let indexPolicy: LiveIndex.Policy

  /// - Parameters:
  ///   - lock: A lock on the file that is held for the whole session, if there is one.
  ///   - locale: The locale whose order is used for sorting.
  ///   - dateLanguage: The language of dates in forms.
  ///   - readings: The readings of names.
  ///   - indexes: The place where indexes of the file are kept; `nil` if they are not.
  ///   - indexPolicy: When the session makes an index itself.
  package init(
    _ catalogue: Catalogue, file: CatalogueFile, lock: FileLock? = nil, locale: String = "",
    dateLanguage: DateLanguage = .iso, readings: UserReadings = UserReadings(path: nil),
    indexes: (any SessionIndexes)? = nil, indexPolicy: LiveIndex.Policy = LiveIndex.Policy()
  ) {
    self.file = file
    self.lock = lock
    usualFiling = UsualFiling((try? LocaleIdentifier(locale)) ?? .english, readings)
    self.dateLanguage = dateLanguage
    self.indexes = indexes
    self.indexPolicy = indexPolicy
    loaded = LoadedCatalogue(catalogue, dateLanguage, indexPolicy, readings)
    version = CatalogueVersion(loaded)
    useKeptIndex()
  }

  package var catalogue: Catalogue { loaded.catalogue }
  package var book: AddressBook { loaded.book }
  var editor: CatalogueEditor { loaded.editor }
  package var form: Form? { loaded.form }
  package var index: LiveIndex { loaded.index }

  /// The locale whose order is used for sorting.
  package var locale: LocaleIdentifier {
    get { usualFiling.locale }
    set { if newValue != locale { usualFiling = UsualFiling(newValue, readings) } }
  }
  package var readings: UserReadings { usualFiling.readings }

  /// The editor that makes the changes of operations in the present catalogue.
  package var operations: OperationEditor {
    OperationEditor(
      loaded: loaded, file: file, usualFiling: usualFiling, isInterrupted: isInterrupted,
      didAdvance: didAdvance)
  }

  /// Performs an operation, as a whole or not at all. Undoing it goes back to the earlier
  /// catalogue.
  ///
  /// - Parameter record: The operation as a command, for the history and the journal; `nil` if
  ///   nobody will read it.
  package func perform(
    _ operation: Operation, as record: OperationRecord? = nil
  ) throws(SessionError) -> Effect {
    if case .editTree(let edit) = operation { return try perform([(edit, record)])[0].get() }
    var (effect, outcome) = try operations.perform(operation)
    switch outcome {
    case .nothing: effect.isChange = false
    case .edit(let edit): effect.journalFailure = didEdit(.edit(edit), as: record)
    case .replacement(let new):
      let (before, after) = (version, CatalogueVersion(load(new)))
      try go(to: after)
      effect.journalFailure = didEdit(.replacement(before: before, after: after), as: record)
    }
    return effect
  }

  /// Adds an edit to the history and to the journal.
  func didEdit(_ change: EditHistory.Change, as record: OperationRecord?) -> OutputFailure? {
    history.append(EditHistory.RecordedEdit(change: change, record: record))
    return OutputFailure.caught(try note(record))
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
    let old = self.catalogue
    loaded = load(catalogue)
    version = CatalogueVersion(loaded)
    didReplace(old)
    history = EditHistory()
    notedEdits = 0
    if isInFile { useKeptIndex() }
    index.carryOver(from: lastIndex)
  }

  /// The session's data for a catalogue that has just been read.
  func load(_ catalogue: Catalogue) -> LoadedCatalogue {
    LoadedCatalogue(catalogue, dateLanguage, indexPolicy, readings)
  }

  /// Continues with another version of the catalogue, which may have been edited.
  ///
  /// - Parameter tree: The property list after the edits by paths, if it is known.
  /// - Throws: `SessionError` if the text must be read now and does not fit the options for
  ///   reading; then the session stays as it was.
  func go(to version: CatalogueVersion, by tree: EditedTree? = nil) throws(SessionError) {
    let new = try version.loaded(tree) { tree, base throws(SessionError) in
      load(try tree.withText { () throws(SessionError) in try reparsed(base) })
    }
    let old = catalogue
    (self.version, loaded) = (version, new)
    didReplace(old)
  }
}
