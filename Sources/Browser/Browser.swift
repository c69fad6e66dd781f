package import Catalogues
import Editing
package import Language
import Presentation
import Searching
import Terminal

/// The full screen over a catalogue: what is shown, what is selected, and what keys do to it.
///
/// It draws frames and takes keys as values, and knows nothing of terminals. All that it changes,
/// it changes by the operations and commands of its session.
package final class Browser {
  /// What a person has chosen when the screen ends.
  package enum Outcome: Equatable {
    case quit
    /// The screen ends without a decision about what an earlier session left.
    case abandoned
    /// The rows to give to standard output.
    case picked([Item])
  }

  package internal(set) var session: Session
  package let output: BrowserOutput
  package var settings: Settings
  /// Makes a session that can edit, if the one so far only looks at a catalogue that was restored
  /// from an index.
  package var openForEditing: (() throws(SessionError) -> Session)?
  package let progress = ProgressLine()
  package var pictures = Pictures()
  /// Whether keys are waiting, which may make void what is being searched for.
  package var hasKeysWaiting: () -> Bool = { false }
  /// Whether the index for filtering has been made in advance.
  var isPrepared = false
  /// Called with a search that was used.
  package var keepSearch: (String) -> Void = { _ in }
  /// Called with a command that was typed.
  package var keepCommand: (String) -> Void = { _ in }
  package internal(set) var outcome: Outcome?

  package struct Settings {
    package var isColored = true
    package var isASCII = false
    /// Whether the chosen rows are given to standard output when the screen ends.
    package var printsAtEnd = false
    /// Whether Enter gives the chosen rows to standard output and ends.
    package var isPicking = false
    /// Why nothing can be changed, if so.
    package var readOnly: String?
    /// The searches of earlier sessions, the latest last.
    package var searches: [String] = []
    /// The commands of earlier sessions, the latest last.
    package var commands: [String] = []

    package init() {}
  }

  var size = Size(columns: 80, rows: 24)
  /// All rows, while a filter shows some of them.
  var all: Rows
  var filter: Filter?
  /// The search whose hits `n` and `N` go through.
  var lastSearch: FoundHits?
  /// The index of the selected row, and what it is about.
  var selection = 0
  var selected: Row.ID?
  /// The first row that is shown.
  var top = 0
  var mode = Mode.list
  /// The keys of a sequence that has begun.
  var pending: [Key] = []
  /// What the last line says until the next key.
  var message: Message?
  var marked: Set<Item> = []
  /// What was taken and is to be put down.
  var taken: [Item] = []
  var showsPreview = true
  /// The last place of the mouse while its button is down.
  var drag: Drag?
  var stripTitles: StripTitles?
  /// Those that lead to something; `nil` after the filter has changed.
  var filledTitles: Set<Int>?
  /// The makers of rows, which look at many entries when they are made.
  var builders: (all: RowBuilder?, found: RowBuilder?)
  /// How many entries and headings there are.
  var totals: (entries: Int, headings: Int)?
  /// What an edit has made the current item.
  var selectLater: Item?
  /// The lines of the screen that show rows.
  var rowOfLine: [(line: Int, index: Int)] = []
  /// Whether the whole screen is to be written again.
  package var needsRedraw = false
  /// What was recorded before the history of edits began anew.
  var recorded: [String] = []

  struct Message {
    let text: String
    var isError = false
  }

  /// What takes the keys.
  enum Mode {
    case list
    case filter
    case prompt(Prompt)
    case question(Question)
    case fields(FieldsForm)
    case page(TextPage)
  }

  /// Whether letters are text, not commands.
  package var isTyping: Bool {
    switch mode {
    case .filter, .prompt: true
    case .fields(let form): form.line != nil
    case .list, .question, .page: false
    }
  }

  package init(_ session: Session, output: BrowserOutput, settings: Settings = Settings()) {
    (self.session, self.output, self.settings) = (session, output, settings)
    all = Rows(Sectioning(session.catalogue), state: session.outlineState)
    selected = rows.count > 0 ? rows.id(at: 0) : nil
    followProgress()
  }

  /// Says how far what the session does is.
  func followProgress() { session.editing.didAdvance = progress.advance }

  var catalogue: Catalogue { session.catalogue }
  /// The rows that are shown.
  var rows: Rows { filter?.found?.rows ?? all }

  // MARK: Selection

  /// The item of the selected row; `nil` for a letter or a footer.
  var selectedItem: Item? { selected.flatMap(item) }

  func item(_ id: Row.ID) -> Item? {
    switch id {
    case .entry(let entry): .entry(entry)
    case .heading(.section(let section)): .section(section)
    case .heading, .footer: nil
    }
  }

  /// Selects a row; beyond either end, the row there.
  func select(_ index: Int) {
    let count = rows.count
    selection = max(min(index, count - 1), 0)
    selected = count > 0 ? rows.id(at: selection) : nil
  }

  /// Selects an item, and opens what is around it.
  func select(_ item: Item) {
    if let index = rows.reveal(item).index { select(index) } else { settle() }
    keepState()
  }

  /// Finds the selected row after rows have changed; if it is gone, the one in its place.
  func settle() {
    if let index = selected.flatMap(rows.index(of:)) {
      selection = index
    } else {
      select(selection)
    }
  }

  // MARK: Rows

  /// Keeps in the session which headings are closed.
  package func keepState() { session.outlineState = all.state }

  /// Shows what the session has become by a command or an edit.
  ///
  /// - Parameter keepsItems: Whether a catalogue that has replaced another one has the same items.
  func follow(keepsItems: Bool = false) {
    let old = all.sectioning
    let isSame = old.catalogue === catalogue
    if !isSame, !keepsItems { goOn(after: old.catalogue) }
    do throws(SessionError) {
      let sectioning = try session.sectioning()
      if !isSame || !old.isOwn || !sectioning.isOwn {
        all = Rows(sectioning, state: session.outlineState)
      } else if all.state != session.outlineState {
        all.show(sectioning, state: session.outlineState)
      }
    } catch {
      report(error)
    }
    (stripTitles, builders, totals) = (nil, (nil, nil), nil)
    marked = marked.filter(catalogue.contains)
    taken = taken.filter(catalogue.contains)
    if filter != nil {
      let place = (selected, selection, top)
      searchAgain()
      (selected, selection, top) = place
    }
    lastSearch = filter?.found
    if let item = selectLater, catalogue.contains(item) {
      selectLater = nil
      select(item)
    } else {
      settle()
    }
  }

  /// Goes on with what the items of another catalogue have become in the one that has replaced it.
  private func goOn(after old: Catalogue) {
    let rows = [selected, filter?.selected].compactMap { $0.flatMap(item) }
    let successors = session.editing.successors(
      of: marked.union(taken).union(rows), from: old)
    func successor(_ row: Row.ID?) -> Row.ID? {
      switch row.flatMap(item).flatMap({ successors[$0] }) {
      case .entry(let entry)?: .entry(entry)
      case .section(let section)?: .heading(.section(section))
      case nil: nil
      }
    }
    marked = Set(marked.compactMap { successors[$0] })
    taken = taken.compactMap { successors[$0] }
    selected = successor(selected)
    let before = successor(filter?.selected)
    filter?.selected = before
  }

  /// Makes edits of an earlier session again, or drops them.
  package func recover(_ decide: @escaping () throws(SessionError) -> Void) { change(decide) }

  /// Asks a question before anything else is done.
  package func ask(_ question: Question) { mode = .question(question) }

  // MARK: Messages

  /// Shows what a command has printed: one line below the list, or more on a page.
  func show(_ lines: [String], title: String) {
    switch lines.count {
    case 0: break
    case 1: say(StyledText.parts(of: lines[0]).map { String($0.text) }.joined())
    default: mode = .page(TextPage(title: title, lines: lines))
    }
  }

  func say(_ text: String) { message = Message(text: text) }

  package func complain(_ text: String) { message = Message(text: text, isError: true) }

  func report(_ error: SessionError) {
    let hint = error.hint.map { "; " + $0 } ?? ""
    complain(error.message.shown + hint)
  }
}
