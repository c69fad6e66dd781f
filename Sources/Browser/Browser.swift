package import Catalogues
package import Editing
package import Language
import Presentation
package import Terminal

/// The full screen over a catalogue: takes keys, and makes frames that show their effects.
///
/// Keys and frames are values, and it knows nothing of terminals. All that it changes in the
/// catalogue, it changes by the operations and commands of its session.
package final class Browser {
  /// What a person has chosen when the screen ends.
  package enum Outcome: Equatable {
    case quit
    /// The screen ends without a decision about the edits that an earlier session left.
    case abandoned
    /// The items to write to standard output.
    case picked([Item])
  }

  package struct Settings {
    package var theme = Theme.any
    package var isASCII = false
    package var keys = KeyStyle.search
    /// Whether the chosen rows are given to standard output when the screen ends.
    package var printsAtEnd = false
    /// Whether Enter gives the chosen rows to standard output and ends.
    package var isPicking = false
    /// Why nothing can be changed; `nil` if edits are possible.
    package var readOnly: String?
    /// The searches of earlier sessions, the latest last.
    package var searches: [String] = []
    /// The commands of earlier sessions, the latest last.
    package var commands: [String] = []

    package init() {}
  }

  package internal(set) var session: Session
  package let output: BrowserOutput
  package var settings: Settings
  package let progress = ProgressLine()
  package var pictures = Pictures()
  /// Makes a session that can edit, if the one so far only looks at a catalogue that was restored
  /// from an index.
  package var openForEditing: (() throws(SessionError) -> Session)?
  /// Lets the person edit a text in an editor that has the terminal meanwhile.
  package var editText: TextEditor?
  /// Whether keys are waiting, which may make the current search obsolete.
  package var hasKeysWaiting: () -> Bool = { false }
  /// The time in seconds, since an arbitrary moment.
  package var now: () -> Double = { 0 }
  /// Called with a search that was used.
  package var keepSearch: (String) -> Void = { _ in }
  /// Called with a command that was typed.
  package var keepCommand: (String) -> Void = { _ in }
  package internal(set) var outcome: Outcome?
  /// Whether the program is to be suspended.
  package var wantsSuspension = false
  /// Whether the whole screen is to be written again.
  package var needsRedraw = false

  var state: BrowserState
  /// The row that was clicked last, and when; `nil` after a double click.
  var click: (row: Row.ID, time: Double)?
  /// The search whose hits `n` and `N` go through.
  var lastSearch: FoundRows?
  /// The first item of each deletion here, by the number of commands before it: undoing the
  /// deletion selects the item.
  var deleted: [Int: Item] = [:]
  /// Whether the index for filtering has been made in advance.
  var isPrepared = false
  /// The lines of the list in the last frame, which the mouse points at.
  private(set) var lines: [ListLines.Line] = []
  /// The commands that were saved before the history of edits began anew.
  var recorded: [String] = []

  package init(_ session: Session, output: BrowserOutput, settings: Settings = Settings()) {
    (self.session, self.output, self.settings) = (session, output, settings)
    let sectioning = (try? session.sectioning()) ?? Sectioning(session.catalogue)
    let rows = Rows(sectioning, state: session.state.outline)
    state = BrowserState(
      ListState(AllRows(rows, of: session)), KeyTable.of(settings.keys))
    followProgress()
  }

  /// Shows the progress of what the session does.
  func followProgress() { session.editing.didAdvance = progress.advance }

  // MARK: State

  var list: ListState {
    get { state.list }
    _modify { yield &state.list }
  }

  var mode: BrowserState.Mode {
    get { state.mode }
    _modify { yield &state.mode }
  }

  var catalogue: Catalogue { session.catalogue }
  var view: BrowserView { BrowserView(state, of: session, settings, output.style) }

  /// Whether letters are text, not commands.
  package var isTyping: Bool {
    switch mode {
    case .filter, .prompt, .choice: true
    case .fields(let form): form.line != nil
    case .list: state.filtersByTyping
    case .question, .page, .conflicts: false
    }
  }

  /// Whether an Enter that arrives together with other keys may end a pasted line: a terminal
  /// without bracketed paste does not say that text was pasted.
  package var mayPasteLines: Bool { state.filtersByTyping && list.filter != nil }

  /// Selects an item, and opens what is around it.
  func select(_ item: Item) {
    list.select(item)
    keepState()
  }

  /// Keeps in the session which headings are closed.
  package func keepState() { session.state.outline = list.all.rows.state }

  // MARK: The screen

  /// The screen as it is now, scrolled so that the selected row is visible.
  package func frame(_ size: Size) -> Frame {
    state.size = size
    let frame: Frame
    if case .page(let page) = mode {
      frame = page.frame(size, settings)
    } else if case .choice(let choice) = mode {
      frame = choice.frame(size, settings)
    } else if case .conflicts(let page) = mode {
      frame = page.frame(size, settings)
    } else {
      list.position.top = view.listLines.top(showing: list.selection)
      let view = view
      lines = view.listLines.seen
      frame = view.frame(lines, picture(in: view))
    }
    progress.frame = frame
    return frame
  }

  func picture(in view: BrowserView) -> PlacedPicture? {
    guard pictures.find != nil, let name = view.pictureName else { return nil }
    return pictures.placed(name, in: view.layout.pictureRows, columns: view.size.columns)
  }

  // MARK: Edits

  /// Shows the state of the session after a command or an edit.
  ///
  /// - Parameters:
  ///   - item: The item to select then.
  ///   - keepsItems: Whether a catalogue that has replaced another one has the same items.
  func follow(selecting item: Item? = nil, keepsItems: Bool = false) {
    var rows = list.all.rows
    let old = rows.sectioning
    let isSame = old.catalogue === catalogue
    if !isSame { deleted = [:] }
    if !isSame, !keepsItems {
      list.replaceItems(by: session.editing.successors(of: list.items, from: old.catalogue))
    }
    do throws(SessionError) {
      let sectioning = try session.sectioning()
      if !isSame || !old.isOwn || !sectioning.isOwn {
        rows = Rows(sectioning, state: session.state.outline)
      } else if rows.state != session.state.outline {
        rows.show(sectioning, state: session.state.outline)
      }
    } catch {
      report(error)
    }
    list.follow(AllRows(rows, of: session))
    if list.filter != nil {
      let position = list.position
      searchAgain()
      list.position = position
    }
    lastSearch = list.filter?.found
    if let item, catalogue.contains(item) { select(item) } else { list.settle() }
  }

  /// Repeats the edits of an earlier session, or drops them.
  package func recover(_ decide: @escaping () throws(SessionError) -> Void) {
    change { _ throws(SessionError) in
      try decide()
      return nil
    }
  }

  /// Asks a question before anything else is done.
  package func ask(_ question: Question) { mode = .question(question) }

  // MARK: Messages

  /// Shows what a command has printed: one line below the list, or more on a page.
  func show(_ lines: [StyledText], title: String) {
    switch lines.count {
    case 0: break
    case 1: say(lines[0].text)
    default: mode = .page(TextPage(title: title, lines: lines))
    }
  }

  func say(_ text: String) { state.message = BrowserState.Message(text: text) }

  package func complain(_ text: String) {
    state.message = BrowserState.Message(text: text, isError: true)
  }

  package func report(_ error: SessionError) {
    let hint = error.hint.map { "; " + $0 } ?? ""
    complain(error.message.shown + hint)
  }
}
