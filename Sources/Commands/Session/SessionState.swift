package import Catalogues
import Forms
package import Presentation
import Searching

/// Everything that commands change in a session, so that it can be restored as a whole when one
/// fails. Any new property of a session that a command can change belongs here.
///
/// The text is not part of it: its editor reverts what an edit has done. Copies share their arrays
/// and sets, so that the time to make one does not grow with these.
struct SessionState {
  /// The catalogue as it is being edited.
  var loaded: LoadedCatalogue
  /// The file that is saved to.
  var file: CatalogueFile
  /// What has been done and undone since the catalogue was read.
  var history = EditHistory()
  /// How many edits in the journal can be undone by whoever runs its commands again.
  var notedEdits = 0
  /// The section that was visited last; it may have been deleted since.
  var chosenSection = Section.ID.root
  /// The entry that was shown or changed last; it may have been deleted since.
  var chosenEntry: Entry.ID?
  var listing = SessionListing()
  /// How entries are shown under the labels of an index.
  var view: LetterView
  /// How the rows of entries are drawn.
  var rowOptions = RowOptions()
  var outlineState = OutlineState()
  /// How many rows a page has, if the user has chosen a number.
  var chosenPageSize: Int?
}

extension Session {
  package var catalogue: Catalogue { state.loaded.catalogue }
  var editor: CatalogueEditor { state.loaded.editor }
  var book: AddressBook { state.loaded.book }
  var form: Form? { state.loaded.form }
  var index: LiveIndex { state.loaded.index }

  var file: CatalogueFile {
    get { state.file }
    _modify { yield &state.file }
  }

  var history: EditHistory {
    get { state.history }
    _modify { yield &state.history }
  }

  var notedEdits: Int {
    get { state.notedEdits }
    set { state.notedEdits = newValue }
  }

  /// The section that `next` and `previous` start from; the root at first.
  var currentSection: Section.ID {
    get { catalogue.contains(.section(state.chosenSection)) ? state.chosenSection : .root }
    set { state.chosenSection = newValue }
  }

  /// The entry that `.` names.
  var currentEntry: Entry.ID? {
    get { state.chosenEntry.flatMap { catalogue.contains(.entry($0)) ? $0 : nil } }
    set { state.chosenEntry = newValue }
  }

  var listing: SessionListing {
    get { state.listing }
    _modify { yield &state.listing }
  }

  var view: LetterView {
    get { state.view }
    _modify { yield &state.view }
  }

  var rowOptions: RowOptions {
    get { state.rowOptions }
    _modify { yield &state.rowOptions }
  }

  package var outlineState: OutlineState {
    get { state.outlineState }
    _modify { yield &state.outlineState }
  }

  var chosenPageSize: Int? {
    get { state.chosenPageSize }
    set { state.chosenPageSize = newValue }
  }
}

// MARK: As a whole or not at all

extension Session {
  /// Changes the session as a whole or, if the body throws, not at all. What has been committed
  /// stays.
  func transaction<Result>(
    _ body: () throws(SessionError) -> Result
  ) throws(SessionError) -> Result {
    let outer = checkpoint
    defer { checkpoint = outer }
    checkpoint = state
    hasNumberedLines = false
    do throws(SessionError) {
      return try body()
    } catch {
      if let checkpoint { goBack(to: checkpoint) }
      throw error
    }
  }

  /// Makes the changes permanent, whatever fails from now on. Committing itself cannot fail.
  ///
  /// Dropping the copy of the state keeps the history from being copied when it grows.
  func commit() { checkpoint = nil }

  private func goBack(to checkpoint: SessionState) {
    let isNumbered = hasNumberedLines && checkpoint.loaded.catalogue === catalogue
    let printed = isNumbered ? listing.items : nil
    state = checkpoint
    // Numbers name what was printed last, even if there was to be more.
    if let printed { listing = SessionListing(items: printed) }
  }
}
