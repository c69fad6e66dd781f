package import Catalogues
import Editing
package import Forms
import ICUText
package import Presentation
package import Searching

/// The state that commands change in a session, besides the catalogue and its file. It is restored
/// as a whole when a command fails. Any new property of a session that a command can change belongs
/// here; those of `EditingSession` change only when nothing can fail any more.
///
/// Copies share arrays and sets, so that a copy takes the same time whatever their size.
package struct SessionState {
  /// The section that was visited last; it may have been deleted since.
  var chosenSection = Section.ID.root
  /// The entry that was shown or changed last; it may have been deleted since.
  var chosenEntry: Entry.ID?
  var listing = SessionListing()
  /// The view of entries under letters.
  var view: LetterView
  /// Options for the rows of entries.
  package var rowOptions = RowOptions()
  package var outline = OutlineState()
  /// How many rows a page has, if the user has chosen a number.
  var chosenPageSize: Int?
  /// The last search.
  var lastFind: (query: Query, result: FindResult)?
  /// Bookmarks as full addresses, in the order in which they were added.
  package var bookmarks: [String] = []
}

extension Session {
  package var catalogue: Catalogue { editing.catalogue }
  package var book: AddressBook { editing.book }
  package var form: Form? { editing.form }
  package var index: LiveIndex { editing.index }
  package var file: CatalogueFile { editing.file }
  package var filing: NameFiling { editing.usualFiling.names }
  var locale: LocaleIdentifier { editing.locale }

  var addresses: SessionAddresses {
    SessionAddresses(editing: editing, lines: listing.items, current: currentEntry)
  }

  package var entrySearch: EntrySearch { EntrySearch(editing: editing, locale: view.locale) }

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
    listing.hasNewLines = false
    checkpoint = state
    do throws(SessionError) {
      return try body()
    } catch {
      if let checkpoint { goBack(to: checkpoint) }
      throw error
    }
  }

  /// Makes the changes permanent, whatever fails from now on. Committing itself cannot fail.
  func commit() { checkpoint = nil }

  private func goBack(to checkpoint: SessionState) {
    let printed = listing
    state = checkpoint
    // The numbers of printed lines stay valid, even if the listing was not complete.
    if printed.hasNewLines { listing = SessionListing(items: printed.items) }
  }
}
